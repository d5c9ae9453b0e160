// Package runtimeapi runs a built Lambda function on this machine, without
// AWS and without Docker: the function's bootstrap talks to a Runtime API of
// this package, as it would to that of the platform. It is linked into tests
// only.
//
// The interface is the one of docs.aws.amazon.com/lambda, "Using the Lambda
// runtime API", version 2018-06-01.
package runtimeapi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// startTimeout is how long Lambda gives a function to ask for its first event.
const startTimeout = 10 * time.Second

// A Process is one execution environment: a bootstrap and its Runtime API.
type Process struct {
	Start time.Duration // from exec until it asked for an event

	api  *api
	cmd  *exec.Cmd
	log  *os.File      // a file, so that what was written before an answer is there with it
	gone chan struct{} // closed when the bootstrap has ended
}

// Run starts a bootstrap with this environment and what Lambda adds to every
// function's, and waits until it is ready for an event.
func Run(bootstrap string, env ...string) (*Process, error) {
	api, err := listen()
	if err != nil {
		return nil, err
	}
	log, err := os.CreateTemp("", "function-*.log")
	if err != nil {
		api.close()
		return nil, err
	}
	p := &Process{api: api, log: log, gone: make(chan struct{})}
	p.cmd = exec.Command(bootstrap)
	p.cmd.Env = append([]string{
		"AWS_LAMBDA_RUNTIME_API=" + api.address,
		"AWS_LAMBDA_FUNCTION_NAME=hora", "AWS_LAMBDA_FUNCTION_VERSION=$LATEST", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=512",
		"AWS_LAMBDA_INITIALIZATION_TYPE=on-demand", "_HANDLER=bootstrap", "LAMBDA_TASK_ROOT=/var/task",
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test", "AWS_SESSION_TOKEN=test",
		"TZ=:UTC", "PATH=/usr/bin:/bin",
	}, env...)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		p.close()
		return nil, err
	}
	go func() { p.cmd.Wait(); close(p.gone) }()
	select {
	case ready := <-api.ready:
		p.Start = ready.Sub(began)
		return p, nil
	case <-p.gone:
		err = errors.New("the bootstrap ended before it asked for an event")
	case <-time.After(startTimeout):
		err = errors.New("the bootstrap does not ask for an event")
	}
	err = fmt.Errorf("%w; it said: %s", err, p.Log())
	p.Stop()
	return nil, err
}

// Invoke has the function handle one event. An error is one that the function
// reported, or that it is no more.
func (p *Process) Invoke(ctx context.Context, event []byte) ([]byte, error) {
	c := call{event: event, answer: make(chan answer, 1)}
	select {
	case p.api.calls <- c:
	case <-p.gone:
		return nil, errors.New("the function has ended")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case a := <-c.answer:
		return a.body, a.err
	case <-p.gone:
		return nil, errors.New("the function ended during the event")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Log is all that the function has written so far.
func (p *Process) Log() string {
	b, err := os.ReadFile(p.log.Name())
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Stop ends the function, as Lambda does, without a word, and forgets its log.
func (p *Process) Stop() {
	p.cmd.Process.Kill()
	<-p.gone
	p.close()
}

func (p *Process) close() {
	p.api.close()
	p.log.Close()
	os.Remove(p.log.Name())
}
