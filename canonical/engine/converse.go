package engine

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"hora/canonical"
)

// converse does what a text asks for once nothing is missing, and asks for
// what is. It never invents: a name that fits several services is a question.
func converse(c canonical.Converse) plan {
	return func(v *view) (change, *canonical.Error) {
		q := v.understand(c)
		if len(q.needs) > 0 || c.Want == canonical.OpNone {
			return v.ask(c, q)
		}
		switch c.Want {
		case canonical.OpListServices:
			return listServices(v)
		case canonical.OpFindSlots:
			return findSlots(v.searchFor(c, q))(v)
		case canonical.OpBook:
			return book(canonical.Book{Service: q.service.ID, Start: q.start, Client: c.Client})(v)
		case canonical.OpCancel:
			return cancel(canonical.Cancel{Booking: c.Booking, By: "client"})(v)
		case canonical.OpReschedule:
			return reschedule(canonical.Reschedule{Booking: c.Booking, Start: q.start})(v)
		}
		return v.ask(c, q)
	}
}

// understood is what a text comes to at this organisation, now.
type understood struct {
	service *canonical.Service
	start   time.Time // zero while day or time is missing
	date    canonical.Date
	needs   []canonical.Need
}

func (v *view) understand(c canonical.Converse) (q understood) {
	q.date, q.start = v.resolve(c.When)
	lacks := func(f canonical.Field) { q.needs = append(q.needs, canonical.Need{Field: f}) }
	switch c.Want {
	case canonical.OpFindSlots, canonical.OpBook:
		fitting := v.cat.named(c.Words)
		if len(fitting) == 1 {
			q.service = &fitting[0]
			break
		}
		if len(fitting) == 0 {
			fitting = v.cat.services
		}
		q.needs = append(q.needs, canonical.Need{Field: canonical.FieldService, Choices: fitting})
	case canonical.OpCancel, canonical.OpReschedule:
		if c.Booking == "" {
			lacks(canonical.FieldBooking)
		}
	}
	if c.Want == canonical.OpBook || c.Want == canonical.OpReschedule {
		if q.date == "" {
			lacks(canonical.FieldDate)
		}
		if q.start.IsZero() && c.When.Clock == "" {
			lacks(canonical.FieldTime)
		}
	}
	if c.Want == canonical.OpBook && c.Client.Email == "" {
		lacks(canonical.FieldEmail)
	}
	return q
}

func (v *view) ask(c canonical.Converse, q understood) (change, *canonical.Error) {
	ch, _ := answer(canonical.Question{
		Want: c.Want, Service: q.service, When: c.When, Language: c.Language,
		Organization: canonical.Named{ID: v.cat.org.Slug, Name: v.cat.org.Name},
	})
	ch.outcome.Needs = q.needs
	return ch, nil
}

// resolve turns a time as people say it into a local date and, when the time
// of day is known too, an instant.
func (v *view) resolve(w canonical.When) (canonical.Date, time.Time) {
	if !w.At.IsZero() {
		return canonical.DateOf(w.At, v.cat.zone), w.At
	}
	date := w.Date
	switch {
	case date != "":
	case w.Yearly != "":
		date = v.nextYearly(w.Yearly)
	case w.Ahead != nil:
		date = v.today().AddDays(*w.Ahead)
	case w.Weekday != "":
		date = v.nextWeekday(w.Weekday, w.Week)
	}
	clock, err := time.Parse("15:04", w.Clock)
	if date == "" || err != nil {
		return date, time.Time{}
	}
	day := date.Midnight()
	return date, time.Date(day.Year(), day.Month(), day.Day(), clock.Hour(), clock.Minute(), 0, 0, v.cat.zone).UTC()
}

// nextYearly is the next day of that month and day, today included; none for
// a day that neither this year nor a later one soon has.
func (v *view) nextYearly(day string) canonical.Date {
	today := v.today()
	year := today.Midnight().Year()
	for y := range 5 { // 29 February comes every four years, nearly always
		d, err := canonical.ParseDate(fmt.Sprintf("%04d-%s", year+y, day))
		if err == nil && d >= today {
			return d
		}
	}
	return ""
}

// nextWeekday is the next day of that name, today included; in the week that
// was named, where one was.
func (v *view) nextWeekday(name string, week *int) canonical.Date {
	from := v.today()
	if week != nil && *week > 0 {
		from = monday(from).AddDays(7 * *week)
	}
	for n := range 7 {
		if d := from.AddDays(n); strings.ToLower(d.Weekday().String()[:3]) == name {
			return d
		}
	}
	return ""
}

// monday is the first day of the date's week.
func monday(d canonical.Date) canonical.Date {
	return d.AddDays(-(int(d.Weekday()) + 6) % 7)
}

// searchFor is the availability that a text asks for: a day, the rest of a
// week, or the next seven days.
func (v *view) searchFor(c canonical.Converse, q understood) canonical.FindSlots {
	f := canonical.FindSlots{Service: q.service.ID, From: q.date, Days: 1}
	switch {
	case q.date != "":
	case c.When.Week != nil:
		start := monday(v.today()).AddDays(7 * *c.When.Week)
		end := start.AddDays(6)
		f.From = max(start, v.today())
		f.Days = f.From.DaysUntil(end) + 1
	default:
		f.From, f.Days = v.today(), 7
	}
	return f
}

// named finds the services that words name: those with the most words in
// their name, category and tags.
func (c *catalogue) named(words []string) (best []canonical.Service) {
	most := 0
	for _, s := range c.services {
		text := tokens(s.Name, s.Category, strings.Join(s.Tags, " "))
		hits := 0
		for _, w := range words {
			if mentions(text, w) {
				hits++
			}
		}
		if hits == 0 || hits < most {
			continue
		}
		if hits > most {
			most, best = hits, nil
		}
		best = append(best, s)
	}
	return best
}

func tokens(texts ...string) []string {
	return strings.FieldsFunc(canonical.Fold(strings.Join(texts, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// mentions says whether a word, or one that begins alike ("kinesio"), is
// among the tokens. Short words count only whole.
func mentions(tokens []string, word string) bool {
	for _, t := range tokens {
		if t == word || len(word) >= 5 && (strings.HasPrefix(t, word) || strings.HasPrefix(word, t) && len(t) >= 5) {
			return true
		}
	}
	return false
}
