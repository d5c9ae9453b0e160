package canonical

import (
	"slices"
	"strings"
	"time"
)

// Nightly says how a service of kind Nights is sold: a unit of its resource
// type, from check-in on one day to check-out on a later one.
type Nightly struct {
	CheckIn  string `json:"check_in"`            // local time from which guests may come, HH:MM
	CheckOut string `json:"check_out"`           // local time by which they leave, HH:MM
	Fewest   int    `json:"min_nights,omitzero"` // default 1
	Most     int    `json:"max_nights,omitzero"` // default MaxNights
	Included int    `json:"included,omitzero"`   // people that a rate is for; default as many as fit
	Extra    int64  `json:"extra,omitzero"`      // minor units a night, for each person more
	Rates    []Rate `json:"rates,omitzero"`      // the first that fits a night counts; none does: the service's price
}

// MaxNights is the longest stay.
const MaxNights = 31

// A Rate is the price of a night. What it does not say it does not mind.
type Rate struct {
	Name   string   `json:"name,omitzero"`
	From   string   `json:"from,omitzero"`  // MM-DD, every year
	To     string   `json:"to,omitzero"`    // MM-DD, included; before From: in the next year
	Days   []string `json:"days,omitzero"`  // weekdays of the night: mon tue wed thu fri sat sun
	Party  int      `json:"party,omitzero"` // for at most so many people
	Amount int64    `json:"amount"`
	Fewest int      `json:"min_nights,omitzero"` // of stays that begin with such a night
}

// fits says whether the rate is for a night, named by the day it begins on.
func (r *Rate) fits(night Date, people int) bool {
	if r.Party > 0 && people > r.Party {
		return false
	}
	if len(r.Days) > 0 && !slices.Contains(r.Days, strings.ToLower(night.Weekday().String()[:3])) {
		return false
	}
	if r.From == "" {
		return true
	}
	day := string(night[len("2006-"):])
	if r.From <= r.To {
		return r.From <= day && day <= r.To
	}
	return r.From <= day || day <= r.To
}

// rate is the first that fits a night; nil for none.
func (n *Nightly) rate(night Date, people int) *Rate {
	for i := range n.Rates {
		if n.Rates[i].fits(night, people) {
			return &n.Rates[i]
		}
	}
	return nil
}

// Span is the fewest and the most nights of a stay that begins on that day.
func (n *Nightly) Span(checkIn Date, people int) (fewest, most int) {
	fewest, most = max(n.Fewest, 1), n.Most
	if most == 0 {
		most = MaxNights
	}
	if r := n.rate(checkIn, people); r != nil {
		fewest = max(fewest, r.Fewest)
	}
	return fewest, max(most, fewest)
}

// Nights is what a stay costs: the sum of its nights by season, weekday and
// party.
func (s *Service) Nights(checkIn Date, nights, people int) Money {
	total := Money{0, s.Price.Currency}
	for i := range nights {
		amount := s.Price.Amount
		if r := s.Nightly.rate(checkIn.AddDays(i), people); r != nil {
			amount = r.Amount
		}
		if in := s.Nightly.Included; in > 0 && people > in {
			amount += int64(people-in) * s.Nightly.Extra
		}
		total.Amount += amount
	}
	return total
}

// Stay is from when to when a stay of so many nights lasts: local check-in on
// the first day, local check-out on the last.
func (n *Nightly) Stay(checkIn Date, nights int, zone *time.Location) (from, to time.Time) {
	return onClock(checkIn, n.CheckIn, zone), onClock(checkIn.AddDays(nights), n.CheckOut, zone)
}

func onClock(d Date, clock string, zone *time.Location) time.Time {
	t, _ := time.Parse("15:04", clock)
	day := d.Midnight()
	return time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, zone).UTC()
}
