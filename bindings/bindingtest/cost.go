package bindingtest

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/canonical"
)

// A Cost is one call under measure, whole: how it is translated, and its two
// floors. These read the same bytes into, and write the same bytes from, structs
// typed to the leaves: with the JSON package that bindings use, and with
// encoding/json.
type Cost struct {
	Name string

	translate             func() []byte
	floor, std            func()
	answered, floorWrites []byte
}

// Measure puts a call under measure. In and Out are what its floors read and
// write; a call without a body has nothing to read. It panics when the answer
// is no Out.
func Measure[In, Out any](name string, r bindings.Route, desk canonical.Desk, in bindings.Inbound) Cost {
	ctx := context.Background()
	c := Cost{Name: name, translate: func() []byte { return bindings.Translate(ctx, r, desk, in).Body }}
	c.answered = c.translate()
	out := new(Out)
	must(json.Unmarshal(c.answered, out))
	c.floorWrites, _ = json.Marshal(out)
	c.floor = func() {
		if in.Body != nil {
			must(json.Unmarshal(in.Body, new(In)))
		}
		_, err := json.Marshal(out, jsontext.AllowInvalidUTF8(true))
		must(err)
	}
	c.std = func() {
		if in.Body != nil {
			must(stdjson.Unmarshal(in.Body, new(In)))
		}
		_, err := stdjson.Marshal(out)
		must(err)
	}
	return c
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Floors checks that the floors write what the binding writes, so that they are
// floors of it.
func Floors(t *testing.T, all []Cost) {
	for _, c := range all {
		if len(c.answered) < 200 || !bytes.Equal(c.answered, c.floorWrites) {
			t.Errorf("%s: the floor writes\n%s\nthe binding\n%s", c.Name, c.floorWrites, c.answered)
		}
	}
}

// Allocations is how often a call allocates, and encoding/json for its bytes.
func (c *Cost) Allocations() (got, std float64) {
	return testing.AllocsPerRun(200, func() { c.translate() }), testing.AllocsPerRun(200, c.std)
}

// Benchmark measures calls and their floors, each by itself.
func Benchmark(b *testing.B, all []Cost) {
	for _, c := range all {
		for _, v := range []struct {
			name string
			run  func()
		}{{"translate", func() { c.translate() }}, {"floor", c.floor}, {"floor-std", c.std}} {
			b.Run(c.Name+"/"+v.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					v.run()
				}
			})
		}
	}
}

// Ratio measures calls and their floors by turns and reports how many times the
// floor a call takes, by the best times of both, which other load on the
// machine disturbs least; and beside it the most that it is to be: so many
// times the floor, and a grant for what is read beside the body.
func Ratio(b *testing.B, most float64, grant time.Duration, all []Cost) {
	const batch = 100
	best := func(run func(), before time.Duration) time.Duration {
		began := time.Now()
		for range batch {
			run()
		}
		return min(before, time.Since(began))
	}
	for _, c := range all {
		b.Run(c.Name, func(b *testing.B) {
			call, floor := time.Hour, time.Hour
			for b.Loop() {
				call, floor = best(func() { c.translate() }, call), best(c.floor, floor)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(call)/float64(floor), "x-floor")
			b.ReportMetric(most+float64(grant)*batch/float64(floor), "x-floor-at-most")
		})
	}
}
