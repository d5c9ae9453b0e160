package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A process is a server that runs by itself, so that what it costs can be told
// from what the load costs.
type process struct {
	cmd  *exec.Cmd
	addr string // host and port
}

// start runs a command that prints "serving URL" when it is ready.
func start(name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...)}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if url, ok := strings.CutPrefix(lines.Text(), "serving http://"); ok {
				ready <- url
			}
		}
		io.Copy(io.Discard, out)
	}()
	select {
	case p.addr = <-ready:
		return p, nil
	case <-time.After(30 * time.Second):
		p.stop()
		return nil, fmt.Errorf("%s does not start", name)
	}
}

// rival starts one of the servers of this command.
func rival(name string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start(self, "serve", name)
}

func (p *process) stop() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// tick is the unit of /proc, on every Linux there is.
const tick = 10 * time.Millisecond

// cpu is the time that the process has spent on processors.
func (p *process) cpu() (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(b), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc tells %q", b)
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("/proc tells %q", b)
	}
	return time.Duration(user+system) * tick, nil
}

// memory is what the process keeps in memory of its own, in KiB: not the pages
// of its files, which the kernel can drop.
func (p *process) memory() (kib float64, err error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for l := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(l, "RssAnon:"); ok {
			return strconv.ParseFloat(strings.Fields(rest)[0], 64)
		}
	}
	return 0, fmt.Errorf("/proc tells nothing of memory")
}
