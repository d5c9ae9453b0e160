// Package go03 drives a running desk with a2a-go v0.3, in A2A 0.3.
package go03

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"

	"hora/interop/desk"
)

// discover finds the card of an organization and makes a client of it.
func discover(t *testing.T, url, organization string) *client {
	t.Helper()
	card, err := agentcard.DefaultResolver.Resolve(t.Context(), url+"/orgs/"+organization)
	if err != nil {
		t.Fatal(err)
	}
	c, err := connect(t.Context(), card)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The card for both versions has all that 0.3 wants in one.
func TestCard(t *testing.T) {
	url := desk.Start(t, "2026-03-30T08:30:00-03:00")
	for path, want := range map[string]a2a.AgentCard{
		"":                   {Name: "hora", Provider: &a2a.AgentProvider{Org: "hora", URL: url}},
		"/orgs/clinica-demo": {Name: "Clinica Demo", Provider: &a2a.AgentProvider{Org: "Clinica Demo", URL: url + "/orgs/clinica-demo"}},
	} {
		card, err := agentcard.DefaultResolver.Resolve(t.Context(), url+path)
		if err != nil {
			t.Fatal(err)
		}
		if card.Name != want.Name || *card.Provider != *want.Provider || card.URL != url+path+"/a2a" || card.ProtocolVersion != "0.3.0" || card.PreferredTransport != a2a.TransportProtocolJSONRPC {
			t.Errorf("%s: %s by %+v at %s, %s %s", path, card.Name, card.Provider, card.URL, card.ProtocolVersion, card.PreferredTransport)
		}
		if c := card.Capabilities; c.Streaming || c.PushNotifications || card.SupportsAuthenticatedExtendedCard {
			t.Errorf("%s: what is not offered is promised: %+v", path, c)
		}
		for _, id := range []string{"list_services", "find_slots", "book", "talk"} {
			if !slices.ContainsFunc(card.Skills, func(s a2a.AgentSkill) bool { return s.ID == id }) {
				t.Errorf("%s: no skill is %s", path, id)
			}
		}
		bearer, ok := card.SecuritySchemes["bearer"].(a2a.HTTPAuthSecurityScheme)
		if !ok || bearer.Scheme != "Bearer" {
			t.Errorf("%s: schemes %+v", path, card.SecuritySchemes)
		}
		c, err := connect(t.Context(), card)
		if err != nil {
			t.Fatal(err)
		}
		m := message(desk.Call{Text: "¿Qué servicios tienen?"})
		m.Metadata = map[string]any{"organization": "clinica-demo"}
		r, err := c.SendMessage(t.Context(), &a2a.MessageSendParams{Message: m})
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(r); got.State != "message" || got.Context == "" || got.Data == nil {
			t.Errorf("%s: %+v", path, got)
		}
		c.ear.Only(t, "")
	}
	if _, err := agentcard.DefaultResolver.Resolve(t.Context(), url+"/orgs/nobodys"); err == nil {
		t.Error("nobody has a card")
	}
}

func TestTwenty(t *testing.T) {
	f := desk.Twenty(t)
	c := discover(t, desk.Start(t, f.Now), f.Organization)
	f.Walk(t, c)
	c.ear.Only(t, "")
}

func TestRefusals(t *testing.T) {
	r := desk.ReadRefusals(t)
	c := discover(t, desk.Start(t, r.Now), r.Organization)
	r.Walk(t, c, "0.3", map[string]func(desk.Answer, error) bool{
		// of a stream the library reads events alone
		"subscribe": func(a desk.Answer, err error) bool {
			return a == desk.Answer{} && err == nil && c.ear.Status() == http.StatusOK
		},
		// who claims a version gets an error in the words of the latest, in
		// which this library finds no object
		"get: in a version that is not spoken": func(_ desk.Answer, err error) bool {
			return err != nil && strings.HasPrefix(err.Error(), "failed to decode response")
		},
	})
}

// TestTasks looks at tasks as a client may: a message that is sent again, some
// of a history, one given up.
func TestTasks(t *testing.T) {
	c := discover(t, desk.Start(t, "2026-03-30T08:30:00-03:00"), "clinica-demo")
	c.AddCallInterceptor(a2aclient.NewStaticCallMetaInjector(a2aclient.CallMeta{"authorization": {"Bearer demo-business"}}))
	send := func(m *a2a.Message) *a2a.Task {
		t.Helper()
		waits := false // which is no wish that anybody here could grant
		r, err := c.SendMessage(t.Context(), &a2a.MessageSendParams{Message: m, Config: &a2a.MessageSendConfig{Blocking: &waits}})
		if err != nil {
			t.Fatal(err)
		}
		task, ok := r.(*a2a.Task)
		if !ok {
			t.Fatalf("%T, want a task", r)
		}
		return task
	}
	first := message(desk.Call{Text: "Quiero reservar Asesoria Lactancia"})
	asked := send(first)
	if again := send(first); again.ID != asked.ID || again.Status.State != a2a.TaskStateInputRequired {
		t.Errorf("sent again: %+v", again)
	}
	second := message(desk.Call{Text: "el miércoles a las 10:00, ana@example.com"})
	second.TaskID = asked.ID // of which the context is known
	if got := send(second); got.ID != asked.ID || got.ContextID != asked.ContextID || len(got.History) != 3 {
		t.Errorf("continued: %+v", got)
	}
	one := 1
	got, err := c.GetTask(t.Context(), &a2a.TaskQueryParams{ID: asked.ID, HistoryLength: &one})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.History) != 1 || got.History[0].ID != second.ID || got.History[0].Role != a2a.MessageRoleUser || got.Status.Timestamp == nil {
		t.Errorf("the last of its history: %+v", got)
	}
	other := send(message(desk.Call{Text: "I would like to book a massage"}))
	cancelled, err := c.CancelTask(t.Context(), &a2a.TaskIDParams{ID: other.ID})
	if err != nil {
		t.Fatal(err)
	}
	if cancelled.ID != other.ID || cancelled.Status.State != a2a.TaskStateCanceled {
		t.Errorf("cancelled: %+v", cancelled)
	}
	done := send(a2a.NewMessageForTask(a2a.MessageRoleUser, asked, a2a.TextPart{Text: "sí, confirma"}))
	if done.Status.State != a2a.TaskStateCompleted || len(done.Artifacts) != 1 {
		t.Errorf("confirmed: %+v", done)
	}
	// in 0.3 there are no lists of tasks
	if _, err := c.ListTasks(t.Context(), &a2a.ListTasksRequest{}); c.Refused(err) != (desk.Refusal{Code: -32601}) {
		t.Errorf("a list: %v", err)
	}
	c.ear.Only(t, "")
}
