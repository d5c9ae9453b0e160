package engine

import "hora/canonical"

// wantPapers asks for the order and sale that a booking would attach to.
func (v *view) wantPapers(c canonical.Book) bool {
	ok := true
	if c.Order != "" {
		ok = v.want(canonical.OrderKey(v.cat.org.Slug, c.Order))
	}
	if c.Sale != "" {
		ok = v.want(canonical.SaleKey(v.cat.org.Slug, c.Sale)) && ok
	}
	return ok
}

// papers refuses an order or sale that this organisation does not have.
func (v *view) papers(c canonical.Book) *canonical.Error {
	if c.Sale != "" && v.Record(canonical.SaleKey(v.cat.org.Slug, c.Sale)).Version == 0 {
		return canonical.Refuse(canonical.UnknownSale)
	}
	if c.Order != "" && v.Record(canonical.OrderKey(v.cat.org.Slug, c.Order)).Version == 0 {
		return canonical.Refuse(canonical.UnknownOrder)
	}
	return nil
}
