package canonical

import "slices"

// Clone is a copy of the booking that shares no memory with it: whoever has
// one may change it.
func (b *Booking) Clone() Booking {
	c := *b
	c.Resources = slices.Clone(b.Resources)
	c.Claims = slices.Clone(b.Claims)
	c.Lifecycle.Transitions = slices.Clone(b.Lifecycle.Transitions)
	c.Lifecycle.Exceptions = slices.Clone(b.Lifecycle.Exceptions)
	c.Cancellation = copied(b.Cancellation)
	c.Recipient = copied(b.Recipient)
	c.Access = copied(b.Access)
	if c.Address = copied(b.Address); c.Address != nil {
		c.Address.At = copied(b.Address.At)
	}
	if c.Billing.Due = copied(b.Billing.Due); c.Billing.Due != nil && c.Billing.Due.Return != nil {
		c.Billing.Due.Return = copied(b.Billing.Due.Return)
		c.Billing.Due.Return.Params = slices.Clone(b.Billing.Due.Return.Params)
	}
	return c
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}
