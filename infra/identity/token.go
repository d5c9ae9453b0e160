package identity

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"

	"hora/canonical"
)

// selfe is the dialect whose callers are known by access tokens and nothing
// else: there, any bearer is one.
const selfe = "selfe"

// Verifiers are what it takes to know OAuth subjects, and guests by their
// mandates or in their browsers.
type Verifiers struct {
	Tokens   canonical.Tokens
	Mandates canonical.Mandates // nil: no mandate proves anything
	SignIns  canonical.SignIns  // nil: nobody signs in
	Clock    canonical.Clock    // required with SignIns
	Log      *slog.Logger       // why credentials were refused, nothing of themselves
}

// retry is when to come back, in seconds, while a token cannot be verified.
const retry = 10

type bearers struct {
	next, keys canonical.Desk
	Verifiers
}

// WithTokens is the desk that verifies whatever is presented: OAuth access
// tokens as well as keys, and Cart Mandates beside a token. A token must be
// good whatever the act; while that cannot be told, the call ends as
// Unavailable. A mandate that proves nothing is no error here: Meta.Authority
// says who needs one. All other calls go on as with New.
//
// Tokens are verified before anything is read.
func WithTokens(next canonical.Desk, v Verifiers) canonical.Desk {
	return bearers{next, New(next), v}
}

func (d bearers) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	if req.Credential.SignIn != nil || req.Credential.SignedIn != nil {
		return d.inPerson(ctx, req)
	}
	if !bearsToken(req.Binding, req.Credential.Key) {
		return d.keys.Do(ctx, req)
	}
	req.Caller, req.Principal, req.Consent = "", canonical.Principal{}, canonical.Consent{}
	p, err := d.Tokens.Verify(ctx, req.Credential.Key, req.Credential.Resource)
	if err != nil {
		return d.refuse(ctx, "an access token", err)
	}
	req.Principal, req.Caller = p, subject(p)
	if m := req.Credential.Mandate; m != nil {
		if req.Consent, err = d.consent(ctx, m, req.Credential.Resource); err != nil {
			return d.refuse(ctx, "a cart mandate", err)
		}
	}
	return d.next.Do(ctx, req)
}

// consent is what a mandate proves. The error is that it cannot be told.
func (d bearers) consent(ctx context.Context, m *canonical.CartMandate, resource string) (canonical.Consent, error) {
	if d.Mandates == nil {
		return canonical.Consent{Fault: canonical.MandateUnsupported}, nil
	}
	c, err := d.Mandates.Verify(ctx, m, resource)
	fault, ok := errors.AsType[canonical.MandateFault](err)
	switch {
	case err == nil:
		return c, nil
	case !ok:
		return canonical.Consent{}, err
	}
	d.Log.InfoContext(ctx, "a cart mandate proves nothing", "cause", err.Error())
	return canonical.Consent{Fault: fault}, nil
}

// refuse ends a call whose credential is no good, or cannot be looked into.
// Errors of verifiers tell nothing of what they looked into.
func (d bearers) refuse(ctx context.Context, what string, err error) canonical.Outcome {
	if errors.Is(err, canonical.ErrUnverifiable) {
		d.Log.ErrorContext(ctx, what+" could not be verified", "cause", err.Error())
		return canonical.Outcome{Err: &canonical.Error{Code: canonical.Unavailable, RetryAfter: retry}}
	}
	d.Log.InfoContext(ctx, what+" was refused", "cause", err.Error())
	return canonical.Outcome{Err: canonical.Refuse(canonical.Unauthenticated)}
}

// bearsToken tells tokens from keys: a token has three parts, of which the
// first is a JSON object in base64url.
func bearsToken(binding, bearer string) bool {
	if bearer == "" || binding == selfe {
		return bearer != ""
	}
	first, _, _ := strings.Cut(bearer, ".")
	header, err := base64.RawURLEncoding.DecodeString(first)
	return err == nil && len(header) > 0 && header[0] == '{' && strings.Count(bearer, ".") == 2
}

// subject is the name of an OAuth subject in what the desk stores: the same
// for all its tokens and clients.
func subject(p canonical.Principal) string { return subjects + p.ID }

const subjects = "sub-"
