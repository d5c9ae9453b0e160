package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/seal"
)

// publicURL is where the tokens of these tests are for.
const publicURL = "http://127.0.0.1:8080"

// verifier is what a desk makes of the demonstration issuer's published keys.
func verifier(t *testing.T, dir string, now time.Time) *oauth.Verifier {
	t.Helper()
	clock := func() time.Time { return now }
	return oauth.New(oauth.Config{Issuers: []oauth.Issuer{{ID: demoIssuer, Keys: jwks.New(set(t, "token", "--jwks", "--data", dir), clock), Guests: true}}, Resource: publicURL, Clock: clock})
}

func set(t *testing.T, args ...string) jwks.Source {
	t.Helper()
	code, out, err := command(t, args...)
	if code != done || strings.Contains(out, `"d"`) {
		t.Fatal(out, err)
	}
	return jwks.Fixed([]byte(out))
}

func TestToken(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args string
		want canonical.Principal
		err  error
	}{
		{"--sub guest-1 --client web --scope bookings:write", canonical.Principal{Role: canonical.RoleGuest, Scope: "bookings:write", Agent: "web"}, nil},
		{"--sub guest-1", canonical.Principal{Role: canonical.RoleGuest, Agent: "web"}, nil},
		{"--client agent-7 --scope bookings:write", canonical.Principal{Role: canonical.RoleAgent, Scope: "bookings:write", Agent: "agent-7"}, nil},
		{"--sub guest-1 --minutes 1", canonical.Principal{Role: canonical.RoleGuest, Agent: "web"}, nil},
		{"--sub guest-1 --expired", canonical.Principal{}, oauth.Expired},
		{"--sub guest-1 --aud https://other.example", canonical.Principal{}, oauth.Audience},
		{"--sub guest-1 --alg none", canonical.Principal{}, oauth.Algorithm},
		{"--sub guest-1 --alg HS256", canonical.Principal{}, oauth.Algorithm},
		{"--sub guest-1 --now 2026-01-01T00:00:00Z", canonical.Principal{}, oauth.Expired},
		{"--sub guest-1 --now 2126-01-01T00:00:00Z", canonical.Principal{}, oauth.Early},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, text := command(t, strings.Fields("token --data "+dir+" "+c.args)...)
			if code != done || text != "" {
				t.Fatal(code, text)
			}
			got, err := verifier(t, dir, time.Now()).Verify(t.Context(), strings.TrimSuffix(out, "\n"), "")
			if !errors.Is(err, c.err) {
				t.Fatalf("%v, want %v", err, c.err)
			}
			if (got.ID == "") != (c.err != nil) {
				t.Errorf("known as %q", got.ID)
			}
			got.ID = ""
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Another folder is another desk: it has its own issuer.
func TestOneDeskAlone(t *testing.T) {
	_, out, _ := command(t, "token", "--sub", "guest-1", "--data", t.TempDir())
	if _, err := verifier(t, t.TempDir(), time.Now()).Verify(t.Context(), strings.TrimSpace(out), ""); !errors.Is(err, oauth.UnknownKey) {
		t.Error(err)
	}
}

func TestTokenCommandLine(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.json")
	if err := os.WriteFile(empty, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	spoilt := t.TempDir()
	if err := os.WriteFile(filepath.Join(spoilt, secretsFile), []byte("{}x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]struct {
		code int
		err  string
	}{
		"token please":                    {misuse, `what is "please"?`},
		"token --mandate":                 {misuse, "--mandate and --cart go together"},
		"token --cart x":                  {misuse, "--mandate and --cart go together"},
		"token --minutes 0":               {misuse, "want one or more"},
		"token --now soon":                {misuse, "want an instant with its offset"},
		"token --alg RS256":               {failed, "want ES256, none or HS256"},
		"token --mandate --cart nowhere":  {failed, "no such file"},
		"token --mandate --cart " + empty: {failed, "there is no cart in that"},
		"token --data " + spoilt:          {failed, "holds no secrets"},
		"token --data " + empty:           {failed, "not a directory"},
		"token -h":                        {done, "usage:"},
	} {
		if !strings.Contains(args, "--data") {
			args += " --data " + dir
		}
		code, out, err := command(t, strings.Fields(args)...)
		if code != want.code || !strings.Contains(err, want.err) || out != "" {
			t.Errorf("%s: %d, %q, %q", args, code, out, err)
		}
	}
}

// What the command makes of a desk's answer is a mandate to that desk.
func TestMandate(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	keys, err := readSecrets(dir)
	if err != nil {
		t.Fatal(err)
	}
	merchant, err := ap2.NewMerchant(publicURL, publicURL, keys.Merchant)
	if err != nil {
		t.Fatal(err)
	}
	contents := fmt.Sprintf(`{"id":"cart_o1","payment_request":{"details":{"total":{"amount":{"currency":"GBP","value":240}}}},"cart_expiry":%q}`, now.Add(10*time.Minute).Format(time.RFC3339))
	signed, err := merchant.Authorize([]byte(contents), "", canonical.Until(now, now.Add(10*time.Minute)))
	if err != nil {
		t.Fatal(err)
	}
	answer := filepath.Join(dir, "answer.json")
	if err := os.WriteFile(answer, fmt.Appendf(nil, `{"offers":[{"ap2.mandates.CartMandate":{"contents":%s,"merchant_authorization":%q}}]}`, contents, signed), 0o600); err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return now }
	mandates := ap2.New(ap2.Config{Merchant: merchant, Clock: clock,
		Issuers: []ap2.Issuer{{ID: demoWallet, Keys: jwks.New(set(t, "token", "--jwks", "--mandate", "--data", dir), clock), Types: []string{demoGuest}}}})
	for args, want := range map[string]error{"": nil, " --expired": ap2.CredentialDates, " --aud https://other.example": ap2.BindingAudience} {
		code, out, text := command(t, strings.Fields("token --mandate --data "+dir+" --cart "+answer+args)...)
		if code != done {
			t.Fatal(text)
		}
		var a authority
		if err := json.Unmarshal([]byte(out), &a, json.RejectUnknownMembers(true)); err != nil {
			t.Fatal(err)
		}
		c, err := mandates.Verify(t.Context(), &canonical.CartMandate{Cart: a.Cart, Authorization: a.Confirmed, Offer: "o1", Price: canonical.Money{Amount: 24000, Currency: "GBP"}}, "")
		if !errors.Is(err, want) || c.Given() != (want == nil) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// However many ask for them at first, a folder has one set of secrets, and
// nobody else may read it.
func TestSecrets(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	var wg sync.WaitGroup
	got := make([]string, 16)
	for i := range got {
		wg.Go(func() {
			s, err := readSecrets(dir)
			if err != nil {
				t.Error(err)
				return
			}
			b, _ := json.Marshal(s, json.Deterministic(true))
			got[i] = string(b)
		})
	}
	wg.Wait()
	for _, s := range got {
		if s != got[0] {
			t.Fatal("two sets of secrets")
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	if info, _ := entries[0].Info(); info.Mode().Perm() != 0o600 {
		t.Errorf("everybody may read the secrets: %v", info.Mode())
	}
	s, err := readSecrets(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(struct {
		Keys []any `json:"keys"`
	}{[]any{s.Seal}})
	if err != nil {
		t.Fatal(err)
	}
	secret, err := seal.Secrets(b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seal.New(secret...); err != nil {
		t.Error(err)
	}
	if _, err := ap2.NewMerchant(publicURL, publicURL, s.Merchant); err != nil {
		t.Error(err)
	}
}
