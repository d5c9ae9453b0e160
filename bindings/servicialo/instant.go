package servicialo

import "time"

// instant is how the dialect writes a time: UTC with milliseconds.
func instant(t time.Time) string {
	var b [len(instantForm)]byte
	return string(appendInstant(b[:0], t))
}

const instantForm = "2006-01-02T15:04:05.000Z"

func appendInstant(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = appendDate(b, year, month, day)
	b = append(b, 'T', '0'+byte(hour/10), '0'+byte(hour%10), ':', '0'+byte(minute/10), '0'+byte(minute%10), ':', '0'+byte(second/10), '0'+byte(second%10))
	ms := t.Nanosecond() / 1e6
	return append(b, '.', '0'+byte(ms/100), '0'+byte(ms/10%10), '0'+byte(ms%10), 'Z')
}

func appendDate(b []byte, year int, month time.Month, day int) []byte {
	return append(b, '0'+byte(year/1000%10), '0'+byte(year/100%10), '0'+byte(year/10%10), '0'+byte(year%10),
		'-', '0'+byte(month/10), '0'+byte(month%10), '-', '0'+byte(day/10), '0'+byte(day%10))
}

// parseInstant reads an ISO 8601 date and time as RFC 3339 has it, seconds
// optional. Without an offset it could be any of some forty instants, so it is
// none. The year 1 does not begin with an instant: that is how no time is
// written.
func parseInstant(s string) (time.Time, bool) {
	p := &scanner{rest: s}
	year := p.number(4, 1, 9999)
	p.sign('-')
	month := p.number(2, 1, 12)
	p.sign('-')
	day := p.number(2, 1, 31)
	p.sign('T')
	hour := p.number(2, 0, 23)
	p.sign(':')
	minute := p.number(2, 0, 59)
	second, nanosecond := 0, 0
	if p.next() == ':' {
		p.sign(':')
		second = p.number(2, 0, 59)
		if p.next() == '.' {
			nanosecond = p.fraction()
		}
	}
	offset := time.Duration(0)
	switch sign := p.next(); sign {
	case '+', '-':
		p.sign(sign)
		offset = time.Duration(p.number(2, 0, 23)) * time.Hour
		p.sign(':')
		offset += time.Duration(p.number(2, 0, 59)) * time.Minute
		if sign == '-' {
			offset = -offset
		}
	default:
		p.sign('Z')
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, nanosecond, time.UTC)
	if p.bad || p.rest != "" || t.Day() != day {
		return time.Time{}, false
	}
	t = t.Add(-offset)
	return t, !t.IsZero()
}

// A scanner takes a text apart from its front. Once something is not as it
// must be, it is bad and stays so.
type scanner struct {
	rest string
	bad  bool
}

// next is the sign in front; 0 at the end.
func (p *scanner) next() byte {
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

func (p *scanner) sign(c byte) {
	if p.bad = p.bad || p.next() != c; !p.bad {
		p.rest = p.rest[1:]
	}
}

// number takes so many digits, which count from least to most.
func (p *scanner) number(digits, least, most int) int {
	n := 0
	if p.bad = p.bad || len(p.rest) < digits; p.bad {
		return 0
	}
	for i := range digits {
		c := p.rest[i]
		p.bad = p.bad || c < '0' || c > '9'
		n = n*10 + int(c-'0')
	}
	p.rest = p.rest[digits:]
	p.bad = p.bad || n < least || n > most
	return n
}

// fraction takes a point and one to nine digits of a second.
func (p *scanner) fraction() int {
	p.sign('.')
	n, unit := 0, 1_000_000_000
	for unit > 1 && p.next() >= '0' && p.next() <= '9' {
		unit /= 10
		n += int(p.next()-'0') * unit
		p.rest = p.rest[1:]
	}
	p.bad = p.bad || unit == 1_000_000_000
	return n
}
