package engine

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/canonical/schedule"
)

// The queue of a service is one record, so that joining side by side is
// settled as everything else is. Each of its parts is an entry that still
// waits: the start it wants, in Unix seconds, or 0 for any. Ids are in order
// of joining.

// joinWaitlist waits for a place.
func joinWaitlist(c canonical.JoinWaitlist) plan {
	return func(v *view) (change, *canonical.Error) {
		s := v.cat.service[c.Service]
		switch {
		case s == nil:
			return refuse(canonical.UnknownService)
		case s.Waitlist == nil:
			return change{}, invalid("service", canonical.Problem{Rule: canonical.RuleOffered})
		}
		e := canonical.Entry{
			ID: v.id("entry"), Organization: v.cat.org.Slug,
			Service: canonical.ServiceRef{ID: s.ID, Name: s.Name, Kind: s.Kind},
			Slot:    c.Slot, Preferred: c.Preferred, Party: c.Party, Client: c.Client,
			State: canonical.EntryWaiting, CreatedAt: v.now, Revision: 1, Owner: v.req.Caller,
		}
		e.Client.Email = canonical.FoldEmail(e.Client.Email)
		e.Access, e.Until = v.access(e.ID, entryAccess(&e)), v.waitsUntil(&e)
		if c.Slot != "" {
			if _, refusal := v.locate(asked{service: c.Service, slot: c.Slot, guests: c.Party}); refusal != nil {
				return change{}, gone(refusal)
			}
		}
		k := canonical.QueueKey(v.cat.org.Slug, s.ID)
		if !v.want(k) {
			return pending()
		}
		q := v.Record(k)
		if len(q.Parts) >= cmp.Or(s.Waitlist.Max, canonical.MaxEntries) {
			return refuse(canonical.WaitlistFull)
		}
		q.StoreKey, q.Body, q.Parts = k, nil, maps.Clone(q.Parts)
		if q.Parts == nil {
			q.Parts = map[string]string{}
		}
		q.Parts[e.ID] = wish(&e)
		v.records[k] = &q // so that the position counts
		e.Position = v.position(&e)
		writes := []canonical.Write{create(canonical.EntryKey(e.Organization, e.ID), e), {Record: q}, dueOf(&e, e.Until, dueEntry)}
		return change{writes: writes, outcome: canonical.Outcome{Result: v.seen(e)}}, nil
	}
}

// wish is the part of an entry in its queue: the start that it wants.
func wish(e *canonical.Entry) string {
	if ref, err := canonical.ParseSlot(e.Slot); err == nil {
		return strconv.FormatInt(ref.Start.Unix(), 10)
	}
	return "0"
}

// position is an entry's place, from 1, among those that wait for the same.
func (v *view) position(e *canonical.Entry) int {
	n, want := 1, wish(e)
	for id, other := range v.Record(canonical.QueueKey(e.Organization, e.Service.ID)).Parts {
		if id < e.ID && other == want {
			n++
		}
	}
	return n
}

// waitsUntil is when waiting makes no sense any more: at the start that is
// wanted, after the last day that suits, or beyond the horizon.
func (v *view) waitsUntil(e *canonical.Entry) time.Time {
	if ref, err := canonical.ParseSlot(e.Slot); err == nil {
		return ref.Start
	}
	last := canonical.Date("")
	for _, p := range e.Preferred {
		if p.To == "" {
			last = ""
			break
		}
		last = max(last, p.To)
	}
	if last == "" {
		return e.CreatedAt.AddDate(0, 0, canonical.Horizon)
	}
	return schedule.Span(v.cat.zone, last, last).End
}

// entryOf reads an entry as it stands now. ok is false while it has not been
// read.
func (v *view) entryOf(id string) (e canonical.Entry, ok bool, refusal *canonical.Error) {
	k := canonical.EntryKey(v.req.Organization, id)
	if !v.want(k) {
		return e, false, nil
	}
	e, ok = document[canonical.Entry](v, k)
	if !ok {
		return e, true, canonical.Refuse(canonical.UnknownEntry)
	}
	v.lapseEntry(&e)
	if !v.reaches(e.Owner, e.Access, e.State.Over()) {
		return e, true, canonical.Refuse(canonical.UnknownEntry)
	}
	return e, true, nil
}

// queue asks for the queue that an entry waits in.
func (v *view) queue(e *canonical.Entry) bool {
	return v.want(canonical.QueueKey(e.Organization, e.Service.ID))
}

// lapseEntry ends an entry whose offer has run out, or that waits for what is
// past, and says whether it did. A reader sees it so from that instant on;
// sweep writes it down.
func (v *view) lapseEntry(e *canonical.Entry) bool {
	switch {
	case e.State == canonical.EntryOffered && !v.now.Before(e.Offer.Expires):
		e.State = canonical.EntryExpired
	case e.State == canonical.EntryWaiting && !v.now.Before(e.Until):
		e.State = canonical.EntryRemoved
	default:
		return false
	}
	e.Revision++
	return true
}

// seen is the entry as an outcome carries it. Its queue must have been read.
func (v *view) seen(e canonical.Entry) canonical.Entry {
	if e.Position = 1; !e.State.Over() {
		e.Position = v.position(&e)
	}
	e.Claims, e.Owner, e.Access = nil, "", nil
	return e
}

func getEntry(c canonical.GetEntry) plan {
	return func(v *view) (change, *canonical.Error) {
		e, ok, refusal := v.entryOf(c.Entry)
		if refusal != nil || !ok || !v.queue(&e) {
			return change{}, refusal
		}
		return answer(v.seen(e))
	}
}

// listEntries answers with the caller's entries, or with all that the business
// has, in order of joining.
func listEntries(c canonical.ListEntries) plan {
	return func(v *view) (change, *canonical.Error) {
		after, refusal := v.placeIn(listOfEntries, c.After)
		if refusal != nil {
			return change{}, refusal
		}
		all := canonical.Range{Partition: canonical.WaitlistPartition(v.cat.org.Slug)}
		if !v.wantList(all) {
			return pending()
		}
		page, read := canonical.EntryPage{Entries: []canonical.Entry{}}, true
		for _, r := range v.lists[all] {
			var e canonical.Entry
			if json.Unmarshal(r.Body, &e) != nil || !v.reaches(e.Owner, e.Access, e.State.Over()) {
				continue
			}
			v.lapseEntry(&e)
			if c.Service != "" && e.Service.ID != c.Service || c.State != "" && e.State != c.State {
				continue
			}
			if page.Total++; e.ID > after {
				page.Entries = append(page.Entries, e)
			}
		}
		if c.Limit > 0 && len(page.Entries) > c.Limit {
			page.Entries = page.Entries[:c.Limit]
			page.Next = v.cursorIn(listOfEntries, page.Entries[c.Limit-1].ID)
		}
		for _, e := range page.Entries {
			read = v.want(canonical.QueueKey(e.Organization, e.Service.ID)) && read
		}
		for i, e := range page.Entries {
			page.Entries[i] = v.seen(e)
		}
		if !read {
			return pending()
		}
		return answer(page)
	}
}

// suits says whether a start is one that an entry waits for.
func suits(e *canonical.Entry, f *freed, zone *time.Location) bool {
	if e.Slot != "" {
		ref, err := canonical.ParseSlot(e.Slot)
		return err == nil && ref.Start.Equal(f.start) && (ref.Provider == "" || ref.Provider == f.provider.ID) &&
			(!f.service.Kind.Lasts() || ref.Minutes == f.minutes && len(f.resources) > 0 && ref.Resource == f.resources[0].ID)
	}
	date, hour := canonical.DateOf(f.start, zone), f.start.In(zone).Hour()
	return len(e.Preferred) == 0 || slices.ContainsFunc(e.Preferred, func(p canonical.Preference) bool {
		return (p.From == "" || date >= p.From) && (p.To == "" || date <= p.To) && during(p.Part, hour)
	})
}

// during says whether an hour belongs to a part of the day.
func during(part string, hour int) bool {
	switch strings.ToLower(part) {
	case "morning":
		return hour < 12
	case "afternoon":
		return 12 <= hour && hour < 17
	case "evening":
		return 17 <= hour
	}
	return true
}
