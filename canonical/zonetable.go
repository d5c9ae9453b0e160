package canonical

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"
)

// zoneTable has all time zones there are, as they have been since 2020, when
// nothing had been booked yet. It is made of those that Go comes with, whose
// whole past is twenty times as long, and does not depend on the machine.
//
// A line is for the zones that have been alike: their names; what holds now, as
// in the variable TZ of POSIX; and, where that has not held all the time, what
// did on the first day and every change until it does. Of each change there are
// the Unix time, seconds east of UTC, the abbreviation, and 1 in summer.
//
//go:generate go test -run ^TestZoneTable$ -generate .
//go:embed zones.txt
var zoneTable string

// zoneRules is the rest of a zone's line.
func zoneRules(name string) (rules string, ok bool) {
	for line := range strings.Lines(zoneTable) {
		names, rules, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for n := range strings.SplitSeq(names, " ") {
			if n == name {
				return rules, true
			}
		}
	}
	return "", false
}

// A zoneChange is one change of a zone's clocks.
type zoneChange struct {
	at     int64  // Unix time
	offset int    // seconds east of UTC
	name   string // abbreviation
	summer bool
}

// zoneOf makes a zone of its rules. Package time finds a change that is written
// down by halves, and works one out of the rule anew for every instant that it
// is asked about; so those to come are worked out once.
func zoneOf(name, rules string) (*time.Location, error) {
	rule, list, _ := strings.Cut(rules, "\t")
	past := changesIn(list)
	z, err := time.LoadLocationFromTZData(name, tzif(rule, past))
	if err != nil {
		return nil, err
	}
	if past == nil {
		past = []zoneChange{changeAt(tableBegin.In(z))}
	}
	return time.LoadLocationFromTZData(name, tzif(rule, append(past, changesUntil(tableEnd, z, past[len(past)-1].at)...)))
}

// What is written down of a zone.
var (
	tableBegin = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	tableEnd   = time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
)

// changesIn reads the changes of a line of the table.
func changesIn(list string) (all []zoneChange) {
	const words = 4 // that a change takes
	for f := strings.Fields(list); len(f) >= words; f = f[words:] {
		at, _ := strconv.ParseInt(f[0], 10, 64)
		offset, _ := strconv.Atoi(f[1])
		all = append(all, zoneChange{at, offset, f[2], f[3] == "1"})
	}
	return all
}

// changesUntil are the changes of a zone after one instant and before another.
func changesUntil(end time.Time, z *time.Location, after int64) (all []zoneChange) {
	for at := time.Unix(after, 0).In(z); at.Before(end); {
		_, next := at.ZoneBounds()
		switch {
		case next.IsZero():
			return all
		case !next.After(at): // by package time, at the end of some years
			next = at.Add(24 * time.Hour)
		case next.Before(end):
			all = append(all, changeAt(next))
		}
		at = next
	}
	return all
}

// changeAt is what holds from an instant on.
func changeAt(t time.Time) zoneChange {
	name, offset := t.Zone()
	return zoneChange{t.Unix(), offset, name, t.IsDST()}
}

// tzif is a zone in the format that package time reads: TZif of version 2, RFC
// 9636 section 3, with nothing in the part for readers of version 1.
func tzif(rule string, changes []zoneChange) []byte {
	var times, indexes, types, names []byte
	var kinds []zoneChange // each at no time
	for _, c := range changes {
		times = binary.BigEndian.AppendUint64(times, uint64(c.at))
		c.at = 0
		i := slices.Index(kinds, c)
		if i < 0 {
			i, kinds = len(kinds), append(kinds, c)
			summer := byte(0)
			if c.summer {
				summer = 1
			}
			types = append(binary.BigEndian.AppendUint32(types, uint32(c.offset)), summer, byte(len(names)))
			names = append(names, c.name+"\x00"...)
		}
		indexes = append(indexes, byte(i))
	}
	if kinds == nil { // there must be one, though the rule alone counts
		types, names = make([]byte, 6), make([]byte, 1)
	}
	header := append([]byte("TZif2"), make([]byte, 15)...)
	file := append(slices.Concat(header, make([]byte, 24)), header...)
	for _, n := range []int{0, 0, 0, len(indexes), len(types) / 6, len(names)} {
		file = binary.BigEndian.AppendUint32(file, uint32(n))
	}
	return slices.Concat(file, times, indexes, types, names, []byte("\n"+rule+"\n"))
}
