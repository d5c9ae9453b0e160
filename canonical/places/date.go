package places

import (
	"fmt"
	"slices"
	"strings"

	"hora/canonical"
)

// dated is a date that a question names, perhaps without its year.
type dated struct {
	year, month, day int
	said             canonical.Date // told outright: an ISO date, tomorrow, a weekday
}

// stay reads when somebody wants to come: a day, two of them, or a day and a
// number of nights. A question that names other days beside is not read at all.
func (r *reader) stay() *canonical.Stay {
	var from, to []canonical.Date
	for i := 0; i < len(r.all); {
		in, out, n := r.days(i)
		if n == 0 {
			i++
			continue
		}
		from = append(from, in)
		if out != "" {
			to = append(to, out)
		}
		r.use(i, i+n)
		i += n
	}
	nights := r.nights()
	slices.Sort(from)
	slices.Sort(to)
	from, to = slices.Compact(from), slices.Compact(to)
	if len(from) != 1 || len(to) > 1 || len(nights) > 1 || from[0] < r.today {
		return nil
	}
	stay := &canonical.Stay{CheckIn: from[0]}
	if len(to) == 1 {
		stay.CheckOut = to[0]
	}
	if len(nights) == 1 {
		out := stay.CheckIn.AddDays(nights[0])
		if stay.CheckOut != "" && stay.CheckOut != out {
			return nil
		}
		stay.CheckOut = out
	}
	if stay.CheckOut != "" && stay.CheckOut <= stay.CheckIn {
		return nil
	}
	return stay
}

// never stands for a date that cannot be, or could be several.
const never canonical.Date = "0000-00-00"

// days reads one day, or two that belong together, at i. It answers how many
// tokens that took; an impossible date takes them too, and is empty.
func (r *reader) days(i int) (in, out canonical.Date, n int) {
	if first, m := r.dayPair(i); m > 0 {
		last := first[1]
		in = r.next(first[0])
		if last.day <= first[0].day {
			return in, never, m
		}
		return in, r.after(in, last), m
	}
	a, n := r.date(i)
	if n == 0 {
		return "", "", 0
	}
	in = r.next(a)
	for _, sep := range []int{1, 2} { // "to", or "until the"
		if sep == 2 && !r.at(i+n+1).is("the") {
			break
		}
		if !r.at(i+n).is("-", "to", "till", "until", "and") {
			break
		}
		if r.at(i+n).is("and") && !r.at(i-1).is("between") {
			break
		}
		if b, m := r.date(i + n + sep); m > 0 {
			if a.year == 0 && b.year != 0 && a.said == "" {
				a.year = b.year
				if a.month > b.month {
					a.year--
				}
				in = r.next(a)
			}
			return in, r.after(in, b), n + sep + m
		}
	}
	return in, "", n
}

// dayPair reads two days of one month: "14-16 March 2026", "14 to 16 March",
// "March 14-16".
func (r *reader) dayPair(i int) (pair [2]dated, n int) {
	between := func(i int) bool {
		return r.at(i).is("-", "to", "till", "until") || r.at(i).is("and") && r.at(i-2).is("between")
	}
	if month := months[r.at(i).text]; month > 0 {
		if a, b := r.at(i+1), r.at(i+3); day(a) && between(i+2) && day(b) && months[r.at(i+4).text] == 0 {
			year, m := r.year(i + 4)
			return [2]dated{{year, month, a.n, ""}, {year, month, b.n, ""}}, 4 + m
		}
		return pair, 0
	}
	a, the := r.at(i), 0
	if r.at(i + 2).is("the") {
		the = 1
	}
	b := r.at(i + 2 + the)
	if !day(a) || !between(i+1) || !day(b) {
		return pair, 0
	}
	n = 3 + the
	if r.at(i + n).is("of") {
		n++
	}
	month := months[r.at(i+n).text]
	if month == 0 {
		return pair, 0
	}
	year, m := r.year(i + n + 1)
	return [2]dated{{year, month, a.n, ""}, {year, month, b.n, ""}}, n + 1 + m
}

// date reads one date at i.
func (r *reader) date(i int) (d dated, n int) {
	t := r.at(i)
	switch {
	case t.is("today", "tonight"):
		return dated{said: r.today}, 1
	case t.is("tomorrow"):
		return dated{said: r.today.AddDays(1)}, 1
	case weekdays[t.text] > 0:
		return r.weekday(i)
	case t.digit && len(t.text) == 4 && r.at(i+1).is("-") && len(r.at(i+2).text) == 2 && r.at(i+3).is("-") && len(r.at(i+4).text) == 2 && r.at(i+4).glued:
		return dated{t.n, r.at(i + 2).n, r.at(i + 4).n, ""}, 5
	case t.digit && r.at(i+1).is("/") && r.at(i+2).digit && r.at(i+3).is("/") && len(r.at(i+4).text) == 4:
		return slashed(t.n, r.at(i+2).n, r.at(i+4).n), 5
	case months[t.text] > 0 && day(r.at(i+1)):
		year, m := r.year(i + 2)
		return dated{year, months[t.text], r.at(i + 1).n, ""}, 2 + m
	case day(t):
		of := 0
		if r.at(i + 1).is("of") {
			of = 1
		}
		if month := months[r.at(i+1+of).text]; month > 0 {
			year, m := r.year(i + 2 + of)
			return dated{year, month, t.n, ""}, 2 + of + m
		}
	}
	return dated{}, 0
}

// weekday reads the coming day of a name, where it is told as a date: a Sunday
// roast is none. Today's own name could mean today or a week from now, and
// "next Friday" either of two.
func (r *reader) weekday(i int) (dated, int) {
	before := r.at(i - 1)
	if before.is("next") {
		return dated{said: never}, 1
	}
	if !before.is("on", "this", "for", "from", "to", "till", "until", "between", "and", "-") {
		return dated{}, 0
	}
	ahead := (weekdays[r.at(i).text] - 1 - int(r.today.Weekday()) + 7) % 7
	if ahead == 0 {
		return dated{said: never}, 1
	}
	return dated{said: r.today.AddDays(ahead)}, 1
}

// slashed is day/month/year or month/day/year, whichever it can only be.
func slashed(a, b, year int) dated {
	switch {
	case a > 12 && b <= 12, a == b:
		return dated{year, b, a, ""}
	case b > 12 && a <= 12:
		return dated{year, a, b, ""}
	}
	return dated{said: never}
}

func day(t token) bool { return t.digit && len(t.text) <= 2 && t.n >= 1 && t.n <= 31 }

// year reads a year at i; 0 for none.
func (r *reader) year(i int) (year, n int) {
	if t := r.at(i); t.digit && len(t.text) == 4 && t.n >= 2000 && t.n < 2100 {
		return t.n, 1
	}
	return 0, 0
}

// next is the date that was named: without a year, its next occurrence, today
// included.
func (r *reader) next(d dated) canonical.Date { return r.from(d, r.today) }

// after is the date that was named as an end: without a year, the first after
// the beginning.
func (r *reader) after(in canonical.Date, d dated) canonical.Date { return r.from(d, in) }

func (r *reader) from(d dated, first canonical.Date) canonical.Date {
	if d.said != "" {
		return d.said
	}
	if d.year > 0 {
		return date(d.year, d.month, d.day)
	}
	for y := range 9 { // 29 February may be eight years off
		if on := date(first.Midnight().Year()+y, d.month, d.day); on != never && on >= first {
			return on
		}
	}
	return never
}

func date(year, month, day int) canonical.Date {
	d, err := canonical.ParseDate(fmt.Sprintf("%04d-%02d-%02d", year, month, day))
	if err != nil {
		return never
	}
	return d
}

var months = names(map[int]string{
	1: "january jan", 2: "february feb", 3: "march mar", 4: "april apr", 5: "may", 6: "june jun", 7: "july jul",
	8: "august aug", 9: "september sept sep", 10: "october oct", 11: "november nov", 12: "december dec",
})

// weekdays are counted from 1, Sunday, so that 0 is none.
var weekdays = names(map[int]string{
	1: "sunday", 2: "monday", 3: "tuesday", 4: "wednesday", 5: "thursday", 6: "friday", 7: "saturday",
})

func names(of map[int]string) map[string]int {
	all := map[string]int{}
	for n, words := range of {
		for _, w := range strings.Fields(words) {
			all[w] = n
		}
	}
	return all
}
