package identity_test

import (
	"context"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/identity"
)

// tallying is a desk that spends what its gates ask for and lets them judge.
type tallying struct {
	spent    map[canonical.StoreKey]int64
	registry *canonical.Registry
}

func (c *tallying) Record(canonical.StoreKey) canonical.Record { return canonical.Record{} }
func (c *tallying) List(canonical.Range) []canonical.Record    { return nil }
func (c *tallying) Organization() *canonical.Organization      { return nil }
func (c *tallying) Registry() *canonical.Registry              { return c.registry }
func (c *tallying) Spent(s *canonical.Spending) int64          { return c.spent[s.Key] }
func (c *tallying) Do(_ context.Context, r canonical.Request) (o canonical.Outcome) {
	for _, g := range r.Gates {
		c.spent[g.Spend.Key]++
		if o.Err = g.Judge(&r.Meta, c); o.Err != nil {
			return o
		}
	}
	return canonical.Outcome{Result: canonical.Places{}}
}

// At a registry an anonymous caller is an address, and a known one is itself
// wherever it calls from; each by a number of its own, which the registry may
// change.
func TestRegistryAllowances(t *testing.T) {
	ask := func(catalogue, remote, caller string) canonical.Meta {
		return canonical.Meta{Catalogue: catalogue, Binding: "selfe", Door: "selfe", Remote: remote, Caller: caller}
	}
	own := &canonical.Registry{ID: "small", Allowances: []canonical.Allowance{{Door: "selfe", Minute: 1}, {Door: "selfe-known", Minute: 2}}}
	c := &tallying{spent: map[canonical.StoreKey]int64{}}
	desk := identity.Allowances(c, identity.DefaultAllowances, func() time.Time { return noon })
	for _, tt := range []struct {
		name     string
		meta     canonical.Meta
		registry *canonical.Registry
		want     int
	}{
		{"anonymous", ask("keswick", "192.0.2.1", ""), nil, 60},
		{"the same address, spent", ask("keswick", "192.0.2.1", ""), nil, 0},
		{"the same address, known", ask("keswick", "192.0.2.1", "sub-1"), nil, 600},
		{"the same caller elsewhere, spent", ask("keswick", "192.0.2.9", "sub-1"), nil, 0},
		{"another caller", ask("keswick", "192.0.2.1", "sub-2"), nil, 600},
		{"another registry", ask("dales", "192.0.2.1", ""), nil, 60},
		{"its own number", ask("small", "192.0.2.1", ""), own, 1},
		{"its own number for known callers", ask("small", "192.0.2.1", "sub-1"), own, 2},
		{"a page", canonical.Meta{Catalogue: "keswick", Binding: "selfe", Door: "selfe-web", Remote: "192.0.2.1"}, nil, 600},
	} {
		c.registry = tt.registry
		through := 0
		for range 700 {
			if desk.Do(t.Context(), canonical.Request{Meta: tt.meta, Command: canonical.Match{}}).Err == nil {
				through++
			}
		}
		if through != tt.want {
			t.Errorf("%s: %d calls passed, want %d", tt.name, through, tt.want)
		}
	}
}
