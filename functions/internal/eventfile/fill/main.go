// Command fill writes the events of testdata/events to a folder, ready for
// `sam local invoke <Function> -e FILE`: dates filled in, bodies as strings.
//
// An event that rests on the answer to another is written once that answer is
// there, as sam local printed it, in the folder of answers under the other's
// name. Those that wait are listed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"

	"hora/functions/internal/boot"
	"hora/functions/internal/eventfile"
)

func main() {
	from := flag.String("from", "testdata/events", "folder of events")
	to := flag.String("to", "bin/events", "folder to write to")
	answers := flag.String("answers", "bin/answers", "folder of answers")
	flag.Parse()
	if err := run(*from, *to, *answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(from, to, answers string) error {
	files, err := eventfile.Read(os.DirFS(from))
	if err != nil {
		return err
	}
	for _, f := range files {
		fill := eventfile.Filler{Now: boot.Clock(), Answer: func(event string) (jsontext.Value, error) {
			b, err := os.ReadFile(filepath.Join(answers, f.Function, event+".json"))
			if err != nil {
				return nil, err
			}
			return eventfile.Body(b)
		}}
		event, err := f.Event(fill)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			fmt.Println("waits  ", f.Path(), "for an answer:", err)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", f.Path(), err)
		}
		path := filepath.Join(to, filepath.FromSlash(f.Path()))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, event, 0o644); err != nil {
			return err
		}
		fmt.Println("written", path)
	}
	return nil
}
