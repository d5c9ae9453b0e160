package selfe

import (
	"net/http"
	"net/url"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// The pages behind a review link.

const notBooked = "Nothing is booked yet."

// reviewPage is the page of an option as it is now. onward is where the guest
// goes on to confirm it; empty where the curator takes no confirmations.
func reviewPage(v *canonical.Review, onward string) page {
	switch v.State {
	case canonical.ReviewReady:
	case canonical.ReviewClosed:
		return closedPage(notBooked)
	case canonical.ReviewExpired:
		return page{title: "This link has run out", lines: []string{"Nothing can be booked through it any more. What you have confirmed before stays as it is.", "Links are good for a few minutes, because prices and free places change. Ask your assistant for a new one."}}
	case canonical.ReviewOver:
		return cancelled()
	case canonical.ReviewUsed:
		return page{title: "This has been booked already", lines: []string{"The link was used, and cannot be used a second time.", "To change or cancel the booking, look at the confirmation that you were given."}}
	default:
		return gone()
	}
	p, ok := readyPage(v)
	if !ok {
		return failurePage(http.StatusInternalServerError)
	}
	if host := hostOf(onward); host != "" {
		p.lines = append(p.lines, "To book, go on to "+host+": sign in there, check the details and confirm. You can stop at any time before that. This link is good for a few minutes.")
		p.links = append(p.links, pageLink{href: onward, text: "Continue on " + host})
	} else {
		p.lines = append(p.lines, "This catalogue does not take confirmations online, so it cannot be booked from here. Ask the place itself.")
	}
	return p.about(v.Place)
}

func closedPage(booked string) page {
	return page{title: "Booking is closed for now", lines: []string{booked, "The curator is not taking bookings at the moment. Try this link again in a few minutes, or ask for a new one later."}}
}

// cancelled is of what was booked and is not any more.
func cancelled() page {
	return page{title: "This booking was cancelled", lines: []string{"Nothing is booked through this link any more.", "It was booked, and cancelled since. The link cannot be used a second time: to book again, ask your assistant for a new one."}}
}

func gone() page {
	return page{title: "This is not free any more", lines: []string{nothingBooked, "Somebody else may have been faster, or it is not on offer now. Ask your assistant for other dates or places."}}
}

// readyPage is what would be booked, without a way to do so.
func readyPage(v *canonical.Review) (p page, ok bool) {
	o := v.Offer
	if v.Place == nil || o == nil {
		return page{}, false
	}
	p = page{title: "Review before you book", place: v.Place.Name, lines: []string{notBooked}}
	p.facts = []fact{
		{"What", o.Label},
		{"When", when(o.Start, o.End, o.Timezone, o.Section == canonical.SectionStay)},
		{"For", people(&o.Party)},
		{"Price", priced(o.Price)},
	}
	if v.Cancelling != nil {
		p.facts = append(p.facts, fact{"Cancelling", cancelling(v.Cancelling, o.Price, o.Timezone)})
	}
	return p, true
}

// signingIn has a guest sign in first.
func (p page) signingIn(address string, at *canonical.Place) page {
	p.lines = append(p.lines, "To book, sign in and confirm: you then see these details once more, and one button. Signing in books nothing. This link is good for a few minutes.")
	p.links = append(p.links, pageLink{address, "Sign in to confirm", true})
	return p.about(at)
}

// pressing has a guest who is signed in confirm.
func (p page) pressing(address, token string, at *canonical.Place) page {
	p.title = "Confirm your booking"
	p.lines = append(p.lines, "The button books this in your name; to leave it, close this page.")
	p.form = &pageForm{address, confirmField, token, "Confirm booking"}
	return p.about(at)
}

func (p page) about(at *canonical.Place) page {
	p.links = append(p.links, pageLink{href: at.PageURL, text: "About " + at.Name})
	return p
}

// failurePage is of what cannot be shown. It does not know whether something was
// booked before: a guest may have come to it by the button.
func failurePage(status int) page {
	switch status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		return page{title: "This link is not valid", lines: []string{nothingNow, "It may have been cut off on its way. Ask your assistant for a new one."}}
	case http.StatusTooManyRequests:
		return page{title: "Too many visits", lines: []string{nothingHere, "Wait a minute, and open the link again."}}
	case http.StatusServiceUnavailable:
		return page{title: "The catalogue cannot be reached", lines: []string{nothingHere, "Wait a moment, and open the link again."}}
	}
	return page{title: "Something went wrong", lines: []string{nothingHere, "Open the link again. If that does not help, ask for a new one."}}
}

func people(p *canonical.Party) string {
	text := counted(max(p.Adults, 1), "adult", "adults")
	if p.Children > 0 {
		text += ", " + counted(p.Children, "child", "children")
	}
	return text
}

func priced(m canonical.Money) string {
	if m.Amount == 0 {
		return "free"
	}
	return prose.Money(m, canonical.English) + ", nothing to pay now"
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
