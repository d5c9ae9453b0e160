// Package desk is what the Go clients have in common: a desk that runs, the
// twenty steps of testdata/flows, and the refusals that a client can hear. A
// client library is behind Client, which knows neither library nor version.
package desk

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// root is the top of the tree, from the folder of any client.
const root = "../../.."

// binary is the local desk: the one that HORA_DESK names, or one built now.
var binary = sync.OnceValues(func() (string, error) {
	if name := os.Getenv("HORA_DESK"); name != "" {
		return name, nil
	}
	build := exec.Command("go", "build", "-o", "bin/desk", "./functions/local")
	build.Dir, build.Stderr = root, os.Stderr
	return filepath.Join(root, "bin", "desk"), build.Run()
})

// Start runs a desk on an empty folder, with the demonstration data and a
// clock that begins at now, and answers its URL. It is gone when the test is.
func Start(t *testing.T, now string) (url string) {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--now", now)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Logf("the desk ended: %v\n%s", err, log.String())
		}
	})
	said := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if at, ok := strings.CutPrefix(lines.Text(), "serving "); ok {
				said <- at
			}
		}
		io.Copy(io.Discard, out)
		close(said)
	}()
	select {
	case url = <-said:
	case <-time.After(time.Minute):
	}
	if url == "" {
		t.Fatalf("the desk does not start:\n%s", log.String())
	}
	return url
}
