package desk

import (
	"encoding/json"
	"strings"
	"testing"
)

// Refusals are the calls that a desk refuses, each with what a client hears of
// it, and the calls that come before them.
type Refusals struct {
	Organization string    `json:"organization"`
	Key          string    `json:"key"` // of all calls that have no other
	Now          string    `json:"now"`
	Before       []before  `json:"before"`
	Refused      []refused `json:"refusals"`
}

type before struct {
	keyed
	Keep map[string]string `json:"keep"` // name -> task, or a path that begins with data
}

type refused struct {
	Title string `json:"title"`
	keyed
	Refusal
	Only string `json:"only"` // the version that has the call; empty: both
}

type keyed struct {
	Call
	Key *string `json:"key"`
}

// ReadRefusals reads the calls.
func ReadRefusals(t *testing.T) *Refusals {
	t.Helper()
	r := &Refusals{}
	read(t, "refusals.json", r)
	return r
}

// Walk makes the calls with a client of one version. Those of unheard are
// made too, but their answer does not reach whoever uses the library: it must
// be as unheard says.
func (r *Refusals) Walk(t *testing.T, c Client, version string, unheard map[string]func(Answer, error) bool) {
	kept := []string{}
	make := func(k keyed) Call {
		call := k.Call
		if call.Key = r.Key; k.Key != nil {
			call.Key = *k.Key
		}
		fill := strings.NewReplacer(kept...)
		call.Task = fill.Replace(call.Task)
		if call.Data != nil {
			b, err := json.Marshal(call.Data)
			if err == nil {
				err = json.Unmarshal([]byte(fill.Replace(string(b))), &call.Data)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return call
	}
	for _, b := range r.Before {
		answer, err := c.Do(t.Context(), make(b.keyed))
		if err != nil {
			t.Fatal(err)
		}
		for name, path := range b.Keep {
			value := answer.Task
			if path != "task" {
				value, _ = at(map[string]any{"data": answer.Data}, path).(string)
			}
			if value == "" {
				t.Fatalf("no %s in %+v", path, answer)
			}
			kept = append(kept, "{"+name+"}", value)
		}
	}
	for _, one := range r.Refused {
		if one.Only != "" && one.Only != version {
			continue
		}
		answer, err := c.Do(t.Context(), make(one.keyed))
		if odd := unheard[one.Title]; odd != nil {
			if !odd(answer, err) {
				t.Errorf("%s: %+v, %v", one.Title, answer, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: is answered: %+v", one.Title, answer)
		} else if heard := c.Refused(err); heard != one.Refusal {
			t.Errorf("%s: heard %+v, want %+v (%v)", one.Title, heard, one.Refusal, err)
		}
	}
}
