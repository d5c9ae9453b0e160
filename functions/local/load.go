package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/infra/orgfile"
)

// check says what is wrong with organisation files.
func check(_ context.Context, args []string, s streams) error {
	f := newFlags("check", s)
	names, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return misused(f, "which files?")
	}
	files, err := read(names, s)
	for _, f := range files {
		fmt.Fprintf(s.out, "%s: %s is good\n", f.Name, f.Document.Title())
	}
	return err
}

// load puts organisation files into a folder or a table. Nothing is loaded
// unless all of them are good.
func load(ctx context.Context, args []string, s streams) error {
	f := newFlags("load", s)
	data := dataFlag(f)
	table := f.String("table", "", "DynamoDB table to load into, instead of a folder")
	endpoint := f.String("endpoint", "", "with --table: a DynamoDB other than the region's, such as http://127.0.0.1:8000")
	create := f.Bool("create", false, "with --table: make the table if there is none")
	names, err := parse(f, args)
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return misused(f, "which files?")
	case *table != "" && *data != "":
		return misused(f, "either --data or --table: a folder or a table")
	case *table == "" && (*endpoint != "" || *create):
		return misused(f, "--endpoint and --create go with --table")
	}
	files, err := read(names, s)
	if err != nil {
		return err
	}
	if *table != "" {
		store, err := openTable(ctx, *table, *endpoint, *create)
		if err != nil {
			return err
		}
		return missing(loadAll(ctx, store, files, boot.Clock, s.out), *table)
	}
	dir, err := folder(*data)
	if err != nil {
		return err
	}
	store, err := openFolder(dir)
	if err != nil {
		return err
	}
	return errors.Join(loadAll(ctx, store, files, boot.Clock, s.out), store.Close())
}

// read reads and checks files, and tells everything that is wrong with any of
// them, each problem on a line that begins with the file's name.
func read(names []string, s streams) ([]*orgfile.File, error) {
	var files []*orgfile.File
	bad := 0
	owner := map[string]string{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(s.err, err)
			bad++
			continue
		}
		f, problems := orgfile.Parse(name, b)
		if f != nil {
			problems = unknown(f.Document)
		}
		for _, p := range problems {
			fmt.Fprintf(s.err, "%s: %s\n", name, p)
		}
		if len(problems) > 0 {
			bad++
			continue
		}
		if first := taken(owner, f); first != "" {
			fmt.Fprintf(s.err, "%s: %s is about %s too\n", name, first, f.Document.Title())
			bad++
			continue
		}
		files = append(files, f)
	}
	if bad > 0 {
		return files, fmt.Errorf("%d of %d files cannot be loaded", bad, len(names))
	}
	return files, nil
}

// taken is the file before that fills a partition of this one's; if there is
// none, they are this one's from now on.
func taken(owner map[string]string, f *orgfile.File) string {
	for _, p := range f.Document.Partitions() {
		if first := owner[p]; first != "" {
			return first
		}
	}
	for _, p := range f.Document.Partitions() {
		owner[p] = f.Name
	}
	return ""
}

// loadAll loads files one after the other and tells how far it is.
func loadAll(ctx context.Context, store canonical.Store, files []*orgfile.File, clock canonical.Clock, out io.Writer) error {
	for _, f := range files {
		f.At = clock()
		title := f.Document.Title()
		change, err := orgfile.Load(ctx, store, f, func(n, total int) {
			if n < total {
				fmt.Fprintf(out, "%s: %d of %d writes\n", title, n, total)
			}
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d records written, %d removed, %d as before\n", title, change.Written, change.Removed, change.Unchanged)
	}
	return nil
}
