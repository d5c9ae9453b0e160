// Package engine decides. It is the desk that does every act: it reads what
// the act needs in one batch, plans on what it read, commits once, and decides
// again when others were faster.
//
// An act is a plan: a pure function of a view of the store and the clock. The
// loop in act.go runs it until nothing it wants is missing and its writes have
// been committed. Everything that must be true of every act (message ids,
// gates, the catalogue's revision, what a refusal may be) is in that loop;
// everything that is true of one act is in the file of its name.
package engine

import (
	"context"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"hora/canonical"
)

// Config is what an engine is made of. Store, Clock and IDs are required.
type Config struct {
	Store    canonical.Store
	Clock    canonical.Clock
	IDs      canonical.IDs
	Secret   []byte        // at least 32 bytes: what credentials for single bookings are derived from; none: none are given
	Before   []byte        // the Secret before, while it is being changed: what was derived from it can still be told again
	Acts     []Acts        // what it does beside telling what there is
	Near     bool          // the store is in this process: nothing is gained by asking it side by side
	Log      *slog.Logger  // where details of internal errors go; default nowhere
	Patience time.Duration // how long an act may go on deciding again; default DefaultPatience
}

// DefaultPatience is two thirds of the time a function has for a call.
const DefaultPatience = 6 * time.Second

// An Engine is the innermost Desk. It is safe for concurrent use and keeps
// nothing but what it has read: catalogues, registries and some bookings.
type Engine struct {
	Config
	catalogues sync.Map // slug -> *catalogue
	shelves    sync.Map // id of a registry -> *shelf
	recent     recent
}

var _ canonical.Desk = (*Engine)(nil)

// New makes an engine.
func New(c Config) *Engine {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Patience == 0 {
		c.Patience = DefaultPatience
	}
	return &Engine{Config: c}
}

// Do does one act. Its outcome's error is always one that canonical.Ends
// allows for the act.
func (e *Engine) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	op := canonical.OpOf(req.Command)
	out := e.act(ctx, &req, e.planOf(req.Command))
	switch {
	case out.Err == nil && out.Result == nil:
		e.Log.ErrorContext(ctx, "an act ended in nothing", "op", op.String())
		out = canonical.Outcome{Err: canonical.Refuse(canonical.Internal)}
	case out.Err != nil && !canonical.EndsOf(&req).Has(out.Err.Code):
		e.Log.ErrorContext(ctx, "an act ended in an error it cannot end in", "op", op.String(), "code", out.Err.Code.String())
		out = canonical.Outcome{Err: canonical.Refuse(canonical.Internal)}
	}
	if out.Meta.ID == "" {
		out.Meta.ID = e.IDs()
	}
	return out
}

// A plan looks at what has been read and says what to write and how the act
// ends, or refuses. It is run again whenever the view has changed, so it does
// nothing else. When it wants something that has not been read (view.want
// answers false) it returns at once, whatever it returns.
type plan func(*view) (change, *canonical.Error)

// A change is what an act comes to: the writes that make it so, in one commit,
// and what the caller is told when they have been made.
type change struct {
	writes  []canonical.Write
	outcome canonical.Outcome

	more    bool                // the act goes on from these writes: plan again
	state   canonical.TaskState // of the task that the answer is, where every answer is one; default completed
	earlier string              // the earlier task of the caller's whose answer this is
	claim   string              // the guest's claim that the task is at work on
}

func refuse(c canonical.Code) (change, *canonical.Error) { return change{}, canonical.Refuse(c) }

func answer(r canonical.Result) (change, *canonical.Error) {
	return change{outcome: canonical.Outcome{Result: r}}, nil
}

// pending is what a plan returns when it wants more than has been read.
func pending() (change, *canonical.Error) { return change{}, nil }

// jitter spreads racers: an even spread over the range, taken from a fresh id.
func (e *Engine) jitter(most time.Duration) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(e.IDs()))
	return time.Duration(h.Sum64() % uint64(most))
}
