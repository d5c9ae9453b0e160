package places

import (
	"fmt"
	"slices"

	"hora/canonical"
)

// nights reads how many nights somebody wants to stay. It is vague when a
// length is spoken of and not told, or not as a number of nights: a few nights,
// up to three nights, for a week.
func (r *reader) nights() (found []int, vague bool) {
	for i := range r.all {
		switch t := r.at(i); {
		case t.is("night", "nights"):
			n := number(r.at(i - 1))
			if n > 0 && n <= canonical.MaxNights {
				found = append(found, n)
				vague = vague || r.loose(i-1, i+1, "over")
				r.use(i-1, i+1)
				if r.at(i - 2).is("for") {
					r.use(i-2, i-1)
				}
				continue
			}
			vague = vague || n > 0 || t.is("nights")
		case spans.has(t.text) && (r.at(i-1).is("for") || r.at(i-2).is("for") || number(r.at(i-1)) > 0):
			vague = true
		}
	}
	slices.Sort(found)
	return slices.Compact(found), vague
}

// clock reads a time of day: 19:30, 7pm, 7.30pm. It is empty when none or more
// than one is told, or not for certain, or when it could be morning or evening.
func (r *reader) clock() string {
	found, loose := map[string]bool{}, false
	for i := range r.all {
		t := r.at(i)
		if !t.digit || len(t.text) > 2 || r.used[i] {
			continue
		}
		hour, minute, n := t.n, 0, 1
		if m := r.at(i + 2); r.at(i+1).is(":", ".") && r.at(i+1).glued && m.digit && m.glued && len(m.text) == 2 {
			minute, n = m.n, 3
		}
		switch half := r.at(i + n); {
		case half.is("am", "pm") && hour >= 1 && hour <= 12:
			hour %= 12
			if half.is("pm") {
				hour += 12
			}
			n++
		case n == 3 && r.at(i+1).is(":"):
		default:
			continue
		}
		if hour < 24 && minute < 60 {
			found[fmt.Sprintf("%02d:%02d", hour, minute)] = true
		}
		loose = loose || r.loose(i, i+n, "by")
		r.use(i, i+n)
	}
	if loose || len(found) != 1 {
		return ""
	}
	for at := range found {
		return at
	}
	return ""
}
