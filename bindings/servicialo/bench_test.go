package servicialo

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/canonical"
)

// What a call costs beyond reading and writing its bytes. Beside each route
// stand two floors: the same bytes decoded into, and encoded from, structs
// typed to the leaves, with the same JSON package and with encoding/json.

const bookArguments = `"serviceId":"cmiofy3o7005zus0wvsk0xqdc","providerId":"clx1abc123","scheduledAt":"2026-04-01T10:00:00-03:00","notes":"Dolor lumbar, primera consulta"`
const bookREST = `{"clientEmail":"joaquin.lopez@mail.com","clientName":"Joaquin","clientLastName":"Lopez","clientPhone":"+56911112222",` + bookArguments + `}`
const bookA2A = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m-1","role":"user","parts":[{"kind":"text","text":"Reserva una hora"},{"kind":"data","data":{"intent":"book_session","params":{` +
	bookArguments + `},"client":{"name":"Joaquin Lopez","phone":"+56911112222","email":"joaquin.lopez@mail.com"}}}]}}}`
const slotsA2A = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"messageId":"m-1","role":"user","parts":[{"kind":"data","data":{"intent":"check_availability","params":{"serviceId":"cmiofy3o7005zus0wvsk0xqdc","from":"2026-04-01","days":7}}}]}}}`

type stub canonical.Outcome

func (s stub) Do(context.Context, canonical.Request) canonical.Outcome { return canonical.Outcome(s) }

func bookingOutcome() stub {
	return stub{Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA"}, Result: canonical.Booking{
		ID: "01JQK3VZ5T9GQ2M4X8C6B0NHRD", Organization: "clinica-demo", Service: canonical.ServiceRef{ID: "cmiofy3o7005zus0wvsk0xqdc", Name: "Kinesiologia Musculoesqueletica"},
		Provider: canonical.Named{ID: "clx1abc123", Name: "Dra. Maria Gonzalez"}, Client: canonical.Client{Email: "joaquin.lopez@mail.com"},
		Start: time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC), Timezone: "America/Santiago", Minutes: 60, Order: "01JQK3VZ5T9GQ2M4X8C6B0NHR1", Sale: "01JQK3VZ5T9GQ2M4X8C6B0NHR2",
		Lifecycle: canonical.Lifecycle{State: canonical.Scheduled},
	}}
}

func slotsOutcome() stub {
	r := canonical.Slots{
		Service: canonical.Named{ID: "cmiofy3o7005zus0wvsk0xqdc", Name: "Kinesiologia Musculoesqueletica"}, Minutes: 60,
		Provider: canonical.Named{ID: "clx1abc123", Name: "Dra. Maria Gonzalez"}, Timezone: "America/Santiago", From: "2026-04-01", Days: 7,
	}
	for i := range 50 {
		start := time.Date(2026, 4, 1+i/9, 12+i%9, 0, 0, 0, time.UTC)
		r.Slots = append(r.Slots, canonical.Slot{Provider: "clx1abc123", Start: start, End: start.Add(time.Hour)})
	}
	return stub{Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA"}, Result: r}
}

// The floors' own shapes of what the binding writes.
type (
	floorRequest struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  params `json:"params"`
	}
	floorData[B any] struct {
		Intent     string `json:"intent"`
		Status     string `json:"status"`
		HTTPStatus int    `json:"http_status"`
		Result     B      `json:"result"`
	}
	floorPart[B any] struct {
		Kind string        `json:"kind"`
		Text string        `json:"text,omitempty"`
		Data *floorData[B] `json:"data,omitempty"`
	}
	floorResponse[B any] struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Result  struct {
			Kind      string         `json:"kind"`
			Role      string         `json:"role"`
			MessageID string         `json:"messageId"`
			Parts     []floorPart[B] `json:"parts"`
		} `json:"result"`
	}
	floorQuery struct{ ServiceID, From, Days string }
)

func measured() []bindingtest.Cost {
	path := func(name string) string {
		if name == "org" {
			return "clinica-demo"
		}
		return ""
	}
	header := http.Header{"Content-Type": {"application/json"}}
	call := func(body string) bindings.Inbound {
		return bindings.Inbound{Header: header, Path: path, Body: []byte(body), Remote: "192.0.2.7"}
	}
	query := bindings.Inbound{Header: header, Path: path, Query: url.Values{"serviceId": {"cmiofy3o7005zus0wvsk0xqdc"}, "from": {"2026-04-01"}, "days": {"7"}}}
	routes := map[string]bindings.Route{}
	for _, r := range New("https://desk.example").Routes() {
		routes[r.Pattern] = r
	}
	return []bindingtest.Cost{
		bindingtest.Measure[arguments, bookBody]("book-rest", routes[base+"/book"], bookingOutcome(), call(bookREST)),
		bindingtest.Measure[floorRequest, floorResponse[bookBody]]("book-a2a", routes[base+"/a2a"], bookingOutcome(), call(bookA2A)),
		bindingtest.Measure[floorQuery, rangeBody]("slots-rest", routes[base+"/availability"], slotsOutcome(), query),
		bindingtest.Measure[floorRequest, floorResponse[rangeBody]]("slots-a2a", routes[base+"/a2a"], slotsOutcome(), call(slotsA2A)),
	}
}

// The floors write what the binding writes, so that they are floors of it.
func TestFloors(t *testing.T) { bindingtest.Floors(t, measured()) }

// A call allocates no more often than encoding/json alone does for its bytes.
func TestAllocations(t *testing.T) {
	for _, c := range measured() {
		if c.Name == "slots-rest" {
			continue // a GET: its floor has nothing to decode, and so allocates nothing to compare with
		}
		got, std := c.Allocations()
		t.Logf("%s: %.0f allocations, floor %.0f", c.Name, got, std)
		if got > std {
			t.Errorf("%s: %.0f allocations, with encoding/json alone %.0f", c.Name, got, std)
		}
	}
}

func BenchmarkTranslate(b *testing.B) { bindingtest.Benchmark(b, measured()) }

// BenchmarkRatio is a call as a multiple of reading and writing its bytes with
// the same JSON package.
func BenchmarkRatio(b *testing.B) { bindingtest.Ratio(b, 1.5, 0, measured()) }
