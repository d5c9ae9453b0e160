package storetest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
)

// EndpointVariable names the environment variable that gives the tests a
// DynamoDB of their own choice, such as http://127.0.0.1:8000.
const EndpointVariable = "HORA_TEST_DYNAMODB"

// Dynamo is the endpoint of a DynamoDB to test against: the one named by
// EndpointVariable, or else the shim. It is shared by all tests of the
// process, so every test makes a table of its own. Any credentials do.
func Dynamo(t testing.TB) (endpoint string) {
	t.Helper()
	if endpoint = os.Getenv(EndpointVariable); endpoint != "" {
		return endpoint
	}
	return Shim(t).Endpoint
}

// A Server is the DynamoDB of the tests: dynalite behind our own transactions,
// in a Node process that lives as long as the test binary. It reads batches
// item by item, lets requests overlap, and fails to order.
type Server struct {
	Endpoint string

	alive io.Closer // the shim's standard input: it must not be collected while the process lives
}

// A Fault bends requests to the shim.
type Fault struct {
	Table     string `json:"table,omitzero"`     // of this table only
	Operation string `json:"operation,omitzero"` // of this operation only, such as TransactWriteItems
	Kind      string `json:"kind"`               // see shim/faults.js
	Times     int    `json:"times,omitzero"`     // how many requests it meets; 0: one
	Millis    int    `json:"ms,omitzero"`        // of slow
}

// The kinds of Fault.
const (
	Throttle     = "throttle"      // refused as too much
	ThrottleItem = "throttle-item" // a transaction is cancelled, its first item throttled
	Conflict     = "conflict"      // the first item is in another transaction
	InProgress   = "in-progress"   // the same transaction is still running
	Unprocessed  = "unprocessed"   // a batch reads half of its keys
	FailBefore   = "fail-before"   // 500, nothing done
	FailAfter    = "fail-after"    // done, then 500
	DropBefore   = "drop-before"   // nothing done, no answer
	DropAfter    = "drop-after"    // done, no answer
	Garble       = "garble"        // done, an answer that cannot be read
	Slow         = "slow"          // later
)

// Fault orders faults; they meet requests one after the other. What is left
// when the test ends is cleared.
func (s *Server) Fault(t testing.TB, faults ...Fault) {
	t.Helper()
	body, err := json.Marshal(faults)
	if err != nil {
		t.Fatal(err)
	}
	control(t, http.MethodPost, s.Endpoint+"/faults", body)
	t.Cleanup(func() {
		for _, f := range faults {
			control(t, http.MethodDelete, s.Endpoint+"/faults?table="+url.QueryEscape(f.Table), nil)
		}
	})
}

func control(t testing.TB, method, address string, body []byte) {
	t.Helper()
	rq, err := http.NewRequest(method, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Body.Close()
	if rs.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(rs.Body)
		t.Fatalf("shim: %s %s: %s", method, address, text)
	}
}

var shared = sync.OnceValues(start)

// Shim starts the shim, or answers the one that runs already. The first start
// on a machine installs its packages with npm.
func Shim(t testing.TB) *Server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("the DynamoDB of the tests does not start: %v", err)
	}
	return s
}

// start runs the shim. Its standard input stays open as long as this process
// lives, and the shim no longer.
func start() (*Server, error) {
	folder, err := installed()
	if err != nil {
		return nil, err
	}
	var said lockedBuffer
	cmd := exec.Command("node", filepath.Join(folder, "server.js"))
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	port := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		port <- strings.TrimSpace(line)
		io.Copy(io.Discard, out)
	}()
	select {
	case p := <-port:
		if p != "" {
			return &Server{Endpoint: "http://127.0.0.1:" + p, alive: in}, nil
		}
	case <-time.After(30 * time.Second):
	}
	cmd.Process.Kill()
	cmd.Wait()
	return nil, fmt.Errorf("node said: %s", said.String())
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var tables atomic.Int64

// Table is a name that no other test gives its table, in this process or in
// another one on the same DynamoDB.
func Table(t testing.TB) string {
	return fmt.Sprintf("hora-test-%d-%d-%d", os.Getpid(), time.Now().UnixNano(), tables.Add(1))
}
