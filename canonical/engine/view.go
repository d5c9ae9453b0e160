package engine

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// A view is what one act has read so far. Plans ask it for records; what is
// not there yet is noted, and the loop reads all of it at once.
type view struct {
	now    time.Time
	req    *canonical.Request
	cat    *catalogue
	ids    canonical.IDs
	desk   *Engine           // that does the act
	secret []byte            // what credentials and cursors are derived from
	mint   map[string]string // what was minted for this act, by purpose

	records map[canonical.StoreKey]*canonical.Record
	lists   map[canonical.Range][]canonical.Record
	spent   map[*canonical.Spending]int64

	talk    canonical.Conversation // what a tracked message continues; set by resume
	adopted bool                   // the context that was named is not known here; set by resume
	tongue  canonical.Language     // of the answer to a text; set by converse
	aside   bool                   // the message leaves the conversation as it was; set by converse
	quits   bool                   // the message gives up what was begun; set by converse
	waits   bool                   // the task goes on waiting with what was found; set by converse

	grantHash string // hash of the credential of what was made, as that remembers it; set by whatever finds or makes it

	lingered  int // times that the act has waited for its twin
	persisted int // times that it has tried again what did not happen

	doubts       []canonical.StoreKey
	missing      []canonical.StoreKey
	missingLists []canonical.Range
}

func (e *Engine) newView(req *canonical.Request) *view {
	return &view{req: req, ids: e.IDs, secret: e.Secret, desk: e, mint: map[string]string{}, records: map[canonical.StoreKey]*canonical.Record{}}
}

// want says whether all these records have been read; those that have not
// will be. Ids come from callers: what nothing could be stored under is known to
// be absent without a look.
func (v *view) want(keys ...canonical.StoreKey) bool {
	ok := true
	for _, k := range keys {
		if !k.Storable() {
			v.records[k] = &canonical.Record{StoreKey: k}
		}
		if !v.has(k) {
			v.missing = append(v.missing, k)
			ok = false
		}
	}
	return ok
}

// wantList says whether a range has been read; if not, it will be.
func (v *view) wantList(r canonical.Range) bool {
	if !(canonical.StoreKey{Partition: r.Partition, Sort: "-"}).Storable() {
		v.listed(r, nil)
	}
	if _, seen := v.lists[r]; !seen {
		v.missingLists = append(v.missingLists, r)
		return false
	}
	return true
}

// listed takes over a range.
func (v *view) listed(r canonical.Range, found []canonical.Record) {
	if v.lists == nil { // many acts read none
		v.lists = map[canonical.Range][]canonical.Record{}
	}
	v.lists[r] = found
}

// wants says whether anything is still to be read.
func (v *view) wants() bool { return len(v.missing)+len(v.missingLists) > 0 }

// forget drops everything read, so that it is read again.
func (v *view) forget() {
	clear(v.records)
	clear(v.lists)
}

// doubt marks a record that tells whether the act was done already. Reads are
// no snapshot, so it may have been read before, and all else after, the act's
// own twin was done: no refusal is final until it was read again.
func (v *view) doubt(k canonical.StoreKey) {
	if !slices.Contains(v.doubts, k) {
		v.doubts = append(v.doubts, k)
	}
}

// recheck forgets what is in doubt, so that it is read again.
func (v *view) recheck() {
	for _, k := range v.doubts {
		delete(v.records, k)
	}
}

// learn takes over records as someone else has just left them.
func (v *view) learn(records []canonical.Record) {
	for i := range records {
		v.records[records[i].StoreKey] = &records[i]
	}
}

// wrote takes over records as this act has just left them.
func (v *view) wrote(writes []canonical.Write) {
	for _, w := range writes {
		r := w.Record
		switch w.Kind {
		case canonical.Put:
			r.Version++
		case canonical.Delete:
			r.Version = 0
		default:
			continue
		}
		v.records[w.StoreKey] = &r
	}
}

// id mints an id once an act: a plan that is run again names the same things
// by the same ids.
func (v *view) id(purpose string) string {
	if v.mint[purpose] == "" {
		v.mint[purpose] = v.ids()
	}
	return v.mint[purpose]
}

// has says whether a record, or that there is none, has been read.
func (v *view) has(k canonical.StoreKey) bool { return v.records[k] != nil }

// Record is a record that has been read; the zero record if it has not.
func (v *view) Record(k canonical.StoreKey) canonical.Record {
	if r := v.records[k]; r != nil {
		return *r
	}
	return canonical.Record{}
}

// List is a range that has been read; nothing if it has not.
func (v *view) List(r canonical.Range) []canonical.Record { return v.lists[r] }

// Organization is the organisation that was asked, nil when there is none.
func (v *view) Organization() *canonical.Organization {
	if v.cat == nil {
		return nil
	}
	return v.cat.org
}

// Spent is what a counter came to.
func (v *view) Spent(s *canonical.Spending) int64 { return v.spent[s] }

// document reads the body of a record that has been read. It answers false
// when there is no such record.
func document[T any](v *view, k canonical.StoreKey) (doc T, ok bool) {
	r := v.Record(k)
	if r.Version == 0 {
		return doc, false
	}
	return doc, json.Unmarshal(r.Body, &doc) == nil
}

// put writes a document in the place, and at the version, that was read.
func put(v *view, k canonical.StoreKey, doc any) canonical.Write {
	b, err := json.Marshal(doc, jsontext.AllowInvalidUTF8(true))
	if err != nil { // canonical documents always marshal
		panic(err)
	}
	r := v.Record(k)
	return canonical.Write{Record: canonical.Record{StoreKey: k, Version: r.Version, Body: b}}
}

// create writes a document that must not exist yet.
func create(k canonical.StoreKey, doc any) canonical.Write {
	return put(&view{}, k, doc)
}

// channel is how the record names the door that an act came through.
func (v *view) channel() string { return strings.Trim(v.req.Binding+"/"+v.req.Channel, "/") }
