package bolt_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/bolt"
)

// childVariable turns this test binary into a desk that commits to the named
// file and says on standard output what was acknowledged.
const childVariable = "HORA_TEST_BOLT_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		commitUntilKilled(path)
	}
	os.Exit(m.Run())
}

func pair(id string) (a, b canonical.StoreKey) {
	return canonical.StoreKey{Partition: "A", Sort: id}, canonical.StoreKey{Partition: "B#" + id, Sort: "b"}
}

func commitUntilKilled(path string) {
	s, err := bolt.Open(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var mu sync.Mutex
	for worker := range 16 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("%d-%d", worker, i)
				a, b := pair(id)
				body := []byte(strings.Repeat(id, 20))
				if err := s.Commit(ctx, canonical.Write{Record: canonical.Record{StoreKey: a, Body: body}}, canonical.Write{Record: canonical.Record{StoreKey: b, Body: body}}); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				mu.Lock()
				fmt.Println(id)
				mu.Unlock()
			}
		}()
	}
	select {}
}

// TestKilled kills a process in the midst of its commits. What it was told is
// done must be there, and nothing of which only half is there.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hora.db")
	acknowledged := map[string]bool{}
	for range 3 {
		for id := range killed(t, path) {
			acknowledged[id] = true
		}
		os.Rename(path, path+".killed") // as it is; ids start again in the next round
		s, err := bolt.Open(path + ".killed")
		if err != nil {
			t.Fatalf("open after a kill: %v", err)
		}
		listed, _, err := s.List(ctx, canonical.Range{Partition: "A"})
		if err != nil {
			t.Fatal(err)
		}
		stored := map[string]bool{}
		for _, r := range listed {
			stored[r.Sort] = true
			_, b := pair(r.Sort)
			other, err := s.Load(ctx, b)
			if err != nil || other[0].Version != 1 || string(other[0].Body) != string(r.Body) {
				t.Errorf("half a commit: %s: %+v, %v", r.Sort, other, err)
			}
		}
		for id := range acknowledged {
			if !stored[id] {
				t.Errorf("commit %s was acknowledged and is gone", id)
			}
		}
		s.Close()
		clear(acknowledged)
		os.Remove(path + ".killed")
	}
}

// killed runs the child for a while and answers what it acknowledged.
func killed(t *testing.T, path string) map[string]bool {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	ids := map[string]bool{}
	for killedAlready := false; ; {
		line, err := lines.ReadString('\n')
		if err != nil { // a last line may be cut off
			if err != io.EOF {
				t.Error(err)
			}
			break
		}
		ids[strings.TrimSpace(line)] = true
		if len(ids) >= 300 && !killedAlready {
			killedAlready = true
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the child ended by itself")
	}
	if len(ids) < 300 {
		t.Fatalf("only %d commits were acknowledged", len(ids))
	}
	return ids
}

func TestInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "hora.db")
	s, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err = bolt.Open(path)
	if !errors.Is(err, bolt.ErrInUse) || !strings.Contains(err.Error(), filepath.Dir(path)) {
		t.Errorf("second open: %v, want ErrInUse that names the folder", err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("second open took %v", took)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = bolt.Open(path); err != nil {
		t.Fatalf("open after close: %v", err)
	}
	s.Close()
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hora.db")
	s, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r := canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "1"}, Body: []byte("x"), Parts: map[string]string{"p": "q"}, Expires: time.Unix(1000, 0).UTC()}
	if err := s.Commit(ctx, canonical.Write{Record: r}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s, err = bolt.Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r.Version = 1
	wantStored(t, s, r)
}

func TestClosed(t *testing.T) {
	s := open(t)
	s.Close()
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	k := canonical.StoreKey{Partition: "A", Sort: "1"}
	_, load := s.Load(ctx, k)
	_, _, list := s.List(ctx, canonical.Range{Partition: "A"})
	_, purge := s.Purge(ctx, time.Unix(0, 0))
	commit := s.Commit(ctx, canonical.Write{Record: canonical.Record{StoreKey: k}})
	for name, err := range map[string]error{"load": load, "list": list, "commit": commit, "purge": purge} {
		if !errors.Is(err, canonical.ErrUnavailable) {
			t.Errorf("%s after close: %v, want unavailable", name, err)
		}
	}
}

// TestCloseBesideCommits closes while many commit: each is done and said to
// be, or is not.
func TestCloseBesideCommits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hora.db")
	s, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	done := map[string]bool{}
	var wg sync.WaitGroup
	for worker := range 32 {
		wg.Go(func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("%d-%d", worker, i)
				a, _ := pair(id)
				switch err := s.Commit(ctx, canonical.Write{Record: canonical.Record{StoreKey: a}}); {
				case err == nil:
					mu.Lock()
					done[id] = true
					mu.Unlock()
				case errors.Is(err, canonical.ErrUnavailable):
					return
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	for enough := false; !enough; time.Sleep(time.Millisecond) {
		mu.Lock()
		enough = len(done) > 100
		mu.Unlock()
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if s, err = bolt.Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	listed, _, err := s.List(ctx, canonical.Range{Partition: "A"})
	if err != nil || len(listed) != len(done) {
		t.Errorf("%d records of %d commits, %v", len(listed), len(done), err)
	}
}
