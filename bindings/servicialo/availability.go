package servicialo

import (
	"strings"
	"time"

	"hora/canonical"
)

// day is the body of a single day.
func day(r *canonical.Slots) *dayBody {
	b := &dayBody{
		Date: string(r.From), Provider: provider(r.Provider), Service: slotService{r.Service.ID, r.Minutes},
		Available: make([]span, len(r.Slots)), Timezone: r.Timezone,
	}
	w := newWriting(len(r.Slots))
	for i := range r.Slots {
		b.Available[i] = span{w.instant(r.Slots[i].Start), w.instant(r.Slots[i].End)}
	}
	if len(r.Slots) == 0 {
		b.Reason = reason(r.Reason)
	}
	return b
}

// days is the body of several days. A day without slots is not in it.
func days(r *canonical.Slots) *rangeBody {
	b := &rangeBody{Slots: make([]slot, len(r.Slots)), Service: slotService{r.Service.ID, r.Minutes}, Timezone: r.Timezone}
	zone := canonical.Zone(r.Timezone)
	with := provider(r.Provider)
	w := newWriting(len(r.Slots))
	for i := range r.Slots {
		s := &r.Slots[i]
		b.Slots[i] = slot{w.date(s.Start.In(zone)), w.instant(s.Start), w.instant(s.End), &with}
	}
	return b
}

func reason(e canonical.Emptiness) string {
	switch e {
	case canonical.NotConfigured:
		return "NO_AVAILABILITY_CONFIGURED"
	case canonical.FullyBooked:
		return "ALL_SLOTS_BOOKED"
	}
	return "NO_SLOTS_FOR_DATE"
}

// writing formats the many times of one answer as pieces of one text, so that
// they cost one allocation; neighbours on one day share its date.
type writing struct {
	text  strings.Builder
	last  string
	year  int
	month time.Month
	day   int
}

func newWriting(slots int) *writing {
	w := &writing{}
	w.text.Grow(slots*2*len(instantForm) + 8*len(time.DateOnly))
	return w
}

func (w *writing) instant(t time.Time) string {
	var b [len(instantForm)]byte
	from := w.text.Len()
	w.text.Write(appendInstant(b[:0], t))
	return w.text.String()[from:]
}

func (w *writing) date(local time.Time) string {
	year, month, day := local.Date()
	if w.last == "" || day != w.day || month != w.month || year != w.year {
		var b [len(time.DateOnly)]byte
		from := w.text.Len()
		w.text.Write(appendDate(b[:0], year, month, day))
		w.last, w.year, w.month, w.day = w.text.String()[from:], year, month, day
	}
	return w.last
}
