package usp

import (
	"net/http"
	"net/url"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/markup"
	"hora/bindings/internal/prose"
	"hora/canonical"
)

// The page of a payment action: what its continue_url leads a buyer's browser
// to. Nobody pays here: the desk takes no cards, and the platform's checkout
// or the business reports a payment by confirm-payment. The page says what is
// due and until when, or why nothing is any more, and sends the browser back
// to where the platform asked for (8.5.5). It tells nothing of who booked.

func (b *binding) decodePay(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &payReply{restReply: restReply{newDocument(&in)}, leaving: in.Query.Has("leave")}
	r.op = bookingsGet
	id := in.Path("id")
	if !canonical.IsSlug(r.org) || !canonical.IsID(id) {
		return canonical.Request{}, r, unknownBusiness
	}
	req := canonical.Request{Command: canonical.GetBooking{Booking: id}, Meta: b.meta(&in, &given{})}
	req.Channel, req.Door, req.Rules = "rest", doorREST, 0 // whoever has the address may look
	return req, r, nil
}

type payReply struct {
	restReply
	leaving bool // the buyer gives up and wants to go back
}

func (r *payReply) Encode(o canonical.Outcome) bindings.Outbound {
	b, ok := o.Result.(canonical.Booking)
	if o.Err != nil || !ok {
		if o.Err == nil {
			o.Err = canonical.Refuse(canonical.Internal)
		}
		return r.restReply.Encode(canonical.Outcome{Err: o.Err})
	}
	due := b.Billing.Due
	back := ""
	if due != nil {
		back = returnTo(due.Return)
	}
	owing := b.Billing.Owing() && b.State() != canonical.Cancelled
	switch {
	case back != "" && (r.leaving || due.State == canonical.DueCompleted):
		h := pageHeader.Clone()
		h.Set("Location", back)
		return bindings.Outbound{Status: http.StatusSeeOther, Header: h, Body: pageBody("Going back", nil, back)}
	case due == nil:
		return r.page("Nothing is due for this booking.", nil, "")
	case owing:
		times := in(b.Timezone)
		return r.page("A payment is due for this booking.", []string{
			b.Service.Name + ", " + prose.Moment(b.Start.In(times.zone), canonical.English),
			prose.Money(due.Amount, canonical.English) + ", until " + prose.Clock(due.Expires.In(times.zone)),
			"Pay in the app that you booked with, or ask the business. The booking is confirmed as soon as the payment is reported.",
		}, leave(back))
	case due.State == canonical.DueCompleted:
		return r.page("This booking is paid.", nil, "")
	}
	return r.page("This payment is not possible any more: the booking has lapsed or was canceled. You can book again.", nil, leave(back))
}

func (r *payReply) page(title string, lines []string, back string) bindings.Outbound {
	return bindings.Outbound{Status: http.StatusOK, Header: pageHeader, Body: pageBody(title, lines, back)}
}

var pageHeader = http.Header{
	"Content-Type":            {"text/html; charset=utf-8"},
	"Cache-Control":           {"no-store"},
	"Content-Security-Policy": {"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"},
	"Referrer-Policy":         {"no-referrer"},
	"X-Content-Type-Options":  {"nosniff"},
}

// leave is the address of this page for who gives up; none where there is
// nowhere to go back to.
func leave(back string) string {
	if back == "" {
		return ""
	}
	return "?leave"
}

func pageBody(title string, lines []string, back string) []byte {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>`)
	b.WriteString(markup.Escape(title))
	b.WriteString(`</title><style>body{font:1.1rem/1.5 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}</style><h1>`)
	b.WriteString(markup.Escape(title) + "</h1>")
	for _, l := range lines {
		b.WriteString("<p>" + markup.Escape(l) + "</p>")
	}
	if back != "" {
		b.WriteString(`<p><a href="` + markup.Escape(back) + `">Go back without paying</a></p>`)
	}
	b.WriteString("</html>\n")
	return []byte(b.String())
}

// returnTo is the platform's address with its parameters appended, as they
// came; empty when there is none.
func returnTo(r *canonical.Return) string {
	if r == nil {
		return ""
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	for _, p := range r.Params {
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
	}
	return u.String()
}
