package main

import (
	"fmt"
	"slices"
	"time"
)

// A target is a server, and what it is called with.
type target struct {
	name string
	*process
	request
	costs []float64 // CPU a call, in microseconds, of each turn
	calls int
}

const callers = 4

// turn puts the target under load for a while.
func (t *target) turn(lasts time.Duration) error {
	before, err := t.cpu()
	if err != nil {
		return err
	}
	n, err := closedLoop(t.addr, callers, lasts, func(int, int) request { return t.request })
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	after, err := t.cpu()
	if err != nil {
		return err
	}
	t.costs = append(t.costs, float64((after-before).Microseconds())/float64(n))
	t.calls += n
	return nil
}

func (t *target) cost() float64 { return median(t.costs) }

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// cpu compares what a call costs, net of what the same bytes cost the server
// that does no more than copy them.
func cpu(binary string, lasts time.Duration, turns, _ int) ([]line, error) {
	d, err := startDesk(binary)
	if err != nil {
		return nil, err
	}
	defer d.stop()
	rivals := map[string]*process{}
	for _, name := range []string{"body", "static", "echo"} {
		if rivals[name], err = rival(name); err != nil {
			return nil, err
		}
		defer rivals[name].stop()
	}
	c, err := dial(d.addr)
	if err != nil {
		return nil, err
	}
	if err := c.do(book(organisations[0], 0, 0)); err != nil {
		return nil, err
	}
	id, err := c.made()
	if err != nil {
		return nil, err
	}
	get, day := booking(organisations[0], id), slots(organisations[0])
	var targets []*target
	add := func(name string, p *process, r request) *target {
		t := &target{name: name, process: p, request: r}
		targets = append(targets, t)
		return t
	}
	static := add("static", rivals["static"], get)
	ours := []*measured{
		{name: "get-booking-a2a", request: get, atLeast: 3},
		{name: "one-day-a2a", request: day, atLeast: 1.5},
		{name: "get-booking-usp-rest", request: bookingREST(organisations[0], id)},
		{name: "one-day-servicialo-rest", request: slotsREST(organisations[0])},
	}
	for _, m := range ours {
		m.floor = add("copying "+m.name, rivals["body"], m.request)
		m.desk = add(m.name, d.process, m.request)
	}
	echo := add("echo", rivals["echo"], get)
	for i := range turns + 1 {
		for _, t := range targets {
			if err := t.turn(lasts); err != nil {
				return nil, err
			}
			if i == 0 { // to warm up
				t.costs, t.calls = nil, 0
			}
		}
	}
	echoed := echo.cost() - ours[0].floor.cost()
	lines := []line{
		{name: "cpu/copying", value: ours[0].floor.cost(), unit: "us/call"},
		{name: "cpu/echo", value: echoed, unit: "us/call"},
		{name: "rate/echo", value: echo.rate(static), unit: "x-static"},
	}
	for _, m := range ours {
		net := m.desk.cost() - m.floor.cost()
		lines = append(lines,
			line{name: "cpu/" + m.name, value: echoed / net, unit: "x", atLeast: m.atLeast},
			line{name: "cpu/" + m.name, value: net, unit: "us/call"},
			line{name: "rate/" + m.name, value: m.desk.rate(static), unit: "x-static"})
	}
	return lines, nil
}

// A measured call is made to the desk and, by turns, to the server that copies
// its body.
type measured struct {
	name        string
	request     request
	atLeast     float64 // times less than the echo
	floor, desk *target
}

// rate is how many calls the target answered, as a multiple of another.
func (t *target) rate(of *target) float64 { return float64(t.calls) / float64(of.calls) }
