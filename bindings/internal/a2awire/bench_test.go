package a2awire_test

import (
	jsonv1 "encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

// The floor is what the same JSON package takes to read the same call into one
// struct, typed to the leaves, and to write the same answer from one: with no
// version, no order of faults and no leniency.

type act struct {
	Skill     string `json:"skill"`
	Arguments struct {
		Service  string `json:"serviceId"`
		Provider string `json:"providerId"`
		Start    string `json:"scheduledAt"`
		Notes    string `json:"notes"`
		Client   struct {
			Name  string `json:"name"`
			Phone string `json:"phone"`
			Email string `json:"email"`
		} `json:"client"`
	} `json:"arguments"`
}

type booking struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Start   string `json:"start"`
	Minutes int    `json:"minutes"`
	Service string `json:"service"`
	Email   string `json:"email"`
}

type floorPart[D any] struct {
	Kind      string `json:"kind,omitzero"`
	Text      string `json:"text,omitzero"`
	Data      D      `json:"data,omitzero"`
	MediaType string `json:"mediaType,omitzero"`
}

type floorCall[D any] struct {
	JSONRPC string `json:"jsonrpc"`
	ID      string `json:"id"`
	Method  string `json:"method"`
	Params  struct {
		Message struct {
			Kind    string         `json:"kind"`
			ID      string         `json:"messageId"`
			Role    string         `json:"role"`
			Context string         `json:"contextId"`
			Parts   []floorPart[D] `json:"parts"`
		} `json:"message"`
		Configuration struct {
			HistoryLength *int     `json:"historyLength"`
			Modes         []string `json:"acceptedOutputModes"`
			Blocking      *bool    `json:"blocking"`
		} `json:"configuration"`
	} `json:"params"`
}

type floorTask struct {
	Kind    string `json:"kind,omitzero"`
	ID      string `json:"id"`
	Context string `json:"contextId"`
	Status  struct {
		State     string `json:"state"`
		Timestamp string `json:"timestamp"`
	} `json:"status"`
	Artifacts []struct {
		ID    string                `json:"artifactId"`
		Parts []floorPart[*booking] `json:"parts"`
	} `json:"artifacts"`
}

type floorAnswer10 struct {
	JSONRPC string `json:"jsonrpc"`
	ID      string `json:"id"`
	Result  struct {
		Task floorTask `json:"task"`
	} `json:"result"`
}

type floorAnswer03 struct {
	JSONRPC string    `json:"jsonrpc"`
	ID      string    `json:"id"`
	Result  floorTask `json:"result"`
}

const actIn = `{"skill":"book","arguments":{"serviceId":"cmiofy3o7005zus0wvsk0xqdc","providerId":"cmiofy3o70060us0w1a2b3c4d","scheduledAt":"2026-04-01T10:00:00-03:00","notes":"Dolor lumbar, primera consulta","client":{"name":"Joaquin Lopez","phone":"+56911112222","email":"Joaquin.Lopez@mail.com"}}}`
const in10 = `{"jsonrpc":"2.0","id":"r1","method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","contextId":"c-003","parts":[{"data":` + actIn + `,"mediaType":"application/json"}]},"configuration":{"historyLength":2,"acceptedOutputModes":["application/json"]}}}`
const in03 = `{"jsonrpc":"2.0","id":"r1","method":"message/send","params":{"message":{"kind":"message","messageId":"m-1","role":"user","contextId":"c-003","parts":[{"kind":"data","data":` + actIn + `}]},"configuration":{"historyLength":2,"blocking":true,"acceptedOutputModes":["application/json"]}}}`

func call(body string, v a2awire.Version) bindings.Inbound {
	h := http.Header{"Content-Type": {"application/json"}}
	if v == a2awire.V10 {
		h["A2a-Version"] = []string{"1.0"}
	}
	return bindings.Inbound{Header: h, Body: []byte(body), Path: func(string) string { return "" }}
}

// say is what a dialect's Encode builds for each call.
func say(context string) a2awire.Answer {
	return a2awire.Answer{Task: &a2awire.Task{
		ID: "01M3A9RZ0000000000000TASK2", Context: context,
		Status: a2awire.Status{State: a2awire.Completed, Time: time.Date(2026, 3, 1, 10, 6, 0, 0, time.UTC)},
		Artifacts: []a2awire.Artifact{{ID: "result", Parts: []a2awire.OutPart{
			{Kind: a2awire.DataPart, Data: &booking{"01M3A9S2K5WQ7V0C8N4XJ6RTEB", "scheduled", "2026-04-01T13:00:00Z", 45, "Kinesiología", "joaquin.lopez@mail.com"}, MediaType: "application/json"},
			{Kind: a2awire.TextPart, Text: "Sesión agendada. Detalle en la parte de datos."},
		}}},
	}}
}

func BenchmarkExchange10(b *testing.B) { benchmark[floorAnswer10](b, in10, a2awire.V10) }
func BenchmarkExchange03(b *testing.B) { benchmark[floorAnswer03](b, in03, a2awire.V03) }

func benchmark[Answer any](b *testing.B, body string, v a2awire.Version) {
	in := call(body, v)
	_, reply, err := a2awire.Read[act, jsontext.Value](in, profile)
	if err != nil {
		b.Fatal(err)
	}
	var answer Answer
	want := reply.Answer(say("c-003")).Body
	if err := json.Unmarshal(want, &answer); err != nil {
		b.Fatal(err)
	}
	if got, _ := json.Marshal(&answer); string(got) != string(want) {
		b.Fatalf("the floor writes other bytes\n%s\n%s", got, want)
	}
	b.Run("floor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var q floorCall[act]
			if err := json.Unmarshal(in.Body, &q); err != nil {
				b.Fatal(err)
			}
			if _, err := json.Marshal(&answer); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("floor_v1", func(b *testing.B) { // for its allocations
		b.ReportAllocs()
		for b.Loop() {
			var q floorCall[act]
			if err := jsonv1.Unmarshal(in.Body, &q); err != nil {
				b.Fatal(err)
			}
			if _, err := jsonv1.Marshal(&answer); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("own_route", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c, r, err := a2awire.Read[act, jsontext.Value](in, profile)
			if err != nil {
				b.Fatal(err)
			}
			r.Answer(say(c.Send.Message.Context))
		}
	})
	b.Run("front_door", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c, r, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
			if err != nil {
				b.Fatal(err)
			}
			p := &c.Send.Message.Parts[0]
			for name := range a2awire.Names(p.Data) {
				if string(name) == "skill" {
					break
				}
			}
			var d act
			if err := json.Unmarshal(p.Data, &d); err != nil {
				b.Fatal(err)
			}
			r.Answer(say(c.Send.Message.Context))
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := a2awire.Read[act, jsontext.Value](in, profile); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("floor_read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var q floorCall[act]
			if err := json.Unmarshal(in.Body, &q); err != nil {
				b.Fatal(err)
			}
		}
	})
}
