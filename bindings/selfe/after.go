package selfe

import "hora/canonical"

// A guest who is led to the review by something that they have done is told what
// came of it there, in a word of the address. It changes nothing of what the page
// says of how things are.

// afterParam is the query parameter of it: why nothing was reserved, or that the
// guest has signed out.
const (
	afterParam   = "after"
	afterLeaving = "signed_out"
)

// after has the page begin with what came before, where that still tells anything.
func (p *page) after(word string, v *canonical.Review, signedIn bool) {
	switch canonical.Refused(word) {
	case afterLeaving:
		if !signedIn {
			p.lines = append(p.lines, "You are signed out here.")
		}
	case canonical.OfferChanged:
		if v.State == canonical.ReviewReady {
			p.lines[0] = "The price or the terms have changed since you looked, and nothing is booked yet. What you see is as of now."
		}
	case canonical.OfferUnavailable, canonical.OfferStale, canonical.OfferNotMade:
		if v.State == canonical.ReviewReady {
			p.lines[0] = "Something came in between, and nothing is booked yet. You can try again."
		}
	}
}
