package servicialo

import (
	"testing"

	"hora/canonical"
)

// Every end of every act that the dialect asks for has a row, and no row of an
// act stands for an end that it cannot have.
func TestRows(t *testing.T) {
	for _, op := range []canonical.Op{
		canonical.OpDescribe, canonical.OpListServices, canonical.OpFindSlots, canonical.OpBook,
		canonical.OpCancel, canonical.OpReschedule, canonical.OpConverse, canonical.OpIncomplete,
	} {
		for c := range canonical.NumCodes {
			n := nativeOf(op, c)
			if canonical.Ends[op].Has(c) && c != canonical.Internal && n == rows[canonical.Internal] {
				t.Errorf("%s has no row for %s", op, c)
			}
			if !canonical.Ends[op].Has(c) && rows[c].status != 0 && n != rows[c] {
				t.Errorf("%s has a row of its own for %s, in which it cannot end", op, c)
			}
		}
	}
}

// Every excuse is said in both languages, and none says that something went
// wrong inside but that of an internal error.
func TestExcuses(t *testing.T) {
	for _, l := range []canonical.Language{canonical.Spanish, canonical.English} {
		internal := because(canonical.OpBook, canonical.Refuse(canonical.Internal), l)
		for c := range canonical.NumCodes {
			switch c { // answered by the envelope, or never in this dialect
			case canonical.Internal, canonical.RateLimited, canonical.UnknownOrganization, canonical.MessageReused:
				continue
			}
			if canonical.Ends[canonical.OpConverse].Has(c) && because(canonical.OpBook, canonical.Refuse(c), l) == internal {
				t.Errorf("no words for %s in %s", c, l)
			}
		}
	}
	for c := range canonical.NumCodes {
		es, en := because(canonical.OpBook, canonical.Refuse(c), canonical.Spanish), because(canonical.OpBook, canonical.Refuse(c), canonical.English)
		if es == en {
			t.Errorf("%s is said alike in both languages: %s", c, es)
		}
	}
}
