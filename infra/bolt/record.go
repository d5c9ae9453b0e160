package bolt

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"

	"hora/canonical"
)

// A record is laid out as
//
//	format   1 byte
//	version  uvarint
//	expiry   varint, Unix seconds; 0: none
//	parts    uvarint count, uvarint bytes, then name and value of each, a uvarint length before either
//	body     the rest
//
// so that the version and expiry, all that most conditions need, are read
// without the rest.
const format = 1

var errCorrupt = errors.New("bolt: a record cannot be read; the file is damaged or from a newer release")

// address is where a record lies in its bucket: the partition with its length
// before it, so that no two keys meet and a partition's records lie together
// in sort order.
func address(k canonical.StoreKey) []byte {
	b := make([]byte, 0, binary.MaxVarintLen16+len(k.Partition)+len(k.Sort))
	b = binary.AppendUvarint(b, uint64(len(k.Partition)))
	b = append(b, k.Partition...)
	return append(b, k.Sort...)
}

// expiryAddress orders what expires by when it does.
func expiryAddress(expiry int64, address []byte) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(expiry)^1<<63)
	return append(b, address...)
}

// expiryOf takes an entry of the expiry bucket apart.
func expiryOf(entry []byte) (expiry int64, address []byte) {
	return int64(binary.BigEndian.Uint64(entry) ^ 1<<63), entry[8:]
}

func encode(r canonical.Record) []byte {
	b := make([]byte, 0, size(r)+32)
	b = append(b, format)
	b = binary.AppendUvarint(b, uint64(r.Version))
	b = binary.AppendVarint(b, unix(r.Expires))
	b = binary.AppendUvarint(b, uint64(len(r.Parts)))
	var parts []byte
	for _, name := range slices.Sorted(maps.Keys(r.Parts)) {
		parts = appendString(parts, name)
		parts = appendString(parts, r.Parts[name])
	}
	b = binary.AppendUvarint(b, uint64(len(parts)))
	b = append(b, parts...)
	return append(b, r.Body...)
}

// A header is what stands before a record's parts and body.
type header struct {
	version, expiry int64
	parts, bytes    int
}

// decodeHeader reads a header and what follows it. No bytes are no record:
// the zero header.
func decodeHeader(b []byte) (h header, rest []byte, err error) {
	if b == nil {
		return h, nil, nil
	}
	if len(b) == 0 || b[0] != format {
		return h, nil, errCorrupt
	}
	s := scanner{rest: b[1:]}
	h = header{version: int64(s.uvarint()), expiry: s.varint(), parts: int(s.uvarint()), bytes: int(s.uvarint())}
	if s.bad || h.version <= 0 || h.parts < 0 || h.bytes < 0 || h.bytes > len(s.rest) {
		return h, nil, errCorrupt
	}
	return h, s.rest, nil
}

// decode copies a record out of the file's memory.
func decode(k canonical.StoreKey, b []byte) (canonical.Record, error) {
	h, rest, err := decodeHeader(b)
	r := canonical.Record{StoreKey: k, Version: h.version}
	if err != nil || h.version == 0 {
		return r, err
	}
	if h.expiry != 0 {
		r.Expires = time.Unix(h.expiry, 0).UTC()
	}
	if body := rest[h.bytes:]; len(body) > 0 {
		r.Body = append([]byte(nil), body...)
	}
	if h.parts > 0 {
		text := string(rest[:h.bytes]) // one copy; names and values point into it
		s := scanner{rest: rest[:h.bytes]}
		at := func() string {
			n := int(s.uvarint())
			from := len(text) - len(s.rest)
			if s.bad || n < 0 || n > len(s.rest) {
				s.bad = true
				return ""
			}
			s.rest = s.rest[n:]
			return text[from : from+n]
		}
		r.Parts = make(map[string]string, min(h.parts, h.bytes))
		for range h.parts {
			name := at()
			r.Parts[name] = at()
			if s.bad {
				return r, errCorrupt
			}
		}
	}
	return r, nil
}

// A scanner reads numbers off the front of a record and remembers whether one
// was missing.
type scanner struct {
	rest []byte
	bad  bool
}

func (s *scanner) uvarint() uint64 {
	v, n := binary.Uvarint(s.rest)
	s.skip(n)
	return v
}

func (s *scanner) varint() int64 {
	v, n := binary.Varint(s.rest)
	s.skip(n)
	return v
}

func (s *scanner) skip(n int) {
	if n <= 0 {
		s.bad, n = true, 0
	}
	s.rest = s.rest[n:]
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// unix is an expiry as it is stored, in whole seconds; no expiry is 0.
func unix(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
