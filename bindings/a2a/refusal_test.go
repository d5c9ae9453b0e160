package a2a_test

import (
	"strings"
	"testing"
)

// What is refused has changed nothing, whichever of all reasons it was for.
func TestRefusalsWriteNothing(t *testing.T) {
	versions(t, func(t *testing.T, v1 bool) {
		d := open(t)
		caller := func(key string) *agent {
			return &agent{T: t, desk: d, v1: v1, path: "/orgs/clinica-demo/a2a", key: key}
		}
		mine, other, nobody, guess := caller("demo-platform-2"), caller("demo-business"), caller(""), caller("guess")
		done := mine.send("one", mine.part("data", booked("2026-04-01T10:00:00-03:00", "ana@mail.com")))
		id, over := done.at(t, "booking.id"), mine.task
		mine.context = ""
		mine.text("Quiero una hora de lactancia")
		open, context := mine.task, mine.context
		continuing := func(a *agent, task, context string) *agent {
			b := *a
			b.task, b.context, b.waiting = task, context, true
			return &b
		}
		file := map[bool]string{false: `{"kind":"file","file":{"uri":"https://agent.example/a.pdf"}}`, true: `{"url":"https://agent.example/a.pdf"}`}[v1]
		for name, refused := range map[string]func() answered{
			"a taken start": func() answered { return nobody.data(booked("2026-04-01T10:00:00-03:00", "x@y.cl")) },
			"a past start":  func() answered { return nobody.data(booked("2026-03-01T10:00:00-03:00", "x@y.cl")) },
			"a service that needs money": func() answered {
				return nobody.data(strings.Replace(booked("2026-04-01T11:00:00-03:00", "x@y.cl"), kine, "cmiofy9re007fus0wn9g1t3h3", 1))
			},
			"arguments out of the schema": func() answered { return nobody.data(booked("tomorrow", "x@y.cl")) },
			"a message reused": func() answered {
				return mine.send("one", mine.part("data", booked("2026-04-01T11:00:00-03:00", "x@y.cl")))
			},
			"no key":                     func() answered { return nobody.data(`{"operation":"cancel","arguments":{"booking":"` + id + `"}}`) },
			"a wrong key":                func() answered { return guess.data(booked("2026-04-01T11:00:00-03:00", "x@y.cl")) },
			"a key that does not reach":  func() answered { return mine.data(`{"operation":"cancel","arguments":{"booking":"` + id + `"}}`) },
			"somebody else's task":       func() answered { return continuing(other, open, context).text("mañana a las 10:00") },
			"nobody's":                   func() answered { return continuing(nobody, open, context).text("mañana a las 10:00") },
			"a task that never was":      func() answered { return continuing(mine, "T", "").text("mañana a las 10:00") },
			"a task of another context":  func() answered { return continuing(mine, open, "another").text("mañana a las 10:00") },
			"a task that is over":        func() answered { return continuing(mine, over, "").text("mañana a las 10:00") },
			"to give up what is over":    func() answered { return continuing(mine, over, "").about("cancel") },
			"to give up somebody else's": func() answered { return continuing(other, open, "").about("cancel") },
			"two vocabularies":           func() answered { return nobody.data(`{"operation":"list_services","intent":"list_services"}`) },
			"two commands": func() answered {
				return nobody.say(nobody.part("data", booked("2026-04-01T11:00:00-03:00", "x@y.cl")) + "," + nobody.part("data", booked("2026-04-01T12:00:00-03:00", "x@y.cl")))
			},
			"a file": func() answered { return nobody.say(nobody.part("text", `"Quiero una hora de lactancia"`) + "," + file) },
			"ten thousand parts": func() answered {
				return nobody.say(strings.Repeat(nobody.part("text", `"Quiero"`)+",", 9_999) + nobody.part("text", `"Quiero"`))
			},
			"what cannot be streamed": func() answered {
				return nobody.call(map[bool]string{false: "message/stream", true: "SendStreamingMessage"}[v1], `{"message":{}}`)
			},
		} {
			before := d.commits.Load()
			got := refused()
			if wrote := d.commits.Load() - before; wrote != 0 {
				t.Errorf("%s: %d commits, and the answer %s", name, wrote, got.body)
			}
			if got.code == 0 && !strings.Contains(string(got.body), `"error":{"code":"`) {
				t.Errorf("%s: %s", name, got.body)
			}
		}
	})
}

// A read costs no write either, save what a conversation builds on.
func TestReadsWriteNothing(t *testing.T) {
	d := open(t)
	a := &agent{T: t, desk: d, v1: true, path: "/orgs/clinica-demo/a2a", key: "demo-platform-2"}
	for _, part := range []string{`{"operation":"describe"}`, `{"operation":"list_services"}`, `{"operation":"find_slots","arguments":{"service":"` + kine + `"}}`, `{"operation":"get_booking","arguments":{"booking":"none"}}`, `{"intent":"list_services"}`} {
		if got := a.data(part); got.state != "message" {
			t.Errorf("%s: %s", part, got.body)
		}
	}
	a.text("Hola")
	a.call("ListTasks", `{}`)
	a.call("GetTask", `{"id":"none"}`)
	if n := d.commits.Load(); n != 0 {
		t.Errorf("%d commits", n)
	}
	before := d.commits.Load()
	a.text("¿Qué horas hay para lactancia el jueves?")
	if n := d.commits.Load() - before; n != 1 {
		t.Errorf("what was shown took %d commits to remember", n)
	}
}

// The text of a conversation names no ids, whatever it is about.
func TestTextsNameNoIDs(t *testing.T) {
	d := open(t)
	a := &agent{T: t, desk: d, v1: true, path: "/orgs/clinica-demo/a2a"}
	texts := []string{}
	say := func(got answered) answered {
		texts = append(texts, got.text)
		return got
	}
	for _, s := range []string{"Hola", "¿Qué servicios tienen?", "la primera", "Quiero reservar", "el jueves", "2", "ana@mail.com", "sí"} {
		say(a.text(s))
	}
	hold := say(a.data(`{"operation":"place_hold","arguments":{"service":"` + kine + `","start":"2026-04-01T12:00:00-03:00"}}`))
	say(a.data(`{"operation":"release_hold","arguments":{"hold":"` + hold.at(t, "hold.id") + `"}}`))
	for i, text := range texts {
		for _, id := range []string{"01JQK0", "clx1abc123", "cmiof", "clinica-demo"} {
			if text == "" || strings.Contains(text, id) {
				t.Errorf("text %d: %q", i, text)
			}
		}
	}
}
