package usp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What comes in. One struct holds the arguments of every operation, so that
// an A2A message and a REST body are each read in one pass, down to the leaves.
// Members that no operation has are ignored (3.13.8).
type arguments struct {
	Type word `json:"type"` // the task type, as the playground writes it

	ServiceID  string `json:"service_id"`
	SlotID     string `json:"slot_id"`
	HoldID     string `json:"hold_id"`
	BookingID  string `json:"booking_id"`
	EntryID    string `json:"entry_id"`
	ResourceID string `json:"resource_id"`
	LocationID string `json:"location_id"`

	Query      string    `json:"query"`
	Filters    filters   `json:"filters"`
	Context    locale    `json:"context"`
	Pagination paging    `json:"pagination"`
	Cursor     string    `json:"cursor"`
	Limit      *int      `json:"limit"`
	IDs        []string  `json:"ids"`
	StartDate  string    `json:"start_date"`
	EndDate    string    `json:"end_date"`
	Timezone   string    `json:"timezone"`
	PartySize  *int      `json:"party_size"`
	Spots      *int      `json:"spots"`
	Status     string    `json:"status"`
	Preferred  []stretch `json:"preferred_slots"`

	Buyer      *person        `json:"buyer"`
	Recipient  *person        `json:"recipient"`
	Address    *address       `json:"delivery_address"`
	Notes      *string        `json:"notes"`
	Return     *returnRequest `json:"post_payment_return_request"`
	Reason     string         `json:"reason"`
	CanceledBy string         `json:"canceled_by"`
	Payment    *paymentResult `json:"payment_result"`
}

type filters struct {
	Type       string   `json:"type"`
	CategoryID string   `json:"category_id"`
	Categories []string `json:"categories"`
	LocationID string   `json:"location_id"`
	Price      struct {
		Min *int64 `json:"min"`
		Max *int64 `json:"max"`
	} `json:"price"`
}

// locale is the part of a context that changes anything.
type locale struct {
	Currency string `json:"currency"`
}

type paging struct {
	Cursor string `json:"cursor"`
	Limit  *int   `json:"limit"`
}

// stretch is some days that would suit.
type stretch struct {
	StartDate string `json:"start_date,omitzero"`
	EndDate   string `json:"end_date,omitzero"`
	TimeOfDay string `json:"time_of_day,omitzero"`
}

type person struct {
	FirstName string `json:"first_name,omitzero"`
	LastName  string `json:"last_name,omitzero"`
	Email     string `json:"email,omitzero"`
	Phone     string `json:"phone_number,omitzero"`
}

type address struct {
	Line1       string       `json:"line1"`
	Line2       string       `json:"line2,omitzero"`
	City        string       `json:"city"`
	Region      string       `json:"region,omitzero"`
	PostalCode  string       `json:"postal_code,omitzero"`
	Country     string       `json:"country"`
	Coordinates *coordinates `json:"coordinates,omitzero"`
}

type coordinates struct {
	Latitude  float64 `json:"lat"`
	Longitude float64 `json:"lng"`
}

type returnRequest struct {
	URL    string              `json:"url"`
	Params map[string]freeText `json:"params"`
}

// freeText is the text of a member that the caller has named. Another type is
// kept as such and is no error of reading: that would name the member, and a
// name of the caller's may hold what must not be told again.
type freeText struct {
	text     string
	mistyped bool
}

func (t *freeText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch d.PeekKind() {
	case '"', 'n':
		return json.UnmarshalDecode(d, &t.text)
	}
	t.mistyped = true
	return d.SkipValue()
}

type paymentResult struct {
	Status      string `json:"status"`
	Provider    string `json:"provider"`
	Transaction string `json:"transaction_id"`
	Amount      *int64 `json:"amount_paid"`
	Currency    string `json:"currency"`
	Reference   string `json:"order_reference"`
}

// metadata is that of a message, of the request around it or of a data part.
// Only the member usp is USP's own; the others are where task types and
// sessions have been seen.
type metadata struct {
	USP       claims `json:"usp"`
	TaskType  word   `json:"task_type"`
	TaskType2 word   `json:"taskType"`
	SkillID   word   `json:"skillId"`
	Skill     word   `json:"skill"`
	SessionID string `json:"sessionId"`
}

// claims say which task it is and what goes with the call: what REST has
// headers for, by the names that the MCP binding has in _meta.usp.
type claims struct {
	Version        string         `json:"version"`
	TaskType       string         `json:"task_type"`
	TaskType2      string         `json:"taskType"`
	Profile        string         `json:"profile"`
	IdempotencyKey string         `json:"idempotency_key"`
	IfMatch        string         `json:"if_match"`
	Authorization  *authorization `json:"authorization"`
	CorrelationID  word           `json:"correlation_id"`
	SessionID      string         `json:"sessionId"`
}

// authorization is a credential for the one thing that the task is about.
type authorization struct {
	Mechanism  string         `json:"mechanism"`
	Credential credential     `json:"credential"`
	Proof      jsontext.Value `json:"proof"`
	Cnf        *struct{}      `json:"cnf"`
}

// credential is a booking_scoped_credential: its value or, from callers who
// kept it whole, the object that it was issued as.
type credential struct {
	Value string    `json:"value"`
	Cnf   *struct{} `json:"cnf"` // it is bound to a key
}

// UnmarshalJSONFrom reads either form.
func (c *credential) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err == nil {
			c.Value = t.String()
		}
		return err
	}
	type object credential
	return json.UnmarshalDecode(d, (*object)(c))
}

// A word is text where text matters, and nothing where it does not: members
// of that name are other people's too.
type word string

// UnmarshalJSONFrom reads a string and steps over anything else.
func (w *word) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '"' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err == nil {
		*w = word(t.String())
	}
	return err
}
