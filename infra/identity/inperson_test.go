package identity_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/identity"
)

var account = canonical.Account{Provider: "id.example", Address: "a***@mail.example"}

// A porter signs in whom it is told to.
type porter struct {
	guest canonical.Principal
	err   error
	asked *int // how often it was; nil: nobody counts
}

func (porter) Begin(string, bool) (canonical.Begun, error) { return canonical.Begun{}, nil }

func (p porter) Redeem(context.Context, canonical.SignIn) (canonical.Guest, error) {
	if p.asked != nil {
		*p.asked++
	}
	if p.err != nil {
		return canonical.Guest{}, p.err
	}
	return canonical.Guest{Principal: p.guest, Account: account}, nil
}

// What a browser presents is who calls, or nobody; and what it looks like it
// presents besides does not count. Who comes back is nobody until they are known.
func TestInPerson(t *testing.T) {
	ana := canonical.Principal{Role: canonical.RoleGuest, ID: "0123", Scope: canonical.ScopeBook}
	life := canonical.Life{Issued: noon, Expires: noon.Add(canonical.MaxLife)}
	signedIn := func(s canonical.SignedIn) canonical.Credential { return canonical.Credential{SignedIn: &s} }
	back := canonical.Credential{SignIn: &canonical.SignIn{Code: "c0de", Secret: "s3cr3t"}}
	for _, tt := range []struct {
		name       string
		credential canonical.Credential
		signIns    canonical.SignIns
		later      time.Duration
		want       canonical.Principal // of the call that is let through
		guest      string              // what the binding is told
		shut       bool                // nothing is let through
		err        *canonical.Error
	}{
		{name: "comes back", credential: back, signIns: porter{guest: ana}, guest: "sub-0123"},
		{name: "comes back where nobody signs in", credential: back, shut: true, err: &canonical.Error{Code: canonical.Unauthenticated}},
		{name: "was refused", credential: back, signIns: porter{err: fmt.Errorf("said so: %w", canonical.SignInForeign)}, err: &canonical.Error{Code: canonical.Unauthenticated, SignIn: canonical.SignInForeign}},
		{name: "failed in a way of its own", credential: back, signIns: porter{err: errors.New("odd")}, err: &canonical.Error{Code: canonical.Unauthenticated, SignIn: canonical.SignInUntrusted}},
		{name: "cannot be told", credential: back, signIns: porter{err: fmt.Errorf("%w: no route", canonical.ErrUnverifiable)}, err: &canonical.Error{Code: canonical.Unavailable, RetryAfter: 10, SignIn: canonical.SignInDown}},
		{name: "signed in", credential: signedIn(canonical.SignedIn{Guest: "sub-0123", Account: account, Host: "desk.example", Life: life}), signIns: porter{}, want: ana, guest: "sub-0123"},
		{name: "signed in long ago", credential: signedIn(canonical.SignedIn{Guest: "sub-0123", Account: account, Host: "desk.example", Life: life}), signIns: porter{}, later: 16 * time.Minute},
		{name: "signed in elsewhere", credential: signedIn(canonical.SignedIn{Guest: "sub-0123", Host: "other.example", Life: life}), signIns: porter{}},
		{name: "signed in before signing in was switched off", credential: signedIn(canonical.SignedIn{Guest: "sub-0123", Account: account, Host: "desk.example", Life: life})},
		{name: "no guest's name", credential: signedIn(canonical.SignedIn{Guest: "key-0123", Host: "desk.example", Life: life}), signIns: porter{}},
		{name: "no name", credential: signedIn(canonical.SignedIn{Guest: "sub-", Host: "desk.example", Life: life}), signIns: porter{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := &doorway{}
			desk := identity.WithTokens(d, identity.Verifiers{
				SignIns: tt.signIns, Clock: func() time.Time { return noon.Add(tt.later) }, Log: slog.New(slog.NewTextHandler(&d.log, nil)),
			})
			out := desk.Do(t.Context(), canonical.Request{
				Meta: canonical.Meta{Host: "desk.example", Binding: "selfe", Credential: tt.credential, Caller: "sub-forged", Principal: canonical.Principal{Role: canonical.RoleBusiness}},
			})
			if diff := cmp.Diff(tt.err, out.Err); diff != "" {
				t.Error(diff)
			}
			if (d.seen == nil) != tt.shut {
				t.Fatalf("let through: %v", d.seen)
			}
			caller := ""
			if tt.want.Role != "" {
				caller = "sub-0123"
			}
			if d.seen != nil && (d.seen.Principal != tt.want || d.seen.Caller != caller) || out.Meta.Guest != tt.guest || (out.Meta.Account == account) != (tt.guest != "") || out.Err != nil && out.Result != nil {
				t.Errorf("%+v, want %+v; the binding is told %q", d.seen, tt.want, out.Meta.Guest)
			}
			if log := d.log.String(); strings.Contains(log, "s3cr3t") || strings.Contains(log, "mail.example") || strings.Contains(log, "c0de") || (tt.err != nil && tt.signIns != nil) != (log != "") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// The provider is asked for nobody whose call the desk does not answer, however
// often they come back, and never so that somebody may act.
func TestComeBack(t *testing.T) {
	asked := 0
	verifiers := identity.Verifiers{SignIns: porter{asked: &asked}, Clock: func() time.Time { return noon }, Log: slog.New(slog.DiscardHandler)}
	req := canonical.Request{Command: canonical.ReviewOption{}, Meta: canonical.Meta{Credential: canonical.Credential{SignIn: &canonical.SignIn{}}}}

	busy := canonical.Outcome{Err: &canonical.Error{Code: canonical.RateLimited, RetryAfter: 7}}
	desk := identity.WithTokens(refuser(busy), verifiers)
	for range 3 {
		if out := desk.Do(t.Context(), req); !cmp.Equal(out, busy) || asked > 0 {
			t.Errorf("%+v; the provider was asked %d times", out, asked)
		}
	}

	d := &doorway{}
	req.Command = canonical.BookOffer{}
	out := identity.WithTokens(d, verifiers).Do(t.Context(), req)
	if out.Err == nil || out.Err.Code != canonical.Unauthenticated || d.seen != nil || asked > 0 {
		t.Errorf("%+v; let through: %v; the provider was asked %d times", out, d.seen, asked)
	}
}

// A refuser is a desk that ends every call in the same way.
type refuser canonical.Outcome

func (r refuser) Do(context.Context, canonical.Request) canonical.Outcome {
	return canonical.Outcome(r)
}
