package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.etcd.io/bbolt"
)

func (s *scene) readLog() {
	s.Helper()
	for name, text := range map[string]string{"log": s.desk.err.String(), "output": s.desk.out.String()} {
		if name == "log" && strings.Count(text, "\n") < s.sent {
			s.Errorf("%d calls, and the log has %d lines", s.sent, strings.Count(text, "\n"))
		}
		for _, all := range []map[string]string{s.secrets, s.contacts} {
			for secret, what := range all {
				if at := strings.Index(text, secret); at >= 0 && !(name == "output" && strings.HasPrefix(secret, demoKeys)) {
					s.Errorf("the %s tells %s: %s", name, what, text[max(0, at-120):at+20])
				}
			}
		}
	}
}

// nobodys are contacts that were only talked of: no booking is theirs.
const nobodys = "nobody's"

// holders are what contacts may be in: what a client has, or is about to have,
// and the answers that were given to them.
var holders = map[string]bool{"BKG": true, "CLI": true, "HOLD": true, "WAIT": true, "CONV": true, "MSG": true, "OUT": true}

// readRows looks at every record there is, and at all that ever was in the file.
func (s *scene) readRows() {
	s.Helper()
	name := filepath.Join(s.dir, deskFile)
	file, err := os.ReadFile(name)
	if err != nil {
		s.Fatal(err)
	}
	for secret, what := range s.secrets {
		if !strings.HasPrefix(secret, demoKeys) && bytes.Contains(file, []byte(secret)) {
			s.Errorf("%s is, or was, in the file", what)
		}
	}
	db, err := bbolt.Open(name, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		s.Fatal(err)
	}
	defer db.Close()
	kept := map[string]int{}
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("records")).ForEach(func(k, v []byte) error {
			n, start := binary.Uvarint(k)
			partition, sort := string(k[start:start+int(n)]), string(k[start+int(n):])
			s.readRow(partition, sort, string(v), kept)
			return nil
		})
	})
	if err != nil {
		s.Fatal(err)
	}
	for _, holder := range []string{"BKG", "CLI", "MSG", "OUT"} { // who looks for nothing finds nothing
		if kept[holder] == 0 {
			s.Errorf("no contact is in any %s: %v", holder, kept)
		}
	}
}

// demoKeys begin the keys of the demonstration, of which the names are stored:
// they are the same.
const demoKeys = "demo-"

func (s *scene) readRow(partition, sort, value string, kept map[string]int) {
	kind, _, _ := strings.Cut(partition, "#")
	for secret, what := range s.secrets {
		if strings.Contains(value, secret) && !(strings.HasPrefix(secret, demoKeys) && (kind == "ORG" || kind == "KEY" || kind == "LOAD")) {
			s.Errorf("%s is stored: %s %s %.300q", what, partition, sort, value)
		}
	}
	history := told(value)
	for contact, of := range s.contacts {
		switch {
		case strings.Contains(partition+sort, contact):
			s.Errorf("%s is in a key: %s %s", contact, partition, sort)
		case strings.Contains(value, contact) && (!holders[kind] || of == nobodys):
			s.Errorf("%s is stored: %s %s %.300q", contact, partition, sort, value)
		case strings.Contains(history, contact):
			s.Errorf("%s is in a history: %s %s %.300q", contact, partition, sort, history)
		case strings.Contains(value, contact):
			kept[kind]++
		}
	}
}

// told is what a record holds of what was said and done: all below members of
// those names.
func told(value string) string {
	var all strings.Builder
	body := strings.IndexByte(value, '{')
	if body < 0 {
		return ""
	}
	d := jsontext.NewDecoder(strings.NewReader(value[body:]), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return all.String()
		}
		at := string(d.StackPointer())
		if token.Kind() == '"' && (strings.Contains(at, "/history/") || strings.Contains(at, "/transitions/")) {
			all.WriteString(token.String() + "\n")
		}
	}
}
