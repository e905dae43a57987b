package lease_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/ops/lease"
)

// BenchmarkClaim claims numbers and gives them back, by one process and by eight at once.
//
//	go test -run '^$' -bench Claim -benchtime 2s ./integration_test/ops/lease
func BenchmarkClaim(b *testing.B) {
	for _, kind := range kinds {
		for _, processes := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s/%d", kind, processes), func(b *testing.B) {
				d := newDatabase(b, kind)
				d.db.SetMaxIdleConns(processes)
				var left atomic.Int64
				left.Store(int64(b.N))
				b.ResetTimer()
				var all sync.WaitGroup
				for range processes {
					all.Go(func() {
						for left.Add(-1) >= 0 {
							ids, err := lease.Acquire(b.Context(), d.db, lease.Snowish(), lease.Config{})
							if err == nil {
								err = ids.Close()
							}
							if err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				all.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "claims/s")
			})
		}
	}
}
