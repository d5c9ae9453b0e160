package canonical_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hora/canonical"
)

func TestZone(t *testing.T) {
	for name, want := range map[string]string{
		"America/Santiago": "America/Santiago", "UTC": "UTC", "": "UTC",
		"America/Nowhere": "UTC", "Local": "UTC", "../etc/passwd": "UTC",
	} {
		for range 2 { // the second time from memory
			if got := canonical.Zone(name).String(); got != want {
				t.Errorf("Zone(%q) = %s, want %s", name, got, want)
			}
		}
	}
}

var generate = flag.Bool("generate", false, "write the table of zones anew")

// The table says what Go's zones say, of the time that it is about.
var tableFrom, tableTo = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

func TestZoneTable(t *testing.T) {
	all := goZones(t)
	made := tableOf(all)
	if *generate {
		if err := os.WriteFile("zones.txt", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return // it is in the next test binary
	}
	committed, err := os.ReadFile("zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, made) {
		if want := goOfModule(t); runtime.Version() != want {
			t.Logf("the zones of %s are not those of %s, whose they are", runtime.Version(), want)
			return // the world has moved on since; the module follows when its Go does
		}
		t.Fatal("zones.txt is not what this Go says of the zones: go generate ./canonical")
	}
	for name, file := range all {
		want, err := time.LoadLocationFromTZData(name, file)
		if err != nil {
			t.Fatal(name, err)
		}
		if !canonical.IsZone(name) {
			t.Errorf("%s is no zone", name)
		}
		got := canonical.Zone(name)
		if got.String() != name {
			t.Errorf("%s is called %s", name, got)
		}
		for at := tableFrom; at.Before(tableTo); {
			_, next := at.In(want).ZoneBounds()
			switch {
			case next.IsZero():
				next = tableTo
			case !next.After(at): // by package time, at the end of some years
				next = at.Add(24 * time.Hour)
			}
			for _, at := range []time.Time{at, next.Add(-time.Second)} {
				w, g := at.In(want), at.In(got)
				if w.Format(time.RFC3339+" MST") != g.Format(time.RFC3339+" MST") || w.IsDST() != g.IsDST() {
					t.Errorf("%s: %s, want %s", name, g, w)
				}
			}
			at = next
		}
	}
	for _, name := range []string{"", "Local", "america/santiago", "America", "GMT0\t", "# names"} {
		if canonical.IsZone(name) {
			t.Errorf("%q is a zone", name)
		}
	}
}

// goOfModule is the Go that the module asks for.
func goOfModule(t *testing.T) string {
	t.Helper()
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(mod), "\ngo ")
	version, _, _ := strings.Cut(rest, "\n")
	return "go" + version
}

// goZones are the files that Go comes with, by the names of their zones.
func goZones(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	all := map[string][]byte{}
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if all[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// tableOf is the table of zones: those with the same rules on a line.
func tableOf(all map[string][]byte) []byte {
	alike := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		rules := rulesOf(all[name])
		alike[rules] = append(alike[rules], name)
	}
	var lines []string
	for rules, names := range alike {
		lines = append(lines, strings.Join(names, " ")+"\t"+rules+"\n")
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}

// rulesOf reads a file of version 2 or later (RFC 9636, section 3).
func rulesOf(file []byte) string {
	const header, utc, std, leaps, changes, types, chars = 44, 0, 1, 2, 3, 4, 5
	var n [6]int
	counts := func() {
		for i := range n {
			n[i] = int(binary.BigEndian.Uint32(file[20+4*i:]))
		}
		file = file[header:]
	}
	take := func(size int) (taken []byte) {
		taken, file = file[:size], file[size:]
		return taken
	}
	counts()
	take(n[changes]*5 + n[types]*6 + n[chars] + n[leaps]*8 + n[std] + n[utc])
	counts()
	times, indexes, kinds, names := take(n[changes]*8), take(n[changes]), take(n[types]*6), take(n[chars])
	take(n[leaps]*12 + n[std] + n[utc])
	kind := func(i byte) string {
		k := kinds[int(i)*6:]
		name, _, _ := bytes.Cut(names[k[5]:], []byte{0})
		return fmt.Sprintf("%d %s %d", int32(binary.BigEndian.Uint32(k)), name, k[4])
	}
	first := kind(0)
	var later strings.Builder
	for i, k := range indexes {
		if at := int64(binary.BigEndian.Uint64(times[i*8:])); at > tableFrom.Unix() {
			fmt.Fprintf(&later, " %d %s", at, kind(k))
		} else {
			first = kind(k)
		}
	}
	rules := strings.TrimSpace(string(file))
	if later.Len() == 0 {
		return rules
	}
	return fmt.Sprintf("%s\t%d %s%s", rules, tableFrom.Unix(), first, &later)
}
