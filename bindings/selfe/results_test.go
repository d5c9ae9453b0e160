package selfe_test

import (
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// What answers hold, as far as the tests look at it.
type (
	found struct {
		Results   []foundPlace     `json:"results"`
		Unmatched []jsontext.Value `json:"unmatched"`
		Next      *struct {
			Skill     string         `json:"skill"`
			Arguments jsontext.Value `json:"arguments"`
		} `json:"next"`
		PageToken string `json:"pageToken"`
	}
	foundPlace struct {
		Entity       string   `json:"entityId"`
		Name         string   `json:"displayName"`
		Sections     []string `json:"sections"`
		PageURL      string   `json:"pageUrl"`
		Score        int      `json:"score"`
		Availability *struct {
			Status string `json:"status"`
		} `json:"availability"`
		Offers  []foundOffer `json:"offers"`
		Handoff *struct {
			ReviewURL string `json:"reviewUrl"`
			ExpiresAt string `json:"expiresAt"`
		} `json:"handoff"`
	}
	foundOffer struct {
		Handle   string         `json:"handle"`
		OfferID  string         `json:"offerId"`
		Label    string         `json:"label"`
		Start    string         `json:"start"`
		Price    jsontext.Value `json:"price"`
		Bookable bool           `json:"bookable"`
		Cart     jsontext.Value `json:"ap2.mandates.CartMandate"`
	}
	booked struct {
		Booked      *bool  `json:"booked"`
		Reason      string `json:"reason"`
		Review      string `json:"review"`
		Retry       *bool  `json:"retry"`
		Reservation *struct {
			ID     string `json:"id"`
			Status string `json:"status"`
			Start  string `json:"start"`
			End    string `json:"end"`
		} `json:"reservation"`
		Payment *struct {
			Claimed *bool `json:"claimed"`
		} `json:"payment"`
	}
	handed struct {
		Available bool   `json:"available"`
		Booked    *bool  `json:"booked"`
		Reason    string `json:"reason"`
		Section   string `json:"section"`
		ReviewURL string `json:"reviewUrl"`
		ExpiresAt string `json:"expiresAt"`
	}
)

func (a answer) found(t testing.TB) found {
	t.Helper()
	if a.kind != "message" && a.kind != "task" {
		t.Fatal(a)
	}
	return read[found](t, []byte(a.data))
}

func (a answer) booked(t testing.TB) booked {
	t.Helper()
	if a.kind != "task" {
		t.Fatal(a)
	}
	return read[booked](t, []byte(a.data))
}

func (a answer) handed(t testing.TB) handed {
	t.Helper()
	if a.kind != "message" && a.kind != "task" {
		t.Fatal(a)
	}
	return read[handed](t, []byte(a.data))
}

// A stay that the Pheasant has rooms for.
const march = `"stay":{"checkIn":"2026-03-14","checkOut":"2026-03-16"},"party":{"adults":2}`

// offers looks the Pheasant up for a stay.
func (c *caller) offers() []foundOffer {
	c.Helper()
	a := c.do("match", `{"places":[{"entityId":"`+pheasant+`"}],"section":"stay",`+march+`}`)
	r := a.found(c)
	if len(r.Results) != 1 || len(r.Results[0].Offers) == 0 {
		c.Fatalf("nothing is offered: %v", a)
	}
	return r.Results[0].Offers
}

// book books an offer at the Pheasant.
func (c *caller) book(offer string) answer {
	c.Helper()
	return c.do("book", fmt.Sprintf(`{"entityId":%q,"offerId":%q}`, pheasant, offer))
}

// mandated books an offer with a guest's consent to its cart.
func (c *caller) mandated(o foundOffer, consent string) answer {
	c.Helper()
	return c.do("book", fmt.Sprintf(`{"entityId":%q,"offerId":%q,"authority":{"ap2.mandates.CartMandate":%s,"user_authorization":%q}}`, pheasant, o.OfferID, o.Cart, consent))
}

// handoff prepares a review link.
func (c *caller) handoff(venue, handle, section string) answer {
	c.Helper()
	more := ""
	if section != "" {
		more = `,"section":"` + section + `"`
	}
	return c.do("prepare_booking_handoff", fmt.Sprintf(`{"venueId":%q,"handle":%q%s}`, venue, handle, more))
}

// stays counts what the store has of bookings, holds, orders and payments.
func (w *world) acts() int {
	w.Helper()
	n := 0
	for _, prefix := range []string{"BKG#", "HOLD#", "ORD#", "SALE#", "PAY#", "CAL#"} {
		n += w.store.wrote(prefix)
	}
	return n
}
