package a2a

import (
	"slices"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// hours says when whom can be seen, each on a line of their own.
func (w *words) hours(all []canonical.Provider) {
	told := false
	for i := range all {
		p := &all[i]
		if len(p.Windows) == 0 {
			continue
		}
		if !told {
			w.say("\nHorario:", "\nHours:")
			told = true
		}
		w.add("\n- ")
		w.add(p.Name)
		w.add(": ")
		for j, window := range p.Windows {
			if j > 0 {
				w.add("; ")
			}
			w.days(window.Days)
			w.add(" " + window.From + "–" + window.To)
		}
		if p.Timezone != "" {
			w.add(" (" + p.Timezone + ")")
		}
	}
}

// days names weekdays: those in a row by the first and the last.
func (w *words) days(days []string) {
	var all []string
	for i := 0; i < len(days); {
		end := i + 1
		for end < len(days) && weekday(days[end]) == weekday(days[end-1])+1 {
			end++
		}
		switch name := prose.Weekday(weekday(days[i]), w.l); {
		case end-i > 2:
			all = append(all, name+prose.In(w.l, " a ", " to ")+prose.Weekday(weekday(days[end-1]), w.l))
			i = end
		default:
			all = append(all, name)
			i++
		}
	}
	w.add(prose.List(all, w.l))
}

// weekday is the place of mon to sun in the week.
func weekday(day string) int {
	return slices.Index([]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, day)
}
