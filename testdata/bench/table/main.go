// Command table measures what things cost, all in one run, and prints one
// Markdown table of it: ratios, and counts that no machine changes. It runs the
// benchmarks of the tree and the load tool, and fails when one of them does or
// when a limit is missed.
//
// A benchmark takes part by reporting metrics. A metric M may have a limit, as
// another one that is called M-at-most or M-at-least.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// sources are what is run, from the root of the tree, and what of it goes into
// the table.
var sources = []struct {
	dir     string
	command []string
	rows    []kind
}{
	{".", bench("BenchmarkRatio", "1s", "./bindings/..."), []kind{
		{"Ratio", "translating a call ÷ reading and writing its bytes", []string{"x-floor"}, times}}},
	{"testdata/bench/echo", bench("BenchmarkEcho", "2s", "."), []kind{
		{"Echo", "front door, a message translated ÷ a2a-go's echo: time", []string{"x-echo-time"}, times},
		{"Echo", "— allocations", []string{"x-echo-allocs"}, times}}},
	{".", bench("BenchmarkEdge", "2s", "./infra/edge"), []kind{
		{"Edge", "an event, bytes to bytes ÷ the bare httpadapter", []string{"x-httpadapter"}, times}}},
	{".", bench("BenchmarkStart", "30x", "./functions"), []kind{
		{"Start", "start of a function ÷ a bare one's", []string{"x-bare"}, times},
		{"Start", "size of a function ÷ a bare one's", []string{"x-size"}, times}}},
	{".", bench("BenchmarkActs", "2x", "./functions/internal/model"), []kind{
		{"Acts", "an act on a warm function: waits for the table · write units · read units", []string{"waits", "write-units", "read-units"}, count}}},
	{"testdata/bench/load", []string{"go", "run", ".", "-desk", "../../../bin/desk"}, []kind{
		{"Load/cpu", "CPU of a process a call, net of copying its body: a2a-go's echo ÷ ours", []string{"x"}, times},
		{"Load/cpu", "— µs", []string{"us/call"}, count},
		{"Load/rate", "calls a second ÷ a handler that answers always the same", []string{"x-static"}, times},
		{"Load/quiet", "latency while another organisation of the desk is busy ÷ while one of another desk is", []string{"x-apart"}, times},
		{"Load/quiet", "— ÷ alone on the machine", []string{"x-alone"}, times},
		{"Load/quiet", "— alone, ms", []string{"ms"}, count},
		{"Load/memory", "memory after 100,000 calls ÷ after 1,000", []string{"x"}, times},
		{"Load/memory", "— MiB", []string{"MiB"}, count}}},
}

func bench(name, long, packages string) []string {
	return []string{"go", "test", "-run", "^$", "-bench", "^" + name + "$", "-benchtime", long, "-timeout", "30m", packages}
}

// A kind is the rows of some metrics of one benchmark.
type kind struct {
	benchmark, title string
	units            []string
	format           string
}

const (
	times = "%.2f"
	count = "%.3g"
)

// A row is one measure.
type row struct {
	title, of    string
	value, limit string
	missed       bool
}

func main() {
	var rows []row
	failed := false
	for _, s := range sources {
		fmt.Fprintln(os.Stderr, strings.Join(s.command, " "))
		found, err := run(s.dir, s.command)
		if err != nil {
			fmt.Fprintln(os.Stderr, "table:", err)
			failed = true
		}
		for _, k := range s.rows {
			rows = append(rows, k.rows(found)...)
		}
	}
	write(os.Stdout, rows)
	for _, r := range rows {
		if r.missed {
			fmt.Fprintf(os.Stderr, "table: %s, %s: %s, limit %s\n", r.title, r.of, r.value, r.limit)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// A result is one line of a benchmark.
type result struct {
	name    string // with what its package is about, where several have the same benchmark
	metrics map[string]float64
}

// run runs a command and reads its results; what else it prints goes to the
// standard error.
func run(dir string, command []string) (all []result, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	about := ""
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		l := lines.Text()
		if p, ok := strings.CutPrefix(l, "pkg: hora/bindings/"); ok {
			about = p + " "
		} else if strings.HasPrefix(l, "pkg: ") {
			about = ""
		}
		if r, ok := parse(l, about); ok {
			all = append(all, r)
		} else if strings.HasPrefix(l, "---") || strings.HasPrefix(l, "    ") {
			fmt.Fprintln(os.Stderr, l)
		}
	}
	return all, cmd.Wait()
}

// parse reads a line in the form of Go's benchmarks.
func parse(l, about string) (r result, ok bool) {
	f := strings.Fields(l)
	if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") {
		return r, false
	}
	r.name, r.metrics = strings.TrimPrefix(f[0], "Benchmark"), map[string]float64{}
	r.name = strings.TrimSuffix(r.name, "-"+strconv.Itoa(runtime.GOMAXPROCS(0)))
	if head, rest, found := strings.Cut(r.name, "/"); found {
		r.name = head + "/" + about + rest
	}
	for i := 2; i+1 < len(f); i += 2 {
		v, err := strconv.ParseFloat(f[i], 64)
		if err != nil {
			return r, false
		}
		r.metrics[f[i+1]] = v
	}
	return r, true
}

// rows are those of the benchmarks that report the metrics. Neighbours that
// differ in nothing but the last part of their name share one.
func (k kind) rows(found []result) (all []row) {
	for _, r := range found {
		rest, ok := strings.CutPrefix(r.name, k.benchmark)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		x, ok := k.row(r, strings.TrimPrefix(rest, "/"))
		if !ok {
			continue
		}
		if n := len(all) - 1; n >= 0 && len(k.units) > 1 && all[n].value == x.value && act(all[n].of) == act(x.of) {
			all[n].of += ", " + strings.TrimPrefix(x.of, act(x.of)+"/")
			continue
		}
		all = append(all, x)
	}
	return all
}

// act is the first part of a name.
func act(of string) string {
	name, _, _ := strings.Cut(of, "/")
	return name
}

func (k kind) row(r result, of string) (x row, ok bool) {
	var values []string
	x = row{title: k.title, of: of}
	for _, u := range k.units {
		v, ok := r.metrics[u]
		if !ok {
			return x, false
		}
		values = append(values, fmt.Sprintf(k.format, v))
		if most, ok := r.metrics[u+"-at-most"]; ok {
			x.limit, x.missed = fmt.Sprintf("≤ %.4g", most), v > most
		}
		if least, ok := r.metrics[u+"-at-least"]; ok {
			x.limit, x.missed = fmt.Sprintf("≥ %.4g", least), v < least
		}
	}
	x.value = strings.Join(values, " · ")
	return x, true
}

func write(w io.Writer, rows []row) {
	fmt.Fprintf(w, "Measured on %s with %s, %d cores, %s/%s.\n\n", time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(w, "| measure | of | value | limit |\n|---|---|---:|---:|\n")
	for i, r := range rows {
		title := r.title
		if i > 0 && rows[i-1].title == title {
			title = ""
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", title, r.of, r.value, r.limit)
	}
}
