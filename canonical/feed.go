package canonical

import "time"

// GetService asks for one entry of the catalogue. Ends in a Service.
type GetService struct {
	Service string `json:"service"`
}

// LookupServices asks for several at once. Ends in a Catalogue, in the order
// asked, that names the ids it could not find.
type LookupServices struct {
	Services []string `json:"services"`
}

// ServiceFeed asks what of the catalogue has changed since a cursor: each
// service as it is now, once, in order of its last change, those that are gone
// included. Ends in a Feed.
type ServiceFeed struct {
	Limit int    `json:"limit,omitzero"` // changes a page; default FeedSize
	After Cursor `json:"after,omitzero"`
}

// FeedSize is how many changes a page of the feed holds by default, and
// MaxFeedSize at most.
const (
	FeedSize    = 100
	MaxFeedSize = 500
)

// A Feed is one page of changes.
type Feed struct {
	Changes []Change  `json:"changes"`
	Next    Cursor    `json:"next,omitzero"` // where to go on, also when there is no more yet
	More    bool      `json:"more,omitzero"`
	At      time.Time `json:"at"`
	Total   int       `json:"total"` // services there are now
}

// A Change is a service as it last changed.
type Change struct {
	At      time.Time `json:"at"`
	Deleted bool      `json:"deleted,omitzero"` // there is no such service any more: only its id is told
	Service Service   `json:"service"`
}

func (Service) result() string { return "service" }
func (Feed) result() string    { return "feed" }
