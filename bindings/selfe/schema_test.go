package selfe_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validators are made of the components of an OpenAPI document.
func validators(t testing.TB, document []byte) map[string]*jsonschema.Schema {
	t.Helper()
	doc := instance(t, string(document))
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("registry.json", doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]*jsonschema.Schema{}
	components := doc.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	for name := range components {
		s, err := c.Compile("registry.json#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = s
	}
	return all
}

func instance(t testing.TB, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

const (
	anOffer   = "eyJhbGciOiJkaXIifQ..AAAAAAAAAAAAAAAA.Q0lQSEVS.AAAAAAAAAAAAAAAAAAAAAA"
	aHandle   = "sopt_" + anOffer
	thatPlace = `"` + pheasant + `"`
)

// commands are data parts that the schemas let pass or not; the decoder must
// agree about each.
var commands = []struct {
	data string
	fits bool
}{
	{`{"skill":"discover","arguments":{"query":{"text":"Peaceful stays"}}}`, true},
	{`{"arguments":{"query":{"text":"Peaceful stays"}},"skill":"discover"}`, true},
	{`{"skill":"discover","arguments":{"query":{"text":"x","filter":{"tags":"quiet","sections":["stay"],"locality":[],"entityId":` + thatPlace + `}},"section":"stay","stay":{"checkIn":"2026-03-14","checkOut":"2026-03-16","time":"19:30"},"party":{"adults":2,"children":0},"pageSize":50,"pageToken":""}}`, true},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"pageSize":2.0}}`, true},
	{`{"skill":"discover","arguments":{"query":{"text":"` + strings.Repeat("é", 1000) + `"}}}`, true},
	{`{"skill":"match","arguments":{"places":[{"entityId":` + thatPlace + `},{"name":"ab"}]}}`, true},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `"}}`, true},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + aHandle + `"}}`, true}, // that it is for something else is seen when it is opened
	{`{"skill":"prepare_booking_handoff","arguments":{"venueId":` + thatPlace + `,"handle":"` + aHandle + `","section":"eat"}}`, true},

	{`{"skill":"discover","arguments":{"query":{"text":""}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"` + strings.Repeat("é", 1001) + `"}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":null}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":5}}}`, false},
	{`{"skill":"discover","arguments":{"query":"Peaceful stays"}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":null}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x","filter":{"price":"10"}}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x","filter":{"tags":[1]}}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x","filter":{"tags":[null]}}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"section":"sleep"}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"section":""}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":{"checkOut":"2026-03-16"}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":{"checkIn":"14 March"}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":{"checkIn":"2026-02-30"}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":{"checkIn":"2026-03-14","time":"24:00"}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"stay":{"checkIn":"2026-03-14","nights":2}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"party":{"adults":0}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"party":{"adults":31}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"party":{"children":1}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"party":{"adults":1.5}}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"pageSize":51}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"pageSize":"10"}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"pageToken":"` + strings.Repeat("a", 2049) + `"}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"price":100}}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"},"Section":"stay"}}`, false},
	{`{"skill":"discover","arguments":{}}`, false},
	{`{"skill":"discover","arguments":[]}`, false},
	{`{"skill":"discover","arguments":null}`, false},
	{`{"skill":"discover"}`, false},
	{`{"skill":"discover","arguments":{"query":{"text":"x"}},"more":1}`, false},
	{`{"skill":"recommend","arguments":{"query":{"text":"x"}}}`, false},
	{`{"skill":7,"arguments":{}}`, false},
	{`{"skill":null,"arguments":{}}`, false},
	{`{"arguments":{}}`, false},
	{`{}`, false},
	{`{"skill":"match","arguments":{"query":{"text":"x"}}}`, false},
	{`{"skill":"match","arguments":{"places":[]}}`, false},
	{`{"skill":"match","arguments":{"places":[` + strings.Repeat(`{"name":"ab"},`, 10) + `{"name":"ab"}]}}`, false},
	{`{"skill":"match","arguments":{"places":[{}]}}`, false},
	{`{"skill":"match","arguments":{"places":[null]}}`, false},
	{`{"skill":"match","arguments":{"places":["The Pheasant Inn"]}}`, false},
	{`{"skill":"match","arguments":{"places":[{"name":"ab","entityId":` + thatPlace + `}]}}`, false},
	{`{"skill":"match","arguments":{"places":[{"name":"a"}]}}`, false},
	{`{"skill":"match","arguments":{"places":[{"entityId":"slf_1"}]}}`, false},
	{`{"skill":"match","arguments":{"places":[{"entityId":"slf_01M2T7Q2F2MVGDY5GQGMWTM7WI"}]}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `}}`, false},
	{`{"skill":"book","arguments":{"offerId":"` + anOffer + `"}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"https://evil.example/offer"}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","authority":{}}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","authority":{"ap2.mandates.CartMandate":{}}}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","authority":{"ap2.mandates.CartMandate":null,"user_authorization":"a"}}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","authority":{"ap2.mandates.CartMandate":"a","user_authorization":"a"}}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","authority":{"ap2.mandates.CartMandate":{},"user_authorization":"a","ap2.mandates.PaymentMandate":{}}}}`, false},
	{`{"skill":"book","arguments":{"entityId":` + thatPlace + `,"offerId":"` + anOffer + `","userId":"guest-1"}}`, false},
	{`{"skill":"prepare_booking_handoff","arguments":{"venueId":` + thatPlace + `,"handle":"sopt_short"}}`, false},
	{`{"skill":"prepare_booking_handoff","arguments":{"venueId":` + thatPlace + `,"handle":"` + anOffer + `"}}`, false},
	{`{"skill":"prepare_booking_handoff","arguments":{"venueId":` + thatPlace + `,"handle":"` + aHandle + `","section":"sleep"}}`, false},
	{`{"skill":"prepare_booking_handoff","arguments":{"venueId":` + thatPlace + `,"handle":"` + aHandle + `","price":100}}`, false},
}
