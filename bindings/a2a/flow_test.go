package a2a_test

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"hora/canonical"
)

var rewrite = flag.Bool("rewrite", false, "rewrite the answers in testdata/flows")

// recording is a desk that keeps what it answered.
type recording struct {
	canonical.Desk
	outcomes []string
}

func (d *recording) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	out := d.Desk.Do(ctx, req)
	b, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	v := jsontext.Value(b)
	v.Indent()
	d.outcomes = append(d.outcomes, canonical.OpOf(req.Command).String()+" "+string(v))
	return out
}

// The conversation of testdata/flows/twenty.txtar comes to the same in either
// version, and reads the same, step by step.
func TestTwenty(t *testing.T) {
	const path = "../../testdata/flows/twenty.txtar"
	file, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.Parse(time.RFC3339, setting(file, "now"))
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		d.clock.Store(&now)
		rec := &recording{Desk: d.Desk}
		d.Handler = d.serve(rec)
		play(&agent{T: t, desk: d, v1: v1, path: "/orgs/" + setting(file, "organization") + "/a2a", key: setting(file, "key")}, file)
		if n := len(rec.outcomes); n != 20 {
			t.Errorf("%d steps", n)
		}
		if first == nil {
			first = rec.outcomes
			return
		}
		if diff := cmp.Diff(first, rec.outcomes); diff != "" {
			t.Errorf("the canonical outcomes of the two versions differ:\n%s", diff)
		}
	})
	if *rewrite {
		if err := os.WriteFile(path, txtar.Format(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// setting is the value of a line "name: value" in a file's comment.
func setting(file *txtar.Archive, name string) string {
	for line := range strings.Lines(string(file.Comment)) {
		if v, ok := strings.CutPrefix(line, name+": "); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// play takes the steps of a flow and holds the answers against it.
func play(a *agent, file *txtar.Archive) {
	kept := []string{}
	var got answered
	for i := range file.Files {
		s := &file.Files[i]
		step, kind, _ := strings.Cut(s.Name, " ")
		body := strings.TrimSpace(string(s.Data))
		switch kind {
		case "text":
			got = a.text(body)
		case "data":
			got = a.data(strings.NewReplacer(kept...).Replace(body))
		case "get":
			got = a.call(map[bool]string{false: "tasks/get", true: "GetTask"}[a.v1], `{"id":"`+a.task+`"}`)
		case "cancel":
			got = a.call(map[bool]string{false: "tasks/cancel", true: "CancelTask"}[a.v1], `{"id":"`+a.task+`"}`)
		case "answer":
			answer := got.state + "\n"
			if got.text != "" {
				answer += got.text + "\n"
			}
			if got.code != 0 {
				a.Fatalf("step %s: %s", step, got.body)
			}
			if *rewrite {
				s.Data = []byte(answer)
			} else if diff := cmp.Diff(string(s.Data), answer); diff != "" {
				a.Errorf("step %s: %s", step, diff)
			}
		case "keep":
			name, path, _ := strings.Cut(body, " ")
			kept = append(kept, "{"+name+"}", got.at(a, path))
		default:
			a.Fatalf("no step is called %q", kind)
		}
	}
}
