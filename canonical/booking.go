package canonical

import (
	"crypto/sha256"
	"encoding/hex"
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
	Order        string     `json:"order,omitzero"`
	Sale         string     `json:"sale,omitzero"`
	ConfirmBy    time.Time  `json:"confirm_by,omitzero"` // a request not confirmed by then is cancelled by sweep
	Reschedules  int        `json:"reschedules,omitzero"`
	Revision     int64      `json:"revision"` // 1 when made, one more with every change
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
	End      time.Time `json:"end"`
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
}

// FoldEmail is the form of an address by which a client is found again.
func FoldEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// Hash names the client without telling the address.
func (c Client) Hash() string {
	h := sha256.Sum256([]byte(FoldEmail(c.Email)))
	return hex.EncodeToString(h[:16])
}

// Billing is the money side of a booking. It lives its own life beside the
// lifecycle.
type Billing struct {
	Amount  Money         `json:"amount"`
	Status  BillingStatus `json:"status"`
	Payment string        `json:"payment,omitzero"` // the payment intent that was spent on it
	Paid    int64         `json:"paid,omitzero"`    // minor units
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
	Minutes      int        `json:"duration_minutes"`
	Claims       []Claim    `json:"claims,omitzero"` // not part of outcomes
	Owner        string     `json:"owner"`           // Meta.Caller of who placed it; only it may use or release the hold
	Expires      time.Time  `json:"expires"`
	State        HoldState  `json:"state"`
	Booking      string     `json:"booking,omitzero"` // what it became
}

// HoldState is where a hold stands; expiry is by comparison, never a state.
type HoldState string

const (
	HoldActive    HoldState = "active"
	HoldReleased  HoldState = "released"
	HoldConverted HoldState = "converted"
)

// End is the instant the held time ends.
func (h *Hold) End() time.Time { return h.Start.Add(time.Duration(h.Minutes) * time.Minute) }

// Alive says whether the hold still keeps its slot at that instant.
func (h *Hold) Alive(now time.Time) bool { return h.State == HoldActive && now.Before(h.Expires) }

// A PaymentIntent is money that someone set aside for a service elsewhere. It
// can be spent on one booking.
type PaymentIntent struct {
	ID       string        `json:"id"`
	Service  string        `json:"service_id,omitzero"` // none: any service
	Amount   int64         `json:"amount"`
	Currency string        `json:"currency"`
	Status   PaymentStatus `json:"status"`
	Booking  string        `json:"booking,omitzero"` // what it was spent on
}

// PaymentStatus is what the payment side says of an intent.
type PaymentStatus string

const (
	PaymentPending  PaymentStatus = "pending"
	PaymentApproved PaymentStatus = "approved"
	PaymentRejected PaymentStatus = "rejected"
	PaymentSpent    PaymentStatus = "used"
)
