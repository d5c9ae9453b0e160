package selfe_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// What the registry does not do, and how it says so (the contract's 1.9).
func TestRefusals(t *testing.T) {
	const text = `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"stays"}]}`
	const text03 = `{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"stays"}]}`
	c := open(t).caller(true)
	for _, tt := range []struct {
		name             string
		in10, in03       string
		params, params03 string
		code             int
	}{
		{"streaming", "SendStreamingMessage", "message/stream", `{"message":` + text + `}`, `{"message":` + text03 + `}`, -32004},
		{"subscribing", "SubscribeToTask", "tasks/resubscribe", `{"id":"x"}`, "", -32004},
		{"push, setting", "CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set", `{}`, "", -32003},
		{"push, reading", "GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get", `{}`, "", -32003},
		{"push, listing", "ListTaskPushNotificationConfigs", "tasks/pushNotificationConfig/list", `{}`, "", -32003},
		{"push, deleting", "DeleteTaskPushNotificationConfig", "tasks/pushNotificationConfig/delete", `{}`, "", -32003},
		{"push, in a message", "SendMessage", "message/send", `{"message":` + text + `,"configuration":{"taskPushNotificationConfig":{"url":"https://evil.example"}}}`,
			`{"message":` + text03 + `,"configuration":{"pushNotificationConfig":{"url":"https://evil.example"}}}`, -32003},
		{"the extended card", "GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard", `{}`, "", -32004},
		{"not to wait", "SendMessage", "message/send", `{"message":` + text + `,"configuration":{"returnImmediately":true}}`, `{"message":` + text03 + `,"configuration":{"blocking":false}}`, -32004},
		{"to wait", "SendMessage", "message/send", `{"message":` + text + `,"configuration":{"returnImmediately":false}}`, `{"message":` + text03 + `,"configuration":{"blocking":true}}`, 0},
		{"no wish", "SendMessage", "message/send", `{"message":` + text + `,"configuration":{}}`, `{"message":` + text03 + `,"configuration":{}}`, 0},
	} {
		if tt.params03 == "" {
			tt.params03 = tt.params
		}
		for _, who := range []*caller{c, c.guest("guest-1")} {
			if a := who.send(`{"jsonrpc":"2.0","id":1,"method":"` + tt.in10 + `","params":` + tt.params + `}`); a.code != tt.code || a.status != 200 {
				t.Errorf("%s, 1.0: %v", tt.name, a)
			}
			old := who.as(func(c *caller) { c.v1 = false })
			if a := old.send(`{"jsonrpc":"2.0","id":1,"method":"` + tt.in03 + `","params":` + tt.params03 + `}`); a.code != tt.code || a.status != 200 {
				t.Errorf("%s, 0.3: %v", tt.name, a)
			}
		}
	}
}

// Files are refused as content, and nobody fetches them.
func TestFilesAreNotFetched(t *testing.T) {
	var fetched atomic.Int64
	canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fetched.Add(1) }))
	defer canary.Close()
	if _, err := net.Dial("tcp", strings.TrimPrefix(canary.URL, "http://")); err != nil {
		t.Fatal(err)
	}
	both(t, func(t *testing.T, c *caller) {
		files := []string{`{"raw":"aGk="}`, `{"url":"` + canary.URL + `/a"}`}
		if !c.v1 {
			files = []string{`{"kind":"file","file":{"bytes":"aGk="}}`, `{"kind":"file","file":{"uri":"` + canary.URL + `/a"}}`}
		}
		for _, file := range files {
			for _, parts := range []string{file, file + "," + c.part("text", `"stays"`), c.part("data", peaceful) + "," + file} {
				c.refused(c.ask(parts, ""), -32005, "")
			}
		}
		c.refused(c.do("discover", `{"query":{"text":"stays","url":"`+canary.URL+`"}}`), -32602, "")
		if a := c.say("what is at " + canary.URL + "/b ?"); a.kind != "message" {
			t.Error(a)
		}
		wrong := `{"text":"stays","mediaType":"text/html"}`
		if c.v1 {
			c.refused(c.ask(wrong, ""), -32005, "")
			c.refused(c.ask(`{"data":`+peaceful+`,"mediaType":"application/yaml"}`, ""), -32005, "")
			if a := c.ask(`{"data":`+peaceful+`,"mediaType":"application/json; charset=utf-8"}`, ""); a.kind != "message" {
				t.Error(a)
			}
		}
	})
	if n := fetched.Load(); n > 0 {
		t.Errorf("%d requests reached the canary", n)
	}
}

// A message may name a task, but none takes more messages.
func TestMessagesToTasks(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		g := c.guest("guest-1")
		made := g.say("stays")
		c.refused(g.as(func(c *caller) { c.task = made.id }).say("more"), -32004, "")
		for _, who := range []*caller{g, c, c.guest("guest-2")} {
			c.refused(who.as(func(c *caller) { c.task = "01M40000000000000000099999" }).say("more"), -32001, "")
		}
		c.refused(c.guest("guest-2").as(func(c *caller) { c.task = made.id }).say("more"), -32001, "")
		if a := g.as(func(c *caller) { c.context = made.context }).say("more"); a.context != made.context {
			t.Errorf("context %s, want %s", a.context, made.context)
		}
	})
}

func TestCheckoutMessages(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for _, data := range []string{`{"action":"complete_checkout","checkout_id":"x"}`, `{"a2a.ucp.checkout":{"id":"x"}}`, `{"a2a.ucp.checkout.payment_data":{}}`} {
			c.refused(c.ask(c.part("data", data), ""), -32602, "")
		}
	})
}
