package model

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hora/bindings/bindingtest"
	"hora/canonical"
)

// done is the end of an act that succeeded; any other end is a code.
const done = "done"

// answer lets the reference answer a call that was answered so. The error is
// why it would not have.
func (d *desk) answer(req *canonical.Request, out canonical.Outcome, now time.Time) error {
	got := done
	if out.Err != nil {
		got = out.Err.Code.String()
	}
	key, content := scope(req)
	if end := admitted(req); end != "" {
		return expect(end, got)
	}
	before, known := d.said[key]
	if known = known && key != "" && now.Before(before.until); known {
		if before.content != content {
			return expect("message_reused", got)
		}
		if err := expect(done, got); err != nil {
			return fmt.Errorf("the message was answered before, with %s: %w", before.result, err)
		}
		if !out.Meta.Replayed || bindingtest.IDOf(out.Result) != before.result {
			return fmt.Errorf("the message was answered before, with %s; now with %s", before.result, bindingtest.IDOf(out.Result))
		}
		return nil
	}
	if out.Meta.Replayed {
		return fmt.Errorf("it is a replay of nothing")
	}
	changed, err := d.do(req, out, got, now)
	if err == nil && got == done && key != "" && changed {
		d.said[key] = saying{content, bindingtest.IDOf(out.Result), now.Add(rememberTime)}
	}
	return err
}

// otherEnd says that an act ended otherwise than the reference's.
type otherEnd struct{ got, want string }

func (e *otherEnd) Error() string { return fmt.Sprintf("it ended as %s, not as %s", e.got, e.want) }

func expect(want, got string) error {
	if want != got {
		return &otherEnd{got, want}
	}
	return nil
}

// scope is which message a call is, and what it says; no message where it
// changes nothing anyway.
func scope(req *canonical.Request) (key, content string) {
	if req.Message == "" || !canonical.OpOf(req.Command).Writes() {
		return "", ""
	}
	said, err := canonical.MarshalCommand(req.Command, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	content = string(said) + " " + req.Task + " " + req.Conversation
	caller := req.Credential.Key
	if req.Public {
		caller = ""
	}
	if caller == "" {
		caller = "for " + content
		if c, ok := req.Command.(canonical.Book); ok {
			caller = "for " + strings.ToLower(c.Client.Email)
		}
	}
	return strings.Join([]string{req.Binding, caller, req.Operation, req.Message}, "\n"), content
}

// role is what a caller is to the organisation.
func role(req *canonical.Request) canonical.Role {
	r := roles[req.Credential.Key]
	if r == canonical.RoleOrganization && req.Binding != "servicialo" {
		return canonical.RolePlatform
	}
	return r
}

// admitted is why a caller may not ask for an act at all.
func admitted(req *canonical.Request) string {
	known := req.Credential.Key != ""
	if known && role(req) == "" {
		return "unauthenticated"
	}
	switch op := canonical.OpOf(req.Command); {
	case op == canonical.OpFindSlots:
	case req.Rules.Has(canonical.KnownCallers):
		if !known {
			return "unauthenticated"
		}
	case op == canonical.OpCancel || op == canonical.OpReschedule:
		switch role(req) {
		case "":
			return "unauthenticated"
		case canonical.RolePlatform:
			return "forbidden"
		}
	}
	return ""
}

// visible says whether a caller may know of a booking.
func visible(req *canonical.Request, b *stay) bool {
	return !req.Rules.Has(canonical.KnownCallers) || role(req) == canonical.RoleBusiness || b.owner != "" && b.owner == req.Credential.Key
}

// do is one act of the reference, and whether it changed anything.
func (d *desk) do(req *canonical.Request, out canonical.Outcome, got string, now time.Time) (changed bool, err error) {
	switch c := req.Command.(type) {
	case canonical.FindSlots:
		return false, d.search(c, out, got, now)
	case canonical.PlaceHold:
		return true, d.hold(req, c, out, got, now)
	case canonical.ReleaseHold:
		return d.release(req, c, out, got, now)
	case canonical.Book:
		return d.book(req, c, out, got, now)
	case canonical.GetBooking:
		return false, d.look(req, c, out, got, now)
	case canonical.Cancel:
		return true, d.cancel(req, c, out, got, now)
	case canonical.Reschedule:
		return true, d.move(req, c, out, got, now)
	}
	return false, fmt.Errorf("the reference knows no %T", req.Command)
}

func (d *desk) hold(req *canonical.Request, c canonical.PlaceHold, out canonical.Outcome, got string, now time.Time) error {
	p, end := at(c.Service, c.Slot, c.Provider, c.Start, c.Minutes, c.Party)
	if end == "" {
		end = d.fault(&p, now)
	}
	if end == "" {
		end = d.taken(&p, now)
	}
	if end == "capacity_exceeded" {
		end = "slot_taken"
	}
	if owner := req.Credential.Key; end == "" && owner != "" {
		held := 0
		for i := range d.stays {
			if x := &d.stays[i]; x.hold && x.owner == owner && x.service == c.Service && x.takes(now) {
				held++
			}
		}
		if held >= mostHolds {
			end = "too_many_holds"
		}
	}
	if end != "" {
		return expect(end, got)
	}
	h, ok := out.Result.(canonical.Hold)
	if !ok {
		return expect(done, got)
	}
	if !h.Expires.Equal(now.Add(holdTime)) {
		return fmt.Errorf("the hold expires at %v, %v from now", h.Expires, h.Expires.Sub(now))
	}
	return d.enter(stay{id: h.ID, service: h.Service.ID, provider: h.Provider.ID, resources: ids(h.Resources), start: h.Start, minutes: h.Minutes,
		guests: h.Guests(), owner: req.Credential.Key, hold: true, until: h.Expires, slot: h.SlotID(), kept: canonical.HoldActive}, &p, now)
}

func ids(all []canonical.Named) (names []string) {
	for _, n := range all {
		names = append(names, n.ID)
	}
	return names
}

func (d *desk) release(req *canonical.Request, c canonical.ReleaseHold, out canonical.Outcome, got string, now time.Time) (changed bool, err error) {
	h := d.find(c.Hold)
	switch {
	case h == nil || !h.hold || h.owner != req.Credential.Key:
		return false, expect("unknown_hold", got)
	case h.kept == canonical.HoldConverted:
		return false, expect("invalid_state", got)
	}
	if r, ok := out.Result.(canonical.Hold); !ok || r.State == canonical.HoldActive {
		return false, fmt.Errorf("it ended as %s: %+v", got, out.Result)
	}
	if changed = h.takes(now); changed {
		h.kept = canonical.HoldReleased
	}
	return changed, nil
}

func (d *desk) look(req *canonical.Request, c canonical.GetBooking, out canonical.Outcome, got string, now time.Time) error {
	b := d.find(c.Booking)
	if b == nil || b.hold || !visible(req, b) {
		return expect("unknown_booking", got)
	}
	r, ok := out.Result.(canonical.Booking)
	if !ok {
		return expect(done, got)
	}
	if r.ID != b.id || r.State() != b.stands(now) || !r.Start.Equal(b.start) || r.Provider.ID != b.provider {
		return fmt.Errorf("%s is %s at %v, not %s at %v", b.id, r.State(), r.Start, b.stands(now), b.start)
	}
	return nil
}

func (d *desk) cancel(req *canonical.Request, c canonical.Cancel, out canonical.Outcome, got string, now time.Time) error {
	b := d.find(c.Booking)
	switch {
	case b == nil || b.hold || !visible(req, b):
		return expect("unknown_booking", got)
	case b.stands(now) == canonical.Cancelled:
		return expect("already_cancelled", got)
	}
	agents := req.Rules.Has(canonical.KnownCallers)
	business := role(req) == canonical.RoleBusiness
	switch {
	case agents && !business && c.By != "" && c.By != "client":
		return expect("invalid", got)
	case !(agents && business) && d.org.closes >= 0 && now.After(b.start.Add(-d.org.closes)):
		return expect("too_late_to_cancel", got)
	}
	if r, ok := out.Result.(canonical.Cancellation); !ok || r.Booking.ID != b.id || r.Booking.State() != canonical.Cancelled {
		return fmt.Errorf("it ended as %s: %+v", got, out.Result)
	}
	b.state = canonical.Cancelled
	return nil
}
