package selfe

import (
	"strconv"
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// The short text behind a data part, in English, as the registry's questions
// are read. It has nothing that a caller wrote.

const tellHandoff = "Review link ready. The guest signs in, reviews and confirms; nothing is booked yet."

// How to ask again for when and who, where that was unclear.
const (
	askWhen = "say one day of arrival and one of departure, at most 31 nights later"
	askWho  = "say how many adults come, from 1 to 30, and how many children"
)

func tellPlaces(r *canonical.Places) string {
	text := ""
	switch {
	case len(r.Places) == 0:
		text = "No place in the catalogue fits."
	case r.Places[0].Availability != nil:
		text = tellFree(r)
	default:
		n, first := max(r.Total, len(r.Places)), ", first "
		if n == 1 {
			first = ": "
		}
		text = counted(n, "place fits", "places fit") + first + r.Places[0].Place.Name + ". Nothing is priced or booked yet: "
		switch {
		case r.Read.UnclearParty && r.Read.UnclearStay:
			text += askWhen + " and " + askWho + "."
		case r.Read.UnclearParty:
			text += askWho + "."
		case r.Read.UnclearStay:
			text += askWhen + "."
		case r.Read.Stay != nil:
			text += "send the next step to see what is free then."
		default:
			text += "ask again with dates to see what is free."
		}
	}
	if n := len(r.Unmatched); n > 0 {
		text += " " + counted(n, "of those asked for is", "of those asked for are") + " not in the catalogue."
	}
	return text
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

// tellFree tells of the first place that is free, and how many others are.
func tellFree(r *canonical.Places) string {
	var first *canonical.Found
	free := 0
	for i := range r.Places {
		if len(r.Places[i].Offers) > 0 {
			if free++; first == nil {
				first = &r.Places[i]
			}
		}
	}
	if first == nil {
		return "Nothing is free then. Other dates may do."
	}
	o := &first.Offers[0]
	text := first.Place.Name + " is free " + when(o.Start, o.End, o.Timezone, o.Section == canonical.SectionStay)
	if o.Price.Amount > 0 {
		text += " from " + prose.Money(o.Price, canonical.English)
	}
	if free > 1 {
		text += "; " + counted(free-1, "other place is", "other places are") + " free too"
	}
	return text + "."
}

func tellReservation(r *canonical.Reservation) string {
	switch r.State {
	case canonical.Reserved:
		if b := r.Booking; b != nil {
			return "Reserved " + when(b.Start, b.End(), b.Timezone, b.Service.Kind == canonical.Nights) + ". No payment was taken."
		}
		return "Reserved. No payment was taken."
	case canonical.ReservationOpen:
		return "The venue did not confirm in time. This request is under review; do not send it again."
	}
	switch r.Reason {
	case canonical.OfferStale:
		return "The offer has run out, and nothing was booked. Look again for a new one."
	case canonical.OfferUnavailable:
		return "It is not free any more, and nothing was booked."
	case canonical.OfferChanged:
		return "Price or terms have changed since, and nothing was booked. Look again for a new offer."
	}
	return "It has turned out that nothing was booked."
}

// when is the dates of nights, or a day and the time of it: 14-16 March 2026,
// 14 March 2026 at 19:30.
func when(from, to time.Time, zone string, nights bool) string {
	z := canonical.Zone(zone)
	from, to = from.In(z), to.In(z)
	const day = "2 January 2006"
	if !nights {
		return from.Format(day + " at 15:04")
	}
	if from.Year() == to.Year() && from.Month() == to.Month() {
		return strconv.Itoa(from.Day()) + "-" + to.Format(day)
	}
	return from.Format(day) + " to " + to.Format(day)
}
