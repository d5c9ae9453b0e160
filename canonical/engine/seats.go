package engine

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"hora/canonical"
)

// The seats of one start of a class are cut into blocks, one record each, so
// that many callers can take seats at once without waiting for each other.
// Each part of a block is a booking, hold or offer: how many seats it takes
// and, unless it is for good, until when.

// seatsPerBlock is how many seats make another block. Fewer would mean more
// records to read, more would mean more callers that meet in one. Beyond
// maxBlocks the blocks grow instead: a party may take seats in all of them, and
// moving it writes those of both starts in one commit.
const (
	seatsPerBlock = 16
	maxBlocks     = 32
)

// A seating is the seats of one start.
type seating struct {
	partition string
	start     time.Time
	sizes     []int // seats of each block
}

func (v *view) seating(s *canonical.Service, start time.Time) seating {
	return seatingOf(v.cat.org.Slug, s, start)
}

func seatingOf(slug string, s *canonical.Service, start time.Time) seating {
	all := max(s.Capacity, 1)
	n := min((all+seatsPerBlock-1)/seatsPerBlock, maxBlocks)
	sizes := make([]int, n)
	for i := range sizes {
		sizes[i] = all / n
		if i < all%n {
			sizes[i]++
		}
	}
	return seating{canonical.SeatsPartition(slug, s.ID), start, sizes}
}

func (s seating) key(block int) canonical.StoreKey {
	return canonical.SeatsKey(s.partition, s.start, block)
}

func (s seating) keys() (all []canonical.StoreKey) {
	for i := range s.sizes {
		all = append(all, s.key(i))
	}
	return all
}

// seated is one part of a block.
type seated struct {
	seats int
	until int64 // Unix seconds; 0: for good
}

func (p seated) alive(now time.Time) bool { return p.until == 0 || now.Unix() < p.until }

func (p seated) text() string {
	s := strconv.Itoa(p.seats)
	if p.until > 0 {
		s += " " + strconv.FormatInt(p.until, 10)
	}
	return s
}

func parseSeated(s string) (p seated) {
	seats, until, _ := strings.Cut(s, " ")
	p.seats, _ = strconv.Atoi(seats)
	p.until, _ = strconv.ParseInt(until, 10, 64)
	return p
}

// count is how many seats of a block are taken, and how many of those are only
// kept for a while; what self takes does not count.
func count(block canonical.Record, now time.Time, self []string) (taken, held int) {
	for name, text := range block.Parts {
		p := parseSeated(text)
		if !p.alive(now) || slices.Contains(self, name) {
			continue
		}
		taken += p.seats
		if p.until > 0 {
			held += p.seats
		}
	}
	return taken, held
}

// left is how many seats a block that has been read has left.
func (v *view) left(s seating, block int, self []string) int {
	taken, _ := count(v.Record(s.key(block)), v.now, self)
	return max(s.sizes[block]-taken, 0)
}

// first is the block that an act looks at first: each act another, so that
// acts side by side rarely meet.
func (s seating) first(seed string) int {
	h := fnv.New32a()
	h.Write([]byte(seed))
	return int(h.Sum32() % uint32(len(s.sizes)))
}

// takeSeats claims so many seats, those kept already first, then those of the
// first block, then of the blocks after it. What it claims is less than wanted
// when no more are left. All blocks it looks at must have been read.
func (v *view) takeSeats(s seating, wanted int, seed string, kept []canonical.Claim, self []string) (claims []canonical.Claim) {
	free := make([]int, len(s.sizes))
	for i := range free {
		if v.has(s.key(i)) {
			free[i] = v.left(s, i, self)
		}
	}
	at := make([]int, len(s.sizes))
	take := func(block, n int) {
		if n = min(n, free[block], wanted); n <= 0 {
			return
		}
		free[block], wanted = free[block]-n, wanted-n
		at[block] += n
	}
	for _, c := range kept {
		if c.Calendar == s.partition && c.Start.Equal(s.start) && c.Block < len(free) {
			take(c.Block, c.Seats)
		}
	}
	first := s.first(seed)
	if free[first] < wanted { // prefer one block to several
		for i := range free {
			if free[i] >= wanted {
				first = i
				break
			}
		}
	}
	for i := range free {
		block := (first + i) % len(free)
		take(block, free[block])
	}
	for block, n := range at {
		if n > 0 {
			claims = append(claims, canonical.Claim{Calendar: s.partition, Start: s.start, Block: block, Seats: n})
		}
	}
	return claims
}
