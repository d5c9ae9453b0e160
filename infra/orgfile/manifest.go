package orgfile

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// A manifest lists the records of a document, or of a part of one that has a
// partition of its own, outside that partition, since nothing else tells a later
// load of them. Every loaded document, and every such part, has one. It
// also says whether a load of several commits is on its way, or was cut off:
// then the head has yet to move, whatever the other records look like.
type manifest struct {
	home       string
	part       string // partition of the document that this is a part of
	gone       bool   // there is to be none any more
	stored     canonical.Record
	unfinished bool
	wanted     []byte
	all        []canonical.StoreKey // the former ones, and those wanted now
}

// places is a manifest as it is stored.
type places struct {
	Loading bool    `json:"loading,omitzero"`
	Part    string  `json:"part_of,omitzero"` // partition of the document
	Keys    []place `json:"keys"`
}

type place struct {
	Partition string `json:"partition"`
	Sort      string `json:"sort"`
}

// open reads the manifest and answers the keys in it that are wanted no more.
func (m *manifest) open(r canonical.Record, wanted []canonical.StoreKey) (former []canonical.StoreKey, err error) {
	m.stored = r
	if m.wanted, err = m.encode(wanted, false); err != nil {
		return nil, err
	}
	m.all = slices.Clone(wanted)
	if r.Version == 0 {
		return nil, nil
	}
	var old places
	if err := json.Unmarshal(r.Body, &old); err != nil {
		return nil, err
	}
	m.unfinished = old.Loading
	for _, k := range old.Keys {
		if key := (canonical.StoreKey{Partition: k.Partition, Sort: k.Sort}); !slices.Contains(wanted, key) {
			former = append(former, key)
		}
	}
	m.all = append(m.all, former...)
	return former, nil
}

// Loaded lists the documents that were loaded into a store, or began to be: by
// their partitions, in order.
func Loaded(ctx context.Context, store canonical.Store) ([]string, error) {
	return partsOf(ctx, store, "")
}

// partsOf lists the partitions of the parts of a document; of "", those of the
// documents themselves.
func partsOf(ctx context.Context, store canonical.Store, document string) (partitions []string, err error) {
	for page := (canonical.Range{Partition: canonical.LoadPartition}); ; {
		records, next, err := store.List(ctx, page)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			var m places
			if err := json.Unmarshal(r.Body, &m); err != nil {
				return nil, err
			}
			if m.Part == document {
				partitions = append(partitions, r.Sort)
			}
		}
		if page.After = next; next == "" {
			return partitions, nil
		}
	}
}

// begin is the write that opens a load of several commits: it makes the
// manifest list old and new.
func (m *manifest) begin() (canonical.Write, error) {
	body, err := m.encode(m.all, true)
	w := put(m.stored, body)
	m.stored.Version, m.stored.Body = m.stored.Version+1, body
	return w, err
}

// end is the write, if it takes one, that makes the manifest list what is
// wanted.
func (m *manifest) end() []canonical.Write {
	if m.gone {
		return gone(m.stored)
	}
	if bytes.Equal(m.wanted, m.stored.Body) {
		return nil
	}
	return []canonical.Write{put(m.stored, m.wanted)}
}

// owns says whether the record is one that only loads write. Records outside
// the home partition were listed by a manifest.
func (m *manifest) owns(r canonical.Record) bool {
	if r.Partition != m.home {
		return true
	}
	for _, prefix := range []string{"SVC#", "PRV#", "RES#", "PLC#"} {
		if strings.HasPrefix(r.Sort, prefix) {
			return true
		}
	}
	return false
}

func (m *manifest) encode(keys []canonical.StoreKey, loading bool) ([]byte, error) {
	p := places{Loading: loading, Part: m.part, Keys: make([]place, len(keys))}
	for i, k := range keys {
		p.Keys[i] = place{k.Partition, k.Sort}
	}
	return json.Marshal(p)
}
