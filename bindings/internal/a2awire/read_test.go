package a2awire_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"hora/bindings/internal/a2awire"
)

// A dialect's own types: what its data parts and metadata hold.
type order struct {
	Skill     string `json:"skill"`
	Arguments struct {
		Day   day   `json:"day"`
		Party *int  `json:"party"`
		Dates []day `json:"dates"`
	} `json:"arguments"`
}

type meta struct {
	USP struct {
		TaskType string `json:"task_type"`
	} `json:"usp"`
}

// A day reads itself.
type day string

func (d *day) UnmarshalJSON(b []byte) error {
	switch s := string(b); {
	case s == `"panic"`:
		return json.Unmarshal([]byte("{"), new(int)) // a fault of its own making
	case len(s) != 12 || s[0] != '"':
		return a2awire.Invalid("must be a date")
	default:
		*d = day(s[1:11])
		return nil
	}
}

func data10(data string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[` + data + `]}}}`
}

func violations(t *testing.T, err error) []a2awire.Violation {
	t.Helper()
	var e *a2awire.Error
	if !errors.As(err, &e) || e.Code != -32602 {
		t.Fatalf("no -32602: %v", err)
	}
	return e.Violations
}

// On a dialect's own route the message is read into its types in one pass.
func TestReadTyped(t *testing.T) {
	for v, body := range map[a2awire.Version]string{
		a2awire.V10: data10(`{"text":"hola"},{"data":{"skill":"book","arguments":{"day":"2026-04-01","party":2}},"metadata":{"usp":{"task_type":"t"}}}`),
		a2awire.V03: `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"hola"},` +
			`{"metadata":{"usp":{"task_type":"t"}},"data":{"skill":"book","arguments":{"day":"2026-04-01","party":2}},"kind":"data"}]}}}`,
	} {
		c, _, err := a2awire.Read[order, meta](call(body, v), &a2awire.Profile{Closed: true})
		if err != nil {
			t.Fatal(v, err)
		}
		parts := c.Send.Message.Parts
		if len(parts) != 2 || parts[0].Kind != a2awire.TextPart || parts[0].Text != "hola" || parts[1].Kind != a2awire.DataPart {
			t.Errorf("%v: %+v", v, parts)
		}
		if d := parts[1].Data; d.Skill != "book" || d.Arguments.Day != "2026-04-01" || *d.Arguments.Party != 2 {
			t.Errorf("%v: %+v", v, d)
		}
		if parts[1].Metadata.USP.TaskType != "t" {
			t.Errorf("%v: %+v", v, parts[1].Metadata)
		}
	}
}

// A whole number is one however it is written; others are none.
func TestReadWhole(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":3.0,"b":[-0.000,10.50,1e2,1.0e1,2.00],"c":"3.0","3.0":0}`: `{"a":3,"b":[-0,10.50,1e2,1.0e1,2],"c":"3.0","3.0":0}`,
		`3.0`:                  `3`,
		`"1.0\"2.0"`:           `"1.0\"2.0"`,
		`{ "a" : 1.0 , "b":7}`: `{ "a" : 1 , "b":7}`,
	} {
		c, _, err := a2awire.Read[jsontext.Value, jsontext.Value](call(data10(`{"data":`+in+`}`), a2awire.V10), &a2awire.Profile{})
		if err != nil {
			t.Fatal(in, err)
		}
		if got := string(c.Send.Message.Parts[0].Data); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	for party, want := range map[string]int{"2.0": 2, "2": 2, "2.5": 0, "2e0": 0} {
		c, _, err := a2awire.Read[order, meta](call(data10(`{"data":{"arguments":{"party":`+party+`}}}`), a2awire.V10), &a2awire.Profile{})
		if want == 0 {
			violations(t, err)
		} else if err != nil || *c.Send.Message.Parts[0].Data.Arguments.Party != want {
			t.Errorf("%s: %v", party, err)
		}
	}
}

// What does not fit a dialect's types is named by its path, and the rest of
// the message is read all the same.
func TestReadTypedFaults(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		closed     bool
		want       []a2awire.Violation
	}{
		{"a wrong type", `{"data":{"skill":5}}`, false, []a2awire.Violation{{"message.parts[0].data.skill", "is not of the expected type"}}},
		{"a wrong type, deep", `{"data":{"skill":"s","arguments":{"party":"2","more":[{}]}}}`, false, []a2awire.Violation{{"message.parts[0].data.arguments.party", "is not of the expected type"}}},
		{"a type that reads itself", `{"data":{"arguments":{"dates":["2026-04-01","tomorrow"]}}}`, false, []a2awire.Violation{{"message.parts[0].data.arguments.dates[1]", "must be a date"}}},
		{"another type altogether", `{"data":[1]},{"data":null},{"data":"x"}`, false, []a2awire.Violation{{"message.parts[0].data", "is not of the expected type"}, {"message.parts[2].data", "is not of the expected type"}}},
		{"an unknown member of an open dialect", `{"data":{"skill":"s","price":1}}`, false, nil},
		{"an unknown member of a closed one", `{"data":{"skill":"s","arguments":{"price":{"a":[1]}}}}`, true, []a2awire.Violation{{"message.parts[0].data.arguments.price", "is not a known member"}}},
		{"one fault a part, and those of the message", `{"data":{"skill":1,"arguments":1}},{"data":{"arguments":{"day":"x"}},"metadata":{"usp":[]}},{"url":1}`, false, []a2awire.Violation{
			{"message.parts[0].data.skill", "is not of the expected type"},
			{"message.parts[1].data.arguments.day", "must be a date"},
			{"message.parts[1].metadata.usp", "is not of the expected type"},
			{"message.parts[2].url", "must be a string"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _, err := a2awire.Read[order, meta](call(data10(tt.data), a2awire.V10), &a2awire.Profile{Closed: tt.closed})
			if c == nil || c.Send.Message.ID != "m" {
				t.Fatalf("call %+v, %v", c, err)
			}
			if tt.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if d := cmp.Diff(tt.want, violations(t, err)); d != "" {
				t.Error(d)
			}
		})
	}
}

// A fault in a dialect's data must not hide that the body is no JSON at all:
// the order of faults is that of DESIGN 6.
func TestReadTypedNotJSON(t *testing.T) {
	for name, data := range map[string]string{
		"broken after a fault":              `{"data":{"skill":5,"x":}}`,
		"a name twice after a fault":        `{"data":{"skill":5,"a":1,"a":2}}`,
		"the faulty name twice":             `{"data":{"skill":5,"skill":5}}`,
		"a name twice behind the data":      `{"data":{"skill":5},"x":{"a":1,"a":2}}`,
		"a name twice in an unknown member": `{"data":{"arguments":{"more":{"a":1,"a":2}}}}`,
	} {
		c, reply, err := a2awire.Read[order, meta](call(data10(data), a2awire.V10), &a2awire.Profile{})
		var e *a2awire.Error
		if !errors.As(err, &e) || e.Code != -32700 || c != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := string(reply.Refuse(err).Body); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`) {
			t.Errorf("%s: %s", name, got)
		}
	}
	// A type that takes its own text apart and fails is no reason to say so.
	_, _, err := a2awire.Read[order, meta](call(data10(`{"data":{"arguments":{"day":"panic"}}}`), a2awire.V10), &a2awire.Profile{})
	violations(t, err)
}

// Wrapped data of a 0.3 caller reaches a dialect's own type unwrapped.
func TestReadTypedCompat(t *testing.T) {
	const body = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"messageId":"m","role":"user","parts":[{"kind":"data","data":{"value":[1,2]},"metadata":{"data_part_compat":true,"usp":{"task_type":"t"}}}]}}}`
	c, _, err := a2awire.Read[any, meta](call(body, a2awire.V03), &a2awire.Profile{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]any{1.0, 2.0}, c.Send.Message.Parts[0].Data); d != "" {
		t.Error(d)
	}
	if got := c.Send.Message.Parts[0].Metadata.USP.TaskType; got != "t" {
		t.Errorf("metadata %q", got)
	}
}

// A call outlives the body it came in, except for Source.
func TestReadKeepsNoBody(t *testing.T) {
	in := call(in10, a2awire.V10)
	c, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
	if err != nil {
		t.Fatal(err)
	}
	if want := in10[strings.Index(in10, `{"messageId"`):strings.Index(in10, `,"configuration"`)]; string(c.Send.Source) != want {
		t.Errorf("source %s", c.Send.Source)
	}
	clear(in.Body)
	m := c.Send.Message
	if m.ID != "m-1" || m.Context != "c-003" || string(m.Parts[0].Data) != actIn || m.Parts[0].MediaType != "application/json" || c.Send.Configuration.OutputModes[0] != "application/json" {
		t.Errorf("%+v", m)
	}
	if got := string(reply.Refuse(nil).Body); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"r1",`) {
		t.Errorf("%s", got)
	}
}

func TestReadManyParts(t *testing.T) {
	parts := func(n int) string { return data10(strings.TrimSuffix(strings.Repeat(`{"text":"x"},`, n), ",")) }
	if c, _, err := a2awire.Read[jsontext.Value, jsontext.Value](call(parts(a2awire.MaxParts), a2awire.V10), profile); err != nil || len(c.Send.Message.Parts) != a2awire.MaxParts {
		t.Error(err)
	}
	_, _, err := a2awire.Read[jsontext.Value, jsontext.Value](call(parts(10_000), a2awire.V10), profile)
	if d := cmp.Diff([]a2awire.Violation{{"message.parts[100]", "is beyond the limit of 100 parts"}}, violations(t, err)); d != "" {
		t.Error(d)
	}
	_, _, err = a2awire.Read[jsontext.Value, jsontext.Value](call(data10(strings.Repeat(`{},`, 10_000)+`{}`), a2awire.V10), profile)
	if n := len(violations(t, err)); n != 16 {
		t.Errorf("%d violations", n)
	}
	names := call(strings.Replace(data10(`{"text":"x"}`), `"role"`, `"referenceTaskIds":[`+strings.Repeat(`"r",`, 100)+`"r","r"],"role"`, 1), a2awire.V10)
	_, _, err = a2awire.Read[jsontext.Value, jsontext.Value](names, profile)
	if d := cmp.Diff([]a2awire.Violation{{"message.referenceTaskIds[100]", "is one too many"}}, violations(t, err)); d != "" {
		t.Error(d)
	}
}

// Nothing is quadratic in what a caller can send.
func TestReadHostile(t *testing.T) {
	const n = 60_000
	many := func(s string) string { return strings.TrimSuffix(strings.Repeat(s, n), ",") }
	var snake strings.Builder
	for i := range n {
		snake.WriteString(`,"x_` + strings.Repeat("a", i%5) + string(rune('b'+i%20)) + time.Duration(i).String() + `":1`)
	}
	for name, body := range map[string]string{
		"deep":            data10(`{"data":` + strings.Repeat(`[`, 400_000) + `}`),
		"deep and closed": data10(`{"data":` + strings.Repeat(`[`, 9_000) + strings.Repeat(`]`, 9_000) + `}`),
		"snake names":     strings.Replace(data10(`{"text":"x"}`), `"role":"ROLE_USER"`, `"role":1`+snake.String(), 1),
		"not strings":     strings.Replace(data10(`{"text":"x"}`), `"role"`, `"extensions":[`+many(`1,`)+`],"role"`, 1),
	} {
		in := call(body, a2awire.V10)
		in.Header["A2a-Extensions"] = []string{many("urn:x,")}
		began := time.Now()
		_, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
		reply.Refuse(err)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func TestExtensions(t *testing.T) {
	var list []string
	for i := range 1000 {
		list = append(list, time.Duration(i).String())
	}
	if got := a2awire.Extensions([]string{strings.Join(list, ", ")}); len(got) != a2awire.MaxParts || got[1] != "1ns" {
		t.Errorf("%d: %v", len(got), got)
	}
}

func TestParseMessage(t *testing.T) {
	for _, tt := range []struct{ v03, v10 string }{
		{`{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":""}]}`, `{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":""}]}`},
		{`{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"data","data":{"value":7},"metadata":{"data_part_compat":true}},{"kind":"file","file":{"bytes":""}}],"contextId":"C","taskId":"T","metadata":{"a":1}}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":7},{"raw":""}],"contextId":"C","taskId":"T","metadata":{"a":1}}`},
	} {
		a, err := a2awire.ParseMessage(a2awire.V03, jsontext.Value(tt.v03))
		if err != nil {
			t.Fatal(err)
		}
		b, err := a2awire.ParseMessage(a2awire.V10, jsontext.Value(tt.v10))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(a, b); d != "" {
			t.Error(d)
		}
		out := a.Out()
		if got := a2awire.MarshalMessage(&out); !bytes.Equal(got, []byte(tt.v10)) {
			t.Errorf("%s", got)
		}
	}
	for _, broken := range []string{``, `{`, `null`, `[]`, `{"messageId":"m"}`, `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x","text":"y"}]}`} {
		if _, err := a2awire.ParseMessage(a2awire.V10, jsontext.Value(broken)); err == nil {
			t.Errorf("%s is a message", broken)
		}
	}
}
