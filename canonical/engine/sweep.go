package engine

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// What can be due.
const (
	dueHold         = "hold"         // a hold that has run out: its time is free already, its record says so
	dueConfirmation = "confirmation" // a booking that nobody confirmed or paid: cancelled by the system
	dueOffer        = "offer"        // a place on offer that nobody accepted: it goes to the next
	dueEntry        = "entry"        // an entry that waits for what is past: taken off its waitlist
	dueClaim        = "claim"        // a guest's claim that whoever made it must have settled by now
)

// sweeper names, in the record, what happens by itself.
const sweeper = "sweep"

// task is the body of a due record.
type task struct {
	Kind         string `json:"kind"`
	ID           string `json:"id"`
	Organization string `json:"organization,omitzero"` // of a waitlist entry
}

// due writes down what sweep must look at, and when. The sweep that handles
// it deletes it in the same commit.
func due(at time.Time, kind, id string) canonical.Write {
	return create(canonical.DueKey(shardOf(id), at, id), task{Kind: kind, ID: id})
}

// dueBooking is due for a booking, which can have something due more than once,
// by coincidence at the same instant.
func dueBooking(b *canonical.Booking, at time.Time) canonical.Write {
	name := b.ID + "-" + strconv.FormatInt(b.Revision, 10)
	return create(canonical.DueKey(shardOf(b.ID), at, name), task{Kind: dueConfirmation, ID: b.ID})
}

// dueOf is due for a waitlist entry, of which several things can be due at one
// instant.
func dueOf(e *canonical.Entry, at time.Time, kind string) canonical.Write {
	return create(canonical.DueKey(shardOf(e.ID), at, e.ID+"-"+kind), task{kind, e.ID, e.Organization})
}

func shardOf(id string) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32() % canonical.DueShards)
}

// Swept counts what one sweep did.
type Swept struct {
	Holds    int // holds that had run out and were tidied
	Requests int // unconfirmed or unpaid bookings that were cancelled
	Offers   int // waitlist entries that ended, with or without an offer
	Claims   int // guests' claims that nobody had settled
	Settled  int // due work that had settled itself
}

// Sweep does what is due by now, oldest first. It may be run by several
// processes at once, and again after any failure: each piece of work is one
// conditional commit.
func (e *Engine) Sweep(ctx context.Context) (Swept, error) {
	var done Swept
	var failures error
	now := e.Clock().UTC()
	for shard := range canonical.DueShards {
		for after := canonical.Cursor(""); ; {
			found, next, err := e.Store.List(ctx, canonical.Range{
				Partition: canonical.DuePartition(shard), To: now.Format(canonical.DueTime) + "~", Limit: 100, After: after,
			})
			if err != nil {
				return done, errors.Join(failures, err)
			}
			for _, r := range found {
				failures = errors.Join(failures, e.settleDue(ctx, r, now, &done))
			}
			if next == "" {
				break
			}
			after = next
		}
	}
	return done, failures
}

func (e *Engine) settleDue(ctx context.Context, r canonical.Record, now time.Time, done *Swept) error {
	var t task
	if err := json.Unmarshal(r.Body, &t); err != nil {
		return err
	}
	writes, err := e.overdue(ctx, t, now)
	if err != nil {
		return err
	}
	r.Body = nil
	err = e.Store.Commit(ctx, append(writes, canonical.Write{Kind: canonical.Delete, Record: r})...)
	var moved *canonical.Conflict
	switch {
	case errors.As(err, &moved):
		return nil // somebody else was faster, or it is looked at again next time
	case err != nil:
		return err
	case len(writes) == 0:
		done.Settled++
	case t.Kind == dueHold:
		done.Holds++
	case t.Kind == dueConfirmation:
		done.Requests++
	case t.Kind == dueClaim:
		done.Claims++
	default:
		done.Offers++
	}
	return nil
}

// overdue decides what a piece of due work comes to; no writes when it has
// settled itself.
func (e *Engine) overdue(ctx context.Context, t task, now time.Time) ([]canonical.Write, error) {
	v := e.newView(&canonical.Request{Meta: canonical.Meta{Binding: sweeper}})
	v.now = now
	for {
		writes := v.overdue(t)
		if !v.wants() {
			return writes, nil
		}
		if err := e.read(ctx, v, false); err != nil {
			return nil, err
		}
	}
}

func (v *view) overdue(t task) []canonical.Write {
	switch t.Kind {
	case dueHold:
		return v.runOut(t.ID)
	case dueConfirmation:
		return v.lapsed(t.ID)
	case dueOffer, dueEntry:
		return v.waited(t.Organization, t.ID)
	case dueClaim:
		a, _ := v.abandoned(t.ID)
		return a.writes
	}
	return nil
}

// runOut tidies a hold that has run out.
func (v *view) runOut(id string) []canonical.Write {
	k := canonical.HoldKey(id)
	if !v.want(k) {
		return nil
	}
	h, ok := document[canonical.Hold](v, k)
	if !ok || h.State != canonical.HoldActive || h.Alive(v.now) {
		return nil
	}
	h.State = canonical.HoldLapsed
	d := v.diary()
	offers, _ := v.giveBack(d, freedByHold(&h))
	writes := append([]canonical.Write{put(v, k, h)}, uncounted(&h)...)
	return append(append(writes, offers...), d.writes()...)
}

// lapsed cancels a booking that is still not confirmed, or not paid.
func (v *view) lapsed(id string) []canonical.Write {
	k := canonical.BookingKey(id)
	if !v.want(k) {
		return nil
	}
	b, ok := v.bookingAt(k)
	if !ok || !v.lapse(&b) {
		return nil
	}
	ch, _ := v.ended(b, asIs)
	return ch.writes
}

// waited ends an entry whose offer or whose waiting is over.
func (v *view) waited(organization, id string) []canonical.Write {
	k := canonical.EntryKey(organization, id)
	if !v.want(k) {
		return nil
	}
	e, ok := document[canonical.Entry](v, k)
	stood := e.State
	if !ok || !v.lapseEntry(&e) {
		return nil
	}
	ended, d := e, v.diary()
	ended.Claims = nil
	writes := v.waitedOut(&ended)
	if stood == canonical.EntryOffered {
		offers, _ := v.giveBack(d, freedByOffer(&e))
		writes = append(writes, offers...)
	}
	return append(writes, d.writes()...)
}
