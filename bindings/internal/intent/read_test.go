package intent

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

// What the reference implementation's rules got wrong, as measured with the
// real module.
func TestMeasuredFailures(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Reading
	}{
		{"Quiero una hora de kinesiologia esta semana", Reading{Want: book, Words: []string{"kinesiologia"}, When: on("week 0")}},
		{"Quiero reservar con un especialista", Reading{Want: book, Words: []string{"especialista"}, With: []string{"especialista"}}},
		{"Quiero reservar el servicio de kinesiologia", Reading{Want: book, Words: []string{"kinesiologia"}}},
		{"Necesito cancelar mi cita", Reading{Want: cancel}},
		{"Reagendar mi hora", Reading{Want: reschedule}},
		{"reschedule my booking", Reading{Want: reschedule, Language: canonical.English}},
		{"capacitación", Reading{Words: []string{"capacitacion"}}},
		{"Facebook page?", Reading{Words: []string{"facebook", "page"}, Language: canonical.English}},
		{"list services", Reading{Want: services, Language: canonical.English}},
		{"what services do you have", Reading{Want: services, Language: canonical.English}},
		{"cancel my session", Reading{Want: cancel, Language: canonical.English}},
		{"schedule a session", Reading{Want: book, Language: canonical.English}},
		{"quiero reservar una hora", Reading{Want: book}},
		{"2026-05-20 9:30", Reading{When: on("2026-05-20 09:30")}},
		{"2026-05-20T10:00:00-04:00 Ana", Reading{When: at("2026-05-20T10:00:00-04:00"), Words: []string{"ana"}}},
	} {
		check(t, tt.text, tt.want)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"La musculoesquelética":                                           "musculoesqueletica",
		"Kinesiología de Piso Pélvico para mañana":                        "kinesiologia piso pelvico",
		"kinesiologia-musculoesqueletica":                                 "kinesiologia musculoesqueletica",
		"I would like to book a deep tissue massage for tomorrow at 3pm":  "deep tissue massage",
		"¿Tienen disponibilidad de Asesoría Lactancia el lunes?":          "asesoria lactancia",
		"Quiero una hora de kinesio, kinesio esta semana para mi hijo":    "kinesio",
		"agendar a nombre de Libre Reserva, correo a@b.cl, +56 9 1111 22": "",
		"spa 24h": "spa",
		"no quiero lactancia, quiero musculoesqueletica el jueves": "musculoesqueletica",
		strings.Repeat("palabra ", 10_000):                         "palabra",
	} {
		if got := strings.Join(Read(text).Words, " "); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]canonical.Language{
		"":                              canonical.Spanish,
		"kinesiologia":                  canonical.Spanish,
		"a@b.cl":                        canonical.Spanish,
		"Quiero una hora":               canonical.Spanish,
		"I want an appointment":         canonical.English,
		"cancel my session":             canonical.English,
		"hola, book por favor":          canonical.Spanish,
		"what is kinesiologia":          canonical.English,
		"La musculoesqueletica, please": canonical.Spanish,
	} {
		if got := Read(text).Language; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTold(t *testing.T) {
	for text, want := range map[string]canonical.Language{
		"": "", "2": "", "y": "", "10:30": "", "ana@mail.com": "", "Ana Perez": "", "kinesio": "", "ok": "",
		"la segunda": canonical.Spanish, "sí": canonical.Spanish, "the second": canonical.English, "yes": canonical.English,
	} {
		if got := Told(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestAnswer(t *testing.T) {
	for text, want := range map[string]canonical.Answer{
		"Si, confirma": "yes", "Sí": "yes", "dale": "yes", "ok, gracias": "yes", "Yes please": "yes", "sure, go ahead": "yes", "Confirmo.": "yes", "Sí por favor": "yes", "si, el martes a las diez": "yes",
		"ya, perfecto": "yes", "sipo": "yes", "ya po": "yes", "de acuerdo": "yes", "está bien": "yes", "me parece bien": "yes", "por supuesto": "yes", "claro que sí": "yes", "confirmo la hora": "yes", "listo, gracias": "yes",
		"great, book it": "yes", "sounds good": "yes", "yep, sounds good": "yes", "Yes, that works": "yes", "that's right": "yes", "ok go back, yes book it": "yes", "of course": "yes", "perfect": "yes", "go ahead please": "yes", "please do it": "yes", "yes I confirm": "yes", "y": "yes", "Sí, confirmo la hora para el viernes a las 17:00": "yes",
		"No": "no", "no, gracias": "no", "No thank you": "no", "nope": "no", "mejor no": "no", "claro que no": "no", "todavía no": "no", "not yet, no": "no", "no, mejor el lunes": "no", "Nah": "no",
		"olvídalo": "leave", "ya no, gracias": "leave", "ya no quiero": "leave", "cancelar": "leave", "cancela eso por favor": "leave", "No, cancela": "leave", "mejor cancela": "leave", "never mind": "leave", "actually forget it": "leave", "cancel that please": "leave", "stop": "leave", "déjalo, gracias": "leave",
		"": "", "si hay hora mañana": "", "no puedo ir": "", "Quiero una hora": "", "yes I can come on Monday or on Tuesday": "", "quizás": "", "gracias": "", "cancela mi hora": "", "cancel my appointment": "", "no cancelar": "", "ya no el lunes": "", "it": "", "good morning": "", "book a table": "", "por favor": "", "sí, pero más tarde": "", "sí, ¿cuánto cuesta?": "", "yes, but later": "", "si?": "", "ok, wait": "",
	} {
		if got := Read(text).Answer; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestChoice(t *testing.T) {
	for text, want := range map[string]int{
		"2": 2, "la 2": 2, "opción 3": 3, "option 3, please": 3, "number 1": 1, "La primera": 1, "la segunda opción": 2, "the second one": 2, "quiero la tercera por favor": 3, "fourth": 4, "la quinta gracias": 5,
		"12": 12, "": 0, "0": 0, "la 12": 0, "123": 0, "el 2": 0, "2 de abril": 0, "a las 2": 0, "la primera sesion": 0, "mi primera vez": 0, "quiero 2 horas": 0, "la": 0, "2 personas": 0, "la primera semana de abril de este año": 0,
	} {
		if got := Read(text).Choice; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestParty(t *testing.T) {
	for text, want := range map[string]int{
		"mesa para 4": 4, "a table for 4 tomorrow": 4, "table for two": 2, "somos 3": 3, "we are five": 5, "2 personas": 2, "para dos personas a las 5": 2, "3 seats please": 3, "party of 8": 8, "mesa para 2 a las 9": 2,
		"": 0, "a table for 7 pm": 0, "reserva para 2 de abril": 0, "for 2 hours": 0, "reserva de una hora": 0, "opción 2": 0, "mesa para las 4": 0, "2 sesiones": 0,
		"treinta y una personas": 31, "thirty-one people": 31, "twenty five people": 25, "a table for thirty": 30, "somos veintidós": 22, "31 adultos": 31, "999 people": 999, "1000 personas": 1000,
		"reserva para 2 adultos y 3 niños": 5, "we are 2 adults and 2 children": 4, "4 personas: 2 adultos y 2 niños": 4, "un adulto": 1, "14 de abril - 4 personas": 4,
		"somos una familia": 0, "mesa para 10:30": 0, "mesa para las 10.30": 0, "reserva de varios servicios": 0, "kine para niños": 0, "menores de 12 años": 0, "a las 10, 2 personas": 2,
	} {
		if r := Read(text); r.Party != want || r.Crowd {
			t.Errorf("%q: %d, want %d; not clear %v", text, r.Party, want, r.Crowd)
		}
	}
}

// A number of people that cannot be taken is not nobody's: it is asked for.
func TestCrowd(t *testing.T) {
	for _, text := range []string{
		"0 people", "5000 people", "1001 personas", "mesa para 2000", "99999999999999999999 personas", "somos 1.200 personas", "1,200 people", "mil personas", "cien personas",
		"two hundred people", "una docena de personas", "dozens of people", "varias personas", "mesa para 0", "mesa para cero", "a table for -3 people", "para 1,5 personas",
		"2 o 3 personas", "2-3 people", "entre 4 y 6 personas", "5 personas o 6", "3 to 4 people", "2 personas, no, 3 personas", "600 adultos y 600 niños",
	} {
		if r := Read(text); r.Party != 0 || !r.Crowd || !r.Converse().Crowd {
			t.Errorf("%q: %d, not clear %v", text, r.Party, r.Crowd)
		}
	}
}

// Days and weeks ahead are as many as are said.
func TestDistance(t *testing.T) {
	for text, want := range map[string]int{"en 3 días": 3, "en veinte días": 20, "in thirty-one days": 31, "dentro de 40 semanas": 280, "in 1001 days": 1001, "en quince días": 15, "in a week": 7} {
		if got := Read(text).When.Ahead; got == nil || *got != want {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}

func TestWith(t *testing.T) {
	for text, want := range map[string]string{
		"haircut with Noor on Thursday": "noor", "con la Dra. María González, por favor": "maria gonzalez", "Agéndame con la doctora Pérez": "perez", "hora con el Dr. Soto mañana": "soto",
		"": "", "con": "", "reservar con tarjeta, gracias": "tarjeta", "without help": "", "book with me": "",
	} {
		if got := strings.Join(Read(text).With, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSoonest(t *testing.T) {
	for text, want := range map[string]bool{
		"lo antes posible": true, "la más temprana": true, "cuanto antes, por favor": true, "the earliest": true, "first available please": true, "asap": true, "la primera hora disponible": true,
		"": false, "mañana temprano": false, "antes de las 10": false, "the first": false,
	} {
		if got := Read(text).Soonest; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAbout(t *testing.T) {
	for text, want := range map[string]bool{
		"What are your opening hours?": true, "¿Dónde están ubicados?": true, "¿A qué hora abren?": true, "when do you close": true, "horario de atención": true, "¿cuál es la dirección?": true, "where are you located": true,
		"": false, "qué horas hay": false, "when are you free": false, "open slots": false, "where it hurts": false,
	} {
		if got := Read(text).About; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Whole conversations' worth in one sentence, as the desk receives it.
func TestConverse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want canonical.Converse
	}{
		{"Reserva Kinesiologia Musculoesqueletica el 1 de abril a las 10:00 a nombre de Joaquin Lopez, joaquin.lopez@mail.com", canonical.Converse{
			Want: book, Words: []string{"kinesiologia", "musculoesqueletica"}, When: on("04-01 10:00"),
			Client: canonical.Client{Email: "joaquin.lopez@mail.com", Name: "Joaquin", Surname: "Lopez"}, Language: canonical.Spanish}},
		{"Please move my session 01M3A9S2K5WQ7V0C8N4XJ6RTEB to tomorrow at 3pm", canonical.Converse{
			Want: reschedule, When: on("+1 15:00"), Booking: "01M3A9S2K5WQ7V0C8N4XJ6RTEB", Language: canonical.English}},
		{"What times do you have free for a haircut on Friday?", canonical.Converse{
			Want: slots, Words: []string{"haircut"}, When: on("fri"), Language: canonical.English}},
	} {
		if d := cmp.Diff(tt.want, Read(tt.text).Converse()); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}

func check(t *testing.T, text string, want Reading) {
	t.Helper()
	if want.Language == "" {
		want.Language = canonical.Spanish
	}
	if d := cmp.Diff(want, Read(text)); d != "" {
		t.Errorf("%q: %s", text, d)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "a las", "2 de", "+", "+5", "semana que", "nombre:", "mi nombre es", ":", "=", "a=", "2026-04-02T", "1/", "p.m.", "\xff\xfe", "x@", "3 de la", "soy", "para mi hijo", "El 2/4/2026 a las 10 a nombre de Ana, a@b.cl"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := Read(s)
		if len(r.Words) > maxWords {
			t.Errorf("%d words", len(r.Words))
		}
		if c := r.When.Clock; c != "" {
			if _, err := time.Parse("15:04", c); err != nil {
				t.Error(err)
			}
		}
		if d := r.When.Date; d != "" {
			if _, err := canonical.ParseDate(string(d)); err != nil {
				t.Error(err)
			}
		}
		if r.Client.Email != "" && !canonical.IsEmail(r.Client.Email) {
			t.Errorf("%q is no address", r.Client.Email)
		}
		if r.Booking != "" && !canonical.IsID(r.Booking) {
			t.Errorf("%q is no id", r.Booking)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Read("El miercoles a las 10, a nombre de mi hijo Joaquin Lopez, email joaquin.lopez@mail.com")
	}
}
