package identity_test

import (
	"testing"
	"time"

	"hora/canonical"
)

// pass makes n calls and answers how many got through.
func (w *world) pass(t *testing.T, n int, m canonical.Meta) (through int) {
	t.Helper()
	for range n {
		switch err, _ := w.ask(t, m, canonical.ListServices{}); code(err) {
		case "":
			through++
		case "rate_limited":
		default:
			t.Fatalf("a call ended as %v", err)
		}
	}
	return through
}

func call(org, remote string) canonical.Meta {
	return canonical.Meta{Organization: org, Binding: "servicialo", Door: "servicialo-a2a", Remote: remote}
}

func TestAllowance(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "servicialo-a2a", Minute: 3}, canonical.Allowance{Door: "open", Minute: 0})
	for _, c := range []struct {
		name string
		meta canonical.Meta
		want int
	}{
		{"one address", call("clinica", "192.0.2.1"), 3},
		{"it is spent", call("clinica", "192.0.2.1"), 0},
		{"another address", call("clinica", "192.0.2.2"), 3},
		{"another organisation", call("salon", "192.0.2.1"), 3},
		{"an IPv4 address written as IPv6", call("clinica", "::ffff:192.0.2.1"), 0},
		{"IPv6", call("clinica", "2001:db8:1:2::1"), 3},
		{"the same network", call("clinica", "2001:db8:1:2:ffff::9"), 0},
		{"the next network", call("clinica", "2001:db8:1:3::1"), 3},
		{"no address", call("clinica", ""), 3},
		{"what is no address", call("clinica", "unix socket #1"), 0},
		{"a door without a bound", canonical.Meta{Organization: "clinica", Binding: "servicialo", Door: "open", Remote: "192.0.2.1"}, 9},
		{"a door nobody counts", canonical.Meta{Organization: "clinica", Binding: "servicialo", Door: "side", Remote: "192.0.2.1"}, 9},
		{"no door", canonical.Meta{Organization: "clinica", Binding: "servicialo", Remote: "192.0.2.1"}, 9},
	} {
		if got := w.pass(t, 9, c.meta); got != c.want {
			t.Errorf("%s: %d calls passed, want %d", c.name, got, c.want)
		}
	}
}

func TestAllowanceWindow(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "servicialo-a2a", Minute: 1})
	w.now = noon.Add(20*time.Second + time.Millisecond)
	m := call("clinica", "192.0.2.1")
	if got := w.pass(t, 2, m); got != 1 {
		t.Fatalf("%d calls passed, want 1", got)
	}
	for at, want := range map[time.Duration]int{
		20*time.Second + time.Millisecond: 40, // rounded up, so that a caller who waits is not too early
		59 * time.Second:                  1,
		60*time.Second - 1:                1,
	} {
		w.now = noon.Add(at)
		err, _ := w.ask(t, m, canonical.ListServices{})
		if code(err) != "rate_limited" || err.RetryAfter != want {
			t.Errorf("after %v: %+v, want RetryAfter %d", at, err, want)
		}
	}
	w.now = noon.Add(time.Minute)
	if got := w.pass(t, 2, m); got != 1 {
		t.Errorf("in the next minute %d calls passed, want 1", got)
	}
}

// An organisation may be stricter than the deployment, more generous, or open.
func TestOrganizationsOwnAllowance(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "servicialo-a2a", Minute: 3}, canonical.Allowance{Door: "off", Minute: 0})
	w.found(t, "strict", []canonical.Allowance{{Door: "servicialo-a2a", Minute: 1}, {Door: "off", Minute: 2}})
	w.found(t, "generous", []canonical.Allowance{{Door: "other", Minute: 1}, {Door: "servicialo-a2a", Minute: 5}})
	w.found(t, "open", []canonical.Allowance{{Door: "servicialo-a2a", Minute: 0}})
	for org, want := range map[string]int{"strict": 1, "generous": 5, "open": 9, "clinica": 3} {
		if got := w.pass(t, 9, call(org, "192.0.2.1")); got != want {
			t.Errorf("%s: %d calls passed, want %d", org, got, want)
		}
	}
	m := call("strict", "192.0.2.1")
	m.Door = "off"
	if got := w.pass(t, 9, m); got != 2 {
		t.Errorf("a door that is off by default: %d calls passed, want 2", got)
	}
}

// Calls to organisations that do not exist are counted, in one bucket an
// address for names that no organisation can have.
func TestUnknownOrganizationsAreCounted(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "servicialo-a2a", Minute: 2})
	var codes [2][3]string
	for i, slugs := range [2][3]string{{"nobody", "nobody", "nobody"}, {"a#b", "", "X"}} {
		for j, slug := range slugs {
			err, _ := w.ask(t, call(slug, "192.0.2.1"), canonical.ListServices{})
			codes[i][j] = code(err)
		}
	}
	want := [3]string{"unknown_organization", "unknown_organization", "rate_limited"}
	if codes != [2][3]string{want, want} {
		t.Errorf("got %v, want %v each", codes, want)
	}
}

// A wrong key is told so even when the allowance is spent: the credential
// comes first.
func TestCredentialBeforeAllowance(t *testing.T) {
	w := newWorld(t, canonical.Allowance{Door: "servicialo-a2a", Minute: 1})
	m := call("clinica", "192.0.2.1")
	w.pass(t, 2, m)
	m.Credential.Key = "guess"
	if err, _ := w.ask(t, m, canonical.ListServices{}); code(err) != "unauthenticated" {
		t.Errorf("ended as %v", err)
	}
}
