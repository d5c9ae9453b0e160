package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A request is a call as bytes, made once.
type request struct {
	method, path, body string
	header             []string
}

func (r request) bytes(addr string) []byte {
	b := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\n", r.method, r.path, addr)
	for _, h := range r.header {
		b = append(b, h+"\r\n"...)
	}
	if r.method == http.MethodPost {
		b = fmt.Appendf(b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(r.body))
	}
	return append(append(b, "\r\n"...), r.body...)
}

// A connection makes one call after the other.
type connection struct {
	addr string
	conn net.Conn
	r    *bufio.Reader
	body []byte // of the last answer
}

func dial(addr string) (*connection, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &connection{addr: addr, conn: c, r: bufio.NewReaderSize(c, 64<<10)}, nil
}

// call makes a call and reads the answer to its end.
func (c *connection) call(wire []byte) (status int, err error) {
	if err := c.conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return 0, err
	}
	if _, err := c.conn.Write(wire); err != nil {
		return 0, err
	}
	answer, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	c.body, err = io.ReadAll(answer.Body)
	return answer.StatusCode, err
}

// do makes a call that must succeed.
func (c *connection) do(r request) error {
	status, err := c.call(r.bytes(c.addr))
	if err == nil && status/100 != 2 {
		err = fmt.Errorf("%s %s: status %s: %.300s", r.method, r.path, strconv.Itoa(status), c.body)
	}
	return err
}

// A closed loop is some callers who each make a call as soon as the one before
// was answered, for a while.
func closedLoop(addr string, callers int, lasts time.Duration, next func(caller, n int) request) (calls int, err error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	end := time.Now().Add(lasts)
	for i := range callers {
		wg.Go(func() {
			n, failure := loop(addr, end, func(n int) request { return next(i, n) })
			mu.Lock()
			defer mu.Unlock()
			calls += n
			if failure != nil {
				err = failure
			}
		})
	}
	wg.Wait()
	return calls, err
}

func loop(addr string, end time.Time, next func(n int) request) (n int, err error) {
	c, err := dial(addr)
	if err != nil {
		return 0, err
	}
	defer c.conn.Close()
	for ; time.Now().Before(end); n++ {
		if err := c.do(next(n)); err != nil {
			return n, err
		}
	}
	return n, nil
}

// paced makes calls with a pause after each, and tells how long each took.
func paced(addr string, lasts, pause time.Duration, next func(n int) request) (took []time.Duration, err error) {
	c, err := dial(addr)
	if err != nil {
		return nil, err
	}
	defer c.conn.Close()
	for end, n := time.Now().Add(lasts), 0; time.Now().Before(end); n++ {
		r := next(n)
		began := time.Now()
		if err := c.do(r); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
		time.Sleep(pause)
	}
	return took, nil
}

// percentile of durations, which it sorts.
func percentile(all []time.Duration, p int) time.Duration {
	slices.Sort(all)
	return all[min(len(all)*p/100, len(all)-1)]
}
