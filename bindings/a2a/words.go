package a2a

import (
	"bytes"
	"strconv"
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// words are a text in the making, for people: they see names and local times,
// and no ids.
type words struct {
	b bytes.Buffer
	l canonical.Language
}

func (w *words) add(s string) { w.b.WriteString(s) }

// say adds what a language has for it.
func (w *words) say(spanish, english string) { w.add(prose.In(w.l, spanish, english)) }

func (w *words) number(n int) { w.add(strconv.Itoa(n)) }

func (w *words) money(m canonical.Money) { w.b.Write(prose.AppendMoney(w.b.AvailableBuffer(), m, w.l)) }

func (w *words) price(p canonical.Price) { w.b.Write(prose.AppendPrice(w.b.AvailableBuffer(), p, w.l)) }

// clock adds the time of day.
func (w *words) clock(t time.Time) { w.b.Write(prose.AppendClock(w.b.AvailableBuffer(), t)) }

// moment adds a start in the place's own time; UTC says so.
func (w *words) moment(t time.Time, zone string) {
	w.b.Write(prose.AppendMoment(w.b.AvailableBuffer(), t.In(canonical.Zone(zone)), w.l))
	if zone == "" {
		w.add(" UTC")
	}
}

// with names a service and by whom it is given.
func (w *words) with(service, provider string) {
	w.add(service)
	if provider != "" {
		w.say(" con ", " with ")
		w.add(provider)
	}
}

// appointment is a booking's matter: what, with whom, when.
func (w *words) appointment(b *canonical.Booking) {
	w.with(b.Service.Name, b.Provider.Name)
	w.add(", ")
	w.moment(b.Start, b.Timezone)
}

// services lists services, each on a line of its own, by number where one can
// be chosen so.
func (w *words) services(all []canonical.Service, numbered bool) {
	for i := range all {
		if numbered {
			w.add("\n")
			w.number(i + 1)
			w.add(". ")
		} else {
			w.add("\n- ")
		}
		w.service(&all[i])
	}
}

// service is a service with what decides: length, price, where.
func (w *words) service(v *canonical.Service) {
	w.add(v.Name)
	w.add(": ")
	if v.Minutes > 0 {
		w.number(v.Minutes)
		w.add(" min, ")
	}
	w.price(v.Price)
	switch v.Channel {
	case canonical.HomeVisit:
		w.say(", a domicilio", ", home visit")
	case canonical.Virtual:
		w.say(", en línea", ", online")
	}
}
