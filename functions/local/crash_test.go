package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/bolt"
)

// A desk is killed in the middle of a thousand bookings. Every booking that it
// acknowledged is there afterwards, with all that belongs to it, and nothing
// is there that belongs to no booking.
func TestKill(t *testing.T) {
	const bookings, callers, before = 1000, 16, 400
	dir := t.TempDir()
	clock := []string{"--now", "2026-03-30T09:00:00-03:00"}
	p := desk(t, dir, clock...)

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	wanted := make(chan string)
	go func() {
		defer close(wanted)
		starts := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		for i := range bookings {
			body := fmt.Sprintf(`{"serviceId": "revision", "providerId": "turno-%s", "scheduledAt": "%s", "clientEmail": "c%d@example.com"}`,
				[]string{"norte", "sur"}[i%2], starts.Add(time.Duration(i/2)*15*time.Minute).Format(time.RFC3339), i%40)
			select {
			case wanted <- body:
			case <-ctx.Done():
				return
			}
		}
	}()
	var mu sync.Mutex
	var acknowledged []string
	var wg sync.WaitGroup
	enough := make(chan struct{})
	for range callers {
		wg.Go(func() {
			for body := range wanted {
				id, ok := bookOver(p.url, body)
				if !ok {
					return // the desk is gone, or the test is about to say why not
				}
				mu.Lock()
				acknowledged = append(acknowledged, id)
				if len(acknowledged) == before {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	select {
	case <-enough:
	case <-time.After(time.Minute):
		t.Fatalf("the desk is too slow, or refuses:\n%s", p.err.String())
	}
	p.end(t, syscall.SIGKILL)
	wg.Wait()
	stop()
	if n := len(acknowledged); n < before || n == bookings {
		t.Fatalf("%d bookings were acknowledged: it was not killed in the middle", n)
	}

	kept := inventory(t, dir)
	for _, id := range acknowledged {
		if !kept[id] {
			t.Errorf("booking %s was acknowledged and is gone", id)
		}
	}
	t.Logf("%d acknowledged, %d kept", len(acknowledged), len(kept))

	again := desk(t, dir, clock...)
	header := http.Header{"X-Org-Api-Key": {"demo-key"}, "Content-Type": {"application/json"}}
	for _, id := range acknowledged {
		if status, body := call(t, http.MethodPost, again.url+"/api/servicialo/taller-24h/sessions/"+id+"/cancel", header.Clone(), "{}"); status != http.StatusOK {
			t.Fatalf("booking %s cannot be cancelled: status %d: %s", id, status, body)
		}
	}
}

// bookOver books over HTTP and answers the id of the session, if there is one.
func bookOver(url, body string) (id string, ok bool) {
	answer, err := http.Post(url+"/api/servicialo/taller-24h/book", "application/json", strings.NewReader(body))
	if err != nil {
		return "", false
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusCreated {
		return "", false
	}
	var made struct {
		Session struct {
			ID string `json:"id"`
		} `json:"session"`
	}
	if err := json.Unmarshal(b, &made); err != nil {
		return "", false
	}
	return made.Session.ID, made.Session.ID != ""
}

// inventory looks at everything a killed desk left behind and reports halves:
// a booking that lacks any of its records, a record whose booking is missing,
// and time that two bookings take. It answers the bookings there are.
func inventory(t *testing.T, dir string) map[string]bool {
	t.Helper()
	const slug = "taller-24h"
	store, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	kept := map[string]bool{}
	busy := map[string]int{} // booking -> claims in its calendars
	for _, provider := range []string{"turno-norte", "turno-sur"} {
		taken := map[string]string{}
		for _, r := range list(t, store, canonical.ProviderCalendar(slug, provider)) {
			for id, interval := range r.Parts {
				if other := taken[interval]; other != "" {
					t.Errorf("%s: %s and %s take %s", provider, id, other, interval)
				}
				taken[interval] = id
				busy[id]++
			}
		}
	}
	for _, entry := range list(t, store, canonical.OrganizationKey(slug).Partition+"#BKG") {
		_, id, _ := strings.Cut(entry.Sort, "#")
		kept[id] = true
		var b canonical.Booking
		get(t, store, canonical.BookingKey(id), &b)
		if b.ID != id || b.State() != canonical.Scheduled || len(b.Claims) != 1 || busy[id] != 1 {
			t.Errorf("booking %s is %s with %d claims, of which %d are in a calendar", b.ID, b.State(), len(b.Claims), busy[id])
		}
		day, hash := canonical.DateOf(b.Start, time.UTC), b.Client.Hash()
		for _, k := range []canonical.StoreKey{
			canonical.DayIndexKey(slug, day, id), canonical.ClientIndexKey(slug, hash, day, id), canonical.ClientKey(slug, hash),
			canonical.OrderKey(slug, b.Order), canonical.SaleKey(slug, b.Sale),
		} {
			if version(t, store, k) == 0 {
				t.Errorf("booking %s has no %s", id, k.Partition)
			}
		}
	}
	for id := range busy {
		if !kept[id] {
			t.Errorf("%s takes time and is no booking", id)
		}
	}
	return kept
}

func list(t *testing.T, s *bolt.Store, partition string) []canonical.Record {
	t.Helper()
	records, _, err := s.List(t.Context(), canonical.Range{Partition: partition})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func get(t *testing.T, s *bolt.Store, k canonical.StoreKey, v any) {
	t.Helper()
	r, err := s.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(r[0].Body, v); err != nil {
		t.Fatalf("%s: %v", k.Partition, err)
	}
}
