package a2awire

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/jsonrpc"
)

// answerSize holds most answers, in bytes.
const answerSize = 1024

// respond is the whole response, or nil for an answer without a member. 0.3 has the
// object itself as the result, told by its kind. 1.0 wraps it where a send or
// a stream can be answered in several ways, and only there.
func (r *Reply) respond(a *Answer) []byte {
	w := &writer{b: jsonrpc.AppendResult(make([]byte, 0, answerSize), r.id), v: r.version}
	switch {
	case a.Page != nil:
		w.page(a.Page)
	case a.Task != nil && !r.method.answersTask():
		w.wrap("task", func() { w.task(a.Task) })
	case a.Task != nil:
		w.task(a.Task)
	case a.Message != nil:
		w.wrap("message", func() { w.message(a.Message) })
	case a.Status != nil:
		w.wrap("statusUpdate", func() { w.statusEvent(a.Status) })
	case a.Artifact != nil:
		w.wrap("artifactUpdate", func() { w.artifactEvent(a.Artifact) })
	default:
		return nil
	}
	w.close('}')
	return w.b
}

// answersTask says whether a method is answered by a task and nothing else.
func (m Method) answersTask() bool { return m == GetTask || m == CancelTask }

func (w *writer) wrap(name string, value func()) {
	if w.v == V03 {
		value()
		return
	}
	w.open('{')
	w.name(name)
	value()
	w.close('}')
}

func (w *writer) task(t *Task) {
	w.open('{')
	w.kind("task")
	w.member("id", t.ID)
	w.member("contextId", t.Context)
	w.status(&t.Status)
	if len(t.Artifacts) > 0 {
		w.name("artifacts")
		w.open('[')
		for i := range t.Artifacts {
			w.artifact(&t.Artifacts[i])
		}
		w.close(']')
	}
	if len(t.History) > 0 {
		w.name("history")
		w.open('[')
		for i := range t.History {
			w.message(&t.History[i])
		}
		w.close(']')
	}
	w.metadata(t.Metadata)
	w.close('}')
}

func (w *writer) status(s *Status) {
	w.name("status")
	w.open('{')
	w.member("state", s.State.Name(w.v))
	if s.Message != nil {
		w.name("message")
		w.message(s.Message)
	}
	w.instant("timestamp", s.Time)
	w.close('}')
}

func (w *writer) artifact(a *Artifact) {
	w.open('{')
	w.member("artifactId", a.ID)
	w.optional("name", a.Name)
	w.optional("description", a.Description)
	w.parts(a.Parts)
	w.list("extensions", a.Extensions)
	w.metadata(a.Metadata)
	w.close('}')
}

// page always has all four members; tasks is never null.
func (w *writer) page(p *TaskPage) {
	w.open('{')
	w.name("tasks")
	w.open('[')
	for i := range p.Tasks {
		w.task(&p.Tasks[i])
	}
	w.close(']')
	w.member("nextPageToken", p.Next)
	w.number("pageSize", p.Size)
	w.number("totalSize", p.Total)
	w.close('}')
}

func (w *writer) number(name string, n int) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

func (w *writer) statusEvent(e *StatusEvent) {
	w.open('{')
	w.kind("status-update")
	w.member("taskId", e.Task)
	w.member("contextId", e.Context)
	w.status(&e.Status)
	if w.v == V03 {
		w.name("final")
		w.b = strconv.AppendBool(w.b, e.Final)
	}
	w.metadata(e.Metadata)
	w.close('}')
}

func (w *writer) artifactEvent(e *ArtifactEvent) {
	w.open('{')
	w.kind("artifact-update")
	w.member("taskId", e.Task)
	w.member("contextId", e.Context)
	w.name("artifact")
	w.artifact(&e.Artifact)
	w.flag("append", e.Append)
	w.flag("lastChunk", e.Last)
	w.metadata(e.Metadata)
	w.close('}')
}

// MarshalMessage writes a message by itself, as 1.0 does: a form to store that
// ParseMessage(V10, ...) reads back and that either version can be made of.
func MarshalMessage(m *OutMessage) jsontext.Value {
	w := writer{b: make([]byte, 0, 512), v: V10}
	w.message(m)
	return w.b
}
