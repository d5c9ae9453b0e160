package engine

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"hora/canonical"
	"hora/canonical/schedule"
)

// A calendar record is the busy time of one provider or resource on one UTC
// day, or in one UTC month where it is sold by the night. Each of its parts is one busy interval: the name is the booking or hold
// that takes it, the text is written by interval. An interval over midnight is
// a part of both days.

// busy is one part of a calendar. It counts until the instant it expires; a
// booking's never does.
type busy struct {
	schedule.Interval
	until int64 // Unix seconds; 0: for good
}

func (b busy) alive(now time.Time) bool { return b.until == 0 || now.Unix() < b.until }

// text is the part as stored: start, end and, for a hold, expiry, in Unix
// seconds. What takes a part of a second takes it all.
func (b busy) text() string {
	end := b.End.Add(time.Second - 1).Unix()
	s := strconv.FormatInt(b.Start.Unix(), 10) + " " + strconv.FormatInt(end, 10)
	if b.until > 0 {
		s += " " + strconv.FormatInt(b.until, 10)
	}
	return s
}

func parseBusy(s string) (b busy) {
	start, rest, _ := strings.Cut(s, " ")
	end, until, _ := strings.Cut(rest, " ")
	b.Start, b.End = unix(start), unix(end)
	b.until, _ = strconv.ParseInt(until, 10, 64)
	return b
}

func unix(s string) time.Time {
	n, _ := strconv.ParseInt(s, 10, 64)
	return time.Unix(n, 0).UTC()
}

// days are the keys of the calendar records that an interval touches.
func days(calendar string, i schedule.Interval) (keys []canonical.StoreKey) {
	const day = 24 * time.Hour
	for t := i.Start.UTC().Truncate(day); t.Before(i.End); t = t.Add(day) {
		keys = append(keys, canonical.CalendarKey(calendar, canonical.DateOf(t, time.UTC)))
	}
	return keys
}

// parts lists, in order, what takes time in these records; what self takes
// does not count.
func parts(records []canonical.Record, now time.Time, self ...string) (all []busy) {
	for _, r := range records {
		for name, text := range r.Parts {
			if b := parseBusy(text); b.alive(now) && !slices.Contains(self, name) {
				all = append(all, b)
			}
		}
	}
	inOrder(all)
	return all
}

func inOrder(all []busy) {
	sort.Slice(all, func(i, j int) bool { return all[i].Start.Before(all[j].Start) })
}

// taken is the time that parts lists.
func taken(records []canonical.Record, now time.Time, self ...string) (all []schedule.Interval) {
	for _, b := range parts(records, now, self...) {
		all = append(all, b.Interval)
	}
	return all
}

// free says whether an interval can be taken in a calendar that has been read.
func (v *view) free(calendar string, i schedule.Interval, self ...string) bool {
	return v.freeIn(days(calendar, i), i, self...)
}

// freeIn says whether an interval can be taken in the records it touches.
func (v *view) freeIn(records []canonical.StoreKey, i schedule.Interval, self ...string) bool {
	for _, k := range records {
		for _, t := range taken([]canonical.Record{v.Record(k)}, v.now, self...) {
			if t.Overlaps(i) {
				return false
			}
		}
	}
	return true
}

// diary is what an act changes in the calendars, one write a record.
type diary struct {
	v     *view
	order []canonical.StoreKey
	edits map[canonical.StoreKey]*canonical.Write
}

func (v *view) diary() *diary {
	return &diary{v: v, edits: map[canonical.StoreKey]*canonical.Write{}}
}

// take enters claims under the name of a booking or hold, until they expire
// (zero: for good). The records must have been read; what has expired in them
// is tidied on the way.
func (d *diary) take(name string, claims []canonical.Claim, expires time.Time) {
	var until int64
	if !expires.IsZero() {
		until = expires.Unix()
	}
	for _, c := range claims {
		text := busy{interval(c), until}.text()
		if c.Seats > 0 {
			text = seated{c.Seats, until}.text()
		}
		for _, k := range claimed(c) {
			d.edit(k, c.Seats > 0).Parts[name] = text
		}
	}
}

// claimed are the keys of the records that a claim is entered in.
func claimed(c canonical.Claim) []canonical.StoreKey {
	if c.Seats > 0 {
		return []canonical.StoreKey{canonical.SeatsKey(c.Calendar, c.Start, c.Block)}
	}
	if c.Nights {
		return months(c.Calendar, interval(c))
	}
	return days(c.Calendar, interval(c))
}

func interval(c canonical.Claim) schedule.Interval {
	return schedule.Interval{Start: c.Start, End: c.End}
}

// wantClaims asks for the records that claims are entered in.
func (v *view) wantClaims(claims []canonical.Claim) bool {
	ok := true
	for _, c := range claims {
		ok = v.want(claimed(c)...) && ok
	}
	return ok
}

// leave gives claims back. Records that have not been read are mended unread.
func (d *diary) leave(name string, claims []canonical.Claim) {
	for _, c := range claims {
		for _, k := range claimed(c) {
			if d.v.has(k) {
				delete(d.edit(k, c.Seats > 0).Parts, name)
				continue
			}
			d.add(k, &canonical.Write{Kind: canonical.Drop, Record: canonical.Record{StoreKey: k}, Part: name})
		}
	}
}

// edit is the write of a record that has been read, without what has expired
// in it. The record is a day of a calendar or a block of seats.
func (d *diary) edit(k canonical.StoreKey, seats bool) *canonical.Write {
	if w := d.edits[k]; w != nil {
		return w
	}
	r := d.v.Record(k)
	r.StoreKey = k
	r.Parts = maps.Clone(r.Parts)
	if r.Parts == nil {
		r.Parts = map[string]string{}
	}
	maps.DeleteFunc(r.Parts, func(_, text string) bool {
		if seats {
			return !parseSeated(text).alive(d.v.now)
		}
		return !parseBusy(text).alive(d.v.now)
	})
	w := &canonical.Write{Record: r}
	d.add(k, w)
	return w
}

func (d *diary) add(k canonical.StoreKey, w *canonical.Write) {
	d.edits[k] = w
	d.order = append(d.order, k)
}

func (d *diary) writes() (all []canonical.Write) {
	for _, k := range d.order {
		all = append(all, *d.edits[k])
	}
	return all
}
