package identity_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
	"hora/infra/identity"
)

var noon = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

// A counting store tells how often each of its methods was called.
type counting struct {
	canonical.Store
	loads, lists, spends atomic.Int64
}

func (c *counting) Load(ctx context.Context, keys ...canonical.StoreKey) ([]canonical.Record, error) {
	c.loads.Add(1)
	return c.Store.Load(ctx, keys...)
}

func (c *counting) List(ctx context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	c.lists.Add(1)
	return c.Store.List(ctx, r)
}

func (c *counting) Spend(ctx context.Context, k canonical.StoreKey, expires time.Time) (int64, error) {
	c.spends.Add(1)
	return c.Store.Spend(ctx, k, expires)
}

func (c *counting) since(f func()) string {
	c.loads.Store(0)
	c.lists.Store(0)
	c.spends.Store(0)
	f()
	return fmt.Sprintf("load %d, list %d, spend %d", c.loads.Load(), c.lists.Load(), c.spends.Load())
}

// A witness is a desk that notes whom the desks before it let through.
type witness struct {
	next canonical.Desk
	seen *canonical.Meta // nil: nobody
}

func (w *witness) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	req.Gates = append(req.Gates, canonical.Gate{Judge: func(m *canonical.Meta, _ canonical.Seen) *canonical.Error {
		w.seen = new(*m)
		return nil
	}})
	return w.next.Do(ctx, req)
}

// A world is the whole desk at a few organisations, and a clock to turn.
type world struct {
	desk    canonical.Desk
	store   *counting
	witness *witness
	now     time.Time
}

func newWorld(t *testing.T, defaults ...canonical.Allowance) *world {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w := &world{store: &counting{Store: s}, now: noon}
	clock := func() time.Time { return w.now }
	n := 0
	e := engine.New(engine.Config{Acts: []engine.Acts{engine.Appointments, engine.Tasks}, Store: w.store, Clock: clock, IDs: func() string { n++; return fmt.Sprint("id", n) }})
	w.witness = &witness{next: e}
	w.desk = identity.New(identity.Allowances(w.witness, defaults, clock))
	w.found(t, "clinica", nil,
		canonical.Key{Name: "caja", Role: canonical.RoleOrganization, SHA256: hash("clinica-key")},
		canonical.Key{Name: "agente", Role: canonical.RolePlatform, SHA256: hash("platform-key")},
		canonical.Key{Name: "jefa", Role: canonical.RoleBusiness, SHA256: hash("business-key")})
	w.found(t, "salon", nil,
		canonical.Key{Name: "till", Role: canonical.RoleOrganization, SHA256: hash("salon-key")},
		canonical.Key{Name: "agent", Role: canonical.RolePlatform, SHA256: hash("platform-key")})
	return w
}

// found writes down an organisation and its keys.
func (w *world) found(t *testing.T, slug string, allowances []canonical.Allowance, keys ...canonical.Key) {
	t.Helper()
	org := canonical.Organization{Slug: slug, Name: slug, Timezone: "UTC", Public: true, Keys: keys, Policies: canonical.Policies{Allowances: allowances}}
	writes := []canonical.Write{write(t, canonical.OrganizationKey(slug), org)}
	for _, k := range keys {
		writes = append(writes, write(t, canonical.SecretKey(k.SHA256, slug), k))
	}
	if err := w.store.Commit(t.Context(), writes...); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, k canonical.StoreKey, v any) canonical.Write {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return canonical.Write{Record: canonical.Record{StoreKey: k, Body: b}}
}

func hash(secret string) string {
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// ask does an act and answers how it ended, and whom the engine saw.
func (w *world) ask(t *testing.T, m canonical.Meta, c canonical.Command) (*canonical.Error, *canonical.Meta) {
	t.Helper()
	w.witness.seen = nil
	out := w.desk.Do(t.Context(), canonical.Request{Meta: m, Command: c})
	return out.Err, w.witness.seen
}

func code(e *canonical.Error) string {
	if e == nil {
		return ""
	}
	return e.Code.String()
}
