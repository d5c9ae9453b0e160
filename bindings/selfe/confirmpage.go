package selfe

import (
	"net/http"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// The pages of signing in and confirming. Each says first whether anything is
// booked.

// nothingNow is for a page that does not look at what was booked before: the
// guest may have loaded it again, or have come back to it.
const (
	nothingNow    = "Nothing was booked just now."
	nothingHere   = "Nothing was booked by opening this page. What you have confirmed before stays as it is."
	nothingBooked = "Nothing was booked."
)

// again leads back to the review, where there is one.
func again(p page, back, text string) page {
	if back != "" {
		p.links = append(p.links, pageLink{back, text, true})
	}
	return p
}

// signInFailure is the page of a sign-in that came to nothing.
func signInFailure(f canonical.SignInFault, back string) (status int, p page) {
	switch f {
	case canonical.SignInLate:
		return http.StatusGone, again(page{title: "Signing in took too long", lines: []string{nothingNow, "A sign-in is good for a few minutes. Sign in once more."}}, back, "Start again")
	case canonical.SignInSpent:
		return http.StatusBadRequest, again(page{title: "This sign-in was used already", lines: []string{nothingNow, "Perhaps the page was loaded twice, or the sign-in has run out. Sign in once more."}}, back, "Start again")
	case canonical.SignInForeign:
		return http.StatusBadRequest, again(page{title: "This is another sign-in", lines: []string{nothingNow, "What came back does not belong to the sign-in that this browser began. Sign in once more."}}, back, "Start again")
	case canonical.SignInDown:
		return http.StatusServiceUnavailable, again(page{title: "Signing in is not possible now", lines: []string{nothingNow, "The sign-in service cannot be reached. Wait a moment, and try again."}}, back, "Try again")
	}
	return http.StatusBadGateway, again(page{title: "The sign-in cannot be trusted", lines: []string{nothingNow, "The sign-in service answered in a way that does not show who you are. If trying again does not help, ask the place itself."}}, back, "Try again")
}

// notContinued is for a browser that began no such sign-in, or has ended it.
func notContinued() page {
	return page{title: "This sign-in cannot be continued", lines: []string{nothingNow, "It was begun in another browser, was ended before, or took too long; or this browser keeps no cookies. Open the review link again and start from there."}}
}

func declined(back string) page {
	return again(page{title: "You are not signed in", lines: []string{nothingNow, "The sign-in was called off. To book, sign in and confirm; to leave it, close this page."}}, back, "Back to the review")
}

func away(back string) page {
	return again(page{title: "Sign in once more", lines: []string{nothingNow, "You were signed in for a few minutes only, and they are over. Go back, sign in and confirm. What you have confirmed before stays as it is."}}, back, "Back to the review")
}

// somebodyElse is for a page that was another guest's: two sign-ins in one browser.
func somebodyElse(back string) page {
	return again(page{title: "Somebody else is signed in", lines: []string{nothingNow, "The page was of another sign-in than this browser has now. Go back: it says who is signed in, and lets you confirm or sign out."}}, back, "Back to the review")
}

func forged() page {
	return page{title: "This cannot be confirmed", lines: []string{nothingNow, "It is not what you were shown when you signed in. Open the review link again and confirm from there. What you have confirmed before stays as it is."}}
}

func notLeft() page {
	return page{title: "You were not signed out", lines: []string{nothingNow, "Open the review link again and sign out from there. A sign-in is over by itself after a quarter of an hour."}}
}

// unsure is for when nobody knows yet whether it was booked.
func unsure(back string) page {
	return again(page{title: "It is not known yet", lines: []string{"It may be booked, or not.", "The place did not answer in time, and it is being looked into. Do not book it elsewhere yet: look again in a minute. Looking, and confirming again, never books twice."}}, back, "Look again")
}

// receipt is what was booked. party is who was to come; the booking knows only how
// many do, and may be an earlier one of the guest's.
func receipt(place string, b *canonical.Booking, party *canonical.Party, c *canonical.Cancelling) page {
	p := page{title: "It is booked", place: place, lines: []string{"Your booking is made. No payment was taken."}}
	switch b.State() {
	case canonical.Requested:
		p.title, p.lines[0] = "It is asked for", "Your request is made; the place has yet to agree. No payment was taken."
	case canonical.Cancelled:
		p = cancelled()
		p.place, p.lines[0] = place, "Your booking was cancelled. Nothing is booked through this link any more."
	}
	p.facts = []fact{
		{"What", b.Service.Name},
		{"When", when(b.Start, b.End(), b.Timezone, b.Service.Kind == canonical.Nights)},
		{"For", coming(b, party)},
		{"Price", priced(b.Billing.Amount)},
		{"Number", b.ID},
	}
	if b.State() == canonical.Cancelled {
		if fact := b.Cancellation; fact != nil {
			p.facts[3].name, p.facts[3].value = "Cost", owed(fact.Fee)
		}
		return p
	}
	if c != nil {
		p.facts = append(p.facts, fact{"Cancelling", cancelling(c, b.Billing.Amount, b.Timezone)})
	}
	p.lines = append(p.lines, "Keep the number of the booking. To change or cancel it, ask your assistant or the place itself.")
	return p
}

// owed is what cancelling has cost.
func owed(m canonical.Money) string {
	if m.Amount == 0 {
		return "nothing"
	}
	return prose.Money(m, canonical.English)
}

func coming(b *canonical.Booking, party *canonical.Party) string {
	if n := b.Guests(); n != party.People() {
		return counted(n, "person", "people")
	}
	return people(party)
}
