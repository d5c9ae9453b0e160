package selfe_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/identity/oauth/issuer"
)

func TestR_T1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		g := c.guest("guest-1")
		made := g.say("stays")
		for _, what := range []string{"get", "cancel"} {
			if a := c.about(what, byID(made.id)); a.status != 401 || a.reason != "UNAUTHENTICATED" {
				t.Errorf("%s, by nobody: %v", what, a)
			}
		}
		if c.v1 {
			if a := c.about("list", `{}`); a.status != 401 {
				t.Errorf("list, by nobody: %v", a)
			}
		}
		c.registry(other, func(*canonical.Registry) {})
		strangers := map[string]*caller{
			"another owner": c.guest("guest-2"),
			"an agent":      c.as(func(c *caller) { c.token = c.world.token(agentic) }),
			"another host": g.as(func(c *caller) {
				c.host, c.token = elsehost, c.world.token(func(t *issuer.Token) { t.Audience = elsehost })
			}),
			"another catalogue": g.as(func(c *caller) { c.catalogue = other }),
		}
		for name, who := range strangers {
			for _, what := range []string{"get", "cancel"} {
				a, b := who.about(what, byID(made.id)), who.about(what, byID("01M40000000000000000099999"))
				c.refused(a, -32001, "")
				if strings.ReplaceAll(a.body, made.id, "01M40000000000000000099999") != b.body {
					t.Errorf("%s, %s:\n%s\na random id:\n%s", name, what, a.body, b.body)
				}
			}
			if c.v1 {
				if a := who.about("list", `{}`); a.kind != "page" || len(a.tasks) != 0 {
					t.Errorf("%s: %v", name, a)
				}
			}
		}
		if a := g.about("get", byID(made.id)); a.kind != "task" || a.data != made.data {
			t.Error(a)
		}
	})
}

// Lists are of 1.0 alone.
func TestR_T2(t *testing.T) {
	w := open(t)
	g := w.caller(true).guest("guest-1")
	var ids []string
	for i := range 5 {
		g.turn(time.Minute)
		ids = append(ids, g.say(fmt.Sprintf("stays %d", i)).id)
	}
	for size, code := range map[string]int{"0": -32602, "-1": -32602, "101": -32602, `"x"`: -32602, "1": 0, "100": 0} {
		if a := g.about("list", `{"pageSize":`+size+`}`); a.code != code {
			t.Errorf("pageSize %s: %v", size, a)
		}
	}
	if a := g.about("list", `{}`); a.size != 50 || a.total != 5 || !strings.Contains(a.body, `"nextPageToken":""`) {
		t.Errorf("%v", a)
	}
	var seen []string
	token := ""
	for range 4 {
		a := g.about("list", `{"pageSize":2,"pageToken":"`+token+`"}`)
		if !strings.Contains(a.body, `"nextPageToken":"`) || strings.Contains(a.body, "artifacts") || strings.Contains(a.body, "history") {
			t.Errorf("%v", a)
		}
		for _, x := range a.tasks {
			seen = append(seen, x.id)
		}
		if token = a.next; token == "" {
			break
		}
	}
	for i := range ids {
		if len(seen) != 5 || seen[i] != ids[4-i] {
			t.Fatalf("listed %v, made %v", seen, ids)
		}
	}
	first := g.about("list", `{"pageSize":2}`)
	for name, who := range map[string]*caller{
		"another owner":     w.caller(true).guest("guest-2"),
		"another catalogue": g.as(func(c *caller) { c.catalogue = other }),
		"another host": g.as(func(c *caller) {
			c.host, c.token = elsehost, c.world.token(func(t *issuer.Token) { t.Audience = elsehost })
		}),
	} {
		if a := who.about("list", `{"pageToken":"`+first.next+`"}`); a.code != -32602 || a.fields != "pageToken" {
			t.Errorf("%s: %v", name, a)
		}
	}
	if a := g.about("list", `{"pageToken":"guess"}`); a.code != -32602 {
		t.Errorf("%v", a)
	}
	whole := g.about("list", `{"includeArtifacts":true,"historyLength":5}`)
	for _, x := range whole.tasks {
		if x.parts != "data text" || len(x.history) != 1 || !strings.HasPrefix(x.history[0], "stays") {
			t.Errorf("%+v", x)
		}
	}
	context := whole.tasks[0].context
	if a := g.about("list", `{"contextId":"`+context+`"}`); len(a.tasks) != 1 || a.tasks[0].context != context {
		t.Errorf("%v", a)
	}
	if a := g.about("list", `{"status":"TASK_STATE_FAILED"}`); len(a.tasks) != 0 {
		t.Errorf("%v", a)
	}
}

func TestR_T3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		agent := c.as(func(c *caller) { c.token = c.world.token(agentic) })
		o := agent.offers()[0]
		if o.Cart == nil {
			t.Fatal("no cart")
		}
		consent := c.consent(o.Cart)
		a := agent.mandated(o, consent)
		if b := a.booked(t); a.state != "completed" || !*b.Booked {
			t.Fatal(a)
		}
		history := strings.Join(a.history, "")
		if !strings.Contains(history, `"offerId":"[redacted]","authority":{"type":"ap2_cart_mandate","sha256":"`) {
			t.Errorf("history %s", history)
		}
		agent.say("Write to ana.rojas@mail.example or +44 17687 72645 about a quiet room")
		stored, logged := c.everything(), c.log.text()
		secrets := map[string]string{
			"the offer": o.OfferID, "the handle": o.Handle, "the token": agent.token, "the consent": consent, "its key binding": consent[strings.LastIndex(consent, "~")+1:],
			"the cart's signature": read[struct {
				Signature string `json:"merchant_authorization"`
			}](t, o.Cart).Signature,
			"an address": "ana.rojas", "a telephone": "72645", "the subject": "guest-1",
		}
		for name, secret := range secrets {
			if secret == "" || strings.Contains(stored, secret) {
				t.Errorf("%s is stored", name)
			}
			if strings.Contains(logged, secret) {
				t.Errorf("%s is logged", name)
			}
		}
	})
}

func TestR_T4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1")
		found, made := g.say("stays"), g.book(g.offers()[0].OfferID)
		c.store.forget()
		for _, x := range []answer{found, made} {
			c.refused(g.about("cancel", byID(x.id)), -32002, "")
		}
		if n := c.store.writes(); n > 0 {
			t.Errorf("%d writes", n)
		}
		if a := g.about("get", byID(made.id)); a.data != made.data || a.state != "completed" {
			t.Errorf("%v", a)
		}
		open, _ := c.lost("guest-2")
		c.refused(c.guest("guest-2").about("cancel", byID(open.id)), -32002, "")
	})
}

func TestR_T5(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1")
		made := g.book(g.offers()[0].OfferID)
		c.start()
		for _, v1 := range []bool{c.v1, !c.v1} {
			a := g.as(func(c *caller) { c.v1 = v1 }).about("get", byID(made.id))
			if a.kind != "task" || a.data != made.data || a.state != made.state || a.text != made.text {
				t.Errorf("%v\nwas\n%v", a, made)
			}
		}
		if a := g.about("get", `{"id":"`+made.id+`","historyLength":0}`); len(a.history) != 0 || strings.Contains(a.body, "history") {
			t.Errorf("%v", a)
		}
	})
}
