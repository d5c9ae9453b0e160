package engine

import (
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// reschedule moves a booking in place: it keeps its id, service, provider and
// length, and its state. Its own old time never stands in its way.
func reschedule(c canonical.Reschedule) plan {
	return func(v *view) (change, *canonical.Error) {
		v.foresee(c.Slot)
		b, ok, refusal := v.bookingOf(c.Booking)
		if refusal != nil || !ok {
			return change{}, refusal
		}
		if c.Slot == "" && c.Start.Before(v.now) {
			return refuse(canonical.PastDate)
		}
		if !movable(b) {
			return change{}, stuck(b)
		}
		if most := v.cat.org.Policies.MaxReschedules; most > 0 && b.Reschedules >= most {
			return refuse(canonical.TooManyReschedules)
		}
		p, refusal := v.locate(asked{b.Service.ID, c.Slot, b.Provider.ID, c.Start, b.Minutes})
		if refusal != nil {
			return change{}, refusal
		}
		if p.provider.ID != b.Provider.ID {
			return refuse(canonical.SlotTaken)
		}
		if !v.calendars(p) {
			return pending()
		}
		p.prefer = b.Resources
		if refusal := v.settle(p, b.ID); refusal != nil {
			return change{}, refusal
		}
		return v.move(b, p)
	}
}

// movable says whether a booking may be rescheduled: scheduled, confirmed, or
// still to be confirmed.
func movable(b canonical.Booking) bool {
	s := b.State()
	return s == canonical.Scheduled || s == canonical.Confirmed || b.Lifecycle.PendingConfirmation
}

// foresee asks early for the days around a slot that an id names, so that
// they are read together with the booking.
func (v *view) foresee(slot string) {
	if ref, err := canonical.ParseSlot(slot); err == nil && ref.Provider != "" {
		around := schedule.Interval{Start: ref.Start, End: ref.Start.Add(12 * time.Hour)}
		v.want(days(canonical.ProviderCalendar(v.req.Organization, ref.Provider), around)...)
	}
}

// move writes the new time down. The trail goes through rescheduling and back
// to where the booking stood; a request that is not confirmed yet has no such
// trail, only the incident.
func (v *view) move(b canonical.Booking, p *placement) (change, *canonical.Error) {
	stood := b.State()
	if !b.Lifecycle.PendingConfirmation {
		step := canonical.Transition{At: v.now, By: v.actor(), Method: canonical.ByHand, Channel: v.channel()}
		itself := canonical.Transition{At: v.now, By: "system", Method: canonical.ByItself, Reason: "in_place_reschedule"}
		moved := b.Lifecycle.Move(canonical.Rescheduling, step) && b.Lifecycle.Move(canonical.Scheduled, itself)
		if moved && stood == canonical.Confirmed {
			moved = b.Lifecycle.Move(canonical.Confirmed, itself)
		}
		if !moved {
			return change{}, stuck(b)
		}
	}
	b.Lifecycle.Exceptions = append(b.Lifecycle.Exceptions, canonical.Incident{
		Type: "reschedule", At: v.now, By: v.actor(),
		Resolution: b.Start.Format(time.RFC3339) + " to " + p.start.Format(time.RFC3339),
	})
	d := v.diary()
	d.leave(b.ID, b.Claims)
	writes := v.reindex(b, p.start)
	b.Start, b.Resources, b.Claims = p.start, p.named(), p.claims(b.Organization)
	b.Reschedules++
	b.Revision++
	d.take(b.ID, b.Claims, time.Time{})
	writes = append([]canonical.Write{put(v, canonical.BookingKey(b.ID), b)}, writes...)
	return change{append(writes, d.writes()...), canonical.Outcome{Result: shown(b)}}, nil
}

// reindex moves a booking's index entries to the day of its new start.
func (v *view) reindex(b canonical.Booking, start time.Time) []canonical.Write {
	old, day, hash := canonical.DateOf(b.Start, time.UTC), canonical.DateOf(start, time.UTC), b.Client.Hash()
	if old == day {
		return nil
	}
	gone := func(k canonical.StoreKey) canonical.Write {
		return canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: k, Version: 1}}
	}
	return []canonical.Write{
		gone(canonical.DayIndexKey(b.Organization, old, b.ID)),
		gone(canonical.ClientIndexKey(b.Organization, hash, old, b.ID)),
		create(canonical.DayIndexKey(b.Organization, day, b.ID), listed{b.ID}),
		create(canonical.ClientIndexKey(b.Organization, hash, day, b.ID), listed{b.ID}),
	}
}
