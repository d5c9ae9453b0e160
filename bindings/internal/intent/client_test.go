package intent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

func TestClient(t *testing.T) {
	for _, tt := range []struct {
		text                        string
		name, surname, email, phone string
	}{
		{"El miercoles a las 10, a nombre de mi hijo Joaquin Lopez, email joaquin.lopez@mail.com", "Joaquin", "Lopez", "joaquin.lopez@mail.com", ""},
		{"a nombre de ana perez soto el lunes", "ana", "perez soto", "", ""},
		{"mi nombre es Ana", "Ana", "", "", ""},
		{"Me llamo María José de la Cruz y quiero una hora", "María", "José de la Cruz", "", ""},
		{"soy Pedro Rojas, pedro@mail.cl", "Pedro", "Rojas", "pedro@mail.cl", ""},
		{"soy paciente nueva", "", "", "", ""},
		{"Soy de Santiago", "", "", "", ""},
		{"nombre: Ana Pérez; correo: ana@mail.com", "Ana", "Pérez", "ana@mail.com", ""},
		{"nombre:Ana\ncorreo:ana@mail.com\nfono:+56911112222", "Ana", "", "ana@mail.com", "+56911112222"},
		{"Paciente: Joaquín", "Joaquín", "", "", ""},
		{"para mi hijo", "", "", "", ""},
		{"para mi hija Sofía el martes", "Sofía", "", "", ""},
		{"my name is John O'Brien and my email is john@mail.ie", "John", "O'Brien", "john@mail.ie", ""},
		{"I am Looking", "", "", "", ""},
		{"I am sick", "", "", "", ""},
		{"I'm Ana, book me a massage", "Ana", "", "", ""},
		{"under the name Smith", "Smith", "", "", ""},
		{"Name's Li Wei, liwei@x.com", "Li", "Wei", "liwei@x.com", ""},
		{"It's for Kim Lee, kim.lee@x.com", "Kim", "Lee", "kim.lee@x.com", ""},
		{"it's for tomorrow", "", "", "", ""},
		{"on behalf of my mother Jane Doe", "Jane", "Doe", "", ""},
		{"Name: Ana Pérez, phone +1 (212) 555-0100", "Ana", "Pérez", "", "+12125550100"},
		{"llámame al +56 9 1111 2222", "", "", "", "+56911112222"},
		{"+1, +569", "", "", "", ""},
		{"escríbeme a <ana@mail.com>.", "", "", "ana@mail.com", ""},
		{"ana@mail y bob@mail.com, carl@mail.com", "", "", "bob@mail.com", ""},
		{"quiero reservar una hora", "", "", "", ""},
		{"me llamo محمد علي", "محمد", "علي", "", ""},
		{"me llamo 🙂", "", "", "", ""},
		{"Ana Pérez, ana@mail.com", "Ana", "Pérez", "ana@mail.com", ""},
		{"José, jose.soto@mail.com, +56 9 1111 2222", "José", "", "jose.soto@mail.com", "+56911112222"},
		{"Ana Pérez ana@mail.com, gracias", "", "", "ana@mail.com", ""},
		{"Lactancia, ana@mail.com", "", "", "ana@mail.com", ""},
		{"ana@mail.com", "", "", "ana@mail.com", ""},
	} {
		want := canonical.Client{Name: tt.name, Surname: tt.surname, Email: tt.email, Phone: tt.phone}
		if d := cmp.Diff(want, Read(tt.text).Client); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}

// What a text says of people is not kept with it.
func TestUnnamed(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Quiero una hora": "Quiero una hora",
		"Hola, soy Carla Muñoz; mañana a las 11":              "Hola, soy *; mañana a las 11",
		"a nombre de mi hijo Joaquin Lopez, email j@mail.com": "a nombre de mi hijo *, email j@mail.com",
		"nombre:Ana\ncorreo:ana@mail.com":                     "nombre:*\ncorreo:ana@mail.com",
		"Ana Pérez, ana@mail.com":                             "*, ana@mail.com",
		"me llamo José-Luis de la Cruz":                       "me llamo *",
		"I'm O’Brien. Mañana":                                 "I'm *. Mañana",
		"me llamo محمد علي":                                   "me llamo *",
	} {
		if got := Unnamed(text, "*"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	long := strings.Repeat("soy Ana ", 2000)
	if got := Unnamed(long, "*"); !strings.HasSuffix(got, long[MaxText:]) || strings.HasPrefix(got, "soy Ana") {
		t.Errorf("%.40q", got)
	}
}

func TestBooking(t *testing.T) {
	for text, want := range map[string]string{
		"Cancela la sesión cm5session123":                            "cm5session123",
		"cancelar mi reserva número ABC-123":                         "ABC-123",
		"cancel session id: 01M3A9S2K5WQ7V0C8N4XJ6RTEB please":       "01M3A9S2K5WQ7V0C8N4XJ6RTEB",
		"01m3a9s2k5wq7v0c8n4xj6rteb":                                 "01m3a9s2k5wq7v0c8n4xj6rteb",
		"cancel cm5xyz789session":                                    "cm5xyz789session",
		"cambiar la sesion con codigo cm5session123 para el viernes": "cm5session123",
		"Cancelar mi hora de mañana a las 10:30":                     "",
		"cancelar la hora del 2026-04-01":                            "",
		"cancel my session":                                          "",
		"reservar cmiofz81v00fdus0wfmw2tav9":                         "",
		"necesito reservar 2 sesiones":                               "",
		"81M3A9S2K5WQ7V0C8N4XJ6RTEB":                                 "", // beyond 128 bits
	} {
		if got := Read(text).Booking; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
