package ap2_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
)

// Disclosures are those that the credential was issued with, each once.
func TestDisclosures(t *testing.T) {
	encode := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	sd := func(disclosures ...string) string {
		var all []string
		for _, d := range disclosures {
			all = append(all, fmt.Sprintf("%q", hash([]byte(d))))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	name, element := encode(`["s","name","Ana"]`), encode(`["s","Keswick"]`)
	v := newVerifier(jwks.Fixed(published(bankKey)))
	for title, c := range map[string]struct {
		claims      string // more claims: a member, or several
		disclosures []string
		good        bool
	}{
		"of a member":                 {`"_sd":` + sd(name), []string{name}, true},
		"of an element":               {`"towns":[{"...":"` + hash([]byte(element)) + `"}]`, []string{element}, true},
		"inside another":              {`"_sd":` + sd(encode(`["s","address",{"_sd":`+sd(name)+`}]`)), []string{name, encode(`["s","address",{"_sd":` + sd(name) + `}]`)}, true},
		"inside one that is withheld": {`"_sd":` + sd(encode(`["s","address",{"_sd":`+sd(name)+`}]`)), []string{name}, false},
		"twice":                       {`"_sd":` + sd(name), []string{name, name}, false},
		"digest twice":                {`"_sd":` + sd(name, name), []string{name}, false},
		"digest twice, far apart":     {`"_sd":` + sd(name) + `,"deep":{"_sd":` + sd(name) + `}`, []string{name}, false},
		"digest twice, none shown":    {`"_sd":` + sd(name, name), nil, false},
		"digest among the claims":     {`"name":"` + hash([]byte(name)) + `"`, []string{name}, false},
		"digest as text of a value":   {`"x":["_sd",` + sd(name) + `]`, []string{name}, false},
		"digests that are no list":    {`"_sd":"` + hash([]byte(name)) + `"`, nil, false},
		"a digest that is no text":    {`"x":[{"...":1}]`, nil, false},
		"spelled otherwise":           {`"_sd":` + sd(name), []string{name + "="}, false},
		"empty":                       {`"_sd":` + sd(""), []string{""}, false},
		"no JSON":                     {`"_sd":` + sd(encode("name")), []string{encode("name")}, false},
		"an object":                   {`"_sd":` + sd(encode("{}")), []string{encode("{}")}, false},
		"of one part":                 {`"_sd":` + sd(encode(`["s"]`)), []string{encode(`["s"]`)}, false},
		"of four parts":               {`"_sd":` + sd(encode(`["s","a","b","c"]`)), []string{encode(`["s","a","b","c"]`)}, false},
		"with a number for salt":      {`"_sd":` + sd(encode(`[1,"name","Ana"]`)), []string{encode(`[1,"name","Ana"]`)}, false},
		"with a number for a name":    {`"_sd":` + sd(encode(`["s",1,"Ana"]`)), []string{encode(`["s",1,"Ana"]`)}, false},
		"of a member called _sd":      {`"_sd":` + sd(encode(`["s","_sd",[]]`)), []string{encode(`["s","_sd",[]]`)}, false},
		"of a member called ...":      {`"_sd":` + sd(encode(`["s","...","x"]`)), []string{encode(`["s","...","x"]`)}, false},
	} {
		t.Run(title, func(t *testing.T) {
			d := newDraft()
			d.credential.but("more", `0,`+c.claims)
			d.disclosures = c.disclosures
			got, err := v.Verify(t.Context(), d.sign(), resource)
			if c.good && (err != nil || !got.Given()) || !c.good && !errors.Is(err, ap2.Disclosures) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}
