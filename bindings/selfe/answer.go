package selfe

import "github.com/go-json-experiment/json/jsontext"

// What goes out. Objects may have more members in a later version.
type registryResult struct {
	Results   []place    `json:"results"`
	Unmatched []placeRef `json:"unmatched,omitempty" jsonschema_description:"Of match: what is not in the catalogue."`
	Next      *next      `json:"next,omitzero" jsonschema_description:"The follow-up command, ready to send."`
	PageToken string     `json:"pageToken,omitzero"`
}

// A place is an ARD catalog entry with what the registry knows beside it.
type place struct {
	Identifier   string        `json:"identifier"`
	DisplayName  string        `json:"displayName"`
	Type         string        `json:"type"`
	URL          string        `json:"url" jsonschema:"format=uri" jsonschema_description:"The agent card of the place itself."`
	Score        int           `json:"score" jsonschema:"minimum=0,maximum=100"`
	Source       string        `json:"source" jsonschema:"format=uri" jsonschema_description:"The registry."`
	Entity       entityID      `json:"entityId"`
	Sections     []section     `json:"sections,omitempty"`
	PageURL      string        `json:"pageUrl" jsonschema:"format=uri" jsonschema_description:"The curator's own page, where the guest reads and books."`
	Availability *availability `json:"availability,omitzero"`
	Offers       []offer       `json:"offers,omitempty"`
	Handoff      *reviewLink   `json:"handoff,omitzero"`
}

type availability struct {
	Status    string `json:"status" jsonschema:"enum=available,enum=limited,enum=unavailable,enum=unknown"`
	CheckedAt string `json:"checkedAt" jsonschema:"format=date-time"`
}

type offer struct {
	Handle    handle  `json:"handle,omitzero" jsonschema_description:"What prepare_booking_handoff takes."`
	OfferID   offerID `json:"offerId,omitzero" jsonschema_description:"What book takes."`
	Label     string  `json:"label"`
	Start     string  `json:"start" jsonschema_description:"A date of nights, else a date and time."`
	End       string  `json:"end"`
	Timezone  string  `json:"timezone" jsonschema_description:"IANA name."`
	Price     money   `json:"price" jsonschema_description:"Of the whole party and stay."`
	Bookable  bool    `json:"bookable"`
	TermsHash string  `json:"termsHash,omitzero"`
	ExpiresAt string  `json:"expiresAt" jsonschema:"format=date-time"`
	Cart      *cart   `json:"ap2.mandates.CartMandate,omitzero" jsonschema_description:"For a known caller: the cart that a guest confirms."`
}

type money struct {
	Amount   int64  `json:"amount" jsonschema_description:"In the minor unit of the currency."`
	Currency string `json:"currency" jsonschema:"pattern=^[A-Z]{3}$"`
}

// next is a command that can be sent as it is. Arguments are a pointer to those
// of its skill.
type next struct {
	Skill     string `json:"skill"`
	Arguments any    `json:"arguments"`
}

// reviewLink leads a guest's browser to what would be booked.
type reviewLink struct {
	ReviewURL string `json:"reviewUrl" jsonschema:"format=uri"`
	ExpiresAt string `json:"expiresAt" jsonschema:"format=date-time"`
}

// handoffReady is the answer of prepare_booking_handoff with a link.
type handoffReady struct {
	Available bool     `json:"available"`
	Booked    bool     `json:"booked"`
	Venue     entityID `json:"venueId"`
	Section   section  `json:"section"`
	reviewLink
}

// handoffRefused is the one without.
type handoffRefused struct {
	Available bool   `json:"available"`
	Booked    bool   `json:"booked"`
	Reason    string `json:"reason" jsonschema:"enum=booking_closed,enum=listing_unavailable,enum=option_expired"`
}

// bookResult is the answer of book. Nothing is ever said to be paid.
type bookResult struct {
	Booked      bool         `json:"booked"`
	Reason      string       `json:"reason,omitzero" jsonschema:"enum=offer_expired,enum=unavailable,enum=terms_changed,enum=not_carried_out"`
	Reservation *reservation `json:"reservation,omitzero"`
	Payment     payment      `json:"payment"`
}

type payment struct {
	Claimed bool `json:"claimed"`
}

type reservation struct {
	ID       string   `json:"id"`
	Entity   entityID `json:"entityId"`
	Status   string   `json:"status"`
	Start    string   `json:"start"`
	End      string   `json:"end"`
	Timezone string   `json:"timezone"`
	Party    party    `json:"party"`
	Price    money    `json:"price"`
}

// bookOpen is the answer of book while nobody knows what became of it.
type bookOpen struct {
	Booked jsontext.Value `json:"booked"` // null
	Reason string         `json:"reason"`
	Review string         `json:"review"`
	Retry  bool           `json:"retry"`
}

// A cart is an AP2 v0.1 cart mandate, by the names of AP2's types: its contents
// and the desk's signature over them.
type cart struct {
	Contents      cartContents `json:"contents"`
	Authorization string       `json:"merchant_authorization"`
}

type cartContents struct {
	ID       string         `json:"id"`
	Confirm  bool           `json:"user_cart_confirmation_required"`
	Payment  paymentRequest `json:"payment_request"`
	Expiry   string         `json:"cart_expiry"`
	Merchant string         `json:"merchant_name"`
}

// paymentRequest is that of the W3C, without any method to pay by.
type paymentRequest struct {
	Methods  []string       `json:"method_data"`
	Details  cartDetails    `json:"details"`
	Options  jsontext.Value `json:"options"`
	Shipping jsontext.Value `json:"shipping_address"`
}

type cartDetails struct {
	ID    string     `json:"id"`
	Items []cartItem `json:"display_items"`
	Total cartItem   `json:"total"`
}

type cartItem struct {
	Label   string         `json:"label"`
	Amount  cartAmount     `json:"amount"`
	Pending jsontext.Value `json:"pending"`
	Refund  int            `json:"refund_period"`
}

type cartAmount struct {
	Currency string         `json:"currency"`
	Value    jsontext.Value `json:"value"` // a number in the major unit
}
