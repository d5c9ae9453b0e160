package dynamo_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/dynamo"
)

// operations keeps what Observe is told.
type operations struct {
	mu   sync.Mutex
	list []dynamo.Operation
}

func (o *operations) add(op dynamo.Operation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = append(o.list, op)
}

func (o *operations) reset() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = nil
}

func (o *operations) calls(name string) (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range o.list {
		if op.Name == name {
			n++
		}
	}
	return n
}

func (o *operations) attempts(name string) (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range o.list {
		if op.Name == name {
			n += op.Attempts
		}
	}
	return n
}

// TestOperations pins what each method sends, and so which permissions a
// function needs, how many requests are one wait, and what they cost.
func TestOperations(t *testing.T) {
	t.Parallel()
	var seen operations
	s, _ := open(t, dynamo.Options{Observe: seen.add})
	write := func(sort string) canonical.Write {
		return canonical.Write{Record: canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: sort}, Body: []byte("x")}}
	}
	keys := func(n int) (out []canonical.StoreKey) {
		for i := range n {
			out = append(out, canonical.StoreKey{Partition: "K", Sort: fmt.Sprint(i)})
		}
		return out
	}
	load := func(n int) func() error {
		return func() error { _, err := s.Load(t.Context(), keys(n)...); return err }
	}
	for _, c := range []struct {
		name string
		act  func() error
		want string
	}{
		{"commit one", func() error { return s.Commit(t.Context(), write("1")) }, "TransactWriteItems 2"},
		{"commit two", func() error { return s.Commit(t.Context(), write("2"), write("3")) }, "TransactWriteItems 4"},
		{"commit none", func() error { return s.Commit(t.Context()) }, ""},
		{"load none", load(0), ""},
		{"load one", load(1), "GetItem 1"},
		{"load one twice", func() error { _, err := s.Load(t.Context(), keys(1)[0], keys(1)[0]); return err }, "GetItem 1"},
		{"load two", load(2), "BatchGetItem 2"},
		{"load a hundred", load(100), "BatchGetItem 100"},
		{"load more", load(101), "BatchGetItem 1, BatchGetItem 100"},
		{"load an impossible key", func() error { _, err := s.Load(t.Context(), canonical.StoreKey{}); return err }, ""},
		{"list", func() error { _, _, err := s.List(t.Context(), canonical.Range{Partition: "A"}); return err }, "Query 1"},
		{"list a page", func() error {
			_, _, err := s.List(t.Context(), canonical.Range{Partition: "A", Limit: 2})
			return err
		}, "Query 1"},
		{"list nothing", func() error {
			_, _, err := s.List(t.Context(), canonical.Range{Partition: "A", From: "2", To: "1"})
			return err
		}, ""},
		{"spend", func() error { _, err := s.Spend(t.Context(), keys(1)[0], time.Unix(2000000000, 0)); return err }, "UpdateItem 1"},
	} {
		seen.reset()
		if err := c.act(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := seen.String(); got != c.want {
			t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
		}
	}
}

// String lists name and consumed capacity, the cheaper first.
func (o *operations) String() (out string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) == 2 && o.list[0].Units > o.list[1].Units {
		o.list[0], o.list[1] = o.list[1], o.list[0]
	}
	for i, op := range o.list {
		if i > 0 {
			out += ", "
		}
		out += fmt.Sprintf("%s %v", op.Name, op.Units)
	}
	return out
}
