package selfe

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"

	"hora/bindings/internal/markup"
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
	leave *pageForm // signs the guest out
}

// A pageForm is a button that sends one hidden field.
type pageForm struct{ action, field, value, text string }

// A fact is a name and what it is, as in Price: £240 GBP.
type fact struct{ name, value string }

// A pageLink leads away from the page. The first is the one thing to do. Without
// TLS it leads nowhere but to the desk itself.
type pageLink struct {
	href, text string
	own        bool // of the desk
}

// pageStyle is all there is of style: large text, room for fingers, light and
// dark, a focus that can be seen.
const pageStyle = `:root{color-scheme:light dark;--ink:#1c2321;--paper:#fbfaf6;--line:#8a948f;--act:#0b5f45;--on:#fff}` +
	`@media(prefers-color-scheme:dark){:root{--ink:#eef1ee;--paper:#151a18;--line:#7d8883;--act:#7fd6b4;--on:#10201a}}` +
	`*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}` +
	`main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 1rem}` +
	`h2{font-size:1.3rem;margin:0 0 .5rem}dl{margin:0 0 1.5rem;border-top:1px solid var(--line)}` +
	`dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}dt{flex:0 0 7rem;font-weight:600}dd{flex:1 1 12rem;margin:0;overflow-wrap:anywhere}` +
	`.note{border-left:.3rem solid var(--act);padding:.4rem .8rem;font-weight:600}a{color:var(--act)}` +
	`.go{display:block;margin:1.5rem 0 1rem;padding:.9rem 1rem;border-radius:.4rem;background:var(--act);color:var(--on);text-align:center;text-decoration:none;font-weight:600;overflow-wrap:anywhere}` +
	`a:focus-visible{outline:.2rem solid var(--ink);outline-offset:.2rem}`

// formStyle is what a page with a button has besides.
const formStyle = `button{width:100%;border:0;font:inherit;cursor:pointer}.out{width:auto;min-height:3rem;padding:.6rem 1.2rem;border:1px solid var(--line);border-radius:.4rem;background:none;color:var(--act)}button:focus-visible{outline:.2rem solid var(--ink);outline-offset:.2rem}`

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
	if p.posts() {
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
	p.form.render(&b, "go")
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
	p.leave.render(&b, "out")
	b.WriteString("</main></body></html>\n")
	return []byte(b.String())
}

// posts says whether there is a button on the page.
func (p *page) posts() bool { return p.form != nil || p.leave != nil }

func (f *pageForm) render(b *strings.Builder, class string) {
	if f == nil {
		return
	}
	b.WriteString(`<form method="post" action="` + markup.Escape(f.action) + `"><input type="hidden" name="` + f.field + `" value="` +
		markup.Escape(f.value) + `"><button class="` + class + `">` + markup.Escape(f.text) + `</button></form>`)
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
