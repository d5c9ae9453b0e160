package engine_test

import (
	"context"
	"path/filepath"
	"testing"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// The salon that is there to be tried out has something of every kind to book
// on some day soon, and whoever tries can take what is shown.
func TestDemonstrationSalon(t *testing.T) {
	store, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	b := newBench(t, store)
	file, err := orgs.Files.ReadFile("glamour-salon.json")
	if err != nil {
		t.Fatal(err)
	}
	f, problems := orgfile.Parse("glamour-salon.json", file)
	if f == nil {
		t.Fatal(problems)
	}
	if _, err := orgfile.Load(t.Context(), store, f, nil); err != nil {
		t.Fatal(err)
	}
	do := func(c canonical.Command) canonical.Outcome {
		return b.Do(context.Background(), canonical.Request{Command: c, Meta: canonical.Meta{
			Organization: "glamour-salon", Binding: "usp", Caller: "key:p1", Rules: agentRules,
			Principal: canonical.Principal{Role: canonical.RolePlatform, ID: "p1", Organization: "glamour-salon"},
		}})
	}
	listed := do(canonical.ListServices{})
	if listed.Err != nil {
		t.Fatal(listed.Err)
	}
	kinds := map[canonical.Kind]bool{}
	var paid, deposits, manual, waited, visits int
	for _, s := range listed.Result.(canonical.Catalogue).Services {
		kinds[s.Kind] = true
		found := do(canonical.FindSlots{Service: s.ID, Every: true, Days: 7, Limit: 1})
		if found.Err != nil || len(found.Result.(canonical.Slots).Slots) == 0 {
			t.Errorf("%s: nothing to book: %+v", s.ID, found.Err)
			continue
		}
		made := do(canonical.Book{Service: s.ID, Slot: found.Result.(canonical.Slots).Slots[0].ID, Client: alice, Address: &canonical.Address{Line1: "1 Main St", City: "New York", Country: "US"}})
		if made.Err != nil {
			t.Errorf("%s: %+v", s.ID, made.Err)
			continue
		}
		switch b := made.Result.(canonical.Booking); {
		case b.Billing.Owing() && b.Billing.Due.Deposit:
			deposits++
		case b.Billing.Owing():
			paid++
		case b.Lifecycle.PendingConfirmation:
			manual++
		}
		if s.Waitlist != nil {
			waited++
		}
		if s.Channel == canonical.HomeVisit {
			visits++
		}
	}
	for _, k := range []canonical.Kind{canonical.Appointment, canonical.Class, canonical.Table, canonical.Rental} {
		if !kinds[k] {
			t.Errorf("there is no %s", k)
		}
	}
	if paid == 0 || deposits == 0 || manual == 0 || waited == 0 || visits == 0 {
		t.Errorf("%d paid at booking, %d with a deposit, %d confirmed by hand, %d with a waitlist, %d visits", paid, deposits, manual, waited, visits)
	}
}
