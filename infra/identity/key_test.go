package identity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

func TestKeys(t *testing.T) {
	type principal = canonical.Principal
	read, cancel := canonical.ListServices{}, canonical.Cancel{Booking: "b1"}
	w := newWorld(t)
	for _, c := range []struct {
		name            string
		rules           canonical.Rules
		org             string
		credential      canonical.Credential
		command         canonical.Command
		want            string
		who             principal
		passes, unknown bool // whether the engine is asked at all
	}{
		{name: "anonymous", rules: canonical.OwnKeys, org: "clinica", command: read, passes: true},
		{name: "the organisation's own key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "clinica-key"}, command: read,
			who: principal{Role: canonical.RoleOrganization, ID: "caja", Organization: "clinica"}, passes: true},
		{name: "it may cancel", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "clinica-key"}, command: cancel,
			want: "unknown_booking", who: principal{Role: canonical.RoleOrganization, ID: "caja", Organization: "clinica"}, passes: true},
		{name: "elsewhere it is a platform", org: "clinica", credential: canonical.Credential{Key: "clinica-key"}, command: read,
			who: principal{Role: canonical.RolePlatform, ID: "caja", Organization: "clinica"}, passes: true},
		{name: "a platform", org: "clinica", credential: canonical.Credential{Key: "platform-key"}, command: read,
			who: principal{Role: canonical.RolePlatform, ID: "agente", Organization: "clinica"}, passes: true},
		{name: "the same platform at another organisation", org: "salon", credential: canonical.Credential{Key: "platform-key"}, command: read,
			who: principal{Role: canonical.RolePlatform, ID: "agent", Organization: "salon"}, passes: true},
		{name: "a business", org: "clinica", credential: canonical.Credential{Key: "business-key"}, command: read,
			who: principal{Role: canonical.RoleBusiness, ID: "jefa", Organization: "clinica"}, passes: true},
		{name: "a wrong key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "guess"}, command: cancel, want: "unauthenticated"},
		{name: "a wrong key, on a read", org: "clinica", credential: canonical.Credential{Key: "guess"}, command: read, want: "unauthenticated"},
		{name: "a key's hash is no key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: hash("clinica-key")}, command: cancel, want: "unauthenticated"},
		{name: "another organisation's key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "salon-key"}, command: cancel, want: "unauthenticated"},
		{name: "a key at no organisation", rules: canonical.OwnKeys, org: "nobody", credential: canonical.Credential{Key: "clinica-key"}, command: cancel, want: "unauthenticated"},
		{name: "a key at what is no slug", rules: canonical.OwnKeys, org: strings.Repeat("x#", 3000), credential: canonical.Credential{Key: "clinica-key"}, command: cancel, want: "unauthenticated"},
		{name: "a key at nothing", rules: canonical.OwnKeys, org: "", credential: canonical.Credential{Key: "clinica-key"}, command: cancel, want: "unauthenticated"},
		{name: "a key at nothing, about tasks", org: "", credential: canonical.Credential{Key: "platform-key"}, command: canonical.ListTasks{},
			who: principal{Role: canonical.RolePlatform, ID: "agente"}, passes: true},
		{name: "an organisation's key at nothing, about tasks", org: "", credential: canonical.Credential{Key: "salon-key"}, command: canonical.ListTasks{},
			who: principal{Role: canonical.RolePlatform, ID: "till"}, passes: true},
		{name: "a wrong key at nothing, about tasks", org: "", credential: canonical.Credential{Key: "guess"}, command: canonical.GetTask{Task: "t"}, want: "unauthenticated"},
		{name: "for an organisation at nothing, about tasks", org: "", credential: canonical.Credential{Key: "clinica-key", Organization: "clinica"}, command: canonical.ListTasks{}, want: "unauthenticated"},
		{name: "anonymous, about tasks", org: "", command: canonical.ListTasks{}, want: "unauthenticated", passes: true},
		{name: "for the organisation called", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "clinica-key", Organization: "clinica"}, command: read,
			who: principal{Role: canonical.RoleOrganization, ID: "caja", Organization: "clinica"}, passes: true},
		{name: "for another organisation", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "salon-key", Organization: "salon"}, command: cancel, want: "forbidden"},
		{name: "for another organisation, with a good key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "clinica-key", Organization: "salon"}, command: cancel, want: "forbidden"},
		{name: "for another organisation, on a read", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Key: "clinica-key", Organization: "salon"}, command: read, want: "unauthenticated"},
		{name: "only the organisation, no key", rules: canonical.OwnKeys, org: "clinica", credential: canonical.Credential{Organization: "clinica"}, command: cancel, want: "unauthenticated", passes: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			err, seen := w.ask(t, canonical.Meta{Organization: c.org, Rules: c.rules, Credential: c.credential}, c.command)
			if got := code(err); got != c.want {
				t.Errorf("ended as %q, want %q", got, c.want)
			}
			if passed := seen != nil; passed != c.passes {
				t.Fatalf("passed %v, want %v", passed, c.passes)
			}
			if seen != nil {
				if diff := cmp.Diff(c.who, seen.Principal); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// What a binding left in Caller and Principal by mistake opens nothing.
func TestNobodyIsTakenAtTheirWord(t *testing.T) {
	w := newWorld(t)
	m := canonical.Meta{Organization: "clinica", Binding: "servicialo", Caller: "key-1", Principal: canonical.Principal{Role: canonical.RoleOrganization, ID: "caja", Organization: "clinica"}}
	err, seen := w.ask(t, m, canonical.Cancel{Booking: "b1"})
	if code(err) != "unauthenticated" || seen.Caller != "" || !seen.Principal.Anonymous() {
		t.Errorf("%v, seen as %q, %+v", err, seen.Caller, seen.Principal)
	}
}

// Caller is what stored keys know a caller by: one name for one key wherever
// it is listed, and nothing that could open a door.
func TestCaller(t *testing.T) {
	w := newWorld(t)
	caller := func(org, key string) string {
		_, seen := w.ask(t, canonical.Meta{Organization: org, Binding: "a2a", Credential: canonical.Credential{Key: key}}, canonical.ListServices{})
		return seen.Caller
	}
	platform := caller("clinica", "platform-key")
	if other := caller("salon", "platform-key"); other != platform {
		t.Errorf("one platform is %s and %s", platform, other)
	}
	if other := caller("clinica", "business-key"); other == platform {
		t.Errorf("two callers are both %s", other)
	}
	if strings.Contains(platform, "platform-key") || strings.Contains(hash("platform-key"), strings.TrimPrefix(platform, "key-")) {
		t.Errorf("%s tells the key or its hash", platform)
	}
}

// A record that is found under a hash and holds another one opens nothing.
func TestMisplacedRecord(t *testing.T) {
	w := newWorld(t)
	k := canonical.Key{Name: "stray", Role: canonical.RoleOrganization, SHA256: hash("other")}
	if err := w.store.Commit(t.Context(), write(t, canonical.SecretKey(hash("stray"), "clinica"), k)); err != nil {
		t.Fatal(err)
	}
	err, _ := w.ask(t, canonical.Meta{Organization: "clinica", Binding: "servicialo", Credential: canonical.Credential{Key: "stray"}}, canonical.Cancel{Booking: "b1"})
	if code(err) != "unauthenticated" {
		t.Error(err)
	}
}

// Verifying a key and counting a call wait on nothing that the act does not
// wait on anyway.
func TestNoWaitOfTheirOwn(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "door", Minute: 5})
	ask := func() {
		w.ask(t, canonical.Meta{Organization: "clinica", Binding: "a2a", Door: "door", Remote: "192.0.2.1", Credential: canonical.Credential{Key: "platform-key"}}, canonical.ListServices{})
	}
	if got, want := w.store.since(ask), "load 1, list 1, spend 1"; got != want {
		t.Errorf("first call: %s, want %s", got, want)
	}
	if got, want := w.store.since(ask), "load 1, list 0, spend 1"; got != want {
		t.Errorf("second call: %s, want %s", got, want)
	}
}
