package selfe

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
)

// What comes in: the arguments of each skill, which are also what next holds
// in answers. Objects are closed, and what is optional and absent is nil.
type discoverArguments struct {
	Query     *query   `json:"query"`
	Section   *section `json:"section,omitzero"`
	Stay      *stay    `json:"stay,omitzero" jsonschema_description:"When. With it the answer has live availability and offers."`
	Party     *party   `json:"party,omitzero" jsonschema_description:"Who comes. Without it offers are for one adult."`
	PageSize  *count   `json:"pageSize,omitzero" jsonschema:"minimum=1,maximum=50,default=10"`
	PageToken *string  `json:"pageToken,omitzero" jsonschema:"maxLength=2048"`
}

type matchArguments struct {
	Places  []placeRef `json:"places" jsonschema:"minItems=1,maxItems=10"`
	Section *section   `json:"section,omitzero"`
	Stay    *stay      `json:"stay,omitzero" jsonschema_description:"When. With it the answer has live availability and offers."`
	Party   *party     `json:"party,omitzero" jsonschema_description:"Who comes. Without it offers are for one adult."`
}

type bookArguments struct {
	Entity    *entityID  `json:"entityId"`
	Offer     *offerID   `json:"offerId"`
	Authority *authority `json:"authority,omitzero" jsonschema_description:"From an agent: the guest's consent. A guest's own token needs none."`
}

type handoffArguments struct {
	Venue   *entityID `json:"venueId"`
	Handle  *handle   `json:"handle"`
	Section *section  `json:"section,omitzero" jsonschema_description:"Needed where the venue is listed in several."`
}

type query struct {
	Text   *string `json:"text" jsonschema:"minLength=1,maxLength=1000"`
	Filter *filter `json:"filter,omitzero" jsonschema_description:"A place passes that has, of every member, any of the values."`
}

type filter struct {
	Tags     *values `json:"tags,omitzero"`
	Sections *values `json:"sections,omitzero"`
	Locality *values `json:"locality,omitzero" jsonschema_description:"Town or village."`
	Entity   *values `json:"entityId,omitzero"`
}

type stay struct {
	CheckIn  *date  `json:"checkIn"`
	CheckOut *date  `json:"checkOut,omitzero" jsonschema_description:"Of nights. Without it: a table or an activity on that day, or the shortest stay."`
	Time     *clock `json:"time,omitzero" jsonschema_description:"On the place's clock."`
}

type party struct {
	Adults   *count `json:"adults" jsonschema:"minimum=1,maximum=30"`
	Children *count `json:"children,omitzero" jsonschema:"minimum=0,maximum=30"`
}

// A placeRef means a place, by exactly one of the two.
type placeRef struct {
	Entity *entityID `json:"entityId,omitzero"`
	Name   *string   `json:"name,omitzero" jsonschema:"minLength=2,maxLength=200"`
}

type authority struct {
	Cart      jsontext.Value `json:"ap2.mandates.CartMandate"`
	Confirmed *string        `json:"user_authorization" jsonschema:"maxLength=16384" jsonschema_description:"The SD-JWT credential with key binding that the guest signed over the cart."`
}

// Leaves that are more than a text; see check.go for what they may be.
type (
	section  string
	entityID string
	offerID  string // a sealed offer
	handle   string // a sealed option, with handlePrefix
	date     string
	clock    string
)

// count is a whole number. 2.0 is one too, as it is for JSON Schema.
type count int

// UnmarshalJSONFrom reads a number.
func (c *count) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var n float64
	if err := json.UnmarshalDecode(d, &n); err != nil {
		return err
	}
	if n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
		return a2awire.Invalid("must be a whole number")
	}
	*c = count(n)
	return nil
}

// MarshalJSONTo writes it as a whole number is written.
func (c count) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteValue(strconv.AppendInt(nil, int64(c), 10))
}

// values are one text or several.
type values []string

// UnmarshalJSONFrom reads a text, or a list of them.
func (v *values) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		*v = values{""}
		return json.UnmarshalDecode(d, &(*v)[0])
	}
	return json.UnmarshalDecode(d, (*[]string)(v))
}

// ignored is metadata: nothing in it is trusted, or kept.
type ignored struct{}

// A call is what a caller asks at the registry's own door.
type call = a2awire.Call[command, ignored]
