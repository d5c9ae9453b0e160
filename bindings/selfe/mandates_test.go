package selfe_test

import (
	"strings"
	"testing"
	"time"

	"hora/infra/identity/ap2"
)

// A guest's consent that is broken in one place books nothing, and the agent is
// told which part of it is no good. That each check is made, and in which order,
// is seen where they are made.
func TestMandates(t *testing.T) {
	both(t, func(t *testing.T, c *caller) {
		c.books()
		agent := c.as(func(c *caller) { c.token = c.world.token(agentic) })
		offers := agent.offers()
		o, other := offers[0], offers[1]
		good := c.consent(o.Cart)
		stranger := ap2.Wallet{Issuer: wallet, IssuerKey: c.key("stranger"), Type: guestVCT, GuestKey: c.guestKey}
		forged, err := stranger.Confirm(o.Cart, public, c.now())
		c.must(err)
		elsewhere, err := ap2.Wallet{Issuer: wallet, IssuerKey: c.walletKey, Type: guestVCT, GuestKey: c.guestKey}.Confirm(o.Cart, elsehost, c.now())
		c.must(err)
		stale, err := ap2.Wallet{Issuer: wallet, IssuerKey: c.walletKey, Type: guestVCT, GuestKey: c.guestKey}.Confirm(o.Cart, public, c.now().Add(-24*time.Hour))
		c.must(err)
		cheaper := o
		cheaper.Cart = []byte(strings.ReplaceAll(string(o.Cart), `"value":`, `"value":1`))
		swapped := o
		swapped.Cart = other.Cart
		bare := o
		bare.Cart = []byte(`{"contents":{}}`)
		c.store.forget()
		for _, tt := range []struct {
			name    string
			who     *caller
			offer   foundOffer
			consent string
			status  int
			fault   string
		}{
			{"nobody presents it", c, o, good, 401, ""},
			{"half of it", agent, bare, good, 403, "mandate_required"},
			{"no consent", agent, o, "", 403, "mandate_required"},
			{"a cheaper cart", agent, cheaper, good, 403, "merchant_authorization_invalid"},
			{"the cart of another offer", agent, swapped, c.consent(other.Cart), 403, "mandate_scope_mismatch"},
			{"consent to another cart", agent, o, c.consent(other.Cart), 403, "mandate_scope_mismatch"},
			{"signed by a stranger", agent, o, forged, 403, "mandate_invalid_signature"},
			{"for another desk", agent, o, elsewhere, 403, "mandate_scope_mismatch"},
			{"of yesterday", agent, o, stale, 403, "mandate_expired"},
			{"a guest with a bad one", c.guest("guest-1"), o, forged, 403, "mandate_invalid_signature"},
		} {
			a := tt.who.mandated(tt.offer, tt.consent)
			if a.status != tt.status || a.about["mandate"] != tt.fault {
				t.Errorf("%s: %v %v", tt.name, a, a.about)
			}
		}
		if n := c.store.writes(); n > 0 {
			t.Errorf("%d writes", n)
		}
		made := agent.mandated(o, good)
		if b := made.booked(t); made.state != "completed" || !*b.Booked {
			t.Fatal(made)
		}
		if again := agent.mandated(o, good); again.id != made.id {
			t.Errorf("the same consent again: %v", again)
		}
		if n := c.bookings(); n != 1 {
			t.Errorf("%d bookings", n)
		}
	})
}
