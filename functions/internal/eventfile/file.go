// Package eventfile reads the events of testdata/events, which the harness
// gives to the built functions and `make events` prepares for sam local.
//
// A file is an event as Lambda delivers it, but for two things that make it
// readable and lasting: its body may be JSON instead of a string of JSON, and
// {{...}} stands for what is only known when it is used; see Filler. The
// folder it is in names the function that it is for.
package eventfile

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A File is one event before it is filled.
type File struct {
	Function string // as its folder below functions/
	Name     string // without .json
	text     string
}

// Answer is the path of the answer that is expected, or was given, beside the
// file.
func (f File) Answer() string { return path.Join(f.Function, f.Name+answerSuffix) }

// Path is the file itself.
func (f File) Path() string { return path.Join(f.Function, f.Name+suffix) }

const (
	suffix       = ".json"
	answerSuffix = ".answer.json"
)

// Read reads all events below a folder, in the order of their names: events
// may rest on the answers to those before.
func Read(dir fs.FS) ([]File, error) {
	paths, err := fs.Glob(dir, "*/*"+suffix)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, p := range paths {
		if strings.HasSuffix(p, answerSuffix) {
			continue
		}
		b, err := fs.ReadFile(dir, p)
		if err != nil {
			return nil, err
		}
		files = append(files, File{path.Dir(p), strings.TrimSuffix(path.Base(p), suffix), string(b)})
	}
	return files, nil
}

// Event is the event as Lambda would deliver it.
func (f File) Event(fill Filler) ([]byte, error) {
	text, err := fill.Fill(f.text)
	if err != nil {
		return nil, err
	}
	return quoteBody([]byte(text))
}

// quoteBody makes a string of an event's body, where it is none.
func quoteBody(event []byte) ([]byte, error) {
	var out bytes.Buffer
	dec := jsontext.NewDecoder(bytes.NewReader(event))
	enc := jsontext.NewEncoder(&out, jsontext.WithIndent("  "))
	for {
		pointer := dec.StackPointer()
		kind := dec.PeekKind()
		if pointer == "/body" && atValue(dec) && (kind == '{' || kind == '[') {
			v, err := dec.ReadValue()
			if err != nil {
				return nil, err
			}
			if err := v.Compact(); err != nil {
				return nil, err
			}
			if err := enc.WriteToken(jsontext.String(string(v))); err != nil {
				return nil, err
			}
			continue
		}
		token, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if err := enc.WriteToken(token); err != nil {
			return nil, err
		}
		if dec.StackDepth() == 0 {
			if dec.PeekKind() != 0 {
				return nil, errors.New("eventfile: more than one value")
			}
			return out.Bytes(), nil
		}
	}
}

// atValue says whether the next token is the value of the name just read.
func atValue(dec *jsontext.Decoder) bool {
	kind, n := dec.StackIndex(dec.StackDepth())
	return kind == '{' && n%2 == 1
}
