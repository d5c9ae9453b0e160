package a2awire_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

var update = flag.Bool("update", false, "rewrite the responses of golden files")

type rawCall = a2awire.Call[jsontext.Value, jsontext.Value]

var profile = &a2awire.Profile{Extensions: []string{"https://agents.example/ext/booking/v1", "https://agents.example/ext/other/v1"}}

// TestExchanges plays the golden files of testdata/quirks/a2awire: requests as
// they come over HTTP and the responses to them, byte for byte. A comment line
// "answer: NAME" says which of the answers below the desk gives; "same call"
// says that all requests of the file ask for the same.
func TestExchanges(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/quirks/a2awire/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	used := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var answer string
			same := false
			for line := range strings.Lines(string(ar.Comment)) {
				line = strings.TrimSpace(line)
				if name, ok := strings.CutPrefix(line, "answer: "); ok {
					answer = name
				}
				same = same || line == "same call"
			}
			used[answer] = true
			exchanges(t, ar, answer, same)
			if *update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for name := range answers {
		if !used[name] {
			t.Errorf("no file plays the answer %q", name)
		}
	}
}

func exchanges(t *testing.T, ar *txtar.Archive, answer string, same bool) {
	var first *rawCall
	for i := range ar.Files {
		name, ok := strings.CutSuffix(ar.Files[i].Name, " request")
		if !ok {
			continue
		}
		in := inbound(t, ar.Files[i].Data)
		call, reply, err := a2awire.Read[jsontext.Value, jsontext.Value](in, profile)
		var out bindings.Outbound
		if err != nil {
			out = reply.Refuse(err)
		} else {
			out = reply.Answer(answers[answer](call))
		}
		got := outbound(out)
		if i+1 >= len(ar.Files) || ar.Files[i+1].Name != name+" response" {
			t.Fatalf("%s: no response follows", name)
		}
		if *update {
			ar.Files[i+1].Data = got
		} else if d := cmp.Diff(string(ar.Files[i+1].Data), string(got)); d != "" {
			t.Errorf("%s: (-golden +got)\n%s", name, d)
		}
		if same {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if first == nil {
				first = call
			} else if d := cmp.Diff(first, call, cmpopts.IgnoreFields(rawCall{}, "Version"), cmpopts.IgnoreFields(a2awire.Send[jsontext.Value, jsontext.Value]{}, "Source"), cmpopts.IgnoreUnexported(a2awire.Configuration{})); d != "" {
				t.Errorf("%s: another call than the first\n%s", name, d)
			}
		}
	}
}

// inbound reads a request: POST /path?query, headers, an empty line, the body.
func inbound(t *testing.T, b []byte) bindings.Inbound {
	b = bytes.TrimSuffix(b, []byte("\n"))
	head, body, ok := bytes.Cut(b, []byte("\n\n"))
	if !ok {
		t.Fatalf("no empty line before the body: %s", b)
	}
	in := bindings.Inbound{Header: http.Header{}, Body: body, Path: func(string) string { return "" }}
	lines := strings.Split(string(head), "\n")
	u, err := url.Parse(strings.TrimPrefix(lines[0], "POST "))
	if err != nil {
		t.Fatal(err)
	}
	in.Query = u.Query()
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ": ")
		if !ok {
			t.Fatalf("no header: %q", line)
		}
		in.Header.Add(name, value)
	}
	return in
}

// outbound writes a response in the same way; headers that every answer has
// are left out.
func outbound(o bindings.Outbound) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP %d\n", o.Status)
	var names []string
	for name := range o.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != "Content-Type" {
			fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(o.Header[name], ", "))
		}
	}
	b.WriteString("\n")
	b.Write(o.Body)
	b.WriteString("\n")
	return b.Bytes()
}

var at = time.Date(2026, 8, 1, 7, 0, 0, 123_999_999, time.FixedZone("", -3*60*60))

// answers is what a desk could say, in no version.
var answers = map[string]func(*rawCall) a2awire.Answer{
	"": func(*rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.Internal()} },

	// A task that ended, with what was asked in its history.
	"completed": func(c *rawCall) a2awire.Answer {
		m := c.Send.Message.Out()
		m.Task, m.Context = "T", "C"
		return a2awire.Answer{Task: &a2awire.Task{
			ID: "T", Context: "C", Status: a2awire.Status{State: a2awire.Completed, Time: at},
			Artifacts: []a2awire.Artifact{{ID: "a1", Parts: []a2awire.OutPart{{Kind: a2awire.DataPart, Data: &booked{true}, MediaType: "application/json"}}}},
			History:   a2awire.Recent([]a2awire.OutMessage{m}, c.Send.Configuration.HistoryLength),
		}}
	},
	// A message, with the parts of the question.
	"echo": func(c *rawCall) a2awire.Answer {
		m := c.Send.Message.Out()
		return a2awire.Answer{Message: &a2awire.OutMessage{ID: "m-2", Role: a2awire.Agent, Context: "C", Parts: m.Parts, Metadata: m.Metadata,
			Extensions: m.Extensions, References: m.References, Task: m.Task}}
	},
	"asking": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Task: &a2awire.Task{ID: "T", Context: "C",
			Status: a2awire.Status{State: a2awire.InputRequired, Time: at, Message: &a2awire.OutMessage{ID: "m-2", Role: a2awire.Agent, Context: "C", Task: "T",
				Parts: []a2awire.OutPart{a2awire.Text("Which day?")}}},
			History:  []a2awire.OutMessage{},
			Metadata: &booked{},
		}}
	},
	"working":   func(c *rawCall) a2awire.Answer { return task(c.Query.ID, a2awire.Working) },
	"canceled":  func(c *rawCall) a2awire.Answer { return task(c.Query.ID, a2awire.Canceled) },
	"not found": func(c *rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.TaskNotFound(c.Query.ID)} },
	"too late":  func(c *rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.TaskNotCancelable(c.Query.ID)} },
	"ended":     func(c *rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.TaskEnded(c.Send.Message.Task)} },
	"nothing":   func(c *rawCall) a2awire.Answer { return a2awire.Answer{} },
	"reused": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Err: a2awire.MessageReused("agents.example", c.Send.Message.ID)}
	},
	"extension": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Err: a2awire.ExtensionRequired(profile.Extensions[0])}
	},
	"no login": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Err: a2awire.Unauthenticated("agents.example", `Bearer realm="hora"`)}
	},
	"forbidden": func(c *rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.Forbidden("agents.example")} },
	"exhausted": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Err: a2awire.AllowanceExhausted("agents.example", 42)}
	},
	"unavailable": func(c *rawCall) a2awire.Answer { return a2awire.Answer{Err: a2awire.Unavailable("agents.example", 1)} },
	"own words": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Err: &a2awire.Error{Code: -32602, Message: "idempotency_conflict", Reason: "IDEMPOTENCY_CONFLICT", Domain: "agents.example",
			Metadata: map[string]string{"code": "idempotency_conflict", "status": "409"}, Data03: &booked{}}}
	},
	"page": func(c *rawCall) a2awire.Answer {
		q := c.Query
		page := &a2awire.TaskPage{Size: q.PageSize, Total: 3, Next: "next", Tasks: []a2awire.Task{*task("T1", a2awire.Completed).Task, *task("T2", a2awire.Submitted).Task}}
		if q.Artifacts {
			page.Tasks[0].Artifacts = []a2awire.Artifact{{ID: "a1", Name: "n", Description: "d", Extensions: []string{"urn:x"}, Metadata: &booked{}, Parts: []a2awire.OutPart{a2awire.Text("")}}}
		}
		return a2awire.Answer{Page: page}
	},
	"last page": func(c *rawCall) a2awire.Answer {
		return a2awire.Answer{Page: &a2awire.TaskPage{Size: c.Query.PageSize}}
	},
}

type booked struct {
	OK bool `json:"ok"`
}

func task(id string, s a2awire.State) a2awire.Answer {
	return a2awire.Answer{Task: &a2awire.Task{ID: id, Context: "C", Status: a2awire.Status{State: s, Time: at}}}
}
