package a2awire

import "testing"

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"":                                      "",
		"Quiero una hora para el martes":        "Quiero una hora para el martes",
		"ana@example.cl":                        "[redacted]",
		"Soy Ana, ana.perez+x@mail.example.cl.": "Soy Ana, [redacted].",
		"mail <ana@example.cl>, or mailto:b@c.de?":     "mail <[redacted]>, or mailto:[redacted]?",
		"ñandú@correo.cl":                              "[redacted]",
		"write to @anita":                              "write to @anita",
		"at 5@ or 6":                                   "at 5@ or 6",
		"+56 9 1234 5678":                              "[redacted]",
		"call (212) 555-1234 today":                    "call [redacted] today",
		"fono 912345678, gracias":                      "fono [redacted], gracias",
		"tel:+56912345678.":                            "tel:[redacted].",
		"rut 12.345.678-5":                             "rut [redacted]",
		"+1 555 12":                                    "+1 555 12",
		"1234567":                                      "1234567",
		"+1234567":                                     "[redacted]",
		"2026-04-01T10:00:00-03:00":                    "2026-04-01T10:00:00-03:00",
		"2026-04-01 10:00":                             "2026-04-01 10:00",
		"el 1/4/2026 a las 10:30, 2 personas":          "el 1/4/2026 a las 10:30, 2 personas",
		"20260316T140000Z":                             "20260316T140000Z",
		"20260316 y 20260317":                          "20260316 y 20260317",
		"20261332":                                     "[redacted]",
		"10 2026-04-01 12":                             "10 2026-04-01 12",
		"cuesta 40000 CLP":                             "cuesta 40000 CLP",
		"slot_20269916_1400":                           "slot_20269916_1400",
		"1b9d6bcd-bbfd-4b2d-9b5d-123456789012":         "1b9d6bcd-bbfd-4b2d-9b5d-123456789012",
		"Bearer eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln!": "Bearer [redacted]!",
		"\xff\xfe ana@\xff.cl":                         "\xff\xfe [redacted]",
	} {
		if got := masked(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := masked(want); got != want {
			t.Errorf("%q is masked again: %q", want, got)
		}
	}
}
