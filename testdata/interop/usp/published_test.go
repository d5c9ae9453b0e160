package usp

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"hora/interop/desk"
)

// What they publish as an example of each task type is answered as such: at a
// salon that has no such service, slot or booking.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(published(t, "fixtures/usp/usp_*.json"))
	if err != nil || len(files) != 24 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	unknown := map[string]string{ // task type to the code of the answer, and the field; empty: it is one
		"usp/services/list": "", "usp/services/feed": "", "usp/services/get": "service_not_found", "usp/availability/query": "validation_error $.service_id",
		"usp/availability/hold": "validation_error $.service_id", "usp/availability/release": "validation_error $.hold_id", "usp/bookings/create": "validation_error $.hold_id",
		"usp/bookings/get": "booking_not_found", "usp/bookings/cancel": "booking_not_found", "usp/bookings/reschedule": "booking_not_found",
		"usp/bookings/confirm-payment": "booking_not_found", "usp/waitlist/join": "validation_error $.service_id",
	}
	url, contract := desk.Start(t, monday), readContract(t)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			example := decode(t, name)
			task, _ := at(example, "task_type").(string)
			q, err := http.NewRequestWithContext(t.Context(), "POST", url+salon+"/a2a", bytes.NewReader([]byte(text(at(example, "request.body")))))
			if err != nil {
				t.Fatal(err)
			}
			headers, _ := at(example, "request.http_headers").(object)
			for name, v := range headers {
				q.Header.Set(name, strings.Replace(v.(string), "<platform token>", platformKey, 1))
			}
			status, body := receive(t, q)
			want, known := unknown[task]
			if status != http.StatusOK || !known {
				t.Fatalf("%s: %d %s", task, status, text(body))
			}
			if want != "" {
				if got := code(body); got != want || at(body, "id") != at(example, "request.body.id") {
					t.Errorf("%q, want %q: %s", got, want, text(body))
				}
				return
			}
			c := caller{t, contract, "", "", "", new(int)}
			c.hold(task, status, c.unwrap(task, body))
		})
	}
}

// code is the code of an outcome, with what it is about, or of an error in
// either version of A2A.
func code(body any) string {
	for _, path := range []string{"error.data.code", "error.data.0.metadata.code"} {
		if s, ok := at(body, path).(string); ok {
			return s
		}
	}
	for _, path := range []string{"result", "result.task"} {
		message := at(body, path+".artifacts.0.parts.0.data.messages.0")
		if s, ok := at(message, "code").(string); ok {
			field, _ := at(message, "path").(string)
			return strings.TrimSpace(s + " " + field)
		}
	}
	return ""
}

// Whoever makes proofs over requests canonicalises them as in their vectors.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob(published(t, "fixtures/usp-vectors/pop/00[123]-*.json"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		vector := decode(t, name)
		canonical, err := jcs.Transform([]byte(text(at(vector, "canonicalization.params"))))
		if err != nil || string(canonical) != at(vector, "canonicalization.jcs") {
			t.Errorf("%s: %s, %v", name, canonical, err)
		}
		sum := sha256.Sum256(canonical)
		if digest := base64.RawURLEncoding.EncodeToString(sum[:]); digest != at(vector, "canonicalization.usp_p") {
			t.Errorf("%s: %s", name, digest)
		}
	}
}
