package boot_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
	"hora/infra/bolt"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// clinic is a store with the demonstration clinic in it.
func clinic(t *testing.T) canonical.Store {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	text, err := orgs.Files.ReadFile("clinica-demo.json")
	if err != nil {
		t.Fatal(err)
	}
	f, problems := orgfile.Parse("clinica-demo.json", text)
	if f == nil {
		t.Fatal(problems)
	}
	if _, err := orgfile.Load(t.Context(), store, f, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	return store
}

// Every desk is in its place: who is calling is found out before how often
// they may, and both before the act.
func TestDesk(t *testing.T) {
	now := time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)
	own := []canonical.Allowance{{Door: "servicialo-a2a", Minute: 2}, {Door: "another", Minute: 1}}
	desk, sweeper := boot.Desk(boot.Parts{Store: clinic(t), Acts: []engine.Acts{engine.Appointments}, Clock: func() time.Time { return now }, Allowances: own, Log: slog.New(slog.DiscardHandler)})
	call := func(door, key string) canonical.Outcome {
		return desk.Do(t.Context(), canonical.Request{
			Meta:    canonical.Meta{Organization: "clinica-demo", Binding: "servicialo", Door: door, Remote: "203.0.113.7", Credential: canonical.Credential{Key: key}},
			Command: canonical.ListServices{},
		})
	}
	for i, tt := range []struct {
		door, key string
		want      *canonical.Error
	}{
		{"servicialo-a2a", "demo-key", nil},
		{"servicialo-a2a", "", nil},
		{"servicialo-a2a", "", &canonical.Error{Code: canonical.RateLimited}}, // the deployment's number, not the default
		{"servicialo-a2a", "wrong", &canonical.Error{Code: canonical.Unauthenticated}},
		{"servicialo-rest", "", nil}, // its default is left
		{"another", "", nil},
		{"another", "", &canonical.Error{Code: canonical.RateLimited}}, // a door that has no default
		{"unheard-of", "", nil},
	} {
		out := call(tt.door, tt.key)
		if (out.Err == nil) != (tt.want == nil) || out.Err != nil && out.Err.Code != tt.want.Code {
			t.Errorf("call %d at %s: %v, want %v", i, tt.door, out.Err, tt.want)
		}
	}
	now = now.Add(time.Minute)
	if out := call("servicialo-a2a", ""); out.Err != nil {
		t.Errorf("a minute later: %v", out.Err)
	}
	if done, err := sweeper.Sweep(t.Context()); err != nil || done.Requests != 0 {
		t.Errorf("swept %+v, %v", done, err)
	}
}
