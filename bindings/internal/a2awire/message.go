package a2awire

import "github.com/go-json-experiment/json/jsontext"

// A MessageOf is one turn of a conversation, in either version. D is what data
// parts hold and M what metadata holds: a dialect's own wire structs on its own
// route, raw JSON where nothing is known of them yet, any value in answers.
type MessageOf[D, M any] struct {
	ID         string // messageId: the caller's name for the message
	Role       Role
	Context    string // contextId; empty: none yet
	Task       string // taskId it belongs to; empty: none
	Parts      []PartOf[D, M]
	References []string // referenceTaskIds
	Extensions []string // URIs
	Metadata   M
}

// A PartOf is one piece of a message or artifact. Kind says which of Text,
// Data, Raw and URL it is; presence, not value, decides: an empty text and
// data that is null are parts.
type PartOf[D, M any] struct {
	Kind      Kind
	Text      string
	Data      D
	Raw       []byte // the content of a file
	URL       string // where a file is; never fetched
	MediaType string // 1.0: of any part; 0.3: of files only, as file.mimeType
	Filename  string // as MediaType
	MimeType  string // mimeType beside data: no member of A2A, but USP's
	Metadata  M
}

// Message and Part hold raw JSON: what the front door and stored histories see.
type (
	Message = MessageOf[jsontext.Value, jsontext.Value]
	Part    = PartOf[jsontext.Value, jsontext.Value]
)

// OutMessage and OutPart are for answers. Data and Metadata are wire structs
// (pointers save a copy) or raw JSON, written in the same pass as the rest;
// metadata must be an object.
type (
	OutMessage = MessageOf[any, any]
	OutPart    = PartOf[any, any]
)

// Text is a text part for an answer. No media type means text/plain.
func Text(s string) OutPart { return OutPart{Kind: TextPart, Text: s} }

// Data is a data part for an answer. No media type means application/json.
func Data(v any) OutPart { return OutPart{Kind: DataPart, Data: v} }

// Out is the same message for an answer. Metadata of a route's own type is
// written as it is, also when the caller sent none.
func (m MessageOf[D, M]) Out() OutMessage {
	o := OutMessage{ID: m.ID, Role: m.Role, Context: m.Context, Task: m.Task, References: m.References, Extensions: m.Extensions, Metadata: m.Metadata}
	o.Parts = make([]OutPart, len(m.Parts))
	for i := range m.Parts {
		p := &m.Parts[i]
		o.Parts[i] = OutPart{Kind: p.Kind, Text: p.Text, Raw: p.Raw, URL: p.URL, MediaType: p.MediaType, Filename: p.Filename, MimeType: p.MimeType, Metadata: p.Metadata}
		if p.Kind == DataPart {
			o.Parts[i].Data = p.Data
		}
	}
	return o
}

// Kind tells the four kinds of part apart.
type Kind uint8

const (
	NoPart Kind = iota
	TextPart
	DataPart
	RawPart
	URLPart
)

// File says that the content is a file, given or referred to.
func (k Kind) File() bool { return k == RawPart || k == URLPart }

// Role says who speaks. The numbers are those of the proto enum.
type Role uint8

const (
	NoRole Role = iota
	User
	Agent
)

var roleNames = [][2]string{NoRole: {"", "ROLE_UNSPECIFIED"}, User: {"user", "ROLE_USER"}, Agent: {"agent", "ROLE_AGENT"}}

// Name is the role in that version.
func (r Role) Name(v Version) string {
	if r > Agent {
		r = NoRole
	}
	return roleNames[r][v]
}

// Limits of a message. A2A sets none; these keep one message, and what is
// stored of it, small. More is refused with -32602.
const (
	MaxParts = 100 // also of elements of any other list
	MaxID    = 512 // bytes of messageId, contextId, taskId, and of each URI or reference
)
