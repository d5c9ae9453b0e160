package servicialo

import (
	"testing"
	"time"

	"hora/canonical"
)

func TestInstant(t *testing.T) {
	santiago := canonical.Zone("America/Santiago")
	for _, tt := range []struct {
		in   time.Time
		want string
	}{
		{time.Date(2026, 4, 1, 10, 0, 0, 0, santiago), "2026-04-01T13:00:00.000Z"},
		{time.Date(2026, 12, 31, 23, 59, 59, 999_999_999, time.UTC), "2026-12-31T23:59:59.999Z"},
		{time.Date(1, 1, 1, 0, 0, 0, 1_000_000, time.UTC), "0001-01-01T00:00:00.001Z"},
		{time.Date(9999, 10, 9, 8, 7, 6, 50_000_000, time.UTC), "9999-10-09T08:07:06.050Z"},
	} {
		if got := instant(tt.in); got != tt.want || got != tt.in.UTC().Format(instantForm) {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestParseInstant(t *testing.T) {
	for s, want := range map[string]string{
		"2026-04-02T10:00:00-04:00":       "2026-04-02T14:00:00.000Z",
		"2026-04-02T10:00:00Z":            "2026-04-02T10:00:00.000Z",
		"2026-04-02T10:00Z":               "2026-04-02T10:00:00.000Z",
		"2026-04-02T10:00+05:45":          "2026-04-02T04:15:00.000Z",
		"2026-04-02T10:00:00.5Z":          "2026-04-02T10:00:00.500Z",
		"2026-04-02T10:00:00.123456789Z":  "2026-04-02T10:00:00.123Z",
		"2028-02-29T23:59:59-00:00":       "2028-02-29T23:59:59.000Z",
		"2026-01-01T00:00:00+14:00":       "2025-12-31T10:00:00.000Z",
		"2026-04-02T10:00:00":             "",
		"2026-04-02":                      "",
		"2026-04-02 10:00:00Z":            "",
		"2026-04-02t10:00:00z":            "",
		"2026-02-29T10:00:00Z":            "",
		"2026-04-31T10:00:00Z":            "",
		"2026-13-01T10:00:00Z":            "",
		"2026-00-01T10:00:00Z":            "",
		"2026-04-00T10:00:00Z":            "",
		"2026-04-02T24:00:00Z":            "",
		"2026-04-02T10:60:00Z":            "",
		"2026-04-02T10:00:60Z":            "",
		"2026-04-02T9:00:00Z":             "",
		"2026-04-02T10:00:00,5Z":          "",
		"2026-04-02T10:00:00.Z":           "",
		"2026-04-02T10:00:00.1234567891Z": "",
		"2026-04-02T10:00:00+24:00":       "",
		"2026-04-02T10:00:00+05:60":       "",
		"2026-04-02T10:00:00+0500":        "",
		"2026-04-02T10:00:00+05":          "",
		"2026-04-02T10:00:00Z ":           "",
		"2026-04-02T10:00:00ZZ":           "",
		"0000-01-01T00:00:00Z":            "",
		"0001-01-01T00:00:00Z":            "",
		"+026-04-02T10:00:00Z":            "",
		"２０２６-04-02T10:00:00Z":            "",
		"tomorrow":                        "",
		"":                                "",
	} {
		at, ok := parseInstant(s)
		if ok != (want != "") || ok && instant(at) != want {
			t.Errorf("%q: %v, %v", s, at, ok)
		}
	}
}

// What is read is what the standard library reads, and nothing that it
// refuses.
func FuzzParseInstant(f *testing.F) {
	for _, s := range []string{"2026-04-02T10:00:00-04:00", "2026-04-02T10:00:00.5Z", "2026-04-02T9:00:00Z", "0001-01-01T00:00:00+00:01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := parseInstant(s)
		if !ok {
			return
		}
		want, err := time.Parse(time.RFC3339, s)
		if err != nil {
			want, err = time.Parse("2006-01-02T15:04Z07:00", s)
		}
		if err != nil || !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%q: %v, want %v, %v", s, got, want, err)
		}
	})
}
