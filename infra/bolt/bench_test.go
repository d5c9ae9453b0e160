package bolt_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"hora/canonical"
)

// BenchmarkLoadWeek reads what a look at a week's free slots reads.
func BenchmarkLoadWeek(b *testing.B) {
	s := open(b)
	var keys []canonical.StoreKey
	for day := range 9 {
		r := canonical.Record{StoreKey: at(fmt.Sprint(day)), Parts: map[string]string{}}
		for i := range 15 {
			r.Parts[fmt.Sprintf("01M3A9S2K5WQ7V0C8N4XJ6RT%02d", i)] = "1775048400 1775052000 0"
		}
		if err := s.Commit(ctx, canonical.Write{Record: r}); err != nil {
			b.Fatal(err)
		}
		keys = append(keys, r.StoreKey)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Load(ctx, keys...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCommit writes alone and with 64 beside each other, who share the
// waits for the disk.
func BenchmarkCommit(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			s := open(b)
			var n atomic.Int64
			b.SetParallelism(max(1, callers/2))
			if callers == 1 {
				for b.Loop() {
					s.Commit(ctx, put(fmt.Sprint(n.Add(1)), 0, never))
				}
				return
			}
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := s.Commit(ctx, put(fmt.Sprint(n.Add(1)), 0, never)); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
