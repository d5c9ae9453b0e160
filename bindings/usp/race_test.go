package usp_test

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hora/bindings"
	"hora/bindings/servicialo"
	"hora/canonical"
)

// rounds is how often a race is run: some times in every test run, many in a
// soak.
func rounds(few, many int) int {
	if os.Getenv("HORA_SOAK") != "" {
		return many
	}
	return few
}

// A neighbour books at the same desk in another dialect.
type neighbour struct {
	*salon
	mux *http.ServeMux
}

func (s *salon) neighbour() neighbour {
	n := neighbour{s, http.NewServeMux()}
	for _, r := range servicialo.New("https://desk.example").Routes() {
		n.mux.Handle(r.Method+" "+r.Pattern, bindings.Handler(r, s.desk, slog.New(slog.DiscardHandler)))
	}
	return n
}

// book answers with the status of HTTP: 201, or 409 for a slot that is taken.
func (n neighbour) book(service, provider string, start time.Time, email string) int {
	body := fmt.Sprintf(`{"serviceId":%q,"providerId":%q,"scheduledAt":%q,"clientEmail":%q,"clientName":"Bo"}`, service, provider, start.Format(time.RFC3339), email)
	q := httptest.NewRequest("POST", "/api/servicialo/"+org+"/book", strings.NewReader(body))
	q.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	n.mux.ServeHTTP(w, q)
	return w.Code
}

// The desk is one: what USP holds nobody books in another dialect, and what is
// booked there is gone here.
func TestNeighbours(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at, n := time.Date(2026, 3, 18, 14, 0, 0, 0, time.UTC), s.neighbour()
		here := slot("june-park", "", "2026-03-18 10:00")
		held := a.hold("brow-shaping", here).says("")
		if got := n.book("brow-shaping", "june-park", at, "bo@example.com"); got != http.StatusConflict {
			t.Errorf("booked what is held: %d", got)
		}
		a.free(held.string("hold.id")).says("")
		if got := n.book("brow-shaping", "june-park", at, "bo@example.com"); got != http.StatusCreated {
			t.Errorf("not booked, though nobody holds it any more: %d", got)
		}
		a.hold("brow-shaping", here).says("slot_unavailable")
		a.book("brow-shaping", here, "").says("slot_unavailable")
		if a.offers("brow-shaping", "2026-03-18", here) {
			t.Error("what is booked is still offered")
		}
	})
}

// Whoever asks for one slot at once, in whichever dialect and whether to book or
// to hold it: one has it, and all others are told that it is taken.
func TestRace(t *testing.T) {
	const racers = 64
	s := openSalon(t)
	n := s.neighbour()
	for round := range rounds(20, 200) {
		local := time.Date(2026, 3, 17+round/18, 9, round%18*30, 0, 0, canonical.Zone("America/New_York"))
		id := canonical.SlotRef{Provider: "june-park", Start: local}.String()
		var held atomic.Pointer[string]
		ends := together(racers, func(i int) string {
			switch a := s.agent(transports[i%3]); {
			case i%2 == 0:
				return fmt.Sprint(n.book("brow-shaping", "june-park", local, fmt.Sprintf("bo%d@example.com", i)))
			case i%4 == 1:
				r := a.rival().hold("brow-shaping", id)
				if h, ok := r.at("hold.id").(string); ok {
					held.Store(&h)
				}
				return r.end()
			default:
				return a.book("brow-shaping", id, "").end()
			}
		})
		had := ends[""] + ends["201"]
		if told := ends["slot_unavailable"] + ends["409"]; had != 1 || told != racers-1 {
			t.Fatalf("round %d ended %v", round, ends)
		}
		if h := held.Load(); h != nil { // nobody may hold many
			s.agent("rest").rival().free(*h).says("")
		}
	}
}

// A class of 300 seats: none of them stays empty and none is sold twice, and
// whoever gets none is told that it is full.
func TestFullHouse(t *testing.T) {
	const seats, callers = 300, 400
	s := openSalon(t)
	at := slot("lena-ortiz", "hall", "2026-03-21 10:00")
	ends := together(callers, func(i int) string {
		return s.agent(transports[i%3]).book("runway-masterclass", at, "").end()
	})
	if want := map[string]int{"": seats, "slot_unavailable": callers - seats}; !maps.Equal(ends, want) {
		t.Errorf("ended %v, want %v", ends, want)
	}
	if s.agent("rest").offers("runway-masterclass", "2026-03-21", at) {
		t.Error("a full class is still offered")
	}
}

// end is all codes of an answer: empty for one that did what was asked.
func (r *answer) end() string {
	if r.data == nil || r.code != "" {
		return "failed: " + r.code
	}
	return r.codes()
}

// together lets n callers go at once and counts what they were told.
func together(n int, f func(i int) string) map[string]int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	gate, ends := make(chan struct{}), map[string]int{}
	for i := range n {
		wg.Go(func() {
			<-gate
			end := f(i)
			mu.Lock()
			ends[end]++
			mu.Unlock()
		})
	}
	close(gate)
	wg.Wait()
	return ends
}
