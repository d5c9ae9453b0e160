package identity

import (
	"context"
	"errors"
	"strings"

	"hora/canonical"
)

// inPerson answers a guest's own browser: one that comes back from signing in,
// or has done so before. Who was signed in for too long is nobody, as if they
// never were; a sign-in that came to nothing is told of.
func (d bearers) inPerson(ctx context.Context, req canonical.Request) canonical.Outcome {
	req.Caller, req.Principal, req.Consent = "", canonical.Principal{}, canonical.Consent{}
	if s := req.Credential.SignIn; s != nil {
		return d.comeBack(ctx, req, s)
	}
	s := req.Credential.SignedIn
	p, ok := d.stillSignedIn(s, req.Host)
	if ok {
		req.Principal, req.Caller = p, subject(p)
	}
	out := d.next.Do(ctx, req)
	if out.Meta.Guest = req.Caller; ok {
		out.Meta.Account = s.Account
	}
	return out
}

// comeBack answers a browser that comes back from signing in, as anybody would be
// answered, and says who the guest is. The provider is asked last: a sign-in can
// be sent any number of times, so what bounds all calls bounds this one first,
// and what could not be answered anyway does not use the sign-in up.
func (d bearers) comeBack(ctx context.Context, req canonical.Request, s *canonical.SignIn) canonical.Outcome {
	if d.SignIns == nil || canonical.OpOf(req.Command).Writes() { // nobody acts before they are known
		return canonical.Outcome{Err: canonical.Refuse(canonical.Unauthenticated)}
	}
	out := d.next.Do(ctx, req)
	if out.Err != nil {
		return out
	}
	g, e := d.redeem(ctx, s)
	if e != nil {
		return canonical.Outcome{Err: e}
	}
	out.Meta.Guest, out.Meta.Account = subject(g.Principal), g.Account
	return out
}

// stillSignedIn is the guest whose browser calls. Guests who signed in are all
// the same but for their names.
func (d bearers) stillSignedIn(s *canonical.SignedIn, host string) (p canonical.Principal, ok bool) {
	id, ok := strings.CutPrefix(s.Guest, subjects)
	if !ok || id == "" || s.Host != host || d.SignIns == nil || !s.Life.Covers(d.Clock()) {
		return canonical.Principal{}, false
	}
	return canonical.Principal{Role: canonical.RoleGuest, ID: id, Scope: canonical.ScopeBook}, true
}

func (d bearers) redeem(ctx context.Context, s *canonical.SignIn) (canonical.Guest, *canonical.Error) {
	g, err := d.SignIns.Redeem(ctx, *s)
	fault, known := errors.AsType[canonical.SignInFault](err)
	switch {
	case err == nil:
		return g, nil
	case errors.Is(err, canonical.ErrUnverifiable):
		d.Log.ErrorContext(ctx, "a sign-in could not be verified", "cause", err.Error())
		return canonical.Guest{}, &canonical.Error{Code: canonical.Unavailable, RetryAfter: retry, SignIn: canonical.SignInDown}
	case !known:
		fault = canonical.SignInUntrusted
	}
	d.Log.InfoContext(ctx, "a sign-in was refused", "cause", err.Error())
	return canonical.Guest{}, &canonical.Error{Code: canonical.Unauthenticated, SignIn: fault}
}
