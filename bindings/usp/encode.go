package usp

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// A view is one answer in the making: the operation that was asked for and
// what the call must remember to say it.
type view struct {
	op        *operation
	public    string // base of the addresses in it
	org       string
	at        place    // of the data part with the arguments, over A2A; inMessage: there is none
	rest      bool     // says what only REST has
	elsewhere bool     // only another location than the one there is was asked for
	ids       []string // of a lookup, as they came

	outcome   *canonical.Outcome
	directory *canonical.Directory
	penalty   *canonical.Penalty // of a cancellation
}

// A said is what an outcome comes to: a body and its REST status, or a failure.
type said struct {
	body    any
	status  int
	failure *failure
}

// say writes an outcome down. One that the operation cannot have is a fault of
// ours.
func (v *view) say(o *canonical.Outcome) said {
	v.outcome, v.directory = o, o.Meta.Directory
	if o.Err != nil {
		return v.refusal(o.Err)
	}
	var usp jsontext.Value
	if v.rest {
		usp = v.op.envelope
	}
	switch r := o.Result.(type) {
	case canonical.Catalogue:
		if v.op == servicesList || v.op == servicesLookup {
			return v.catalog(usp, &r)
		}
	case canonical.Service:
		if v.op == servicesGet {
			s := offered(&r, v.slug(), v.directory)
			return said{body: &serviceBody{usp, &s, v.notices()}, status: 200}
		}
	case canonical.Feed:
		if v.op == servicesFeed {
			return said{body: v.feed(usp, &r), status: 200}
		}
	case canonical.Slots:
		if v.op == availabilityQuery {
			b := v.slots(&r)
			b.USP = usp
			return said{body: b, status: 200}
		}
	case canonical.Hold:
		switch v.op {
		case availabilityHold:
			return said{body: &holdBody{usp, held(&r), v.notices()}, status: 201}
		case availabilityFree:
			return said{body: &holdBody{usp, held(&r), v.notices()}, status: 200}
		}
	case canonical.Booking:
		switch v.op {
		case bookingsCreate:
			return said{body: &bookingBody{usp, v.booking(&r), v.grant(), v.notices()}, status: 201}
		case bookingsReschedule:
			return said{body: &bookingBody{usp, v.booking(&r), v.grant(), v.moved(&r)}, status: 200}
		case bookingsGet, bookingsPaid, bookingsUpdate, bookingsConfirm:
			return said{body: &bookingBody{usp, v.booking(&r), v.grant(), v.notices()}, status: 200}
		}
	case canonical.Cancellation:
		if v.op == bookingsCancel {
			v.penalty = &r.Penalty
			return said{body: &bookingBody{usp, v.booking(&r.Booking), nil, v.notices()}, status: 200}
		}
	case canonical.Entry:
		switch v.op {
		case waitlistJoin:
			return said{body: &entryBody{usp, v.entry(&r, v.zone()), nil, v.grant(), v.joined(&r)}, status: 201}
		case waitlistGet, waitlistLeave, waitlistDecline:
			return said{body: &entryBody{usp, v.entry(&r, v.zone()), nil, nil, v.notices()}, status: 200}
		}
	case canonical.EntryPage:
		if v.op == waitlistList {
			return said{body: v.entries(usp, &r), status: 200}
		}
	case canonical.Accepted:
		if v.op == waitlistAccept {
			return said{body: &entryBody{usp, v.entry(&r.Entry, r.Booking.Timezone), v.booking(&r.Booking), v.grant(), v.notices()}, status: 200}
		}
	}
	return v.refusal(canonical.Refuse(canonical.Internal))
}

func (v *view) slug() string {
	if slug := organizationOf(v.directory).Slug; slug != "" {
		return slug
	}
	return v.org
}

// catalog is a page of services, or those that were looked up.
func (v *view) catalog(usp jsontext.Value, r *canonical.Catalogue) said {
	b := &catalogBody{USP: usp, Services: []service{}, Messages: v.notices()}
	next := r.Next
	if v.elsewhere {
		r.Services, next = nil, ""
	}
	for i := range r.Services {
		b.Services = append(b.Services, offered(&r.Services[i], r.Organization.ID, v.directory))
	}
	if v.op == servicesList {
		p := page(next)
		b.Pagination = &p
	}
	for _, id := range r.Unknown {
		b.Messages = append(b.Messages, notice{Type: "warning", Code: "service_not_found", Content: "There is no such service", Path: v.place(id)})
	}
	return said{body: b, status: 200}
}

// place is where in a lookup an id was asked for first.
func (v *view) place(id string) string {
	for i, s := range v.ids {
		if s == id {
			return "$.ids[" + strconv.Itoa(i) + "]"
		}
	}
	return ""
}

func (v *view) feed(usp jsontext.Value, r *canonical.Feed) *feedBody {
	b := &feedBody{USP: usp, Items: []feedItem{}, Meta: feedMeta{instant(r.At), r.Total, "healthy"}, Messages: v.notices()}
	if r.Next != "" {
		next := string(r.Next)
		b.Pagination = feedPagination{&next, &next, r.More}
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		item := feedItem{State: "updated", Modified: instant(c.At)}
		switch {
		case c.Deleted:
			item.State, item.Data = "deleted", &deletedService{c.Service.ID, v.slug()}
		case v.elsewhere:
			continue
		default:
			s := offered(&c.Service, v.slug(), v.directory)
			item.Data = &s
		}
		b.Items = append(b.Items, item)
	}
	return b
}

func (v *view) entries(usp jsontext.Value, r *canonical.EntryPage) *entriesBody {
	b := &entriesBody{USP: usp, Entries: []entry{}, Pagination: entriesPagination{NextCursor: string(r.Next), Total: r.Total}, Messages: v.notices()}
	p := page(r.Next)
	b.Pagination.Cursor, b.Pagination.HasMore = p.Cursor, p.HasMore
	for i := range r.Entries {
		b.Entries = append(b.Entries, *v.entry(&r.Entries[i], v.zone()))
	}
	return b
}

func held(h *canonical.Hold) *hold {
	return &hold{h.ID, h.SlotID(), h.Service.ID, h.Guests(), instant(h.Expires), string(h.State)}
}

// grant is the credential for what was made; nil where the desk gives none.
func (v *view) grant() *grant {
	g := v.outcome.Meta.Grant
	if g == nil {
		return nil
	}
	return &grant{g.Value, instant(g.Expires)}
}
