package places

// weekday reads the coming day of a name, where it is told as a date: a Sunday
// roast is none. Today's own name could mean today or a week from now, and
// "next Friday" either of two.
func (r *reader) weekday(i int) (dated, int) {
	name := weekdays.number(r.at(i).text)
	before, after := r.at(i-1), r.at(i+1)
	opens := r.until(i+1) && weekdays.number(r.at(i+2).text) > 0
	switch {
	case name == 0, after.is("roast", "roasts"):
		return dated{}, 0
	case before.is("next"), after.is("week"):
		return dated{said: never}, 1
	case !opens && !before.is("on", "this", "for", "from", "to", "till", "until", "between", "and", "or", "-", "/"):
		return dated{}, 0
	}
	ahead := (name - 1 - int(r.today.Weekday()) + 7) % 7
	if ahead == 0 {
		return dated{said: never}, 1
	}
	return dated{said: r.today.AddDays(ahead)}, 1
}

// weekdays are counted from 1, Sunday, so that 0 is none.
var weekdays = vocabulary{groups: []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}}

// dayNames are weekdays, also by the short names that they have beside a date.
var dayNames = vocabulary{groups: []string{"sunday sun", "monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thur thu", "friday fri", "saturday sat"}}
