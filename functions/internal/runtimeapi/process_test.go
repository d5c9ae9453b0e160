package runtimeapi_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"hora/functions/internal/runtimeapi"
)

// The test binary is its own bootstrap when it is run with this set.
const role = "RUNTIMEAPI_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "exit":
		fmt.Println("nothing to do")
		os.Exit(1)
	default:
		lambda.Start(function{})
	}
}

type function struct{}

func (function) Invoke(ctx context.Context, event []byte) ([]byte, error) {
	switch e := string(event); e {
	case `"fail"`:
		return nil, errors.New("as asked")
	case `"die"`:
		os.Exit(3)
	case `"panic"`:
		panic("as asked")
	case `"deadline"`:
		until, _ := ctx.Deadline()
		return fmt.Appendf(nil, "%d", int(time.Until(until).Round(time.Second).Seconds())), nil
	case `"id"`:
		lc, _ := lambdacontext.FromContext(ctx)
		return []byte(lc.AwsRequestID), nil
	case `"long"`:
		return bytes.Repeat([]byte{'x'}, 6_291_557), nil
	case `"longest"`:
		return bytes.Repeat([]byte{'x'}, 6_291_556), nil
	}
	fmt.Println("heard", string(event))
	return append([]byte(os.Getenv("GIVEN")+" "), event...), nil
}

func run(t *testing.T) *runtimeapi.Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := runtimeapi.Run(self, role+"=serve", "GIVEN=env")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

func TestInvoke(t *testing.T) {
	p := run(t)
	if p.Start <= 0 || p.Start > 10*time.Second {
		t.Errorf("started in %v", p.Start)
	}
	for _, tt := range []struct{ event, answer, fault string }{
		{`"a"`, `env "a"`, ""},
		{`{"b": [1]}`, `env {"b": [1]}`, ""},
		{`"fail"`, "", `as asked`},
		{`"deadline"`, "10", ""},
		{`"id"`, "00000000-0000-4000-8000-000000000005", ""},
		{`"a"`, `env "a"`, ""},
	} {
		got, err := p.Invoke(t.Context(), []byte(tt.event))
		if string(got) != tt.answer || (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: %s, %v", tt.event, got, err)
		}
	}
	if !strings.Contains(p.Log(), "heard \"a\"\n") {
		t.Errorf("log: %s", p.Log())
	}
}

func TestLongestAnswer(t *testing.T) {
	p := run(t)
	if got, err := p.Invoke(t.Context(), []byte(`"longest"`)); err != nil || len(got) != 6_291_556 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := p.Invoke(t.Context(), []byte(`"long"`)); err == nil || !strings.Contains(err.Error(), "longer") {
		t.Error(err)
	}
}

// A function that is gone is an error at once, not a test that hangs.
func TestEnd(t *testing.T) {
	for _, event := range []string{`"die"`, `"panic"`} {
		p := run(t)
		if _, err := p.Invoke(t.Context(), []byte(event)); err == nil {
			t.Errorf("%s: answered", event)
		}
		if _, err := p.Invoke(t.Context(), []byte(`"a"`)); err == nil {
			t.Errorf("after %s: answered", event)
		}
	}
	self, _ := os.Executable()
	if _, err := runtimeapi.Run(self, role+"=exit"); err == nil || !strings.Contains(err.Error(), "nothing to do") {
		t.Error(err)
	}
	if _, err := runtimeapi.Run(self + ".none"); err == nil {
		t.Error("what is not there was run")
	}
}
