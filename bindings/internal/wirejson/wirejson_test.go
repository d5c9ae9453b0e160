package wirejson

import (
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

type line struct {
	Name  string         `json:"name"`
	Count *int           `json:"count"`
	Done  bool           `json:"done"`
	Inner inner          `json:"inner"`
	Parts []inner        `json:"parts"`
	Raw   jsontext.Value `json:"raw"`
}

type inner struct {
	Text string `json:"text"`
	Size int64  `json:"size"`
}

func ptr(n int) *int { return &n }

func TestUnmarshal(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     line
		mistyped []jsontext.Pointer
	}{
		{"all", `{"name":"a","count":3,"done":true,"inner":{"text":"b"},"parts":[{"size":4}],"raw":1.0}`,
			line{"a", ptr(3), true, inner{"b", 0}, []inner{{"", 4}}, jsontext.Value("1.0")}, nil},
		{"unknown and mis-cased names are ignored", `{"Name":"a","NAME":"b","other":[{}]}`, line{}, nil},
		{"null is nothing", `{"name":null,"count":null,"inner":null,"parts":null}`, line{}, nil},
		{"null as a whole", `null`, line{}, nil},
		{"every member that does not fit is named", `{"name":1,"count":"x","done":"true","inner":[],"parts":[{"text":{}},7],"raw":[]}`,
			line{Parts: []inner{{}, {}}, Raw: jsontext.Value("[]")},
			[]jsontext.Pointer{"/name", "/count", "/done", "/inner", "/parts/0/text", "/parts/1"}},
		{"what fits is read all the same", `{"name":1,"inner":{"text":"b","size":2}}`, line{Inner: inner{"b", 2}}, []jsontext.Pointer{"/name"}},
		{"whole numbers in other spellings", `{"count":60.0,"inner":{"size":1e3}}`, line{Count: ptr(60), Inner: inner{Size: 1000}}, nil},
		{"fractions", `{"count":1.5}`, line{}, []jsontext.Pointer{"/count"}},
		{"numbers beyond 64 bits", `{"count":1e400,"inner":{"size":99999999999999999999}}`, line{}, []jsontext.Pointer{"/count", "/inner/size"}},
		{"an array instead of an object", `[{"name":"a"}]`, line{}, []jsontext.Pointer{""}},
		{"text instead of an object", `"name"`, line{}, []jsontext.Pointer{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := line{Name: "left over"}
			mistyped, err := Unmarshal([]byte(tt.in), &got)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.mistyped, mistyped); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestUnmarshalMalformed(t *testing.T) {
	for name, in := range map[string]string{
		"empty":                            ``,
		"truncated":                        `{"name":"a"`,
		"trailing bytes":                   `{"name":"a"} x`,
		"two values":                       `{} {}`,
		"trailing comma":                   `{"name":"a",}`,
		"a name twice":                     `{"name":"a","name":"a"}`,
		"a name twice, spelt differently":  `{"name":"a","n\u0061me":"a"}`,
		"an unknown name twice, deep":      `{"x":{"y":[{"z":1,"z":1}]}}`,
		"a name twice after a wrong type":  `{"name":1,"x":{"z":1,"z":1}}`,
		"invalid UTF-8":                    "{\"name\":\"\xff\"}",
		"invalid UTF-8 in an unknown name": "{\"\xff\":1}",
		"half a surrogate pair":            `{"name":"\ud800"}`,
		"deep":                             strings.Repeat(`{"inner":`, 20_000) + `1` + strings.Repeat(`}`, 20_000),
		"deep arrays":                      strings.Repeat(`[`, 20_000) + strings.Repeat(`]`, 20_000),
		"deep and truncated":               strings.Repeat(`[`, 500_000),
		"a byte order mark":                "\ufeff{}",
		"single quotes":                    `{'name':1}`,
	} {
		t.Run(name, func(t *testing.T) {
			got := line{Name: "left over"}
			mistyped, err := Unmarshal([]byte(in), &got)
			if err != ErrMalformed || mistyped != nil {
				t.Fatalf("%v, %v", mistyped, err)
			}
			if d := cmp.Diff(line{}, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestMarshal(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   any
		want string
	}{
		{"raw values keep their bytes", struct {
			ID jsontext.Value `json:"id"`
		}{jsontext.Value(`"\u00e9 \/"`)}, `{"id":"\u00e9 \/"}`},
		{"numbers keep their digits", struct {
			ID jsontext.Value `json:"id"`
		}{jsontext.Value(`9007199254740993.0`)}, `{"id":9007199254740993.0}`},
		{"no raw value is null", struct {
			ID jsontext.Value `json:"id"`
		}{}, `{"id":null}`},
		{"text that is no text", inner{Text: "a\xffb"}, "{\"text\":\"a\ufffdb\",\"size\":0}"},
		{"names in order", map[string]int{"b": 1, "a": 2}, `{"a":2,"b":1}`},
		{"nothing is escaped for web pages", inner{Text: "<&>\u2028"}, "{\"text\":\"<&>\u2028\",\"size\":0}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Marshal(tt.in)); got != tt.want {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestIsContentType(t *testing.T) {
	for value, want := range map[string]bool{
		"application/json":                  true,
		"Application/JSON; charset=UTF-8":   true,
		`application/json;charset="utf-8"`:  true,
		"application/json; charset=latin1":  false,
		"application/jsonp":                 false,
		"text/plain":                        false,
		"application/x-www-form-urlencoded": false,
		"":                                  false,
		";":                                 false,
	} {
		if got := IsContentType(http.Header{"Content-Type": {value}}); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
	if !IsContentType(http.Header{}) {
		t.Error("no Content-Type is refused")
	}
	if IsContentType(http.Header{"Content-Type": {"application/json", "text/plain"}}) {
		t.Error("two Content-Types are accepted")
	}
}
