package canonical

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
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

// tzif is a zone in the format that package time reads: TZif of version 2, RFC
// 9636 section 3, with nothing in the part for readers of version 1.
func tzif(rules string) []byte {
	tz, changes, _ := strings.Cut(rules, "\t")
	var times, indexes, types, names []byte
	var kinds []string
	for f := strings.Fields(changes); len(f) >= changeFields; f = f[changeFields:] {
		at, _ := strconv.ParseInt(f[0], 10, 64)
		times = binary.BigEndian.AppendUint64(times, uint64(at))
		kind := strings.Join(f[1:changeFields], " ")
		i := slices.Index(kinds, kind)
		if i < 0 {
			i, kinds = len(kinds), append(kinds, kind)
			offset, _ := strconv.Atoi(f[1])
			types = append(binary.BigEndian.AppendUint32(types, uint32(offset)), f[3][0]-'0', byte(len(names)))
			names = append(names, f[2]+"\x00"...)
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
	return slices.Concat(file, times, indexes, types, names, []byte("\n"+tz+"\n"))
}

// changeFields are the words that a change in the table takes.
const changeFields = 4
