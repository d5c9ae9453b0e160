package engine

import "hora/canonical"

// wantMoney asks for the payment intent, where one is needed and given.
func (v *view) wantMoney(s *canonical.Service, c canonical.Book) bool {
	return s.Prepaid().Amount == 0 || c.Payment == "" || v.want(canonical.PaymentKey(v.cat.org.Slug, c.Payment))
}

// pay finds the intent that pays in advance for the service; nil when none is
// needed. The booking's commit spends it. An intent of another currency or
// service pays nothing here; one that does not exist is not approved.
func (v *view) pay(s *canonical.Service, intent string) (*canonical.PaymentIntent, *canonical.Error) {
	due := s.Prepaid()
	if due.Amount == 0 {
		return nil, nil
	}
	owing := func(c canonical.Code) (*canonical.PaymentIntent, *canonical.Error) {
		return nil, &canonical.Error{Code: c, Price: &due}
	}
	if intent == "" {
		return owing(canonical.PaymentRequired)
	}
	p, ok := document[canonical.PaymentIntent](v, canonical.PaymentKey(v.cat.org.Slug, intent))
	switch {
	case !ok:
		return owing(canonical.PaymentNotApproved)
	case p.Booking != "" || p.Status == canonical.PaymentSpent:
		return owing(canonical.PaymentUsed)
	case p.Status != canonical.PaymentApproved, p.Service != "" && p.Service != s.ID:
		return owing(canonical.PaymentNotApproved)
	case p.Currency != due.Currency, p.Amount < due.Amount:
		return owing(canonical.PaymentTooSmall)
	}
	return &p, nil
}
