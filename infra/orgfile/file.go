package orgfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// A File is one document that was found good.
type File struct {
	Name     string    // where it came from, for messages
	At       time.Time // when it is loaded, which the feed tells of each service that changes; set by whoever loads it
	Document Document
}

// A Document is what a file says. There is one type for each shape a document
// can have; the shape is told by the document's members.
type Document interface {
	// Title names what the document is about.
	Title() string
	// Partition is that of the store which only this document fills, and by
	// which it is known there.
	Partition() string
	// Partitions are all that only this document fills, Partition among them.
	Partitions() []string
	// check reports everything in the document that makes no sense.
	check(*checker)
	// contents are what a store holds once the document is loaded, in the order
	// in which it is written.
	contents() ([]content, error)
}

// shapes lists the documents there are, by the member that only they have.
var shapes = []struct {
	member string
	empty  func() Document
}{
	{"organization", func() Document { return new(Organization) }},
	{"catalogue", func() Document { return new(Catalogue) }},
}

// A Problem is one thing wrong with a document.
type Problem struct {
	Path string // such as services[2].provider_ids[0]; empty: the document itself
	Text string
}

func (p Problem) String() string {
	if p.Path == "" {
		return p.Text
	}
	return p.Path + ": " + p.Text
}

// Parse reads a document. The File is nil exactly when there are problems,
// which come in the document's order as far as it could be read.
func Parse(name string, data []byte) (*File, []Problem) {
	document, err := shape(data)
	if err != nil {
		return nil, []Problem{{Text: explain(data, err)}}
	}
	d := decoder{
		in:    jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true)),
		given: map[string]bool{},
	}
	if err := d.document(reflect.ValueOf(document).Elem()); err != nil {
		return nil, append(d.problems, Problem{Text: explain(data, err)})
	}
	c := newChecker(&d)
	document.check(c)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return &File{Name: name, Document: document}, nil
}

var (
	errNoObject = errors.New("want an object")
	errNoShape  = errors.New(`want a document with the member "organization" or "catalogue"`)
	errTwice    = errors.New("want one document in a file")
)

// shape finds which document this is by the names of its members.
func shape(data []byte) (Document, error) {
	in := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	switch t, err := in.ReadToken(); {
	case err != nil:
		return nil, err
	case t.Kind() != '{':
		return nil, errNoObject
	}
	for in.PeekKind() == '"' {
		t, err := in.ReadToken()
		if err != nil {
			return nil, err
		}
		for _, s := range shapes {
			if t.String() == s.member {
				return s.empty(), nil
			}
		}
		if err := in.SkipValue(); err != nil {
			return nil, err
		}
	}
	if _, err := in.ReadToken(); err != nil {
		return nil, err
	}
	return nil, errNoShape
}

// explain words an error of the JSON reader, with the line it stopped at.
func explain(data []byte, err error) string {
	at := int64(len(data))
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax):
		at, err = min(syntax.ByteOffset, at), syntax.Err
	case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err.Error()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the document ends too early")
	}
	if at < int64(len(data)) && data[at] == ',' && closes(data[at+1:]) {
		err = errors.New("a comma, and nothing follows it")
	}
	before := string(data[:at])
	line := strings.Count(before, "\n") + 1
	column := len(before) - strings.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d, column %d: %s", line, column, strings.TrimPrefix(err.Error(), "jsontext: "))
}

// closes says whether an object or a list ends next.
func closes(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && (rest[0] == '}' || rest[0] == ']')
}

// An Organization is the document about one organisation and what it offers.
type Organization struct {
	Organization canonical.Organization    `json:"organization"`
	Services     []canonical.Service       `json:"services"`
	Providers    []canonical.Provider      `json:"providers"`
	Resources    []canonical.Resource      `json:"resources"`
	Payments     []canonical.PaymentIntent `json:"payment_intents"`
}

// Title is the organisation's slug.
func (o *Organization) Title() string { return o.Organization.Slug }

// Partition is the organisation's.
func (o *Organization) Partition() string {
	return canonical.OrganizationKey(o.Organization.Slug).Partition
}

// Partitions are the organisation's one.
func (o *Organization) Partitions() []string { return []string{o.Partition()} }
