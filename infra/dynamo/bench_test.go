package dynamo_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"hora/canonical"
	"hora/infra/dynamo"
)

// BenchmarkCommit tells how fast tests can be, not DynamoDB.
func BenchmarkCommit(b *testing.B) {
	s, _ := open(b, dynamo.Options{})
	var n atomic.Int64
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			r := canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: fmt.Sprint(n.Add(1))}}
			if err := s.Commit(b.Context(), canonical.Write{Record: r}); err != nil {
				b.Error(err)
			}
		}
	})
}
