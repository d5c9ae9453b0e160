package eventfile

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// reply is an answer to an HTTP event.
type reply struct {
	Status  int               `json:"statusCode"`
	Headers map[string]string `json:"headers"`
	Cookies []string          `json:"cookies,omitzero"`
	Body    string            `json:"body"`
	Base64  bool              `json:"isBase64Encoded,omitzero"`
}

// shown is the same for people: a body that is JSON stands as such.
type shown struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Cookies []string          `json:"cookies,omitzero"`
	Body    jsontext.Value    `json:"body"`
}

// Body is the JSON in the body of an answer.
func Body(answer []byte) (jsontext.Value, error) {
	var r reply
	if err := json.Unmarshal(bytes.TrimSpace(answer), &r); err != nil {
		return nil, err
	}
	return jsontext.Value(r.Body), nil
}

// Show writes an answer, masked, as it is kept beside its event. What answers
// no HTTP event is shown as it is.
func (f Filler) Show(answer []byte) (string, error) {
	var r reply
	if err := json.Unmarshal(answer, &r, json.RejectUnknownMembers(true)); err != nil || r.Status == 0 {
		return f.Mask(string(answer)) + "\n", nil
	}
	s := shown{Status: r.Status, Headers: r.Headers, Cookies: r.Cookies, Body: jsontext.Value(r.Body)}
	if r.Base64 || !isJSON(r.Headers["Content-Type"]) || !s.Body.IsValid() {
		text, err := json.Marshal(r.Body)
		if err != nil {
			return "", err
		}
		s.Body = text
	}
	out, err := json.Marshal(s, json.Deterministic(true), jsontext.WithIndent("  "))
	return f.Mask(string(out)) + "\n", err
}

func isJSON(contentType string) bool {
	t, _, _ := strings.Cut(contentType, ";")
	return t == "application/json" || t == "application/problem+json"
}
