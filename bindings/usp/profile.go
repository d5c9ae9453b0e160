package usp

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// The business profile, /.well-known/usp (8.2.1).
type (
	profile struct {
		USP           profileUSP `json:"usp"`
		Authorization accepted   `json:"authorization"`
	}
	profileUSP struct {
		Version      string                       `json:"version"`
		Services     map[string][]serviceEntry    `json:"services"`
		Capabilities map[string][]capabilityEntry `json:"capabilities"`
		Checkout     []string                     `json:"checkout_systems"`
		Business     businessInfo                 `json:"business"`
	}
	serviceEntry struct {
		Version   string `json:"version"`
		Spec      string `json:"spec"`
		Transport string `json:"transport"`
		Endpoint  string `json:"endpoint"`
		Schema    string `json:"schema,omitzero"`
	}
	capabilityEntry struct {
		Version string `json:"version"`
		Spec    string `json:"spec"`
		Schema  string `json:"schema"`
		Extends string `json:"extends,omitzero"`
		Search  bool   `json:"search,omitzero"`
		Holds   bool   `json:"holds,omitzero"`
	}
	businessInfo struct {
		Name      string     `json:"name"`
		Timezone  string     `json:"timezone"`
		Currency  string     `json:"currency"`
		Locations []location `json:"locations"`
	}
	accepted struct {
		Required   bool     `json:"privileged_operations_require_authentication"`
		Mechanisms []string `json:"accepted_mechanisms"`
	}
)

// protocolHome is where the protocol keeps its documents.
const protocolHome = "https://usp-protocol.dev/"

func (b *binding) profile(p *canonical.Profile) *profile {
	o := &p.Organization
	home := b.public + "/usp/" + o.Slug
	capable := func(section, schema string) capabilityEntry {
		return capabilityEntry{Version: version, Spec: protocolHome + "specification#" + section, Schema: protocolHome + "schemas/services/" + schema + ".json"}
	}
	lists, slots, books, waiting := capable("3-service-catalog", "catalog"), capable("4-availability", "availability"), capable("5-booking-lifecycle", "booking"), capable("waitlist-extension", "waitlist")
	lists.Search, slots.Holds, waiting.Extends = true, true, bookings
	out := &profile{
		USP: profileUSP{
			Version: version,
			Services: map[string][]serviceEntry{"dev.usp-protocol.services": {
				{Version: version, Spec: protocolHome + "specification", Transport: "rest", Endpoint: home, Schema: protocolHome + "schemas/openapi/usp-rest.json"},
				{Version: version, Spec: protocolHome + "specification", Transport: "a2a", Endpoint: home + "/.well-known/agent-card.json"},
			}},
			Capabilities: map[string][]capabilityEntry{catalog: {lists}, availability: {slots}, bookings: {books}},
			Checkout:     []string{"redirect"},
			Business:     businessInfo{o.Name, o.Timezone, o.Currency, []location{{o.Slug, o.Name}}},
		},
		Authorization: accepted{true, []string{"api_key", "booking_scoped_credential"}},
	}
	if waits(p.Services) {
		out.USP.Capabilities[waitlist] = []capabilityEntry{waiting}
	}
	return out
}

func (b *binding) decodeProfile(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &profileReply{problemReply: newDocument(&in), binding: b, match: in.Header.Values("If-None-Match")})
}

// A profileReply answers with the profile, or with nothing new to who has it.
type profileReply struct {
	problemReply
	*binding
	match []string
}

func (r *profileReply) Encode(o canonical.Outcome) bindings.Outbound {
	p, ok := o.Result.(canonical.Profile)
	if o.Err != nil || !ok {
		return r.untold(o.Err)
	}
	body := wirejson.Marshal(r.profile(&p))
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`
	h := http.Header{"Cache-Control": {"public, max-age=300"}, "Etag": {tag}, "X-Content-Type-Options": {"nosniff"}}
	if strings.Contains(strings.Join(r.match, ","), tag) {
		return bindings.Outbound{Status: http.StatusNotModified, Header: h}
	}
	h["Content-Type"] = []string{mediaType}
	return bindings.Outbound{Status: http.StatusOK, Header: h, Body: body}
}
