package orgfile

import (
	"bytes"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// Content is what a store holds once a document is loaded.
type content struct {
	// head is the record that the desk reads in every act. Its version is the
	// revision of the whole content; its partition belongs to the document.
	head canonical.Record
	// records are all the others, in or out of the head's partition.
	records []canonical.Record
	// at is when it is loaded, which the feed tells of every service that changes.
	at time.Time
	// part is the partition of the document that it is a part of; empty for one
	// that is a document of its own.
	part string
	// gone says that there is to be nothing of it any more.
	gone bool
}

func newContent(head canonical.StoreKey, v any) (content, error) {
	body, err := json.Marshal(v)
	return content{head: canonical.Record{StoreKey: head, Body: body}}, err
}

func (c *content) add(k canonical.StoreKey, v any) error {
	body, err := json.Marshal(v)
	if err == nil {
		c.records = append(c.records, canonical.Record{StoreKey: k, Body: body})
	}
	return err
}

func (o *Organization) contents() ([]content, error) {
	c, err := o.content()
	return []content{c}, err
}

func (o *Organization) content() (content, error) {
	o.settle()
	slug := o.Organization.Slug
	c, err := newContent(canonical.OrganizationKey(slug), o.Organization)
	if err != nil {
		return c, err
	}
	for i, s := range o.Services {
		s.Position = i
		if err := c.add(canonical.ServiceKey(slug, s.ID), s); err != nil {
			return c, err
		}
	}
	for i, p := range o.Providers {
		p.Position = i
		if err := c.add(canonical.ProviderKey(slug, p.ID), p); err != nil {
			return c, err
		}
	}
	for i, r := range o.Resources {
		r.Position = i
		if err := c.add(canonical.ResourceKey(slug, r.ID), r); err != nil {
			return c, err
		}
	}
	for _, k := range o.Organization.Keys {
		if err := c.add(canonical.SecretKey(k.SHA256, slug), k); err != nil {
			return c, err
		}
	}
	for _, p := range o.Payments {
		if err := c.add(canonical.PaymentKey(slug, p.ID), p); err != nil {
			return c, err
		}
	}
	return c, nil
}

// stamped is the body of a service as it is to be stored over the record now:
// with the instant of its last change, which is the old one if it says the
// same. Every other body is itself.
func (c *content) stamped(now, want canonical.Record) ([]byte, error) {
	if !isService(want) {
		return want.Body, nil
	}
	var was, s canonical.Service
	if err := json.Unmarshal(want.Body, &s); err != nil {
		return nil, err
	}
	if now.Version > 0 && json.Unmarshal(now.Body, &was) == nil && !was.Deleted {
		s.Modified = was.Modified
		if body, err := json.Marshal(s); err != nil || bytes.Equal(body, now.Body) {
			return body, err
		}
	}
	s.Modified = c.at
	return json.Marshal(s)
}

// dated is the body of the head as it is to be stored over the one now: with
// the instant of the load that last changed any record of the content, if it is
// an organisation's. It is the same when it says the same but for that.
func (c *content) dated(now canonical.Record, changed bool) (body []byte, same bool, err error) {
	if c.head.Sort != canonical.OrganizationKey("").Sort {
		return c.head.Body, now.Version > 0 && bytes.Equal(now.Body, c.head.Body), nil
	}
	var was, o canonical.Organization
	if err := json.Unmarshal(c.head.Body, &o); err != nil {
		return nil, false, err
	}
	if now.Version > 0 && json.Unmarshal(now.Body, &was) == nil {
		o.Modified = was.Modified
		if body, err = json.Marshal(o); err != nil {
			return nil, false, err
		}
		if same = bytes.Equal(body, now.Body); same && !changed {
			return body, true, nil
		}
	}
	o.Modified = c.at
	body, err = json.Marshal(o)
	return body, same, err
}

// removal is the write that removes a record. What stays of a service is a
// tombstone, for the feed; ok is false for one that is that already.
func (c *content) removal(now canonical.Record) (w canonical.Write, ok bool) {
	var s canonical.Service
	if c.gone || !isService(now) || json.Unmarshal(now.Body, &s) != nil {
		return canonical.Write{Kind: canonical.Delete, Record: canonical.Record{StoreKey: now.StoreKey, Version: now.Version}}, true
	}
	body, err := json.Marshal(canonical.Service{ID: s.ID, Deleted: true, Modified: c.at})
	return put(now, body), err == nil && !s.Deleted
}

func isService(r canonical.Record) bool { return strings.HasPrefix(r.Sort, "SVC#") }

// spent says whether a stored record is a payment intent that paid for a
// booking. It belongs to the desk from then on: were a load to write or remove
// it, the same money could be spent twice.
func spent(r canonical.Record) bool {
	if !strings.HasPrefix(r.Partition, "PAY#") {
		return false
	}
	var p canonical.PaymentIntent
	return json.Unmarshal(r.Body, &p) == nil && p.Booking != ""
}
