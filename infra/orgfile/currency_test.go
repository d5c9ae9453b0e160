package orgfile_test

import (
	"strings"
	"testing"

	"hora/canonical"
	"hora/infra/orgfile"
)

// What people call UF is stored by the code that every dialect knows.
func TestUnitsOfAccount(t *testing.T) {
	store := open(t)
	f := parse(t, "uf.json", []byte(`{
		"organization": {"slug": "estudio", "name": "Estudio", "country": "cl", "timezone": "America/Santiago", "currency": "UF", "public": true,
			"policies": {"late_fee": {"amount": 1, "currency": "UF"}, "reschedule_fee": {"amount": 1, "currency": "UF"}, "no_show": {"fee": {"amount": 1, "currency": "UF"}}}},
		"services": [{"id": "s", "kind": "appointment", "name": "S", "price": {"amount": 15000, "currency": "UF"}, "duration_minutes": 60, "channel": "virtual", "provider_ids": ["p"]}],
		"providers": [{"id": "p", "name": "P"}],
		"payment_intents": [{"id": "pi", "amount": 1, "currency": "UF", "status": "approved"}]}`))
	if _, err := orgfile.Load(t.Context(), store, f, nil); err != nil {
		t.Fatal(err)
	}
	found, err := store.Load(t.Context(), canonical.OrganizationKey("estudio"), canonical.ServiceKey("estudio", "s"), canonical.PaymentKey("estudio", "pi"))
	if err != nil {
		t.Fatal(err)
	}
	for i, codes := range []int{4, 1, 1} {
		if body := string(found[i].Body); strings.Count(body, `"CLF"`) != codes || strings.Contains(body, "UF") {
			t.Errorf("%s", body)
		}
	}
}
