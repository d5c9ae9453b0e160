package a2awire_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
)

func TestRedact(t *testing.T) {
	const long = "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln"
	for _, tt := range []struct{ name, in, want string }{
		{"texts", `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Soy Ana, ana@example.cl, +56 9 1234 5678, el 2026-04-01 a las 10:00"}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Soy Ana, [redacted], [redacted], el 2026-04-01 a las 10:00"}]}`},
		{"names of contact data and secrets, in any spelling", `{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"clientEmail":"x","client_phone":56912345678,"Authorization":"y","api-key":"z","notes":"alergia","serviceId":"s","start":"2026-04-01T10:00:00Z","party":{"adults":2}}}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"clientEmail":"[redacted]","client_phone":"[redacted]","Authorization":"[redacted]","api-key":"[redacted]","notes":"[redacted]","serviceId":"s","start":"2026-04-01T10:00:00Z","party":{"adults":2}}}]}`},
		{"people", `{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"buyer":{"first":"Ana","more":[{"a":1},true,null]},"service":{"name":"Masaje"}}}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"buyer":{"first":"[redacted]","more":[{"a":"[redacted]"},true,null]},"service":{"name":"Masaje"}}}]}`},
		{"what merely looks like them", `{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"query":"llamar a 912345678","mandato":"` + long + `","a@b.cl":1,"c@d.cl":2}}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"query":"llamar a [redacted]","mandato":"[redacted]","[redacted] 1":1,"[redacted] 2":2}}]}`},
		{"a dialect's own secrets", `{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"offerId":"abc","offer_id":{"deep":"abc"},"offer":"abc"}}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"offerId":"[redacted]","offer_id":{"deep":"[redacted]"},"offer":"abc"}}]}`},
		{"metadata", `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x","metadata":{"usp":{"authorization":{"credential":"bsc_1"}}}}],"metadata":{"token":"t","organization":"clinica"}}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x","metadata":{"usp":{"authorization":{"credential":"[redacted]"}}}}],"metadata":{"token":"[redacted]","organization":"clinica"}}`},
		{"files", `{"messageId":"m","role":"ROLE_USER","parts":[{"raw":"AAAA","filename":"ana@example.cl.pdf"},{"url":"https://u:p@example.org/?sig=1"}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"raw":"","filename":"[redacted]"},{"url":"[redacted]"}]}`},
		{"other data", `{"messageId":"m","role":"ROLE_USER","parts":[{"data":null},{"data":"ana@example.cl"},{"data":[1.50,[]]}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"data":null},{"data":"[redacted]"},{"data":[1.50,[]]}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := a2awire.ParseMessage(a2awire.V10, jsontext.Value(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			before := m.Out()
			kept := string(a2awire.MarshalMessage(&before))
			out := a2awire.Redact(&m, "offerId")
			got := a2awire.MarshalMessage(&out)
			if string(got) != tt.want {
				t.Errorf("%s", got)
			}
			after := m.Out()
			if string(a2awire.MarshalMessage(&after)) != kept {
				t.Error("the message itself was changed")
			}
			again, err := a2awire.ParseMessage(a2awire.V10, got)
			if err != nil {
				t.Fatal(err)
			}
			twice := a2awire.Redact(&again, "offerId")
			if string(a2awire.MarshalMessage(&twice)) != tt.want {
				t.Error("what is redacted is redacted again")
			}
		})
	}
}

// Bytes that are no JSON, which no message has, are not kept.
func TestRedactTotal(t *testing.T) {
	for _, data := range []string{`{`, `{"a"`, "\"\xff ana@example.cl\"", "\"\xff\"", strings.Repeat(`[`, 20_000)} {
		m := a2awire.Message{ID: "m", Role: a2awire.User, Parts: []a2awire.Part{{Kind: a2awire.DataPart, Data: jsontext.Value(data)}}}
		out := a2awire.Redact(&m)
		if got := a2awire.MarshalMessage(&out); !got.IsValid() || strings.Contains(string(got), "ana") {
			t.Errorf("%s", got)
		}
	}
}
