package orgfile

import (
	"slices"

	"hora/canonical"
)

// latest is until when guests may come at most: a day later or earlier by the
// clock's change is still the same day.
const latest = 22 * 60

// checkUnits checks what is let by the night: resources of one type that
// nothing else is had of, since their calendars are by the month, and that have
// no hours but nights on which they are closed.
func (r references) checkUnits(c *checker, path string, s *canonical.Service) {
	at := oneType(c, path, s)
	for i, t := range s.ResourceTypes {
		for j := range r.org.Services {
			if o := &r.org.Services[j]; o.Kind != canonical.Nights && slices.Contains(o.ResourceTypes, t) {
				c.say(item(at, i), "%q is let by the night, and %s has it by the hour", t, item(r.at+"services", j))
			}
		}
		for j := range r.org.Resources {
			if x := &r.org.Resources[j]; x.Type == t {
				checkUnit(c, item(r.at+"resources", j), x)
			}
		}
	}
}

func checkUnit(c *checker, path string, r *canonical.Resource) {
	if len(r.Windows) > 0 {
		c.say(path+".windows", "has no place in what is let by the night")
	}
	for i, e := range r.Exceptions {
		if len(e.Windows) > 0 {
			c.say(item(path+".exceptions", i)+".windows", "must be empty: a night is let or not")
		}
	}
}

// checkNightly checks how nights are sold.
func checkNightly(c *checker, path string, s *canonical.Service) {
	if m := s.Price.Model; m != "" && m != "fixed" && m != "from" {
		c.say(path+".price.model", "is %q; nights cost what their rates say", m)
	}
	at, n := path+".nightly", s.Nightly
	if !c.required(at) || n == nil {
		return
	}
	checkClock(c, at+".check_in", n.CheckIn, 0, latest)
	checkClock(c, at+".check_out", n.CheckOut, 0, day-1)
	if c.given[at+".min_nights"] {
		within(c, at+".min_nights", n.Fewest, 1, canonical.MaxNights)
	}
	if c.given[at+".max_nights"] {
		within(c, at+".max_nights", n.Most, max(n.Fewest, 1), canonical.MaxNights)
	}
	if c.given[at+".included"] {
		within(c, at+".included", n.Included, 1, maxSeats)
	}
	within(c, at+".extra", n.Extra, 0, maxAmount)
	if n.Extra > 0 && n.Included == 0 {
		c.say(at+".extra", "is for more people than are included, and nothing says how many are")
	}
	for i := range n.Rates {
		checkRate(c, item(at+".rates", i), &n.Rates[i])
	}
}

// checkDay checks a day of any year, where one is given.
func checkDay(c *checker, path, day string) {
	if _, err := canonical.ParseDate("2024-" + day); c.given[path] && err != nil { // a leap year
		c.say(path, "%q is no day of the year: want MM-DD", day)
	}
}

func checkRate(c *checker, path string, r *canonical.Rate) {
	c.line(path+".name", r.Name)
	if c.required(path + ".amount") {
		within(c, path+".amount", r.Amount, 0, maxAmount)
	}
	if c.given[path+".from"] != c.given[path+".to"] {
		c.say(path, "want both from and to, or neither")
	}
	checkDay(c, path+".from", r.From)
	checkDay(c, path+".to", r.To)
	days := unique{}
	for i, name := range r.Days {
		oneOf(c, item(path+".days", i), name, weekdays...)
		days.add(c, item(path+".days", i), name)
	}
	if c.given[path+".days"] && len(r.Days) == 0 {
		c.say(path+".days", "must not be empty")
	}
	if c.given[path+".party"] {
		within(c, path+".party", r.Party, 1, maxSeats)
	}
	if c.given[path+".min_nights"] {
		within(c, path+".min_nights", r.Fewest, 1, canonical.MaxNights)
	}
}
