package places

import (
	"fmt"
	"slices"

	"hora/canonical"
)

// nights reads how many nights somebody wants to stay.
func (r *reader) nights() (found []int) {
	for i := range r.all {
		if !r.at(i+1).is("night", "nights") {
			continue
		}
		if n := number(r.at(i)); n > 0 && n <= canonical.MaxNights {
			found = append(found, n)
			r.use(i, i+2)
			if r.at(i - 1).is("for") {
				r.use(i-1, i)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// clock reads a time of day: 19:30, 7pm, 7.30pm. It is empty when none or more
// than one is told, or when it could be morning or evening.
func (r *reader) clock() string {
	found := map[string]bool{}
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
		r.use(i, i+n)
	}
	if len(found) != 1 {
		return ""
	}
	for at := range found {
		return at
	}
	return ""
}
