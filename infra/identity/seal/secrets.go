package seal

import (
	"errors"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errSecrets = errors.New("seal: want a JWK Set of symmetric keys (kty oct), each with a kid")

// Secrets reads secrets from a JWK Set (RFC 7517) of symmetric keys, in the
// order in which New wants them.
func Secrets(set []byte) ([]Secret, error) {
	var doc struct {
		Keys []jsontext.Value `json:"keys"`
	}
	if json.Unmarshal(set, &doc) != nil || len(doc.Keys) == 0 {
		return nil, errSecrets
	}
	var all []Secret
	for _, raw := range doc.Keys {
		var k jose.JSONWebKey
		if k.UnmarshalJSON(raw) != nil {
			return nil, errSecrets
		}
		secret, ok := k.Key.([]byte)
		if !ok {
			return nil, errSecrets
		}
		all = append(all, Secret{k.KeyID, secret})
	}
	return all, nil
}
