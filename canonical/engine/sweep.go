package engine

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// What can be due.
const (
	dueHold         = "hold"         // a hold that has run out: its time is free already, its record says so
	dueConfirmation = "confirmation" // a request that nobody confirmed: cancelled by the system
)

// task is the body of a due record.
type task struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// due writes down what sweep must look at, and when. The sweep that handles
// it deletes it in the same commit.
func due(at time.Time, kind, id string) canonical.Write {
	return create(canonical.DueKey(shardOf(id), at, id), task{kind, id})
}

func shardOf(id string) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32() % canonical.DueShards)
}

// Swept counts what one sweep did.
type Swept struct {
	Holds    int // holds that had run out and were tidied
	Requests int // unconfirmed requests that were cancelled
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
	writes, counted, err := e.overdue(ctx, t, now)
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
	default:
		*counted(done)++
	}
	return nil
}

// overdue decides what a piece of due work comes to; no writes when it has
// settled itself.
func (e *Engine) overdue(ctx context.Context, t task, now time.Time) ([]canonical.Write, func(*Swept) *int, error) {
	v := newView(&canonical.Request{Meta: canonical.Meta{Binding: "sweep"}}, e.IDs)
	v.now = now
	key := canonical.HoldKey(t.ID)
	if t.Kind == dueConfirmation {
		key = canonical.BookingKey(t.ID)
	}
	found, err := e.Store.Load(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	v.learn(found)
	if t.Kind == dueConfirmation {
		writes := v.unconfirmed(t.ID)
		return writes, func(s *Swept) *int { return &s.Requests }, nil
	}
	return v.runOut(t.ID), func(s *Swept) *int { return &s.Holds }, nil
}

// runOut tidies a hold that has run out.
func (v *view) runOut(id string) []canonical.Write {
	k := canonical.HoldKey(id)
	h, ok := document[canonical.Hold](v, k)
	if !ok || h.State != canonical.HoldActive || h.Alive(v.now) {
		return nil
	}
	h.State = canonical.HoldReleased
	d := v.diary()
	d.leave(h.ID, h.Claims)
	return append([]canonical.Write{put(v, k, h)}, d.writes()...)
}

// unconfirmed cancels a request that is still waiting for someone.
func (v *view) unconfirmed(id string) []canonical.Write {
	b, ok := document[canonical.Booking](v, canonical.BookingKey(id))
	if !ok || b.State() != canonical.Requested || !b.Lifecycle.PendingConfirmation || v.now.Before(b.ConfirmBy) {
		return nil
	}
	none := canonical.Penalty{Amount: canonical.Money{Currency: b.Billing.Amount.Currency}}
	c, refusal := v.cancelled(b, none, "system", "not confirmed in time", canonical.ByItself)
	if refusal != nil {
		return nil
	}
	return c.writes
}
