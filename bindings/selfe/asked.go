package selfe

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"hora/bindings/internal/a2awire"
	"hora/canonical"
)

// asked is a command that was read: what the desk is to do, the form that the
// answer to it is said in, and what else came with it.
type asked struct {
	command canonical.Command
	form    string
	mandate *canonical.CartMandate

	text *string  // of a question in plain words
	said *command // of a data part
}

// Forms: the skill, or plain words, behind the dialect's name.
const (
	formText     = Name + "/text"
	formDiscover = Name + "/" + skillDiscover
	formMatch    = Name + "/" + skillMatch
	formBook     = Name + "/" + skillBook
	formHandoff  = Name + "/" + skillHandoff
)

var forms = map[string]string{skillDiscover: formDiscover, skillMatch: formMatch, skillBook: formBook, skillHandoff: formHandoff}

// skillOf is the name that a stored answer goes by.
func skillOf(form string) string {
	if form == formText {
		return skillDiscover
	}
	return strings.TrimPrefix(form, Name+"/")
}

// question is plain text: a question to the whole registry, without prices,
// whatever it says.
func (b *binding) question(text string) (asked, error) {
	f := faults{at: "message.parts[0]."}
	f.text("text", &text, 1, maxText)
	return asked{command: canonical.Discover{Text: text}, form: formText, text: &text}, f.err()
}

// asked reads a command. at is the path of the data part.
func (b *binding) asked(c *command, at string) (asked, error) {
	f := faults{at: at + "."}
	a := asked{said: c}
	switch {
	case !c.named:
		f.wrong("skill", required)
	case c.skill == "":
		f.wrong("skill", oneOfSkills)
	case !c.given:
		f.wrong("arguments", required)
	}
	if err := f.err(); err != nil {
		return a, err
	}
	a.form = forms[c.skill]
	f.at = at + ".arguments."
	switch {
	case c.discover != nil:
		a.command = f.discover(c.discover)
	case c.match != nil:
		a.command = f.match(c.match)
	case c.book != nil:
		a.command, a.mandate = b.reserve(c.book, &f)
	case c.handoff != nil:
		a.command = b.prepare(c.handoff, &f)
	}
	return a, f.err()
}

func (f *faults) discover(a *discoverArguments) canonical.Command {
	c := canonical.Discover{Section: f.section(a.Section), Stay: f.stay(a.Stay), Party: f.party(a.Party)}
	if q := a.Query; q == nil {
		f.wrong("query", required)
	} else {
		c.Text, c.Filters = f.text("query.text", q.Text, 1, maxText), q.Filter.canonical()
	}
	if a.PageSize != nil {
		c.Size = f.within("pageSize", *a.PageSize, 1, canonical.MaxPlacesSize)
	}
	if a.PageToken != nil {
		c.After = canonical.Cursor(f.text("pageToken", a.PageToken, 0, maxToken))
	}
	return c
}

// canonical are the filters in one order, whatever the order they came in.
func (f *filter) canonical() (all []canonical.Filter) {
	if f == nil {
		return nil
	}
	for _, one := range []struct {
		field string
		any   *values
	}{{"tags", f.Tags}, {"sections", f.Sections}, {"locality", f.Locality}, {"entity_id", f.Entity}} {
		if one.any != nil {
			all = append(all, canonical.Filter{Field: one.field, Any: *one.any})
		}
	}
	return all
}

func (f *faults) match(a *matchArguments) canonical.Command {
	c := canonical.Match{Section: f.section(a.Section), Stay: f.stay(a.Stay), Party: f.party(a.Party)}
	if len(a.Places) == 0 || len(a.Places) > maxPlaces {
		f.wrong("places", "must have from 1 to 10 elements")
		return c
	}
	for i := range a.Places {
		p, at := &a.Places[i], element("places", i)
		if (p.Entity == nil) == (p.Name == nil) {
			f.wrong(at, "must have exactly one of entityId and name")
			continue
		}
		ref := canonical.PlaceRef{}
		if p.Entity != nil {
			ref.Entity = f.entity(at+".entityId", p.Entity)
		} else {
			ref.Name = repeatable(f.text(at+".name", p.Name, minName, maxName))
		}
		c.Places = append(c.Places, ref)
	}
	return c
}

// repeatable is a name as an answer may say again that it is unknown, and keep:
// no place is called by an address, a telephone number or a token.
func repeatable(name string) string {
	return redacted(a2awire.Part{Kind: a2awire.TextPart, Text: name}).Text
}

func element(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

// reserve reads book. An offer that cannot be opened stays empty: that it was
// not sealed here is for the desk to refuse, after what comes before it.
func (b *binding) reserve(a *bookArguments, f *faults) (canonical.Command, *canonical.CartMandate) {
	c := canonical.BookOffer{Entity: f.entity("entityId", a.Entity)}
	b.open(canonical.SealOffer, f.offer(a.Offer), &c.Offer)
	m := a.Authority
	if m == nil {
		return c, nil
	}
	if m.Cart.Kind() != '{' {
		f.wrong("authority.ap2.mandates.CartMandate", "must be an object")
	}
	mandate := &canonical.CartMandate{
		Cart: m.Cart, Authorization: f.text("authority.user_authorization", m.Confirmed, 0, maxConsent),
		Offer: c.Offer.ID, Price: c.Offer.Price,
	}
	c.Authority = digest(mandate)
	return c, mandate
}

// digest names a mandate without telling anything of it.
func digest(m *canonical.CartMandate) string {
	h := sha256.New()
	h.Write(m.Cart)
	h.Write([]byte{0})
	h.Write([]byte(m.Authorization))
	return hex.EncodeToString(h.Sum(nil))
}

func (b *binding) prepare(a *handoffArguments, f *faults) canonical.Command {
	c := canonical.PrepareHandoff{Venue: f.entity("venueId", a.Venue), Section: f.section(a.Section)}
	b.open(canonical.SealOption, f.handle(a.Handle), &c.Option)
	return c
}

// open reads a sealed offer; one that is not for this purpose, or of no desk
// of ours, leaves it empty.
func (b *binding) open(p canonical.Purpose, token string, o *canonical.Offer) {
	if b.Sealer == nil || token == "" {
		return
	}
	if _, err := b.Sealer.Open(p, token, o); err != nil {
		*o = canonical.Offer{}
	}
}
