package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"hora/canonical"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// demonstrate loads the demonstration organisations that the store lacks,
// unless somebody has loaded others: then it is not for trying out.
func demonstrate(ctx context.Context, store canonical.Store, clock canonical.Clock, out io.Writer) error {
	demo, err := demonstration()
	if err != nil {
		return err
	}
	loaded, err := orgfile.Loaded(ctx, store)
	if err != nil {
		return err
	}
	for _, partition := range loaded {
		if !slices.ContainsFunc(demo, func(f *orgfile.File) bool { return f.Document.Partition() == partition }) {
			return nil
		}
	}
	missing := slices.DeleteFunc(demo, func(f *orgfile.File) bool { return slices.Contains(loaded, f.Document.Partition()) })
	return loadAll(ctx, store, missing, clock, out)
}

func demonstration() ([]*orgfile.File, error) {
	entries, err := orgs.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var files []*orgfile.File
	for _, e := range entries {
		b, err := orgs.Files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		f, problems := orgfile.Parse(e.Name(), b)
		if f == nil {
			return nil, fmt.Errorf("%s: %s", e.Name(), problems[0])
		}
		files = append(files, f)
	}
	return files, nil
}
