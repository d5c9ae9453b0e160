package selfe_test

import (
	"strings"
	"testing"
)

const peaceful = `{"skill":"discover","arguments":{"query":{"text":"Peaceful stays"}}}`

func TestR_E1(t *testing.T) {
	c := open(t).caller(true)
	for version, code := range map[string]int{"1.0": 0, "1.0.1": 0, "2.0": -32009, "0.2": -32009, "1": -32009, "latest": -32009} {
		a := c.as(func(c *caller) { c.headers = map[string]string{"A2A-Version": version} }).ask(c.part("data", peaceful), "")
		if a.code != code {
			t.Errorf("version %s: %v", version, a)
		}
	}
}

// The header that activates the extension, in either version's spelling: a
// caller of 1.0 has no other.
func TestR_E2(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		name := "X-A2A-Extensions"
		if c.v1 {
			name = "A2A-Extensions"
		}
		for header, code := range map[string]int{
			"": -32008, "https://selfe.ai/a2a/extensions/registry/v2": -32008, strings.ToUpper(extension): -32008,
			extension: 0, "https://example.org/x, " + extension: 0, extension + ",https://example.org/x": 0,
		} {
			there := c.as(func(c *caller) { c.headers = map[string]string{name: header} })
			a := there.ask(c.part("data", peaceful), "")
			if a.code != code {
				t.Errorf("%s: %q: %v", name, header, a)
			}
			echo := a.header.Get(name)
			if code == 0 && echo != extension || code != 0 && echo != "" {
				t.Errorf("%s: %q is echoed as %q", name, header, echo)
			}
			if a := there.say("Peaceful stays"); a.kind != "message" {
				t.Errorf("plain text needs no extension: %v", a)
			}
		}
		if c.v1 {
			old := c.as(func(c *caller) { c.headers = map[string]string{name: "", "X-A2A-Extensions": extension} })
			a := old.ask(c.part("data", peaceful), "")
			if a.code != -32008 || a.header.Get("X-A2A-Extensions") != "" {
				t.Errorf("the spelling of 0.3: %v", a)
			}
		}
	})
}

func TestR_E3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		part, data := c.part("text", `"Peaceful stays"`), c.part("data", peaceful)
		method, user, agent := "SendMessage", "ROLE_USER", "ROLE_AGENT"
		if !c.v1 {
			method, user, agent = "message/send", "user", "agent"
		}
		for _, tt := range []struct {
			message string
			fields  string
		}{
			{`{"messageId":"m","role":"USER","parts":[]}`, "message.parts"},
			{`{"messageId":"m","role":"USER"}`, "message.parts"},
			{`{"messageId":"m","role":"USER","parts":[` + part + `,` + part + `]}`, "message.parts"},
			{`{"messageId":"m","role":"USER","parts":[` + data + `,` + part + `]}`, "message.parts"},
			{`{"messageId":"m","role":"USER","parts":[` + part + `,` + data + `]}`, "message.parts"},
			{`{"messageId":"m","role":"AGENT","parts":[` + part + `]}`, "message.role"},
			{`{"messageId":"m","parts":[` + part + `]}`, "message.role"},
			{`{"role":"USER","parts":[` + part + `]}`, "message.messageId"},
			{`{"messageId":"","role":"USER","parts":[` + part + `]}`, "message.messageId"},
			{`{"messageId":7,"role":"USER","parts":[` + part + `]}`, "message.messageId"},
		} {
			message := strings.NewReplacer(`"USER"`, `"`+user+`"`, `"AGENT"`, `"`+agent+`"`).Replace(tt.message)
			for _, who := range []*caller{c, c.guest("guest-1")} {
				a := who.send(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"message":` + message + `}}`)
				c.refused(a, -32602, "")
				if first, _, _ := strings.Cut(a.fields, " "); first != tt.fields {
					t.Errorf("%s: %v", message, a)
				}
			}
		}
	})
}

func TestR_E4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for data, fields := range map[string]string{
			`{"skill":"recommend","arguments":{}}`:                                        "message.parts[0].data.skill",
			`{"skill":"Discover","arguments":{"query":{"text":"x"}}}`:                     "message.parts[0].data.skill",
			`{"arguments":{"query":{"text":"x"}}}`:                                        "message.parts[0].data.skill",
			`{"skill":null,"arguments":{"query":{"text":"x"}}}`:                           "message.parts[0].data.skill",
			`{"arguments":{"query":{"text":"x"}},"skill":["discover"]}`:                   "message.parts[0].data.skill",
			`{"skill":"discover"}`:                                                        "message.parts[0].data.arguments",
			`{"skill":"discover","arguments":{"query":{"text":"x"}},"stay":{}}`:           "message.parts[0].data.stay",
			`{"skill":"discover","arguments":{"query":{"text":"x","lang":"en"}}}`:         "message.parts[0].data.arguments.query.lang",
			`{"arguments":{"query":{"text":"x","lang":"en"}},"skill":"discover"}`:         "message.parts[0].data.arguments.query.lang",
			`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":null}}`:         "message.parts[0].data.arguments.stay",
			`{"skill":"match","arguments":{"places":[{"name":"ok"},{"name":"a"}]}}`:       "message.parts[0].data.arguments.places[1].name",
			`{"skill":"discover","arguments":{"stay":{"time":"7pm"},"party":{}}}`:         "message.parts[0].data.arguments.stay.checkIn message.parts[0].data.arguments.stay.time message.parts[0].data.arguments.party.adults message.parts[0].data.arguments.query",
			`{"skill":"discover","arguments":{"query":{"text":"x"},"pageToken":"guess"}}`: "message.parts[0].data.arguments.pageToken",
		} {
			a := c.ask(c.part("data", data), "")
			c.refused(a, -32602, "")
			if a.fields != fields {
				t.Errorf("%s: fields %q, want %q", data, a.fields, fields)
			}
		}
	})
}

func TestR_E5(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		if a := c.ask(c.part("data", peaceful), ""); a.kind != "message" {
			t.Error(a)
		}
		a := c.guest("guest-1").ask(c.part("data", peaceful), "")
		if a.kind != "task" || strings.Contains(a.body, `"message":{`) {
			t.Error(a)
		}
	})
}

func TestR_E6(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		for body, code := range map[string]int{
			`{"jsonrpc":"2.0",`:               -32700,
			`{"jsonrpc":"2.0","id":1,"id":2}`: -32700,
			"\xff":                            -32700,
			`[]`:                              -32600,
			`[{"jsonrpc":"2.0","id":1,"method":"x"}]`: -32600,
			`"SendMessage"`:                               -32600,
			`{"jsonrpc":"1.0","id":1,"method":"x"}`:       -32600,
			`{"id":1,"method":"x"}`:                       -32600,
			`{"jsonrpc":"2.0","id":{},"method":"x"}`:      -32600,
			`{"jsonrpc":"2.0","id":1,"method":"x"}`:       -32601,
			`{"jsonrpc":"2.0","id":1,"method":"GetCard"}`: -32601,
		} {
			a := c.send(body)
			c.refused(a, code, "")
			if a.status != 200 || code == -32700 && !strings.Contains(a.body, `"id":null`) {
				t.Errorf("%q: HTTP %d %s", body, a.status, a.body)
			}
		}
	})
}

// The two versions have their own methods, on one URL.
func TestR_F1(t *testing.T) {
	c := open(t).caller(false).guest("guest-1")
	made := c.say("Peaceful stays")
	if got := c.about("get", byID(made.id)); got.kind != "task" || got.id != made.id {
		t.Error(got)
	}
	c.refused(c.about("cancel", byID(made.id)), -32002, "")
	for _, method := range []string{"SendMessage", "GetTask", "CancelTask", "ListTasks"} {
		a := c.send(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + byID(made.id) + `}`)
		c.refused(a, -32601, "")
		if !strings.Contains(a.body, "A2A-Version") {
			t.Errorf("the header is not named: %s", a.body)
		}
	}
}

// What a message of 0.3 must look like; that it is then held to the same rules
// is seen in all tests that run in both versions.
func TestR_F2(t *testing.T) {
	c := open(t).caller(false)
	for message, code := range map[string]int{
		`{"messageId":"m","role":"user","parts":[{"kind":"data","data":` + peaceful + `}]}`:      0,
		`{"messageId":"m","role":"user","parts":[{"data":` + peaceful + `}]}`:                    -32602,
		`{"messageId":"m","role":"ROLE_USER","parts":[{"kind":"text","text":"Peaceful"}]}`:       -32602,
		`{"messageId":"m","role":"agent","parts":[{"kind":"text","text":"Peaceful"}]}`:           -32602,
		`{"kind":"task","messageId":"m","role":"user","parts":[{"kind":"text","text":"Peace"}]}`: -32602,
	} {
		if a := c.send(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":` + message + `}}`); a.code != code {
			t.Errorf("%s: %v", message, a)
		}
	}
}

func TestR_F3(t *testing.T) {
	c := open(t).caller(false)
	a := c.say("Peaceful stays")
	for _, want := range []string{`"result":{"kind":"message"`, `"role":"agent"`, `{"kind":"data","data":{`, `{"kind":"text","text":"`} {
		if !strings.Contains(a.body, want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
	a = c.guest("guest-1").say("Peaceful stays")
	for _, want := range []string{`"result":{"kind":"task"`, `"state":"completed"`, `"artifacts":[{"artifactId":"result"`} {
		if !strings.Contains(a.body, want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
}

func TestR_F4(t *testing.T) {
	c := open(t).caller(false)
	for _, name := range []string{"X-A2A-Extensions", "A2A-Extensions"} { // a caller of 0.3 may use either
		there := c.as(func(c *caller) { c.headers = map[string]string{"X-A2A-Extensions": "", name: extension} })
		if a := there.ask(c.part("data", peaceful), ""); a.code != 0 || a.header.Get(name) != extension {
			t.Errorf("%s: %v %v", name, a, a.header)
		}
	}
	bare := c.as(func(c *caller) { c.headers = map[string]string{"X-A2A-Extensions": ""} })
	c.refused(bare.ask(c.part("data", peaceful), ""), -32008, "")
}

func TestR_F5(t *testing.T) {
	c := open(t).caller(false).guest("guest-1")
	c.refused(c.send(`{"jsonrpc":"2.0","id":1,"method":"tasks/list","params":{}}`), -32601, "")
}
