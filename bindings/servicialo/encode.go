package servicialo

import "hora/canonical"

// A body is what a call comes to, whatever carries it: the REST answer.
type body struct {
	status int
	json   any // a wire struct
	retry  int // seconds, for Retry-After; 0: none
}

// body writes an outcome down. An outcome that the act cannot have is a fault
// of ours.
func (c *call) body(o *canonical.Outcome) body {
	if o.Err != nil {
		return c.failure(o.Err)
	}
	switch r := o.Result.(type) {
	case canonical.Catalogue:
		if c.op == canonical.OpListServices {
			return body{200, catalogue(&r), 0}
		}
	case canonical.Slots:
		if c.op == canonical.OpFindSlots && (c.single || c.free && r.Days == 1) {
			return body{200, day(&r), 0}
		}
		if c.op == canonical.OpFindSlots {
			return body{200, days(&r), 0}
		}
	case canonical.Booking:
		if c.op == canonical.OpBook {
			return body{201, booked(&r), 0}
		}
		if c.op == canonical.OpReschedule {
			return body{200, moved(&r), 0}
		}
	case canonical.Cancellation:
		if c.op == canonical.OpCancel {
			return body{200, cancelled(&r), 0}
		}
	}
	return c.failure(canonical.Refuse(canonical.Internal))
}

func catalogue(r *canonical.Catalogue) *servicesBody {
	b := &servicesBody{Version: version, Organization: orgEntry{r.Organization.Name, r.Organization.ID}, Services: make([]service, len(r.Services))}
	for i := range r.Services {
		b.Services[i] = offered(&r.Services[i])
	}
	return b
}

func offered(s *canonical.Service) service {
	e := service{
		ID: s.ID, Name: s.Name, Description: orNull(&s.Description),
		Price: s.Price.Money().Major(), Currency: currency(s.Price.Currency), PriceUnit: s.Price.Unit, Modality: modality(s.Channel),
		Category: orNull(&s.Category), Requirements: s.Requirements, ExpectedOutcome: orNull(&s.ExpectedOutcome), Tags: s.Tags,
		SuggestedFrequency: orNull(&s.SuggestedFrequency), TreatmentLength: orNull(&s.TreatmentLength),
	}
	if e.PriceUnit == "" {
		e.PriceUnit = "servicio"
	}
	if s.Minutes > 0 {
		e.Minutes = &s.Minutes
	}
	return e
}

// currency is a currency as the specification names it: ISO 4217 has a code
// for the UF that nobody else uses.
func currency(code string) string {
	if code == "CLF" {
		return "UF"
	}
	return code
}

func orNull(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

func modality(c canonical.Channel) string {
	switch c {
	case canonical.HomeVisit:
		return "a_domicilio"
	case canonical.Virtual:
		return "remoto"
	}
	return "presencial"
}

func booked(b *canonical.Booking) *bookBody {
	status := derived(&b.Lifecycle)
	if b.Lifecycle.PendingConfirmation {
		status = "pendiente_confirmacion"
	}
	out := &bookBody{
		Version: version, Success: true,
		Session: session{
			ID: b.ID, Status: status, Derived: derived(&b.Lifecycle), DerivedIndex: b.Lifecycle.Milestone(),
			ScheduledAt: instant(b.Start), Minutes: b.Minutes, Service: b.Service.Name, ClientEmail: b.Client.Email,
		},
		order: b.Order, sale: b.Sale,
	}
	out.OrderID, out.VentaID = orNull(&out.order), orNull(&out.sale)
	return out
}

// derived is the milestone that a booking has reached, in the specification's
// Spanish (section Lifecycle States).
func derived(l *canonical.Lifecycle) string {
	return [...]string{"solicitado", "agendado", "confirmado", "en_curso", "completado", "documentado", "facturado", "cobrado", "verificado"}[l.Milestone()]
}

// status is where a booking stands, in the internal words of the endpoints
// that change one.
func status(s canonical.State, pending bool) string {
	if pending {
		return "pending_confirmation"
	}
	return string(s)
}

func moved(b *canonical.Booking) *rescheduleBody {
	return &rescheduleBody{SessionID: b.ID, Status: status(b.State(), b.Lifecycle.PendingConfirmation), ScheduledAt: instant(b.Start), Minutes: b.Minutes}
}

func cancelled(r *canonical.Cancellation) *cancelBody {
	b := &cancelBody{SessionID: r.Booking.ID, Status: "cancelled", Policy: policy{Percent: r.Penalty.Percent}}
	switch p := r.Penalty.Percent; {
	case p <= 0:
		b.Policy = policy{Penalty: "none"}
	case p < 100:
		b.Policy.Penalty = "partial"
	default:
		b.Policy.Penalty = "full"
	}
	return b
}
