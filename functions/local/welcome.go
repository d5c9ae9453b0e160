package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hora/bindings"
	"hora/canonical"
	"hora/infra/orgfile"
)

// A welcome tells whoever started the desk what it serves and what to try.
type welcome struct {
	url      string
	bindings []bindings.Binding
	desk     canonical.Desk
	store    canonical.Store
}

func (w *welcome) print(ctx context.Context, out io.Writer) error {
	slugs, catalogues, err := w.loaded(ctx)
	if err != nil {
		return err
	}
	for _, b := range w.bindings {
		fmt.Fprintf(out, "\n%s\n", b.Name())
		for _, r := range b.Routes() {
			if r.Method == "" || strings.HasSuffix(r.Pattern, "/{$}") { // no door, or the one above written with a slash
				continue
			}
			fmt.Fprintf(out, "  %-6s %s%s\n", r.Method, w.url, r.Pattern)
		}
	}
	fmt.Fprintf(out, "\n{org} is one of: %s\n", strings.Join(slugs, ", "))
	if len(catalogues) > 0 {
		fmt.Fprintf(out, "or of a place in: %s\n", strings.Join(catalogues, ", "))
	}
	for _, slug := range slugs {
		if commands := w.commands(ctx, slug); commands != nil {
			fmt.Fprintf(out, "\nTry it:\n\n%s\n\n", strings.Join(commands, "\n\n"))
			break
		}
	}
	return nil
}

// loaded are the organisations and the catalogues that have a document of their
// own.
func (w *welcome) loaded(ctx context.Context) (slugs, catalogues []string, err error) {
	all, err := orgfile.Loaded(ctx, w.store)
	for _, partition := range all {
		if slug, ok := strings.CutPrefix(partition, canonical.OrganizationKey("").Partition); ok {
			slugs = append(slugs, slug)
		}
		if id, ok := strings.CutPrefix(partition, canonical.RegistryKey("").Partition); ok {
			catalogues = append(catalogues, id)
		}
	}
	return slugs, catalogues, err
}

// rest is where the commands to try are sent.
const rest = "/api/servicialo/{org}"

// commands are three calls that work as they are: what can be booked, when,
// and the booking of a start that is free right now. There are none for an
// organisation at which nothing is.
func (w *welcome) commands(ctx context.Context, slug string) []string {
	if !slices.ContainsFunc(routes(w.bindings), func(r bindings.Route) bool { return r.Pattern == rest+"/book" }) {
		return nil
	}
	service, start := w.example(ctx, slug)
	if service == "" {
		return nil
	}
	at := w.url + strings.Replace(rest, "{org}", slug, 1)
	return []string{
		fmt.Sprintf("curl %s/services", at),
		fmt.Sprintf("curl '%s/availability?serviceId=%s&next=5'", at, service),
		fmt.Sprintf(`curl %s/book -H 'Content-Type: application/json' -d '{"serviceId": "%s", "scheduledAt": "%s", "clientEmail": "ana@example.com", "clientName": "Ana"}'`,
			at, service, start.UTC().Format(time.RFC3339)),
	}
}

// example finds a service that needs no payment and its next free start.
func (w *welcome) example(ctx context.Context, slug string) (service string, start time.Time) {
	ask := func(c canonical.Command) canonical.Result {
		return w.desk.Do(ctx, canonical.Request{Meta: canonical.Meta{Organization: slug, Binding: "servicialo"}, Command: c}).Result
	}
	catalogue, _ := ask(canonical.ListServices{}).(canonical.Catalogue)
	for _, s := range catalogue.Services {
		if s.Prepaid().Amount > 0 {
			continue
		}
		slots, _ := ask(canonical.FindSlots{Service: s.ID, Days: canonical.Horizon, Limit: 1}).(canonical.Slots)
		if len(slots.Slots) > 0 {
			return s.ID, slots.Slots[0].Start
		}
	}
	return "", time.Time{}
}
