package main

import (
	"errors"
	"flag"
	"fmt"
	"time"

	"hora/canonical"
	"hora/functions/internal/boot"
)

// newFlags are those of a command, which is told how it is called when they are
// wrong.
func newFlags(name string, s streams) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(s.err)
	f.Usage = func() { fmt.Fprint(s.err, usage(name, false)) }
	return f
}

// parse reads flags wherever they stand and answers the other arguments.
func parse(f *flag.FlagSet, args []string) (others []string, err error) {
	for {
		switch err := f.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			return nil, errUsage // the flag set has said why
		}
		if args = f.Args(); len(args) == 0 {
			return others, nil
		}
		others, args = append(others, args[0]), args[1:]
	}
}

func nowFlag(f *flag.FlagSet) *string {
	return f.String("now", "", "the instant the clock starts at, such as 2026-03-30T09:00:00-03:00; it runs from there")
}

// clockFrom is the clock that --now asks for, or the time of day.
func clockFrom(now string) (canonical.Clock, error) {
	if now == "" {
		return boot.Clock, nil
	}
	start, err := time.Parse(time.RFC3339, now)
	if err != nil {
		return nil, fmt.Errorf("--now %q: want an instant with its offset, such as 2026-03-30T09:00:00-03:00", now)
	}
	return boot.ClockFrom(start), nil
}

// misused tells the user what is wrong with the command line.
func misused(f *flag.FlagSet, format string, args ...any) error {
	fmt.Fprintf(f.Output(), format+"\n", args...)
	f.Usage()
	return errUsage
}
