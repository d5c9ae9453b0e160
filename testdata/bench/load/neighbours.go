package main

import (
	"fmt"
	"sync"
	"time"
)

// hammer keeps the busy organisation busy until it is told to stop: each
// caller books, looks at what it booked and at a day, and cancels.
func hammer(addr string, stop <-chan struct{}) (wait func() (calls int, err error)) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failure error
	calls := 0
	slug := organisations[1]
	for i := range callers {
		wg.Go(func() {
			c, err := dial(addr)
			n := 0
			for ; err == nil; n++ {
				select {
				case <-stop:
					mu.Lock()
					calls += 4 * n
					mu.Unlock()
					c.conn.Close()
					return
				default:
				}
				err = mixed(c, slug, i, n)
			}
			mu.Lock()
			failure = err
			mu.Unlock()
		})
	}
	return func() (int, error) { wg.Wait(); return calls, failure }
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
// other one is busy.
func neighbours(binary string, lasts time.Duration, turns, _ int) ([]line, error) {
	d, err := startDesk(binary)
	if err != nil {
		return nil, err
	}
	defer d.stop()
	slug := organisations[0]
	booked := 0
	acts := []struct {
		name string
		next func(int) request
	}{
		{"one-day", func(int) request { return slots(slug) }},
		{"book", func(int) request { booked++; return book(slug, booked/2000, booked) }},
	}
	var lines []line
	alone, beside := make([][]time.Duration, len(acts)), make([][]time.Duration, len(acts))
	for i := range turns + 1 {
		for j, a := range acts {
			quiet, err := paced(d.addr, lasts, 2*time.Millisecond, a.next)
			if err != nil {
				return nil, err
			}
			stop := make(chan struct{})
			wait := hammer(d.addr, stop)
			loud, err := paced(d.addr, lasts, 2*time.Millisecond, a.next)
			close(stop)
			if _, failure := wait(); err == nil {
				err = failure
			}
			if err != nil {
				return nil, err
			}
			if i > 0 { // the first is to warm up
				alone[j], beside[j] = append(alone[j], quiet...), append(beside[j], loud...)
			}
		}
	}
	for j, a := range acts {
		for _, p := range []int{50, 99} {
			was, is := percentile(alone[j], p), percentile(beside[j], p)
			l := line{name: fmt.Sprintf("quiet/%s-p%d", a.name, p), value: float64(is) / float64(was), unit: "x-alone"}
			if p == 99 {
				l.atMost = 2
			}
			lines = append(lines, l, line{name: fmt.Sprintf("quiet/%s-p%d", a.name, p), value: float64(was.Microseconds()) / 1000, unit: "ms"})
		}
	}
	return lines, nil
}
