package intent

import (
	"strconv"
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

// on writes a When as a row can hold it: "2026-04-02 10:00", "04-02", "15.",
// "mon", "mon later", "+1 10:00", "10:00 exact", "week 1", "mon week 1",
// ">12:00", "<15:00", "mon .. thu".
func on(s string) (w canonical.When) {
	s, until, ranged := strings.Cut(s, " .. ")
	if ranged {
		to := on(until).Day
		w.Until = &to
	}
	f := strings.Fields(s)
	for i := 0; i < len(f); i++ {
		switch x := f[i]; {
		case x == "week":
			i++
			w.Week = num(int(f[i][0] - '0'))
		case x == "later":
			w.Later = true
		case x == "exact":
			w.Exact = true
		case x[0] == '>':
			w.After = x[1:]
		case x[0] == '<':
			w.Before = x[1:]
		case x[0] == '+':
			n, _ := strconv.Atoi(x[1:])
			w.Ahead = &n
		case strings.HasSuffix(x, "."):
			w.Monthly, _ = strconv.Atoi(x[:len(x)-1])
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
		{"hoy", on("+0")}, {"today", on("+0")}, {"esta tarde", on("+0 >12:00")},
		{"mañana", on("+1")}, {"tomorrow", on("+1")},
		{"mañana por la mañana", on("+1 <12:00")},
		{"pasado mañana", on("+2")}, {"the day after tomorrow", on("+2")},
		{"por la mañana", on("<12:00")},
		{"esta semana", on("week 0")}, {"this week", on("week 0")},
		{"la próxima semana", on("week 1")}, {"la semana que viene", on("week 1")}, {"next week", on("week 1")},
		{"el fin de semana", on("sat .. sun")},

		{"a las 10", on("10:00")}, {"a las diez", on("10:00")}, {"a la una", on("01:00")}, {"a las 9 y media", on("09:30")}, {"a las 9 y 20", on("09:20")}, {"a las 9.45", on("09:45")},
		{"10:30", on("10:30")}, {"15h30", on("15:30")}, {"15h", on("15:00")}, {"10 hrs", on("10:00")}, {"10:00hrs", on("10:00")},
		{"3pm", on("15:00")}, {"3 pm", on("15:00")}, {"3:30 p.m.", on("15:30")}, {"12am", on("00:00 exact")}, {"12 pm", on("12:00")}, {"15 pm", on("15:00")},
		{"a las 3 de la tarde", on("15:00")}, {"a las tres y media de la tarde", on("15:30")}, {"8 de la noche", on("20:00")}, {"10 de la mañana", on("10:00 exact")}, {"mañana a las 10 de la mañana", on("+1 10:00 exact")},
		{"at 10", on("10:00")}, {"at ten in the morning", on("10:00 exact")}, {"at 4 in the afternoon", on("16:00")}, {"10 o'clock", on("10:00")}, {"al mediodía", on("12:00")},
		{"half an hour", canonical.When{}}, {"a quarter of it", canonical.When{}}, {"25:00", canonical.When{}}, {"10:75", canonical.When{}}, {"tengo 10 años", canonical.When{}}, {"las 3 opciones", canonical.When{}}, {"2 sesiones", canonical.When{}},

		{"el lunes que viene", on("mon later")}, {"el próximo lunes a las 10", on("mon later 10:00")}, {"next Monday", on("mon later")}, {"el viernes siguiente", on("fri later")}, {"este viernes", on("fri")}, {"this Friday", on("fri")},
		{"el 15", on("15.")}, {"¿y el 15?", on("15.")}, {"el 15 a las 12", on("15. 12:00")}, {"el día 3 en la tarde", on("3. >12:00")}, {"the 15th", on("15.")}, {"lunes 6 a las 9", on("mon 6. 09:00")}, {"Monday 6th", on("mon 6.")}, {"next Saturday 10", on("sat later 10.")}, {"lunes 6 sesiones", on("mon")}, {"on the 3rd at 10am", on("3. 10:00 exact")}, {"para el 20 por favor", on("20.")},
		{"el 2 piso", canonical.When{}}, {"the 2nd one", canonical.When{}}, {"el 32", canonical.When{}}, {"on 3", canonical.When{}},
		{"en 3 días", on("+3")}, {"dentro de dos semanas", on("+14")}, {"en una semana", on("+7")}, {"en quince días a las 9", on("+15 09:00")}, {"in 2 weeks at 10am", on("+14 10:00 exact")}, {"in a week", on("+7")}, {"in three days", on("+3")}, {"en la semana", canonical.When{}},
		{"ayer", on("+-1")}, {"la otra semana", on("week 1")}, {"this weekend", on("sat .. sun")}, {"next weekend", on("sat week 1 .. sun week 1")}, {"el próximo fin de semana", on("sat .. sun")},

		{"el miércoles en la tarde", on("wed >12:00")}, {"Friday afternoon", on("fri >12:00")}, {"viernes tarde", on("fri >12:00")}, {"esta noche", on("+0 >18:00")}, {"tonight", on("+0 >18:00")}, {"tomorrow morning", on("+1 <12:00")}, {"mañana en la mañana", on("+1 <12:00")}, {"esta mañana", on("+0 <12:00")},
		{"buenas tardes", canonical.When{}}, {"good afternoon", canonical.When{}}, {"llego tarde", canonical.When{}}, {"more evenings", canonical.When{}},
		{"después de las 3", on(">15:00")}, {"después de las 3 de la tarde", on(">15:00")}, {"a partir de las 10:30", on(">10:30")}, {"after 5pm", on(">17:00")}, {"after 5", on(">17:00")}, {"desde las 16 hrs", on(">16:00")}, {"no antes de las 11", on(">11:00")}, {"after noon", on(">12:00")}, {"from 3pm", on(">15:00")},
		{"antes de las 11", on("<11:00")}, {"before noon on Saturday", on("sat <12:00")}, {"antes del mediodía", on("<12:00")}, {"hasta las 6", on("<18:00")}, {"by 4pm", on("<16:00")},
		{"después de 3 días", canonical.When{}}, {"after 2 sessions", canonical.When{}}, {"desde 2 personas", canonical.When{}}, {"antes de abril", canonical.When{}}, {"after the 3rd", on("3.")}, {"después del 10", on("10.")}, {"15 horas", on("15:00")}, {"a las 9 horas", on("09:00")}, {"por 8 horas", canonical.When{}}, {"2 horas", canonical.When{}},
		{"entre las 3 y las 5", on(">15:00 <17:00")}, {"entre 2 y 4 el viernes", on("fri >14:00 <16:00")}, {"de 9 a 11", on(">09:00 <11:00")}, {"from 2 to 4", on(">14:00 <16:00")}, {"between 2 and 4 on Friday", on("fri >14:00 <16:00")}, {"between 11 and 1", on(">11:00 <13:00")}, {"between 9 and 11am", on(">09:00 <11:00")}, {"desde las 10 hasta las 12:30", on(">10:00 <12:30")}, {"from 1 to 3pm", on(">13:00 <15:00")},
		{"between 2 and 4 people", canonical.When{}}, {"de 3 a 5 personas", canonical.When{}},

		{"entre el miércoles y el viernes", on("wed .. fri")}, {"de lunes a jueves", on("mon .. thu")}, {"from Monday to Thursday", on("mon .. thu")}, {"between Monday and Wednesday after 3", on("mon >15:00 .. wed")}, {"desde el lunes hasta el jueves", on("mon .. thu")},
		{"del 3 al 5 de abril", on("04-03 .. 04-05")}, {"entre el 3 y el 5", on("3. .. 5.")}, {"del 2 al 4", on("2. .. 4.")}, {"entre hoy y mañana", on("+0 .. +1")},

		{"a las 8 de la mañana", on("08:00 exact")}, {"8am", on("08:00 exact")}, {"a medianoche", on("00:00 exact")}, {"a las 12 de la noche", on("00:00")}, {"half past three", on("03:30")}, {"quarter to 5 in the afternoon", on("16:45")}, {"las 4", on("04:00")}, {"mejor las 11", on("11:00")}, {"tipo 3", on("03:00")}, {"around 4pm", on("16:00")},

		{"quiero hora el lunes o el martes", on("mon")},
		{"cambiar mi hora del lunes a las 10 al martes a las 11", on("tue 11:00")},
		{"move my appointment from Monday to Tuesday at 3pm", on("tue 15:00")},
	} {
		if d := cmp.Diff(tt.want, Read(tt.text).When); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
	}
}
