package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hora/canonical"
)

var rangeCases = []testCase{
	{"list between ends", listBetweenEnds},
	{"list orders by bytes", listOrdersByBytes},
	{"list stays in its partition", listStaysInPartition},
	{"list in pages", listInPages},
	{"list from a cursor outside the range", listFromStrangeCursor},
	{"list more than a request holds", listMuch},
	{"list refuses impossible ends", listRefusesEnds},
}

func seed(t *testing.T, s canonical.Store, partition string, sorts ...string) {
	t.Helper()
	for chunk := range slices.Chunk(sorts, 100) {
		var writes []canonical.Write
		for _, sort := range chunk {
			writes = append(writes, put(record(partition, sort, sort)))
		}
		mustCommit(t, s, writes...)
	}
}

// wantList says which sort keys a range has.
func wantList(t *testing.T, s canonical.Store, r canonical.Range, next canonical.Cursor, want ...string) {
	t.Helper()
	records, cursor, err := s.List(t.Context(), r)
	if err != nil {
		t.Fatalf("list %+v: %v", r, err)
	}
	var got []string
	for _, record := range records {
		got = append(got, record.Sort)
		if record.Partition != r.Partition || record.Version != 1 || string(record.Body) != record.Sort {
			t.Errorf("list %+v: %+v", r, record)
		}
	}
	same(t, fmt.Sprintf("list %+v", r), got, want)
	if cursor != next {
		t.Errorf("list %+v: cursor %q, want %q", r, cursor, next)
	}
}

func listBetweenEnds(t *testing.T, s canonical.Store) {
	seed(t, s, "A", "b", "d", "a", "c", "cc")
	for _, c := range []struct {
		from, to string
		want     []string
	}{
		{"", "", []string{"a", "b", "c", "cc", "d"}},
		{"b", "", []string{"b", "c", "cc", "d"}},
		{"", "c", []string{"a", "b", "c"}},
		{"b", "cc", []string{"b", "c", "cc"}},
		{"bb", "cd", []string{"c", "cc"}},
		{"c", "c", []string{"c"}},
		{"e", "", nil},
		{"", "A", nil},
		{"d", "b", nil},
	} {
		wantList(t, s, canonical.Range{Partition: "A", From: c.from, To: c.to}, "", c.want...)
	}
	wantList(t, s, canonical.Range{Partition: "none"}, "")
	wantList(t, s, canonical.Range{Partition: "none", Limit: 2}, "")
}

func listOrdersByBytes(t *testing.T, s canonical.Store) {
	sorts := []string{"\x00", "\x01", " ", "#", "0", "10", "9", "A", "Z", "a", "a#", "a0", "é", "ñ", "日", "🙂"}
	if !slices.IsSorted(sorts) {
		t.Fatal("the test's own order is wrong")
	}
	shuffled := slices.Clone(sorts)
	slices.Reverse(shuffled)
	seed(t, s, "A", shuffled...)
	wantList(t, s, canonical.Range{Partition: "A"}, "", sorts...)
	wantList(t, s, canonical.Range{Partition: "A", From: "a", To: "\U0010FFFF"}, "", sorts[9:]...)
}

func listStaysInPartition(t *testing.T, s canonical.Store) {
	for _, p := range []string{"A", "AB", "A\x00", "B", "@", "A#"} {
		seed(t, s, p, "1"+p, "2"+p)
	}
	for _, p := range []string{"A", "AB", "A\x00", "B", "@", "A#"} {
		wantList(t, s, canonical.Range{Partition: p}, "", "1"+p, "2"+p)
	}
}

func listInPages(t *testing.T, s canonical.Store) {
	var all []string
	for i := range 10 {
		all = append(all, fmt.Sprintf("%02d", i))
	}
	seed(t, s, "A", all...)
	for limit := 1; limit <= 11; limit++ {
		r := canonical.Range{Partition: "A", From: "01", To: "08", Limit: limit}
		var pages []string
		for page := range 9 {
			records, next, err := s.List(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if len(records) == 0 || len(records) > limit {
				t.Fatalf("limit %d, page %d: %d records", limit, page, len(records))
			}
			for _, r := range records {
				pages = append(pages, r.Sort)
			}
			if r.After = next; next == "" {
				break
			}
		}
		same(t, fmt.Sprintf("pages of %d", limit), pages, all[1:9])
		if r.After != "" {
			t.Errorf("pages of %d: a cursor after the last page", limit)
		}
	}
	// A cursor holds while records come and go around it.
	mustCommit(t, s, remove(key("A", "03"), 1), put(record("A", "035", "035")))
	wantList(t, s, canonical.Range{Partition: "A", After: "03", Limit: 2}, "04", "035", "04")
}

func listFromStrangeCursor(t *testing.T, s canonical.Store) {
	seed(t, s, "A", "a", "b", "c", "d")
	wantList(t, s, canonical.Range{Partition: "A", From: "b", After: "a"}, "", "b", "c", "d")
	wantList(t, s, canonical.Range{Partition: "A", From: "b", To: "c", After: "b"}, "", "c")
	wantList(t, s, canonical.Range{Partition: "A", From: "b", To: "c", After: "c"}, "")
	wantList(t, s, canonical.Range{Partition: "A", From: "b", To: "c", After: "z"}, "")
	wantList(t, s, canonical.Range{Partition: "A", After: "bb"}, "", "c", "d")
}

// listMuch lists three megabytes, of which DynamoDB answers one at a time.
func listMuch(t *testing.T, s canonical.Store) {
	filler := strings.Repeat("x", 300<<10)
	var want []string
	for i := range 10 {
		sort := fmt.Sprintf("%02d", i)
		mustCommit(t, s, put(record("A", sort, sort+filler)))
		want = append(want, sort)
	}
	for _, limit := range []int{0, 8} {
		records, next, err := s.List(t.Context(), canonical.Range{Partition: "A", Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range records {
			got = append(got, r.Sort)
			if string(r.Body) != r.Sort+filler {
				t.Errorf("record %s came back with another body", r.Sort)
			}
		}
		if limit == 0 {
			same(t, "sorts", got, want)
		} else {
			same(t, "sorts", got, want[:limit])
			if next != "07" {
				t.Errorf("cursor %q", next)
			}
		}
	}
}

func listRefusesEnds(t *testing.T, s canonical.Store) {
	seed(t, s, "A", "a")
	long := strings.Repeat("a", 1025)
	for _, r := range []canonical.Range{
		{Partition: "A", To: "\xff"},
		{Partition: "A", From: "\xc3("},
		{Partition: "A", After: "\xff"},
		{Partition: "A", To: long},
	} {
		if records, _, err := s.List(t.Context(), r); err == nil {
			t.Errorf("list %+v: %v, want an error", r, records)
		}
	}
	wantList(t, s, canonical.Range{Partition: "\xff"}, "")
	wantList(t, s, canonical.Range{Partition: ""}, "")
}
