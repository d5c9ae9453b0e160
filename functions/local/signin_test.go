package main

import (
	"fmt"
	"strings"
	"testing"

	"hora/functions/internal/boot"
	"hora/functions/internal/boot/trust"
)

// provider is a file that names a provider on this machine, which is down.
func provider(t *testing.T) string {
	t.Helper()
	return write(t, "provider.json", `{"issuer":"http://localhost:9","jwks":"keys.json","guests":true,"client_id":"desk",`+
		`"authorization_endpoint":"http://localhost:9/authorize","token_endpoint":"http://localhost:9/token"}`)
}

// A provider is taken from a file that says all of it, and may be without TLS
// only on this machine.
func TestSignInFile(t *testing.T) {
	entry := func(change ...string) string {
		all := map[string]string{
			"issuer": "http://localhost:9", "jwks": "keys.json", "client_id": "desk",
			"authorization_endpoint": "http://localhost:9/authorize", "token_endpoint": "http://localhost:9/token",
		}
		for i := 0; i < len(change); i += 2 {
			all[change[i]] = change[i+1]
		}
		var b strings.Builder
		b.WriteString(`{"guests":true`)
		for name, value := range all {
			if value != "" {
				fmt.Fprintf(&b, `,%q:%q`, name, value)
			}
		}
		return b.String() + "}"
	}
	for _, tt := range []struct{ name, text, failure string }{
		{"good", entry(), ""},
		{"with a secret", entry("client_secret", "s"), ""},
		{"elsewhere, with TLS", entry("token_endpoint", "https://id.example/token", "authorization_endpoint", "https://id.example/a", "jwks", "https://id.example/jwks"), ""},
		{"no JSON", "{", "not a provider"},
		{"something else", entry("clientId", "desk"), "not a provider"},
		{"without keys", entry("jwks", ""), "not a provider"},
		{"without a client", entry("client_id", ""), "no client_id"},
		{"without an endpoint", entry("token_endpoint", ""), "without both endpoints"},
		{"of no people", strings.Replace(entry(), `"guests":true`, `"guests":false`, 1), "knows no people"},
		{"elsewhere, without TLS", entry("token_endpoint", "http://id.example/token"), "must be on this machine"},
		{"keys on this machine, without TLS", entry("jwks", "http://127.0.0.1:9/jwks"), ""},
		{"keys elsewhere, without TLS", entry("jwks", "http://id.example/jwks"), "must be on this machine"},
		{"in a private network", entry("token_endpoint", "https://10.0.0.1/token"), "token_endpoint"},
		{"keys in a private network", entry("jwks", "https://10.0.0.1/jwks"), "jwks"},
		{"no page", entry("authorization_endpoint", "id.example"), "authorization endpoint"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var trusted trust.Trust
			err := signIns(&trusted, write(t, "provider.json", tt.text), boot.Clock)
			if (err == nil) != (tt.failure == "") || err != nil && (!strings.Contains(err.Error(), tt.failure) || !strings.Contains(err.Error(), "provider.json: ")) {
				t.Errorf("%v, want %q", err, tt.failure)
			}
			if (trusted.Bindings.SignIns != nil) != (err == nil) || trusted.Verifiers.SignIns != trusted.Bindings.SignIns {
				t.Errorf("%+v", trusted)
			}
		})
	}
	if err := signIns(&trust.Trust{}, "nowhere.json", boot.Clock); err == nil {
		t.Error("a file that is not there")
	}
	if code, _, err := command(t, "--sign-in", "nowhere.json", "--data", t.TempDir(), "--addr", "127.0.0.1:0"); code != failed || !strings.Contains(err, "nowhere.json") {
		t.Errorf("exit code %d: %s", code, err)
	}
}
