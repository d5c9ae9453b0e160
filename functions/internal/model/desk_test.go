package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hora/canonical"
)

// A stay is time that somebody has: a booking, or a hold.
type stay struct {
	id, service, provider string
	resources             []string
	start                 time.Time
	minutes, guests       int
	owner                 string // who made it; empty: nobody in particular
	hold                  bool
	pending               bool // of a booking: the business has still to confirm it
	made                  time.Time
	until                 time.Time // of a hold or pending booking: when it is over by itself
	state                 canonical.State
	slot                  string // of a hold: the id of the slot that it keeps
	kept                  canonical.HoldState
	became                string // of a hold: the booking, and
	asked                 string // what was asked for to make it so
	moves                 int
	swept                 bool // what it took has been given back
}

// A desk is the reference: all stays in order of their ids, and how messages
// were answered.
type desk struct {
	org   *organization
	stays []stay
	said  map[string]saying
}

// saying is how a message was answered, and until when that is remembered.
type saying struct {
	content string
	result  string
	until   time.Time
}

func (d *desk) clone() *desk {
	return &desk{d.org, slices.Clone(d.stays), maps.Clone(d.said)}
}

func (d *desk) find(id string) *stay {
	for i := range d.stays {
		if d.stays[i].id == id {
			return &d.stays[i]
		}
	}
	return nil
}

// over says whether a booking or hold has ended by itself.
func (s *stay) over(now time.Time) bool {
	return (s.hold || s.pending) && !now.Before(s.until)
}

// stands is the state of a booking as anyone who looks sees it.
func (s *stay) stands(now time.Time) canonical.State {
	if s.state == canonical.Requested && s.over(now) {
		return canonical.Cancelled
	}
	return s.state
}

// takes says whether a stay still takes what it took. A request that nobody
// confirmed does until it is swept; a hold not a moment longer than it lives.
func (s *stay) takes(now time.Time) bool {
	if s.hold {
		return s.kept == canonical.HoldActive && !s.over(now)
	}
	return s.state != canonical.Cancelled && !s.swept
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

// takenOf is the time that a place takes of somebody or something.
func takenOf(service, who string, start time.Time, length int) span {
	return span{start, start.Add(minutes(length + max(services[service].buffer, resources[who].buffer)))}
}

// busy says whether somebody or something is taken in a span by any but the
// stays named.
func (d *desk) busy(who string, s span, now time.Time, but ...string) bool {
	for i := range d.stays {
		x := &d.stays[i]
		if slices.Contains(but, x.id) || !x.takes(now) || services[x.service].kind == canonical.Class {
			continue
		}
		if (x.provider == who || slices.Contains(x.resources, who)) && takenOf(x.service, who, x.start, x.minutes).meets(s) {
			return true
		}
	}
	return d.org.taught(who, s)
}

// seats is how many seats of a class are left.
func (d *desk) seats(service string, start, now time.Time, but ...string) int {
	left := services[service].seats
	for i := range d.stays {
		if x := &d.stays[i]; x.service == service && x.start.Equal(start) && x.takes(now) && !slices.Contains(but, x.id) {
			left -= x.guests
		}
	}
	return left
}

// enter makes a stay of what was answered, if that is what was asked for and
// takes nothing that is not free.
func (d *desk) enter(s stay, p *place, now time.Time, but ...string) error {
	if s.id == "" || d.find(s.id) != nil {
		return fmt.Errorf("%q is no new id", s.id)
	}
	if err := d.suits(&s, p, now, but...); err != nil {
		return err
	}
	i, _ := slices.BinarySearchFunc(d.stays, s.id, func(x stay, id string) int { return strings.Compare(x.id, id) })
	d.stays = slices.Insert(d.stays, i, s)
	return nil
}

// suits says whether what was answered is what was asked for, on resources
// that are free.
func (d *desk) suits(s *stay, p *place, now time.Time, but ...string) error {
	if s.service != p.service || s.provider != p.provider || !s.start.Equal(p.start) || s.minutes != p.minutes || s.guests != p.guests {
		return fmt.Errorf("%+v is not what was asked for: %+v", s, p)
	}
	needs := services[p.service].needs
	if needs == "" || services[p.service].kind == canonical.Class {
		return nil
	}
	free := d.idle(p, now, but...)
	if len(s.resources) != 1 || !slices.Contains(free, s.resources[0]) {
		return fmt.Errorf("it takes %v, of what is free (%v)", s.resources, free)
	}
	return nil
}
