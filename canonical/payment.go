package canonical

import "time"

// Due is a payment that a booking waits for. The client pays it elsewhere; a
// ConfirmPayment reports that it was. Left until Expires, it takes the booking
// with it.
type Due struct {
	Amount  Money     `json:"amount"`
	Deposit bool      `json:"deposit,omitzero"` // not the whole price
	Expires time.Time `json:"expires"`
	State   DueState  `json:"state"`
	Return  *Return   `json:"return,omitzero"`
}

// DueState is how a payment that was due has gone.
type DueState string

const (
	DuePending   DueState = "pending"
	DueCompleted DueState = "completed"
	DueExpired   DueState = "expired"
)

// A Return is where a payment page sends the client afterwards.
type Return struct {
	URL    string  `json:"url"`
	Params []Param `json:"params,omitzero"`
}

// A Param is added to the query of the URL.
type Param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Owing says whether a payment is still to be made.
func (b *Billing) Owing() bool { return b.Due != nil && b.Due.State == DuePending }

// ConfirmPayment reports that what is due for a booking was paid. Amount and
// currency must be those due. A booking that is paid already is answered as it
// stands, with the notice AlreadyConfirmed; one whose payment came too late, as
// the cancelled booking it is, with PaymentExpired. Ends in a Booking.
type ConfirmPayment struct {
	Booking     string `json:"booking"`
	Deposit     bool   `json:"deposit,omitzero"` // the payer speaks of a deposit, not of the price
	Amount      Money  `json:"amount"`
	Transaction string `json:"transaction"`
	Processor   string `json:"processor,omitzero"`
	Reference   string `json:"reference,omitzero"`
}

// Names of notices.
const (
	NoticePaymentExpired   = "payment_expired"
	NoticeAlreadyConfirmed = "already_confirmed"
)

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
