package orgfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"hora/canonical"
	"hora/infra/orgfile"
)

// Two operators load at once: the organisation ends up as one of them said.
func TestConcurrentLoads(t *testing.T) {
	s := open(t)
	load(t, s, document("a", 120, 5))
	done := make(chan error, 2)
	for _, tag := range []string{"b", "c"} {
		file := parse(t, tag, document(tag, 120, 5))
		go func() {
			_, err := orgfile.Load(t.Context(), s, file, nil)
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil && !errors.Is(err, orgfile.ErrBusy) {
			t.Fatal(err)
		}
	}
	load(t, s, document("d", 120, 5))
	records, _, err := s.List(t.Context(), canonical.Range{Partition: canonical.OrganizationKey("bodega").Partition, From: "SVC#", To: "SVC$"})
	if err != nil || len(records) != 120 {
		t.Fatalf("%d services, %v", len(records), err)
	}
	for _, r := range records {
		if !bytes.Contains(r.Body, []byte(" d\"")) {
			t.Errorf("left over: %s", r.Body)
		}
	}
}

// The same platform may be known to several organisations: what one file
// says of a key is none of another's business.
func TestKeysOfTwoOrganizations(t *testing.T) {
	s := open(t)
	load(t, s, document("a", 1, 1))
	other := bytes.ReplaceAll(document("a", 1, 1), []byte("bodega"), []byte("almacen"))
	load(t, s, other)
	load(t, s, document("a", 1, 0))
	hash := fmt.Sprintf("%064x", 0)
	if present(t, s, canonical.SecretKey(hash, "bodega")) != 0 || present(t, s, canonical.SecretKey(hash, "almacen")) != 1 {
		t.Error("one organisation's file removed another's key")
	}
}
