package usp

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"hora/canonical"
)

// version is the revision of the protocol that is spoken.
const version = "2026-08-20"

// A given is what goes with a call beside its arguments, whatever carried it:
// REST headers, or over A2A also metadata.usp. A thing that is given twice must
// be the same twice.
type given struct {
	profile     string // where the platform describes itself; never fetched
	key         string // makes the operation happen once
	match       string // revision that the resource must still have
	scoped      string // booking_scoped_credential
	bearer      string // the platform's key
	session     string
	correlation string // to be echoed; empty: none
}

// take takes over one thing that is given, in a member of a place.
func (f *faults) take(into *string, value string, at place, member string) {
	switch {
	case value == "" || *into == value:
	case *into != "":
		f.wrong(at.member(member), "differs from what else is given for it")
	default:
		*into = value
	}
}

// headers reads what comes in headers of either transport.
func (g *given) headers(h http.Header, f *faults) {
	g.correlation = correlation(h)
	for _, list := range h["Authorization"] {
		for v := range strings.SplitSeq(list, ",") { // gateways join a header that is repeated
			g.authorization(strings.TrimSpace(v), h, f)
		}
	}
	if len(h["Dpop"]) > 0 {
		f.stop(popInvalid)
	}
	if values := h["Usp-Agent"]; len(values) > 0 {
		uri, ok := agentProfile(values)
		if !ok {
			f.stop(invalidProfile)
		}
		f.take(&g.profile, uri, inHeader, "USP-Agent")
	}
	for _, v := range h["Idempotency-Key"] {
		f.key(&g.key, v, inHeader, "Idempotency-Key")
	}
	for _, v := range h["If-Match"] {
		f.take(&g.match, entityTag(v), inHeader, "If-Match")
	}
}

// authorization reads one Authorization header. A value that begins like a
// booking-scoped credential is one; sent as DPoP it says that it is bound to a
// key, and without a proof it is then as good as absent.
func (g *given) authorization(v string, h http.Header, f *faults) {
	scheme, token, _ := strings.Cut(v, " ")
	token = strings.TrimSpace(token)
	switch {
	case strings.EqualFold(scheme, "DPoP") && len(h["Dpop"]) == 0:
		f.stop(popMissing)
	case !strings.EqualFold(scheme, "Bearer") || token == "":
		f.take(&g.bearer, nobody, inHeader, "Authorization")
	case strings.HasPrefix(token, credentialPrefix):
		f.take(&g.scoped, token, inHeader, "Authorization")
	default:
		f.take(&g.bearer, token, inHeader, "Authorization")
	}
}

const credentialPrefix = "bsc_"

// nobody is no key that could be anyone's: what a header holds in which there
// is none.
const nobody = "-"

// claims reads what comes in metadata.usp of a place.
func (g *given) claims(c *claims, at place, f *faults) {
	if c.Version != "" && c.Version != version {
		f.version(c.Version, at)
	}
	if c.Profile != "" && c.Profile != g.profile {
		if !isProfile(c.Profile) {
			f.stop(invalidProfile)
		}
		f.take(&g.profile, c.Profile, at, "metadata.usp.profile")
	}
	if c.IdempotencyKey != "" {
		f.key(&g.key, c.IdempotencyKey, at, "metadata.usp.idempotency_key")
	}
	f.take(&g.match, c.IfMatch, at, "metadata.usp.if_match")
	f.take(&g.session, c.SessionID, at, "metadata.usp.sessionId")
	if id := string(c.CorrelationID); printable(id) {
		f.take(&g.correlation, id, at, "metadata.usp.correlation_id")
	}
	if a := c.Authorization; a != nil {
		switch {
		case len(a.Proof) > 0 && a.Proof.Kind() != 'n':
			f.stop(popInvalid)
		case a.Cnf != nil || a.Credential.Cnf != nil:
			f.stop(popMissing)
		case a.Mechanism != "" && a.Mechanism != "booking_scoped_credential":
			f.stop(mechanismUnknown)
		}
		f.take(&g.scoped, a.Credential.Value, at, "metadata.usp.authorization.credential")
	}
}

// version judges the revision that a caller speaks: an older one is answered
// as ours, all that was added since being optional; a newer one is refused.
func (f *faults) version(v string, at place) {
	d, err := canonical.ParseDate(v)
	switch {
	case err != nil:
		f.wrong(at.member("metadata.usp.version"), "must be a revision of the protocol, YYYY-MM-DD")
	case string(d) > version:
		f.stop(versionUnsupported)
	}
}

// key takes an idempotency key: any printable text of up to 255 characters,
// though a UUID is advised.
func (f *faults) key(into *string, v string, at place, member string) {
	if !printable(v) {
		f.wrong(at.member(member), "must be 1 to 255 printable characters")
		return
	}
	f.take(into, v, at, member)
}

// printable says whether text can be a key or an id in a header.
func printable(s string) bool {
	if s == "" || len(s) > 255 || !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// correlation is the id that joins a flow for whoever watches it. It is never
// a reason to refuse a call.
func correlation(h http.Header) string {
	if v := h["Usp-Correlation-Id"]; len(v) == 1 && printable(v[0]) {
		return v[0]
	}
	return ""
}

// entityTag is the revision in an If-Match header, quoted as HTTP has it or
// not. The asterisk asks for nothing but existence, which every act does.
func entityTag(v string) string {
	v = strings.TrimSpace(v)
	if v == "*" {
		return ""
	}
	if len(v) >= 2 && v[0] == '"' && v[len(v)-1] == '"' {
		return v[1 : len(v)-1]
	}
	return v
}
