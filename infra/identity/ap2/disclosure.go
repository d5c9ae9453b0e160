package ap2

import (
	"bytes"
	"encoding/base64"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/infra/identity/internal/compact"
)

// disclosed says whether every disclosure is one that the credential was
// issued with: its digest stands in the claims, or in another disclosure, and
// none stands anywhere twice (RFC 9901 section 7.1). What they disclose is of
// no interest here.
func disclosed(claims jsontext.Value, disclosures []string) bool {
	found := digests{}
	if !found.in(claims) {
		return false
	}
	seen := map[string]bool{}
	for _, d := range disclosures {
		var array []jsontext.Value
		b, err := base64.RawURLEncoding.DecodeString(d)
		if err != nil || !compact.Parts(d, 1) || json.Unmarshal(b, &array) != nil || seen[d] {
			return false
		}
		seen[d] = true
		switch len(array) {
		case 2: // salt, element of an array
		case 3: // salt, name, value
			var name string
			if json.Unmarshal(array[1], &name) != nil || name == arrayDigests || name == elementDigest {
				return false
			}
		default:
			return false
		}
		if array[0].Kind() != '"' || !found.in(array[len(array)-1]) {
			return false
		}
	}
	for _, d := range disclosures {
		if found[digest([]byte(d))] != 1 {
			return false
		}
	}
	for _, n := range found {
		if n > 1 {
			return false
		}
	}
	return true
}

// Members that hold digests: of an object's members, and of an array's element.
const (
	arrayDigests  = "_sd"
	elementDigest = "..."
)

// digests counts how often each was found.
type digests map[string]int

// in finds the digests in a value, at any depth.
func (f digests) in(v jsontext.Value) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(v))
	for {
		t, err := dec.ReadToken()
		if err != nil {
			return dec.StackDepth() == 0
		}
		if t.Kind() != '"' {
			continue
		}
		if kind, n := dec.StackIndex(dec.StackDepth()); kind != '{' || n%2 == 0 { // no member's name
			continue
		}
		switch t.String() {
		case arrayDigests:
			var all []string
			if json.UnmarshalDecode(dec, &all) != nil {
				return false
			}
			for _, d := range all {
				f[d]++
			}
		case elementDigest:
			var d string
			if json.UnmarshalDecode(dec, &d) != nil {
				return false
			}
			f[d]++
		}
	}
}
