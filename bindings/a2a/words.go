package a2a

import (
	"strconv"
	"time"

	"hora/bindings/internal/prose"
	"hora/canonical"
)

// words are a text in the making, for people: they see names and local times,
// and no ids.
type words struct {
	b []byte
	l canonical.Language
}

func (w *words) add(s string) { w.b = append(w.b, s...) }

// say adds what a language has for it.
func (w *words) say(spanish, english string) { w.add(prose.In(w.l, spanish, english)) }

func (w *words) number(n int) { w.b = strconv.AppendInt(w.b, int64(n), 10) }

func (w *words) money(m canonical.Money) { w.b = prose.AppendMoney(w.b, m, w.l) }

// moment adds a start in the place's own time; UTC says so.
func (w *words) moment(t time.Time, zone string) {
	w.b = prose.AppendMoment(w.b, t.In(canonical.Zone(zone)), w.l)
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
	w.b = prose.AppendPrice(w.b, v.Price, w.l)
	switch v.Channel {
	case canonical.HomeVisit:
		w.say(", a domicilio", ", home visit")
	case canonical.Virtual:
		w.say(", en línea", ", online")
	}
}
