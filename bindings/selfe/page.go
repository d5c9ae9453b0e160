package selfe

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"hora/bindings/internal/markup"
	"hora/bindings/internal/prose"
	"hora/canonical"
)

// A page is what a guest sees, written without a template package: those keep
// every method of a program alive and make the functions a third larger. All
// that is not constant goes through markup.Escape.
type page struct {
	title string // also the heading
	place string // whose offer it is; empty: none
	facts []fact
	lines []string // paragraphs
	form  *pageForm
	links []pageLink
}

// A pageForm is a button that sends one hidden field.
type pageForm struct{ action, value, text string }

// A fact is a name and what it is, as in Price: £240 GBP.
type fact struct{ name, value string }

// A pageLink leads away from the page. The first is the one thing to do. Without
// TLS it leads nowhere but to the desk itself.
type pageLink struct {
	href, text string
	own        bool // of the desk
}

const notBooked = "Nothing is booked yet."

// reviewPage is the page of an option as it is now. onward is where the guest
// goes on to confirm it; empty where the curator takes no confirmations.
func reviewPage(v *canonical.Review, onward string) page {
	switch v.State {
	case canonical.ReviewReady:
	case canonical.ReviewClosed:
		return closedPage(notBooked)
	case canonical.ReviewExpired:
		return page{title: "This link has run out", lines: []string{"Nothing was booked through it.", "Links are good for a few minutes, because prices and free places change. Ask your assistant for a new one."}}
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
	p.lines = append(p.lines, "You are signed in. The button books this in your name; to leave it, close this page.")
	p.form = &pageForm{address, token, "Confirm booking"}
	return p.about(at)
}

func (p page) about(at *canonical.Place) page {
	p.links = append(p.links, pageLink{href: at.PageURL, text: "About " + at.Name})
	return p
}

func failurePage(status int) page {
	switch status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		return page{title: "This link is not valid", lines: []string{nothingNow, "It may have been cut off on its way. Ask your assistant for a new one."}}
	case http.StatusTooManyRequests:
		return page{title: "Too many visits", lines: []string{nothingNow, "Wait a minute, and open the link again."}}
	case http.StatusServiceUnavailable:
		return page{title: "The catalogue cannot be reached", lines: []string{nothingNow, "Wait a moment, and open the link again."}}
	}
	return page{title: "Something went wrong", lines: []string{nothingNow, "Open the link again. If that does not help, ask for a new one."}}
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

// pageStyle is all there is of style: large text, room for fingers, light and
// dark, a focus that can be seen.
const pageStyle = `:root{color-scheme:light dark;--ink:#1c2321;--paper:#fbfaf6;--line:#8a948f;--act:#0b5f45;--on:#fff}` +
	`@media(prefers-color-scheme:dark){:root{--ink:#eef1ee;--paper:#151a18;--line:#7d8883;--act:#7fd6b4;--on:#10201a}}` +
	`*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}` +
	`main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 1rem}` +
	`h2{font-size:1.3rem;margin:0 0 .5rem}dl{margin:0 0 1.5rem;border-top:1px solid var(--line)}` +
	`dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}dt{flex:0 0 5rem;font-weight:600}dd{flex:1 1 12rem;margin:0;overflow-wrap:anywhere}` +
	`.note{border-left:.3rem solid var(--act);padding:.4rem .8rem;font-weight:600}a{color:var(--act)}` +
	`.go{display:block;margin:1.5rem 0 1rem;padding:.9rem 1rem;border-radius:.4rem;background:var(--act);color:var(--on);text-align:center;text-decoration:none;font-weight:600;overflow-wrap:anywhere}` +
	`a:focus-visible{outline:.2rem solid var(--ink);outline-offset:.2rem}`

// formStyle is what a page with a button has besides.
const formStyle = `button{width:100%;border:0;font:inherit;cursor:pointer}button:focus-visible{outline:.2rem solid var(--ink);outline-offset:.2rem}`

// pagePolicy lets nothing in but that style, and formPolicy sends forms nowhere
// but here.
var (
	pagePolicy = sync.OnceValue(func() string { return policy(pageStyle, "'none'") })
	formPolicy = sync.OnceValue(func() string { return policy(pageStyle+formStyle, "'self'") })
)

func policy(style, forms string) string {
	h := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'; base-uri 'none'; form-action " + forms + "; frame-ancestors 'none'"
}

func (p *page) render() []byte {
	var b strings.Builder
	title := markup.Escape(p.title)
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>`)
	b.WriteString(title)
	b.WriteString(`</title><style>` + pageStyle)
	if p.form != nil {
		b.WriteString(formStyle)
	}
	b.WriteString(`</style></head><body><main><h1>` + title + `</h1>`)
	for i, l := range p.lines {
		if i == 0 {
			b.WriteString(`<p class="note">` + markup.Escape(l) + `</p>`)
			p.detail(&b)
			continue
		}
		b.WriteString(`<p>` + markup.Escape(l) + `</p>`)
	}
	if f := p.form; f != nil {
		b.WriteString(`<form method="post" action="` + markup.Escape(f.action) + `"><input type="hidden" name="` + confirmField + `" value="` +
			markup.Escape(f.value) + `"><button class="go">` + markup.Escape(f.text) + `</button></form>`)
	}
	for i, l := range p.links {
		if !strings.HasPrefix(l.href, "https://") && !l.own {
			continue
		}
		open := `<p><a href="`
		if i == 0 && (len(p.links) > 1 || l.own) {
			open = `<p><a class="go" href="`
		}
		b.WriteString(open + markup.Escape(l.href) + `" rel="noreferrer">` + markup.Escape(l.text) + `</a></p>`)
	}
	b.WriteString("</main></body></html>\n")
	return []byte(b.String())
}

// detail is what would be booked.
func (p *page) detail(b *strings.Builder) {
	if p.place == "" {
		return
	}
	b.WriteString(`<h2>` + markup.Escape(p.place) + `</h2><dl>`)
	for _, f := range p.facts {
		b.WriteString(`<div><dt>` + markup.Escape(f.name) + `</dt><dd>` + markup.Escape(f.value) + `</dd></div>`)
	}
	b.WriteString(`</dl>`)
}
