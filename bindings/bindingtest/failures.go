package bindingtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/canonical"
)

// failures walks canonical.Ends for every act that the binding can ask for, as
// its fixtures show, and through every door. Each end has an answer of its own,
// and testdata/errors has them all.
func failures(t *testing.T, b bindings.Binding, calls []*exchange) {
	golden := &txtar.Archive{}
	seen := map[string]bool{}
	for _, e := range calls {
		d := &scripted{outcome: failure(canonical.Internal)}
		internal := render(serve(b, d, e.http(t)))
		if d.asked == 0 {
			continue
		}
		route, _, _ := match(b, e.http(t))
		act, codes := ends(d.last.Command)
		if where := route.Pattern + " " + act; seen[where] {
			continue
		} else {
			seen[where] = true
		}
		for c := range canonical.NumCodes {
			if !canonical.Ends[canonical.OpOf(d.last.Command)].Has(c) {
				continue
			}
			w := serve(b, &scripted{outcome: failure(c)}, e.http(t))
			name := fmt.Sprintf("%s %s %s", route.Pattern, act, c)
			native(t, name, w.Code, w.Header(), w.Body.Bytes())
			if c != canonical.Internal && bytes.Equal(render(w), internal) {
				t.Errorf("%s: answered like an internal error", name)
			}
			if codes.Has(c) {
				golden.Files = append(golden.Files, txtar.File{Name: name, Data: render(w)})
			}
		}
	}
	path := testdata(t, "errors", b.Name()+".txtar")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, txtar.Format(golden), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		want[f.Name] = string(f.Data)
	}
	for _, f := range golden.Files {
		if string(f.Data) != want[f.Name] {
			t.Errorf("%s\n%swant\n%s", f.Name, f.Data, want[f.Name])
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("%s: nothing ends so", name)
	}
}

// ends names an act and the ways it ends that are worth a line each. Free text
// ends as the act it asks for; which it may be told apart by name.
func ends(c canonical.Command) (act string, codes canonical.Codes) {
	op := canonical.OpOf(c)
	act, codes = op.String(), canonical.Ends[op]
	switch c := c.(type) {
	case canonical.Converse:
		if c.Want == canonical.OpNone {
			return act, canonical.Ends[canonical.OpDescribe]
		}
		return act + "(" + c.Want.String() + ")", canonical.Ends[c.Want]
	case canonical.Incomplete:
		act += "(" + c.Want.String() + ")"
	}
	return act, codes
}

// failure is an outcome of that code with all that can stand beside it.
func failure(c canonical.Code) canonical.Outcome {
	e := canonical.Refuse(c)
	switch c {
	case canonical.Invalid:
		e.Problems = []canonical.Problem{{Path: "duration_minutes", Rule: canonical.RuleFit}}
	case canonical.InvalidState:
		e.State = canonical.Completed
	case canonical.PaymentRequired, canonical.PaymentTooSmall:
		e.Price = &canonical.Money{Amount: 46000, Currency: "CLP"}
	case canonical.RateLimited, canonical.Unavailable:
		e.RetryAfter = 7
	}
	return canonical.Outcome{Err: e}
}
