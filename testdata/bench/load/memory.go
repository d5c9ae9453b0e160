package main

import (
	"sync"
	"time"
)

// memory compares what a desk keeps in memory after few and after many calls.
func memory(binary string, _ time.Duration, _, calls int) ([]line, error) {
	d, err := startDesk(binary)
	if err != nil {
		return nil, err
	}
	defer d.stop()
	made := 0
	until := func(n int) (float64, error) {
		var wg sync.WaitGroup
		var mu sync.Mutex
		var failure error
		rounds := (n - made) / 4 / callers
		for i := range callers {
			wg.Go(func() {
				c, err := dial(d.addr)
				for k := range rounds {
					if err == nil {
						err = mixed(c, organisations[1], i, made/4/callers+k)
					}
				}
				mu.Lock()
				if err != nil {
					failure = err
				}
				mu.Unlock()
			})
		}
		wg.Wait()
		made = n
		if failure != nil {
			return 0, failure
		}
		return d.memory()
	}
	few, err := until(1000)
	if err != nil {
		return nil, err
	}
	many, err := until(calls)
	if err != nil {
		return nil, err
	}
	return []line{
		{name: "memory/mixed", value: many / few, unit: "x", atMost: 1.3},
		{name: "memory/after-1000", value: few / 1024, unit: "MiB"},
		{name: "memory/after-100000", value: many / 1024, unit: "MiB"},
	}, nil
}
