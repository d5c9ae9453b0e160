package a2awire_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"hora/bindings/internal/a2awire"
)

// FuzzRead sends any body to a route that knows nothing of its data and to one
// that does. Every call is answered in its version, purely, to its id; what
// was read can be written and read again.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("../../../testdata/quirks/a2awire/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, one := range ar.Files {
			if strings.HasSuffix(one.Name, " request") {
				_, body, _ := bytes.Cut(one.Data, []byte("\n\n"))
				f.Add(body, bytes.Contains(one.Data, []byte("A2A-Version: 1.0")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, ten bool) {
		v := a2awire.V03
		if ten {
			v = a2awire.V10
		}
		in := call(string(body), v)
		c, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
		var out []byte
		switch {
		case err != nil:
			out = reply.Refuse(err).Body
		case c.Method == a2awire.SendMessage:
			again(t, c)
			out = reply.Answer(answers["echo"](c)).Body
		default:
			out = reply.Answer(answers["page"](c)).Body
		}
		if faults := pure(v.String(), out); faults != nil {
			t.Errorf("%s: %v", out, faults)
		}
		var id struct {
			ID jsontext.Value `json:"id"`
		}
		if json.Unmarshal(body, &id) == nil && id.ID.Kind() == '"' && !bytes.Contains(out, append([]byte(`"id":`), id.ID...)) {
			t.Errorf("the id %s came back otherwise: %s", id.ID, out)
		}
		if !jsontext.Value(body).IsValid() && !bytes.Contains(out, []byte("-32700")) {
			t.Errorf("no JSON, and answered with %s", out)
		}

		typed, reply, err2 := a2awire.Read[order, meta](in, &a2awire.Profile{Closed: true})
		if err != nil && err2 == nil {
			t.Errorf("only the typed route takes it: %v", err)
		}
		if err2 != nil {
			if faults := pure(v.String(), reply.Refuse(err2).Body); faults != nil {
				t.Errorf("typed: %v", faults)
			}
		} else if typed.Method == a2awire.SendMessage && typed.Send.Message.ID != c.Send.Message.ID {
			t.Errorf("typed: another message: %+v", typed.Send.Message)
		}
	})
}

// again checks that a message survives being stored, and being redacted.
func again(t *testing.T, c *rawCall) {
	out := c.Send.Message.Out()
	stored := a2awire.MarshalMessage(&out)
	back, err := a2awire.ParseMessage(a2awire.V10, stored)
	if err != nil {
		t.Fatalf("%s: %v", stored, err)
	}
	o := back.Out()
	if d := cmp.Diff(string(stored), string(a2awire.MarshalMessage(&o))); d != "" {
		t.Error(d)
	}
	source, err := a2awire.ParseMessage(c.Version, c.Send.Source)
	if err != nil {
		t.Fatalf("%s: %v", c.Send.Source, err)
	}
	if d := cmp.Diff(c.Send.Message, source); d != "" {
		t.Error(d)
	}
	r := a2awire.Redact(&c.Send.Message)
	if _, err := a2awire.ParseMessage(a2awire.V10, a2awire.MarshalMessage(&r)); err != nil {
		t.Errorf("redacted: %v", err)
	}
}

// FuzzNames compares the scanner with the JSON package.
func FuzzNames(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1,"b":{"c":[{"d":2}]}}`, `{"\u0061\"":"}\"{","":null} `, `[{"a":1}]`, ` {"a" :"\\"}`, `{"a"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var got []string
		for name := range a2awire.Names(b) {
			got = append(got, string(name))
		}
		if !jsontext.Value(b).IsValid() {
			return
		}
		var want []string
		d := jsontext.NewDecoder(bytes.NewReader(b))
		if tok, _ := d.ReadToken(); tok.Kind() == '{' {
			for d.PeekKind() == '"' {
				name, _ := d.ReadToken()
				want = append(want, name.String())
				d.SkipValue()
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
