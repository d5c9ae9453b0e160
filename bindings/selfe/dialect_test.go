package selfe

import (
	"net/url"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
)

// A command that comes through the front door is as long and as deep at most as
// one that comes through the registry's own.
func TestLimitsAtTheFrontDoor(t *testing.T) {
	d := Dialect(bindings.Config{PublicURL: "https://desk.example", Sealer: glass{}})
	in := bindings.Inbound{Query: url.Values{selector: {"visit-keswick"}}}
	read := func(cart string) error {
		data := `{"skill":"book","arguments":{"entityId":"slf_01M2T7Q2F2MVGDY5GQGMWTM7W1","offerId":"` + benchToken + `","authority":{"ap2.mandates.CartMandate":` + cart + `,"user_authorization":"x"}}}`
		_, err := d.Read(in, &a2awire.Message{Parts: []a2awire.Part{{Kind: a2awire.DataPart, Data: jsontext.Value(data)}}}, 0)
		return err
	}
	nested := func(levels int) string { // the cart's own is the fourth of the data's
		return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
	}
	for cart, want := range map[string]string{
		nested(maxDepth - around - 3):                  "",
		nested(maxDepth - around - 2):                  "is nested deeper than 27 levels",
		`{"a":"` + strings.Repeat("x", maxBody) + `"}`: "is longer than 262144 bytes",
	} {
		got := ""
		if e, ok := read(cart).(*a2awire.Error); ok && len(e.Violations) == 1 && e.Code == -32602 && e.Violations[0].Field == "message.parts[0].data" {
			got = e.Violations[0].Description
		}
		if got != want {
			t.Errorf("%d bytes: %q, %v; want %q", len(cart), got, read(cart), want)
		}
	}
}
