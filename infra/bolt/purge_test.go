package bolt_test

import (
	"fmt"
	"testing"
	"time"

	"hora/canonical"
)

func at(sort string) canonical.StoreKey { return canonical.StoreKey{Partition: "A", Sort: sort} }

func commit(t *testing.T, s canonical.Store, writes ...canonical.Write) {
	t.Helper()
	if err := s.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
}

func put(sort string, version int64, expires time.Time) canonical.Write {
	return canonical.Write{Record: canonical.Record{StoreKey: at(sort), Version: version, Expires: expires}}
}

func sorts(t *testing.T, s canonical.Store) (out []string) {
	t.Helper()
	records, _, err := s.List(ctx, canonical.Range{Partition: "A"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		out = append(out, r.Sort)
	}
	return out
}

func TestPurge(t *testing.T) {
	now := time.Unix(5000, 500)
	early, late := time.Unix(4000, 0), time.Unix(6000, 0)
	s := open(t)
	commit(t, s,
		put("early", 0, early), put("just", 0, now), put("late", 0, late), put("stays", 0, time.Time{}),
		put("longer", 0, early), put("forever", 0, early), put("deleted", 0, early), put("before 1970", 0, time.Unix(-9, 0)))
	commit(t, s,
		put("longer", 1, late), put("forever", 1, time.Time{}),
		canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: at("deleted"), Version: 1}})
	n, err := s.Purge(ctx, now)
	if err != nil || n != 3 {
		t.Errorf("purge: %d, %v, want 3", n, err)
	}
	if got, want := fmt.Sprint(sorts(t, s)), "[forever late longer stays]"; got != want {
		t.Errorf("left: %s, want %s", got, want)
	}
	if n, err := s.Purge(ctx, now); err != nil || n != 0 {
		t.Errorf("second purge: %d, %v", n, err)
	}
	commit(t, s, put("early", 0, early)) // what was purged is gone, and can come anew
	if n, err := s.Purge(ctx, late); err != nil || n != 3 {
		t.Errorf("third purge: %d, %v, want 3", n, err)
	}
}

func TestPurgeKeepsDroppedParts(t *testing.T) {
	s := open(t)
	w := put("1", 0, time.Unix(4000, 0))
	w.Parts = map[string]string{"p": "q"}
	commit(t, s, w)
	commit(t, s, canonical.Write{Kind: canonical.Drop, Record: canonical.Record{StoreKey: at("1")}, Part: "p"})
	if n, err := s.Purge(ctx, time.Unix(4000, 0)); err != nil || n != 1 {
		t.Errorf("purge: %d, %v, want the record whose part was dropped", n, err)
	}
}

func TestPurgeMany(t *testing.T) {
	s := open(t)
	for i := range 13 {
		var writes []canonical.Write
		for j := range 100 {
			writes = append(writes, put(fmt.Sprintf("%d-%d", i, j), 0, time.Unix(int64(i*100+j+1), 0)))
		}
		commit(t, s, writes...)
	}
	if n, err := s.Purge(ctx, time.Unix(1250, 0)); err != nil || n != 1250 {
		t.Errorf("purge: %d, %v, want 1250", n, err)
	}
	if left := sorts(t, s); len(left) != 50 {
		t.Errorf("%d left, want 50", len(left))
	}
}

func TestPurgeForgetsCounters(t *testing.T) {
	s := open(t)
	spend := func(sort string, expires, want int64) {
		t.Helper()
		if n, err := s.Spend(ctx, at(sort), time.Unix(expires, 0)); err != nil || n != want {
			t.Errorf("spend %s: %d, %v, want %d", sort, n, err, want)
		}
	}
	spend("a", 100, 1)
	spend("b", 200, 1)
	if _, err := s.Purge(ctx, time.Unix(150, 0)); err != nil {
		t.Fatal(err)
	}
	spend("a", 300, 1)
	spend("b", 300, 2)
}
