package a2a_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

const (
	kine      = "cmiofy3o7005zus0wvsk0xqdc"
	lactancia = "cmiofz81v00fdus0wfmw2tav9"
)

// booked is the data part that books kinesiology for somebody.
func booked(start, email string) string {
	return `{"operation":"book","arguments":{"service":"` + kine + `","start":"` + start + `","client":{"email":"` + email + `"}}}`
}

// count is how many bookings there are of a day, counted by the starts that
// are no longer free.
func (d *desk) taken(t *testing.T, date canonical.Date) int {
	t.Helper()
	out := d.Do(t.Context(), canonical.Request{Command: canonical.FindSlots{Service: kine, From: date, Days: 1}, Meta: canonical.Meta{Organization: "clinica-demo", Binding: "a2a"}})
	if out.Err != nil {
		t.Fatal(out.Err)
	}
	return 9 - len(out.Result.(canonical.Slots).Slots)
}

// One message in the spelling of both versions, sent at once by 64 callers:
// one booking, one task, and an answer for each in its own version.
func TestOneMessageInBothVersions(t *testing.T) {
	for _, key := range []string{"", "demo-platform-2"} {
		t.Run("key "+key, func(t *testing.T) {
			d := open(t)
			var all sync.Map
			var wg sync.WaitGroup
			for i := range 64 {
				wg.Go(func() {
					a := &agent{T: t, desk: d, v1: i%2 == 1, path: "/orgs/clinica-demo/a2a", key: key}
					got := a.send("one", a.part("data", booked("2026-04-01T10:00:00-03:00", "ana@mail.com")))
					if got.state != "task completed" {
						t.Errorf("caller %d: %s", i, got.body)
						return
					}
					all.Store(got.task+" "+got.at(t, "booking.id"), true)
				})
			}
			wg.Wait()
			n := 0
			all.Range(func(any, any) bool { n++; return true })
			if taken := d.taken(t, "2026-04-01"); n != 1 || taken != 1 {
				t.Errorf("%d tasks and bookings, %d starts taken", n, taken)
			}
		})
	}
}

// The same id with other content is refused, in either version, and nothing is
// done; for somebody else it is another id.
func TestMessageReused(t *testing.T) {
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		a := &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a", key: "demo-platform-2"}
		a.send("one", a.part("data", booked("2026-04-01T10:00:00-03:00", "ana@mail.com")))
		a.context = ""
		if got := a.send("one", a.part("data", booked("2026-04-01T11:00:00-03:00", "ana@mail.com"))); got.code != -32602 {
			t.Errorf("another time: %s", got.body)
		}
		other := &agent{T: t, desk: d, v1: !v1, path: "/orgs/clinica-demo/a2a", key: "demo-platform-2"}
		if got := other.send("one", other.part("data", booked("2026-04-01T11:00:00-03:00", "ana@mail.com"))); got.code != -32602 {
			t.Errorf("another time, in the other version: %s", got.body)
		}
		if n := d.taken(t, "2026-04-01"); n != 1 {
			t.Errorf("%d starts taken", n)
		}
		stranger := &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a", key: "demo-business"}
		if got := stranger.send("one", stranger.part("data", booked("2026-04-01T11:00:00-03:00", "ana@mail.com"))); got.state != "task completed" {
			t.Errorf("somebody else: %s", got.body)
		}
	})
}

// A booking in Servicialo's words is one message at its own door and at the
// front door, whichever hears it first and whoever is known to send it.
func TestServicialoAtBothDoors(t *testing.T) {
	const data = `{"intent":"book_session","params":{"serviceId":"` + kine + `","scheduledAt":"2026-04-01T10:00:00-03:00","clientEmail":"ana@mail.com"}}`
	type sender struct {
		name string
		send func(t *testing.T, d *desk, key string) string // answers with the booking's id
	}
	own := sender{"its own door", func(t *testing.T, d *desk, key string) string {
		w := d.servicialo(t, key, `{"kind":"message","role":"user","messageId":"one","parts":[{"kind":"data","data":`+data+`}]}`)
		var m struct {
			Result wireMessage `json:"result"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		_, v := read(&m.Result)
		got := answered{data: v, body: w.Body.Bytes()}
		return got.at(t, "result.session.id")
	}}
	front := func(v1 bool) sender {
		return sender{fmt.Sprint("the front door, 1.0: ", v1), func(t *testing.T, d *desk, key string) string {
			a := &agent{T: t, desk: d, v1: v1, path: "/a2a", key: key, metadata: `{"organization":"clinica-demo"}`}
			got := a.send("one", a.part("data", data))
			return got.at(t, "result.session.id")
		}}
	}
	doors := []sender{own, front(false), front(true)}
	for _, keys := range [][2]string{{"", ""}, {"demo-key", "demo-key"}, {"", "demo-key"}} {
		for _, first := range doors {
			d := open(t)
			made := first.send(t, d, keys[0])
			for _, again := range doors {
				if got := again.send(t, d, keys[1]); got != made {
					t.Errorf("keys %q, first through %s, then through %s: another booking", keys, first.name, again.name)
				}
			}
			if n := d.taken(t, "2026-04-01"); n != 1 {
				t.Errorf("keys %q, first through %s: %d starts taken", keys, first.name, n)
			}
		}
	}
}

// servicialo sends a message through the dialect's own door.
func (d *desk) servicialo(t *testing.T, key, message string) *httptest.ResponseRecorder {
	t.Helper()
	q := httptest.NewRequest("POST", "/api/servicialo/clinica-demo/a2a", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":`+message+`}}`))
	q.Header = http.Header{"Content-Type": {"application/json"}}
	if key != "" {
		q.Header.Set("X-Org-Api-Key", key)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, q)
	return w
}

// A text that is sent again is not said twice.
func TestWordsSentAgain(t *testing.T) {
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		a := &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a"}
		first := a.send("m1", a.part("text", `"Quiero una hora de lactancia"`))
		b := &agent{T: t, desk: d, v1: !v1, path: "/orgs/clinica-demo/a2a"}
		if again := b.send("m1", b.part("text", `"Quiero una hora de lactancia"`)); again.task != first.task || again.text != first.text {
			t.Errorf("%s\nthen %s", first.body, again.body)
		}
		a.text("mañana a las 10:00")
		a.text("ana@mail.com")
		done := a.send("yes", a.part("text", `"sí"`))
		a.task, a.waiting = done.task, true // a client that did not hear the answer
		if again := a.send("yes", a.part("text", `"sí"`)); again.state != "task completed" || again.at(t, "booking.id") != done.at(t, "booking.id") {
			t.Errorf("%s\nthen %s", done.body, again.body)
		}
		if got := a.send("more", a.part("text", `"sí"`)); got.code != 0 && got.code != -32004 {
			t.Errorf("more: %s", got.body)
		}
		if n := d.taken(t, "2026-03-31"); n != 1 {
			t.Errorf("%d starts taken", n)
		}
	})
}

func sorted(all ...string) []string { return slices.Sorted(slices.Values(all)) }

// A task that was made in a guest's words is found at the front door like any
// other, and said again in them.
func TestTaskInServicialosWords(t *testing.T) {
	const data = `{"intent":"book_session","params":{"serviceId":"` + kine + `","scheduledAt":"2026-04-01T10:00:00-03:00","clientEmail":"ana@mail.com"}}`
	versions(t, func(t *testing.T, v1 bool) {
		for _, key := range []string{"", "demo-platform-2"} {
			a := &agent{T: t, desk: open(t), v1: v1, path: "/orgs/clinica-demo/a2a", key: key}
			made := a.data(data)
			if got := a.about("get"); got.state != "task completed" || got.text != made.text || !strings.Contains(got.text, "DataPart") || string(got.data) != string(made.data) {
				t.Errorf("key %q: %s\nfirst: %s", key, got.body, made.body)
			}
			other := &agent{T: t, desk: a.desk, v1: !v1, path: "/a2a", key: key, task: made.task}
			if got := other.about("get"); got.text != made.text {
				t.Errorf("key %q, in the other version: %s", key, got.body)
			}
		}
	})
}
