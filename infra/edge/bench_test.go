package edge_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"

	"hora/infra/edge"
)

// booking is an event as API Gateway sends it, with the headers that it adds.
var booking = []byte(`{"version":"2.0","routeKey":"POST /api/servicialo/{org}/book","rawPath":"/api/servicialo/clinica-demo/book","rawQueryString":"",
"headers":{"accept":"application/json, text/event-stream","accept-encoding":"gzip, br","content-length":"271","content-type":"application/json","host":"desk.example","idempotency-key":"5d0a","user-agent":"agent/1.0 (x, y)","x-amzn-trace-id":"Root=1-5f84c7a9-0b1c2d3e4f5a6b7c8d9e0f1a","x-forwarded-for":"203.0.113.7","x-forwarded-port":"443","x-forwarded-proto":"https"},
"requestContext":{"accountId":"123456789012","apiId":"a1b2c3","domainName":"desk.example","domainPrefix":"desk","http":{"method":"POST","path":"/api/servicialo/clinica-demo/book","protocol":"HTTP/1.1","sourceIp":"203.0.113.7","userAgent":"agent/1.0 (x, y)"},"requestId":"JKJaXmPLvHcESHA=","routeKey":"POST /api/servicialo/{org}/book","stage":"$default","time":"30/Mar/2026:12:00:00 +0000","timeEpoch":1774872000000},
"pathParameters":{"org":"clinica-demo"},"body":"{\"clientEmail\":\"ana@example.com\",\"clientName\":\"Ana\",\"clientLastName\":\"Rojas\",\"serviceId\":\"cmiofy3o7005zus0wvsk0xqdc\",\"providerId\":\"clx1abc123\",\"scheduledAt\":\"2026-04-01T10:00:00-03:00\",\"notes\":\"Dolor lumbar\"}","isBase64Encoded":false}`)

func mirror(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(b)
}

// rivals are the edge and the adapter that it repairs, each over bytes.
func rivals() (repaired, bare func(testing.TB)) {
	run := func(h lambda.Handler) func(testing.TB) {
		return func(t testing.TB) {
			if _, err := h.Invoke(t.Context(), booking); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := http.HandlerFunc(mirror)
	return run(edge.New(h)), run(lambda.NewHandler(httpadapter.NewV2(h).ProxyWithContext))
}

// The repairs cost no memory: there are no more allocations than without.
func TestAllocations(t *testing.T) {
	repaired, bare := rivals()
	ours := testing.AllocsPerRun(200, func() { repaired(t) })
	theirs := testing.AllocsPerRun(200, func() { bare(t) })
	if ours > theirs {
		t.Errorf("%v allocations an event, the bare adapter makes %v", ours, theirs)
	}
}

// BenchmarkEdge is one event, bytes to bytes, as a multiple of the time that
// the bare adapter takes in the same run. More than 1 is a failure.
func BenchmarkEdge(b *testing.B) {
	repaired, bare := rivals()
	var ours, theirs time.Duration
	const round = 200
	for b.Loop() {
		began := time.Now()
		for range round {
			repaired(b)
		}
		middle := time.Now()
		for range round {
			bare(b)
		}
		ours += middle.Sub(began)
		theirs += time.Since(middle)
	}
	ratio := float64(ours) / float64(theirs)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ratio, "x-httpadapter")
	b.ReportMetric(1, "x-httpadapter-at-most")
	if ratio > 1 {
		b.Errorf("%.2f times the bare adapter", ratio)
	}
}
