package selfe

import (
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// cancelling says in plain words what it costs to cancel and until when, on the
// place's clock.
func cancelling(c *canonical.Cancelling, price canonical.Money, zone string) string {
	if len(c.Steps) == 0 {
		return "It cannot be cancelled once it is booked." + absent(c)
	}
	z := canonical.Zone(zone)
	at := func(t time.Time) string { return t.In(z).Format("2 January 2006 at 15:04") }
	text := ""
	if c.Free {
		text = "Free until the place has agreed. "
	}
	timed := false
	for i, s := range c.Steps {
		if i > 0 || c.Free {
			text += "After that "
		}
		how := ""
		if !s.Until.IsZero() {
			how, timed = " until "+at(s.Until), true
		} else if i == 0 {
			how = " at any time"
		}
		part := charged(s.Charge, price, how)
		if i == 0 && !c.Free {
			part = upper(part)
		}
		text += part + ". "
	}
	if !c.Last.IsZero() {
		text += "After that it cannot be cancelled. "
	}
	if timed {
		text += "Times are local to the place (" + zone + ")."
	} else {
		text = text[:len(text)-1]
	}
	return text + absent(c)
}

// charged is what a step costs, and how long it does.
func charged(m, price canonical.Money, how string) string {
	switch {
	case m.Amount == 0:
		return "free" + how
	case m == price && how != "":
		return "the whole price, " + prose.Money(m, canonical.English) + "," + how
	case m == price:
		return "the whole price, " + prose.Money(m, canonical.English)
	}
	return prose.Money(m, canonical.English) + how
}

// absent is what not coming costs, where the place says so.
func absent(c *canonical.Cancelling) string {
	if c.NoShow.Amount == 0 {
		return ""
	}
	return " Not coming costs " + prose.Money(c.NoShow, canonical.English) + "."
}

// upper begins a sentence with a text of ours.
func upper(s string) string {
	if s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// cancellation is the same in JSON.
type cancellation struct {
	Allowed bool               `json:"allowed"`
	Steps   []cancellationStep `json:"steps,omitempty" jsonschema_description:"What it costs, in order of time."`
	Last    string             `json:"notAfter,omitzero" jsonschema:"format=date-time" jsonschema_description:"From then on it cannot be cancelled."`
	Free    bool               `json:"freeUntilAgreed,omitzero" jsonschema_description:"It costs nothing until the place has agreed, whatever the steps say."`
	NoShow  *money             `json:"noShow,omitzero" jsonschema_description:"What not coming costs."`
}

type cancellationStep struct {
	Until  string `json:"until,omitzero" jsonschema:"format=date-time" jsonschema_description:"That instant included. Of the last step there may be none: it is for good."`
	Charge money  `json:"charge"`
}

func cancellationOf(c *canonical.Cancelling, zone *time.Location) *cancellation {
	out := &cancellation{Allowed: len(c.Steps) > 0, Free: c.Free}
	local := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(zone).Format(time.RFC3339)
	}
	for _, s := range c.Steps {
		out.Steps = append(out.Steps, cancellationStep{local(s.Until), money(s.Charge)})
	}
	out.Last = local(c.Last)
	if c.NoShow.Amount > 0 {
		out.NoShow = new(money(c.NoShow))
	}
	return out
}
