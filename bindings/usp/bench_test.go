package usp

import (
	"context"
	"net/http"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/canonical"
)

// What a call costs beyond reading and writing its bytes. Beside each route
// stand two floors: the same bytes decoded into, and encoded from, structs
// typed to the leaves, with the same JSON package and with encoding/json.

const create = `{"service_id":"haircut","slot_id":"ava-brooks.chair-window.20260318T160000Z","hold_id":"01JQK3VZ5T9GQ2M4X8C6B0NHR9","buyer":{"first_name":"Alice","last_name":"Williams","email":"alice@example.com","phone_number":"+12125551234"},"party_size":1,"notes":"First time visit"}`
const query = `{"service_id":"haircut","start_date":"2026-03-18","end_date":"2026-03-24","timezone":"America/New_York","party_size":1}`

func over(version, task, data string) string {
	if version == "0.3" {
		return `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"3f1c6a52-0001-4c1e-9b7d-8e0d8b0a0001","role":"user","parts":[{"kind":"data","mimeType":"application/json","metadata":{"usp":{"version":"2026-08-20","task_type":"` +
			task + `","profile":"https://agent.example/profiles/scheduling-agent.json","idempotency_key":"550e8400-e29b-41d4-a716-446655440000"}},"data":` + data + `}],"contextId":"01JQK3VZ5T9GQ2M4X8C6B0NHRC"}}}`
	}
	return `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"3f1c6a52-0001-4c1e-9b7d-8e0d8b0a0001","role":"ROLE_USER","parts":[{"mediaType":"application/json","metadata":{"usp":{"version":"2026-08-20","task_type":"` +
		task + `","profile":"https://agent.example/profiles/scheduling-agent.json","idempotency_key":"550e8400-e29b-41d4-a716-446655440000"}},"data":` + data + `}],"contextId":"01JQK3VZ5T9GQ2M4X8C6B0NHRC"}}}`
}

type stub canonical.Outcome

func (s stub) Do(context.Context, canonical.Request) canonical.Outcome { return canonical.Outcome(s) }

func told(r canonical.Result) stub {
	return stub{Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA", Conversation: "01JQK3VZ5T9GQ2M4X8C6B0NHRC"}, Result: r}
}

// found are fifty slots, of two people on two chairs.
func found() stub {
	r := canonical.Slots{Service: canonical.Named{ID: "haircut", Name: "Haircut and Finish"}, Minutes: 60, Timezone: "America/New_York", From: "2026-03-18", Days: 7}
	d := &canonical.Directory{
		Providers: map[string]*canonical.Provider{"ava-brooks": {ID: "ava-brooks", Name: "Ava Brooks"}, "noor-haddad": {ID: "noor-haddad", Name: "Noor Haddad"}},
		Resources: map[string]*canonical.Resource{"chair-window": {ID: "chair-window", Type: "chair", Name: "Chair by the window"}, "chair-mirror": {ID: "chair-mirror", Type: "chair", Name: "Chair at the long mirror"}},
	}
	for i := range 50 {
		start := time.Date(2026, 3, 18, 14, 0, 0, 0, time.UTC).Add(time.Duration(i/4) * 30 * time.Minute)
		s := canonical.Slot{Provider: [...]string{"ava-brooks", "noor-haddad"}[i%2], Resource: [...]string{"chair-window", "chair-mirror"}[i/2%2], Start: start, End: start.Add(time.Hour), State: canonical.SlotAvailable}
		s.ID = canonical.SlotRef{Provider: s.Provider, Resource: s.Resource, Start: start}.String()
		r.Slots = append(r.Slots, s)
	}
	out := told(r)
	out.Meta.Directory = d
	return out
}

// made is a booking that waits for its payment, with its credential.
func made() stub {
	at := time.Date(2026, 3, 16, 12, 0, 0, 0, time.UTC)
	out := told(canonical.Booking{
		ID: "01JQK3VZ5T9GQ2M4X8C6B0NHRD", Organization: "glamour-salon", Service: canonical.ServiceRef{ID: "haircut", Name: "Haircut and Finish", Kind: canonical.Appointment},
		Provider: canonical.Named{ID: "ava-brooks", Name: "Ava Brooks"}, Resources: []canonical.Named{{ID: "chair-window", Name: "Chair by the window"}},
		Client:      canonical.Client{Email: "alice@example.com", Name: "Alice", Surname: "Williams", Phone: "+12125551234"},
		RequestedAt: at, Start: time.Date(2026, 3, 18, 16, 0, 0, 0, time.UTC), Timezone: "America/New_York", Minutes: 60, Channel: canonical.InPerson,
		Lifecycle: canonical.Lifecycle{State: canonical.Requested, Transitions: []canonical.Transition{{To: canonical.Requested, At: at}}},
		Billing:   canonical.Billing{Amount: canonical.Money{Amount: 8500, Currency: "USD"}, Due: &canonical.Due{Amount: canonical.Money{Amount: 8500, Currency: "USD"}, Expires: at.Add(15 * time.Minute), State: canonical.DuePending}},
		Notes:     "First time visit", Revision: 1,
	})
	out.Meta.Task = &canonical.Task{ID: "01JQK3W1SVB5E8M0C7R2NHX4TB", Conversation: "01JQK3VZ5T9GQ2M4X8C6B0NHRC", State: canonical.TaskCompleted, At: at}
	out.Meta.Grant = &canonical.Grant{Value: "bsc_7f3c1a9e4b2d8065f1ae93c7AAAABBBB", Expires: at.Add(72 * time.Hour)}
	return out
}

// The floors' own shapes of what the binding reads and writes over A2A.
type (
	floorIn struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  struct {
			Message struct {
				Kind      string `json:"kind"`
				MessageID string `json:"messageId"`
				Role      string `json:"role"`
				ContextID string `json:"contextId"`
				Parts     []struct {
					Kind      string    `json:"kind"`
					MimeType  string    `json:"mimeType"`
					MediaType string    `json:"mediaType"`
					Metadata  metadata  `json:"metadata"`
					Data      arguments `json:"data"`
				} `json:"parts"`
			} `json:"message"`
		} `json:"params"`
	}
	floorTask[B any] struct {
		Kind      string `json:"kind,omitempty"`
		ID        string `json:"id"`
		ContextID string `json:"contextId"`
		Status    struct {
			State     string `json:"state"`
			Timestamp string `json:"timestamp,omitempty"`
		} `json:"status"`
		Artifacts []struct {
			ArtifactID string `json:"artifactId"`
			Name       string `json:"name"`
			Parts      []struct {
				Kind      string       `json:"kind,omitempty"`
				Data      B            `json:"data"`
				MimeType  string       `json:"mimeType,omitempty"`
				MediaType string       `json:"mediaType,omitempty"`
				Metadata  floorPartOut `json:"metadata"`
			} `json:"parts"`
		} `json:"artifacts"`
		Metadata taskMetadata `json:"metadata"`
	}
	floorPartOut struct {
		USP struct {
			Version      string                         `json:"version"`
			Capabilities map[string][]map[string]string `json:"capabilities"`
			TaskType     string                         `json:"task_type"`
		} `json:"usp"`
	}
	floor03[B any] struct {
		JSONRPC string       `json:"jsonrpc"`
		ID      int          `json:"id"`
		Result  floorTask[B] `json:"result"`
	}
	floor10[B any] struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Result  struct {
			Task floorTask[B] `json:"task"`
		} `json:"result"`
	}
)

func measured() []bindingtest.Cost {
	path := func(name string) string {
		if name == "org" {
			return "glamour-salon"
		}
		return ""
	}
	call := func(body string, header ...string) bindings.Inbound {
		h := http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer demo-key"}, "Usp-Agent": {`profile="https://agent.example/profiles/scheduling-agent.json"`}}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return bindings.Inbound{Header: h, Path: path, Body: []byte(body), Remote: "192.0.2.7"}
	}
	routes := map[string]bindings.Route{}
	for _, r := range New("https://desk.example").Routes() {
		routes[r.Method+" "+r.Pattern] = r
	}
	a2a := routes["POST "+base+"/a2a"]
	return []bindingtest.Cost{
		bindingtest.Measure[arguments, bookingBody]("create-rest", routes["POST "+base+"/bookings"], made(), call(create)),
		bindingtest.Measure[floorIn, floor03[bookingBody]]("create-0.3", a2a, made(), call(over("0.3", "usp/bookings/create", create))),
		bindingtest.Measure[floorIn, floor10[bookingBody]]("create-1.0", a2a, made(), call(over("1.0", "usp/bookings/create", create), "A2A-Version", "1.0")),
		bindingtest.Measure[arguments, slotsBody]("slots-rest", routes["POST "+base+"/availability/query"], found(), call(query)),
		bindingtest.Measure[floorIn, floor03[slotsBody]]("slots-0.3", a2a, found(), call(over("0.3", "usp/availability/query", query))),
		bindingtest.Measure[floorIn, floor10[slotsBody]]("slots-1.0", a2a, found(), call(over("1.0", "usp/availability/query", query), "A2A-Version", "1.0")),
	}
}

// The floors write what the binding writes, so that they are floors of it.
func TestFloors(t *testing.T) { bindingtest.Floors(t, measured()) }

// A call allocates hardly more often than encoding/json alone does for its
// bytes: a booking and its payment are put together of some two dozen texts and
// lists, fifty slots of hardly any.
func TestAllocations(t *testing.T) {
	for _, c := range measured() {
		got, std := c.Allocations()
		t.Logf("%s: %.0f allocations, floor %.0f", c.Name, got, std)
		if got > std+26 {
			t.Errorf("%s: %.0f allocations, with encoding/json alone %.0f", c.Name, got, std)
		}
	}
}

func BenchmarkTranslate(b *testing.B) { bindingtest.Benchmark(b, measured()) }

// BenchmarkRatio is a call as a multiple of reading and writing its bytes with
// the same JSON package.
func BenchmarkRatio(b *testing.B) { bindingtest.Ratio(b, 1.5, 1500*time.Nanosecond, measured()) }
