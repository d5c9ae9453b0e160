package model

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"hora/bindings"
	"hora/canonical"
)

// A voice says one act through one door of one dialect: it is a call from the
// fixtures, with other values in the places of its own.
type voice struct {
	name    string // scenario/file, for messages
	binding string
	call    string // head and body, as HTTP has them
	sample  canonical.Command
	secured bool // it presents a credential
	numbers bool // its message id is a member of the message, not a header
}

// What the fixtures say, beside what their canonical command does.
const (
	sampleOrganization = "clinica-demo"
	sampleZone         = "America/Santiago"
	sampleMessage      = "msg-1"
	sampleAgent        = "/profiles/scheduling-agent.json" // where the platform with demo-key describes itself
)

var sampleKeys = []string{"demo-key", "demo-business", "demo-platform-2"}

// rosetta is where the calls of all bindings are.
const rosetta = "../../../testdata/rosetta"

// choir is every voice, by scenario.
type choir map[string][]*voice

// voices are those of the calls in these folders that belong to a binding.
func voices(t testing.TB, all []bindings.Binding, roots ...string) choir {
	t.Helper()
	found := choir{}
	for _, root := range roots {
		paths, err := filepath.Glob(filepath.Join(root, "*", "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			dir, file := filepath.Dir(path), strings.TrimSuffix(filepath.Base(path), ".txtar")
			i := slices.IndexFunc(all, func(b bindings.Binding) bool { return file == b.Name() || strings.HasPrefix(file, b.Name()+"-") })
			if i < 0 {
				continue // of a binding that is not there
			}
			scenario := filepath.Base(dir)
			command, err := os.ReadFile(filepath.Join(dir, "request.canonical.json"))
			if err != nil {
				t.Fatal(err)
			}
			sample, err := canonical.UnmarshalCommand(command)
			if err != nil {
				t.Fatalf("%s: %v", scenario, err)
			}
			if v := read(t, path, scenario+"/"+file); v != nil {
				v.binding, v.sample = all[i].Name(), sample
				found[scenario] = append(found[scenario], v)
			}
		}
	}
	return found
}

// read is the voice of one fixture; none where the dialect itself refuses.
func read(t testing.TB, path, name string) *voice {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v := &voice{name: name}
	for _, f := range txtar.Parse(text).Files {
		switch f.Name {
		case "request":
			v.call = string(f.Data)
		case "refused":
			return nil
		}
	}
	if v.call == "" {
		t.Fatalf("%s has no request", path)
	}
	v.secured = slices.ContainsFunc(sampleKeys, func(k string) bool { return strings.Contains(v.call, k) })
	v.numbers = strings.Contains(v.call, `"`+sampleMessage+`"`)
	return v
}

// values are what one act is about. A voice says those that its sample says
// anything of.
type values struct {
	service, provider, slot, hold, booking string
	start                                  time.Time
	from, until                            canonical.Date
	party                                  int
	client                                 canonical.Client
	zone                                   string
}

// A wording puts values in the place of others, in a command and in a text at
// once.
type wording struct {
	values
	pairs [][2]string
}

func (w *wording) word(p *string, s string) {
	if *p != "" {
		w.pairs = append(w.pairs, [2]string{*p, s})
		*p = s
	}
}

func (w *wording) date(p *canonical.Date, d canonical.Date) {
	s := string(*p)
	w.word(&s, string(d))
	*p = canonical.Date(s)
}

// instant knows how the fixtures write instants: with their offset and in UTC.
func (w *wording) instant(p *time.Time, at time.Time) {
	if p.IsZero() {
		return
	}
	old, new := canonical.Zone(sampleZone), canonical.Zone(w.zone)
	w.pairs = append(w.pairs,
		[2]string{p.In(old).Format(time.RFC3339), at.In(new).Format(time.RFC3339)},
		[2]string{p.Format(time.RFC3339), at.Format(time.RFC3339)})
	*p = at
}

// place is a provider and a start, which some dialects say as a slot.
func (w *wording) place(provider *string, start *time.Time) {
	if *provider != "" && !start.IsZero() {
		old := canonical.SlotRef{Provider: *provider, Start: *start}
		new := canonical.SlotRef{Provider: w.provider, Start: w.start}
		w.pairs = append(w.pairs, [2]string{old.String(), new.String()})
	}
	w.word(provider, w.provider)
	w.instant(start, w.start)
}

func (w *wording) number(p *int, n int) {
	if *p == 0 {
		return
	}
	for _, name := range []string{"spots", "party_size", "party"} {
		w.pairs = append(w.pairs, [2]string{fmt.Sprintf("%q: %d", name, *p), fmt.Sprintf("%q: %d", name, n)})
	}
	*p = n
}

func (w *wording) person(c *canonical.Client) {
	w.word(&c.Email, w.client.Email)
	w.word(&c.Name, w.client.Name)
	w.word(&c.Surname, w.client.Surname)
}

// fill puts the values into a command.
func (w *wording) fill(c canonical.Command) canonical.Command {
	switch c := c.(type) {
	case canonical.FindSlots:
		w.word(&c.Service, w.service)
		w.word(&c.Provider, w.provider)
		w.date(&c.From, w.from)
		w.date(&c.Until, w.until)
		w.word(&c.Zone, w.zone)
		w.number(&c.Party, w.party)
		return c
	case canonical.PlaceHold:
		w.word(&c.Service, w.service)
		w.word(&c.Slot, w.slot)
		w.place(&c.Provider, &c.Start)
		w.number(&c.Party, w.party)
		return c
	case canonical.ReleaseHold:
		w.word(&c.Hold, w.hold)
		return c
	case canonical.Book:
		w.word(&c.Service, w.service)
		w.word(&c.Slot, w.slot)
		w.place(&c.Provider, &c.Start)
		w.word(&c.Hold, w.hold)
		w.person(&c.Client)
		w.number(&c.Party, w.party)
		return c
	case canonical.GetBooking:
		w.word(&c.Booking, w.booking)
		return c
	case canonical.Cancel:
		w.word(&c.Booking, w.booking)
		return c
	case canonical.Reschedule:
		w.word(&c.Booking, w.booking)
		w.word(&c.Slot, w.slot)
		w.instant(&c.Start, w.start)
		return c
	}
	return c
}

// say is the call with these values, and the command it must come to. A key
// takes the place of the credential that the call presents; none removes it.
func (v *voice) say(x values, organization, key, message string) (*http.Request, canonical.Command) {
	w := wording{values: x}
	meant := w.fill(v.sample)
	w.pairs = append(w.pairs, [2]string{sampleOrganization, organization}, [2]string{sampleMessage, message})
	for _, k := range sampleKeys {
		w.pairs = append(w.pairs, [2]string{k, key})
	}
	if key != "demo-key" {
		w.pairs = append(w.pairs, [2]string{sampleAgent, "/profiles/" + key + ".json"})
	}
	slices.SortStableFunc(w.pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) }) // what contains another first
	var flat []string
	for _, p := range w.pairs {
		flat = append(flat, p[0], p[1])
	}
	q := parse(strings.NewReplacer(flat...).Replace(v.call))
	if key == "" {
		q.Header.Del("Authorization")
		q.Header.Del("X-Org-Api-Key")
	}
	if message != "" && !v.numbers && q.Method == http.MethodPost {
		q.Header.Set("Idempotency-Key", message)
	}
	return q, meant
}

// parse makes a request of a head and a body.
func parse(text string) *http.Request {
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	line := strings.Fields(lines[0])
	q := httptest.NewRequest(line[0], line[1], bytes.NewReader([]byte(strings.TrimSuffix(body, "\n"))))
	for _, l := range lines[1:] {
		name, value, _ := strings.Cut(l, ": ")
		q.Header.Add(name, value)
	}
	q.RemoteAddr = "192.0.2.7:" + strconv.Itoa(40000)
	return q
}
