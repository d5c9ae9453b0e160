package identity_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/identity"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/oauth/issuer"
)

const (
	idp      = "https://id.example"
	resource = "https://agents.example"
	wallets  = "https://wallet.example"
)

var (
	issuerKey = signingKey("issuer")
	deskKey   = signingKey("desk")
	walletKey = signingKey("wallet")
	guestKey  = signingKey("guest")
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func signingKey(whose string) jose.JSONWebKey {
	secret := sha256.Sum256([]byte(whose))
	return jose.JSONWebKey{Key: must(ecdsa.ParseRawPrivateKey(elliptic.P256(), secret[:])), KeyID: whose}
}

func published(k jose.JSONWebKey) jwks.Source {
	return jwks.Fixed(must(json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{k.Public()}})))
}

func down(context.Context) ([]byte, error) { return nil, errors.New("no route to host") }

// A doorway is the identity desk with a desk behind it that does nothing but
// note who came through, and a log.
type doorway struct {
	desk canonical.Desk
	seen *canonical.Request
	log  bytes.Buffer
}

func (d *doorway) Do(_ context.Context, req canonical.Request) canonical.Outcome {
	d.seen = &req
	return canonical.Outcome{Result: canonical.Profile{}}
}

func newDoorway(issuerKeys, walletKeys jwks.Source) *doorway {
	clock := func() time.Time { return noon }
	d := &doorway{}
	d.desk = identity.WithTokens(d, identity.Verifiers{
		Tokens: oauth.New(oauth.Config{
			Issuers:  []oauth.Issuer{{ID: idp, Keys: jwks.New(issuerKeys, clock), Guests: true}},
			Resource: resource, Clock: clock,
		}),
		Mandates: ap2.New(ap2.Config{
			Merchant: merchant(),
			Issuers:  []ap2.Issuer{{ID: wallets, Keys: jwks.New(walletKeys, clock), Types: []string{"guest"}}},
			Clock:    clock,
		}),
		Log: slog.New(slog.NewJSONHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	return d
}

func merchant() *ap2.Merchant { return must(ap2.NewMerchant(resource, resource, deskKey)) }

func token(change func(*issuer.Token)) string {
	t := issuer.Token{Issuer: idp, Subject: "guest-1", Audience: resource, Client: "web", Scope: "bookings:write", ID: "t1", Issued: noon, Expires: noon.Add(time.Hour)}
	if change != nil {
		change(&t)
	}
	return must(t.Sign(issuerKey, jose.ES256))
}

// agreed is a mandate for an offer of 240 pounds.
func agreed() *canonical.CartMandate {
	contents := `{"id":"cart_offer1","payment_request":{"details":{"total":{"amount":{"currency":"GBP","value":240}}}},"cart_expiry":"2026-03-30T12:10:00Z"}`
	signed := must(merchant().Authorize([]byte(contents), "", canonical.Until(noon, noon.Add(time.Hour))))
	cart := []byte(fmt.Sprintf(`{"contents":%s,"merchant_authorization":%q}`, contents, signed))
	w := ap2.Wallet{Issuer: wallets, IssuerKey: walletKey, Type: "guest", GuestKey: guestKey}
	return &canonical.CartMandate{Cart: cart, Authorization: must(w.Confirm(cart, resource, noon)), Offer: "offer1", Price: canonical.Money{Amount: 24000, Currency: "GBP"}}
}

func TestBearers(t *testing.T) {
	unsigned := must(issuer.Token{Issuer: idp, Subject: "guest-1"}.Unsigned())
	guest := canonical.RoleGuest
	for _, c := range []struct {
		name, binding, bearer string
		want                  string // how it ends without going on
		role                  canonical.Role
		gates                 int // that keys add
	}{
		{name: "nobody", binding: "selfe"},
		{name: "a guest", binding: "selfe", bearer: token(nil), role: guest},
		{name: "an agent", binding: "selfe", bearer: token(func(t *issuer.Token) { t.Subject = "web" }), role: canonical.RoleAgent},
		{name: "a guest in another dialect", binding: "a2a", bearer: token(nil), role: guest},
		{name: "a demo key on Selfe", binding: "selfe", bearer: "demo-key", want: "unauthenticated"},
		{name: "a demo key elsewhere", binding: "a2a", bearer: "demo-key", gates: 1},
		{name: "a key with dots elsewhere", binding: "a2a", bearer: "demo.key.1", gates: 1},
		{name: "a key with a brace and two dots elsewhere", binding: "a2a", bearer: "e30.a", gates: 1},
		{name: "an unsigned token", binding: "selfe", bearer: unsigned, want: "unauthenticated"},
		{name: "an unsigned token elsewhere", binding: "usp", bearer: unsigned, want: "unauthenticated"},
		{name: "an expired token", binding: "selfe", bearer: token(func(t *issuer.Token) { t.Expires = noon.Add(-time.Hour) }), want: "unauthenticated"},
		{name: "a token for another", binding: "selfe", bearer: token(func(t *issuer.Token) { t.Audience = "https://other.example" }), want: "unauthenticated"},
		{name: "a token of another issuer", binding: "selfe", bearer: token(func(t *issuer.Token) { t.Issuer = "https://evil.example" }), want: "unauthenticated"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDoorway(published(issuerKey), published(walletKey))
			out := d.desk.Do(t.Context(), canonical.Request{
				Meta: canonical.Meta{
					Organization: "clinica", Binding: c.binding, Credential: canonical.Credential{Key: c.bearer},
					Caller: "sub-somebody", Principal: canonical.Principal{Role: guest, ID: "somebody"}, Consent: canonical.Consent{SHA256: "5f"}, // a binding's mistake
				},
				Command: canonical.Describe{},
			})
			if got := code(out.Err); got != c.want {
				t.Fatalf("ended as %q, want %q", got, c.want)
			}
			if passed := d.seen != nil; passed != (c.want == "") {
				t.Fatalf("passed: %v", passed)
			}
			if strings.Contains(d.log.String(), "guest-1") || c.bearer != "" && leaked(d.log.String(), c.bearer) {
				t.Errorf("the log: %s", &d.log)
			}
			if (d.log.Len() > 0) != (c.want != "") {
				t.Errorf("the log: %s", &d.log)
			}
			if d.seen == nil {
				return
			}
			m := d.seen.Meta
			if m.Principal.Role != c.role || len(d.seen.Gates) != c.gates || m.Consent != (canonical.Consent{}) {
				t.Errorf("%+v with %d gates, consent %+v", m.Principal, len(d.seen.Gates), m.Consent)
			}
			if known := strings.HasPrefix(m.Caller, "sub-") && len(m.Caller) == 36; known != (c.role != "") {
				t.Errorf("called by %q", m.Caller)
			}
		})
	}
}

// leaked says whether a text repeats ten bytes of a secret.
func leaked(text, secret string) bool {
	for n := 0; n+10 <= len(secret); n++ {
		if strings.Contains(text, secret[n:n+10]) {
			return true
		}
	}
	return len(secret) > 2 && len(secret) < 10 && strings.Contains(text, secret)
}

// A subject is one caller whatever it calls through; two subjects are two, and
// so are one name of two issuers.
func TestSubjects(t *testing.T) {
	caller := func(change func(*issuer.Token)) string {
		d := newDoorway(published(issuerKey), published(walletKey))
		d.desk.Do(t.Context(), canonical.Request{Meta: canonical.Meta{Binding: "selfe", Credential: canonical.Credential{Key: token(change)}}, Command: canonical.ListTasks{}})
		return d.seen.Caller
	}
	guest := caller(nil)
	if again := caller(func(t *issuer.Token) { t.Client, t.Scope, t.ID = "app", "", "t9" }); again != guest {
		t.Errorf("one guest is %s and %s", guest, again)
	}
	if other := caller(func(t *issuer.Token) { t.Subject = "guest-2" }); other == guest {
		t.Errorf("two guests are %s", other)
	}
}

// A mandate beside a token is looked into before the act, and its verdict goes
// with the call: good, bad, or not to be told.
func TestMandates(t *testing.T) {
	agent := token(func(t *issuer.Token) { t.Subject = "web" })
	changed := func(change func(*canonical.CartMandate)) *canonical.CartMandate { m := agreed(); change(m); return m }
	for _, c := range []struct {
		name, bearer string
		mandate      *canonical.CartMandate
		wallets      jwks.Source
		want         string // how the desk ends it, or what Authority says of it
	}{
		{name: "an agent with a mandate", bearer: agent, mandate: agreed()},
		{name: "an agent without one", bearer: agent, want: "forbidden mandate_required"},
		{name: "a guest", bearer: token(nil)},
		{name: "a guest with a mandate", bearer: token(nil), mandate: agreed()},
		{name: "a mandate and no token", mandate: agreed(), want: "unauthenticated "},
		{name: "a mandate and a bad token", bearer: agent[:len(agent)-4] + "AAAA", mandate: agreed(), want: "unauthenticated "},
		{name: "for another offer", bearer: agent, mandate: changed(func(m *canonical.CartMandate) { m.Offer = "offer2" }), want: "forbidden mandate_scope_mismatch"},
		{name: "for another price", bearer: agent, mandate: changed(func(m *canonical.CartMandate) { m.Price.Amount++ }), want: "forbidden mandate_scope_mismatch"},
		{name: "half of one", bearer: agent, mandate: changed(func(m *canonical.CartMandate) { m.Authorization = "" }), want: "forbidden mandate_required"},
		{name: "a changed one", bearer: agent, mandate: changed(func(m *canonical.CartMandate) {
			m.Authorization = m.Authorization[:len(m.Authorization)-8] + "AAAAAAAA"
		}), want: "forbidden mandate_invalid_signature"},
		{name: "a guest with a changed one", bearer: token(nil), mandate: changed(func(m *canonical.CartMandate) { m.Cart = []byte("{}") }), want: "forbidden mandate_required"},
		{name: "keys out of reach", bearer: agent, mandate: agreed(), wallets: down, want: "unavailable "},
		{name: "a bad cart, keys out of reach", bearer: agent, mandate: changed(func(m *canonical.CartMandate) { m.Offer = "offer2" }), wallets: down, want: "forbidden mandate_scope_mismatch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.wallets == nil {
				c.wallets = published(walletKey)
			}
			d := newDoorway(published(issuerKey), c.wallets)
			out := d.desk.Do(t.Context(), canonical.Request{
				Meta:    canonical.Meta{Binding: "selfe", Credential: canonical.Credential{Key: c.bearer, Mandate: c.mandate}},
				Command: canonical.Book{},
			})
			err := out.Err
			if d.seen != nil {
				err = d.seen.Meta.Authority()
			}
			got := ""
			if err != nil {
				got = err.Code.String() + " " + string(err.Mandate)
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if c.want == "" && c.mandate != nil && (d.seen.Consent.Guest == "" || d.seen.Consent.Once == "") {
				t.Errorf("%+v", d.seen.Consent)
			}
			if leaked(d.log.String(), agent) || c.mandate != nil && (leaked(d.log.String(), c.mandate.Authorization) || leaked(d.log.String(), string(c.mandate.Cart))) {
				t.Errorf("the log: %s", &d.log)
			}
		})
	}
}

// A desk that takes no mandates says so.
func TestNoMandates(t *testing.T) {
	clock := func() time.Time { return noon }
	d := &doorway{}
	desk := identity.WithTokens(d, identity.Verifiers{
		Tokens: oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: idp, Keys: jwks.New(published(issuerKey), clock)}}, Resource: resource, Clock: clock}),
		Log:    slog.New(slog.DiscardHandler),
	})
	desk.Do(t.Context(), canonical.Request{Meta: canonical.Meta{Binding: "selfe", Credential: canonical.Credential{Key: token(nil), Mandate: agreed()}}, Command: canonical.Book{}})
	if err := d.seen.Meta.Authority(); code(err) != "forbidden" || err.Mandate != canonical.MandateUnsupported {
		t.Errorf("%+v", err)
	}
}

// While the issuer's keys cannot be had, nobody passes: neither as who they
// say they are, nor as anonymous.
func TestIssuerOutOfReach(t *testing.T) {
	d := newDoorway(down, published(walletKey))
	out := d.desk.Do(t.Context(), canonical.Request{Meta: canonical.Meta{Binding: "selfe", Credential: canonical.Credential{Key: token(nil)}}, Command: canonical.Describe{}})
	if code(out.Err) != "unavailable" || out.Err.RetryAfter < 1 || out.Err.RetryAfter > 300 || d.seen != nil {
		t.Errorf("%+v, passed: %v", out.Err, d.seen != nil)
	}
	if !strings.Contains(d.log.String(), "no route to host") || leaked(d.log.String(), token(nil)) {
		t.Errorf("the log: %s", &d.log)
	}
	bad := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + ".e30."
	out = d.desk.Do(t.Context(), canonical.Request{Meta: canonical.Meta{Binding: "selfe", Credential: canonical.Credential{Key: bad}}, Command: canonical.Describe{}})
	if code(out.Err) != "unauthenticated" {
		t.Errorf("%+v", out.Err)
	}
}

// Whoever knows keys only does not carry the cryptography of tokens about.
func TestWithoutJOSE(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil || !strings.Contains(string(deps), "hora/canonical") {
		t.Fatal(err)
	}
	if strings.Contains(string(deps), "go-jose") {
		t.Error("the identity desk links go-jose")
	}
}
