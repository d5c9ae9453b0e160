package a2awire

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Redacted stands for what is not kept.
const Redacted = "[redacted]"

// Redact is the message as it may be stored: without contact data, secrets and
// files. In texts, e-mail addresses and telephone numbers are masked. In data
// and metadata so is every value whose member is named like contact data or a
// secret, and all that is in an object named like a person; secret names more
// of a dialect's own, in any spelling (offerId, offer_id). What the agent does
// with a message is decided on the message itself, before it is redacted. The
// result is for MarshalMessage, and for an answer that shows the message.
func Redact(m *Message, secret ...string) OutMessage {
	x := redactor{secret: secret}
	o := OutMessage{ID: m.ID, Role: m.Role, Context: m.Context, Task: m.Task, References: m.References, Extensions: m.Extensions, Metadata: x.json(m.Metadata)}
	o.Parts = make([]OutPart, len(m.Parts))
	for i := range m.Parts {
		p := &m.Parts[i]
		o.Parts[i] = OutPart{Kind: p.Kind, Text: masked(p.Text), MediaType: p.MediaType, Filename: masked(p.Filename), MimeType: p.MimeType, Metadata: x.json(p.Metadata)}
		switch p.Kind {
		case DataPart:
			o.Parts[i].Data = x.json(p.Data)
		case RawPart:
			o.Parts[i].Raw = []byte{}
		case URLPart:
			o.Parts[i].URL = Redacted
		}
	}
	return o
}

// A redactor copies JSON, with masks in it. It walks bytes that are known to be
// JSON, so that what needs no mask is copied and looked at no closer.
type redactor struct {
	secret []string // names, in any spelling
	in     []byte
	i      int
	out    []byte
	buf    []byte // of a text without its escapes
	names  int    // that were masked themselves
}

// json is the same JSON with masks in it. Bytes that are not JSON are dropped:
// nothing is known of them.
func (x *redactor) json(v jsontext.Value) any {
	if len(v) == 0 || !v.IsValid(lax) {
		return nil
	}
	x.in, x.i, x.out = v, 0, make([]byte, 0, len(v)+len(Redacted))
	x.value(false)
	return ready(x.out)
}

var lax = jsontext.AllowDuplicateNames(true) // copied as they are, like all else

// value copies the next value. Hidden says that it is of a member that is not
// kept: its shape stays, so that a reader sees what there was.
func (x *redactor) value(hidden bool) {
	x.i = skipSpace(x.in, x.i)
	switch c := x.in[x.i]; {
	case c == '"':
		raw := x.text()
		if hidden {
			x.hide()
		} else {
			x.copy(raw)
		}
	case c == '{':
		x.members(hidden)
	case c == '[':
		for more := x.enter(); more; more = x.next() {
			x.value(hidden)
		}
	default: // a number, true, false or null
		start := x.i
		for x.i < len(x.in) && bytes.IndexByte(ends, x.in[x.i]) < 0 {
			x.i++
		}
		if hidden && (c == '-' || digit(c)) {
			x.hide()
		} else {
			x.out = append(x.out, x.in[start:x.i]...)
		}
	}
}

// ends are what can follow a number or a word.
var ends = []byte(",]} \t\r\n")

// members copies an object.
func (x *redactor) members(hidden bool) {
	for more := x.enter(); more; more = x.next() {
		x.i = skipSpace(x.in, x.i)
		raw := x.text()
		name := x.unquoted(raw)
		hides := hidden || x.hides(name)
		if s, changed := mask(name); changed { // two that look the same then are told apart
			x.names++
			x.out, _ = jsontext.AppendQuote(x.out, s+" "+strconv.Itoa(x.names))
		} else {
			x.out = append(x.out, raw...)
		}
		x.i = skipSpace(x.in, x.i) + 1 // the colon
		x.out = append(x.out, ':')
		x.value(hides)
	}
}

// enter copies the bracket that opens an object or array, and says whether
// there is anything in it; if not, the one that closes it is copied too.
func (x *redactor) enter() bool {
	x.out = append(x.out, x.in[x.i])
	x.i = skipSpace(x.in, x.i+1)
	if c := x.in[x.i]; c == '}' || c == ']' {
		x.out = append(x.out, c)
		x.i++
		return false
	}
	return true
}

// next copies the comma behind an element, or the bracket behind the last one.
func (x *redactor) next() bool {
	x.i = skipSpace(x.in, x.i)
	c := x.in[x.i]
	x.out = append(x.out, c)
	x.i++
	return c == ','
}

// text steps over a string and answers it with its quotes.
func (x *redactor) text() []byte {
	start := x.i
	x.i = skipText(x.in, x.i)
	return x.in[start:x.i]
}

// unquoted is the text of a string; until the next one.
func (x *redactor) unquoted(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	x.buf, _ = jsontext.AppendUnquote(x.buf[:0], raw)
	return x.buf
}

// copy writes a string, with masks in it.
func (x *redactor) copy(raw []byte) {
	if s, changed := mask(x.unquoted(raw)); changed {
		x.out, _ = jsontext.AppendQuote(x.out, s)
		return
	}
	x.out = append(x.out, raw...)
}

func (x *redactor) hide() { x.out = append(append(append(x.out, '"'), Redacted...), '"') }

// hides says whether a member of that name is not kept.
func (x *redactor) hides(name []byte) bool {
	var short [48]byte
	n := fold(short[:0], name)
	if private[string(n)] {
		return true
	}
	for _, part := range telling {
		if bytes.Contains(n, part) {
			return true
		}
	}
	return slices.ContainsFunc(x.secret, func(s string) bool {
		var short [48]byte
		return bytes.Equal(fold(short[:0], s), n)
	})
}

// telling are parts of folded names that give contact data and secrets away,
// in English and Spanish.
var telling = folded(
	"email", "correo", "phone", "telefono", "celular", "whatsapp", "contact",
	"firstname", "lastname", "fullname", "givenname", "familyname", "surname", "apellido",
	"clientname", "customername", "buyername", "guestname", "nombrecliente",
	"address", "direccion", "passport", "pasaporte", "cardnumber", "birth", "nacimiento",
	"password", "contrasena", "secret", "token", "apikey", "authorization", "credential", "mandate", "signature",
)

// private are whole folded names: of the same, and of people, whose objects
// hold little else.
var private = map[string]bool{
	"mail": true, "tel": true, "fax": true, "mobile": true, "movil": true, "fono": true,
	"rut": true, "dni": true, "ssn": true, "iban": true, "pan": true, "cvc": true, "cvv": true,
	"proof": true, "jwt": true, "otp": true, "pin": true, "authority": true,
	"note": true, "notes": true, "notas": true,
	"client": true, "customer": true, "buyer": true, "recipient": true, "guest": true, "attendee": true, "attendees": true,
	"patient": true, "payer": true, "person": true,
	"cliente": true, "paciente": true, "huesped": true, "persona": true,
}

// fold appends a name without its spelling: client_email, clientEmail and
// Client-Email are one.
func fold[T string | []byte](b []byte, name T) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case 'A' <= c && c <= 'Z':
			b = append(b, c-'A'+'a')
		case c == '_' || c == '-' || c == ' ' || c == '.':
		default:
			b = append(b, c)
		}
	}
	return b
}

func folded(names ...string) (all [][]byte) {
	for _, n := range names {
		all = append(all, fold(nil, n))
	}
	return all
}
