package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/functions/internal/eventfile"
)

// What passes through a desk leaves no secret behind. All that is ever sent to
// the functions (testdata/events), and more that is said in every dialect, goes
// to one desk with contacts and credentials in it that can be told from
// anything else. Afterwards no row that is stored, and no line of the log,
// holds a token, a key, a mandate or a sealed offer; contacts are in no line,
// and in no row but those of whose booking, hold or place in a queue it is.
func TestTraces(t *testing.T) {
	s := scene{T: t, dir: t.TempDir(), now: time.Now(), secrets: map[string]string{}, contacts: map[string]string{}, planted: map[string]string{}}
	files := []string{"load", "--data", s.dir, openedGate(t)}
	for _, name := range []string{"clinica-demo", "glamour-salon", "taller-24h"} {
		files = append(files, demoFile(name))
	}
	if code, _, err := command(t, files...); code != done {
		t.Fatal(err)
	}
	s.desk = desk(t, s.dir, "--sign-in", provider(t))
	s.replay()
	for _, v1 := range []bool{true, false} {
		s.registry(v1)
		s.words(v1)
	}
	if code := s.desk.end(t, syscall.SIGTERM); code != done {
		t.Errorf("exit code %d", code)
	}
	found := map[string]bool{}
	for _, what := range s.secrets {
		found[what] = true
	}
	for what := range sealedMembers {
		if !found[what] && what != "user_authorization" {
			t.Errorf("no answer had a %s in it", what)
		}
	}
	s.readLog()
	s.readRows()
}

// A scene is a desk and all that was planted in what it was sent.
type scene struct {
	*testing.T
	dir  string
	now  time.Time
	desk *process

	secrets  map[string]string // what must be nowhere, and what it is
	contacts map[string]string // what must be nowhere but where the desk keeps contacts
	planted  map[string]string // contacts of the events, and what stands for them
	sent     int
}

// openedGate is the demonstration's catalogue where offers can be booked.
func openedGate(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(demoFile("visit-keswick"))
	if err != nil {
		t.Fatal(err)
	}
	opened := strings.Replace(string(text), `"book": false`, `"book": true`, 1)
	if opened == string(text) {
		t.Fatal("there is no gate to open")
	}
	return write(t, "visit-keswick.json", opened)
}

// An event is the part of one that an HTTP request is made of.
type event struct {
	Path    string            `json:"rawPath"`
	Query   string            `json:"rawQueryString"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Context struct {
		HTTP struct {
			Method string `json:"method"`
		} `json:"http"`
	} `json:"requestContext"`
}

// elsewhere are events that are about where functions are deployed, or rest on
// what only a deployment has, such as a provider that signs guests in.
var elsewhere = map[string]bool{
	"servicialo/85-named-stage": true, "wellknown/36-no-catalogue": true, "wellknown/40-usp": true,
	"selfe/35-callback-nobody": true, "selfe/36-confirm-nothing": true,
}

// replay sends the desk all events, each with other contacts in it.
func (s *scene) replay() {
	s.Helper()
	root := os.DirFS(filepath.Join("..", "..", "testdata", "events"))
	files, err := eventfile.Read(root)
	if err != nil || len(files) == 0 {
		s.Fatal("no events", err)
	}
	answers := map[string]jsontext.Value{}
	fill := eventfile.Filler{Now: s.now, Token: func(subject string) (string, error) {
		return s.token("--sub", subject, "--scope", "bookings:write"), nil
	}, IDs: map[string]string{}}
	for _, f := range files {
		if f.Function == "sweep" {
			continue
		}
		if fill.Zone = nil; f.Function == "selfe" {
			fill.Zone = canonical.Zone("Europe/London")
		}
		fill.Answer = func(name string) (jsontext.Value, error) { return answers[f.Function+"/"+name], nil }
		text, err := f.Event(fill)
		if err != nil {
			s.Fatalf("%s: %v", f.Path(), err)
		}
		var e event
		if err := json.Unmarshal(text, &e); err != nil {
			s.Fatalf("%s: %v", f.Path(), err)
		}
		header := http.Header{}
		for name, v := range e.Headers {
			header.Set(name, v)
		}
		for _, name := range []string{"Authorization", "X-Org-Api-Key"} {
			if v := header.Get(name); v != "" {
				s.secret("what was sent as "+name, v[strings.LastIndexByte(v, ' ')+1:])
			}
		}
		status, body := s.call(e.Context.HTTP.Method, (&url.URL{Path: e.Path, RawQuery: e.Query}).String(), header, s.plant(e.Body))
		answers[f.Function+"/"+f.Name] = jsontext.Value(body)
		var golden struct {
			Status int `json:"status"`
		}
		expected, err := os.ReadFile(filepath.Join("..", "..", "testdata", "events", f.Answer()))
		if err != nil || json.Unmarshal(expected, &golden) != nil {
			s.Fatal(f.Answer(), err)
		}
		if status != golden.Status && !elsewhere[f.Function+"/"+f.Name] {
			s.Errorf("%s: HTTP %d, want %d: %s", f.Path(), status, golden.Status, body)
		}
	}
}

// contactMembers are the members of a request that tell of a client.
var contactMembers = map[string]string{
	"clientEmail": "email", "email": "email", "clientPhone": "phone", "phone": "phone", "phone_number": "phone",
	"clientName": "name", "clientLastName": "name", "first_name": "name", "last_name": "name", "notes": "name",
}

// plant replaces the contacts of a body, the same always by the same.
func (s *scene) plant(body string) string {
	s.Helper()
	d := jsontext.NewDecoder(strings.NewReader(body))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return body
		}
		kind := contactMembers[d.StackPointer().LastToken()]
		if index, n := d.StackIndex(d.StackDepth()); kind == "" || token.Kind() != '"' || index == '{' && n%2 == 1 {
			continue
		}
		original := token.String()
		if len(original) < 3 || kind == "email" && !strings.Contains(original, "@") {
			continue
		}
		if s.planted[original] == "" {
			s.planted[original] = s.contact(kind)
		}
		body = strings.ReplaceAll(body, `"`+original+`"`, `"`+s.planted[original]+`"`)
	}
}

// contact makes one up that is found nowhere else.
func (s *scene) contact(kind string) string {
	n := len(s.contacts)
	text := fmt.Sprintf("Xochi%cquetzal", 'a'+n%26)
	switch kind {
	case "email":
		text = fmt.Sprintf("xochi%d@quetzal.example", n)
	case "phone":
		text = fmt.Sprintf("+569414142%02d", n%100)
	}
	s.contacts[text] = kind
	return text
}

// secret remembers what must be nowhere. Of what is in parts, the longest part
// is looked for as well.
func (s *scene) secret(what, text string) {
	if len(text) < 6 {
		return
	}
	s.secrets[text] = what
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '~' }) {
		if len(part) > 80 {
			s.secrets[part] = "a part of " + what
		}
	}
}

// sealedMembers are the members of an answer that are secrets.
var sealedMembers = map[string]bool{
	"offerId": true, "handle": true, "reviewUrl": true, "merchant_authorization": true, "user_authorization": true, "booking_scoped_credential": true,
}

// call sends a request and remembers what is secret in the answer.
func (s *scene) call(method, target string, header http.Header, body string) (int, string) {
	s.Helper()
	s.sent++
	status, answer := call(s.T, method, s.desk.url+target, header, body)
	d := jsontext.NewDecoder(strings.NewReader(answer))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return status, answer
		}
		at := d.StackPointer()
		name := at.LastToken()
		if name == "value" { // of a credential
			name = at.Parent().LastToken()
		}
		if text := token.String(); token.Kind() == '"' && sealedMembers[name] && text != name && text != "[redacted]" {
			_, text, found := strings.Cut(text, "?t=")
			if !found {
				text = token.String()
			}
			s.secret(name, text)
		}
	}
}

// token is an access token of the demonstration's issuer.
func (s *scene) token(args ...string) string {
	s.Helper()
	code, out, err := command(s.T, append([]string{"token", "--data", s.dir, "--aud", s.desk.url}, args...)...)
	if code != done {
		s.Fatal(err)
	}
	out = strings.TrimSpace(out)
	s.secret("an access token", out)
	return out
}
