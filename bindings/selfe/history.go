package selfe

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// spokenCommand is what a task's history has of a command without secrets.
type spokenCommand struct {
	Skill     string `json:"skill"`
	Arguments any    `json:"arguments"`
}

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
	said := &spokenCommand{Skill: c.skill}
	switch {
	case c.book != nil:
		return spokenBook(a.command.(canonical.BookOffer))
	case c.handoff != nil:
		return spokenHandoff(a.command.(canonical.PrepareHandoff))
	case c.match != nil:
		said.Arguments = c.match
	default:
		said.Arguments = c.discover
	}
	return redacted(a2awire.Part{Kind: a2awire.DataPart, Data: wirejson.Marshal(said)})
}

// spokenBook and spokenHandoff write what has been checked: ids and names of
// ours, in which nothing is to be escaped.

func spokenBook(c canonical.BookOffer) a2awire.OutPart {
	b := make(jsontext.Value, 0, 256)
	b = append(append(b, `{"skill":"`+skillBook+`","arguments":{"entityId":"`...), c.Entity...)
	b = append(b, `","offerId":"`+a2awire.Redacted+`"`...)
	if c.Authority != "" {
		b = append(append(append(b, `,"authority":{"type":"ap2_cart_mandate","sha256":"`...), c.Authority...), `"}`...)
	}
	return a2awire.Data(append(b, "}}"...))
}

func spokenHandoff(c canonical.PrepareHandoff) a2awire.OutPart {
	b := make(jsontext.Value, 0, 256)
	b = append(append(b, `{"skill":"`+skillHandoff+`","arguments":{"venueId":"`...), c.Venue...)
	b = append(b, `","handle":"`+a2awire.Redacted+`"`...)
	if c.Section != "" {
		b = append(append(append(b, `,"section":"`...), c.Section...), '"')
	}
	return a2awire.Data(append(b, "}}"...))
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
