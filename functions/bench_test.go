package functions_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"hora/functions/internal/runtimeapi"
)

// What a function may cost beyond a bare one, which is the Lambda runtime and
// a DynamoDB client.
const (
	mostSize  = 1.35 // times the bytes, stripped
	mostStart = 1.25 // times from exec to the first wish for an event

	// A function that verifies tokens and mandates and seals offers links the
	// cryptography of them, which no other needs: half a megabyte.
	mostSizeOfTokens = 1.43

	// The front door does all of that, nearly every act there is, and reads four
	// dialects and plain words.
	mostSizeOfDoor = 1.53
)

func sizeLimit(folder string) float64 {
	switch {
	case folder == "a2a":
		return mostSizeOfDoor
	case folder == "selfe":
		return mostSizeOfTokens
	}
	return mostSize
}

// bare builds the function that others are measured against.
func bare(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bootstrap")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "lambda.norpc", "-ldflags", "-s -w", "-o", path, "../testdata/bench/bare")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+runtime.GOARCH)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

func size(t testing.TB, path string) float64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return float64(info.Size())
}

func TestSize(t *testing.T) {
	floor := size(t, bare(t))
	for _, folder := range folders(t) {
		ratio := size(t, bootstrap(t, folder)) / floor
		t.Logf("%s: %.2f times a bare function", folder, ratio)
		if ratio > sizeLimit(folder) {
			t.Errorf("%s: %.2f times a bare function", folder, ratio)
		}
	}
}

// BenchmarkStart is the median start of each function as a multiple of that of
// a bare one, run by turns.
func BenchmarkStart(b *testing.B) {
	floor := bare(b)
	environment := environment("hora", "http://127.0.0.1:1")
	for _, folder := range folders(b) {
		b.Run(folder, func(b *testing.B) {
			ours := bootstrap(b, folder)
			var us, them []time.Duration
			for b.Loop() {
				us = append(us, startTime(b, ours, environment))
				them = append(them, startTime(b, floor, environment))
			}
			ratio := float64(median(us)) / float64(median(them))
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratio, "x-bare")
			b.ReportMetric(mostStart, "x-bare-at-most")
			b.ReportMetric(size(b, ours)/size(b, floor), "x-size")
			b.ReportMetric(sizeLimit(folder), "x-size-at-most")
			if len(us) >= 20 && ratio > mostStart {
				b.Errorf("%.2f times a bare function", ratio)
			}
		})
	}
}

func startTime(b *testing.B, bootstrap string, environment []string) time.Duration {
	b.Helper()
	p, err := runtimeapi.Run(bootstrap, environment...)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Stop()
	return p.Start
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
