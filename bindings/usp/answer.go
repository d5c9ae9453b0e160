package usp

import "github.com/go-json-experiment/json/jsontext"

// What goes out: the USP response objects. USP is there over REST; over A2A
// the data part's metadata has it. Messages is always there, empty or not.

type (
	catalogBody struct {
		USP        jsontext.Value `json:"usp,omitzero"`
		Services   []service      `json:"services"`
		Pagination *pagination    `json:"pagination,omitzero"` // none in a lookup
		Messages   []notice       `json:"messages"`
	}
	serviceBody struct {
		USP      jsontext.Value `json:"usp,omitzero"`
		Service  *service       `json:"service,omitzero"`
		Messages []notice       `json:"messages"`
	}
	feedBody struct {
		USP        jsontext.Value `json:"usp,omitzero"`
		Items      []feedItem     `json:"items"`
		Pagination feedPagination `json:"pagination"`
		Meta       feedMeta       `json:"feed_meta"`
		Messages   []notice       `json:"messages"`
	}
	slotsBody struct {
		USP          jsontext.Value `json:"usp,omitzero"`
		ServiceID    string         `json:"service_id"`
		Slots        []slot         `json:"slots"`
		OpeningHours []openingHours `json:"opening_hours,omitempty"`
		Pagination   pagination     `json:"pagination"`
		Messages     []notice       `json:"messages"`
	}
	holdBody struct {
		USP      jsontext.Value `json:"usp,omitzero"`
		Hold     *hold          `json:"hold,omitzero"`
		Messages []notice       `json:"messages"`
	}
	bookingBody struct {
		USP        jsontext.Value `json:"usp,omitzero"`
		Booking    *booking       `json:"booking,omitzero"`
		Credential *grant         `json:"booking_scoped_credential,omitzero"`
		Messages   []notice       `json:"messages"`
	}
	entryBody struct {
		USP        jsontext.Value `json:"usp,omitzero"`
		Entry      *entry         `json:"entry,omitzero"`
		Booking    *booking       `json:"booking,omitzero"`
		Credential *grant         `json:"booking_scoped_credential,omitzero"`
		Messages   []notice       `json:"messages"`
	}
	entriesBody struct {
		USP        jsontext.Value    `json:"usp,omitzero"`
		Entries    []entry           `json:"entries"`
		Pagination entriesPagination `json:"pagination"`
		Messages   []notice          `json:"messages"`
	}
)

// A notice is an element of messages[].
type notice struct {
	Type     string `json:"type"` // error, warning or info
	Code     string `json:"code"`
	Content  string `json:"content"`
	Severity string `json:"severity,omitzero"`
	Path     string `json:"path,omitzero"` // JSONPath into the request (9.4.1)
}

// grant is a credential for what was made, told to whoever made it and never
// again.
type grant struct {
	Value   string `json:"value"`
	Expires string `json:"expires_at"`
}

type pagination struct {
	Cursor  *string `json:"cursor"`
	HasMore bool    `json:"has_more"`
}

// feedPagination has the cursor under both names that it has been given.
type feedPagination struct {
	NextCursor *string `json:"next_cursor"`
	Cursor     *string `json:"cursor"`
	HasMore    bool    `json:"has_more"`
}

type entriesPagination struct {
	NextCursor string  `json:"next_cursor,omitzero"`
	Cursor     *string `json:"cursor"`
	HasMore    bool    `json:"has_more"`
	Total      int     `json:"total"`
}

type feedItem struct {
	State    string `json:"state"` // updated or deleted
	Modified string `json:"modified_at"`
	Data     any    `json:"data"` // a service, or a deletedService
}

type deletedService struct {
	ID         string `json:"id"`
	BusinessID string `json:"business_id"`
}

type feedMeta struct {
	Generated string `json:"feed_generated_at"`
	Total     int    `json:"total_services"`
	Status    string `json:"feed_status"`
}

type openingHours struct {
	Days   []string `json:"day_of_week"`
	Opens  string   `json:"opens"`
	Closes string   `json:"closes"`
}

type slot struct {
	ID        string     `json:"id"`
	ServiceID string     `json:"service_id"`
	Start     string     `json:"start"`
	End       string     `json:"end"`
	Duration  string     `json:"duration"`
	State     string     `json:"state"`
	Capacity  *places    `json:"capacity,omitzero"`
	Resources []resource `json:"resources,omitempty"`
}

type places struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	Held      int `json:"held"`
}

type resource struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Name string `json:"name,omitzero"`
}

type hold struct {
	ID        string `json:"id"`
	SlotID    string `json:"slot_id"`
	ServiceID string `json:"service_id"`
	Spots     int    `json:"spots"`
	Expires   string `json:"expires_at"`
	Status    string `json:"status"`
}

type booking struct {
	ID               string        `json:"id"`
	ServiceID        string        `json:"service_id"`
	ServiceName      string        `json:"service_name"`
	Slot             slotReference `json:"slot"`
	Buyer            buyer         `json:"buyer"`
	Recipient        *person       `json:"recipient,omitzero"`
	PartySize        int           `json:"party_size"`
	Resources        []resource    `json:"resources,omitempty"`
	Address          *address      `json:"delivery_address,omitzero"`
	Status           string        `json:"status"`
	ConfirmationMode string        `json:"confirmation_mode"`
	Payment          *payment      `json:"payment,omitzero"`
	Actions          []action      `json:"actions,omitempty"`
	Notes            string        `json:"notes,omitzero"`
	Cancellation     *cancellation `json:"cancellation,omitzero"`
	CreatedAt        string        `json:"created_at"`
	UpdatedAt        string        `json:"updated_at"`
	ExpiresAt        string        `json:"expires_at,omitzero"`
	Revision         string        `json:"revision"`
}

type slotReference struct {
	ID       string `json:"id"`
	Start    string `json:"start"`
	End      string `json:"end"`
	Duration string `json:"duration"`
}

// buyer always has the three members that its schema demands.
type buyer struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	Phone     string `json:"phone_number,omitzero"`
}

type location struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type payment struct {
	Status      string `json:"status"`
	Timing      string `json:"timing"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	AmountDue   int64  `json:"amount_due"`
	Deposit     int64  `json:"deposit_amount,omitzero"`
	Transaction string `json:"transaction_id,omitzero"`
	Reference   string `json:"order_reference,omitzero"`
}

type action struct {
	Type        string          `json:"type"`
	Status      string          `json:"status"`
	ContinueURL string          `json:"continue_url"`
	ExpiresAt   string          `json:"expires_at"`
	Message     *notice         `json:"message"`
	Payment     *paymentContext `json:"payment_context"`
}

type paymentContext struct {
	AmountDue   int64           `json:"amount_due"`
	Currency    string          `json:"currency"`
	Description string          `json:"description"`
	LineItems   []lineItem      `json:"line_items"`
	Metadata    paymentMetadata `json:"metadata"`
}

type lineItem struct {
	Label    string `json:"label"`
	Amount   int64  `json:"amount"`
	Quantity int    `json:"quantity"`
	ItemID   string `json:"item_id"`
}

type paymentMetadata struct {
	BookingID   string `json:"booking_id"`
	ServiceID   string `json:"service_id"`
	ServiceType string `json:"service_type"`
	SlotStart   string `json:"slot_start"`
}

type cancellation struct {
	Reason       string `json:"reason,omitzero"`
	CanceledBy   string `json:"canceled_by"`
	Fee          int64  `json:"fee"`
	RefundAmount int64  `json:"refund_amount"`
	CanceledAt   string `json:"canceled_at"`
}

type entry struct {
	ID             string       `json:"id"`
	ServiceID      string       `json:"service_id"`
	Buyer          buyer        `json:"buyer"`
	Preferred      []stretch    `json:"preferred_slots,omitempty"`
	Status         string       `json:"status"`
	Position       int          `json:"position"`
	OfferedSlot    *offeredSlot `json:"offered_slot,omitzero"`
	OfferExpiresAt string       `json:"offer_expires_at,omitzero"`
	CreatedAt      string       `json:"created_at"`
	Revision       string       `json:"revision"`
}

type offeredSlot struct {
	SlotID string `json:"slot_id"`
	Start  string `json:"start"`
	End    string `json:"end"`
}
