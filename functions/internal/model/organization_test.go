package model

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"hora/canonical"
)

// Two organisations of one shape, in zones whose clocks change at different
// times of day. Everything lies on quarters of an hour, so that short searches
// meet often.
const document = `{
"organization": {"slug": "%[1]s", "name": "Modelo", "description": "as loaded %[5]d times", "country": "cl", "timezone": "%[2]s", "currency": "USD", "public": true,
  "policies": {"max_advance": 12, "min_advance": %[3]d, "max_reschedules": 3, "hold_limit": 2, "hold_minutes": 10, "confirmation_hours": 3%[4]s},
  "keys": [
    {"name": "demo-key", "role": "organization", "profile": "https://agent.example/profiles/scheduling-agent.json", "sha256": "c48a01f49fd0f2cc404bc3cbbc80e91457a3d41bb429a695243de4c61794155c"},
    {"name": "demo-platform-2", "role": "platform", "sha256": "52f9b0e69d17320ff557d75b2cf5f2faea6137e8e88a68f1bfaeb5b4d5f8816d"},
    {"name": "demo-business", "role": "business", "sha256": "64e343aa9145d6f36839f07534ae9d5b43087e2b1930fd5132bde09776c37d69"}]},
"services": [
  {"id": "talk", "kind": "appointment", "name": "Talk", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 60, "step_minutes": 30,
   "channel": "in_person", "category": "a", "provider_ids": ["ana", "bo"]},
  {"id": "massage", "kind": "appointment", "name": "Massage", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 45, "step_minutes": 15, "buffer_minutes": 15,
   "channel": "in_person", "category": "a", "provider_ids": ["ana", "bo"], "resource_types": ["room"]},
  {"id": "watch", "kind": "appointment", "name": "Watch", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 60,
   "channel": "virtual", "category": "a", "provider_ids": ["cy"]},
  {"id": "trial", "kind": "appointment", "name": "Trial", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 30, "confirmation": "manual",
   "channel": "in_person", "category": "a", "provider_ids": ["bo"]},
  {"id": "lesson", "kind": "class", "name": "Lesson", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 60, "capacity": 5,
   "channel": "in_person", "category": "a", "starts": [{"days": ["mon", "wed", "fri", "sat", "sun"], "at": "10:00"}], "provider_ids": ["bo"], "resource_types": ["room"]},
  {"id": "table", "kind": "table", "name": "Table", "price": {"amount": 100, "currency": "USD"}, "duration_minutes": 60, "step_minutes": 30,
   "channel": "in_person", "category": "a", "resource_types": ["table"]}
],
"providers": [
  {"id": "ana", "name": "Ana", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "00:00", "to": "24:00"}]},
  {"id": "bo", "name": "Bo", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "09:00", "to": "14:00"}]},
  {"id": "cy", "name": "Cy", "windows": [{"days": ["fri", "sat", "sun", "mon"], "from": "22:00", "to": "06:00"}]}
],
"resources": [
  {"id": "r1", "type": "room", "name": "First"},
  {"id": "r2", "type": "room", "name": "Second", "buffer_minutes": 30},
  {"id": "t4", "type": "table", "name": "Four", "capacity": 4, "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "12:00", "to": "15:00"}]},
  {"id": "t2", "type": "table", "name": "Two", "capacity": 2, "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "12:00", "to": "15:00"}]}
]}`

// roles are what the keys of the file are.
var roles = map[string]canonical.Role{
	"demo-key": canonical.RoleOrganization, "demo-platform-2": canonical.RolePlatform, "demo-business": canonical.RoleBusiness,
}

// An organization is what the reference knows of one: the file again, in the
// plainest form.
type organization struct {
	slug, zone string
	notice     time.Duration // how long before its start a place can be booked
	closes     time.Duration // and given up again; negative: always
	clock      *time.Location
	turns      []string // local dates around which its clock changes
	mu         sync.Mutex
	seen       map[dayOf][]span
	taughtOn   map[canonical.Date][]time.Time
}

var santiago = newOrganization("andes", "America/Santiago", 0, -1, "2026-04-04", "2026-09-05")
var newYork = newOrganization("hudson", "America/New_York", 30*time.Minute, time.Hour, "2026-10-31", "2027-03-13")

func newOrganization(slug, zone string, notice, closes time.Duration, turns ...string) *organization {
	return &organization{slug: slug, zone: zone, notice: notice, closes: closes, clock: canonical.Zone(zone), turns: turns, seen: map[dayOf][]span{}, taughtOn: map[canonical.Date][]time.Time{}}
}

// file is the organisation file; each load has another text in it.
func (o *organization) file(load int) []byte {
	extra := ""
	if o.closes >= 0 {
		extra = fmt.Sprintf(`, "no_cancellation_after": %d`, int(o.closes.Minutes()))
	}
	return fmt.Appendf(nil, document, o.slug, o.zone, int(o.notice.Minutes()), extra, load)
}

const (
	mostAhead    = 12 // days
	mostMoves    = 3
	mostHolds    = 2
	holdTime     = 10 * time.Minute
	confirmTime  = 3 * time.Hour
	rememberTime = 24 * time.Hour
)

type service struct {
	kind            canonical.Kind
	minutes, step   int
	buffer          int
	providers       []string
	needs           string // type of resource
	seats           int
	manual          bool
	classDays, hour string
}

var services = map[string]service{
	"talk":    {kind: canonical.Appointment, minutes: 60, step: 30, providers: []string{"ana", "bo"}},
	"massage": {kind: canonical.Appointment, minutes: 45, step: 15, buffer: 15, providers: []string{"ana", "bo"}, needs: "room"},
	"watch":   {kind: canonical.Appointment, minutes: 60, step: 60, providers: []string{"cy"}},
	"trial":   {kind: canonical.Appointment, minutes: 30, step: 30, providers: []string{"bo"}, manual: true},
	"lesson":  {kind: canonical.Class, minutes: 60, seats: 5, providers: []string{"bo"}, needs: "room", classDays: "mon wed fri sat sun", hour: "10:00"},
	"table":   {kind: canonical.Table, minutes: 60, step: 30, needs: "table"},
}

type resource struct {
	kind   string
	size   int
	buffer int
	open   bool // has hours of its own
}

var resources = map[string]resource{
	"r1": {kind: "room", size: 1}, "r2": {kind: "room", size: 1, buffer: 30},
	"t4": {kind: "table", size: 4, open: true}, "t2": {kind: "table", size: 2, open: true},
}

// roomsFor are the resources of a type, in the order in which they are taken.
var roomsFor = map[string][]string{"room": {"r1", "r2"}, "table": {"t2", "t4"}}

// hours are the weekly windows of whoever or whatever has some: weekdays, and
// minutes of the day; over 1440 is the next day.
var hours = map[string]struct {
	days     string
	from, to int
}{
	"ana": {"mon tue wed thu fri sat sun", 0, 1440},
	"bo":  {"mon tue wed thu fri sat sun", 9 * 60, 14 * 60},
	"cy":  {"fri sat sun mon", 22 * 60, 30 * 60},
	"t4":  {"mon tue wed thu fri sat sun", 12 * 60, 15 * 60},
	"t2":  {"mon tue wed thu fri sat sun", 12 * 60, 15 * 60},
}

type span struct{ from, to time.Time }

func (s span) meets(o span) bool { return s.from.Before(o.to) && o.from.Before(s.to) }

type dayOf struct {
	who  string
	date canonical.Date
}

// window is the stretch of open time that begins on a local date, found by
// looking at every minute around it; empty when there is none.
func (o *organization) window(who string, date canonical.Date) []span {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := dayOf{who, date}
	if found, ok := o.seen[k]; ok {
		return found
	}
	var found []span
	h := hours[who]
	midnight := date.Midnight()
	if strings.Contains(h.days, strings.ToLower(midnight.Weekday().String()[:3])) {
		var open span
		for at := midnight.Add(-26 * time.Hour); at.Before(midnight.Add(60 * time.Hour)); at = at.Add(time.Minute) {
			if m := o.reading(at, midnight); h.from <= m && m < h.to {
				if open.from.IsZero() {
					open.from = at
				}
				open.to = at.Add(time.Minute)
			}
		}
		if !open.from.IsZero() {
			found = append(found, open)
		}
	}
	o.seen[k] = found
	return found
}

// reading is what the clock on the wall shows, in minutes after midnight of
// the date.
func (o *organization) reading(at, midnight time.Time) int {
	wall := at.In(o.clock)
	shown := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), 0, 0, time.UTC)
	return int(shown.Sub(midnight).Minutes())
}

// windows are all that can matter around a span.
func (o *organization) windows(who string, s span) (all []span) {
	for d := o.date(s.from).AddDays(-2); d <= o.date(s.to).AddDays(2); d = d.AddDays(1) {
		all = append(all, o.window(who, d)...)
	}
	return all
}

// opens says whether somebody is open throughout.
func (o *organization) opens(who string, s span) bool {
	all := o.windows(who, s)
	for at := s.from; at.Before(s.to); {
		until := at
		for _, w := range all {
			if !at.Before(w.from) && at.Before(w.to) && w.to.After(until) {
				until = w.to
			}
		}
		if until.Equal(at) {
			return false
		}
		at = until
	}
	return true
}

func (o *organization) date(at time.Time) canonical.Date { return canonical.DateOf(at, o.clock) }

// lessonsOn are the starts of the class on a local date: the minutes at which
// the clock shows its hour.
func (o *organization) lessonsOn(date canonical.Date) (all []time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if all, ok := o.taughtOn[date]; ok {
		return all
	}
	defer func() { o.taughtOn[date] = all }()
	s := services["lesson"]
	if !strings.Contains(s.classDays, strings.ToLower(date.Midnight().Weekday().String()[:3])) {
		return nil
	}
	for at := date.Midnight().Add(-14 * time.Hour); at.Before(date.Midnight().Add(38 * time.Hour)); at = at.Add(15 * time.Minute) {
		if wall := at.In(o.clock); wall.Format("15:04") == s.hour && o.date(at) == date {
			all = append(all, at)
		}
	}
	return all
}

// taught says whether the class takes its teacher or room then.
func (o *organization) taught(who string, s span) bool {
	if who != "bo" && who != "r1" {
		return false
	}
	for d := o.date(s.from).AddDays(-1); d <= o.date(s.to); d = d.AddDays(1) {
		for _, at := range o.lessonsOn(d) {
			if (span{at, at.Add(time.Hour)}).meets(s) {
				return true
			}
		}
	}
	return false
}
