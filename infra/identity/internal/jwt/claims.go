package jwt

import (
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Date is a NumericDate (RFC 7519 section 2): seconds since 1970, whose
// fraction is dropped.
type Date int64

// At is the date as an instant.
func (d Date) At() time.Time { return time.Unix(int64(d), 0).UTC() }

// latest is past any date that a token has business with, and short of where
// arithmetic would overflow.
const latest = 1 << 40

var errClaim = errors.New("jwt: a claim of another type")

// UnmarshalJSONFrom reads a number.
func (d *Date) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '0' {
		return errClaim
	}
	var f float64
	if err := json.UnmarshalDecode(dec, &f); err != nil {
		return err
	}
	if f < 0 || f > latest {
		return errClaim
	}
	*d = Date(f)
	return nil
}

// An Audience is whom a token is for: one name, or several.
type Audience []string

// UnmarshalJSONFrom reads a string or an array of strings.
func (a *Audience) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '"' {
		*a = make(Audience, 1)
		return json.UnmarshalDecode(dec, &(*a)[0])
	}
	return json.UnmarshalDecode(dec, (*[]string)(a))
}

// Has says whether a name is among them.
func (a Audience) Has(name string) bool {
	for _, s := range a {
		if s == name {
			return name != ""
		}
	}
	return false
}
