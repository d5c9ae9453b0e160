package a2a

import (
	"context"
	"net/http"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/canonical"
)

// What a call costs beyond reading and writing its bytes. Beside each stand
// two floors: the same bytes decoded into, and encoded from, structs typed to
// the leaves, with the same JSON package and with encoding/json.

const bookPart = `{"operation":"book","arguments":{"service":"cmiofy3o7005zus0wvsk0xqdc","provider":"clx1abc123","start":"2026-04-01T10:00:00-03:00","client":{"email":"joaquin.lopez@mail.com","name":"Joaquin","surname":"Lopez","phone":"+56911112222"},"notes":"Dolor lumbar, primera consulta"}}`
const slotsPart = `{"operation":"find_slots","arguments":{"service":"cmiofy3o7005zus0wvsk0xqdc","from":"2026-04-01","days":7}}`

func sent10(part string) string {
	return `{"jsonrpc":"2.0","id":"r1","method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","contextId":"01JQK3W1SVB5E8M0C7R2NHX4TC","parts":[{"data":` + part + `,"mediaType":"application/json"}]},"configuration":{"historyLength":1}}}`
}

func sent03(part string) string {
	return `{"jsonrpc":"2.0","id":"r1","method":"message/send","params":{"message":{"kind":"message","messageId":"m-1","role":"user","contextId":"01JQK3W1SVB5E8M0C7R2NHX4TC","parts":[{"kind":"data","data":` + part + `}]},"configuration":{"historyLength":1,"blocking":true}}}`
}

// A stub answers as an engine would, with the task that a write makes.
type stub struct{ canonical.Outcome }

func (s stub) Do(_ context.Context, r canonical.Request) canonical.Outcome {
	if s.Meta.Task != nil {
		t := *s.Meta.Task
		t.Form = r.Form
		t.History = []canonical.Utterance{*r.Said()}
		s.Meta.Task = &t
	}
	return s.Outcome
}

func bookingOutcome() stub {
	o := canonical.Outcome{Result: canonical.Booking{
		ID: "01JQK3VZ5T9GQ2M4X8C6B0NHRD", Organization: "clinica-demo", Service: canonical.ServiceRef{ID: "cmiofy3o7005zus0wvsk0xqdc", Name: "Kinesiologia Musculoesqueletica"},
		Provider: canonical.Named{ID: "clx1abc123", Name: "Dra. Maria Gonzalez"}, Client: canonical.Client{Email: "joaquin.lopez@mail.com", Name: "Joaquin", Surname: "Lopez"},
		Start: time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC), Timezone: "America/Santiago", Minutes: 60, Channel: canonical.HomeVisit,
		Order: "01JQK3VZ5T9GQ2M4X8C6B0NHR1", Sale: "01JQK3VZ5T9GQ2M4X8C6B0NHR2", Revision: 1,
		Lifecycle: canonical.Lifecycle{State: canonical.Scheduled}, Billing: canonical.Billing{Amount: canonical.Money{Amount: 40000, Currency: "CLP"}, Status: canonical.BillingPending},
	}}
	o.Meta = canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA", Conversation: "01JQK3W1SVB5E8M0C7R2NHX4TC"}
	o.Meta.Task = &canonical.Task{ID: "01JQK3W1SVB5E8M0C7R2NHX4TB", Conversation: o.Meta.Conversation, State: canonical.TaskCompleted, At: time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)}
	return stub{o}
}

func slotsOutcome() stub {
	r := canonical.Slots{
		Service: canonical.Named{ID: "cmiofy3o7005zus0wvsk0xqdc", Name: "Kinesiologia Musculoesqueletica"}, Minutes: 60,
		Provider: canonical.Named{ID: "clx1abc123", Name: "Dra. Maria Gonzalez"}, Timezone: "America/Santiago", From: "2026-04-01", Days: 7,
	}
	for i := range 50 {
		start := time.Date(2026, 4, 1+i/9, 12+i%9, 0, 0, 0, time.UTC)
		ref := canonical.SlotRef{Provider: "clx1abc123", Start: start}
		r.Slots = append(r.Slots, canonical.Slot{ID: ref.String(), Provider: "clx1abc123", Start: start, End: start.Add(time.Hour)})
	}
	return stub{canonical.Outcome{Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA", Conversation: "01JQK3W1SVB5E8M0C7R2NHX4TC"}, Result: r}}
}

// The floors' own shapes of what comes in and goes out.
type (
	floorCall[A any] struct {
		JSONRPC string `json:"jsonrpc"`
		ID      string `json:"id"`
		Method  string `json:"method"`
		Params  struct {
			Message       floorMessage[call[A]] `json:"message"`
			Configuration struct {
				HistoryLength *int  `json:"historyLength"`
				Blocking      *bool `json:"blocking"`
			} `json:"configuration"`
		} `json:"params"`
	}
	floorMessage[D any] struct {
		Kind    string         `json:"kind,omitempty"`
		ID      string         `json:"messageId"`
		Role    string         `json:"role"`
		Parts   []floorPart[D] `json:"parts"`
		Context string         `json:"contextId,omitempty"`
		Task    string         `json:"taskId,omitempty"`
	}
	floorPart[D any] struct {
		Kind      string `json:"kind,omitempty"`
		Text      string `json:"text,omitempty"`
		Data      *D     `json:"data,omitempty"`
		MediaType string `json:"mediaType,omitempty"`
	}
	floorTask struct {
		Kind    string `json:"kind,omitempty"`
		ID      string `json:"id"`
		Context string `json:"contextId"`
		Status  struct {
			State     string `json:"state"`
			Timestamp string `json:"timestamp"`
		} `json:"status"`
		Artifacts []struct {
			ID    string              `json:"artifactId"`
			Parts []floorPart[answer] `json:"parts"`
		} `json:"artifacts"`
		History []floorMessage[call[bookArguments]] `json:"history,omitempty"`
	}
	floorResponse[R any] struct {
		JSONRPC string `json:"jsonrpc"`
		ID      string `json:"id"`
		Result  R      `json:"result"`
	}
	floorWrapped struct {
		Task    *floorTask            `json:"task,omitempty"`
		Message *floorMessage[answer] `json:"message,omitempty"`
	}
)

func measure[In, Out any](name string, desk stub, body, version string) bindingtest.Cost {
	h := http.Header{"Content-Type": {"application/json"}}
	if version != "" {
		h["A2a-Version"] = []string{version}
	}
	in := bindings.Inbound{Header: h, Path: func(string) string { return "clinica-demo" }, Body: []byte(body), Remote: "192.0.2.7"}
	r := New("https://desk.example").Routes()[2]
	return bindingtest.Measure[In, Out](name, r, desk, in)
}

func measured() []bindingtest.Cost {
	return []bindingtest.Cost{
		measure[floorCall[bookArguments], floorResponse[floorTask]]("book-0.3", bookingOutcome(), sent03(bookPart), ""),
		measure[floorCall[bookArguments], floorResponse[floorWrapped]]("book-1.0", bookingOutcome(), sent10(bookPart), "1.0"),
		measure[floorCall[findSlotsArguments], floorResponse[floorMessage[answer]]]("slots-0.3", slotsOutcome(), sent03(slotsPart), ""),
		measure[floorCall[findSlotsArguments], floorResponse[floorWrapped]]("slots-1.0", slotsOutcome(), sent10(slotsPart), "1.0"),
	}
}

// The floors write what the binding writes, so that they are floors of it.
func TestFloors(t *testing.T) { bindingtest.Floors(t, measured()) }

// A call allocates at most 1.3 times as often as encoding/json alone does for
// its bytes.
func TestAllocations(t *testing.T) {
	for _, c := range measured() {
		got, std := c.Allocations()
		t.Logf("%s: %.0f allocations, floor %.0f", c.Name, got, std)
		if got > 1.3*std {
			t.Errorf("%s: %.0f allocations, with encoding/json alone %.0f", c.Name, got, std)
		}
	}
}

func BenchmarkTranslate(b *testing.B) { bindingtest.Benchmark(b, measured()) }

// BenchmarkRatio is a call as a multiple of reading and writing its bytes with
// the same JSON package.
func BenchmarkRatio(b *testing.B) { bindingtest.Ratio(b, 2.0, 1500*time.Nanosecond, measured()) }
