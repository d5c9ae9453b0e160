package eventfile_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/functions/internal/eventfile"
)

func at(t *testing.T, now string) eventfile.Filler {
	t.Helper()
	when, err := time.Parse(time.RFC3339, now)
	if err != nil {
		t.Fatal(err)
	}
	return eventfile.Filler{Now: when}
}

func TestFill(t *testing.T) {
	for _, tt := range []struct{ now, text, want string }{
		{"2026-03-30T09:00:00-03:00", "{{day+1}} {{day+3}} {{day+5}}", "2026-03-31 2026-04-02 2026-04-06"}, // Monday
		{"2026-03-30T09:00:00-03:00", "{{day-1}}", "2026-03-27"},
		{"2026-04-04T09:00:00-03:00", "{{day+1}} {{day-1}}", "2026-04-06 2026-04-03"},                                       // Saturday
		{"2026-04-05T12:00:00-04:00", "{{sunday}}", "2026-04-19"},                                                           // Sunday
		{"2026-03-31T23:30:00Z", "{{day+1}}", "2026-04-01"},                                                                 // 20:30 there
		{"2026-04-01T01:30:00Z", "{{day+1}}", "2026-04-01"},                                                                 // still the 31st there
		{"2026-03-30T09:00:00-03:00", "{{day+3T10:00}} {{day+3T10:00Z}}", "2026-04-02T10:00:00-03:00 2026-04-02T13:00:00Z"}, // summer
		{"2026-03-30T09:00:00-03:00", "{{day+5T10:00}} {{day+5T10:00Z}}", "2026-04-06T10:00:00-04:00 2026-04-06T14:00:00Z"}, // winter
		{"2026-03-30T09:00:00-03:00", "{{sundayT10:00}}", "2026-04-12T10:00:00-04:00"},
		{"2026-03-30T09:00:00-03:00", "nothing }} here {", "nothing }} here {"},
	} {
		got, err := at(t, tt.now).Fill(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%s, on %s: %q, %v, want %q", tt.text, tt.now, got, err, tt.want)
		}
	}
	for _, text := range []string{"{{day}}", "{{day+0}}", "{{day+x}}", "{{week+1}}", "{{day+1T25:00}}", "{{day+1", "{{}}", "{{book/session/id}}"} {
		if got, err := at(t, "2026-03-30T09:00:00-03:00").Fill(text); err == nil {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestFillAnswers(t *testing.T) {
	fill := eventfile.Filler{Answer: func(event string) (jsontext.Value, error) {
		if event != "book" {
			return nil, errors.New("unheard of")
		}
		return jsontext.Value(`{"session":{"id":"S1","n":7},"parts":[{"a":"x"},{"a":"y"}]}`), nil
	}}
	if got, err := fill.Fill("/sessions/{{book/session/id}}/{{book/parts/1/a}}"); err != nil || got != "/sessions/S1/y" {
		t.Error(got, err)
	}
	for _, text := range []string{"{{cancel/session/id}}", "{{book/session/none}}", "{{book/session}}", "{{book/session/n}}", "{{book/parts/2/a}}", "{{book/parts/-1/a}}", "{{book/session/id/a}}"} {
		if got, err := fill.Fill(text); err == nil {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// On any day of some years, every name means a weekday in its order, and what
// is filled in is masked as what it was.
func TestEveryDay(t *testing.T) {
	f := at(t, "2025-12-28T16:00:00Z")
	const text = `["{{day+1}}","{{day-1}}","{{day+9}}","{{day+3T09:30}}","{{day+3T17:00Z}}","{{sunday}}","{{sundayT10:00Z}}"]`
	for range 3 * 366 {
		f.Now = f.Now.Add(24 * time.Hour)
		filled, err := f.Fill(text)
		if err != nil {
			t.Fatal(f.Now, err)
		}
		if got := f.Mask(filled); got != text {
			t.Fatalf("%v: %s became %s", f.Now, filled, got)
		}
		last := f.Now.Format(time.DateOnly)
		for _, name := range []string{"{{day+1}}", "{{day+2}}", "{{day+3}}", "{{day+6}}"} {
			day, _ := f.Fill(name)
			d, err := time.Parse(time.DateOnly, day)
			if err != nil || day <= last || d.Weekday() == time.Saturday || d.Weekday() == time.Sunday {
				t.Fatalf("%v: %s is %s", f.Now, name, day)
			}
			last = day
		}
	}
}

func TestMask(t *testing.T) {
	f := at(t, "2026-03-30T09:00:00-03:00")
	for text, want := range map[string]string{
		`"01ARZ3NDEKTSV4RRFFQ69G5FAV"`:                                         `"{{id}}"`,
		`b-01ARZ3NDEKTSV4RRFFQ69G5FAV/x`:                                       `b-{{id}}/x`,
		`01ARZ3NDEKTSV4RRFFQ69G5FAVX`:                                          `01ARZ3NDEKTSV4RRFFQ69G5FAVX`,
		`x01ARZ3NDEKTSV4RRFFQ69G5FAV`:                                          `x01ARZ3NDEKTSV4RRFFQ69G5FAV`,
		`01ARZ3NDEKTSV4RRFFQ69G5FA`:                                            `01ARZ3NDEKTSV4RRFFQ69G5FA`,
		`ñ01ARZ3NDEKTSV4RRFFQ69G5FAV`:                                          `ñ01ARZ3NDEKTSV4RRFFQ69G5FAV`,
		`"r12-0c2e353878"`:                                                     `"r12-{{tag}}"`,
		`"w1-0c2e353878" "x1-0c2e353878"`:                                      `"w1-{{tag}}" "x1-0c2e353878"`,
		`r1-0c2e3538781 r-0c2e353878 r1-0c2e35387g`:                            `r1-0c2e3538781 r-0c2e353878 r1-0c2e35387g`,
		`"bsc_A-_3456789abcdefghijklmnopqrstuv"`:                               `"bsc_{{credential}}"`,
		`"bsc_A-_3456789abcdefghijklmnopqrstu"`:                                `"bsc_A-_3456789abcdefghijklmnopqrstu"`,
		`"2026-04-02T13:00:00.000Z"`:                                           `"{{day+3T10:00Z}}"`,
		`"2026-04-02T10:00:00-03:00"`:                                          `"{{day+3T10:00}}"`,
		`"2026-04-02T10:00:01-03:00"`:                                          `"{{instant}}"`,
		`"2026-03-30T12:00:00.123Z"`:                                           `"{{instant}}"`,
		`"2026-03-30"`:                                                         `"{{date}}"`,
		`{"version":"2026-03-30", "version": "2026-03-30","day":"2026-03-30"}`: `{"version":"2026-03-30", "version": "2026-03-30","day":"{{date}}"}`,
		`{"expires_at": "2026-04-04T13:00:00Z", "next_cursor": "MTc5", "cursor":null}`:                               `{"expires_at": "{{instant}}", "next_cursor": "{{cursor}}", "cursor":null}`,
		`{"expiresAt":"2026-04-04T13:00:00Z","checkedAt":"2026-04-02T13:00:00Z","pageToken":"a","nextPageToken":""}`: `{"expiresAt":"{{instant}}","checkedAt":"{{instant}}","pageToken":"{{cursor}}","nextPageToken":""}`,
		`"sopt_eyJhbGciOiJkaXIifQ..AAAAAAAAAAAAAAAA.Q0lQSEVSVEVYVA.AAAAAAAAAAAAAAAAAAAAAA"`:                          `"sopt_{{token}}"`,
		`/review?t=eyJhbGciOiJkaXIifQ..AAAAAAAAAAAAAAAA.Q0lQSEVSVEVYVA.AAAAAAAAAAAAAAAAAAAAAA"`:                      `/review?t={{token}}"`,
		`"eyJhbGciOiJkaXIifQ..AAAA"`:                 `"eyJhbGciOiJkaXIifQ..AAAA"`,
		`free 2 April 2026 at 19:00`:                 `free {{day+3}} at 19:00`,
		`on 2 Apr 10:00, 22 Apr 10:00, 2 April`:      `on {{day+3}} 10:00, {{day+17}} 10:00, 2 April`,
		`"2026-02-30"`:                               `"2026-02-30"`,
		`"2026-04-021"`:                              `"2026-04-021"`,
		`2026-04-02`:                                 `2026-04-02`,
		`"such as 2026-04-02"`:                       `"such as 2026-04-02"`,
		`"el jueves 2 de abril de 2026"`:             `"el {{day+3}}"`,
		`Hora: domingo 12 de abril de 2026 a las 10`: `Hora: {{sunday}} a las 10`,
		`miércoles 8 de abril de 2026`:               `{{day+7}}`,
		`jueves 3 de abril de 2026`:                  `jueves 3 de abril de 2026`,
		`jueves 2 de abril, 10:00`:                   `{{day+3}}, 10:00`,
		`jueves 2 de abril de noche`:                 `{{day+3}} de noche`,
		`jueves 2 de abriles`:                        `jueves 2 de abriles`,
		`on Thursday, April 2, 10:00`:                `on {{day+3}}, 10:00`,
		`Thursday, April 20`:                         `Thursday, April 20`,
		`clx1abc123..20260402T130000Z`:               `clx1abc123..{{day+3T10:00Z}}`,
		`clx1abc123..20260330T130000Z`:               `clx1abc123..{{instant}}`,
		`20261302T130000Z`:                           `20261302T130000Z`,
		`cmiofy3o7005zus0wvsk0xqdc`:                  `cmiofy3o7005zus0wvsk0xqdc`,
		`{"a":"$40.000 CLP","n":1e26}`:               `{"a":"$40.000 CLP","n":1e26}`,
	} {
		if got := f.Mask(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Where the clocks are those of Greenwich, an instant is one whichever way it
// is written.
func TestZone(t *testing.T) {
	f := at(t, "2026-02-02T09:00:00Z")
	f.Zone = canonical.Zone("Europe/London")
	text, err := f.Fill("{{day+3T19:00}}")
	if err != nil || text != "2026-02-05T19:00:00Z" {
		t.Errorf("%s, %v", text, err)
	}
	if got := f.Mask(`"` + text + `"`); got != `"{{day+3T19:00}}"` {
		t.Error(got)
	}
	f.Now = f.Now.AddDate(0, 6, 0)
	if text, err = f.Fill("{{day+3T19:00}}"); err != nil || text != "2026-08-05T19:00:00+01:00" || f.Mask(`"`+text+`"`) != `"{{day+3T19:00}}"` {
		t.Errorf("%s, %v", text, err)
	}
}

// Tokens are had from whoever fills, and addresses give their parameters away.
func TestTokens(t *testing.T) {
	f := at(t, "2026-03-30T09:00:00-03:00")
	if _, err := f.Fill("Bearer {{token guest-1}}"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without tokens: %v", err)
	}
	f.Token = func(subject string) (string, error) { return "for-" + subject, nil }
	f.Answer = func(string) (jsontext.Value, error) {
		return jsontext.Value(`{"url":"https://desk.example/a?b=c&t=d%20e","odd":"%zz"}`), nil
	}
	for text, want := range map[string]string{"Bearer {{token guest-1}}": "Bearer for-guest-1", "{{link/url?t}}": "d e", "{{link/url?x}}": ""} {
		if got, err := f.Fill(text); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if _, err := f.Fill("{{link/odd?t}}"); err == nil {
		t.Error("what is no address has parameters")
	}
}

// An id that came before is masked as what it was then, so that a replay shows
// as one.
func TestLearn(t *testing.T) {
	f := eventfile.Filler{Now: time.Now(), IDs: map[string]string{}}
	f.Learn("book", jsontext.Value(`{"parts":[{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}],"order":"01BX5ZZKBKACTAV9WEVGEMMVS0","name":"ULID"}`))
	f.Learn("again", jsontext.Value(`{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","other":"01BX5ZZKBKACTAV9WEVGEMMVS1"`))
	const text = `01BX5ZZKBKACTAV9WEVGEMMVS0 01ARZ3NDEKTSV4RRFFQ69G5FAV 01BX5ZZKBKACTAV9WEVGEMMVS1 01BX5ZZKBKACTAV9WEVGEMMVS2`
	if got := f.Mask(text); got != `{{book/order}} {{book/parts/0/id}} {{again/other}} {{id}}` {
		t.Error(got)
	}
}

func TestRead(t *testing.T) {
	dir := fstest.MapFS{
		"b/1.json": {Data: []byte(`{}`)}, "a/2.json": {Data: []byte(`{}`)}, "a/1-x.json": {Data: []byte(`{}`)},
		"a/1-x.answer.json": {}, "a/notes.txt": {}, "top.json": {},
	}
	files, err := eventfile.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, f.Function+" "+f.Path()+" "+f.Answer())
	}
	want := []string{"a a/1-x.json a/1-x.answer.json", "a a/2.json a/2.answer.json", "b b/1.json b/1.answer.json"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestEvent(t *testing.T) {
	f := at(t, "2026-03-30T09:00:00-03:00")
	for text, want := range map[string]string{
		`{"rawPath":"/a","body":{"at":"{{day+1}}", "n":[1, 2]},"x":{"body":{"deep":1}}}`: `{"rawPath":"/a","body":"{\"at\":\"2026-03-31\",\"n\":[1,2]}","x":{"body":{"deep":1}}}`,
		`{"body":[{"a":1}]}`: `{"body":"[{\"a\":1}]"}`,
		`{"body":null}`:      `{"body":null}`,
		`{"body":""}`:        `{"body":""}`,
		`{"source":"aws.events","resources":["a"]}`: `{"source":"aws.events","resources":["a"]}`,
	} {
		files, err := eventfile.Read(fstest.MapFS{"f/e.json": {Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := files[0].Event(f)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		v := jsontext.Value(got)
		if err := v.Compact(); err != nil || string(v) != want {
			t.Errorf("%s: %s, %v", text, v, err)
		}
	}
	for _, text := range []string{``, `{`, `{"body":{"a":}`, `{} {}`, `{"body":{"a":1,"a":2}}`} {
		files, _ := eventfile.Read(fstest.MapFS{"f/e.json": {Data: []byte(text)}})
		if got, err := files[0].Event(f); err == nil {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestShow(t *testing.T) {
	f := at(t, "2026-03-30T09:00:00-03:00")
	for answer, want := range map[string]string{
		`{"statusCode":201,"headers":{"X":"1","Content-Type":"application/json; charset=utf-8"},"body":"{\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"n\":1.0}"}`: `{
  "status": 201,
  "headers": {
    "Content-Type": "application/json; charset=utf-8",
    "X": "1"
  },
  "body": {
    "id": "{{id}}",
    "n": 1.0
  }
}
`,
		`{"statusCode":200,"headers":{"Content-Type":"application/json"},"body":"{"}`: `{
  "status": 200,
  "headers": {
    "Content-Type": "application/json"
  },
  "body": "{"
}
`,
		`null`:      "null\n",
		`{"a":"b"}`: "{\"a\":\"b\"}\n",
	} {
		got, err := f.Show([]byte(answer))
		if err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", answer, d)
		}
	}
	body, err := eventfile.Body([]byte("{\"statusCode\":200,\"headers\":{},\"body\":\"{\\\"a\\\":1}\"}\n"))
	if err != nil || !strings.Contains(string(body), `"a":1`) {
		t.Error(string(body), err)
	}
}
