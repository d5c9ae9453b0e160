package usp

import (
	"math"
	"slices"
	"strconv"

	"hora/canonical"
)

// Policies of a service (3.9). Times count back from the start.
type policies struct {
	Cancellation     cancellationPolicy `json:"cancellation"`
	Rescheduling     reschedulingPolicy `json:"rescheduling"`
	NoShow           *noShowPolicy      `json:"no_show,omitzero"`
	BookingWindow    bookingWindow      `json:"booking_window"`
	ConfirmationMode string             `json:"confirmation_mode"`
	RequiresPayment  bool               `json:"requires_payment"`
	PaymentTiming    string             `json:"payment_timing,omitzero"`
}

type cancellationPolicy struct {
	Allowed  bool   `json:"allowed"`
	FreeTill string `json:"free_cancellation_until,omitzero"`
	LateFee  int64  `json:"late_cancellation_fee"`
	NotAfter string `json:"no_cancellation_after,omitzero"`
}

type reschedulingPolicy struct {
	Allowed  bool   `json:"allowed"`
	FreeTill string `json:"free_reschedule_until,omitzero"`
	Most     int    `json:"max_reschedules,omitzero"`
	Fee      int64  `json:"fee"`
}

// noShowPolicy has a fee or a share of the price, never both.
type noShowPolicy struct {
	Fee     *int64 `json:"fee,omitzero"`
	Percent *int   `json:"fee_percentage,omitzero"`
	Grace   string `json:"grace_period,omitzero"`
}

type bookingWindow struct {
	MinAdvance string `json:"min_advance"`
	MaxAdvance string `json:"max_advance"`
	Interval   string `json:"slot_interval"`
}

func policiesOf(s *canonical.Service, org *canonical.Organization) policies {
	p := &org.Policies
	out := policies{
		Cancellation: cancelling(s, p),
		Rescheduling: reschedulingPolicy{Allowed: !p.NoRescheduling, Most: p.MaxReschedules},
		BookingWindow: bookingWindow{
			MinAdvance: isoLong(p.MinAdvance), MaxAdvance: "P" + strconv.Itoa(orDefault(p.MaxAdvance, canonical.Horizon)) + "D", Interval: iso(s.Every()),
		},
		ConfirmationMode: string(confirmation(s.Confirmation, p.Confirmation)),
	}
	if p.FreeReschedule > 0 {
		out.Rescheduling.FreeTill = isoLong(p.FreeReschedule)
	}
	if p.RescheduleFee != nil {
		out.Rescheduling.Fee = p.RescheduleFee.Amount
	}
	if n := p.NoShow; n != nil {
		out.NoShow = &noShowPolicy{Grace: optionalISO(n.Grace)}
		if n.Fee != nil {
			out.NoShow.Fee = &n.Fee.Amount
		} else {
			out.NoShow.Percent = &n.Percent
		}
	}
	out.RequiresPayment, out.PaymentTiming = timing(s)
	return out
}

// timing says whether, and when, a service is paid for (3.11): only what is
// free needs no payment.
func timing(s *canonical.Service) (required bool, when string) {
	switch {
	case s.Price.Amount == 0 || s.Price.Model == "free":
		return false, ""
	case s.Prepayment == canonical.FullPayment:
		return true, "at_booking"
	case s.Prepayment == canonical.DepositOnly:
		return true, "deposit_required"
	}
	return true, "at_service"
}

// cancelling tells the tiers of a policy as USP can: until when it is free,
// and what the first tier after that costs. A fixed late fee takes its place.
func cancelling(s *canonical.Service, p *canonical.Policies) cancellationPolicy {
	out := cancellationPolicy{Allowed: !p.NoCancellation}
	if p.NoCancellationAfter != nil {
		out.NotAfter = isoLong(*p.NoCancellationAfter)
	}
	if slices.Contains(p.ExemptInitiators, "client") {
		return out
	}
	tiers := p.CancellationTiers
	if len(tiers) == 0 {
		tiers = canonical.DefaultTiers
	}
	for _, t := range tiers {
		if t.Percent > 0 {
			out.LateFee = s.Price.Money().Percent(t.Percent).Amount
			if p.LateFee != nil {
				out.LateFee = p.LateFee.Amount
			}
			break
		}
		out.FreeTill = isoLong(int(math.Round(t.MinHoursBefore * 60)))
	}
	return out
}

// confirmation is who confirms: as the service says, or else the business.
func confirmation(own, usual canonical.Confirmation) canonical.Confirmation {
	switch {
	case own != "":
		return own
	case usual != "":
		return usual
	}
	return canonical.Automatic
}

func orDefault(n, usual int) int {
	if n > 0 {
		return n
	}
	return usual
}
