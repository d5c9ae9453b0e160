package canonical

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// A Booking is one appointment: who gets what from whom, when and where, how
// far it has come, and what it costs. It is born by Book, moves only along
// the lifecycle's transitions, and is never deleted.
type Booking struct {
	ID           string     `json:"id"`
	Organization string     `json:"organization"`
	Service      ServiceRef `json:"service"`
	Provider     Named      `json:"provider,omitzero"`
	Resources    []Named    `json:"resources,omitzero"`
	Client       Client     `json:"client"`
	RequestedAt  time.Time  `json:"requested_at"`
	Start        time.Time  `json:"start"`
	Timezone     string     `json:"timezone,omitzero"` // IANA name of the zone in which people are told the start
	Minutes      int        `json:"duration_minutes"`
	Claims       []Claim    `json:"claims,omitzero"` // not part of outcomes
	Channel      Channel    `json:"channel"`
	Lifecycle    Lifecycle  `json:"lifecycle"`
	Billing      Billing    `json:"billing"`
	Notes        string     `json:"notes,omitzero"`
	Party        int        `json:"party,omitzero"` // how many come; 0 is one
	Recipient    *Client    `json:"recipient,omitzero"`
	Address      *Address   `json:"address,omitzero"`
	Order        string     `json:"order,omitzero"`
	Sale         string     `json:"sale,omitzero"`
	ConfirmBy    time.Time  `json:"confirm_by,omitzero"` // a request not confirmed by then is cancelled by sweep
	Reschedules  int        `json:"reschedules,omitzero"`
	Revision     int64      `json:"revision"`            // 1 when made, one more with every change
	UpdatedAt    time.Time  `json:"updated_at,omitzero"` // of the last change that the lifecycle does not tell of

	Confirmation Confirmation   `json:"confirmation,omitzero"` // manual: the business had, or has, to confirm it
	Cancellation *CancelledFact `json:"cancellation,omitzero"`
	Forfeit      Penalty        `json:"forfeit,omitzero"`    // what its client, who moved it late, owes if it comes to nothing after all
	AskedSlot    string         `json:"asked_slot,omitzero"` // the slot id it was asked for by, where that is another than what it takes makes
	Owner        string         `json:"owner,omitzero"`      // Meta.Caller of who made it; not part of outcomes
	Access       *Access        `json:"access,omitzero"`     // not part of outcomes
}

// Guests is how many people the booking is for.
func (b *Booking) Guests() int { return max(b.Party, 1) }

// SlotID is the id of the slot that the booking takes, as it was asked for.
func (b *Booking) SlotID() string {
	if b.AskedSlot != "" {
		return b.AskedSlot
	}
	return slotOf(b.Service.Kind, b.Provider, b.Resources, b.Start, b.Minutes)
}

func slotOf(k Kind, provider Named, resources []Named, start time.Time, minutes int) string {
	r := SlotRef{Provider: provider.ID, Start: start}
	if len(resources) > 0 {
		r.Resource = resources[0].ID
	}
	if k.Lasts() {
		r.Minutes = minutes
	}
	return r.String()
}

// Tag names the booking as it stands: another with every change, never the
// same again, and nothing to be read from. Meta.IfMatch compares it.
func (b *Booking) Tag() string { return tag("r", b.ID, b.Revision) }

// Changed is when the booking last changed.
func (b *Booking) Changed() time.Time {
	last := b.RequestedAt
	for _, at := range []time.Time{b.UpdatedAt, b.Lifecycle.changed()} {
		if at.After(last) {
			last = at
		}
	}
	return last
}

func tag(prefix, id string, revision int64) string {
	n := strconv.FormatInt(revision, 10)
	h := sha256.Sum256([]byte(id + "#" + n))
	return prefix + n + "-" + hex.EncodeToString(h[:5])
}

// Lapses is when the booking is cancelled by itself if nothing more is done:
// when its payment is overdue, or nobody has confirmed it; zero for never.
func (b *Booking) Lapses() time.Time {
	switch {
	case b.State() != Requested && b.State() != Scheduled && b.State() != Confirmed:
		return time.Time{}
	case b.Billing.Owing():
		return b.Billing.Due.Expires
	}
	return b.ConfirmBy
}

// End is the instant the appointment ends; the buffer comes after it.
func (b *Booking) End() time.Time { return b.Start.Add(time.Duration(b.Minutes) * time.Minute) }

// State is where the booking stands.
func (b *Booking) State() State { return b.Lifecycle.State }

// A Claim is busy time that a booking or hold takes in a calendar, buffers
// included. It is remembered so that it can be given back exactly, whatever
// has become of the catalogue since.
type Claim struct {
	Calendar string    `json:"calendar"` // partition of the calendar's records
	Start    time.Time `json:"start"`
	End      time.Time `json:"end,omitzero"`
	Block    int       `json:"block,omitzero"`  // of the seats of a start, where the service has seats
	Seats    int       `json:"seats,omitzero"`  // taken in that block
	Nights   bool      `json:"nights,omitzero"` // by the month: Start and End are the days of check-in and check-out, at midnight UTC
}

// A Named thing is an id with the name it had when it was written down.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name,omitzero"`
}

// A ServiceRef is the service as it was when booked.
type ServiceRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
}

// A Client is who the appointment is for. The e-mail address is the identity:
// the first booking with it makes the client, later ones find it.
type Client struct {
	Email   string `json:"email"`
	Name    string `json:"name,omitzero"`
	Surname string `json:"surname,omitzero"`
	Phone   string `json:"phone,omitzero"`
	Guest   string `json:"guest,omitzero"` // names a registry's guest, who is known by no address
}

// FoldEmail is the form of an address by which a client is found again.
func FoldEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// Hash names the client without telling the address.
func (c Client) Hash() string {
	name := FoldEmail(c.Email)
	if name == "" && c.Guest != "" {
		name = "guest " + c.Guest // no address has a space
	}
	h := sha256.Sum256([]byte(name))
	return hex.EncodeToString(h[:16])
}

// Billing is the money side of a booking. It lives its own life beside the
// lifecycle.
type Billing struct {
	Amount  Money         `json:"amount"`
	Status  BillingStatus `json:"status"`
	Payment string        `json:"payment,omitzero"` // the payment intent that was spent on it
	Paid    int64         `json:"paid,omitzero"`    // minor units

	Due         *Due   `json:"due,omitzero"`         // what had, or has, to be paid by the client's own hand
	Transaction string `json:"transaction,omitzero"` // as the payment system names the last payment
	Processor   string `json:"processor,omitzero"`   // the payment system
	Reference   string `json:"reference,omitzero"`   // its order
	Fees        int64  `json:"fees,omitzero"`        // part of the amount: what moving it has cost
	Refund      int64  `json:"refund,omitzero"`      // of what was paid, minor units; reported, not transferred
}

// BillingStatus is how far the money has come.
type BillingStatus string

const (
	BillingPending  BillingStatus = "pending"
	BillingCharged  BillingStatus = "charged"
	BillingInvoiced BillingStatus = "invoiced"
	BillingPaid     BillingStatus = "paid"
	BillingDisputed BillingStatus = "disputed"
)

// A Hold keeps a slot for its owner until it expires or becomes a booking. It
// is dead from the instant it expires, whether or not anything tidied it.
type Hold struct {
	ID           string     `json:"id"`
	Organization string     `json:"organization"`
	Service      ServiceRef `json:"service"`
	Provider     Named      `json:"provider,omitzero"`
	Resources    []Named    `json:"resources,omitzero"`
	Start        time.Time  `json:"start"`
	Timezone     string     `json:"timezone,omitzero"` // as a booking's
	Minutes      int        `json:"duration_minutes"`
	Claims       []Claim    `json:"claims,omitzero"` // not part of outcomes
	Owner        string     `json:"owner"`           // Meta.Caller of who placed it; only it may use or release the hold
	Expires      time.Time  `json:"expires"`
	State        HoldState  `json:"state"`
	Booking      string     `json:"booking,omitzero"`    // what it became
	Party        int        `json:"party,omitzero"`      // places it keeps; 0 is one
	AskedSlot    string     `json:"asked_slot,omitzero"` // as a booking's
	Request      string     `json:"request,omitzero"`    // digest of the command that made it a booking; not part of outcomes
}

// HoldState is where a hold stands. That it has expired is always found by
// comparison; the state says so in outcomes and once sweep has tidied up.
type HoldState string

const (
	HoldActive    HoldState = "active"
	HoldReleased  HoldState = "released"
	HoldConverted HoldState = "converted"
	HoldLapsed    HoldState = "expired"
)

// End is the instant the held time ends.
func (h *Hold) End() time.Time { return h.Start.Add(time.Duration(h.Minutes) * time.Minute) }

// Guests is how many places the hold keeps.
func (h *Hold) Guests() int { return max(h.Party, 1) }

// SlotID is the id of the slot that is held, as it was asked for.
func (h *Hold) SlotID() string {
	if h.AskedSlot != "" {
		return h.AskedSlot
	}
	return slotOf(h.Service.Kind, h.Provider, h.Resources, h.Start, h.Minutes)
}

// Alive says whether the hold still keeps its slot at that instant.
func (h *Hold) Alive(now time.Time) bool { return h.State == HoldActive && now.Before(h.Expires) }
