package eventfile

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// A Filler knows what the placeholders of events stand for.
//
//	{{day+3}}           the third weekday after today, such as 2026-04-02
//	{{day-1}}           the last weekday before today
//	{{sunday}}          the Sunday of next week
//	{{day+3T10:00}}     that day at ten where the clinic is, with its offset
//	{{day+3T10:00Z}}    the same instant in UTC
//	{{book/session/id}} that member of the body of the answer to the event "book"
//	{{link/url?t}}      of that member, an address, the query parameter t
//	{{token guest-1}}   an access token of that subject
//
// Weekdays, because the clinic of the demo data is closed at weekends, and
// events must work on whichever day they are used.
type Filler struct {
	Now    time.Time
	Zone   *time.Location                             // where days and times are; default where the clinic is
	Answer func(event string) (jsontext.Value, error) // the body that was answered; nil where there is none
	Token  func(subject string) (string, error)       // nil: there are no tokens
	IDs    map[string]string                          // ids of earlier answers, and which members they were; see Learn
}

// zone is where the clinic of the demo data is.
var zone = canonical.Zone("America/Santiago")

const (
	opens  = "{{"
	closes = "}}"
	date   = time.DateOnly
	clock  = "15:04"
)

// Fill replaces the placeholders of a text.
func (f Filler) Fill(text string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, opens)
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		name, after, closed := strings.Cut(rest, closes)
		if !closed {
			return "", fmt.Errorf("eventfile: %s is not closed", opens)
		}
		value, err := f.value(name)
		if err != nil {
			return "", fmt.Errorf("eventfile: {{%s}}: %w", name, err)
		}
		out.WriteString(value)
		text = after
	}
}

func (f Filler) value(name string) (string, error) {
	if subject, ok := strings.CutPrefix(name, "token "); ok {
		if f.Token == nil {
			return "", fmt.Errorf("a token of an issuer whom the desk trusts: %w", fs.ErrNotExist)
		}
		return f.Token(subject)
	}
	if event, pointer, ok := strings.Cut(name, "/"); ok {
		pointer, parameter, part := strings.Cut(pointer, "?")
		value, err := f.member(event, jsontext.Pointer("/"+pointer))
		if err != nil || !part {
			return value, err
		}
		u, err := url.Parse(value)
		if err != nil {
			return "", errors.New("it is no address in the answer")
		}
		return u.Query().Get(parameter), nil
	}
	name, utc := strings.CutSuffix(name, "Z")
	dayName, at, timed := strings.Cut(name, "T")
	day, err := f.day(dayName)
	if err != nil {
		return "", err
	}
	if !timed {
		return day.Format(date), nil
	}
	t, err := time.ParseInLocation(date+" "+clock, day.Format(date)+" "+at, day.Location())
	if err != nil {
		return "", err
	}
	if utc {
		t = t.UTC()
	}
	return t.Format(time.RFC3339), nil
}

func (f Filler) day(name string) (time.Time, error) {
	if name == "sunday" {
		return f.sunday(), nil
	}
	count, ok := strings.CutPrefix(name, "day")
	n, err := strconv.Atoi(count)
	if !ok || err != nil || n == 0 {
		return time.Time{}, errors.New("no such placeholder")
	}
	return weekday(f.today(), n), nil
}

// today is noon of today where days are counted: no zone skips noon.
func (f Filler) today() time.Time {
	there := f.Zone
	if there == nil {
		there = zone
	}
	y, m, d := f.Now.In(there).Date()
	return time.Date(y, m, d, 12, 0, 0, 0, there)
}

func (f Filler) sunday() time.Time {
	today := f.today()
	return today.AddDate(0, 0, 14-int(today.Weekday()))
}

// weekday is the n-th weekday after a day, or before it.
func weekday(day time.Time, n int) time.Time {
	step := 1
	if n < 0 {
		step = -1
	}
	for n != 0 {
		day = day.AddDate(0, 0, step)
		if wd := day.Weekday(); wd != time.Saturday && wd != time.Sunday {
			n -= step
		}
	}
	return day
}

// member is a string out of an earlier answer.
func (f Filler) member(event string, pointer jsontext.Pointer) (string, error) {
	if f.Answer == nil {
		return "", errors.New("no answers are known")
	}
	v, err := f.Answer(event)
	if err != nil {
		return "", err
	}
	for name := range pointer.Tokens() {
		switch v.Kind() {
		case '{':
			var members map[string]jsontext.Value
			if err := json.Unmarshal(v, &members); err != nil {
				return "", err
			}
			v = members[name]
		case '[':
			var elements []jsontext.Value
			if err := json.Unmarshal(v, &elements); err != nil {
				return "", err
			}
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(elements) {
				return "", fmt.Errorf("no element %s", name)
			}
			v = elements[i]
		default:
			return "", fmt.Errorf("no member %q", name)
		}
	}
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return "", errors.New("it is no string in the answer")
	}
	return s, nil
}
