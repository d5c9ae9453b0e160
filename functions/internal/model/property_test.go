package model

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hora/bindings"
	"hora/bindings/registry"
	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// perform makes calls in some weather. Whoever is left in doubt asks again.
func (m *machine) perform(t *rapid.T, calls ...*call) {
	bad := likely(t, "bad weather", 3)
	m.weather.turn(bad, rapid.Uint64().Draw(t, "chance"))
	if len(calls) > 1 {
		m.weather.gather()
	}
	count(len(calls))
	if err := m.world.perform(calls...); err != nil {
		t.Fatal(err)
	}
	m.weather.turn(false, 0)
	for _, c := range calls {
		if c.outcome.Err == nil {
			m.heard[filepath.Base(c.voice.name)]++
		}
		if c.outcome.Err == nil && c.message != "" && canonical.OpOf(c.meant).Writes() {
			m.made = append(m.made, c)
		}
		if c.doubtful() && c.message != "" {
			again := &call{voice: c.voice, values: c.values, key: c.key, message: c.message}
			count(1)
			if err := m.world.perform(again); err != nil {
				t.Fatalf("after %s\n%v", c, err)
			}
		}
	}
}

// actions are what can happen.
func (m *machine) actions() map[string]func(*rapid.T) {
	one := func(t *rapid.T) { m.perform(t, m.call(t)) }
	return map[string]func(*rapid.T){
		"one call": one, "another call": one, "a third call": one,
		"a call again": func(t *rapid.T) {
			if n := len(m.made) - 1; n >= 0 {
				m.perform(t, m.twin(t, m.made[max(0, n-rapid.IntRange(0, 7).Draw(t, "age"))]))
			}
		},
		"calls at once": func(t *rapid.T) {
			calls := []*call{m.call(t)}
			for range rapid.IntRange(1, 4).Draw(t, "more") {
				next := m.call(t)
				switch {
				case likely(t, "twin", 3):
					next = m.twin(t, calls[0])
				case likely(t, "rival", 6):
					next.values.service, next.values.provider, next.values.start, next.values.slot = calls[0].values.service, calls[0].values.provider, calls[0].values.start, calls[0].values.slot
					next.values.booking, next.values.hold = calls[0].values.booking, calls[0].values.hold
				}
				if canonical.OpOf(next.voice.sample) != canonical.OpFindSlots { // reads many records, at no one instant
					calls = append(calls, next)
				}
			}
			if canonical.OpOf(calls[0].voice.sample) == canonical.OpFindSlots {
				calls = calls[:1]
			}
			m.perform(t, calls...)
		},
		"time passes": m.wait,
		"what is due is done": func(t *rapid.T) {
			m.weather.turn(likely(t, "bad weather", 5), rapid.Uint64().Draw(t, "chance"))
			if err := m.sweep(); err != nil {
				t.Fatal(err)
			}
		},
		"the file is loaded again": func(t *rapid.T) {
			if rapid.IntRange(0, 9).Draw(t, "not now") == 0 {
				if err := m.load(); err != nil {
					t.Fatal(err)
				}
			}
		},
		"all is compared": func(t *rapid.T) {
			if err := m.compare(); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// properties runs machines until so many acts have been done.
func properties(t *testing.T, acts int64, open func() (store canonical.Store, close func())) {
	all := registry.All(bindings.Config{PublicURL: "https://desk.example"})
	choir := voices(t, all, rosetta, "testdata")
	var met tally
	heard := map[string]int{}
	before := steps.Load()
	for steps.Load()-before < acts && !t.Failed() {
		rapid.Check(t, func(t *rapid.T) {
			store, close := open()
			defer close()
			org := pick(t, "organization", []*organization{santiago, newYork})
			date := canonical.Date(pick(t, "date", org.turns)).AddDays(rapid.IntRange(-2, 1).Draw(t, "days from the turn"))
			begin := date.Midnight().Add(time.Duration(rapid.IntRange(0, 30*60).Draw(t, "minute")) * time.Minute)
			w, err := newWorld(store, all, org, begin, rapid.Bool().Draw(t, "near"))
			if err != nil {
				t.Fatal(err)
			}
			_, w.weather.whole = store.(*dynamo.Store)
			m := &machine{world: w, choir: choir, heard: heard}
			t.Repeat(m.actions())
			if err := m.compare(); err != nil {
				t.Fatal(err)
			}
			met.add(w.weather.met)
		})
	}
	t.Logf("%d acts; %s", steps.Load()-before, met)
	for _, door := range slices.Sorted(maps.Keys(heard)) {
		t.Logf("%6d at %s", heard[door], door)
	}
}

func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"rapid.checks": "1", "rapid.steps": "400"} {
		if flag.Lookup(name).Value.String() == flag.Lookup(name).DefValue {
			flag.Set(name, value)
		}
	}
	os.Exit(m.Run())
}

// goal is how many acts are done in every run of the tests, and how many in a
// soak; HORA_ACTS says otherwise.
func goal(few, many int64) int64 {
	if n, err := strconv.ParseInt(os.Getenv("HORA_ACTS"), 10, 64); err == nil {
		return n
	}
	if os.Getenv("HORA_SOAK") != "" {
		return many
	}
	return few
}

func TestOnBolt(t *testing.T) {
	dir := memory(t)
	properties(t, goal(19_000, 980_000), func() (canonical.Store, func()) {
		path := filepath.Join(dir, "desk.db")
		s, err := bolt.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return s, func() { s.Close(); os.Remove(path) }
	})
}

func TestOnDynamo(t *testing.T) {
	properties(t, goal(1_000, 20_000), func() (canonical.Store, func()) { return storetest.NewDynamo(t, nil), func() {} })
}

// memory is a folder of the test's own, on no disk where that can be had.
func memory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "hora")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (t *tally) add(o tally) {
	t.throttled, t.conflicts, t.lost, t.unmade = t.throttled+o.throttled, t.conflicts+o.conflicts, t.lost+o.lost, t.unmade+o.unmade
}
