package boot_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hora/functions/internal/boot"
)

// The test binary starts a function when it is run with this set.
const starts = "BOOT_TEST_STARTS"

func TestMain(m *testing.M) {
	if os.Getenv(starts) != "" {
		boot.Start()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A function that lacks something says what, in one line, and ends.
func TestStart(t *testing.T) {
	start := func(env ...string) (string, int) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd := exec.Command(self)
		cmd.Env, cmd.Stderr = append(env, starts+"=1"), &out
		cmd.Run()
		return out.String(), cmd.ProcessState.ExitCode()
	}
	said, code := start()
	if code != 1 || strings.Count(said, "\n") != 1 || !strings.Contains(said, "HORA_TABLE is not set") || !strings.Contains(said, "AWS_REGION is not set") {
		t.Errorf("exit %d: %s", code, said)
	}
	var env []string
	for name, value := range full {
		env = append(env, name+"="+value)
	}
	if said, code := start(env...); code != 0 || said != "" {
		t.Errorf("exit %d: %s", code, said)
	}
}

// The desk of a function knows the secret and the one before it.
func TestSecrets(t *testing.T) {
	_, e := boot.Function{Config: boot.Config{Secret: boot.Secret("new"), Before: boot.Secret("old")}}.Desk(nil)
	if string(e.Secret) != "new" || string(e.Before) != "old" {
		t.Errorf("%q after %q", e.Secret, e.Before)
	}
}
