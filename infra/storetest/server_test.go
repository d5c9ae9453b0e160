package storetest_test

import (
	"bufio"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"hora/canonical"
	"hora/infra/storetest"
)

// childVariable turns a run of this test binary into one that starts the shim,
// says where, and waits to be killed.
const childVariable = "HORA_TEST_SHIM_CHILD"

// TestShimDiesWithTheTests kills a test binary, which then cannot tidy up.
func TestShimDiesWithTheTests(t *testing.T) {
	if os.Getenv(childVariable) != "" {
		os.Stdout.WriteString("\nendpoint " + storetest.Shim(t).Endpoint + "\n")
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestShimDiesWithTheTests$")
	cmd.Env = append(os.Environ(), childVariable+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	endpoint := ""
	for lines := bufio.NewScanner(out); endpoint == "" && lines.Scan(); {
		endpoint, _ = strings.CutPrefix(lines.Text(), "endpoint ")
		if !strings.HasPrefix(lines.Text(), "endpoint ") {
			endpoint = ""
		}
	}
	if endpoint == "" {
		t.Fatal("the child does not say where the shim is")
	}
	if !answers(endpoint) {
		t.Fatalf("the shim does not answer at %s", endpoint)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); answers(endpoint); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the shim outlives the tests")
		}
	}
}

func answers(endpoint string) bool {
	c := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Second}
	rq, err := http.NewRequest(http.MethodDelete, endpoint+"/faults?table=none", nil)
	if err != nil {
		return false
	}
	rs, err := c.Do(rq)
	if err != nil {
		return false
	}
	rs.Body.Close()
	return rs.StatusCode == http.StatusOK
}

// TestShimIsLocal looks for the shim on the machine's other addresses.
func TestShimIsLocal(t *testing.T) {
	u, err := url.Parse(storetest.Shim(t).Endpoint)
	if err != nil || u.Hostname() != "127.0.0.1" {
		t.Fatalf("endpoint %s, %v", u, err)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ip := a.(*net.IPNet).IP
		if ip.IsLoopback() && ip.To4() != nil || ip.IsLinkLocalUnicast() {
			continue
		}
		c, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), u.Port()), 200*time.Millisecond)
		if err == nil {
			c.Close()
			t.Errorf("the shim listens on %s too", ip)
		}
	}
}

func TestEach(t *testing.T) {
	var names []string
	storetest.Each(t, func(t *testing.T, s canonical.Store) {
		names = append(names, t.Name())
		k := canonical.StoreKey{Partition: "A", Sort: "1"}
		if err := s.Commit(t.Context(), canonical.Write{Record: canonical.Record{StoreKey: k}}); err != nil {
			t.Error(err)
		}
	})
	if got := strings.Join(names, " "); got != "TestEach/bolt TestEach/dynamo" {
		t.Errorf("ran %s", got)
	}
}
