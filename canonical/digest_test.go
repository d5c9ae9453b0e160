package canonical_test

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"testing"
	"time"

	"hora/canonical"
)

// What the digest is taken of does not change between releases: messages are
// remembered for a day and longer.
func TestDigestIsStable(t *testing.T) {
	r := canonical.Request{Meta: canonical.Meta{Task: "task", Conversation: "conversation"}, Command: canonical.Book{
		Service: "s1", Minutes: 30, Start: time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC), Client: canonical.Client{Name: "Ana", Email: "ana@example.com"},
	}}
	sum := sha256.Sum256([]byte("book\x00" +
		`{"client":{"email":"ana@example.com","name":"Ana"},"duration_minutes":30,"service":"s1","start":"2026-04-01T13:00:00Z"}` +
		"\x00task\x00conversation"))
	if got, want := r.Digest(), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Who asks, from where and through which door is no part of what is asked.
func TestDigestLeavesOutTheCall(t *testing.T) {
	a := canonical.Request{Command: canonical.GetBooking{Booking: "b1"}}
	b := a
	b.Meta = canonical.Meta{
		Organization: "org", Binding: "usp", Door: "door", Channel: "rest", Message: "m1", Operation: "op", Remote: "192.0.2.1", Caller: "who",
		Credential: canonical.Credential{Key: "k"}, Principal: canonical.Principal{Role: canonical.RolePlatform, ID: "p"},
	}
	if a.Digest() != b.Digest() {
		t.Error("the call changes the digest")
	}
	if len(a.Digest()) != 64 {
		t.Errorf("%q is no SHA-256", a.Digest())
	}
}

// Each member of each command counts, and so do the act, the task and the
// conversation.
func TestDigestTellsApart(t *testing.T) {
	seen := map[string]string{}
	add := func(what string, r canonical.Request) {
		d := r.Digest()
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", what, other)
		}
		seen[d] = what
	}
	add("no command", canonical.Request{})
	add("a task", canonical.Request{Meta: canonical.Meta{Task: "x"}})
	add("a conversation", canonical.Request{Meta: canonical.Meta{Conversation: "x"}})
	for _, c := range commands {
		add(c.Op().String(), canonical.Request{Command: c})
		v := reflect.ValueOf(c)
		for i := range v.NumField() {
			changed := reflect.New(v.Type()).Elem()
			new(filler).fill(changed.Field(i))
			add(c.Op().String()+"."+v.Type().Field(i).Name, canonical.Request{Command: changed.Interface().(canonical.Command)})
		}
	}
	add("invalid text", canonical.Request{Command: canonical.GetBooking{Booking: "\xff"}})
	add("other text", canonical.Request{Command: canonical.GetBooking{Booking: "\xff\xfe"}})
}
