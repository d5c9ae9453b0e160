package functions_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/functions/internal/eventfile"
	"hora/functions/internal/runtimeapi"
)

var update = flag.Bool("update", false, "write the answers in testdata/events anew")

const eventsFolder = "../testdata/events"

// zones are where the days of a function's events are, if not where the clinic
// is.
var zones = map[string]*time.Location{"selfe": canonical.Zone("Europe/London")}

// TestFunctions is the deployment without AWS: the functions as sam build
// makes them, the table as the template describes it, the demo data as an
// operator loads it, and the events as API Gateway sends them. What is
// answered is compared with what was answered before, and what the functions
// did to the table with what the template lets them do.
func TestFunctions(t *testing.T) {
	tpl := readTemplate(t)
	table := createTable(t, tpl)
	seed(t, table)
	openGate(t, table)

	files, err := eventfile.Read(os.DirFS(eventsFolder))
	if err != nil || len(files) == 0 {
		t.Fatal("no events", err)
	}
	answers, err := fs.Glob(os.DirFS(eventsFolder), "*/*.answer.json")
	if err != nil || len(answers) != len(files) && !*update {
		t.Errorf("%d answers to %d events; -update writes those that are missing", len(answers), len(files))
	}
	now := time.Now()
	requested := plant(t, table, eventfile.Filler{Now: now})
	afterwards := map[string]func(*testing.T, *runtimeapi.Process){
		"sweep": func(t *testing.T, p *runtimeapi.Process) {
			if !strings.Contains(p.Log(), `"msg":"swept","stage":"test","holds":1,"requests":1,`) {
				t.Errorf("swept something else: %s", p.Log())
			}
			if s := requested(); s != canonical.Cancelled {
				t.Errorf("the request that nobody confirmed is %s", s)
			}
		},
	}
	for _, folder := range folders(t) {
		t.Run(folder, func(t *testing.T) {
			recorder := record(t)
			p := start(t, folder, table, recorder.URL)
			answers := map[string]jsontext.Value{}
			fill := eventfile.Filler{Now: now, Zone: zones[folder], Token: guestToken, IDs: map[string]string{}, Answer: func(event string) (jsontext.Value, error) {
				if v, ok := answers[event]; ok {
					return v, nil
				}
				return nil, fmt.Errorf("%q was not answered: %w", event, fs.ErrNotExist)
			}}
			secrets := map[string]bool{}
			asked := 0
			for _, f := range files {
				if f.Function != folder {
					continue
				}
				asked++
				t.Run(f.Name, func(t *testing.T) {
					event, err := f.Event(fill)
					if err != nil {
						t.Fatal(err)
					}
					collectSecrets(event, secrets)
					answer, err := p.Invoke(t.Context(), event)
					if err != nil {
						t.Fatal(err)
					}
					if failed(answer) {
						t.Errorf("a fault of ours: the log tells of it, or functions/%s makes a desk without the acts (engine.Acts) that this asks for", folder)
					}
					compare(t, fill, f, answer)
					answers[f.Name], _ = eventfile.Body(answer)
					fill.Learn(f.Name, answers[f.Name])
				})
			}
			if asked == 0 {
				t.Errorf("no events in testdata/events/%s: write one for each act, after those of another function, and -update writes the answers", folder)
			}
			if check := afterwards[folder]; check != nil {
				check(t, p)
			}
			for secret := range secrets {
				if strings.Contains(p.Log(), secret) {
					t.Errorf("the log tells %q", secret)
				}
			}
			if d := cmp.Diff(tpl.actions(t, resourceOf(folder)), recorder.actions()); d != "" {
				t.Errorf("what %s may do to the table (-), and what it did (+); its Policies in template.yaml grant what its events need and no more: %s", resourceOf(folder), d)
			}
		})
	}
}

// failed says whether an event was answered with an internal error.
func failed(answer []byte) bool {
	var http struct {
		Status int `json:"statusCode"`
	}
	return json.Unmarshal(answer, &http) == nil && http.Status == 500
}

func compare(t *testing.T, fill eventfile.Filler, f eventfile.File, answer []byte) {
	t.Helper()
	got, err := fill.Show(answer)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(eventsFolder, f.Answer())
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v: -update writes it", err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("(- what was answered before, + now; all functions share one table, and what the events of one take is not free for the next)\n%s", d)
	}
}

// collectSecrets finds what an event tells of a client, and its keys: nothing
// of that may be in the log.
func collectSecrets(event []byte, found map[string]bool) {
	var in struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}
	if json.Unmarshal(event, &in) != nil {
		return
	}
	for name, v := range in.Headers {
		if name == "x-org-api-key" || name == "authorization" {
			found[v] = true
		}
	}
	dec := jsontext.NewDecoder(strings.NewReader(in.Body))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return
		}
		switch dec.StackPointer().LastToken() {
		case "clientEmail", "clientName", "clientLastName", "clientPhone", "email", "phone", "name", "notes", "first_name", "last_name", "phone_number", "credential":
			if s := token.String(); token.Kind() == '"' && len(s) > 4 && !strings.HasPrefix(s, "client") {
				found[s] = true
			}
		}
	}
}
