package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A process is a desk that runs by itself, as a user starts it.
type process struct {
	cmd    *exec.Cmd
	out    transcript
	err    transcript
	exited chan struct{}
	url    string
}

// transcript keeps what a process writes.
type transcript struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *transcript) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// start runs a command line as a process, which is gone when the test is.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], args...), exited: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), asProcess+"=1")
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.exited)
	}()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		<-p.exited
	})
	return p
}

// desk starts a desk on a folder and waits until it has said all it has to say.
func desk(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	p := start(t, append([]string{"--addr", "127.0.0.1:0", "--data", dir}, args...)...)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if out := p.out.String(); strings.Contains(out, "Try it:") && strings.HasSuffix(out, "\n\n") {
			_, rest, _ := strings.Cut(out, "serving ")
			p.url, _, _ = strings.Cut(rest, "\n")
			return p
		}
		select {
		case <-p.exited:
			t.Fatalf("the desk ended:\n%s%s", p.out.String(), p.err.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("the desk does not start:\n%s%s", p.out.String(), p.err.String())
		}
	}
}

// end sends a signal and answers the exit code; -1 if the signal killed it.
func (p *process) end(t *testing.T, s os.Signal) int {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	return p.wait(t)
}

func (p *process) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-p.exited:
	case <-time.After(farewell + 5*time.Second):
		t.Fatalf("the process does not end:\n%s%s", p.out.String(), p.err.String())
	}
	return p.cmd.ProcessState.ExitCode()
}

// paste does what a shell would do with a curl command.
func paste(t *testing.T, command string) (status int, body string) {
	t.Helper()
	var url, data string
	header := http.Header{}
	words := words(command)
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			header.Set(name, value)
		case "-d":
			i++
			data = words[i]
		default:
			url = words[i]
		}
	}
	method := http.MethodGet
	if data != "" {
		method = http.MethodPost
	}
	return call(t, method, url, header, data)
}

// words splits a command line as a shell does, of which it knows spaces and
// single quotes.
func words(command string) (all []string) {
	for i, piece := range strings.Split(command, "'") {
		if i%2 == 1 {
			all = append(all, piece)
		} else {
			all = append(all, strings.Fields(piece)...)
		}
	}
	return all
}

func call(t *testing.T, method, url string, header http.Header, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

func TestServe(t *testing.T) {
	dir := t.TempDir()
	first := desk(t, dir, "--now", "2026-03-30T09:30:00-03:00")
	var commands []string
	for line := range strings.Lines(first.out.String()) {
		if strings.HasPrefix(line, "curl ") {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	if len(commands) != 3 {
		t.Fatalf("%d commands to try:\n%s", len(commands), first.out.String())
	}
	for _, want := range []string{
		"clinica-demo: 13 records written, 0 removed, 0 as before\n",
		"data    " + dir + "\n", "clock   2026-03-30T09:30:0", "{org} is one of: clinica-demo, glamour-salon, taller-24h\nor of a place in: visit-keswick\n",
		"GET    " + first.url + "/api/servicialo/{org}/services\n",
	} {
		if !strings.Contains(first.out.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, first.out.String())
		}
	}
	if out := first.out.String(); strings.Contains(out, "{$}") {
		t.Errorf("addresses as no one would write them:\n%s", out)
	}
	for i, want := range []struct {
		status int
		body   string
	}{
		{http.StatusOK, `"cmiofz81v00fdus0wfmw2tav9"`},
		{http.StatusOK, `"2026-03-30T13:00:00.000Z"`}, // ten o'clock, the first full hour after the clock's
		{http.StatusCreated, `"scheduled_at":"2026-03-30T13:00:00.000Z"`},
	} {
		if status, body := paste(t, commands[i]); status != want.status || !strings.Contains(body, want.body) {
			t.Errorf("%s\nstatus %d, want %d with %s:\n%s", commands[i], status, want.status, want.body, body)
		}
	}
	if status, _ := call(t, http.MethodGet, first.url+"/nowhere", nil, ""); status != http.StatusNotFound {
		t.Errorf("a path that is not there: status %d", status)
	}

	second := start(t, "--addr", "127.0.0.1:0", "--data", dir)
	if code := second.wait(t); code != failed || !strings.Contains(second.err.String(), "a desk is running on "+dir) {
		t.Errorf("a second desk on the folder: exit code %d\n%s", code, second.err.String())
	}
	third := start(t, "--addr", strings.TrimPrefix(first.url, "http://"), "--data", t.TempDir())
	if code := third.wait(t); code != failed || !strings.Contains(third.err.String(), " is taken: give another address with --addr") {
		t.Errorf("a second desk on the address: exit code %d\n%s", code, third.err.String())
	}

	if code := first.end(t, syscall.SIGTERM); code != done {
		t.Errorf("stopped with exit code %d\n%s", code, first.err.String())
	}
	again := desk(t, dir, "--now", "2026-03-30T09:30:00-03:00")
	if out := again.out.String(); strings.Contains(out, "records written") || strings.Contains(out, `"scheduledAt": "2026-03-30T13:00:00Z"`) {
		t.Errorf("it has forgotten:\n%s", out)
	}
	if code := again.end(t, syscall.SIGINT); code != done {
		t.Errorf("interrupted with exit code %d\n%s", code, again.err.String())
	}
	if log := first.err.String(); strings.Contains(log, "ana@example.com") {
		t.Errorf("the log names a client:\n%s", log)
	}
}
