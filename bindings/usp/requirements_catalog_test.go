package usp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

func TestU24_services_have_what_is_required(t *testing.T) {
	s := openSalon(t)
	a := s.agent("rest")
	all := a.ask("usp/services/list", `{}`).list("services")
	for _, item := range a.ask("usp/services/feed", `{"limit":100}`).list("items") {
		all = append(all, item.(map[string]any)["data"])
	}
	all = append(all, a.ask("usp/services/get", `{"service_id":"color"}`).at("service"), a.ask("lookup", `{"ids":["facial"]}`).at("services.0"))
	if len(all) != 24 {
		t.Fatalf("%d services", len(all))
	}
	var r answer
	for _, v := range all {
		for _, member := range []string{"id", "business_id", "name", "type", "duration", "pricing.model", "pricing.currency", "channel.type",
			"policies.cancellation.allowed", "policies.rescheduling.allowed", "policies.booking_window.min_advance", "policies.booking_window.max_advance",
			"policies.booking_window.slot_interval", "policies.confirmation_mode", "policies.requires_payment"} {
			if r.get(v, member) == nil {
				t.Errorf("%v has no %s", r.get(v, "id"), member)
			}
		}
		if r.get(v, "business_id") != org {
			t.Errorf("business_id %v", r.get(v, "business_id"))
		}
		kind := r.get(v, "type")
		if group := kind == "group" || kind == "reservation"; group != (r.get(v, "capacity") != nil) {
			t.Errorf("%v: capacity %v", r.get(v, "id"), r.get(v, "capacity"))
		}
		fixed, span := r.get(v, "duration.fixed"), r.get(v, "duration.range")
		if (fixed == nil) == (span == nil) {
			t.Errorf("%v: duration %v", r.get(v, "id"), r.get(v, "duration"))
		}
	}
}

func TestU25_payment_and_pricing_agree(t *testing.T) {
	var r answer
	seen := map[string]bool{}
	for _, v := range openSalon(t).agent("1.0").ask("usp/services/list", `{}`).list("services") {
		required, timing, model := r.get(v, "policies.requires_payment"), r.get(v, "policies.payment_timing"), r.get(v, "pricing.model")
		seen[fmt.Sprint(timing)] = true
		ok := required == (model != "free") && (timing == nil) == (model == "free") && (r.get(v, "pricing.amount") == nil) == (model == "free") &&
			(timing == "deposit_required") == (r.get(v, "pricing.deposit") != nil)
		if !ok {
			t.Errorf("%v: %v %v %v", r.get(v, "id"), required, timing, r.get(v, "pricing"))
		}
	}
	if len(seen) != 4 {
		t.Errorf("of four ways to pay the salon has %v", seen)
	}
}

func TestU26_unknown_members_are_ignored(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		r := a.ask("usp/services/list", `{"query":"brows","filters":{"shape":"round","type":"appointment"},"context":{"mood":{"good":true},"coordinates":{"latitude":40.7,"longitude":-74}},"novelty":[1]}`)
		if len(r.says("").list("services")) != 7 {
			t.Errorf("%s", r.brief())
		}
	})
}

func TestU27_filters_are_hard_and_words_rank(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		ids := func(arguments string) string {
			var all []string
			for _, v := range a.ask("usp/services/list", arguments).list("services") {
				all = append(all, v.(map[string]any)["id"].(string))
			}
			return strings.Join(all, " ")
		}
		all := ids(`{}`)
		ranked := ids(`{"query":"facial"}`)
		if !strings.HasPrefix(ranked, "facial ") || len(strings.Fields(ranked)) != len(strings.Fields(all)) {
			t.Errorf("a query: %s", ranked)
		}
		for arguments, want := range map[string]string{
			`{"filters":{"type":"group"}}`:                                                                    "runway-masterclass braiding-class",
			`{"filters":{"type":"group","category_id":"hair"}}`:                                               "",
			`{"filters":{"categories":["skin","brows"],"category_id":"hair"}}`:                                "brow-shaping facial",
			`{"filters":{"price":{"min":3000,"max":5000}},"context":{"currency":"USD"}}`:                      "brow-shaping braiding-class",
			`{"query":"facial","filters":{"type":"rental"}}`:                                                  "photo-studio",
			`{"filters":{"type":"com.example.courses"}}`:                                                      "",
			`{"filters":{"location_id":"uptown"}}`:                                                            "",
			`{"filters":{"location_id":"glamour-salon","type":"reservation"}}`:                                "tea-table",
			`{"filters":{"type":"appointment","categories":["hair"],"price":{"max":8500}},"query":"nothing"}`: "haircut consultation",
		} {
			if got := ids(arguments); got != want {
				t.Errorf("%s: %q, want %q", arguments, got, want)
			}
		}
	})
}

func TestU28_cursors_and_pages(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		var walked []string
		cursor := ""
		for range 9 {
			r := a.ask("usp/services/list", fmt.Sprintf(`{"pagination":{"limit":4%s}}`, cursor))
			for _, v := range r.list("services") {
				walked = append(walked, v.(map[string]any)["id"].(string))
			}
			if r.at("pagination.has_more") == false {
				if r.at("pagination.cursor") != nil {
					t.Errorf("a cursor after the last page: %s", r.brief())
				}
				break
			}
			s.wait(61 * time.Second) // it is good for a minute at least
			cursor = fmt.Sprintf(`,"cursor":%q`, r.string("pagination.cursor"))
		}
		if len(walked) != 11 || len(slices.Compact(slices.Sorted(slices.Values(walked)))) != 11 {
			t.Errorf("pages of four come to %v", walked)
		}
		day := `{"service_id":"haircut","start_date":"2026-03-18","end_date":"2026-03-20"`
		first := a.ask("usp/availability/query", day+`}`)
		if n := len(first.list("slots")); n != 50 || first.at("pagination.has_more") != true {
			t.Fatalf("a page of %d slots: %s", n, first.brief())
		}
		second := a.ask("usp/availability/query", day+fmt.Sprintf(`,"cursor":%q}`, first.string("pagination.cursor")))
		if len(second.list("slots")) == 0 || second.at("slots.0.id") == first.at("slots.49.id") || second.string("slots.0.start") < first.string("slots.49.start") {
			t.Errorf("the second page: %s", second.brief())
		}
		for _, bad := range []string{"never-issued", first.string("pagination.cursor") + "x"} {
			a.ask("usp/availability/query", day+fmt.Sprintf(`,"cursor":%q}`, bad)).fails("cursor_expired", 400, -32602)
		}
		a.ask("usp/services/list", fmt.Sprintf(`{"pagination":{"cursor":%q}}`, first.string("pagination.cursor"))).fails("cursor_expired", 400, -32602)
	})
}

func TestU29_one_slot_per_combination(t *testing.T) {
	a := openSalon(t).agent("1.0")
	var at12 []string
	for _, v := range a.slots("haircut", "2026-03-18") { // Ava and Noor, each on either of two chairs
		v := v.(map[string]any)
		if v["start"] == "2026-03-18T12:00:00-04:00" {
			at12 = append(at12, v["id"].(string))
		}
	}
	want := []string{
		slot("ava-brooks", "chair-mirror", "2026-03-18 12:00"), slot("ava-brooks", "chair-window", "2026-03-18 12:00"),
		slot("noor-haddad", "chair-mirror", "2026-03-18 12:00"), slot("noor-haddad", "chair-window", "2026-03-18 12:00"),
	}
	if slices.Sort(at12); !slices.Equal(at12, want) {
		t.Errorf("at noon: %v, want %v", at12, want)
	}
}

func TestU30_slots_ascend(t *testing.T) {
	a := openSalon(t).agent("rest")
	for _, service := range []string{"haircut", "photo-studio", "tea-table", "runway-masterclass"} {
		last := ""
		for _, v := range a.slots(service, "2026-03-21") {
			start := v.(map[string]any)["start"].(string)
			if start < last {
				t.Errorf("%s: %s after %s", service, start, last)
			}
			last = start
		}
		if last == "" {
			t.Errorf("%s has no slots", service)
		}
	}
}

// The nights on which clocks change, in a salon that is open through them:
// no start that does not exist, and the hour that comes twice comes twice.
func TestU31_starts_exist_and_carry_offsets(t *testing.T) {
	f := file(t)
	for _, p := range f.Providers {
		if p["id"] == "june-park" {
			p["windows"] = []any{map[string]any{"days": []string{"sat", "sun"}, "from": "22:00", "to": "06:00"}}
		}
	}
	f.Organization["policies"].(map[string]any)["max_advance"] = 300
	s := openAs(t, written(t, f))
	a := s.agent("1.0")
	s.wait(time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC).Sub(s.now()))
	var autumn []string
	for _, v := range a.slots("brow-shaping", "2026-11-01") {
		autumn = append(autumn, v.(map[string]any)["start"].(string))
	}
	for _, want := range []string{"2026-11-01T00:30:00-04:00", "2026-11-01T01:00:00-04:00", "2026-11-01T01:30:00-04:00", "2026-11-01T01:00:00-05:00", "2026-11-01T01:30:00-05:00", "2026-11-01T02:00:00-05:00"} {
		if !slices.Contains(autumn, want) {
			t.Errorf("no start at %s in %v", want, autumn)
		}
	}
	s.wait(time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC).Sub(s.now()))
	for _, v := range a.slots("brow-shaping", "2027-03-14") {
		start := v.(map[string]any)["start"].(string)
		if strings.HasPrefix(start, "2027-03-14T02") {
			t.Errorf("a start at %s, which no clock shows", start)
		}
		at, err := time.Parse(time.RFC3339, start)
		if err != nil || at.In(canonical.Zone("America/New_York")).Format(time.RFC3339) != start {
			t.Errorf("%s: %v", start, err)
		}
	}
	a.book("brow-shaping", "june-park..20270314T070000Z", "").is("booking.slot.start", "2027-03-14T03:00:00-04:00") // 02:00 to those who counted labels
}

func TestU32_checked_again_when_booked(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		at := slot("june-park", "", "2026-03-18 09:00")
		a.book("brow-shaping", at, "").is("booking.status", "confirmed")
		a.rival().book("brow-shaping", at, "").says("slot_unavailable")
		a.book("brow-shaping", slot("june-park", "", "2026-03-18 09:10"), "").says("slot_unavailable") // overlaps
		a.book("brow-shaping", slot("june-park", "", "2026-03-18 20:00"), "").says("slot_unavailable") // closed
		a.book("brow-shaping", slot("june-park", "", "2026-03-15 09:00"), "").says("booking_window_violated")
		a.book("brow-shaping", slot("june-park", "", "2026-06-15 09:00"), "").says("booking_window_violated")
		a.book("brow-shaping", "not a slot of ours", "").says("slot_unavailable")
	})
}

func TestU33_nothing_stale(t *testing.T) {
	s := openSalon(t)
	a := s.agent("1.0")
	at := slot("june-park", "", "2026-03-18 09:00")
	if !a.offers("brow-shaping", "2026-03-18", at) {
		t.Fatal("the slot is not there at all")
	}
	made := a.book("brow-shaping", at, "")
	if a.offers("brow-shaping", "2026-03-18", at) {
		t.Error("a booked slot is offered")
	}
	a.cancel(made.string("booking.id"))
	if !a.offers("brow-shaping", "2026-03-18", at) {
		t.Error("a slot that was given back is not offered")
	}
	f := file(t)
	for _, v := range f.Services {
		if v["id"] == "brow-shaping" {
			v["name"] = "Brows"
		}
	}
	s.load(written(t, f))
	a.ask("usp/services/get", `{"service_id":"brow-shaping"}`).is("service.name", "Brows")
	for _, path := range []string{"/services/brow-shaping", "/bookings/" + made.string("booking.id")} {
		if r := s.document(path); r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %v", path, r.header)
		}
	}
}

func TestU34_range_too_wide(t *testing.T) {
	each(t, func(t *testing.T, s *salon, a agent) {
		a.ask("usp/availability/query", `{"service_id":"haircut","start_date":"2026-03-17","end_date":"2026-04-16"}`).says("")
		a.ask("usp/availability/query", `{"service_id":"haircut","start_date":"2026-03-17","end_date":"2026-04-17"}`).fails("range_too_wide", 422, -32602)
	})
}

func TestU85_lookup_takes_many_once_each(t *testing.T) {
	a := openSalon(t).agent("rest")
	var ids []string
	for i := range 60 {
		ids = append(ids, fmt.Sprintf(`"gone-%d"`, i))
	}
	ids = append(ids, `"facial"`, `"haircut"`, `"facial"`)
	r := a.ask("lookup", `{"ids":[`+strings.Join(ids, ",")+`]}`)
	if len(r.list("services")) != 2 || len(r.list("messages")) != 60 {
		t.Fatalf("%d services, %d messages: %s", len(r.list("services")), len(r.list("messages")), r.brief())
	}
	r.is("messages.7.code", "service_not_found", "messages.7.type", "warning", "messages.7.path", "$.ids[7]")
}
