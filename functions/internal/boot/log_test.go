package boot_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/google/go-cmp/cmp"

	"hora/functions/internal/boot"
)

func TestLog(t *testing.T) {
	var b bytes.Buffer
	log := boot.Log(&b, "prod")
	ctx := lambdacontext.NewContext(t.Context(), &lambdacontext.LambdaContext{AwsRequestID: "r-1"})
	log.With("route", "/a").InfoContext(ctx, "call", "status", 200)
	log.WithGroup("g").Warn("outside of a request", "n", 1)
	boot.Log(&b, "").Info("no stage")
	var got []map[string]any
	for dec := json.NewDecoder(&b); dec.More(); {
		var line map[string]any
		if err := dec.Decode(&line); err != nil {
			t.Fatal(err)
		}
		if line["time"] == nil {
			t.Error("a line without time")
		}
		delete(line, "time")
		got = append(got, line)
	}
	want := []map[string]any{
		{"level": "INFO", "msg": "call", "stage": "prod", "route": "/a", "status": 200.0, "request_id": "r-1"},
		{"level": "WARN", "msg": "outside of a request", "stage": "prod", "g": map[string]any{"n": 1.0}},
		{"level": "INFO", "msg": "no stage"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
