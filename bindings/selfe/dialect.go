package selfe

import (
	"strconv"

	"github.com/go-json-experiment/json"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// Dialect is the registry's commands in the messages of the front door: a data
// part with the member skill. The registry is that of ?catalogue= in the
// address, of message.metadata.catalogue, or the only one of the host. Who may
// do what is as at the registry's own door, where a task that a command leaves
// is also to be asked for.
func Dialect(c bindings.Config) dialect.Dialect {
	return guest{newBinding(c)}
}

type guest struct{ registry *binding }

func (guest) Name() string       { return Name }
func (guest) Mark() dialect.Mark { return dialect.Mark{Data: "skill"} }

func (g guest) Read(in bindings.Inbound, m *a2awire.Message, part int) (dialect.Reading, error) {
	return g.registry.readGuest(in, m, part)
}

func (g guest) Speak(form string) dialect.Answer {
	return func(o *canonical.Outcome, part int) dialect.Said { return g.registry.speak(form, o, part) }
}

func (b *binding) readGuest(in bindings.Inbound, m *a2awire.Message, part int) (dialect.Reading, error) {
	at := dataPath(part)
	data := m.Parts[part].Data
	if err := bounded(data, at); err != nil {
		return dialect.Reading{}, err
	}
	c, err := parse(data, at)
	if err != nil {
		return dialect.Reading{}, err
	}
	if p, found := null(data); found {
		return dialect.Reading{}, a2awire.InvalidParams(a2awire.Violation{Field: path(at, p), Description: "must not be null"})
	}
	a, err := b.asked(c, at)
	if err != nil {
		return dialect.Reading{}, err
	}
	catalogue, reason := b.catalogue(in.Query)
	if reason == reasonRequired {
		if catalogue, reason = b.named(m); reason != "" {
			return dialect.Reading{}, b.noCatalogue(reason)
		}
	}
	if reason != "" {
		return dialect.Reading{}, b.noCatalogue(reason)
	}
	return dialect.Reading{
		Command: a.command, Form: a.form, Rules: canonical.KeepAnswers,
		Catalogue: catalogue, Host: b.host, Resource: b.PublicURL, Mandate: a.mandate, Secret: secret,
	}, nil
}

func dataPath(part int) string { return "message.parts[" + strconv.Itoa(part) + "].data" }

// named is the registry that a message names in its metadata.
func (b *binding) named(m *a2awire.Message) (id, reason string) {
	var metadata struct {
		Catalogue string `json:"catalogue"`
	}
	if len(m.Metadata) == 0 || json.Unmarshal(m.Metadata, &metadata) != nil || metadata.Catalogue == "" {
		return "", reasonRequired
	}
	return b.catalogue(map[string][]string{selector: {metadata.Catalogue}})
}

// speak answers what was asked for with that form.
func (b *binding) speak(form string, o *canonical.Outcome, part int) dialect.Said {
	if o.Err != nil {
		return dialect.Said{Err: b.refusal(o.Err, dataPath(part)+".arguments.", true)}
	}
	s, ok := b.say(form, o.Result, o.Meta.Task != nil)
	if !ok {
		return dialect.Said{Err: a2awire.Internal()}
	}
	return dialect.Said{Parts: s.parts()}
}
