package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The two organisations of a measure: one is quiet, the other busy. Their
// providers never close, and nothing bounds how often they may be called.
var organisations = []string{"bench-quiet", "bench-busy"}

const providers = 8 // one for each caller who books

func organisation(slug string) string {
	var ids, all []string
	for i := range providers {
		ids = append(ids, fmt.Sprintf(`"p%d"`, i))
		all = append(all, fmt.Sprintf(`{"id": "p%d", "name": "Provider %d", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "00:00", "to": "24:00"}]}`, i, i))
	}
	return `{"organization": {"slug": "` + slug + `", "name": "Bench", "country": "us", "timezone": "America/New_York", "currency": "USD", "public": true,
	"policies": {"max_advance": 90, "allowances": [{"door": "servicialo-rest", "per_minute": 0}, {"door": "servicialo-a2a", "per_minute": 0}, {"door": "a2a", "per_minute": 0}, {"door": "usp-rest", "per_minute": 0}]},
	"keys": [{"name": "demo-key", "role": "organization", "sha256": "c48a01f49fd0f2cc404bc3cbbc80e91457a3d41bb429a695243de4c61794155c"},
		{"name": "demo-business", "role": "business", "sha256": "64e343aa9145d6f36839f07534ae9d5b43087e2b1930fd5132bde09776c37d69"}]},
"services": [{"id": "hour", "kind": "appointment", "name": "An hour", "price": {"amount": 5000, "currency": "USD"}, "duration_minutes": 60,
	"channel": "in_person", "category": "a", "provider_ids": [` + strings.Join(ids, ", ") + `]},
	{"id": "workday", "kind": "appointment", "name": "A consultation", "price": {"amount": 5000, "currency": "USD"}, "duration_minutes": 60,
	"channel": "in_person", "category": "a", "provider_ids": ["office"]}],
"providers": [` + strings.Join(all, ", ") + `,
	{"id": "office", "name": "The office", "windows": [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "09:00", "to": "18:00"}]}]}`
}

// The desk's clock begins on a Monday.
var monday = time.Date(2026, 3, 30, 13, 0, 0, 0, time.UTC)

// A desk is one that runs on an empty folder.
type desk struct {
	*process
	folder string
}

func startDesk(binary string) (*desk, error) {
	folder, err := os.MkdirTemp("", "hora-load")
	if err != nil {
		return nil, err
	}
	args := []string{"load", "--data", folder}
	for _, slug := range organisations {
		file := filepath.Join(folder, slug+".json")
		if err := os.WriteFile(file, []byte(organisation(slug)), 0o600); err != nil {
			return nil, err
		}
		args = append(args, file)
	}
	if out, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("load: %w: %s", err, out)
	}
	p, err := start(binary, "--addr", "127.0.0.1:0", "--data", folder, "--now", monday.Format(time.RFC3339))
	return &desk{p, folder}, err
}

func (d *desk) stop() {
	d.process.stop()
	os.RemoveAll(d.folder)
}

// book is the n-th booking with a provider.
func book(slug string, provider, n int) request {
	at := monday.Add(time.Duration(24+n%2000) * time.Hour)
	return request{method: "POST", path: "/api/servicialo/" + slug + "/book",
		body: fmt.Sprintf(`{"clientEmail":"guest%d@example.com","clientName":"Ana","clientLastName":"Rojas","serviceId":"hour","providerId":"p%d","scheduledAt":"%s"}`, n%50, provider, at.Format(time.RFC3339))}
}

// made is the id of the booking that the connection has just made.
func (c *connection) made() (string, error) {
	var b struct {
		Session struct {
			ID string `json:"id"`
		} `json:"session"`
	}
	err := json.Unmarshal(c.body, &b)
	return b.Session.ID, err
}

func cancel(slug, id string) request {
	return request{method: "POST", path: "/api/servicialo/" + slug + "/sessions/" + id + "/cancel", body: `{}`, header: []string{"X-Org-Api-Key: demo-key"}}
}

// operation is a message of the front door's own, in A2A 1.0.
func operation(slug, name, arguments string) request {
	return request{method: "POST", path: "/orgs/" + slug + "/a2a", header: []string{"A2A-Version: 1.0"},
		body: `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"01JQK3W1SVB5E8M0C7R2NHX4TA","role":"ROLE_USER","parts":[{"data":{"operation":"` + name + `","arguments":` + arguments + `},"mediaType":"application/json"}]}}}`}
}

// slots asks for one day, on which an office is open for nine hours.
func slots(slug string) request {
	return operation(slug, "find_slots", `{"service":"workday","from":"2026-03-31","days":1}`)
}

// slotsREST asks the same in Servicialo.
func slotsREST(slug string) request {
	return request{method: "GET", path: "/api/servicialo/" + slug + "/availability?serviceId=workday&date=2026-03-31"}
}

// bookingREST asks for a booking in USP.
func bookingREST(slug, id string) request {
	return request{method: "GET", path: "/usp/" + slug + "/bookings/" + id, header: []string{
		"Authorization: Bearer demo-business", `USP-Agent: profile="https://agent.example/profiles/bench.json"`}}
}

func booking(slug, id string) request {
	return operation(slug, "get_booking", `{"booking":"`+id+`"}`)
}
