package model

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"hora/canonical"
)

// A machine draws what happens to a world.
type machine struct {
	*world
	choir  choir
	serial int
	made   []*call        // calls that changed something
	heard  map[string]int // how many acts succeeded, by door
}

// pick draws one of several.
func pick[T any](t *rapid.T, what string, all []T) T {
	return all[rapid.IntRange(0, len(all)-1).Draw(t, what)]
}

// likely says yes in n of ten cases.
func likely(t *rapid.T, what string, n int) bool { return rapid.IntRange(0, 9).Draw(t, what) < n }

var people = []canonical.Client{
	{Email: "ana.rojas@example.com", Name: "Ana", Surname: "Rojas"},
	{Email: "luis@example.com", Name: "Luis", Surname: "Soto"},
	{Email: "mei@example.com", Name: "Mei", Surname: "Chen"},
}

// start draws when something could begin: mostly where something is already,
// or next to it, or when the clock is about to be changed.
func (m *machine) start(t *rapid.T, service string) time.Time {
	s := services[service]
	if n := len(m.reference[0].stays); n > 0 && likely(t, "near another", 4) {
		x := m.reference[0].stays[rapid.IntRange(max(0, n-12), n-1).Draw(t, "stay")]
		return x.start.Add(time.Duration(rapid.IntRange(-2, 2).Draw(t, "quarters")) * 15 * time.Minute)
	}
	date := m.org.date(m.now()).AddDays(rapid.IntRange(0, 3).Draw(t, "days"))
	if s.kind == canonical.Class {
		if all := m.org.lessonsOn(date); len(all) > 0 {
			return pick(t, "lesson", all)
		}
	}
	who := "t4"
	if len(s.providers) > 0 {
		who = pick(t, "whose hours", s.providers)
	}
	if open := m.org.window(who, date); len(open) > 0 {
		quarters := int(open[0].to.Sub(open[0].from) / (15 * time.Minute))
		return open[0].from.Add(time.Duration(rapid.IntRange(0, quarters-1).Draw(t, "quarter")) * 15 * time.Minute)
	}
	return m.now().Add(time.Duration(rapid.IntRange(-60, 13*24*60).Draw(t, "minutes")) * time.Minute)
}

// values draws what an act is about.
func (m *machine) values(t *rapid.T) values {
	id := pick(t, "service", []string{"talk", "talk", "massage", "massage", "watch", "trial", "lesson", "lesson", "table", "nothing"})
	s := services[id]
	v := values{service: id, zone: m.org.zone, client: pick(t, "client", people), party: 1}
	if len(s.providers) > 0 {
		v.provider = pick(t, "provider", s.providers)
	} else {
		v.provider = "ana" // gives none of these
	}
	v.start = m.start(t, id)
	v.from = m.org.date(v.start)
	v.until = v.from.AddDays(rapid.IntRange(0, 2).Draw(t, "more days"))
	if s.kind == canonical.Class || s.kind == canonical.Table {
		v.party = rapid.IntRange(1, 5).Draw(t, "party")
	}
	ref := canonical.SlotRef{Provider: v.provider, Start: v.start}
	if s.kind == canonical.Class {
		ref.Resource = "r1"
	} else if s.needs != "" {
		ref.Resource = pick(t, "resource", roomsFor[s.needs])
	}
	if s.kind == canonical.Table {
		ref.Provider = ""
	}
	v.slot = ref.String()
	v.booking, v.hold = m.one(t, false), m.one(t, true)
	if b := m.reference[0].find(v.booking); b != nil && likely(t, "same provider", 8) { // a slot to move it to
		ref = canonical.SlotRef{Provider: b.provider, Start: v.start}
		if len(b.resources) > 0 {
			ref.Resource = pick(t, "resource", roomsFor[services[b.service].needs])
		}
		if likely(t, "for that booking", 5) {
			v.slot = ref.String()
		}
	}
	return v
}

// one draws a booking or hold, mostly a young one.
func (m *machine) one(t *rapid.T, hold bool) string {
	var all []string
	for i := range m.reference[0].stays {
		if s := &m.reference[0].stays[i]; s.hold == hold {
			all = append(all, s.id)
		}
	}
	if len(all) == 0 || rapid.IntRange(0, 29).Draw(t, "nobody's") == 0 {
		return "nobodys"
	}
	return all[max(0, len(all)-1-rapid.IntRange(0, 9).Draw(t, "age"))]
}

// scenarios are the acts, as often as they are to come up.
var scenarios = []string{
	"book", "book", "book", "book", "book-slot", "book-party", "book-tentative", "hold", "hold", "hold-slot", "hold-seats",
	"book-hold", "book-hold", "book-held-slot", "release", "booking",
	"cancel", "cancel", "reschedule", "reschedule", "reschedule-slot", "slots-day", "slots-range", "slots-every",
}

// call draws an act and a door to ask for it at.
func (m *machine) call(t *rapid.T) *call {
	known := slices.DeleteFunc(slices.Clone(scenarios), func(s string) bool { return len(m.choir[s]) == 0 })
	scenario := pick(t, "act", known)
	c := &call{voice: pick(t, "voice", m.choir[scenario]), values: m.values(t)}
	if h := m.reference[0].find(c.values.hold); h != nil && h.provider != "" && scenario == "book-held-slot" && likely(t, "as it was held", 9) {
		c.values.service, c.values.provider, c.values.start = h.service, h.provider, h.start
	}
	if c.voice.secured {
		c.key = pick(t, "key", []string{"demo-key", "demo-key", "demo-key", "demo-platform-2", "demo-business", "demo-business", "guessed", ""})
		thing := c.values.booking
		if strings.Contains(scenario, "hold") || scenario == "release" {
			thing = c.values.hold
		}
		if s := m.reference[0].find(thing); s != nil && s.owner != "" && likely(t, "as whoever made it", 6) {
			c.key = s.owner
		}
	}
	if c.voice.numbers || likely(t, "with an id", 7) {
		m.serial++
		c.message = "m" + strconv.Itoa(m.serial)
	}
	return c
}

// twin is a call that says what another said, with its message id: through the
// same door, or another of the dialect.
func (m *machine) twin(t *rapid.T, of *call) *call {
	c := &call{voice: of.voice, values: of.values, key: of.key, message: of.message}
	var siblings []*voice
	scenario := filepath.Dir(of.voice.name)
	for _, v := range m.choir[scenario] {
		if v.secured == of.voice.secured && (of.message != "" || !v.numbers) {
			siblings = append(siblings, v)
		}
	}
	if likely(t, "elsewhere", 4) {
		c.voice = pick(t, "sibling", siblings)
	}
	if likely(t, "with other content", 1) {
		c.values = m.values(t)
	}
	return c
}

// wait lets time pass: some of it, or exactly as much as a hold has left.
func (m *machine) wait(t *rapid.T) {
	now := m.now()
	if h := m.reference[0].find(m.one(t, true)); h != nil && h.takes(now) && likely(t, "until it is over", 5) {
		m.travel(h.until.Add(time.Duration(rapid.IntRange(-1, 1).Draw(t, "seconds")) * time.Second))
		if m.now().Before(now) {
			m.travel(now)
		}
		return
	}
	unit := pick(t, "unit", []time.Duration{time.Second, time.Minute, time.Minute, 15 * time.Minute, time.Hour, 12 * time.Hour})
	m.travel(now.Add(time.Duration(rapid.IntRange(1, 9).Draw(t, "units")) * unit))
}
