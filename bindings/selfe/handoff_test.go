package selfe_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

func TestR_H1(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		h := c.offers()[0].Handle
		for _, who := range []*caller{c, c.guest("guest-1")} {
			r := who.handoff(pheasant, h, "stay").handed(t)
			if !r.Available || !strings.HasPrefix(r.ReviewURL, public+"/registry/review?t=") || r.Section != "stay" {
				t.Errorf("%+v", r)
			}
		}
	})
}

// Every published place hands off what it has, in each of its sections.
func TestR_H2(t *testing.T) {
	w := open(t)
	found, _, err := w.store.List(t.Context(), canonical.Range{Partition: canonical.RegistryKey(catalogue).Partition})
	w.must(err)
	venues := 0
	for _, r := range found {
		if r.StoreKey == canonical.RegistryKey(catalogue) {
			continue
		}
		p := read[canonical.Place](t, r.Body)
		if !p.Listed() {
			continue
		}
		venues++
		c := w.caller(venues%2 == 0)
		for _, section := range p.Sections {
			c.remote = fmt.Sprintf("192.0.2.%d", venues)
			option := c.option(p.Entity, section)
			if a := c.handoff(p.Entity, option, string(section)).handed(t); !a.Available {
				t.Errorf("%s, %s: %+v", p.Name, section, a)
			}
		}
	}
	if venues < 20 {
		t.Errorf("%d venues", venues)
	}
}

// option is the handle of what a place has in a section on some day soon.
func (c *caller) option(venue string, section canonical.Section) string {
	c.Helper()
	first := canonical.DateOf(c.now(), time.UTC)
	for day := 2; day < 40; day++ {
		in, out := first.AddDays(day), ""
		if section == canonical.SectionStay {
			out = `,"checkOut":"` + string(in.AddDays(4)) + `"`
		}
		a := c.do("match", fmt.Sprintf(`{"places":[{"entityId":%q}],"section":%q,"stay":{"checkIn":%q%s},"party":{"adults":2}}`, venue, section, in, out))
		for _, o := range a.found(c).Results[0].Offers {
			if o.Handle != "" {
				return o.Handle
			}
		}
	}
	c.Errorf("%s has nothing in %s", venue, section)
	return aHandle
}

func TestR_H3(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		h := c.offers()[0].Handle
		a := c.handoff(pheasant, h, "")
		c.refused(a, -32602, "")
		if a.fields != "message.parts[0].data.arguments.section" {
			t.Errorf("fields %s", a.fields)
		}
		a = c.handoff(pheasant, h, "do")
		c.refused(a, -32602, "")
		if a.fields != "message.parts[0].data.arguments.section" {
			t.Errorf("fields %s", a.fields)
		}
		c.refused(c.handoff(pheasant, h, "eat"), -32602, "OFFER_INVALID") // it is an offer of a stay
		one := c.do("match", `{"places":[{"name":"Latrigg House"}],`+march+`}`).found(t).Results[0]
		if r := c.handoff(one.Entity, one.Offers[0].Handle, "").handed(t); !r.Available || r.Section != "stay" {
			t.Errorf("a venue of one section: %+v", r)
		}
	})
}

func TestR_H4(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		h := c.offers()[0].Handle
		want := `{"available":false,"booked":false,"reason":"listing_unavailable"}`
		for _, venue := range []string{nowhere, hidden, draft} {
			if a := c.handoff(venue, h, "stay"); a.data != want || a.parts != "data" {
				t.Errorf("%s: %v", venue, a)
			}
		}
		alter(c.world, canonical.PlaceKey(catalogue, pheasant), func(p *canonical.Place) { p.Published = false })
		c.registry(catalogue, func(*canonical.Registry) {})
		if a := c.handoff(pheasant, h, "stay"); a.data != want {
			t.Errorf("a venue that was taken off the list: %v", a)
		}
	})
}

func TestR_H5(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		o := c.offers()[0]
		c.store.forget()
		r := c.handoff(pheasant, o.Handle, "stay").handed(t)
		if r.Booked == nil || *r.Booked || c.acts() > 0 {
			t.Errorf("%+v, %d writes", r, c.acts())
		}
		if at, err := time.Parse(time.RFC3339, r.ExpiresAt); err != nil || at.Sub(c.now()) > 15*time.Minute || !at.After(c.now()) {
			t.Errorf("expires at %s", r.ExpiresAt)
		}
		link := strings.TrimPrefix(r.ReviewURL, public)
		if p := c.get(public, link); p.Code != 200 || !strings.Contains(p.Body.String(), "Nothing is booked yet.") || !strings.Contains(p.Body.String(), `class="go"`) {
			t.Errorf("HTTP %d: %s", p.Code, p.Body)
		}
		if a := c.guest("guest-1").book(o.OfferID); a.state != "completed" {
			t.Fatal(a)
		}
		if p := c.get(public, link); p.Code != 410 || strings.Contains(p.Body.String(), "href") || !strings.Contains(p.Body.String(), "booked already") {
			t.Errorf("once it is booked: HTTP %d: %s", p.Code, p.Body)
		}
		fresh := c.handoff(pheasant, c.offers()[0].Handle, "stay").handed(t)
		c.turn(16 * time.Minute)
		if p := c.get(public, strings.TrimPrefix(fresh.ReviewURL, public)); p.Code != 410 || strings.Contains(p.Body.String(), "href") || !strings.Contains(p.Body.String(), "run out") {
			t.Errorf("later: HTTP %d: %s", p.Code, p.Body)
		}
		old := c.handoff(pheasant, o.Handle, "stay")
		if old.data != `{"available":false,"booked":false,"reason":"option_expired"}` {
			t.Errorf("an old handle: %v", old)
		}
	})
}

func TestR_H6(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		h := c.offers()[0].Handle
		for _, more := range []string{
			`"price":{"amount":1,"currency":"GBP"}`, `"guest":{"name":"Ana"}`, `"authority":{"ap2.mandates.CartMandate":{},"user_authorization":""}`,
			`"payment":{}`, `"mandate":"x"`, `"offerId":"` + anOffer + `"`,
		} {
			c.refused(c.do("prepare_booking_handoff", `{"venueId":"`+pheasant+`","handle":"`+h+`","section":"stay",`+more+`}`), -32602, "")
		}
	})
}

func TestR_H7(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		h := c.offers()[0].Handle
		c.registry(catalogue, func(r *canonical.Registry) { r.Handoff.Open = false })
		for _, who := range []*caller{c, c.guest("guest-1")} {
			for _, venue := range []string{pheasant, nowhere} {
				if a := who.handoff(venue, h, "stay"); a.data != `{"available":false,"booked":false,"reason":"booking_closed"}` || a.status != 200 {
					t.Errorf("%v", a)
				}
			}
		}
		there := c.as(func(c *caller) { c.catalogue = other })
		c.refused(there.handoff(pheasant, h, "stay"), -32004, "SKILL_NOT_ENABLED")
	})
}

// A handle is good at the registry and host that made it, as it was made.
func TestSealedElsewhere(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		c.registry(other, func(r *canonical.Registry) { r.Book, r.Handoff = true, &canonical.HandoffPolicy{Open: true} })
		g := c.guest("guest-1")
		o := g.offers()[0]
		elsewhere := g.as(func(c *caller) { c.catalogue = other })
		c.refused(elsewhere.handoff(pheasant, o.Handle, "stay"), -32602, "OFFER_INVALID")
		c.refused(elsewhere.book(o.OfferID), -32602, "OFFER_INVALID")
		outside := g.as(func(c *caller) { c.host, c.token = elsehost, "" })
		c.refused(outside.handoff(pheasant, o.Handle, "stay"), -32602, "OFFER_INVALID")
		for i := range o.OfferID {
			if i%97 != 5 || o.OfferID[i] == '.' {
				continue
			}
			other := byte('A')
			if o.OfferID[i] == other {
				other = 'B'
			}
			tampered := o.OfferID[:i] + string(other) + o.OfferID[i+1:]
			c.refused(g.book(tampered), -32602, "OFFER_INVALID")
		}
		c.refused(g.book(strings.TrimPrefix(o.Handle, "sopt_")), -32602, "OFFER_INVALID")  // sealed for review
		c.refused(g.handoff(pheasant, "sopt_"+o.OfferID, "stay"), -32602, "OFFER_INVALID") // sealed for booking
		// An offer that was made for a guest is nobody else's.
		c.refused(c.guest("guest-2").book(o.OfferID), -32602, "OFFER_INVALID")
	})
}
