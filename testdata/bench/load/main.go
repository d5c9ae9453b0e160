// Command load measures a desk that runs, as a process, under load: what a
// call costs its CPU, how many it answers a second, what it keeps in memory,
// and what one organisation notices of the load on another. Beside it, by
// turns, run a server that copies the body of each call, one that answers
// always the same, and the echo of a2a-go.
//
// It prints a line a measure, in the form of Go's benchmarks, and fails when any
// call fails. Whether a limit is missed is for whoever reads it to say.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) == 3 {
		switch os.Args[1] {
		case "serve":
			fatal(serve(os.Args[2]))
			return
		case "hammer":
			fatal(hammer(os.Args[2], os.Stdin))
			return
		}
	}
	desk := flag.String("desk", "../../../bin/desk", "the local desk, built")
	turn := flag.Duration("turn", time.Second, "how long each server is under load before the next")
	turns := flag.Int("turns", 5, "how often each server gets its turn")
	calls := flag.Int("calls", 100_000, "after how many calls memory is looked at again")
	only := flag.String("only", "", "one of cpu, neighbours, memory; all of them without it")
	flag.Parse()
	for _, m := range []struct {
		name    string
		measure func(string, time.Duration, int, int) ([]line, error)
	}{{"cpu", cpu}, {"neighbours", neighbours}, {"memory", memory}} {
		if *only != "" && *only != m.name {
			continue
		}
		lines, err := m.measure(*desk, *turn, *turns, *calls)
		fatal(err)
		for _, l := range lines {
			fmt.Println(l)
		}
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// A line is one measure. Some have a limit, below or above.
type line struct {
	name            string
	value           float64
	unit            string
	atLeast, atMost float64
}

func (l line) String() string {
	s := fmt.Sprintf("BenchmarkLoad/%s\t1\t%.4g %s", l.name, l.value, l.unit)
	switch {
	case l.atLeast > 0:
		s += fmt.Sprintf("\t%.4g %s-at-least", l.atLeast, l.unit)
	case l.atMost > 0:
		s += fmt.Sprintf("\t%.4g %s-at-most", l.atMost, l.unit)
	}
	return s
}
