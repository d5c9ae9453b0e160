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
		p, e := d.redeem(ctx, s)
		if e != nil {
			return canonical.Outcome{Err: e}
		}
		req.Principal, req.Caller = p, subject(p)
	} else if p, ok := d.stillSignedIn(req.Credential.SignedIn, req.Host); ok {
		req.Principal, req.Caller = p, subject(p)
	}
	out := d.next.Do(ctx, req)
	out.Meta.Guest = req.Caller
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

func (d bearers) redeem(ctx context.Context, s *canonical.SignIn) (canonical.Principal, *canonical.Error) {
	if d.SignIns == nil {
		return canonical.Principal{}, canonical.Refuse(canonical.Unauthenticated)
	}
	p, err := d.SignIns.Redeem(ctx, *s)
	fault, known := errors.AsType[canonical.SignInFault](err)
	switch {
	case err == nil:
		return p, nil
	case errors.Is(err, canonical.ErrUnverifiable):
		d.Log.ErrorContext(ctx, "a sign-in could not be verified", "cause", err.Error())
		return canonical.Principal{}, &canonical.Error{Code: canonical.Unavailable, RetryAfter: retry, SignIn: canonical.SignInDown}
	case !known:
		fault = canonical.SignInUntrusted
	}
	d.Log.InfoContext(ctx, "a sign-in was refused", "cause", err.Error())
	return canonical.Principal{}, &canonical.Error{Code: canonical.Unauthenticated, SignIn: fault}
}
