package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/infra/bolt"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// asProcess makes the test binary the desk itself: tests start it to have one
// that they can kill.
const asProcess = "HORA_LOCAL_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		main()
	}
	os.Exit(m.Run())
}

// command runs a command line in this process.
func command(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, streams{&o, &e})
	return code, o.String(), e.String()
}

func demoFile(name string) string { return filepath.Join("..", "..", "testdata", "orgs", name+".json") }

func TestCommandLine(t *testing.T) {
	good := demoFile("clinica-demo")
	for _, c := range []struct {
		args     string
		code     int
		out, err string // of which each must hold the text
	}{
		{"help", done, "local check FILE...", ""},
		{"-h", done, "", "usage:\n  local [--addr"},
		{"load -h", done, "", "usage:\n  local load FILE... [--data DIR]\n"},
		{"serve", misuse, "", `there is no command "serve"`},
		{"--speed 3", misuse, "", "flag provided but not defined: -speed"},
		{"--now 2026-03-30T09:00:00", misuse, "", "want an instant with its offset"},
		{"--addr 127.0.0.1:0 please", misuse, "", `what is "please"?`},
		{"check", misuse, "", "which files?"},
		{"check " + good, done, "clinica-demo.json: clinica-demo is good", ""},
		{"check nowhere.json", failed, "", "open nowhere.json: no such file or directory\n1 of 1 files cannot be loaded"},
		{"load", misuse, "", "which files?"},
		{"load " + good + " --table hora --data /tmp/x", misuse, "", "either --data or --table: a folder or a table"},
		{"load " + good + " --create", misuse, "", "--endpoint and --create go with --table"},
		{"load --data", misuse, "", "flag needs an argument: -data"},
	} {
		code, out, err := command(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(err, c.err) {
			t.Errorf("%s: exit code %d, want %d\n-- out --\n%s-- err --\n%s", c.args, code, c.code, out, err)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// All files are checked before any is loaded, and every problem is told.
func TestLoadRefusesBadFiles(t *testing.T) {
	dir := t.TempDir()
	bad := write(t, "bad.json", `{"organization": {"slug": "x", "name": "X", "country": "cl", "timezone": "America/Santiago", "currency": "CLP", "public": true}, "services": [{"provider_ids": ["x"]}]}`)
	broken := write(t, "broken.json", "{\n")
	code, out, err := command(t, "load", demoFile("clinica-demo"), bad, broken, demoFile("clinica-demo"), "--data", dir)
	want := []string{
		bad + `: organization.slug: "x" is no slug`,
		bad + `: services[0].id: is required`,
		bad + `: services[0].provider_ids[0]: no provider is called "x"`,
		broken + `: line 2, column 1: the document ends too early`,
		demoFile("clinica-demo") + ": " + demoFile("clinica-demo") + " is about clinica-demo too",
		"3 of 4 files cannot be loaded",
	}
	for _, w := range want {
		if !strings.Contains(err, w) {
			t.Errorf("missing: %s\nin:\n%s", w, err)
		}
	}
	if _, stat := os.Stat(filepath.Join(dir, deskFile)); code != failed || out != "" || !os.IsNotExist(stat) {
		t.Errorf("exit code %d, wrote %q, the folder's file: %v", code, out, stat)
	}
}

func TestLoadIntoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	for _, want := range []string{
		"clinica-demo: 13 records written, 0 removed, 0 as before\nvisit-keswick: 223 records written, 0 removed, 0 as before\n",
		"clinica-demo: 0 records written, 0 removed, 13 as before\nvisit-keswick: 0 records written, 0 removed, 223 as before\n",
	} {
		code, out, err := command(t, "load", "--data", dir, demoFile("clinica-demo"), demoFile("visit-keswick"))
		if code != done || err != "" {
			t.Fatalf("exit code %d: %s", code, err)
		}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Error(diff)
		}
	}
	store, err := bolt.Open(filepath.Join(dir, deskFile))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, k := range []canonical.StoreKey{canonical.RegistryKey("visit-keswick"), canonical.OrganizationKey("pheasant-inn")} {
		if v := version(t, store, k); v != 1 {
			t.Errorf("%s is at version %d", k.Partition, v)
		}
	}
	code, out, stderr := command(t, "load", "--data", dir, demoFile("clinica-demo"))
	if code != failed || out != "" || stderr != "a desk is running on "+dir+": stop it first, or give another folder with --data\n" {
		t.Errorf("beside a running desk: exit code %d, %q, %q", code, out, stderr)
	}
}

func version(t *testing.T, s canonical.Store, k canonical.StoreKey) int64 {
	t.Helper()
	r, err := s.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return r[0].Version
}

func TestLoadIntoTable(t *testing.T) {
	endpoint := storetest.Dynamo(t)
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_SESSION_TOKEN": "", "AWS_REGION": "sa-east-1",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull,
	} {
		t.Setenv(name, value)
	}
	table := fmt.Sprint("local-load-", time.Now().UnixNano()) // an endpoint of one's own may keep its tables
	args := []string{"load", demoFile("taller-24h"), "--table", table, "--endpoint", endpoint}
	if code, _, err := command(t, args...); code != failed || err != "there is no table "+table+": --create makes it\n" {
		t.Errorf("without the table: exit code %d: %s", code, err)
	}
	want := "taller-24h: 13 records written, 0 removed, 0 as before\n"
	if code, out, err := command(t, append(args, "--create")...); code != done || out != want || err != "" {
		t.Fatalf("exit code %d: %s%s", code, out, err)
	}
	want = "taller-24h: 0 records written, 0 removed, 13 as before\n"
	if code, out, err := command(t, args...); code != done || out != want {
		t.Errorf("again: exit code %d: %s%s", code, out, err)
	}
	store := dynamo.New(dynamo.Dial(dynamo.Options{Region: "sa-east-1", Endpoint: endpoint, AccessKeyID: "test", SecretAccessKey: "test"}), table)
	if v := version(t, store, canonical.OrganizationKey("taller-24h")); v != 1 {
		t.Errorf("the organisation is at version %d", v)
	}
	t.Setenv("AWS_REGION", "")
	if code, _, err := command(t, args...); code != failed || !strings.Contains(err, "set AWS_REGION") {
		t.Errorf("without a region: exit code %d: %s", code, err)
	}
}

// Demonstration data is for stores that nobody has filled.
func TestDemonstrate(t *testing.T) {
	all := []string{"clinica-demo", "glamour-salon", "taller-24h", "visit-keswick"}
	own := write(t, "own.json", `{"organization": {"slug": "own", "name": "Own", "country": "cl", "timezone": "America/Santiago", "currency": "CLP", "public": true}}`)
	for _, c := range []struct {
		name   string
		loaded []string // files
		want   []string
	}{
		{"empty", nil, all},
		{"a first start that was cut off", []string{demoFile("glamour-salon")}, all},
		{"an own organisation", []string{own}, []string{"own"}},
		{"an own organisation and a demonstration", []string{own, demoFile("glamour-salon")}, []string{"glamour-salon", "own"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if c.loaded != nil {
				if code, _, err := command(t, append([]string{"load", "--data", dir}, c.loaded...)...); code != done {
					t.Fatal(err)
				}
			}
			store, err := openFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			for range 2 {
				if err := demonstrate(t.Context(), store, boot.Clock, new(bytes.Buffer)); err != nil {
					t.Fatal(err)
				}
				w := welcome{store: store}
				slugs, catalogues, err := w.loaded(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, append(slugs, catalogues...)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// The feed tells of services by when they were loaded.
func TestLoadedAt(t *testing.T) {
	store, err := openFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)
	if err := demonstrate(t.Context(), store, func() time.Time { return at }, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	r, err := store.Load(t.Context(), canonical.ServiceKey("glamour-salon", "haircut"))
	if err != nil {
		t.Fatal(err)
	}
	var s canonical.Service
	if err := json.Unmarshal(r[0].Body, &s); err != nil || !s.Modified.Equal(at) {
		t.Errorf("%+v, %v", s.Modified, err)
	}
}
