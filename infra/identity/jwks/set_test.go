package jwks_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"

	"hora/canonical"
	"hora/infra/identity/jwks"
)

// publication is a signer's JWK Set, as it can be found at some moment.
type publication struct {
	kids  []string
	down  bool
	reads int
}

var errDown = errors.New("connection refused")

func (p *publication) source(context.Context) ([]byte, error) {
	p.reads++
	if p.down {
		return nil, errDown
	}
	return set(p.kids...), nil
}

// set is a JWK Set in which one key has many names.
func set(kids ...string) []byte {
	var keys []string
	for _, k := range kids {
		keys = append(keys, fmt.Sprintf(ec, k))
	}
	return []byte(`{"keys":[` + strings.Join(keys, ",") + `]}`)
}

const ec = `{"kid":%q,"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}`

func answer(s *jwks.Set, kid string) string {
	keys, err := s.Keys(context.Background(), kid, jose.ES256)
	switch {
	case errors.Is(err, jwks.ErrUnknown):
		return "unknown"
	case errors.Is(err, canonical.ErrUnverifiable):
		return "unverifiable"
	case err != nil:
		return err.Error()
	case len(keys) != 1 || keys[0].KeyID != kid:
		return fmt.Sprint("other keys: ", keys)
	}
	return "good"
}

// A set through time: what is asked, what has become of the publication, what
// is answered, and how often it has been read since the beginning.
func TestTime(t *testing.T) {
	type step struct {
		after time.Duration // since the last step
		do    func(*publication)
		kid   string
		want  string
		reads int
	}
	down := func(p *publication) { p.down = true }
	up := func(p *publication) { p.down = false }
	rotate := func(p *publication) { p.kids = []string{"new"} }
	for name, steps := range map[string][]step{
		"used without reading it again": {
			{0, nil, "old", "good", 1}, {jwks.Fresh - 1, nil, "old", "good", 1}, {1, nil, "old", "good", 2}},
		"a new key is found at once": {
			{0, nil, "old", "good", 1}, {jwks.Pause, rotate, "new", "good", 2}, {0, nil, "old", "unknown", 2}},
		"a key that is missing is looked for once a minute": {
			{0, nil, "guess", "unknown", 1}, {0, nil, "guess2", "unknown", 1}, {jwks.Pause - 1, nil, "guess", "unknown", 1},
			{1, nil, "guess", "unknown", 2}, {1, nil, "guess2", "unknown", 2}, {0, nil, "old", "good", 2}},
		"a withdrawn key is believed until the set is old": {
			{0, nil, "old", "good", 1}, {0, rotate, "old", "good", 1}, {jwks.Fresh, nil, "old", "unknown", 2}},
		"down at first": {
			{0, down, "old", "unverifiable", 1}, {jwks.Retry - 1, nil, "old", "unverifiable", 1}, {0, up, "old", "unverifiable", 1},
			{1, nil, "old", "good", 2}},
		"down for a while": {
			{0, nil, "old", "good", 1}, {jwks.Fresh, down, "old", "good", 2}, {1, nil, "old", "good", 2},
			{jwks.Retry, nil, "old", "good", 3}, {jwks.Stale - jwks.Retry - 2, nil, "old", "good", 4},
			{1, nil, "old", "unverifiable", 4}, {jwks.Retry, nil, "old", "unverifiable", 5}, {jwks.Retry, up, "old", "good", 6}},
		"an unknown key while it is down": {
			{0, nil, "old", "good", 1}, {jwks.Pause, down, "new", "unverifiable", 2}, {0, nil, "new", "unverifiable", 2},
			{0, nil, "old", "good", 2}, {jwks.Retry, up, "new", "unknown", 3}},
		"a clock that is put back": {
			{0, nil, "old", "good", 1}, {-time.Hour, rotate, "new", "good", 2}},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
			p := &publication{kids: []string{"old"}}
			s := jwks.New(p.source, func() time.Time { return now })
			for i, step := range steps {
				now = now.Add(step.after)
				if step.do != nil {
					step.do(p)
				}
				if got := answer(s, step.kid); got != step.want || p.reads != step.reads {
					t.Fatalf("step %d: %s after %d readings, want %s after %d", i+1, got, p.reads, step.want, step.reads)
				}
			}
		})
	}
}

// However many ask at once, the set is read once, and all have the answer.
func TestReadOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		s := jwks.New(func(context.Context) ([]byte, error) {
			reads.Add(1)
			time.Sleep(time.Second)
			return set("a"), nil
		}, time.Now)
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				if got := answer(s, "a"); got != "good" {
					t.Error(got)
				}
			})
		}
		wg.Wait()
		if reads.Load() != 1 {
			t.Errorf("read %d times", reads.Load())
		}
	})
}

// A caller who gives up does not take the others' answer away.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := jwks.New(func(ctx context.Context) ([]byte, error) {
			select {
			case <-time.After(time.Second):
				return set("a"), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}, time.Now)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := s.Keys(ctx, "a", jose.ES256); !errors.Is(err, canonical.ErrUnverifiable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if got := answer(s, "a"); got != "good" {
			t.Error(got)
		}
	})
}

// A source that never answers, and one that breaks down, are sources that are
// down. Meanwhile whoever can do with an old set has it.
func TestBadSources(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		s := jwks.New(func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }, time.Now)
		if got := answer(s, "a"); got != "unverifiable" || time.Since(began) > 5*time.Second {
			t.Error(got, time.Since(began))
		}
		s = jwks.New(func(context.Context) ([]byte, error) { panic("out of order") }, time.Now)
		if got := answer(s, "a"); got != "unverifiable" {
			t.Error(got)
		}

		hang := false
		s = jwks.New(func(ctx context.Context) ([]byte, error) {
			if hang {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return set("a"), nil
		}, time.Now)
		if got := answer(s, "a"); got != "good" {
			t.Fatal(got)
		}
		hang = true
		time.Sleep(jwks.Fresh)
		var waiting sync.WaitGroup
		defer waiting.Wait()
		waiting.Go(func() { answer(s, "a") })
		synctest.Wait()
		began = time.Now()
		if got := answer(s, "a"); got != "good" || time.Since(began) > 0 {
			t.Errorf("%s after %v", got, time.Since(began))
		}
	})
}

func TestFile(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	name := filepath.Join(t.TempDir(), "jwks.json")
	s := jwks.New(jwks.File(name), func() time.Time { return now })
	if got := answer(s, "a"); got != "unverifiable" {
		t.Error("without a file:", got)
	}
	now = now.Add(jwks.Retry)
	write(t, name, set("a"))
	if got := answer(s, "a"); got != "good" {
		t.Error(got)
	}
	now = now.Add(jwks.Fresh)
	write(t, name, []byte(strings.Repeat(" ", 1<<20)+string(set("b"))))
	if got := answer(s, "b"); got != "unverifiable" {
		t.Error("with a huge file:", got)
	}
	if got := answer(s, "a"); got != "good" {
		t.Error("with a huge file, from before:", got)
	}
}

func write(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
