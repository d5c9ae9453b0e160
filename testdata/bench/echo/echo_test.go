// Package echo holds the front door to its neighbour: the whole of a booking
// message, bytes to bytes, against a2a-go's JSON-RPC handler that does nothing
// with the same bytes but send their parts back.
package echo

import (
	"bytes"
	"context"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
)

const message = `{"jsonrpc":"2.0","id":"r1","method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"data":{"operation":"book","arguments":{"service":"cmiofy3o7005zus0wvsk0xqdc","provider":"clx1abc123","start":"2026-04-01T10:00:00-03:00","client":{"email":"joaquin.lopez@mail.com","name":"Joaquin","surname":"Lopez"},"notes":"Dolor lumbar, primera consulta"}},"mediaType":"application/json"}]},"configuration":{"acceptedOutputModes":["application/json"]}}}`

// desk answers every act with the same booking.
type desk struct{ out canonical.Outcome }

func (d desk) Do(context.Context, canonical.Request) canonical.Outcome { return d.out }

func booked() canonical.Outcome {
	b := canonical.Booking{
		ID: "01M3A9S2K5WQ7V0C8N4XJ6RTEB", Organization: "clinica-demo", Timezone: "America/Santiago", Minutes: 60, Revision: 1,
		Service:  canonical.ServiceRef{ID: "cmiofy3o7005zus0wvsk0xqdc", Name: "Kinesiologia Musculoesqueletica", Kind: canonical.Appointment},
		Provider: canonical.Named{ID: "clx1abc123", Name: "Dra. Maria Gonzalez"},
		Client:   canonical.Client{Email: "joaquin.lopez@mail.com", Name: "Joaquin", Surname: "Lopez"},
		Start:    time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC), RequestedAt: time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC),
		Lifecycle: canonical.Lifecycle{State: canonical.Scheduled}, Billing: canonical.Billing{Amount: canonical.Money{Amount: 40000, Currency: "CLP"}},
	}
	return canonical.Outcome{Result: b, Meta: canonical.OutcomeMeta{
		ID: "01M3A9RZ0000000000000TASK1", Conversation: "01M3A9RZ0000000000000TASK3",
		Task: &canonical.Task{ID: "01M3A9RZ0000000000000TASK2", Conversation: "01M3A9RZ0000000000000TASK3", State: canonical.TaskCompleted, At: b.RequestedAt, Form: "a2a/book"},
	}}
}

func ours(b *testing.B) http.Handler {
	for _, binding := range registry.All(bindings.Config{PublicURL: "https://desk.example"}) {
		for _, r := range binding.Routes() {
			if r.Pattern == "/orgs/{org}/a2a" {
				return bindings.Handler(r, desk{booked()}, slog.New(slog.DiscardHandler))
			}
		}
	}
	b.Fatal("there is no front door")
	return nil
}

// echo answers a message with its own parts.
type echo struct{}

func (echo) Execute(_ context.Context, e *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewMessage(a2a.MessageRoleAgent, e.Message.Parts...), nil)
	}
}

func (echo) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(func(a2a.Event, error) bool) {}
}

// mirror is the floor that both are measured net of: it reads the body to its
// end and sends it back.
func mirror(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	w.Write(body)
}

// answer is a ResponseWriter that is used again.
type answer struct {
	header http.Header
	status int
	bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }
func (a *answer) WriteHeader(s int)   { a.status = s }

// BenchmarkEcho measures the three by turns, so that a busy machine disturbs
// them alike, and prints ours as a share of the echo, net of the floor: in
// time, and in allocations.
func BenchmarkEcho(b *testing.B) {
	handlers := map[string]http.Handler{
		"floor": http.HandlerFunc(mirror), "ours": ours(b), "echo": a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(echo{})),
	}
	times, allocations := map[string]float64{}, map[string]float64{}
	for name, h := range handlers {
		allocations[name] = testing.AllocsPerRun(200, func() { call(b, h) })
	}
	rounds := 0
	for b.Loop() {
		for name, h := range handlers {
			began := time.Now()
			for range 50 {
				call(b, h)
			}
			times[name] += float64(time.Since(began)) / 50
		}
		rounds++
	}
	net := func(m map[string]float64) float64 { return (m["ours"] - m["floor"]) / (m["echo"] - m["floor"]) }
	b.ReportMetric(net(times), "x-echo-time")
	b.ReportMetric(net(allocations), "x-echo-allocs")
	b.ReportMetric(times["ours"]/float64(rounds)/1000, "us/ours")
	b.ReportMetric(times["echo"]/float64(rounds)/1000, "us/echo")
	const most = 0.25
	if net(times) > most || net(allocations) > most {
		b.Errorf("%.2f of the echo in time, %.2f in allocations; want %.2f at most", net(times), net(allocations), most)
	}
}

func call(b *testing.B, h http.Handler) {
	q, err := http.NewRequest("POST", "/orgs/clinica-demo/a2a", bytes.NewReader([]byte(message)))
	if err != nil {
		b.Fatal(err)
	}
	q.SetPathValue("org", "clinica-demo") // neither of the two is behind a router
	q.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	a := answer{header: http.Header{}, status: 200}
	h.ServeHTTP(&a, q)
	if a.status != 200 || !bytes.Contains(a.Bytes(), []byte(`"result"`)) && !bytes.Contains(a.Bytes(), []byte(`"method"`)) {
		b.Fatalf("%d %s", a.status, a.Bytes())
	}
}
