package boot_test

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/functions/internal/boot"
)

// full is an environment with every variable set.
var full = map[string]string{
	"HORA_TABLE": "hora", "HORA_STAGE": "prod", "HORA_PUBLIC_URL": "https://desk.example/v1/",
	"HORA_ALLOWANCES": `[{"door":"servicialo-a2a","per_minute":7}]`,
	"HORA_SECRET":     "of thirty-two characters or more.", "HORA_SECRET_BEFORE": "another, of thirty-two characters.",
	"HORA_JWKS":          `[{"issuer":"https://id.example","jwks":"https://id.example/jwks.json","guests":true,"authorization_endpoint":"https://id.example/a","token_endpoint":"https://id.example/t","client_id":"desk"}]`,
	"HORA_CLIENT_SECRET": "cl1ent",
	"HORA_WALLETS":       `[{"issuer":"https://wallet.example","jwks":"wallet.json","types":["urn:guest"]}]`,
	"HORA_MERCHANT":      `{"keys":[{"d":"pr1vate"}]}`,
	"HORA_HOSTS":         `{"agents.example":{"catalogue":"keswick"},"*":{"organization":"clinica"}}`,
	"AWS_REGION":         "sa-east-1", "AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "s3cret", "AWS_SESSION_TOKEN": "t0ken",
	"AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:8000",
}

func from(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

func with(name, value string) map[string]string {
	env := maps.Clone(full)
	env[name] = value
	return env
}

func TestRead(t *testing.T) {
	got, err := boot.Read(from(full))
	if err != nil {
		t.Fatal(err)
	}
	want := boot.Config{
		Table: "hora", Stage: "prod", PublicURL: "https://desk.example/v1",
		Allowances: []canonical.Allowance{{Door: "servicialo-a2a", Minute: 7}},
		Secret:     boot.Secret("of thirty-two characters or more."), Before: boot.Secret("another, of thirty-two characters."),
		Issuers:  []boot.Issuer{{ID: "https://id.example", Keys: "https://id.example/jwks.json", Guests: true, Authorization: "https://id.example/a", Token: "https://id.example/t", Client: "desk"}},
		Client:   boot.Secret("cl1ent"),
		Wallets:  []boot.Wallet{{ID: "https://wallet.example", Keys: "wallet.json", Types: []string{"urn:guest"}}},
		Merchant: boot.Secret(`{"keys":[{"d":"pr1vate"}]}`),
		Hosts:    map[string]boot.Host{"agents.example": {Catalogue: "keswick"}, boot.Others: {Organization: "clinica"}},
		Region:   "sa-east-1", Endpoint: "http://127.0.0.1:8000",
		Credentials: boot.Credentials{ID: "AKIA", Secret: "s3cret", Token: "t0ken"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Each variable of the table makes a difference, is told of by name when it is
// missing and required, and no name outside the table is asked for.
func TestEveryVariable(t *testing.T) {
	asked := map[string]bool{}
	whole, _ := boot.Read(func(n string) (string, bool) { asked[n] = true; v, ok := full[n]; return v, ok })
	for _, v := range boot.Environment {
		if v.Doc == "" || !asked[v.Name] || full[v.Name] == "" {
			t.Errorf("%s: documented %t, asked for %t, in this test %t", v.Name, v.Doc != "", asked[v.Name], full[v.Name] != "")
		}
		delete(asked, v.Name)
		without, err := boot.Read(from(with(v.Name, "")))
		if v.Required != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), v.Name+" is not set: ") {
			t.Errorf("without %s: %v", v.Name, err)
		}
		if reflect.DeepEqual(whole, without) {
			t.Errorf("%s changes nothing", v.Name)
		}
	}
	if len(asked) > 0 {
		t.Errorf("undocumented: %v", asked)
	}
}

// What cannot be used is refused by name, and its value is not repeated.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ name, value string }{
		{"HORA_PUBLIC_URL", "booking.invalid"},
		{"HORA_PUBLIC_URL", "ftp://booking.invalid"},
		{"HORA_PUBLIC_URL", "https:///book"},
		{"HORA_PUBLIC_URL", "https://booking.invalid/?a=1"},
		{"HORA_PUBLIC_URL", "https://booking.invalid/#a"},
		{"HORA_PUBLIC_URL", "https://ana:pw@booking.invalid"},
		{"HORA_PUBLIC_URL", "https://desk example/%zz"},
		{"HORA_SECRET", "of thirty-one characters, alas."},
		{"HORA_SECRET_BEFORE", "of thirty-one characters, alas."},
		{"HORA_JWKS", "https://issuer.invalid/jwks.json"},
		{"HORA_JWKS", `[{"issuer":"https://id.example"}]`},
		{"HORA_JWKS", `[{"jwks":"https://id.example/jwks.json"}]`},
		{"HORA_JWKS", `[{"issuer":"https://id.example","jwks":"a.json","guest":true}]`},
		{"HORA_JWKS", `[{"issuer":"a","jwks":"a.json","client_id":"desk","authorization_endpoint":"https://id.example/a","token_endpoint":"https://id.example/t"}]`},
		{"HORA_JWKS", `[{"issuer":"a","jwks":"a.json","guests":true,"client_id":"desk","authorization_endpoint":"https://id.example/a"}]`},
		{"HORA_JWKS", `[{"issuer":"a","jwks":"a.json","guests":true,"client_id":"desk","authorization_endpoint":"https://id.example/a","token_endpoint":"https://id.example/t"},{"issuer":"b","jwks":"b.json","guests":true,"client_id":"desk","authorization_endpoint":"https://id.example/a","token_endpoint":"https://id.example/t"}]`},
		{"HORA_WALLETS", `{"issuer":"https://wallet.example"}`},
		{"HORA_WALLETS", `[{"issuer":"https://wallet.example","jwks":"a.json"}]`},
		{"HORA_HOSTS", `["agents.example"]`},
		{"HORA_HOSTS", `{"https://agents.example":{}}`},
		{"HORA_HOSTS", `{"Agents.Example":{}}`},
		{"HORA_HOSTS", `{"agents.example":{"catalogue":"a/b"}}`},
		{"HORA_HOSTS", `{"agents.example":{"profile":"soap"}}`},
		{"HORA_HOSTS", `{"agents.example":{"organisation":"clinica"}}`},
		{"HORA_ALLOWANCES", "servicialo-a2a=100"},
		{"HORA_ALLOWANCES", `{"door":"x","per_minute":1}`},
		{"HORA_ALLOWANCES", `[{"per_minute":1}]`},
		{"HORA_ALLOWANCES", `[{"door":"usp-rest","per_minute":-1}]`},
		{"HORA_ALLOWANCES", `[{"door":"usp","per_minute":1}]`},
		{"HORA_ALLOWANCES", `[{"door":"x","perMinute":1}]`},
	} {
		_, err := boot.Read(from(with(tt.name, tt.value)))
		if err == nil || !strings.HasPrefix(err.Error(), tt.name+": ") || strings.Contains(err.Error(), tt.value) {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
	}
	_, err := boot.Read(from(nil))
	if n := strings.Count(err.Error(), " is not set: "); n != 6 {
		t.Errorf("an empty environment lacks %d: %v", n, err)
	}
}

func TestCredentialsAreNotPrinted(t *testing.T) {
	c, _ := boot.Read(from(full))
	for _, format := range []string{"%v", "%+v", "%s", "%#v"} {
		if s := fmt.Sprintf(format, c); strings.Contains(s, "s3cret") || strings.Contains(s, "t0ken") || strings.Contains(s, "thirty-two") || strings.Contains(s, "pr1vate") {
			t.Errorf("%s: %s", format, s)
		}
	}
}
