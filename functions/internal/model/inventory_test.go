package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// An inventory is what a store holds: who takes what, as calendars and seats
// tell it, and the bookings and holds behind.
type inventory struct {
	taken    map[string]bool
	bookings map[string]canonical.Booking
	holds    map[string]canonical.Hold
}

func taking(calendar, id string, numbers ...int64) string {
	return fmt.Sprint(calendar, " ", id, " ", numbers)
}

// look reads what everybody and everything is taken by right now.
func (w *world) look() (*inventory, error) {
	v := &inventory{map[string]bool{}, map[string]canonical.Booking{}, map[string]canonical.Hold{}}
	now := w.now()
	each := func(partition string, note func(record canonical.Record, id string, numbers []int64)) error {
		records, _, err := w.weather.Store.List(context.Background(), canonical.Range{Partition: partition})
		for _, r := range records {
			for id, text := range r.Parts {
				var numbers []int64
				for s := range strings.FieldsSeq(text) {
					n, _ := strconv.ParseInt(s, 10, 64)
					numbers = append(numbers, n)
				}
				note(r, id, numbers)
			}
		}
		return err
	}
	alive := func(until []int64) bool { return len(until) == 0 || now.Unix() < until[0] }
	var failure error
	calendar := func(partition, who string) {
		failure = errors.Join(failure, each(partition, func(_ canonical.Record, id string, n []int64) {
			if alive(n[2:]) {
				v.taken[taking(who, id, n...)] = true
				v.read(w, id, &failure)
			}
		}))
	}
	for _, p := range []string{"ana", "bo", "cy"} {
		calendar(canonical.ProviderCalendar(w.org.slug, p), p)
	}
	for r := range resources {
		calendar(canonical.ResourceCalendar(w.org.slug, r), r)
	}
	seats := map[[2]string]int64{}
	failure = errors.Join(failure, each(canonical.SeatsPartition(w.org.slug, "lesson"), func(r canonical.Record, id string, n []int64) {
		if alive(n[1:]) {
			seats[[2]string{r.Sort[:len(canonical.SlotTime)], id}] += n[0]
			v.read(w, id, &failure)
		}
	}))
	for k, n := range seats {
		v.taken[taking("lesson "+k[0], k[1], n)] = true
	}
	return v, failure
}

// read reads the booking or hold of that id.
func (v *inventory) read(w *world, id string, failure *error) {
	if _, ok := v.bookings[id]; ok {
		return
	}
	if _, ok := v.holds[id]; ok {
		return
	}
	found, err := w.weather.Store.Load(context.Background(), canonical.BookingKey(id), canonical.HoldKey(id))
	if err != nil {
		*failure = errors.Join(*failure, err)
		return
	}
	var b canonical.Booking
	var h canonical.Hold
	switch {
	case found[0].Version > 0 && json.Unmarshal(found[0].Body, &b) == nil:
		v.bookings[id] = b
	case found[1].Version > 0 && json.Unmarshal(found[1].Body, &h) == nil:
		v.holds[id] = h
	default:
		*failure = errors.Join(*failure, fmt.Errorf("%s takes time and is neither booking nor hold", id))
	}
}

// could are the ends that an act whose answer was lost may have had, as what
// the store holds lets them be.
func (v *inventory) could(d *desk, req *canonical.Request) (all []*canonical.Outcome) {
	add := func(r canonical.Result) { all = append(all, &canonical.Outcome{Result: r}) }
	switch c := req.Command.(type) {
	case canonical.Book:
		for _, id := range slices.Sorted(maps.Keys(v.bookings)) {
			if d.find(id) == nil {
				add(v.bookings[id])
			}
		}
	case canonical.PlaceHold:
		for _, id := range slices.Sorted(maps.Keys(v.holds)) {
			if d.find(id) == nil {
				add(v.holds[id])
			}
		}
	case canonical.Reschedule:
		for _, b := range d.moved(c) {
			add(b)
		}
	case canonical.ReleaseHold:
		add(canonical.Hold{ID: c.Hold, State: canonical.HoldReleased})
	case canonical.Cancel:
		add(canonical.Cancellation{Booking: canonical.Booking{ID: c.Booking, Lifecycle: canonical.Lifecycle{State: canonical.Cancelled}}})
	}
	return all
}

// moved is how a booking may stand after it was moved: on any resource that
// would do.
func (d *desk) moved(c canonical.Reschedule) (all []canonical.Booking) {
	b := d.find(c.Booking)
	if b == nil || b.hold {
		return nil
	}
	p, _ := at(b.service, c.Slot, b.provider, c.Start, b.minutes, b.guests)
	next := canonical.Booking{ID: b.id, Provider: canonical.Named{ID: p.provider}, Start: p.start, Lifecycle: canonical.Lifecycle{State: b.state}}
	needs := services[b.service].needs
	if needs == "" || services[b.service].kind == canonical.Class {
		for _, r := range b.resources {
			next.Resources = append(next.Resources, canonical.Named{ID: r})
		}
		return append(all, next)
	}
	for _, r := range roomsFor[needs] {
		next.Resources = []canonical.Named{{ID: r}}
		all = append(all, next)
	}
	return all
}

// differs is how what the store holds is not what the reference has.
func (v *inventory) differs(d *desk, now time.Time) error {
	want := map[string]bool{}
	for i := range d.stays {
		s := &d.stays[i]
		if !s.takes(now) {
			continue
		}
		if moves := v.bookings[s.id].Reschedules; moves != s.moves {
			return fmt.Errorf("booking %s was moved %d times, not %d", s.id, moves, s.moves)
		}
		var until []int64
		if s.hold {
			until = []int64{s.until.Unix()}
		}
		if services[s.service].kind == canonical.Class {
			want[taking("lesson "+s.start.UTC().Format(canonical.SlotTime), s.id, int64(s.guests))] = true
			continue
		}
		for _, who := range append(slices.Clone(s.resources), s.provider) {
			if who == "" {
				continue
			}
			t := takenOf(s.service, who, s.start, s.minutes)
			want[taking(who, s.id, append([]int64{t.from.Unix(), t.to.Unix()}, until...)...)] = true
		}
	}
	for t := range want {
		if !v.taken[t] {
			return fmt.Errorf("the store lacks %s", t)
		}
	}
	for t := range v.taken {
		if !want[t] {
			return fmt.Errorf("the store has %s, which nobody was told of", t)
		}
	}
	return nil
}

// bookings compares the list of the organisation's bookings, and how each
// stands, with the reference.
func (w *world) bookings(d *desk) error {
	ctx := context.Background()
	records, _, err := w.weather.Store.List(ctx, canonical.Range{Partition: canonical.DayIndexKey(w.org.slug, "", "").Partition})
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, r := range records {
		_, id, _ := strings.Cut(r.Sort, "#")
		listed[id] = true
	}
	for i := range d.stays {
		s := &d.stays[i]
		if s.hold {
			continue
		}
		if !listed[s.id] {
			return fmt.Errorf("booking %s was acknowledged and is not listed", s.id)
		}
		delete(listed, s.id)
		found, err := w.weather.Store.Load(ctx, canonical.BookingKey(s.id))
		if err != nil {
			return err
		}
		var b canonical.Booking
		if err := json.Unmarshal(found[0].Body, &b); err != nil {
			return fmt.Errorf("booking %s: %w", s.id, err)
		}
		if b.State() != s.state || !b.Start.Equal(s.start) || b.Reschedules != s.moves {
			return fmt.Errorf("booking %s is %s at %v, not %s at %v", s.id, b.State(), b.Start, s.state, s.start)
		}
	}
	for id := range listed {
		return fmt.Errorf("booking %s is listed, and nobody was told of it", id)
	}
	return nil
}
