package desk

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A Flow is a conversation, as testdata/flows has it.
type Flow struct {
	Organization, Key, Now string
	file                   *txtar.Archive
}

// Twenty reads the flow of twenty steps.
func Twenty(t *testing.T) *Flow {
	t.Helper()
	file, err := txtar.ParseFile(filepath.Join(root, "testdata", "flows", "twenty.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	f := &Flow{file: file}
	for line := range strings.Lines(string(file.Comment)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "organization":
			f.Organization = value
		case "key":
			f.Key = value
		case "now":
			f.Now = value
		}
	}
	return f
}

// facts are what a booking comes to, whatever the version.
type facts struct {
	Service  string `json:"service"`
	Provider string `json:"provider"`
	Start    string `json:"start"`
	State    string `json:"state"`
	Client   string `json:"client"`
}

// Walk takes the steps with a client and holds the answers against the flow,
// and the bookings in them against what every client must come to.
func (f *Flow) Walk(t *testing.T, c Client) {
	var want map[string]facts
	read(t, "outcomes.json", &want)
	kept := []string{}
	var got Answer
	task, waiting, steps := "", false, 0
	for _, s := range f.file.Files {
		step, kind, _ := strings.Cut(s.Name, " ")
		body := strings.TrimSpace(string(s.Data))
		call := Call{Do: "send", Key: f.Key, Context: got.Context}
		if waiting {
			call.Task = task
		}
		switch kind {
		case "text":
			call.Text = body
		case "data":
			if err := json.Unmarshal([]byte(strings.NewReplacer(kept...).Replace(body)), &call.Data); err != nil {
				t.Fatalf("step %s: %v", step, err)
			}
		case "get", "cancel":
			call.Do, call.Task = kind, task
		case "answer":
			if heard := strings.TrimSpace(got.State + "\n" + got.Text); heard != body {
				t.Errorf("step %s: heard\n%s\nwant\n%s", step, heard, body)
			}
			var booked facts
			if read := bookingIn(got.Data); read != nil {
				booked = *read
			}
			if booked != want[step] {
				t.Errorf("step %s: %+v, want %+v", step, booked, want[step])
			}
			continue
		case "keep":
			name, path, _ := strings.Cut(body, " ")
			value, ok := at(got.Data, path).(string)
			if !ok {
				t.Fatalf("step %s: no %s in %v", step, path, got.Data)
			}
			kept = append(kept, "{"+name+"}", value)
			continue
		default:
			t.Fatalf("no step is called %q", s.Name)
		}
		var err error
		if got, err = c.Do(t.Context(), call); err != nil {
			t.Fatalf("step %s: %v", step, err)
		}
		if got.State != "message" { // which ends nothing
			task, waiting = got.Task, got.State == "task input-required"
		}
		steps++
	}
	if steps != 20 {
		t.Errorf("%d steps", steps)
	}
}

// bookingIn finds the booking in an answer's data; nil if there is none.
func bookingIn(data any) *facts {
	b := at(data, "booking")
	if b == nil {
		b = at(data, "cancellation.booking")
	}
	if b == nil {
		return nil
	}
	text := func(path string) string { s, _ := at(b, path).(string); return s }
	return &facts{text("service.id"), text("provider.id"), text("start"), text("state"), text("client.email")}
}

// at is the value at a path such as slots.slots.0.id; nil if there is none.
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// read reads a file of testdata/interop, in which no member may be unknown.
func read(t *testing.T, name string, v any) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
