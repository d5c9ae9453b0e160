package go03

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"

	"hora/interop/desk"
)

// A client is a2a-go's own, in version 0.3.
type client struct {
	*a2aclient.Client
	ear *desk.Ear
}

// connect makes a client of a card.
func connect(ctx context.Context, card *a2a.AgentCard) (*client, error) {
	ear := &desk.Ear{}
	c, err := a2aclient.NewFromCard(ctx, card,
		a2aclient.WithDefaultsDisabled(), // one of which is gRPC
		a2aclient.WithJSONRPCTransport(&http.Client{Transport: ear}),
		a2aclient.WithInterceptors(headers{}))
	return &client{c, ear}, err
}

// headers sends those that the context of a call has.
type headers struct {
	a2aclient.PassthroughInterceptor
}

type header struct{ name string }

func (headers) Before(ctx context.Context, q *a2aclient.Request) (context.Context, error) {
	for _, name := range []string{"Authorization", "A2A-Version"} {
		if v, ok := ctx.Value(header{name}).(string); ok {
			q.Meta.Append(name, v)
		}
	}
	return ctx, nil
}

// Do makes a call with the method that the library has for it.
func (c *client) Do(ctx context.Context, call desk.Call) (desk.Answer, error) {
	if call.Key != "" {
		ctx = context.WithValue(ctx, header{"Authorization"}, "Bearer "+call.Key)
	}
	switch call.Version {
	case "":
	case "other":
		ctx = context.WithValue(ctx, header{"A2A-Version"}, "1.0")
	default:
		ctx = context.WithValue(ctx, header{"A2A-Version"}, call.Version)
	}
	switch id := a2a.TaskID(call.Task); call.Do {
	case "send":
		r, err := c.SendMessage(ctx, &a2a.MessageSendParams{Message: message(call)})
		return answer(r), err
	case "get":
		t, err := c.GetTask(ctx, &a2a.TaskQueryParams{ID: id})
		return answer(t), err
	case "cancel":
		t, err := c.CancelTask(ctx, &a2a.TaskIDParams{ID: id})
		return answer(t), err
	case "push":
		_, err := c.SetTaskPushConfig(ctx, &a2a.TaskPushConfig{TaskID: id, Config: a2a.PushConfig{URL: "https://agent.example/push"}})
		return desk.Answer{}, err
	case "subscribe":
		for e, err := range c.ResubscribeToTask(ctx, &a2a.TaskIDParams{ID: id}) {
			return desk.Answer{State: fmt.Sprintf("event %T", e)}, err
		}
		return desk.Answer{}, nil
	}
	return desk.Answer{}, fmt.Errorf("no call is named %q", call.Do)
}

func message(call desk.Call) *a2a.Message {
	var part a2a.Part = a2a.TextPart{Text: call.Text}
	if data, ok := call.Data.(map[string]any); ok {
		part = a2a.DataPart{Data: data}
	}
	if call.File != nil {
		part = a2a.FilePart{File: a2a.FileBytes{Bytes: base64.StdEncoding.EncodeToString(call.File)}}
	}
	m := a2a.NewMessage(a2a.MessageRoleUser, part)
	if call.ID != "" {
		m.ID = call.ID
	}
	m.ContextID, m.TaskID = call.Context, a2a.TaskID(call.Task)
	return m
}

func answer(r a2a.SendMessageResult) (out desk.Answer) {
	var parts a2a.ContentParts
	switch r := r.(type) {
	case *a2a.Message:
		if r == nil {
			return out
		}
		out.State, out.Task, out.Context, parts = "message", string(r.TaskID), r.ContextID, r.Parts
	case *a2a.Task:
		if r == nil {
			return out
		}
		out.State, out.Task, out.Context = "task "+string(r.Status.State), string(r.ID), r.ContextID
		if r.Status.Message != nil {
			parts = r.Status.Message.Parts
		} else if len(r.Artifacts) > 0 {
			parts = r.Artifacts[0].Parts
		}
	}
	for _, p := range parts {
		switch p := p.(type) {
		case a2a.TextPart:
			out.Text = p.Text
		case a2a.DataPart:
			out.Data = p.Data
		}
	}
	return out
}

// codes are the numbers of the errors that the library has names for.
var codes = map[error]int{
	a2a.ErrParseError: -32700, a2a.ErrInvalidRequest: -32600, a2a.ErrMethodNotFound: -32601, a2a.ErrInvalidParams: -32602, a2a.ErrInternalError: -32603,
	a2a.ErrTaskNotFound: -32001, a2a.ErrTaskNotCancelable: -32002, a2a.ErrPushNotificationNotSupported: -32003, a2a.ErrUnsupportedOperation: -32004,
	a2a.ErrUnsupportedContentType: -32005,
}

func (c *client) Refused(err error) desk.Refusal {
	for name, code := range codes {
		if errors.Is(err, name) {
			return desk.Refusal{Code: code}
		}
	}
	return desk.Refusal{Status: c.ear.Status()}
}
