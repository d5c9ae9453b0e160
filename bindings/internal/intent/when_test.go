package intent

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
)

func num(n int) *int { return &n }

func at(s string) canonical.When {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return canonical.When{At: t.UTC()}
}

// on writes a When as a row can hold it: "2026-04-02 10:00", "04-02", "mon",
// "+1 10:00", "week 1", "mon week 1", "10:00".
func on(s string) (w canonical.When) {
	f := strings.Fields(s)
	for i := 0; i < len(f); i++ {
		switch x := f[i]; {
		case x == "week":
			i++
			w.Week = num(int(f[i][0] - '0'))
		case x[0] == '+':
			w.Ahead = num(int(x[1] - '0'))
		case strings.Contains(x, ":"):
			w.Clock = x
		case len(x) == 10:
			w.Date = canonical.Date(x)
		case len(x) == 5:
			w.Yearly = x
		default:
			w.Weekday = x
		}
	}
	return w
}

func TestWhen(t *testing.T) {
	for _, tt := range []struct {
		text string
		want canonical.When
	}{
		{"2026-04-02", on("2026-04-02")},
		{"el 2026-04-02 a las 10", on("2026-04-02 10:00")},
		{"2026-04-02 10:00", on("2026-04-02 10:00")},
		{"2026-04-02T10:00", on("2026-04-02 10:00")},
		{"2026-04-02T10:00:00", on("2026-04-02 10:00")},
		{"2026-04-02T10:00:00-04:00", at("2026-04-02T14:00:00Z")},
		{"2026-04-02T10:00Z", at("2026-04-02T10:00:00Z")},
		{"2026-04-02T10:00-0300.", at("2026-04-02T13:00:00Z")},
		{"2026-04-02 10:00-03:00", at("2026-04-02T13:00:00Z")},
		{"2026-04-02t13:00:00.000z", at("2026-04-02T13:00:00Z")},
		{"2026-02-30", on("02-30")},
		{"2026-13-01", on("02-30")},
		{"llámame al 9-8765-4321", canonical.When{}},
		{"120/80 y 50/50", canonical.When{}},
		{"2/4/2026", on("2026-04-02")},
		{"02-04-2026", on("2026-04-02")},
		{"2.4.26", on("2026-04-02")},
		{"el 2/4", on("04-02")},
		{"31/2/2026", on("02-30")},
		{"0/0/0", canonical.When{}},
		{"on 4/2/2026 please", on("2026-04-02")},
		{"on 25/12/2026 please", on("2026-12-25")},
		{"media hora, 1/2 hora", canonical.When{}},
		{"2 de abril", on("04-02")},
		{"el 2 de abril a las 10:30", on("04-02 10:30")},
		{"2 de abril de 2026", on("2026-04-02")},
		{"2 de abril del 2026, 9:00", on("2026-04-02 09:00")},
		{"1º de mayo", on("05-01")},
		{"primero de mayo", on("05-01")},
		{"abril 2", on("04-02")},
		{"30 de febrero", on("02-30")},
		{"31 de abril a las 10", on("02-30 10:00")},
		{"29 de febrero", on("02-29")},
		{"29 de febrero de 2027", on("02-30")},
		{"marzo 2026", canonical.When{}},
		{"April 2", on("04-02")},
		{"on April 2nd, 2026 at 3pm", on("2026-04-02 15:00")},
		{"the 2nd of April", on("04-02")},
		{"May I book on May 5?", on("05-05")},

		{"el miércoles", on("wed")},
		{"los sábados", on("sat")},
		{"on Monday", on("mon")},
		{"on Thurs at noon", on("thu 12:00")},
		{"lunes 6 de abril", on("04-06")},
		{"miércoles 2026-04-01 a las 10", on("2026-04-01 10:00")},
		{"el lunes de la próxima semana", on("mon week 1")},
		{"hoy", on("+0")}, {"today", on("+0")}, {"esta tarde", on("+0")},
		{"mañana", on("+1")}, {"tomorrow", on("+1")},
		{"mañana por la mañana", on("+1")},
		{"pasado mañana", on("+2")}, {"the day after tomorrow", on("+2")},
		{"por la mañana", canonical.When{}},
		{"esta semana", on("week 0")}, {"this week", on("week 0")},
		{"la próxima semana", on("week 1")}, {"la semana que viene", on("week 1")}, {"next week", on("week 1")},
		{"el fin de semana", on("sat")},

		{"a las 10", on("10:00")}, {"a las diez", on("10:00")}, {"a la una", on("01:00")}, {"a las 9 y media", on("09:30")}, {"a las 9 y 20", on("09:20")}, {"a las 9.45", on("09:45")},
		{"10:30", on("10:30")}, {"15h30", on("15:30")}, {"15h", on("15:00")}, {"10 hrs", on("10:00")}, {"10:00hrs", on("10:00")},
		{"3pm", on("15:00")}, {"3 pm", on("15:00")}, {"3:30 p.m.", on("15:30")}, {"12am", on("00:00")}, {"12 pm", on("12:00")}, {"15 pm", on("15:00")},
		{"a las 3 de la tarde", on("15:00")}, {"a las tres y media de la tarde", on("15:30")}, {"8 de la noche", on("20:00")}, {"10 de la mañana", on("10:00")}, {"mañana a las 10 de la mañana", on("+1 10:00")},
		{"at 10", on("10:00")}, {"at ten in the morning", on("10:00")}, {"at 4 in the afternoon", on("16:00")}, {"10 o'clock", on("10:00")}, {"al mediodía", on("12:00")},
		{"25:00", canonical.When{}}, {"10:75", canonical.When{}}, {"tengo 10 años", canonical.When{}}, {"las 3 opciones", canonical.When{}}, {"2 sesiones", canonical.When{}},

		{"quiero hora el lunes o el martes", on("mon")},
		{"cambiar mi hora del lunes a las 10 al martes a las 11", on("tue 11:00")},
		{"move my appointment from Monday to Tuesday at 3pm", on("tue 15:00")},
	} {
		if d := cmp.Diff(tt.want, Read(tt.text).When); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}
