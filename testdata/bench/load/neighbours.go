package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// hammer keeps the busy organisation busy until its input ends: each caller
// books, looks at what it booked and at a day, and cancels.
func hammer(addr string, input io.Reader) error {
	var over atomic.Bool
	var wg sync.WaitGroup
	failures := make(chan error, callers)
	for i := range callers {
		wg.Go(func() {
			c, err := dial(addr)
			for n := 0; err == nil && !over.Load(); n++ {
				err = mixed(c, organisations[1], i, n)
			}
			failures <- err
		})
	}
	_, err := io.Copy(io.Discard, input)
	over.Store(true)
	wg.Wait()
	for range callers {
		err = errors.Join(err, <-failures)
	}
	return err
}

// startHammer hammers from a process of its own, one that stands back: on a
// machine with few processors it would otherwise keep the quiet caller from
// asking, and that is not what is measured.
func startHammer(addr string) (stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("nice", "-n", "10", self, "hammer", addr)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() error { return errors.Join(input.Close(), cmd.Wait()) }, nil
}

// mixed is four calls: a booking, a look at it, a look at a day, and its end.
func mixed(c *connection, slug string, provider, n int) error {
	if err := c.do(book(slug, provider, n)); err != nil {
		return err
	}
	id, err := c.made()
	if err != nil {
		return err
	}
	for _, r := range []request{booking(slug, id), slots(slug), cancel(slug, id)} {
		if err := c.do(r); err != nil {
			return err
		}
	}
	return nil
}

// neighbours measures what callers of the quiet organisation notice when the
// other one is busy: beside the quiet one alone, and beside the same load on a
// desk of its own, which tells what sharing the desk costs from what sharing
// the processors and the disk does.
func neighbours(binary string, lasts time.Duration, turns, _ int) ([]line, error) {
	d, err := startDesk(binary)
	if err != nil {
		return nil, err
	}
	defer d.stop()
	other, err := startDesk(binary)
	if err != nil {
		return nil, err
	}
	defer other.stop()
	slug := organisations[0]
	booked := 0
	acts := []struct {
		name               string
		next               func(int) request
		alone, apart, same []time.Duration // how long calls took
	}{
		{name: "one-day", next: func(int) request { return slots(slug) }},
		{name: "book", next: func(int) request { booked++; return book(slug, booked/2000, booked) }},
	}
	for i := range turns + 1 {
		for j := range acts {
			a := &acts[j]
			for _, c := range []struct {
				busy *desk
				took *[]time.Duration
			}{{nil, &a.alone}, {other, &a.apart}, {d, &a.same}} {
				took, err := besides(d, c.busy, lasts, a.next)
				if err != nil {
					return nil, err
				}
				if i > 0 { // the first is to warm up
					*c.took = append(*c.took, took...)
				}
			}
		}
	}
	var lines []line
	for _, a := range acts {
		for _, p := range []int{50, 99} {
			alone, apart, same := percentile(a.alone, p), percentile(a.apart, p), percentile(a.same, p)
			l := line{name: fmt.Sprintf("quiet/%s-p%d", a.name, p), value: float64(same) / float64(apart), unit: "x-apart"}
			if p == 99 {
				l.atMost = 2
			}
			lines = append(lines, l,
				line{name: l.name, value: float64(same) / float64(alone), unit: "x-alone"},
				line{name: l.name, value: float64(alone.Microseconds()) / 1000, unit: "ms"})
		}
	}
	return lines, nil
}

// besides makes calls to a desk for a while, while a desk is hammered, if any.
func besides(d, busy *desk, lasts time.Duration, next func(int) request) ([]time.Duration, error) {
	const pause = 2 * time.Millisecond
	if busy == nil {
		return paced(d.addr, lasts, pause, next)
	}
	stop, err := startHammer(busy.addr)
	if err != nil {
		return nil, err
	}
	took, err := paced(d.addr, lasts, pause, next)
	return took, errors.Join(err, stop())
}
