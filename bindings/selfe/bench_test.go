package selfe

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/canonical"
)

// What a call costs beyond reading and writing its bytes. The floors are the
// same bytes decoded into, and encoded from, structs typed to the leaves, with
// the same JSON package and with encoding/json. Opening and making sealed
// tokens is cryptography and measured where it is done: here a token opens at
// no cost.

const benchDiscover = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-001","role":"ROLE_USER","parts":[{"data":{"skill":"discover","arguments":{"query":{"text":"Peaceful stays near the lake for two"},"section":"stay","party":{"adults":2},"pageSize":10}},"mediaType":"application/json"}]}}}`

const benchToken = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoibG9jYWwiLCJ0eXAiOiJvZmZlcitqd2UifQ..AAAAAAAAAAAAAAAA.Q0lQSEVS.AAAAAAAAAAAAAAAAAAAAAA"

const benchBook = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-006","role":"ROLE_USER","parts":[{"data":{"skill":"book","arguments":{"entityId":"slf_01M2T7Q2F2MVGDY5GQGMWTM7W1","offerId":"` + benchToken + `"}}}]}}}`

var benchOffer = canonical.Offer{
	ID: "01M3A9S2K5WQ7V0C8N4XJ6RTEB", Host: "desk.example", Registry: "visit-keswick", Entity: "slf_01M2T7Q2F2MVGDY5GQGMWTM7W1", Organization: "pheasant-inn",
	Service: "garden-double", Label: "Garden double", Section: canonical.SectionStay, Start: time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC), End: time.Date(2026, 3, 16, 11, 0, 0, 0, time.UTC),
	Timezone: "Europe/London", Party: canonical.Party{Adults: 2}, Price: canonical.Money{Amount: 24000, Currency: "GBP"},
}

// glass is a seal that costs nothing.
type glass struct{}

func (glass) Seal(canonical.Purpose, any, canonical.Life) (string, error) { return benchToken, nil }
func (glass) Open(_ canonical.Purpose, _ string, claims any) (canonical.Life, error) {
	*claims.(*canonical.Offer) = benchOffer
	return benchOffer.Life(), nil
}

type stub canonical.Outcome

func (s stub) Do(_ context.Context, r canonical.Request) canonical.Outcome {
	o := canonical.Outcome(s)
	if t := o.Meta.Task; t != nil && r.Said != nil {
		with := *t
		with.History = []canonical.Utterance{*r.Said()}
		o.Meta.Task = &with
	}
	return o
}

func discovered() stub {
	r := canonical.Places{Registry: "visit-keswick", Total: 10, Read: canonical.Reading{Section: canonical.SectionStay, Party: &canonical.Party{Adults: 2}}}
	for i := range 10 {
		r.Places = append(r.Places, canonical.Found{Score: 92 - i, Place: canonical.Place{
			Entity: fmt.Sprintf("slf_01M2T7Q2F2MVGDY5GQGMWTM7%02d", i), Organization: fmt.Sprintf("pheasant-inn-%d", i), Name: fmt.Sprintf("The Pheasant Inn %d", i),
			Sections: []canonical.Section{canonical.SectionStay, canonical.SectionEat}, PageURL: fmt.Sprintf("https://www.visitkeswick.example/stay/pheasant-inn-%d", i),
		}})
	}
	return stub{Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA", Conversation: "01JQK3W1SVB5E8M0C7R2NHX4TC"}, Result: r}
}

func bookedOnce() stub {
	return stub{
		Meta: canonical.OutcomeMeta{ID: "01JQK3W1SVB5E8M0C7R2NHX4TA", Task: &canonical.Task{
			ID: "01JQK3W1SVB5E8M0C7R2NHX4TB", Conversation: "01JQK3W1SVB5E8M0C7R2NHX4TC", Form: formBook, State: canonical.TaskCompleted, At: time.Date(2026, 3, 1, 10, 6, 0, 0, time.UTC),
		}},
		Result: canonical.Reservation{Entity: benchOffer.Entity, State: canonical.Reserved, Party: benchOffer.Party, Booking: &canonical.Booking{
			ID: "01M3A9S2K5WQ7V0C8N4XJ6RTEF", Service: canonical.ServiceRef{ID: "garden-double", Kind: canonical.Nights}, Start: benchOffer.Start, Minutes: 44 * 60,
			Timezone: "Europe/London", Billing: canonical.Billing{Amount: benchOffer.Price}, Lifecycle: canonical.Lifecycle{State: canonical.Scheduled},
		}},
	}
}

// The floors' own shapes of what comes in and goes out.
type (
	floorCommand[A any] struct {
		Skill     string `json:"skill"`
		Arguments A      `json:"arguments"`
	}
	floorPart[D any] struct {
		Data  *D     `json:"data,omitempty"`
		Text  string `json:"text,omitempty"`
		Media string `json:"mediaType,omitempty"`
	}
	floorMessage[D any] struct {
		ID         string         `json:"messageId,omitempty"`
		Role       string         `json:"role,omitempty"`
		Parts      []floorPart[D] `json:"parts"`
		Context    string         `json:"contextId,omitempty"`
		Task       string         `json:"taskId,omitempty"`
		Extensions []string       `json:"extensions,omitempty"`
	}
	floorRequest[A any] struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  struct {
			Message floorMessage[floorCommand[A]] `json:"message"`
		} `json:"params"`
	}
	floorFound struct {
		Results []place                      `json:"results"`
		Next    floorCommand[matchArguments] `json:"next"`
	}
	floorDiscovered struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Result  struct {
			Message floorMessage[floorFound] `json:"message"`
		} `json:"result"`
	}
	floorArtifact struct {
		ID    string                  `json:"artifactId"`
		Name  string                  `json:"name"`
		Parts []floorPart[bookResult] `json:"parts"`
	}
	floorBooked struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Result  struct {
			Task struct {
				ID      string `json:"id"`
				Context string `json:"contextId"`
				Status  struct {
					State string `json:"state"`
					Time  string `json:"timestamp"`
				} `json:"status"`
				Artifacts []floorArtifact                             `json:"artifacts"`
				History   []floorMessage[floorCommand[bookArguments]] `json:"history"`
			} `json:"task"`
		} `json:"result"`
	}
)

func measure[In, Out any](name string, desk stub, body, token string) bindingtest.Cost {
	var route bindings.Route
	for _, r := range New(bindings.Config{PublicURL: "https://desk.example", Sealer: glass{}}).Routes() {
		if r.Pattern == doorPath {
			route = r
		}
	}
	in := bindings.Inbound{
		Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "A2a-Extensions": {Extension}},
		Query:  url.Values{selector: {"visit-keswick"}}, Path: func(string) string { return "" }, Body: []byte(body), Remote: "192.0.2.7",
	}
	if token != "" {
		in.Header["Authorization"] = []string{"Bearer " + token}
	}
	return bindingtest.Measure[In, Out](name, route, desk, in)
}

func measured() []bindingtest.Cost {
	return []bindingtest.Cost{
		measure[floorRequest[discoverArguments], floorDiscovered]("discover", discovered(), benchDiscover, ""),
		measure[floorRequest[bookArguments], floorBooked]("book", bookedOnce(), benchBook, "token"),
	}
}

// The floors write what the binding writes, so that they are floors of it.
func TestFloors(t *testing.T) { bindingtest.Floors(t, measured()) }

func BenchmarkTranslate(b *testing.B) { bindingtest.Benchmark(b, measured()) }

// BenchmarkRatio is a call as a multiple of reading and writing its bytes with
// the same JSON package.
func BenchmarkRatio(b *testing.B) { bindingtest.Ratio(b, 1.5, 1500*time.Nanosecond, measured()) }
