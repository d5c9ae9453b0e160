package selfe_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hora/canonical"
)

func TestR_M1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1")
		offer := g.offers()[0].OfferID
		c.store.forget()
		same := g.as(func(c *caller) { c.message = "once" })
		answers := make([]answer, 64)
		var wg sync.WaitGroup
		for i := range answers {
			wg.Go(func() {
				who := same.as(func(c *caller) { c.v1 = c.v1 != (i%2 == 1) }) // either version's spelling is the same message
				answers[i] = who.book(offer)
			})
		}
		wg.Wait()
		answers = append(answers, same.book(offer))
		c.start()
		answers = append(answers, same.book(offer))
		for _, a := range answers {
			if a.kind != "task" || a.id != answers[0].id || a.data != answers[0].data || a.state != "completed" {
				t.Fatalf("%v\nand\n%v", a, answers[0])
			}
		}
		if n := c.bookings(); n != 1 {
			t.Errorf("%d bookings", n)
		}
	})
}

// bookings counts those that were made since the store was told to forget.
func (w *world) bookings() (n int) { return w.store.wrote("BKG#") }

// The answer was lost on the way to the desk: the same message gets it.
func TestLostAnswer(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1").as(func(c *caller) { c.message = "once" })
		offer := c.guest("guest-1").offers()[0].OfferID
		c.store.forget()
		c.store.set(func(f *faulty) {
			f.commits = func(w []canonical.Write) (bool, error) {
				if booking(w) {
					f.commits = nil
					return true, canonical.ErrUnknown
				}
				return false, nil
			}
		})
		first := g.book(offer) // what the store did is seen by reading again
		if first.state != "completed" {
			t.Errorf("%v", first)
		}
		if again := g.book(offer); again.id != first.id || again.state != "completed" || c.bookings() != 1 {
			t.Errorf("%v, %d bookings", again, c.bookings())
		}
	})
}

// booking says whether a commit makes one.
func booking(writes []canonical.Write) bool {
	for _, w := range writes {
		if strings.HasPrefix(w.Partition, "BKG#") {
			return true
		}
	}
	return false
}

func TestR_M2(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		g := c.guest("guest-1")
		offers := g.offers()
		once := g.as(func(c *caller) { c.message = "once" })
		if a := once.book(offers[0].OfferID); a.state != "completed" {
			t.Fatal(a)
		}
		c.store.forget()
		for _, v1 := range []bool{true, false} {
			changed := once.as(func(c *caller) { c.v1 = v1 })
			a := changed.book(offers[1].OfferID)
			c.refused(a, -32602, "MESSAGE_ID_REUSED")
			if a.about["messageId"] != "once" && !strings.Contains(a.body, `"messageId":"once"`) {
				t.Errorf("%v", a)
			}
			c.refused(changed.say("stays"), -32602, "MESSAGE_ID_REUSED")
			c.refused(changed.as(func(c *caller) { c.context = "elsewhere" }).book(offers[0].OfferID), -32602, "MESSAGE_ID_REUSED")
		}
		if n := c.store.writes(); n > 0 {
			t.Errorf("%d writes", n)
		}
		// Neither is a question asked twice under one id.
		asked := g.as(func(c *caller) { c.message = "question" })
		first := asked.say("stays")
		if again := asked.as(func(c *caller) { c.v1 = !c.v1 }).say("stays"); again.id != first.id || again.data != first.data {
			t.Errorf("%v\nwas\n%v", again, first)
		}
		c.refused(asked.say("tables"), -32602, "MESSAGE_ID_REUSED")
	})
}

func TestR_M3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		seen := map[string]bool{}
		for _, name := range []string{"guest-1", "guest-2"} {
			a := c.guest(name).as(func(c *caller) { c.message = "mine" }).say("stays for " + name)
			if a.kind != "task" || seen[a.id] {
				t.Errorf("%v", a)
			}
			seen[a.id] = true
		}
	})
}

// lost books for a guest while the store keeps its answer to itself, and the
// reading after it as well: nobody knows what became of the booking.
func (c *caller) lost(name string) (a answer, offer string) {
	c.Helper()
	g := c.guest(name)
	offer = g.offers()[0].OfferID
	c.store.set(func(f *faulty) {
		f.commits = func(w []canonical.Write) (bool, error) {
			if !booking(w) {
				return false, nil
			}
			f.loads = errors.New("the network is gone")
			return true, canonical.ErrUnknown
		}
	})
	a = g.book(offer)
	c.store.heal()
	return a, offer
}

func TestR_U1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		c.store.forget()
		a, spent := c.lost("guest-1")
		b := a.booked(t)
		if a.state != "working" || b.Booked != nil || b.Reason != "outcome_unknown" || b.Review != "claimed" || b.Retry == nil || *b.Retry {
			t.Errorf("%v", a)
		}
		if a.data != `{"booked":null,"reason":"outcome_unknown","review":"claimed","retry":false}` || a.parts != "data text" {
			t.Errorf("%v", a)
		}
		g := c.guest("guest-1")
		var fresh []string
		for _, o := range c.offers() { // the same room, dates and guest, by another offer
			fresh = append(fresh, o.OfferID)
		}
		again := g.book(fresh[0])
		if again.id != a.id {
			t.Errorf("a fresh offer: %v\nwas\n%v", again, a)
		}
		// The very offer, by another message, is no other request either.
		if again := g.book(spent); again.id != a.id {
			t.Errorf("the same offer: %v\nwas\n%v", again, a)
		}
		if n := c.bookings(); n != 1 {
			t.Errorf("%d bookings", n)
		}
	})
}

// died loses the process between claim and booking: nothing is booked, and
// nobody knows.
func (c *caller) died(name string) answer {
	c.Helper()
	g := c.guest(name)
	offer := g.offers()[0].OfferID
	c.store.set(func(f *faulty) {
		f.commits = func(w []canonical.Write) (bool, error) {
			if !booking(w) {
				return false, nil
			}
			f.loads = errors.New("the network is gone")
			return false, canonical.ErrUnknown
		}
	})
	a := g.book(offer)
	c.store.heal()
	return a
}

func TestR_U2(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		booked, _ := c.lost("guest-1")
		absent := c.died("guest-2")
		for _, a := range []answer{booked, absent} {
			if a.state != "working" {
				t.Errorf("%v", a)
			}
		}
		c.start()
		c.turn(20 * time.Minute) // past the life of the offers
		if a := c.guest("guest-1").about("get", byID(booked.id)); a.state != "completed" || !*a.booked(t).Booked {
			t.Errorf("found booked: %v", a)
		}
		if _, err := c.engine.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		a := c.guest("guest-2").about("get", byID(absent.id))
		if b := a.booked(t); a.state != "failed" || *b.Booked || b.Reason != "not_carried_out" {
			t.Errorf("proven absent: %v", a)
		}
		c.store.forget()
		again := c.guest("guest-2")
		if a := again.book(again.offers()[0].OfferID); a.state != "completed" || c.bookings() != 1 {
			t.Errorf("the claim is not released: %v", a)
		}
	})
}
