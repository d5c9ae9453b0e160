package servicialo

import (
	"bytes"
	"context"
	jsonv1 "encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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

// A route under measure: how to translate one call, and the floors of it.
type measured struct {
	name                 string
	translate            func() []byte
	floorSame, floorStd  func()
	answer, floorsAnswer []byte
}

func measure[In, Out any](name string, r bindings.Route, desk stub, in bindings.Inbound) measured {
	ctx := context.Background()
	m := measured{name: name, translate: func() []byte { return bindings.Translate(ctx, r, desk, in).Body }}
	m.answer = m.translate()
	out := new(Out)
	if err := json.Unmarshal(m.answer, out); err != nil {
		panic(err)
	}
	m.floorsAnswer, _ = json.Marshal(out)
	body := in.Body
	decode := body != nil
	m.floorSame = func() {
		if q := new(In); decode && json.Unmarshal(body, q) != nil {
			panic("floor")
		}
		if _, err := json.Marshal(out, jsontext.AllowInvalidUTF8(true)); err != nil {
			panic(err)
		}
	}
	m.floorStd = func() {
		if q := new(In); decode && jsonv1.Unmarshal(body, q) != nil {
			panic("floor")
		}
		if _, err := jsonv1.Marshal(out); err != nil {
			panic(err)
		}
	}
	return m
}

func allMeasured() []measured {
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
	return []measured{
		measure[arguments, bookBody]("book-rest", routes[base+"/book"], bookingOutcome(), call(bookREST)),
		measure[floorRequest, floorResponse[bookBody]]("book-a2a", routes[base+"/a2a"], bookingOutcome(), call(bookA2A)),
		measure[floorQuery, rangeBody]("slots-rest", routes[base+"/availability"], slotsOutcome(), query),
		measure[floorRequest, floorResponse[rangeBody]]("slots-a2a", routes[base+"/a2a"], slotsOutcome(), call(slotsA2A)),
	}
}

// The floors write what the binding writes, so that they are floors of it.
func TestFloors(t *testing.T) {
	for _, m := range allMeasured() {
		if len(m.answer) < 200 || !bytes.Equal(m.answer, m.floorsAnswer) {
			t.Errorf("%s: the floor writes\n%s\nthe binding\n%s", m.name, m.floorsAnswer, m.answer)
		}
	}
}

// A call allocates no more often than encoding/json alone does for its bytes.
func TestAllocations(t *testing.T) {
	for _, m := range allMeasured() {
		if m.name == "slots-rest" {
			continue // a GET: its floor has nothing to decode, and so allocates nothing to compare with
		}
		got, floor := testing.AllocsPerRun(200, func() { m.translate() }), testing.AllocsPerRun(200, m.floorStd)
		t.Logf("%s: %.0f allocations, floor %.0f", m.name, got, floor)
		if got > floor {
			t.Errorf("%s: %.0f allocations, with encoding/json alone %.0f", m.name, got, floor)
		}
	}
}

func BenchmarkTranslate(b *testing.B) {
	for _, m := range allMeasured() {
		for _, v := range []struct {
			name string
			run  func()
		}{{"translate", func() { m.translate() }}, {"floor-same", m.floorSame}, {"floor-std", m.floorStd}} {
			b.Run(fmt.Sprintf("%s/%s", m.name, v.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					v.run()
				}
			})
		}
	}
}

// BenchmarkRatio is a call as a multiple of reading and writing its bytes with
// the same JSON package.
func BenchmarkRatio(b *testing.B) {
	for _, m := range allMeasured() {
		b.Run(m.name, func(b *testing.B) { bindingtest.Ratio(b, 1.5, 0, func() { m.translate() }, m.floorSame) })
	}
}
