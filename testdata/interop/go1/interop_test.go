// Package go1 drives a running desk with a2a-go v2, in A2A 1.0.
package go1

import (
	"net/http"
	"slices"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"

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

// The library asks for the card without a version, and must find in the one
// for both that 1.0 is spoken, where, and by whom.
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
		first := *card.SupportedInterfaces[0]
		if card.Name != want.Name || *card.Provider != *want.Provider || first.URL != url+path+"/a2a" || first.ProtocolVersion != "1.0" || first.ProtocolBinding != "JSONRPC" {
			t.Errorf("%s: %s by %+v at %+v", path, card.Name, card.Provider, first)
		}
		if c := card.Capabilities; c.Streaming || c.PushNotifications || c.ExtendedAgentCard {
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
		r, err := c.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: m})
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(r); got.State != "message" || got.Context == "" || got.Data == nil {
			t.Errorf("%s: %+v", path, got)
		}
		c.ear.Only(t, "1.0")
	}
	if _, err := agentcard.DefaultResolver.Resolve(t.Context(), url+"/orgs/nobodys"); err == nil {
		t.Error("nobody has a card")
	}
}

func TestTwenty(t *testing.T) {
	f := desk.Twenty(t)
	c := discover(t, desk.Start(t, f.Now), f.Organization)
	f.Walk(t, c)
	c.ear.Only(t, "1.0")
}

func TestRefusals(t *testing.T) {
	r := desk.ReadRefusals(t)
	c := discover(t, desk.Start(t, r.Now), r.Organization)
	r.Walk(t, c, "1.0", map[string]func(desk.Answer, error) bool{
		// of a stream the library reads events alone
		"subscribe": func(a desk.Answer, err error) bool {
			return a == desk.Answer{} && err == nil && c.ear.Status() == http.StatusOK
		},
	})
	// nor does it ask for a card that is not offered
	if _, err := c.GetExtendedAgentCard(t.Context(), &a2a.GetExtendedAgentCardRequest{}); err != a2a.ErrExtendedCardNotConfigured {
		t.Errorf("the extended card: %v", err)
	}
}

// TestTasks looks at tasks as a client may: a message that is sent again, some
// of a history, lists by page and by state.
func TestTasks(t *testing.T) {
	c := discover(t, desk.Start(t, "2026-03-30T08:30:00-03:00"), "clinica-demo")
	ctx := a2aclient.AttachServiceParams(t.Context(), a2aclient.ServiceParams{"Authorization": {"Bearer demo-business"}})
	send := func(m *a2a.Message) *a2a.Task {
		t.Helper()
		r, err := c.SendMessage(ctx, &a2a.SendMessageRequest{Message: m})
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
	got, err := c.GetTask(ctx, &a2a.GetTaskRequest{ID: asked.ID, HistoryLength: &one})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.History) != 1 || got.History[0].ID != second.ID || got.History[0].Role != a2a.MessageRoleUser || got.Status.Timestamp == nil {
		t.Errorf("the last of its history: %+v", got)
	}
	other := send(message(desk.Call{Text: "I would like to book a massage"}))

	list, err := c.ListTasks(ctx, &a2a.ListTasksRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	if list.TotalSize != 2 || list.PageSize != 1 || len(list.Tasks) != 1 || list.Tasks[0].ID != other.ID || list.NextPageToken == "" {
		t.Fatalf("the first page: %+v", list)
	}
	if list, err = c.ListTasks(ctx, &a2a.ListTasksRequest{PageSize: 1, PageToken: list.NextPageToken}); err != nil {
		t.Fatal(err)
	}
	if len(list.Tasks) != 1 || list.Tasks[0].ID != asked.ID || list.NextPageToken != "" {
		t.Errorf("the last page: %+v", list)
	}
	cancelled, err := c.CancelTask(ctx, &a2a.CancelTaskRequest{ID: other.ID})
	if err != nil {
		t.Fatal(err)
	}
	if cancelled.ID != other.ID || cancelled.Status.State != a2a.TaskStateCanceled {
		t.Errorf("cancelled: %+v", cancelled)
	}
	done := send(a2a.NewMessageForTask(a2a.MessageRoleUser, asked, a2a.NewTextPart("sí, confirma")))
	if done.Status.State != a2a.TaskStateCompleted || len(done.Artifacts) != 1 {
		t.Errorf("confirmed: %+v", done)
	}
	for state, id := range map[a2a.TaskState]a2a.TaskID{a2a.TaskStateCanceled: other.ID, a2a.TaskStateCompleted: asked.ID} {
		list, err := c.ListTasks(ctx, &a2a.ListTasksRequest{Status: state, IncludeArtifacts: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(list.Tasks) != 1 || list.Tasks[0].ID != id || len(list.Tasks[0].Artifacts) != map[bool]int{true: 1}[id == asked.ID] {
			t.Errorf("%s: %+v", state, list)
		}
	}
	c.ear.Only(t, "1.0")
}
