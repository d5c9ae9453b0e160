package a2awire

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Redacted stands for what is not kept.
const Redacted = "[redacted]"

// Redact is the message as it may be stored: without contact data, secrets and
// files. In texts, e-mail addresses and telephone numbers are masked. In data
// and metadata so is every value whose member is named like contact data or a
// secret, and all that is in an object named like a person; secret names more
// of a dialect's own, in any spelling (offerId, offer_id). What the agent does
// with a message is decided on the message itself, before it is redacted.
func Redact(m Message, secret ...string) Message {
	x := redactor{secret: map[string]bool{}}
	for _, name := range secret {
		x.secret[fold(name)] = true
	}
	m.Metadata = x.json(m.Metadata)
	m.Parts = append([]Part(nil), m.Parts...)
	for i := range m.Parts {
		p := &m.Parts[i]
		p.Text, p.Data, p.Metadata = mask(p.Text), x.json(p.Data), x.json(p.Metadata)
		p.Filename = mask(p.Filename)
		switch p.Kind {
		case RawPart:
			p.Raw = []byte{}
		case URLPart:
			p.URL = Redacted
		}
	}
	return m
}

type redactor struct {
	secret map[string]bool
	names  int // that were masked themselves
}

// json is the same JSON with masks in it. Bytes that are not JSON are dropped:
// nothing is known of them.
func (x *redactor) json(v jsontext.Value) jsontext.Value {
	if len(v) == 0 {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(v), lax)
	var out bytes.Buffer
	e := jsontext.NewEncoder(&out, lax)
	if x.value(d, e, false) != nil {
		return nil
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

var lax = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// value copies the next value. Hidden says that it is of a member that is not
// kept: its shape stays, so that a reader sees what there was.
func (x *redactor) value(d *jsontext.Decoder, e *jsontext.Encoder, hidden bool) error {
	tok, err := d.ReadToken()
	if err != nil {
		return err
	}
	switch tok.Kind() {
	case '"':
		if hidden {
			return e.WriteToken(jsontext.String(Redacted))
		}
		return e.WriteToken(jsontext.String(mask(tok.String())))
	case '0':
		if hidden {
			return e.WriteToken(jsontext.String(Redacted))
		}
		return e.WriteToken(tok)
	case '[':
		if err := e.WriteToken(tok); err != nil {
			return err
		}
		for d.PeekKind() != ']' {
			if err := x.value(d, e, hidden); err != nil {
				return err
			}
		}
	case '{':
		if err := e.WriteToken(tok); err != nil {
			return err
		}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				return err
			}
			text := name.String()
			if err := e.WriteToken(jsontext.String(x.name(text))); err != nil {
				return err
			}
			if err := x.value(d, e, hidden || x.hides(text)); err != nil {
				return err
			}
		}
	default:
		return e.WriteToken(tok)
	}
	tok, err = d.ReadToken()
	if err != nil {
		return err
	}
	return e.WriteToken(tok)
}

// name is a member's name with masks in it; two that look the same then are
// told apart.
func (x *redactor) name(s string) string {
	masked := mask(s)
	if masked != s {
		x.names++
		masked += " " + strconv.Itoa(x.names)
	}
	return masked
}

// hides says whether a member of that name is not kept.
func (x *redactor) hides(name string) bool {
	n := fold(name)
	if x.secret[n] || private[n] {
		return true
	}
	for _, part := range telling {
		if strings.Contains(n, part) {
			return true
		}
	}
	return false
}

// telling are parts of folded names that give contact data and secrets away,
// in English and Spanish.
var telling = []string{
	"email", "correo", "phone", "telefono", "celular", "whatsapp", "contact",
	"firstname", "lastname", "fullname", "givenname", "familyname", "surname", "apellido",
	"clientname", "customername", "buyername", "guestname", "nombrecliente",
	"address", "direccion", "passport", "pasaporte", "cardnumber", "birth", "nacimiento",
	"password", "contrasena", "secret", "token", "apikey", "authorization", "credential", "mandate", "signature",
}

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

// fold is a name without its spelling: client_email, clientEmail and
// Client-Email are one.
func fold(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case 'A' <= c && c <= 'Z':
			return c - 'A' + 'a'
		case c == '_' || c == '-' || c == ' ' || c == '.':
			return -1
		}
		return c
	}, name)
}
