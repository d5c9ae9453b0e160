package main

import (
	"log/slog"
	"testing"
	"time"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
)

func TestTidy(t *testing.T) {
	dir := t.TempDir()
	if code, _, err := command(t, "load", "--data", dir, demoFile("taller-24h")); code != done {
		t.Fatal(err)
	}
	store, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	desk, sweeper := boot.Desk(boot.Parts{Store: store, Clock: clock, Acts: []engine.Acts{engine.Appointments}, Log: slog.New(slog.DiscardHandler)})
	do := func(c canonical.Command) canonical.Outcome {
		return desk.Do(t.Context(), canonical.Request{Meta: canonical.Meta{Organization: "taller-24h", Binding: "servicialo", Message: "m1"}, Command: c})
	}
	out := do(canonical.Book{Service: "revision", Start: now.Add(48 * time.Hour), Client: canonical.Client{Email: "ana@example.com"}, Tentative: true})
	b, ok := out.Result.(canonical.Booking)
	if !ok || b.State() != canonical.Requested {
		t.Fatalf("%+v", out)
	}
	stale := canonical.Record{StoreKey: canonical.MessageKey("taller-24h", "stale"), Body: []byte("{}"), Expires: now.Add(time.Hour)}
	if err := store.Commit(t.Context(), canonical.Write{Record: stale}); err != nil {
		t.Fatal(err)
	}
	state := func() canonical.State {
		var kept canonical.Booking
		get(t, store, canonical.BookingKey(b.ID), &kept)
		return kept.State()
	}
	tidyOnce(t.Context(), sweeper, store, clock, slog.New(slog.DiscardHandler))
	if got := state(); got != canonical.Requested {
		t.Errorf("before its time the request is %s", got)
	}
	if version(t, store, stale.StoreKey) == 0 {
		t.Error("a record was purged before it expired")
	}
	now = now.Add(25 * time.Hour)
	tidyOnce(t.Context(), sweeper, store, clock, slog.New(slog.DiscardHandler))
	if got := state(); got != canonical.Cancelled {
		t.Errorf("a request that nobody confirmed is %s", got)
	}
	if version(t, store, stale.StoreKey) != 0 {
		t.Error("an expired record was left")
	}
}
