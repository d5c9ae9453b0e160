package selfe

import (
	"bytes"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// What a task's history has of a command: neither sealed tokens nor mandates.
type (
	spokenCommand struct {
		Skill     string `json:"skill"`
		Arguments any    `json:"arguments"`
	}
	spokenBook struct {
		Entity    *entityID        `json:"entityId"`
		Offer     string           `json:"offerId"`
		Authority *spokenAuthority `json:"authority,omitzero"`
	}
	// spokenAuthority says that there was a mandate, and which.
	spokenAuthority struct {
		Type   string `json:"type"`
		SHA256 string `json:"sha256"`
	}
	spokenHandoff struct {
		Venue   *entityID `json:"venueId"`
		Handle  string    `json:"handle"`
		Section *section  `json:"section,omitzero"`
	}
)

// secret are the members of a command that no history keeps, whoever writes it.
var secret = []string{"offerId", "handle"}

// keep is the message as a task's history keeps it. It is likely to be shown
// at once, so the reply keeps it too.
func (r *reply) keep(a *asked) *canonical.Utterance {
	r.said = a2awire.OutMessage{ID: r.messageID, Role: a2awire.User, Parts: []a2awire.OutPart{a.spoken()}}
	r.kept = canonical.Utterance{ID: r.messageID, Parts: a2awire.MarshalMessage(&r.said)}
	return &r.kept
}

// spoken is what was asked without what is not kept; what looks like contact
// data is masked.
func (a *asked) spoken() a2awire.OutPart {
	if a.text != nil {
		return redacted(a2awire.Part{Kind: a2awire.TextPart, Text: *a.text})
	}
	c := a.said
	said := &spokenCommand{Skill: *c.skill}
	switch {
	case c.book != nil:
		b := &spokenBook{Entity: c.book.Entity, Offer: a2awire.Redacted}
		if reserve, ok := a.command.(canonical.BookOffer); ok && reserve.Authority != "" {
			b.Authority = &spokenAuthority{"ap2_cart_mandate", reserve.Authority}
		}
		said.Arguments = b
		return a2awire.Data(said)
	case c.handoff != nil:
		said.Arguments = &spokenHandoff{c.handoff.Venue, a2awire.Redacted, c.handoff.Section}
		return a2awire.Data(said)
	case c.match != nil:
		said.Arguments = c.match
	default:
		said.Arguments = c.discover
	}
	return redacted(a2awire.Part{Kind: a2awire.DataPart, Data: wirejson.Marshal(said)})
}

func redacted(p a2awire.Part) a2awire.OutPart {
	return a2awire.Redact(&a2awire.Message{Parts: []a2awire.Part{p}}).Parts[0]
}

// recent is as much of a task's history as was asked for. What cannot be read
// any more is left out.
func (r *reply) recent(t *canonical.Task) (all []a2awire.OutMessage) {
	for i := range t.History {
		u := &t.History[i]
		var m a2awire.OutMessage
		if u.ID == r.kept.ID && bytes.Equal(u.Parts, r.kept.Parts) {
			m = r.said
		} else {
			read, err := a2awire.ParseMessage(a2awire.V10, u.Parts)
			if err != nil {
				continue
			}
			m = read.Out()
		}
		m.Task, m.Context = t.ID, t.Conversation
		all = append(all, m)
	}
	return a2awire.Recent(all, r.history)
}
