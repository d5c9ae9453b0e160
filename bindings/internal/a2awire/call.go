package a2awire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A Call is what a caller asks, in either version. Method says which of the
// members count.
type Call[D, M any] struct {
	Version    Version
	Method     Method     // SendMessage, GetTask, CancelTask or ListTasks
	Extensions []string   // URIs the caller named in the header
	Tenant     string     // 1.0; our cards name none, and it is never authority
	Send       Send[D, M] // of SendMessage
	Query      Query      // of the other three
}

// Send is a message and how its sender wants to be answered.
type Send[D, M any] struct {
	Message       MessageOf[D, M]
	Configuration Configuration
	Metadata      M // of the request, beside the message

	// Source is the message as it came. It lies in the body of the call and
	// must be copied to outlive Decode; see ParseMessage.
	Source jsontext.Value
}

// Configuration is what the sender would like.
type Configuration struct {
	OutputModes       []string // acceptedOutputModes, a hint
	HistoryLength     *int     // nil: as the server likes; 0: no history
	ReturnImmediately bool     // 1.0 returnImmediately; 0.3 blocking: false
	push              bool     // asks for push notifications
}

// Query says which tasks. ID is of GetTask and CancelTask; HistoryLength of
// GetTask and ListTasks; the rest of ListTasks.
type Query struct {
	ID            string
	HistoryLength *int
	Context       string    // only tasks of it
	State         State     // only tasks in it; Unspecified: all
	After         time.Time // only tasks whose status is not older; zero: all
	PageSize      int       // 1 to MaxPage
	PageToken     string    // as TaskPage.Next; empty: from the start
	Artifacts     bool      // show them
}

// prune empties what the method has no params for, whatever the caller sent.
func (c *Call[D, M]) prune() {
	q := c.Query
	switch c.Method {
	case SendMessage:
		c.Query = Query{}
		return
	case GetTask:
		c.Query = Query{ID: q.ID, HistoryLength: q.HistoryLength}
	case CancelTask:
		c.Query = Query{ID: q.ID}
	case ListTasks:
		if c.Query.ID = ""; q.PageSize == 0 {
			c.Query.PageSize = DefaultPage
		}
	}
	c.Send = Send[D, M]{}
}

// Page sizes of ListTasks (1.0, 3.1.4).
const (
	DefaultPage = 50
	MaxPage     = 100
)
