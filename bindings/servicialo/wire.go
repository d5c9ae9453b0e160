package servicialo

// What comes in. One struct holds the arguments of every intent, so that an
// A2A message and a REST body are each read in one pass, down to the leaves.

type params struct {
	Message message `json:"message"`
}

type message struct {
	MessageID string `json:"messageId"`
	ContextID string `json:"contextId"`
	Parts     []part `json:"parts"`
}

type part struct {
	Kind string `json:"kind"`
	Type string `json:"type"` // what the OpenAPI document calls kind
	Text string `json:"text"`
	Data *data  `json:"data"`
}

type data struct {
	Intent string    `json:"intent"`
	Params arguments `json:"params"`
	Client struct {
		Name  string `json:"name"`
		Phone string `json:"phone"`
		Email string `json:"email"`
	} `json:"client"`
}

type arguments struct {
	ServiceID  string `json:"serviceId"`
	ProviderID string `json:"providerId"`
	ResourceID string `json:"resourceId"`

	Date string `json:"date"`
	From string `json:"from"`
	To   string `json:"to"`
	Days *int   `json:"days"`
	Next *int   `json:"next"`

	ClientEmail       string `json:"clientEmail"`
	ClientName        string `json:"clientName"`
	ClientLastName    string `json:"clientLastName"`
	ClientPhone       string `json:"clientPhone"`
	ScheduledAt       string `json:"scheduledAt"`
	Start             string `json:"start"` // a slot's name for scheduledAt
	Duration          *int   `json:"duration"`
	Notes             string `json:"notes"`
	InitialStatus     string `json:"initialStatus"`
	VentaID           string `json:"ventaId"`
	OrdenDeServicioID string `json:"ordenDeServicioId"`
	PaymentIntentID   string `json:"paymentIntentId"`

	SessionID      string `json:"sessionId"`
	Reason         string `json:"reason"`
	CancelledBy    string `json:"cancelledBy"`
	NewScheduledAt string `json:"newScheduledAt"`
	NewProviderID  string `json:"newProviderId"`
}

// What goes out: the REST bodies.

const version = "1.0" // of the resolver API, in bodies and X-Servicialo-Version

type servicesBody struct {
	Version      string    `json:"servicialo_version"`
	Organization orgEntry  `json:"organization"`
	Services     []service `json:"services"`
}

type orgEntry struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// service always has all its members; what the organisation has not said is
// null.
type service struct {
	ID                 string   `json:"id"`
	Name               string   `json:"name"`
	Description        *string  `json:"description"`
	Price              string   `json:"price"`
	Currency           string   `json:"currency"`
	PriceUnit          string   `json:"price_unit"`
	Modality           string   `json:"modality"`
	Minutes            *int     `json:"duration_minutes"`
	Category           *string  `json:"category"`
	Requirements       []string `json:"requirements"`
	ExpectedOutcome    *string  `json:"expected_outcome"`
	Tags               []string `json:"tags"`
	SuggestedFrequency *string  `json:"suggested_frequency"`
	TreatmentLength    *string  `json:"treatment_length"`
}

type dayBody struct {
	Date      string      `json:"date"`
	Provider  provider    `json:"provider"`
	Service   slotService `json:"service"`
	Available []span      `json:"available_slots"`
	Timezone  string      `json:"timezone"`
	Reason    string      `json:"reason,omitzero"`
}

type rangeBody struct {
	Slots    []slot      `json:"slots"`
	Service  slotService `json:"service"`
	Timezone string      `json:"timezone"`
}

type slotService struct {
	ID      string `json:"id"`
	Minutes int    `json:"duration_minutes"`
}

type provider struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type span struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

type slot struct {
	Date     string    `json:"date"`
	Start    string    `json:"start"`
	End      string    `json:"end"`
	Provider *provider `json:"provider"`
}

type bookBody struct {
	Version   string  `json:"servicialo_version"`
	Success   bool    `json:"success"`
	Session   session `json:"session"`
	PortalURL *string `json:"client_portal_url"`
	OrderID   *string `json:"order_id"`
	VentaID   *string `json:"venta_id"`

	order, sale string // what the pointers above point to
}

type session struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	Derived      string `json:"derived_state"`
	DerivedIndex int    `json:"derived_state_index"`
	ScheduledAt  string `json:"scheduled_at"`
	Minutes      int    `json:"duration_minutes"`
	Service      string `json:"service"`
	ClientEmail  string `json:"client_email"`
}

type cancelBody struct {
	SessionID string `json:"sessionId"`
	Status    string `json:"status"`
	Policy    policy `json:"policy_applied"`
}

type policy struct {
	Penalty string `json:"penalty"`
	Percent int    `json:"penalty_percent,omitzero"`
}

type rescheduleBody struct {
	SessionID   string `json:"sessionId"`
	Status      string `json:"status"`
	ScheduledAt string `json:"scheduledAt"`
	Minutes     int    `json:"duration"`
}

// failureBody is every error. Members after Code are there where they help.
type failureBody struct {
	Version       string   `json:"servicialo_version"`
	Org           string   `json:"org,omitzero"`
	Error         string   `json:"error"`
	Code          string   `json:"code,omitzero"`
	Details       *details `json:"details,omitzero"`
	CurrentStatus string   `json:"current_status,omitzero"`
	AmountDue     string   `json:"amount_due,omitzero"`
	Currency      string   `json:"currency,omitzero"`
	RetryAfterMS  int      `json:"retry_after_ms,omitzero"`
}

type details struct {
	Form   []string            `json:"formErrors"`
	Fields map[string][]string `json:"fieldErrors"`
}

// What goes out: the A2A message around them.

type answerMessage struct {
	Kind      string       `json:"kind"`
	Role      string       `json:"role"`
	MessageID string       `json:"messageId"`
	ContextID string       `json:"contextId,omitzero"`
	Parts     []answerPart `json:"parts"`
}

type answerPart struct {
	Kind string   `json:"kind"`
	Text string   `json:"text,omitzero"`
	Data *outcome `json:"data,omitzero"`
}

type outcome struct {
	Intent     string `json:"intent"`
	Status     string `json:"status"`
	HTTPStatus int    `json:"http_status"`
	Result     any    `json:"result"` // one of the bodies above
}
