package canonical

import (
	"strings"
	"testing"
)

func TestIsEmail(t *testing.T) {
	for s, want := range map[string]bool{
		"joaquin.lopez@mail.com":                 true,
		"a@b.cl":                                 true,
		"Ana+turno@clinica-demo.example":         true,
		"o'brien@mail.ie":                        true,
		"niña@correo.cl":                         true,
		"ana@müller.de":                          true,
		"":                                       false,
		"ana":                                    false,
		"@mail.com":                              false,
		"ana@":                                   false,
		"ana@mail":                               false,
		"ana@mail.c":                             false,
		"ana@mail..com":                          false,
		"ana@.mail.com":                          false,
		"ana@mail.com.":                          false,
		"ana@-mail.com":                          false,
		"ana..b@mail.com":                        false,
		".ana@mail.com":                          false,
		"ana @mail.com":                          false,
		" ana@mail.com":                          false,
		"ana@mail.com\n":                         false,
		"a@b@mail.com":                           false,
		"ana@[127.0.0.1]":                        false,
		"\"ana b\"@mail.com":                     false,
		"ana\xff@mail.com":                       false,
		"ana\u202e@mail.com":                     false,
		"ana\u00a0b@mail.com":                    false,
		"ana@mail\u200b.com":                     false,
		"ana\u0085@mail.com":                     false,
		"שלום@דוגמה.ישראל":                       true,
		"नाम@mail.com":                           true,
		strings.Repeat("a", 64) + "@mail.com":    true,
		strings.Repeat("a", 65) + "@mail.com":    false,
		"a@" + strings.Repeat("b.", 124) + "com": true,
		"a@" + strings.Repeat("b.", 125) + "com": false,
	} {
		if got := IsEmail(s); got != want {
			t.Errorf("IsEmail(%q) = %v", s, got)
		}
	}
}
