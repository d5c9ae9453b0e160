package engine_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/orgfile"
)

// salonFile is an organisation in New York with one of everything: kinds of
// service, ways to pay, ways to confirm, and lists to wait on.
const salonFile = `{
"organization": {"slug": "salon", "name": "Salon", "country": "us", "timezone": "America/New_York", "currency": "USD", "public": true,
  "policies": {
    "cancellation_tiers": [{"min_hours_before": 24, "percent": 0}, {"min_hours_before": 0, "percent": 50}],
    "no_cancellation_after": 60, "max_reschedules": 2, "free_reschedule_until": 1440, "reschedule_fee": {"amount": 1000, "currency": "USD"},
    "no_show": {"percent": 50, "grace_minutes": 15}}},
"services": [
  {"id": "cut", "kind": "appointment", "name": "Haircut", "price": {"amount": 8000, "currency": "USD"}, "duration_minutes": 60, "step_minutes": 30,
   "channel": "in_person", "category": "hair", "tags": ["cut"], "provider_ids": ["ava", "noor"], "resource_types": ["chair"]},
  {"id": "facial", "kind": "appointment", "name": "Facial", "price": {"amount": 12000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "skin", "prepayment": "full", "provider_ids": ["june"]},
  {"id": "color", "kind": "appointment", "name": "Color", "price": {"amount": 12000, "currency": "USD", "deposit": 3000}, "duration_minutes": 60,
   "channel": "in_person", "category": "hair", "prepayment": "deposit", "provider_ids": ["june"]},
  {"id": "trial", "kind": "appointment", "name": "Bridal Trial", "price": {"amount": 18000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "hair", "confirmation": "manual", "provider_ids": ["june"]},
  {"id": "shoot", "kind": "appointment", "name": "Photo Shoot", "price": {"amount": 20000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "studio", "confirmation": "manual", "prepayment": "full", "provider_ids": ["june"]},
  {"id": "home", "kind": "appointment", "name": "Styling at Home", "price": {"amount": 15000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "home_visit", "category": "hair", "provider_ids": ["june"]},
  {"id": "hall", "kind": "class", "name": "Masterclass", "price": {"model": "per_person", "amount": 2500, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "classes", "capacity": 300, "starts": [{"days": ["wed"], "at": "19:00"}], "provider_ids": ["lena"]},
  {"id": "yoga", "kind": "class", "name": "Yoga", "price": {"model": "per_person", "amount": 1000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "classes", "capacity": 6, "min_party": 1, "starts": [{"days": ["tue", "thu"], "at": "18:00"}, {"date": "2026-04-04", "at": "10:00"}],
   "provider_ids": ["lena"], "resource_types": ["studio"], "waitlist": {"max_entries": 4, "offer_minutes": 20}},
  {"id": "solo", "kind": "appointment", "name": "Private Lesson", "price": {"amount": 9000, "currency": "USD"}, "duration_minutes": 60,
   "channel": "in_person", "category": "classes", "provider_ids": ["lena"], "waitlist": {}},
  {"id": "tea", "kind": "table", "name": "Tea Table", "price": {"model": "free", "amount": 0, "currency": "USD"}, "duration_minutes": 60, "step_minutes": 30,
   "channel": "in_person", "category": "tea", "min_party": 1, "resource_types": ["table"], "waitlist": {}},
  {"id": "bike", "kind": "rental", "name": "Bicycle", "price": {"model": "hourly", "amount": 600, "currency": "USD"}, "duration_minutes": 60, "max_minutes": 180,
   "channel": "in_person", "category": "street", "prepayment": "full", "resource_types": ["bike"]}
],
"providers": [
  {"id": "ava", "name": "Ava", "windows": [{"days": ["tue", "wed", "thu", "fri"], "from": "10:00", "to": "13:00"}]},
  {"id": "noor", "name": "Noor", "windows": [{"days": ["wed", "thu", "fri"], "from": "11:00", "to": "13:00"}]},
  {"id": "june", "name": "June", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "09:00", "to": "18:00"}]},
  {"id": "lena", "name": "Lena", "windows": [{"days": ["tue"], "from": "16:00", "to": "20:00"}]}
],
"resources": [
  {"id": "c1", "type": "chair", "name": "First chair"},
  {"id": "c2", "type": "chair", "name": "Second chair"},
  {"id": "mats", "type": "studio", "name": "Mat room"},
  {"id": "t4", "type": "table", "name": "Round table", "capacity": 4, "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "10:00", "to": "12:00"}]},
  {"id": "t2", "type": "table", "name": "Small table", "capacity": 2, "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "10:00", "to": "12:00"}]},
  {"id": "b1", "type": "bike", "name": "Red bike", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "09:00", "to": "13:00"}]},
  {"id": "b2", "type": "bike", "name": "Blue bike", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "09:00", "to": "13:00"}]}
]}`

// ny is a local time of the salon's.
func ny(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", s, canonical.Zone("America/New_York"))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// A shop is the salon, and how scheduling agents call there.
type shop struct {
	*bench
	t testing.TB
}

func salon(t testing.TB) shop {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return salonOn(t, newBench(t, s))
}

func salonOn(t testing.TB, b *bench) shop {
	t.Helper()
	s := shop{b, t}
	s.load(salonFile, now.Add(-time.Hour))
	return s
}

// load loads an organisation file, as of an instant.
func (s shop) load(document string, at time.Time) {
	s.t.Helper()
	f, problems := orgfile.Parse("salon.json", []byte(document))
	if f == nil {
		s.t.Fatal(problems)
	}
	f.At = at
	if _, err := orgfile.Load(s.t.Context(), s.store.Store, f, nil); err != nil {
		s.t.Fatal(err)
	}
}

// agentRules are those of a dialect that scheduling agents speak.
const agentRules = canonical.KnownCallers | canonical.Credentials | canonical.PayAfterwards | canonical.AddressNeeded | canonical.AnyProvider

// as does an act as a platform of that name, unless the meta says otherwise.
func (s shop) as(platform string, c canonical.Command, change ...func(*canonical.Request)) canonical.Outcome {
	req := canonical.Request{Command: c, Meta: canonical.Meta{
		Organization: "salon", Binding: "usp", Channel: "rest", Caller: "key:" + platform, Rules: agentRules,
		Principal: canonical.Principal{Role: canonical.RolePlatform, ID: platform, Organization: "salon"},
	}}
	for _, f := range change {
		f(&req)
	}
	return s.Do(context.Background(), req)
}

func business(r *canonical.Request) {
	r.Caller, r.Principal = "key:boss", canonical.Principal{Role: canonical.RoleBusiness, ID: "boss", Organization: "salon"}
}

func ifMatch(tag string) func(*canonical.Request) {
	return func(r *canonical.Request) { r.IfMatch = tag }
}

func presenting(credential string) func(*canonical.Request) {
	return func(r *canonical.Request) { r.Credential.Scoped = credential }
}

var alice = canonical.Client{Email: "alice@example.com", Name: "Alice", Surname: "Williams", Phone: "+12125550100"}

// slotID is the id of a slot at a local time.
func slotID(provider, resource, start string) string {
	return canonical.SlotRef{Provider: provider, Resource: resource, Start: ny(start)}.String()
}

// book makes a booking that must succeed.
func (s shop) book(c canonical.Book, change ...func(*canonical.Request)) canonical.Booking {
	s.t.Helper()
	if c.Client.Email == "" {
		c.Client = alice
	}
	out := s.as("p1", c, change...)
	if out.Err != nil {
		s.t.Fatalf("booking %+v: %v", c, out.Err)
	}
	return out.Result.(canonical.Booking)
}

// booking reads a booking as its platform sees it.
func (s shop) booking(id string) canonical.Booking {
	s.t.Helper()
	out := s.as("p1", canonical.GetBooking{Booking: id})
	if out.Err != nil {
		s.t.Fatal(out.Err)
	}
	return out.Result.(canonical.Booking)
}

// want says how an act must end.
func (s shop) want(what, end string, out canonical.Outcome) canonical.Outcome {
	s.t.Helper()
	if got := code(out); got != end {
		s.t.Errorf("%s: %s (%+v), want %s", what, got, out.Err, end)
	}
	return out
}

// stored reads a record's document past the engine.
func (s shop) stored(k canonical.StoreKey, doc any) {
	s.t.Helper()
	found, err := s.store.Store.Load(s.t.Context(), k)
	if err != nil || found[0].Version == 0 {
		s.t.Fatalf("%v: version %d, %v", k, found[0].Version, err)
	}
	if err := json.Unmarshal(found[0].Body, doc); err != nil {
		s.t.Fatal(err)
	}
}
