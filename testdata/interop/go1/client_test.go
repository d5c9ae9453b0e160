package go1

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"hora/interop/desk"
)

// A client is a2a-go's own, in version 1.0.
type client struct {
	*a2aclient.Client
	ear *desk.Ear
}

// connect makes a client of a card.
func connect(ctx context.Context, card *a2a.AgentCard) (*client, error) {
	ear := &desk.Ear{}
	c, err := a2aclient.NewFromCard(ctx, card,
		a2aclient.WithJSONRPCTransport(&http.Client{Transport: ear}),
		a2aclient.WithCallInterceptors(&claim{}))
	return &client{c, ear}, err
}

// claim lets a call claim another version than the library does.
type claim struct {
	a2aclient.PassthroughInterceptor
}

type claimed struct{}

func (claim) Before(ctx context.Context, q *a2aclient.Request) (context.Context, any, error) {
	if v, ok := ctx.Value(claimed{}).(string); ok {
		q.ServiceParams[a2a.SvcParamVersion] = []string{v}
	}
	return ctx, nil, nil
}

// Do makes a call with the method that the library has for it.
func (c *client) Do(ctx context.Context, call desk.Call) (desk.Answer, error) {
	if call.Key != "" {
		ctx = a2aclient.AttachServiceParams(ctx, a2aclient.ServiceParams{"Authorization": {"Bearer " + call.Key}})
	}
	switch call.Version {
	case "":
	case "other":
		ctx = context.WithValue(ctx, claimed{}, "0.3")
	default:
		ctx = context.WithValue(ctx, claimed{}, call.Version)
	}
	switch id := a2a.TaskID(call.Task); call.Do {
	case "send":
		r, err := c.SendMessage(ctx, &a2a.SendMessageRequest{Message: message(call)})
		return answer(r), err
	case "get":
		t, err := c.GetTask(ctx, &a2a.GetTaskRequest{ID: id})
		return answer(t), err
	case "cancel":
		t, err := c.CancelTask(ctx, &a2a.CancelTaskRequest{ID: id})
		return answer(t), err
	case "list":
		_, err := c.ListTasks(ctx, &a2a.ListTasksRequest{PageToken: call.Page})
		return desk.Answer{}, err
	case "push":
		_, err := c.CreateTaskPushConfig(ctx, &a2a.PushConfig{TaskID: id, URL: "https://agent.example/push"})
		return desk.Answer{}, err
	case "subscribe":
		for e, err := range c.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: id}) {
			return desk.Answer{State: fmt.Sprintf("event %T", e)}, err
		}
		return desk.Answer{}, nil
	}
	return desk.Answer{}, fmt.Errorf("no call is named %q", call.Do)
}

func message(call desk.Call) *a2a.Message {
	part := a2a.NewTextPart(call.Text)
	switch {
	case call.Data != nil:
		part = a2a.NewDataPart(call.Data)
	case call.File != nil:
		part = a2a.NewRawPart(call.File)
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
		state, _ := strings.CutPrefix(string(r.Status.State), "TASK_STATE_")
		out.State = "task " + strings.ReplaceAll(strings.ToLower(state), "_", "-")
		out.Task, out.Context = string(r.ID), r.ContextID
		if r.Status.Message != nil {
			parts = r.Status.Message.Parts
		} else if len(r.Artifacts) > 0 {
			parts = r.Artifacts[0].Parts
		}
	}
	for _, p := range parts {
		switch v := p.Content.(type) {
		case a2a.Text:
			out.Text = string(v)
		case a2a.Data:
			out.Data = v.Value
		}
	}
	return out
}

// codes are the numbers of the errors that the library has names for.
var codes = map[error]int{
	a2a.ErrParseError: -32700, a2a.ErrInvalidRequest: -32600, a2a.ErrMethodNotFound: -32601, a2a.ErrInvalidParams: -32602, a2a.ErrInternalError: -32603,
	a2a.ErrTaskNotFound: -32001, a2a.ErrTaskNotCancelable: -32002, a2a.ErrPushNotificationNotSupported: -32003, a2a.ErrUnsupportedOperation: -32004,
	a2a.ErrUnsupportedContentType: -32005, a2a.ErrVersionNotSupported: -32009,
}

func (c *client) Refused(err error) desk.Refusal {
	for name, code := range codes {
		if errors.Is(err, name) {
			return desk.Refusal{Code: code}
		}
	}
	return desk.Refusal{Status: c.ear.Status()}
}
