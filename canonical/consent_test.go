package canonical_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

// Who may book in a guest's name, and what the others hear.
func TestAuthority(t *testing.T) {
	guest := canonical.Principal{Role: canonical.RoleGuest, ID: "g", Scope: "openid bookings:write"}
	agent := canonical.Principal{Role: canonical.RoleAgent, ID: "a", Scope: "bookings:write"}
	consent := canonical.Consent{SHA256: "5f", Guest: "k"}
	for _, c := range []struct {
		name    string
		who     canonical.Principal
		consent canonical.Consent
		want    string
	}{
		{name: "anonymous", want: "unauthenticated"},
		{name: "anonymous with a mandate", consent: consent, want: "unauthenticated"},
		{name: "a guest", who: guest},
		{name: "a guest with a mandate", who: guest, consent: consent},
		{name: "a guest with a mandate that proves nothing", who: guest, consent: canonical.Consent{Fault: canonical.MandateScope}, want: "forbidden mandate_scope_mismatch"},
		{name: "a guest who granted nothing", who: canonical.Principal{Role: canonical.RoleGuest, ID: "g"}, want: "forbidden "},
		{name: "a guest who granted something else", who: canonical.Principal{Role: canonical.RoleGuest, ID: "g", Scope: "bookings:read xbookings:write bookings:writes"}, want: "forbidden "},
		{name: "a guest who granted something else, with a mandate", who: canonical.Principal{Role: canonical.RoleGuest, ID: "g", Scope: "bookings:read"}, consent: consent, want: "forbidden "},
		{name: "an agent", who: agent, want: "forbidden mandate_required"},
		{name: "an agent with a mandate", who: agent, consent: consent},
		{name: "an agent with a mandate that was good but for one thing", who: agent, consent: canonical.Consent{SHA256: "5f", Fault: canonical.MandateExpired}, want: "forbidden mandate_expired"},
		{name: "a platform's key", who: canonical.Principal{Role: canonical.RolePlatform, ID: "p"}, consent: consent, want: "forbidden "},
		{name: "an organisation's key", who: canonical.Principal{Role: canonical.RoleOrganization, ID: "o", Organization: "clinica", Scope: "bookings:write"}, want: "forbidden "},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := canonical.Meta{Principal: c.who, Consent: c.consent}
			got := ""
			switch err := m.Authority(); {
			case err == nil:
			case err.Code == canonical.Forbidden:
				got = fmt.Sprint(err.Code, " ", err.Mandate)
			default:
				got = err.Code.String()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestGranted(t *testing.T) {
	for scope, want := range map[string]bool{"bookings:write": true, "a bookings:write": true, "bookings:write b": true, "": false, " ": false, "bookings": false, "bookings:write,b": false} {
		if got := (canonical.Principal{Scope: scope}).Granted(canonical.ScopeBook); got != want {
			t.Errorf("%q: %v", scope, got)
		}
	}
	if (canonical.Principal{Scope: " a"}).Granted("") {
		t.Error("no scope is granted to anybody")
	}
}

// However a request is printed, nothing that opens a door is in it.
func TestCredentialsAreNotPrinted(t *testing.T) {
	m := canonical.Meta{Credential: canonical.Credential{Key: "s3cret", Scoped: "s3cret", Mandate: &canonical.CartMandate{Cart: []byte("s3cret"), Authorization: "s3cret"}}}
	secret := canonical.CartMandate{Authorization: "s3cret"}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, v := range []any{m, &m, canonical.Request{Meta: m}, m.Credential, secret, &secret} {
			if got := fmt.Sprintf(verb, v); containsSecret(got) {
				t.Errorf("%s of a %T: %s", verb, v, got)
			}
		}
	}
}

// bytes are printed as numbers by %v and in hex by some verbs
func containsSecret(s string) bool {
	return strings.Contains(s, "s3cret") || strings.Contains(s, "115 51 99") || strings.Contains(s, "733363") || strings.Contains(s, "0x73, 0x33")
}

func TestLife(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l := canonical.Until(noon, noon.Add(10*time.Minute))
	for _, c := range []struct {
		after time.Duration
		want  bool
	}{{-31 * time.Second, false}, {-30 * time.Second, true}, {0, true}, {10 * time.Minute, true}, {10*time.Minute + 29*time.Second, true}, {10*time.Minute + 30*time.Second, false}} {
		if got := l.Covers(noon.Add(c.after)); got != c.want {
			t.Errorf("%v after it was made: %v", c.after, got)
		}
	}
	if got := canonical.Until(noon, noon.Add(time.Hour)); got.Expires != noon.Add(canonical.MaxLife) {
		t.Errorf("lives until %v", got.Expires)
	}
	if (canonical.Life{}).Covers(noon) {
		t.Error("no life covers anything")
	}
}
