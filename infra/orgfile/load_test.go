package orgfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/infra/bolt"
	"hora/infra/orgfile"
)

// document writes an organisation file with that many services and keys, each
// text of which ends in tag.
func document(tag string, services, keys int, payments ...string) []byte {
	var b strings.Builder
	b.WriteString(`{"organization": {"slug": "bodega", "name": "Bodega", "country": "cl", "timezone": "America/Santiago", "currency": "CLP", "public": true, "keys": [`)
	for i := range keys {
		fmt.Fprintf(&b, `%s{"name": "k%d", "role": "platform", "sha256": "%064x"}`, comma(i), i, i)
	}
	b.WriteString(`]}, "providers": [{"id": "ana", "name": "Ana"}], "services": [`)
	for i := range services {
		fmt.Fprintf(&b, `%s{"id": "s%d", "kind": "appointment", "name": "Servicio %d %s", "price": {"amount": 100, "currency": "CLP"}, "duration_minutes": 30, "channel": "virtual", "provider_ids": ["ana"]}`, comma(i), i, i, tag)
	}
	b.WriteString(`], "payment_intents": [`)
	for i, id := range payments {
		fmt.Fprintf(&b, `%s{"id": "%s", "amount": 100, "currency": "CLP", "status": "approved"}`, comma(i), id)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

// intents are the ids of that many payment intents.
func intents(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint("pi_", i)
	}
	return ids
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

func open(t *testing.T) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func load(t *testing.T, s canonical.Store, document []byte) orgfile.Change {
	t.Helper()
	c, err := orgfile.Load(t.Context(), s, parse(t, "bodega.json", document), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// living counts the records that are no tombstones of services.
func living(t *testing.T, records []canonical.Record) (n int) {
	t.Helper()
	for _, r := range records {
		var s canonical.Service
		if strings.HasPrefix(r.Sort, "SVC#") {
			if err := json.Unmarshal(r.Body, &s); err != nil {
				t.Fatal(err)
			}
		}
		if !s.Deleted {
			n++
		}
	}
	return n
}

func version(t *testing.T, s canonical.Store, k canonical.StoreKey) int64 {
	t.Helper()
	r, err := s.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return r[0].Version
}

func revision(t *testing.T, s canonical.Store) int64 {
	t.Helper()
	return version(t, s, canonical.OrganizationKey("bodega"))
}

func TestLoadReplacesWhole(t *testing.T) {
	s := open(t)
	key := func(i int) canonical.StoreKey { return canonical.SecretKey(fmt.Sprintf("%064x", i), "bodega") }
	intent := canonical.PaymentKey("bodega", "pi_1")

	for _, step := range []struct {
		name     string
		document []byte
		want     orgfile.Change
		revision int64
	}{
		{"first", document("a", 3, 2, "pi_1"), orgfile.Change{Written: 8}, 1},
		{"the same again", document("a", 3, 2, "pi_1"), orgfile.Change{Unchanged: 8}, 1},
		{"two services fewer", document("a", 1, 2, "pi_1"), orgfile.Change{Removed: 2, Unchanged: 6}, 2},
		{"other texts", document("b", 1, 2, "pi_1"), orgfile.Change{Written: 1, Unchanged: 5}, 3},
		{"a key fewer, an intent more", document("b", 1, 1, "pi_1", "pi_2"), orgfile.Change{Written: 2, Removed: 1, Unchanged: 4}, 4},
		{"no intents, no keys", document("b", 1, 0), orgfile.Change{Written: 1, Removed: 3, Unchanged: 2}, 5},
		{"keys again", document("b", 1, 2), orgfile.Change{Written: 3, Unchanged: 2}, 6},
	} {
		if diff := cmp.Diff(step.want, load(t, s, step.document)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
		if got := revision(t, s); got != step.revision {
			t.Errorf("%s: revision %d, want %d", step.name, got, step.revision)
		}
		if want, got := bytes.Count(step.document, []byte("sha256")), present(t, s, key(0), key(1)); got != want {
			t.Errorf("%s: %d keys, want %d", step.name, got, want)
		}
		if want, got := bytes.Count(step.document, []byte("pi_1")), present(t, s, intent); got != want {
			t.Errorf("%s: %d intents, want %d", step.name, got, want)
		}
	}
}

func present(t *testing.T, s canonical.Store, keys ...canonical.StoreKey) (n int) {
	t.Helper()
	for _, k := range keys {
		if version(t, s, k) > 0 {
			n++
		}
	}
	return n
}

func TestLoaded(t *testing.T) {
	s := open(t)
	bodega := document("a", 1, 0)
	almacen := bytes.ReplaceAll(bodega, []byte("bodega"), []byte("almacen"))
	for _, step := range []struct{ file, want string }{
		{string(bodega), "ORG#bodega"},
		{string(bodega), "ORG#bodega"},
		{string(almacen), "ORG#almacen ORG#bodega"},
	} {
		load(t, s, []byte(step.file))
		got, err := orgfile.Loaded(t.Context(), s)
		if err != nil || strings.Join(got, " ") != step.want {
			t.Errorf("loaded: %v, %v; want %s", got, err, step.want)
		}
	}
	if got, err := orgfile.Loaded(t.Context(), open(t)); err != nil || len(got) > 0 {
		t.Errorf("an empty store: %v, %v", got, err)
	}
}

func TestLoadedRecords(t *testing.T) {
	s := open(t)
	load(t, s, document("a", 2, 1, "pi_1"))
	records, err := s.Load(t.Context(),
		canonical.OrganizationKey("bodega"), canonical.ServiceKey("bodega", "s1"), canonical.ProviderKey("bodega", "ana"),
		canonical.SecretKey(fmt.Sprintf("%064x", 0), "bodega"), canonical.PaymentKey("bodega", "pi_1"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"slug":"bodega","name":"Bodega","country":"cl","timezone":"America/Santiago","currency":"CLP","public":true,"policies":{},"keys":[{"name":"k0","role":"platform","sha256":"` + strings.Repeat("0", 64) + `"}]}`,
		`{"id":"s1","position":1,"kind":"appointment","name":"Servicio 1 a","price":{"amount":100,"currency":"CLP"},"duration_minutes":30,"channel":"virtual","provider_ids":["ana"]}`,
		`{"id":"ana","name":"Ana"}`,
		`{"name":"k0","role":"platform","sha256":"` + strings.Repeat("0", 64) + `"}`,
		`{"id":"pi_1","amount":100,"currency":"CLP","status":"approved"}`,
	}
	for i, r := range records {
		if diff := cmp.Diff(want[i], string(r.Body)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", r.Partition, r.Sort, diff)
		}
	}
}

// Money that paid for a booking stays spent, whatever later files say.
func TestSpentIntentsAreNotReset(t *testing.T) {
	s := open(t)
	load(t, s, document("a", 1, 0, "pi_1"))
	key := canonical.PaymentKey("bodega", "pi_1")
	body, err := json.Marshal(canonical.PaymentIntent{ID: "pi_1", Amount: 100, Currency: "CLP", Status: canonical.PaymentSpent, Booking: "b1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(t.Context(), canonical.Write{Record: canonical.Record{StoreKey: key, Version: 1, Body: body}}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name string
		file []byte
	}{
		{"listed as before", document("a", 1, 0, "pi_1")},
		{"listed no more", document("a", 1, 0)},
		{"listed again, after a change", document("b", 1, 0, "pi_1")},
	} {
		load(t, s, step.file)
		r, err := s.Load(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if string(r[0].Body) != string(body) {
			t.Errorf("%s: the intent became %s", step.name, r[0].Body)
		}
	}
}

// A store that fails the commit of a given number, before or after doing it.
type failing struct {
	canonical.Store
	before, after map[int]error
	commits       [][]canonical.Write
}

func (f *failing) Commit(ctx context.Context, w ...canonical.Write) error {
	n := len(f.commits)
	f.commits = append(f.commits, w)
	if err := f.before[n]; err != nil {
		return err
	}
	if err := f.Store.Commit(ctx, w...); err != nil {
		return err
	}
	return f.after[n]
}

func TestLargeLoad(t *testing.T) {
	f := &failing{Store: open(t)}
	var heard []string
	file := parse(t, "bodega.json", document("a", 300, 40))
	change, err := orgfile.Load(t.Context(), f, file, func(done, total int) { heard = append(heard, fmt.Sprintf("%d/%d", done, total)) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(orgfile.Change{Written: 342}, change); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"90/344", "180/344", "270/344", "342/344", "344/344"}, heard); diff != "" {
		t.Error(diff)
	}
	org := canonical.OrganizationKey("bodega")
	for i, commit := range f.commits {
		if len(commit) > 90 {
			t.Errorf("commit %d has %d writes", i, len(commit))
		}
		for _, w := range commit {
			if last := i == len(f.commits)-1; (w.StoreKey == org) && !last {
				t.Errorf("the organisation moved in commit %d of %d", i+1, len(f.commits))
			}
		}
	}
}

// Large records make for more commits, not larger ones.
func TestLoadBoundsBytes(t *testing.T) {
	f := &failing{Store: open(t)}
	load(t, f, document(strings.Repeat("ñ", 180), 80, 0))
	before := len(f.commits)
	wide := bytes.ReplaceAll(document("a", 80, 0), []byte(`"channel"`), []byte(`"tags": ["`+strings.Repeat(strings.Repeat("x", 199)+`", "`, 400)+`y"], "channel"`))
	load(t, f, wide)
	if before != 1 || len(f.commits)-before < 3 {
		t.Errorf("%d commits for small records, %d for large ones", before, len(f.commits)-before)
	}
}

// Whenever a load is cut off, loading again completes it: readers get to know,
// even if every other record was written already, and nothing that the cut-off
// load wrote is left over.
func TestCutOffLoads(t *testing.T) {
	gone := errors.New("cut off")
	for n := range 5 {
		for _, done := range []bool{false, true} {
			f := &failing{Store: open(t)}
			load(t, f, document("a", 200, 1, intents(100)...))
			rev := revision(t, f)
			at := map[int]error{len(f.commits) + n: gone}
			if done {
				f.after = at
			} else {
				f.before = at
			}
			_, err := orgfile.Load(t.Context(), f, parse(t, "x", document("b", 150, 1, intents(120)...)), nil)
			cut := errors.Is(err, gone)
			if err != nil && !cut {
				t.Fatal(err)
			}
			if got := revision(t, f); cut && !done && got != rev {
				t.Errorf("commit %d: the organisation moved before the load was complete", n)
			}
			f.before, f.after = nil, nil
			load(t, f, document("b", 150, 1, intents(120)...))
			if got := revision(t, f); got != rev+1 {
				t.Errorf("commit %d, done %v: revision %d after %d", n, done, got, rev)
			}
			load(t, f, document("c", 10, 1, intents(1)...))
			for i := range 120 {
				want := 0
				if i < 1 {
					want = 1
				}
				if got := present(t, f, canonical.PaymentKey("bodega", fmt.Sprint("pi_", i))); got != want {
					t.Fatalf("commit %d, done %v: intent %d is there %d times, want %d", n, done, i, got, want)
				}
			}
			records, _, err := f.List(t.Context(), canonical.Range{Partition: canonical.OrganizationKey("bodega").Partition})
			if alive := living(t, records); err != nil || alive != 12 {
				t.Errorf("commit %d, done %v: %d records, %v", n, done, alive, err)
			}
			if got := load(t, f, document("c", 10, 1, intents(1)...)); got.Written+got.Removed > 0 {
				t.Errorf("commit %d, done %v: loading again changed %+v", n, done, got)
			}
		}
	}
}

func TestLoadStartsOver(t *testing.T) {
	for name, f := range map[string]*failing{
		"records moved":               {before: map[int]error{0: &canonical.Conflict{}}},
		"the answer was lost, undone": {before: map[int]error{0: canonical.ErrUnknown}},
		"the answer was lost, done":   {after: map[int]error{0: canonical.ErrUnknown}},
	} {
		f.Store = open(t)
		if got := load(t, f, document("a", 3, 1)); got != (orgfile.Change{Written: 6}) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := load(t, f, document("a", 3, 1)); got != (orgfile.Change{Unchanged: 6}) {
			t.Errorf("%s: loading again: %+v", name, got)
		}
		if got := revision(t, f); got != 1 {
			t.Errorf("%s: revision %d", name, got)
		}
	}
}

func TestLoadGivesUp(t *testing.T) {
	f := &failing{Store: open(t), before: map[int]error{}}
	for n := range 100 {
		f.before[n] = &canonical.Conflict{}
	}
	_, err := orgfile.Load(t.Context(), f, parse(t, "x", document("a", 1, 0)), nil)
	if !errors.Is(err, orgfile.ErrBusy) || len(f.commits) >= 100 {
		t.Errorf("%v after %d commits", err, len(f.commits))
	}
	f.before = map[int]error{len(f.commits): canonical.ErrUnavailable}
	_, err = orgfile.Load(t.Context(), f, parse(t, "x", document("a", 1, 0)), nil)
	if !errors.Is(err, canonical.ErrUnavailable) {
		t.Errorf("unreachable store: %v", err)
	}
}
