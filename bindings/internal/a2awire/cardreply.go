package a2awire

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"hora/bindings"
)

// A CardReply answers one request for a card. Dialects embed it and add
// Encode, for a card that depends on what the desk says.
type CardReply struct {
	pure  bool
	match []string // If-None-Match
	since string   // If-Modified-Since
}

// ReadCard reads a GET for a card. A caller who asks for 1.0 gets the pure
// card; anyone else, also who asks for a version that is not spoken and wants
// to learn which are, the union. With pureOnly all get the pure card.
func ReadCard(in bindings.Inbound, pureOnly bool) *CardReply {
	v, unsupported := Negotiate(in.Header, in.Query)
	return &CardReply{
		pure:  pureOnly || unsupported == nil && v == V10,
		match: in.Header.Values("If-None-Match"),
		since: in.Header.Get("If-Modified-Since"),
	}
}

// Answer is the card, or 304 if the caller has it already.
func (r *CardReply) Answer(c *Card) bindings.Outbound {
	var body []byte
	if r.pure {
		body = c.Pure()
	} else {
		body = c.Union()
	}
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`
	h := http.Header{
		"Cache-Control": {"public, max-age=300"},
		"Etag":          {tag},
		"Vary":          {versionName},
	}
	if !c.Modified.IsZero() {
		h.Set("Last-Modified", c.Modified.UTC().Format(http.TimeFormat))
	}
	if r.fresh(tag, c) {
		return bindings.Outbound{Status: http.StatusNotModified, Header: h}
	}
	h.Set("Content-Type", "application/json")
	return bindings.Outbound{Status: http.StatusOK, Header: h, Body: body}
}

// Fail is an answer without a card, such as 404 for an organisation that does
// not exist. It is not to be cached.
func (r *CardReply) Fail(status int) bindings.Outbound {
	return bindings.Outbound{
		Status: status,
		Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}},
		Body:   []byte(`{"error":"` + http.StatusText(status) + `"}`),
	}
}

// Refuse answers a request that could not be read.
func (r *CardReply) Refuse(err error) bindings.Outbound { return r.Fail(bindings.StatusOf(err)) }

// fresh says whether what the caller has is still right (RFC 9110, 13.1.2 and
// 13.1.3): If-Modified-Since counts only without If-None-Match.
func (r *CardReply) fresh(tag string, c *Card) bool {
	for _, list := range r.match {
		for one := range strings.SplitSeq(list, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	if len(r.match) > 0 || r.since == "" || c.Modified.IsZero() {
		return false
	}
	since, err := http.ParseTime(r.since)
	return err == nil && !c.Modified.Truncate(1e9).After(since)
}
