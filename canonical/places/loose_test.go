package places_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hora/canonical"
	"hora/canonical/places"
)

// Of two days, lengths or times that may be meant none is taken, however the
// two are told; nor is one that is only a bound, or about what is meant.
func TestLooseStayOfQuestion(t *testing.T) {
	for question, want := range map[string]*canonical.Stay{
		"14 or 21 April":                             nil,
		"14th or 15th of April":                      nil,
		"14 April or the 21st":                       nil,
		"April 14 or 21":                             nil,
		"14/21 April":                                nil,
		"14 April/21 April":                          nil,
		"14, 21 April":                               nil,
		"14, 21 or 28 April":                         nil,
		"April 14, 21":                               nil,
		"14 and 21 April":                            nil,
		"14 & 21 April":                              nil,
		"14 April and 21":                            nil,
		"between 14 and 16 April":                    nil, // all of it, or some time in it
		"between 14 April and 16 April":              nil,
		"between 2026-04-14 and 2026-04-16":          nil,
		"between April 14 and 16":                    nil,
		"between Friday and Sunday":                  nil,
		"14 or 15 to 17 April":                       nil,
		"14 to 16 or 17 April":                       nil,
		"14 April to 16 or 17":                       nil,
		"14-16 or 21-23 April":                       nil,
		"14-16 April or 21-23 April":                 nil,
		"14-16 April, maybe 17":                      nil,
		"2026-04-14 or 2026-04-15":                   nil,
		"2026-04-14/2026-04-16":                      nil,
		"14/04/2026 or 15/04/2026":                   nil,
		"14 April, perhaps 15 April":                 nil,
		"14 April or so":                             nil,
		"around 14 April":                            nil,
		"about the 14th of April":                    nil,
		"after 14 April":                             nil,
		"not before 14 April":                        nil,
		"until 14 April":                             nil,
		"till the 14th of April":                     nil,
		"by 14 April":                                nil,
		"any day except 14 April":                    nil,
		"14 April onwards":                           nil,
		"the week of 14 April":                       nil,
		"the weekend of 14 April":                    nil,
		"a week from tomorrow":                       nil,
		"two days after 14 April":                    nil,
		"a week on Friday":                           nil,
		"on Friday week":                             nil,
		"today or tomorrow":                          nil,
		"tomorrow or the day after":                  nil,
		"on Friday or Saturday":                      nil,
		"on Friday/Saturday":                         nil,
		"this Friday or next":                        nil,
		"Friday to Sunday or Monday":                 nil,
		"on Friday 15 April":                         nil, // that is a Wednesday
		"14 April to 16":                             nil,
		"table for 2 - 14 April 7pm":                 nil, // from the second, or two people
		"14 April plus or minus a day":               nil,
		"14 April + a day":                           nil,
		"two to three nights from 14 April":          nil,
		"2-3 nights from 14 April":                   nil,
		"2/3 nights from 14 April":                   nil,
		"between two and three nights from 14 April": nil,
		"14 April for two nights or three":           nil,
		"at least two nights from 14 April":          nil,
		"up to 3 nights from 14 April":               nil,
		"about 3 nights from 14 April":               nil,
		"a few nights from 14 April":                 nil,
		"40 nights from 14 April":                    nil,
		"14 April for a week":                        nil,
		"3 days from 14 April":                       nil,
		"14 April for 3 days":                        nil,
		"tomorrow at 7 or 8pm":                       stay("2026-03-31", "", ""),
		"tomorrow, 7-8pm":                            stay("2026-03-31", "", ""),
		"tomorrow between 7 and 8pm":                 stay("2026-03-31", "", ""),
		"tomorrow 7/8pm":                             stay("2026-03-31", "", ""),
		"tomorrow around 7pm":                        stay("2026-03-31", "", ""),
		"tomorrow after 7pm":                         stay("2026-03-31", "", ""),
		"tomorrow not before 19:30":                  stay("2026-03-31", "", ""),
		"tomorrow 7pm or later":                      stay("2026-03-31", "", ""),
		"tomorrow 7pm-ish":                           stay("2026-03-31", "", ""),

		// and what is certain stays so
		"for 2, 14 April":                          stay("2026-04-14", "", ""),
		"for two 14-16 April":                      stay("2026-04-14", "2026-04-16", ""),
		"14 April - 2 people":                      stay("2026-04-14", "", ""),
		"14 April, 2-3 people":                     stay("2026-04-14", "", ""),
		"14 April and 2 or 3 people":               stay("2026-04-14", "", ""),
		"14 April 2 adults 2 nights":               stay("2026-04-14", "2026-04-16", ""),
		"a pub or an inn on 14 April":              stay("2026-04-14", "", ""),
		"B&B - 14 April - dogs":                    stay("2026-04-14", "", ""),
		"the night of 14 April":                    stay("2026-04-14", "", ""),
		"on Saturday 4 April":                      stay("2026-04-04", "", ""),
		"Sat 4 April":                              stay("2026-04-04", "", ""),
		"Saturday the 4th of April for two nights": stay("2026-04-04", "2026-04-06", ""),
		"Friday 3 to Sunday 5 April":               stay("2026-04-03", "2026-04-05", ""),
		"from Friday 3 April until Sunday 5 April": stay("2026-04-03", "2026-04-05", ""),
		"Friday to Sunday":                         stay("2026-04-03", "2026-04-05", ""),
		"the day after tomorrow":                   stay("2026-04-01", "", ""),
		"for Sunday lunch":                         stay("2026-04-05", "", ""),
		"for Sunday roast":                         nil,
		"tomorrow 7pm - 2 people":                  stay("2026-03-31", "", "19:00"),
		"tomorrow at 7pm for 2 or 3":               stay("2026-03-31", "", "19:00"),
	} {
		if diff := cmp.Diff(want, places.Read(question, today).Stay); diff != "" {
			t.Errorf("%q (-want +got):\n%s", question, diff)
		}
	}
}
