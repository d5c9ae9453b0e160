package bindingtest

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/canonical"
)

// A failing is the answer to one way in which an act may end badly.
type failing struct {
	door, voice string
	act         string
	code        canonical.Code
	answer      []byte
}

// failures walks canonical.EndsOf for every act that the binding can ask for, as
// its fixtures show, through every door and in every version. Each end has an
// answer of its own, and testdata/errors has them all.
func failures(t *testing.T, b bindings.Binding, calls []*exchange) {
	var rows []failing
	seen := map[string]canonical.Codes{}
	for _, e := range circumstances(calls) {
		d := &scripted{outcome: failure(canonical.Internal)}
		w := serve(b, d, e.http(t))
		if d.asked == 0 {
			continue
		}
		internal := render(w)
		route, _, _ := match(b, e.http(t))
		row := failing{door: route.Method + " " + route.Pattern, voice: voice(b, &d.last.Meta, w.Header().Get("A2a-Version"))}
		var telling canonical.Codes
		row.act, telling = ends(&d.last)
		where := row.door + " " + row.voice + " " + row.act
		missing := (telling | canonical.EndsOf(&d.last)) &^ seen[where]
		seen[where] |= missing
		for row.code = range canonical.NumCodes {
			if !missing.Has(row.code) {
				continue
			}
			w := serve(b, &scripted{outcome: failure(row.code)}, e.http(t))
			name := where + " " + row.code.String()
			native(t, name, w.Code, w.Header(), w.Body.Bytes())
			row.answer = render(w)
			if row.code != canonical.Internal && bytes.Equal(row.answer, internal) {
				t.Errorf("%s: answered like an internal error; the act can end so (canonical.EndsOf), and the dialect needs an answer of its own", name)
			}
			if telling.Has(row.code) {
				rows = append(rows, row)
			}
		}
	}
	inBothVersions(t, rows)
	golden(t, testdata(t, "errors", b.Name()+".txtar"), table(rows))
}

// circumstances are the calls as they are, and each as one that continues a
// task, and that is meant for a thing as it was: both end in ways of their own.
func circumstances(calls []*exchange) (all []*exchange) {
	all = slices.Clone(calls)
	for _, e := range calls {
		if message := []byte(`"messageId":`); bytes.Contains(e.request, message) && !bytes.Contains(e.request, []byte(`"taskId":`)) {
			other := *e
			other.request = bytes.Replace(e.request, message, []byte(`"taskId": "`+TaskID+`", "messageId":`), 1)
			all = append(all, &other)
		}
	}
	for _, e := range calls {
		if head, body, _ := bytes.Cut(e.request, []byte("\n\n")); !bytes.Contains(head, []byte("If-Match: ")) {
			other := *e
			other.request = slices.Concat(bytes.TrimRight(head, "\n"), []byte("\nIf-Match: \"r1-0\"\n\n"), body)
			all = append(all, &other)
		}
	}
	return all
}

// table has each answer once, with all acts that end so. Doors are told apart
// only where they answer the same act in different words.
func table(rows []failing) *txtar.Archive {
	slices.SortStableFunc(rows, func(a, b failing) int { return cmp.Or(cmp.Compare(a.voice, b.voice), cmp.Compare(a.code, b.code)) })
	type ending struct {
		voice string
		code  canonical.Code
		text  string // an act, or an answer
	}
	answers := map[ending][]string{} // to an act
	acts := map[ending][]string{}    // that have an answer
	for _, r := range rows {
		act, answer := ending{r.voice, r.code, r.act}, string(r.answer)
		if !slices.Contains(answers[act], answer) {
			answers[act] = append(answers[act], answer)
		}
	}
	var order []ending
	for _, r := range rows {
		name := r.act
		if len(answers[ending{r.voice, r.code, r.act}]) > 1 {
			name += " at " + r.door
		}
		answer := ending{r.voice, r.code, string(r.answer)}
		if acts[answer] == nil {
			order = append(order, answer)
		}
		if !slices.Contains(acts[answer], name) {
			acts[answer] = append(acts[answer], name)
		}
	}
	var out txtar.Archive
	for _, e := range order {
		out.Files = append(out.Files, txtar.File{Name: e.voice + " " + e.code.String() + ": " + strings.Join(acts[e], ", "), Data: []byte(e.text)})
	}
	return &out
}

// inBothVersions: what may be asked, and how it may end, does not depend on the
// version of A2A; only 1.0 has a list of tasks.
func inBothVersions(t *testing.T, rows []failing) {
	t.Helper()
	has := map[string]bool{}
	for _, r := range rows {
		has[fmt.Sprint(r.voice, " ", r.act, " ", r.code)] = true
	}
	for _, r := range rows {
		other := "-0.3"
		name, ok := strings.CutSuffix(r.voice, "-1.0")
		if !ok {
			if name, ok = strings.CutSuffix(r.voice, "-0.3"); !ok {
				continue
			}
			other = "-1.0"
		}
		if there := fmt.Sprint(name, other, " ", r.act, " ", r.code); !has[there] && r.act != canonical.OpListTasks.String() {
			t.Errorf("%s %s ends in %s, and no fixture shows that for %s%s", r.voice, r.act, r.code, name, other)
			has[there] = true
		}
	}
}

// golden holds a table against its file, or writes it.
func golden(t *testing.T, path string, table *txtar.Archive) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, txtar.Format(table), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: -update writes it", err)
	}
	want := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		want[f.Name] = string(f.Data)
	}
	for _, f := range table.Files {
		if string(f.Data) != want[f.Name] {
			t.Errorf("%s\n%swant, unless -update is to change that,\n%s", f.Name, f.Data, want[f.Name])
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("%s: nothing that the fixtures call ends so; -update strikes it", name)
	}
}

// ends names an act and the ways it ends that are worth a line each. Free text
// ends as the act it asks for; which it may be told apart by name.
func ends(r *canonical.Request) (act string, codes canonical.Codes) {
	op := canonical.OpOf(r.Command)
	act, codes = op.String(), canonical.EndsOf(r)
	switch c := r.Command.(type) {
	case canonical.Converse:
		also := codes &^ canonical.Ends[canonical.OpConverse]
		if c.Want == canonical.OpNone {
			return act, canonical.Ends[canonical.OpDescribe] | also
		}
		return act + "(" + c.Want.String() + ")", canonical.Ends[c.Want] | also
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
