package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"hora/canonical"
)

// act does an act and completes its outcome with what belongs to the answer.
func (e *Engine) act(ctx context.Context, req *canonical.Request, decide plan) canonical.Outcome {
	v := e.newView(req)
	out := e.loop(ctx, req, v, decide)
	v.complete(&out)
	return out
}

// loop is the one loop: read what is wanted, admit the caller, plan, commit.
// It ends when the plan refuses or its writes have been committed; a loser
// decides again on the records that moved until its patience runs out. An act
// of several commits (change.more) goes on from what it has written; if it is
// cut off there, its outcome is that of the commit that began it.
func (e *Engine) loop(ctx context.Context, req *canonical.Request, v *view, decide plan) canonical.Outcome {
	patience := patience{lasts: e.Patience}
	defer patience.end()

	m := newMessage(req)
	v.cat = e.cached(req.Organization)
	read, admitted, rechecked := false, false, false
	var begun *canonical.Outcome
	cut := func(out canonical.Outcome) canonical.Outcome {
		if begun != nil {
			return *begun
		}
		return out
	}
	// What refuses an act, or leaves it nothing to do, may be the act itself,
	// done by its twin: seen before its message record, or the hold that it
	// converted, was. Then these are read once more.
	doubtful := func() bool {
		if m.id != "" {
			v.doubt(m.key)
		}
		if len(v.doubts) == 0 || rechecked {
			return false
		}
		rechecked = true
		v.recheck()
		return true
	}
	for {
		v.now = e.Clock().UTC()
		e.wantBasics(v, m)
		var c change
		var refusal *canonical.Error
		if v.cat != nil || global(req) || curated(req) {
			if refusal = v.resume(); refusal == nil {
				c, refusal = decide(v)
			}
		}
		m.follow(v)
		if v.wants() || !admitted {
			if err := e.read(ctx, v, !read); err != nil {
				return cut(e.failed(ctx, req, err))
			}
			read = true
			if current := req.Catalogue != "" || e.refresh(v) || global(req); current && !admitted {
				if refusal := admit(v); refusal != nil {
					return canonical.Outcome{Err: refusal}
				}
				admitted = true
			}
			continue
		}
		if out, done := m.replay(v); done {
			if e.linger(ctx, &patience, v, &out) {
				continue
			}
			return out
		}
		if v.wants() {
			continue
		}
		if refusal != nil {
			if doubtful() {
				continue
			}
			return canonical.Outcome{Meta: canonical.OutcomeMeta{Standing: c.outcome.Meta.Standing}, Err: refusal}
		}
		c.outcome.Meta.ID = v.id("answer")
		v.track(&c)
		if m.id != "" && begun == nil && (len(c.writes) > 0 || keeps(req)) {
			c.writes = append(c.writes, m.record(v, c.outcome))
		}
		if len(c.writes) == 0 {
			if canonical.OpOf(req.Command).Writes() && doubtful() {
				continue
			}
			return c.outcome
		}
		signature := v.id("answer")
		if begun != nil { // the second commit of an act
			signature += "+"
		}
		c.writes = signed(append(c.writes, v.bind()...), signature)
		err := e.Store.Commit(ctx, c.writes...)
		made, sure := err == nil, true
		if errors.Is(err, canonical.ErrUnknown) {
			made, sure = e.happened(ctx, c.writes)
		}
		var moved *canonical.Conflict
		switch {
		case made && c.more:
			begun = &c.outcome
			v.wrote(c.writes)
		case made:
			return c.outcome
		case errors.As(err, &moved):
			rechecked = false
			if !e.again(ctx, &patience, v, moved) {
				return cut(canonical.Outcome{Err: &canonical.Error{Code: canonical.Unavailable, RetryAfter: 1}})
			}
		case begun != nil && sure && v.persists() && e.again(ctx, &patience, v, &canonical.Conflict{}): // it was not done, and cannot be done twice
		case c.more && begun == nil: // whatever has begun, nothing is done
			return e.failed(ctx, req, fmt.Errorf("%w: %v", canonical.ErrUnavailable, err))
		default:
			return cut(e.failed(ctx, req, err))
		}
	}
}

// complete adds to an outcome, also one of long ago, what is true of the call
// that asks for it.
func (v *view) complete(out *canonical.Outcome) {
	if v.cat != nil {
		out.Meta.Directory = v.cat.directory
	}
	if out.Meta.Conversation == "" {
		out.Meta.Conversation = v.talk.ID
	}
	if out.Meta.Language == "" {
		out.Meta.Language = v.tongue
	}
	if !out.Meta.Replayed { // what was said of the context then is said again
		out.Meta.Adopted = v.adopted
	}
	out.Meta.Grant, out.Meta.At = v.grant(out), v.now
}

// wantBasics asks for what every act reads: the organisation, what the gates
// need, the message's record.
func (e *Engine) wantBasics(v *view, m *message) {
	for _, g := range v.req.Gates {
		v.want(g.Keys...)
		for _, r := range g.Lists {
			v.wantList(r)
		}
	}
	if m.id != "" {
		v.want(m.key)
	}
	if v.req.Catalogue != "" {
		v.want(canonical.RegistryKey(v.req.Catalogue))
		return
	}
	if global(v.req) && v.req.Organization == "" {
		return
	}
	v.want(canonical.OrganizationKey(v.req.Organization))
	if k, ok := v.platformKey(); ok {
		v.want(k)
	}
	if v.cat == nil {
		v.wantList(catalogueRange(v.req.Organization))
	}
}

// read reads all that is missing side by side: one wait. The gates' counters
// are spent beside the first read.
func (e *Engine) read(ctx context.Context, v *view, spend bool) error {
	keys, ranges := slices.Compact(v.missing), v.missingLists
	v.missing, v.missingLists = nil, nil

	var wg sync.WaitGroup
	var mu sync.Mutex
	var failure error
	note := func(err error) {
		if err != nil {
			mu.Lock()
			failure = errors.Join(failure, err)
			mu.Unlock()
		}
	}
	side := func(f func() error) {
		if e.Near {
			note(f())
			return
		}
		wg.Go(func() { note(f()) })
	}
	for _, r := range ranges {
		side(func() error {
			found, _, err := e.Store.List(ctx, r)
			mu.Lock()
			v.listed(r, found)
			mu.Unlock()
			return err
		})
	}
	if spend {
		for _, g := range v.req.Gates {
			if s := g.Spend; s != nil {
				side(func() error {
					n, err := e.Store.Spend(ctx, s.Key, s.Expires)
					mu.Lock()
					if v.spent == nil {
						v.spent = map[*canonical.Spending]int64{}
					}
					v.spent[s] = n
					mu.Unlock()
					return unspent(err)
				})
			}
		}
	}
	if len(keys) > 0 {
		found, err := e.Store.Load(ctx, keys...)
		mu.Lock()
		failure = errors.Join(failure, err)
		v.learn(found)
		mu.Unlock()
	}
	wg.Wait()
	return failure
}

// unspent is the failure of a count, whatever it was: nobody knows what is
// left of an allowance, and nothing is done without one.
func unspent(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: an allowance was not counted: %v", canonical.ErrUnavailable, err)
}

// admit asks the gates in order, then looks whether the registry exists or the
// organisation can be reached, then whether the caller may. It runs once an act.
func admit(v *view) *canonical.Error {
	for _, g := range v.req.Gates {
		if err := g.Judge(&v.req.Meta, v); err != nil {
			return err
		}
	}
	switch {
	case v.req.Catalogue != "" && v.Registry() == nil:
		return canonical.Refuse(canonical.UnknownCatalogue)
	case curated(v.req), global(v.req):
		return authorize(v)
	}
	if org := v.Organization(); org == nil || !org.Public || !org.Speaks(v.req.Binding) {
		return canonical.Refuse(canonical.UnknownOrganization)
	}
	return authorize(v)
}

// again prepares another decision after a conflict: on the records that the
// conflict carried, or, when it carried none, after a short random wait and a
// new read. It answers false when patience has run out.
func (e *Engine) again(ctx context.Context, p *patience, v *view, moved *canonical.Conflict) bool {
	patience := p.of(ctx)
	if patience.Err() != nil {
		return false
	}
	if len(moved.Current) > 0 {
		v.learn(moved.Current)
		return true
	}
	v.forget()
	wait := time.NewTimer(e.jitter(8 * time.Millisecond))
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-patience.Done():
		return false
	}
}

// A patience is how long an act may be decided again. It begins with the first
// loss: few acts ever need one.
type patience struct {
	lasts time.Duration
	ctx   context.Context
	stop  context.CancelFunc
}

func (p *patience) of(ctx context.Context) context.Context {
	if p.ctx == nil {
		p.ctx, p.stop = context.WithTimeout(ctx, p.lasts)
	}
	return p.ctx
}

func (p *patience) end() {
	if p.stop != nil {
		p.stop()
	}
}

// signature is the part of a record that says which commit last wrote it.
const signature = "commit"

// signed marks the first document of a commit as written by it, so that it can
// be told from its twin, which may write the very same.
func signed(writes []canonical.Write, id string) []canonical.Write {
	if i := firstDocument(writes); i >= 0 {
		writes[i].Parts = map[string]string{signature: id}
	}
	return writes
}

func firstDocument(writes []canonical.Write) int {
	return slices.IndexFunc(writes, func(w canonical.Write) bool {
		return w.Kind == canonical.Put && (len(w.Parts) == 0 || w.Parts[signature] != "")
	})
}

// happened looks whether a commit whose answer was lost was made after all;
// sure is false when that cannot be seen.
func (e *Engine) happened(ctx context.Context, writes []canonical.Write) (made, sure bool) {
	i := firstDocument(writes)
	if i < 0 {
		return false, false
	}
	found, err := e.Store.Load(ctx, writes[i].StoreKey)
	if err != nil {
		return false, false
	}
	return found[0].Parts[signature] == writes[i].Parts[signature], true
}

// failed answers for a store that did not: the caller learns whether to try
// again, the log learns why.
func (e *Engine) failed(ctx context.Context, req *canonical.Request, err error) canonical.Outcome {
	code, retry := canonical.Internal, 0
	switch {
	case errors.Is(err, canonical.ErrUnknown) && canonical.Ends[canonical.OpOf(req.Command)].Has(canonical.OutcomeUnknown):
		code = canonical.OutcomeUnknown
	case errors.Is(err, canonical.ErrUnknown), errors.Is(err, canonical.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		code, retry = canonical.Unavailable, 1
	}
	e.Log.ErrorContext(ctx, "store", "op", canonical.OpOf(req.Command).String(), "code", code.String(), "cause", err.Error())
	return canonical.Outcome{Err: &canonical.Error{Code: code, RetryAfter: retry}}
}
