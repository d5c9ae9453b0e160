package canonical_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hora/canonical"
)

var commands = []canonical.Command{
	canonical.Describe{}, canonical.ListServices{}, canonical.FindSlots{}, canonical.PlaceHold{}, canonical.ReleaseHold{}, canonical.Book{},
	canonical.GetBooking{}, canonical.Cancel{}, canonical.Reschedule{}, canonical.Converse{}, canonical.Incomplete{}, canonical.GetTask{},
	canonical.ListTasks{}, canonical.CancelTask{},
	canonical.GetService{}, canonical.LookupServices{}, canonical.ServiceFeed{},
	canonical.ConfirmPayment{}, canonical.ConfirmBooking{}, canonical.UpdateBooking{}, canonical.Advance{},
	canonical.JoinWaitlist{}, canonical.GetEntry{}, canonical.ListEntries{}, canonical.LeaveWaitlist{}, canonical.AcceptOffer{}, canonical.DeclineOffer{},
	canonical.DescribeRegistry{}, canonical.Discover{}, canonical.Match{}, canonical.BookOffer{}, canonical.PrepareHandoff{}, canonical.ReviewOption{},
}

var results = []canonical.Result{
	canonical.Profile{}, canonical.Catalogue{}, canonical.Slots{}, canonical.Booking{}, canonical.Hold{}, canonical.Cancellation{},
	canonical.Question{}, canonical.Task{}, canonical.TaskPage{},
	canonical.Service{}, canonical.Feed{}, canonical.Entry{}, canonical.EntryPage{}, canonical.Accepted{},
	canonical.Registry{}, canonical.Places{}, canonical.Reservation{}, canonical.Handoff{}, canonical.Review{},
}

// A filler gives every member of a value something of its own.
type filler struct{ n int }

// filled is a value of the same type as v with nothing left out.
func filled[T any](v T) T {
	p := reflect.New(reflect.TypeOf(v))
	new(filler).fill(p.Elem())
	return p.Elem().Interface().(T)
}

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 3, 30, 9, 0, f.n, 500, time.UTC)))
		return
	case jsontext.Value:
		v.Set(reflect.ValueOf(jsontext.Value(fmt.Sprintf(`[{"n":%d}]`, f.n))))
		return
	case canonical.Op:
		v.Set(reflect.ValueOf(canonical.OpBook))
		return
	case canonical.Code:
		v.Set(reflect.ValueOf(canonical.SlotTaken))
		return
	case *canonical.Directory: // belongs to the answer
		v.Set(reflect.ValueOf(&canonical.Directory{Organization: &canonical.Organization{Slug: "x"}}))
		return
	case *canonical.When: // one within another
		v.Set(reflect.ValueOf(&canonical.When{Clock: fmt.Sprint(f.n)}))
		return
	case canonical.Outcome:
		v.Set(reflect.ValueOf(canonical.Outcome{Result: canonical.Catalogue{Organization: canonical.Named{ID: fmt.Sprint(f.n)}}}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("é\u2028<%d>", f.n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(f.n))
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Struct:
		for _, member := range v.Fields() {
			f.fill(member)
		}
	default:
		panic("nothing to fill a " + v.Type().String() + " with")
	}
}

// Every act is written under its own name, and read back as it was.
func TestCommandRoundTrip(t *testing.T) {
	seen := map[canonical.Op]bool{}
	for _, zero := range commands {
		seen[zero.Op()] = true
		for _, c := range []canonical.Command{zero, filled(zero)} {
			b, err := canonical.MarshalCommand(c)
			if err != nil {
				t.Fatalf("%T: %v", c, err)
			}
			back, err := canonical.UnmarshalCommand(b)
			if err != nil {
				t.Fatalf("%s: %v", b, err)
			}
			if diff := cmp.Diff(c, back, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-written +read):\n%s", b, diff)
			}
		}
	}
	for op := canonical.OpNone + 1; op < canonical.NumOps; op++ {
		if !seen[op] {
			t.Errorf("no command for %s was tried", op)
		}
	}
}

func TestUnmarshalCommandRefuses(t *testing.T) {
	for _, s := range []string{
		``, `null`, `{}`, `[]`, `"book"`, `{"book":{}`, `{"book":{},"cancel":{}}`, `{"book":{},"book":{}}`, `{"":{}}`, `{"Book":{}}`, `{"sing":{}}`,
		`{"book":[]}`, `{"book":{"service":1}}`, `{"book":{"Service":"a"}}`, `{"book":{"unknown":1}}`, `{"book":{"client":{"mail":"a"}}}`,
		`{"book":{"service":"a","service":"b"}}`, `{"book":{"start":"yesterday"}}`, `{"book":{}} {}`, `{"converse":{"want":"sing"}}`,
	} {
		if c, err := canonical.UnmarshalCommand([]byte(s)); err == nil {
			t.Errorf("%s was read as %#v", s, c)
		}
	}
}

// Every kind of result is written under its own name, and an outcome is read
// back as it was but for what is not part of the answer.
func TestOutcomeRoundTrip(t *testing.T) {
	outcomes := []canonical.Outcome{
		{Err: canonical.Refuse(canonical.SlotTaken)},
		{Err: filled(&canonical.Error{})},
		{Meta: filled(canonical.OutcomeMeta{}), Result: filled(canonical.Question{}), Needs: filled([]canonical.Need{}), Notices: filled([]canonical.Notice{})},
	}
	for _, r := range results {
		outcomes = append(outcomes, canonical.Outcome{Result: r}, canonical.Outcome{Result: filled(r)})
	}
	names := map[string]bool{}
	for _, o := range outcomes {
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatalf("%T: %v", o.Result, err)
		}
		var back canonical.Outcome
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		o.Meta = canonical.OutcomeMeta{ID: o.Meta.ID, Task: o.Meta.Task, Conversation: o.Meta.Conversation, Language: o.Meta.Language, Adopted: o.Meta.Adopted}
		if diff := cmp.Diff(o, back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-written +read):\n%s", b, diff)
		}
		var members struct {
			Result map[string]jsontext.Value `json:"result"`
		}
		if err := json.Unmarshal(b, &members); err != nil {
			t.Fatal(err)
		}
		for name := range members.Result {
			names[name] = true
		}
	}
	if len(names) != len(results) {
		t.Errorf("%d kinds of result have %d names: %v", len(results), len(names), names)
	}
}

func TestUnmarshalOutcomeRefuses(t *testing.T) {
	for _, s := range []string{
		``, `[]`, `{"result":{}}`, `{"result":[]}`, `{"result":{"booking":{},"hold":{}}}`, `{"result":{"song":{}}}`, `{"result":{"booking":7}}`,
		`{"error":{"code":"bad_luck"}}`, `{"error":{"code":4}}`,
	} {
		var o canonical.Outcome
		if err := json.Unmarshal([]byte(s), &o); err == nil {
			t.Errorf("%s was read as %+v", s, o)
		}
	}
}

// The written form is stored and published: it changes only on purpose.
func TestWrittenForm(t *testing.T) {
	start := time.Date(2026, 4, 1, 13, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		value any
		want  string
	}{
		{canonical.Outcome{Err: canonical.Refuse(canonical.SlotTaken)}, `{"error":{"code":"slot_taken"}}`},
		{canonical.Outcome{Err: &canonical.Error{Code: canonical.Invalid, Problems: []canonical.Problem{{Path: "clientEmail", Rule: canonical.RuleRequired}, {Path: "days", Rule: canonical.RuleRange, Min: 1, Max: 90}}}},
			`{"error":{"code":"invalid","problems":[{"path":"clientEmail","rule":"required"},{"path":"days","rule":"range","max":90,"min":1}]}}`},
		{canonical.Outcome{Meta: canonical.OutcomeMeta{ID: "a1"}, Result: canonical.Slots{
			Service: canonical.Named{ID: "s", Name: "Consulta"}, Minutes: 30, Provider: canonical.Named{ID: "p"}, Timezone: "America/Santiago", From: "2026-04-01", Days: 1,
			Slots: []canonical.Slot{{ID: "p..20260401T130000Z", Provider: "p", Start: start, End: start.Add(30 * time.Minute)}},
		}}, `{"id":"a1","result":{"slots":{"service":{"id":"s","name":"Consulta"},"duration_minutes":30,"provider":{"id":"p"},"timezone":"America/Santiago","from":"2026-04-01","days":1,` +
			`"slots":[{"id":"p..20260401T130000Z","provider":"p","start":"2026-04-01T13:00:00Z","end":"2026-04-01T13:30:00Z"}]}}}`},
		{canonical.Cancellation{Penalty: canonical.Penalty{Percent: 50, Amount: canonical.Money{Amount: 20000, Currency: "CLP"}}}.Penalty, `{"percent":50,"amount":{"amount":20000,"currency":"CLP"}}`},
	} {
		b, err := json.Marshal(c.value)
		if err != nil || string(b) != c.want {
			t.Errorf("got  %s, %v\nwant %s", b, err, c.want)
		}
	}
	b, err := canonical.MarshalCommand(canonical.Book{Service: "s", Start: start, Client: canonical.Client{Email: "ana@example.com"}})
	if want := `{"book":{"service":"s","start":"2026-04-01T13:00:00Z","client":{"email":"ana@example.com"}}}`; err != nil || string(b) != want {
		t.Errorf("got  %s, %v\nwant %s", b, err, want)
	}
}
