package orgfile

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"hora/canonical"
)

// A plan is what it takes to turn what a store holds into a content.
type plan struct {
	writes   []canonical.Write // everything but the head and the manifest
	head     *canonical.Write  // nil: nothing changed
	manifest manifest
	change   Change
}

// last are the writes that complete a load.
func (p *plan) last() []canonical.Write {
	var w []canonical.Write
	if p.head != nil {
		w = append(w, *p.head)
	}
	return append(w, p.manifest.end()...)
}

// compare reads what the store holds of the content and plans what to write.
func compare(ctx context.Context, store canonical.Store, want content) (*plan, error) {
	p := &plan{manifest: manifest{home: want.head.Partition, part: want.part, gone: want.gone}}
	stored, err := p.read(ctx, store, want)
	if err != nil {
		return nil, err
	}
	for _, w := range want.records {
		now := stored[w.StoreKey]
		delete(stored, w.StoreKey)
		if w.Body, err = want.stamped(now, w); err != nil {
			return nil, err
		}
		if now.Version > 0 && (spent(now) || bytes.Equal(now.Body, w.Body)) {
			p.change.Unchanged++
			continue
		}
		now.StoreKey = w.StoreKey
		p.writes = append(p.writes, put(now, w.Body))
		p.change.Written++
	}
	head := stored[want.head.StoreKey]
	head.StoreKey = want.head.StoreKey
	delete(stored, want.head.StoreKey)

	for _, k := range slices.SortedFunc(maps.Keys(stored), byKey) {
		if r := stored[k]; r.Version > 0 && p.manifest.owns(r) && !spent(r) {
			r.StoreKey = k
			if w, ok := want.removal(r); ok {
				p.writes = append(p.writes, w)
				p.change.Removed++
			}
		}
	}
	if want.gone {
		if head.Version > 0 {
			p.head = &gone(head)[0]
			p.change.Removed++
		}
		return p, nil
	}
	changed := len(p.writes) > 0 || p.manifest.unfinished
	body, same, err := want.dated(head, changed)
	if err != nil {
		return nil, err
	}
	if changed || !same {
		w := put(head, body)
		p.head = &w
	}
	if same {
		p.change.Unchanged++
	} else {
		p.change.Written++
	}
	return p, nil
}

// read loads every record that the content wants or a former load wrote.
func (p *plan) read(ctx context.Context, store canonical.Store, want content) (map[canonical.StoreKey]canonical.Record, error) {
	stored := map[canonical.StoreKey]canonical.Record{}
	for page := (canonical.Range{Partition: p.manifest.home}); ; {
		records, next, err := store.List(ctx, page)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			stored[r.StoreKey] = r
		}
		if page.After = next; next == "" {
			break
		}
	}
	outside := []canonical.StoreKey{canonical.LoadKey(p.manifest.home)}
	for _, w := range want.records {
		if w.Partition != p.manifest.home {
			outside = append(outside, w.StoreKey)
		}
	}
	records, err := store.Load(ctx, outside...)
	if err != nil {
		return nil, err
	}
	for _, r := range records[1:] {
		stored[r.StoreKey] = r
	}
	former, err := p.manifest.open(records[0], outside[1:])
	if err != nil || len(former) == 0 {
		return stored, err
	}
	if records, err = store.Load(ctx, former...); err != nil {
		return nil, err
	}
	for _, r := range records {
		stored[r.StoreKey] = r
	}
	return stored, nil
}

func put(now canonical.Record, body []byte) canonical.Write {
	return canonical.Write{Kind: canonical.Put, Record: canonical.Record{StoreKey: now.StoreKey, Version: now.Version, Body: body}}
}

// gone is the write, if it takes one, that deletes a record as it was read.
func gone(r canonical.Record) []canonical.Write {
	if r.Version == 0 {
		return nil
	}
	return []canonical.Write{{Kind: canonical.Delete, Record: canonical.Record{StoreKey: r.StoreKey, Version: r.Version}}}
}

func byKey(a, b canonical.StoreKey) int {
	return cmp.Or(strings.Compare(a.Partition, b.Partition), strings.Compare(a.Sort, b.Sort))
}
