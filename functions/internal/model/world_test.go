package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"hora/bindings"
	"hora/bindings/bindingtest"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/identity"
	"hora/infra/orgfile"
)

// A world is the real desk at one organisation, with the reference beside it.
type world struct {
	org       *organization
	weather   *weather
	engine    *engine.Engine
	handler   http.Handler
	clock     atomic.Pointer[time.Time]
	loads     int
	reference []*desk // one, or several that no answer has told apart yet
}

var secret = []byte("thirty-two bytes that nobody knows")

func newWorld(store canonical.Store, all []bindings.Binding, org *organization, now time.Time, near bool) (*world, error) {
	w := &world{org: org, weather: &weather{Store: store}, reference: []*desk{{org: org, said: map[string]saying{}}}}
	w.weather.turn(false, 0)
	w.clock.Store(&now)
	clock := func() time.Time { return *w.clock.Load() }
	var n atomic.Int64
	prefix := fmt.Sprintf("%x", now.Unix())
	w.engine = engine.New(engine.Config{Store: w.weather, Clock: clock, Secret: secret, Patience: 20 * time.Second, Near: near,
		Acts: engine.All(),
		IDs:  func() string { return fmt.Sprintf("id-%s-%08d", prefix, n.Add(1)) }})
	w.handler = bindingtest.Mux(witness{identity.New(w.engine), false}, all...)
	return w, w.load()
}

// load loads the organisation, again if it is there already.
func (w *world) load() error {
	w.loads++
	f, problems := orgfile.Parse(w.org.slug, w.org.file(w.loads))
	if f == nil {
		return fmt.Errorf("%v", problems)
	}
	f.At = w.now()
	_, err := orgfile.Load(context.Background(), w.weather.Store, f, nil)
	return err
}

func (w *world) now() time.Time { return *w.clock.Load() }

func (w *world) travel(to time.Time) { w.clock.Store(&to) }

// A call is one call: what was meant, what the desk was asked, how it ended
// and what was answered.
type call struct {
	voice   *voice
	values  values
	key     string
	message string

	meant   canonical.Command
	asked   int
	request canonical.Request
	outcome canonical.Outcome
	answer  *httptest.ResponseRecorder
}

func (c *call) String() string {
	said, _ := canonical.MarshalCommand(c.meant)
	end := "done"
	if c.outcome.Err != nil {
		end = c.outcome.Err.Code.String()
	}
	if id := bindingtest.IDOf(c.outcome.Result); id != "" {
		end += " " + id
	}
	return fmt.Sprintf("%s by %q, message %q: %s -> %s", c.voice.name, c.key, c.message, said, end)
}

type witnessed struct{}

// A witness notes what the desk is asked and answers. Unless it says so, nothing
// is counted against an allowance.
type witness struct {
	next    canonical.Desk
	counted bool
}

func (d witness) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	c := ctx.Value(witnessed{}).(*call)
	if !d.counted {
		req.Door = ""
	}
	c.asked, c.request = c.asked+1, req
	c.outcome = d.next.Do(ctx, req)
	return c.outcome
}

// make makes calls, all at once, and looks at each answer by itself.
func (w *world) make(calls ...*call) error {
	var wg sync.WaitGroup
	gate := make(chan struct{})
	for _, c := range calls {
		q, meant := c.voice.say(c.values, w.org.slug, c.key, c.message)
		c.meant, c.answer = meant, httptest.NewRecorder()
		wg.Go(func() {
			<-gate
			w.handler.ServeHTTP(c.answer, q.WithContext(context.WithValue(context.Background(), witnessed{}, c)))
		})
	}
	close(gate)
	wg.Wait()
	for _, c := range calls {
		if err := c.check(); err != nil {
			return fmt.Errorf("%s\n%w\n%s", c, err, c.answer.Body)
		}
	}
	return nil
}

// check is what every answer must be: native, to the act that was meant, and
// telling what was made.
func (c *call) check() error {
	if err := bindingtest.Native(c.answer.Code, c.answer.Header(), c.answer.Body.Bytes()); err != nil {
		return err
	}
	if c.asked != 1 {
		return fmt.Errorf("the desk was asked %d times", c.asked)
	}
	if !reflect.DeepEqual(plain(c.request.Command), plain(c.meant)) {
		return fmt.Errorf("it came to %+v\nnot to %+v", c.request.Command, c.meant)
	}
	if id := bindingtest.IDOf(c.outcome.Result); !bytes.Contains(c.answer.Body.Bytes(), []byte(id)) {
		return errors.New("the answer does not name what it is about")
	}
	return nil
}

// plain says of a slot that is no more than a provider and a start just that.
func plain(c canonical.Command) canonical.Command {
	unfold := func(slot, provider *string, start *time.Time) {
		if ref, err := canonical.ParseSlot(*slot); err == nil && ref.Resource == "" && ref.Minutes == 0 {
			*slot, *provider, *start = "", ref.Provider, ref.Start
		}
	}
	switch c := c.(type) {
	case canonical.PlaceHold:
		unfold(&c.Slot, &c.Provider, &c.Start)
		return c
	case canonical.Book:
		unfold(&c.Slot, &c.Provider, &c.Start)
		return c
	}
	return c
}

// perform makes calls and lets the reference answer them too.
func (w *world) perform(calls ...*call) error {
	if err := w.make(calls...); err != nil {
		return err
	}
	now, inDoubt := w.now(), false
	for _, c := range calls {
		inDoubt = inDoubt || c.doubtful()
	}
	var seen *inventory
	if inDoubt || len(calls) > 1 {
		var err error
		if seen, err = w.look(); err != nil {
			return err
		}
	}
	next, err := explain(w.reference, calls, now, seen)
	if err != nil {
		text := ""
		for _, c := range calls {
			text += "\n" + c.String()
		}
		return fmt.Errorf("at %s%s\n%w", now.Format(time.RFC3339), text, err)
	}
	w.reference = next
	return nil
}

// sweep does what is due, first in whatever weather it is, then for good.
func (w *world) sweep() error {
	w.engine.Sweep(context.Background())
	w.weather.turn(false, 0)
	if _, err := w.engine.Sweep(context.Background()); err != nil {
		return err
	}
	for _, d := range w.reference {
		for i := range d.stays {
			if s := &d.stays[i]; s.pending && s.stands(w.now()) == canonical.Cancelled {
				s.state = canonical.Cancelled
			}
		}
	}
	return nil
}

// compare holds everything that the store has against the reference. Where it
// tells apart what no answer has, what is not so is forgotten.
func (w *world) compare() error {
	seen, err := w.look()
	if err != nil {
		return err
	}
	var left []*desk
	for _, d := range w.reference {
		if why := errors.Join(seen.differs(d, w.now()), w.bookings(d)); why != nil {
			err = why
			continue
		}
		left = append(left, d)
	}
	if left == nil {
		return err
	}
	w.reference = left
	return nil
}

// steps counts the acts of all worlds of this process.
var steps atomic.Int64

func count(calls int) { steps.Add(int64(calls)) }
