package places

import (
	"fmt"
	"slices"

	"hora/canonical"
)

// dated is a date that a question names, perhaps without its year.
type dated struct {
	year, month, day int
	said             canonical.Date // told outright: an ISO date, tomorrow, a weekday
	weekday          int            // told beside it, counted from 1; 0: none
}

// stay reads when somebody wants to come: a day, two of them, or a day and a
// number of nights. A question that names other days beside, not one day or
// length for certain, or a longer stay than there is, is unclear and not read at
// all.
func (r *reader) stay() (s *canonical.Stay, unclear bool) {
	var from, to []canonical.Date
	loose := false
	for i := 0; i < len(r.all); {
		in, out, n := r.days(i)
		if n == 0 {
			i++
			continue
		}
		loose = loose || r.loose(i, i+n, "by") || r.beside(i, i+n) || r.shared(i)
		from = append(from, in)
		if out != "" {
			to = append(to, out)
		}
		r.use(i, i+n)
		i += n
	}
	nights, vague := r.nights()
	slices.Sort(from)
	slices.Sort(to)
	from, to = slices.Compact(from), slices.Compact(to)
	if loose || vague || len(from) != 1 || len(to) > 1 || len(nights) > 1 || from[0] < r.today {
		return nil, len(from) > 0
	}
	stay := &canonical.Stay{CheckIn: from[0]}
	if len(to) == 1 {
		stay.CheckOut = to[0]
	}
	if len(nights) == 1 {
		out := stay.CheckIn.AddDays(nights[0])
		if stay.CheckOut != "" && stay.CheckOut != out {
			return nil, true
		}
		stay.CheckOut = out
	}
	if stay.CheckOut != "" && (stay.CheckOut <= stay.CheckIn || stay.CheckIn.DaysUntil(stay.CheckOut) > canonical.MaxNights) {
		return nil, true
	}
	return stay, false
}

// never stands for a date that cannot be, or could be several.
const never canonical.Date = "0000-00-00"

// days reads one day, or two that belong together, at i. It answers how many
// tokens that took; an impossible date takes them too, and is empty.
func (r *reader) days(i int) (in, out canonical.Date, n int) {
	if pair, m := r.dayPair(i); m > 0 {
		in = r.next(pair[0])
		if pair[1].day <= pair[0].day {
			return in, never, m
		}
		return in, r.after(in, pair[1]), m
	}
	a, n := r.date(i)
	if n == 0 {
		return "", "", 0
	}
	in = r.next(a)
	if !r.until(i + n) {
		return in, "", n
	}
	end := i + n + 1
	if r.at(end).is("the") {
		end++
	}
	b, m := r.date(end)
	if m == 0 {
		return in, "", n
	}
	if a.year == 0 && b.year != 0 && a.said == "" {
		a.year = b.year
		if a.month > b.month {
			a.year--
		}
		in = r.next(a)
	}
	return in, r.after(in, b), end + m - i
}

// until says whether what stands at i leads from a first day to a last one.
func (r *reader) until(i int) bool { return r.at(i).is("-", "to", "till", "until") }

// dayPair reads two days of one month: "14-16 March 2026", "Friday 14 to Sunday
// 16 March", "March 14-16".
func (r *reader) dayPair(i int) (pair [2]dated, n int) {
	month, at := months.number(r.at(i).text), i
	if month > 0 {
		at++
	}
	a, at := r.ofMonth(at)
	if a.day == 0 || !r.until(at) {
		return pair, 0
	}
	if r.at(at + 1).is("the") {
		at++
	}
	b, at := r.ofMonth(at + 1)
	if b.day == 0 {
		return pair, 0
	}
	switch {
	case month == 0:
		if r.at(at).is("of") {
			at++
		}
		if month = months.number(r.at(at).text); month == 0 {
			return pair, 0
		}
		at++
	case months.number(r.at(at).text) > 0: // March 14 to 2 April
		return pair, 0
	}
	year, m := r.year(at)
	a.month, a.year, b.month, b.year = month, year, month, year
	return [2]dated{a, b}, at + m - i
}

// ofMonth reads a day of some month, perhaps with the name of the weekday, and
// where it ends. Without one the day is 0.
func (r *reader) ofMonth(i int) (d dated, end int) {
	if w := dayNames.number(r.at(i).text); w > 0 {
		d.weekday = w
		if i++; r.at(i).is("the") {
			i++
		}
	}
	if day(r.at(i)) {
		d.day = r.at(i).n
	}
	return d, i + 1
}

// date reads one date at i.
func (r *reader) date(i int) (d dated, n int) {
	if w := dayNames.number(r.at(i).text); w > 0 {
		at := i + 1
		if r.at(at).is("the") {
			at++
		}
		if d, n := r.named(at); n > 0 {
			d.weekday = w
			return d, at + n - i
		}
		return r.weekday(i)
	}
	switch t := r.at(i); {
	case t.is("today", "tonight"):
		return dated{said: r.today}, 1
	case t.is("tomorrow"):
		return dated{said: r.today.AddDays(1)}, 1
	case t.is("day") && r.at(i+1).is("after") && r.at(i+2).is("tomorrow"):
		return dated{said: r.today.AddDays(2)}, 3
	}
	return r.named(i)
}

// named reads a date with its month.
func (r *reader) named(i int) (d dated, n int) {
	t := r.at(i)
	switch {
	case t.digit && len(t.text) == 4 && r.at(i+1).is("-") && len(r.at(i+2).text) == 2 && r.at(i+3).is("-") && len(r.at(i+4).text) == 2 && r.at(i+4).glued:
		return dated{year: t.n, month: r.at(i + 2).n, day: r.at(i + 4).n}, 5
	case t.digit && r.at(i+1).is("/") && r.at(i+2).digit && r.at(i+3).is("/") && len(r.at(i+4).text) == 4:
		return slashed(t.n, r.at(i+2).n, r.at(i+4).n), 5
	case months.number(t.text) > 0 && day(r.at(i+1)):
		year, m := r.year(i + 2)
		return dated{year: year, month: months.number(t.text), day: r.at(i + 1).n}, 2 + m
	case day(t):
		of := 0
		if r.at(i + 1).is("of") {
			of = 1
		}
		if month := months.number(r.at(i + 1 + of).text); month > 0 {
			year, m := r.year(i + 2 + of)
			return dated{year: year, month: month, day: t.n}, 2 + of + m
		}
	}
	return dated{}, 0
}

// slashed is day/month/year or month/day/year, whichever it can only be.
func slashed(a, b, year int) dated {
	switch {
	case a > 12 && b <= 12, a == b:
		return dated{year: year, month: b, day: a}
	case b > 12 && a <= 12:
		return dated{year: year, month: a, day: b}
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
	on := d.said
	switch {
	case on != "":
	case d.year > 0:
		on = date(d.year, d.month, d.day)
	default:
		on = never
		for y := range 9 { // 29 February may be eight years off
			if next := date(first.Midnight().Year()+y, d.month, d.day); next != never && next >= first {
				on = next
				break
			}
		}
	}
	if d.weekday > 0 && on != never && int(on.Weekday())+1 != d.weekday {
		return never
	}
	return on
}

func date(year, month, day int) canonical.Date {
	d, err := canonical.ParseDate(fmt.Sprintf("%04d-%02d-%02d", year, month, day))
	if err != nil {
		return never
	}
	return d
}

var months = vocabulary{groups: []string{"january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
	"august aug", "september sept sep", "october oct", "november nov", "december dec"}}
