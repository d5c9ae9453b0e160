package a2a

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/dialect"
	"hora/canonical"
)

// A step is what the scripted desk does with a message, by how its id begins:
// so do the public conformance kits say what an agent shall do.
type step struct {
	prefix string
	state  canonical.TaskState // of the task that the message starts or continues; empty: it is answered with a message
	parts  []a2awire.OutPart
}

// script has the prefixes of the kit for 1.0; the first that fits counts. Of
// them all begin with tck-, and what they do not name is completed. The kit for
// 0.3 names next to nothing: what it starts waits for it, to be continued or
// cancelled.
var script = []step{
	{"tck-artifact-text", canonical.TaskCompleted, []a2awire.OutPart{a2awire.Text("Generated text content")}},
	{"tck-artifact-file-url", canonical.TaskCompleted, []a2awire.OutPart{{Kind: a2awire.URLPart, URL: "https://example.com/output.txt", Filename: "output.txt", MediaType: "text/plain"}}},
	{"tck-artifact-file", canonical.TaskCompleted, []a2awire.OutPart{{Kind: a2awire.RawPart, Raw: []byte("Generated file content"), Filename: "output.txt", MediaType: "text/plain"}}},
	{"tck-artifact-data", canonical.TaskCompleted, []a2awire.OutPart{a2awire.Data(jsontext.Value(`{"key":"value","count":42}`))}},
	{"tck-message-response", "", []a2awire.OutPart{a2awire.Text("Direct message response")}},
	{"tck-input-required", canonical.TaskInputRequired, []a2awire.OutPart{a2awire.Text("What else?")}},
	{"tck-reject-task", canonical.TaskRejected, []a2awire.OutPart{a2awire.Text("rejected")}},
	{"tck-", canonical.TaskCompleted, []a2awire.OutPart{a2awire.Text("Hello from TCK")}},
	{"test-state-message-id", canonical.TaskWorking, nil},
	{"", canonical.TaskInputRequired, []a2awire.OutPart{a2awire.Text("What else?")}},
}

func stepFor(message string) *step {
	for i := range script {
		if strings.HasPrefix(message, script[i].prefix) {
			return &script[i]
		}
	}
	return nil
}

// scripted reads what the front door's own dialect reads, and says what the
// script says: the step is the code of the outcome's only notice.
type scripted struct{ own }

func (scripted) Speak(string) dialect.Answer {
	return func(o *canonical.Outcome, _ int) dialect.Said {
		return dialect.Said{Parts: stepFor(o.Notices[0].Code).parts}
	}
}
