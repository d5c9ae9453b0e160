package canonical_test

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestIsEntity(t *testing.T) {
	for s, want := range map[string]bool{
		"slf_01M2T7Q2F2MVGDY5GQGMWTM7W1":  true,
		"slf_00000000000000000000000000":  true,
		"slf_01M2T7Q2F2MVGDY5GQGMWTM7W":   false, // too short
		"slf_01M2T7Q2F2MVGDY5GQGMWTM7W12": false,
		"slf_01M2T7Q2F2MVGDY5GQGMWTM7WI":  false, // I, L, O and U are none of Crockford's
		"slf_01M2T7Q2F2MVGDY5GQGMWTM7WU":  false,
		"slf_01m2t7q2f2mvgdy5gqgmwtm7w1":  false,
		"01M2T7Q2F2MVGDY5GQGMWTM7W1":      false,
		"slf_":                            false,
		"":                                false,
	} {
		if got := canonical.IsEntity(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestRegistryOwns(t *testing.T) {
	r := canonical.Registry{PageHosts: []string{"www.lakes.example", "book.lakes.example"}}
	for page, want := range map[string]bool{
		"https://www.lakes.example/stay/inn?x=1":      true,
		"https://book.lakes.example":                  true,
		"http://www.lakes.example/":                   false,
		"https://www.lakes.example:8443/":             false,
		"https://guest@www.lakes.example/":            false,
		"https://lakes.example/":                      false,
		"https://www.lakes.example.evil.example/":     false,
		"https://evil.example/https://lakes.example/": false,
		"//www.lakes.example/":                        false,
		"javascript:alert(1)":                         false,
		"https://www.lakes.example/%zz":               false,
		"":                                            false,
	} {
		if got := r.Owns(page); got != want {
			t.Errorf("%q: %v", page, got)
		}
	}
	if (&canonical.Registry{}).Owns("https:///x") {
		t.Error("no host is anybody's")
	}
}

func TestSections(t *testing.T) {
	all, some := canonical.Registry{}, canonical.Registry{Sections: []canonical.Section{canonical.SectionEat}}
	if !all.Has(canonical.SectionStay) || all.Has("shop") || some.Has(canonical.SectionStay) || !some.Has(canonical.SectionEat) {
		t.Error("sections that a registry has, or has not")
	}
	for kind, want := range map[canonical.Kind]canonical.Section{
		canonical.Nights: canonical.SectionStay, canonical.Table: canonical.SectionEat,
		canonical.Class: canonical.SectionDo, canonical.Rental: canonical.SectionDo, canonical.Appointment: canonical.SectionDo,
	} {
		if got := kind.Section(); got != want {
			t.Errorf("%s is found under %s", kind, got)
		}
	}
}

// A night costs what the first rate says that fits it; seasons come every year,
// and may go over its end.
func TestNights(t *testing.T) {
	s := canonical.Service{Price: canonical.Price{Amount: 100, Currency: "GBP"}, Nightly: &canonical.Nightly{
		CheckIn: "15:00", CheckOut: "11:00", Fewest: 2, Most: 7, Included: 2, Extra: 7,
		Rates: []canonical.Rate{
			{From: "12-24", To: "01-01", Amount: 300, Fewest: 3},
			{From: "06-01", To: "08-31", Days: []string{"fri", "sat"}, Amount: 200},
			{From: "06-01", To: "08-31", Amount: 150},
			{Party: 1, Amount: 80},
		},
	}}
	for _, c := range []struct {
		from           canonical.Date
		nights, people int
		want           int64
	}{
		{"2026-04-14", 2, 2, 200},
		{"2026-04-14", 2, 1, 160},
		{"2026-04-14", 2, 4, 228},
		{"2026-05-31", 2, 2, 250},
		{"2026-06-04", 3, 2, 550}, // Thursday to Sunday
		{"2026-08-31", 2, 2, 250},
		{"2026-12-23", 3, 2, 700},
		{"2026-12-31", 3, 2, 700},
		{"2027-12-24", 1, 1, 300},
		{"2028-02-28", 3, 2, 300}, // over a leap day
		{"2026-04-14", 0, 2, 0},
	} {
		if got := s.Nights(c.from, c.nights, c.people); got != (canonical.Money{Amount: c.want, Currency: "GBP"}) {
			t.Errorf("%d from %s for %d: %d, want %d", c.nights, c.from, c.people, got.Amount, c.want)
		}
	}
	for from, want := range map[canonical.Date][2]int{"2026-04-14": {2, 7}, "2026-12-24": {3, 7}} {
		if fewest, most := s.Nightly.Span(from, 2); fewest != want[0] || most != want[1] {
			t.Errorf("from %s: %d to %d", from, fewest, most)
		}
	}
	if fewest, most := new(canonical.Nightly).Span("2026-04-14", 2); fewest != 1 || most != canonical.MaxNights {
		t.Errorf("by default: %d to %d", fewest, most)
	}
	in, out := s.Nightly.Stay("2026-10-24", 2, canonical.Zone("Europe/London"))
	if !in.Equal(time.Date(2026, 10, 24, 14, 0, 0, 0, time.UTC)) || !out.Equal(time.Date(2026, 10, 26, 11, 0, 0, 0, time.UTC)) {
		t.Errorf("%s to %s", in, out)
	}
}

// A guest is a client without an address, and no other client.
func TestGuestHash(t *testing.T) {
	ann, eve, nobody := canonical.Client{Guest: "ann"}, canonical.Client{Guest: "eve"}, canonical.Client{}
	mail := canonical.Client{Email: "guest ann", Guest: "ann"}
	if ann.Hash() == eve.Hash() || ann.Hash() == nobody.Hash() || len(ann.Hash()) != 32 {
		t.Error("guests are told apart")
	}
	if with := (canonical.Client{Email: "ann@example.com", Guest: "ann"}); with.Hash() != (canonical.Client{Email: "ann@example.com"}).Hash() || with.Hash() == mail.Hash() {
		t.Error("an address comes first")
	}
}
