package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

type counter uint64

func (c counter) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d", c), nil }
func (c *counter) UnmarshalText(text []byte) error {
	_, err := fmt.Sscan(string(text), (*uint64)(c))
	return err
}

// insertSingly inserts the rows as pgbench does: each by itself, its key made just then.
func insertSingly(t testing.TB, tr engine.Tree, clients, rows int) float64 {
	t.Helper()
	var next atomic.Uint64
	next.Store(leastKey)
	writers := make([]engine.Writer, clients)
	for i := range writers {
		var err error
		if writers[i], err = tr.Writer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	began := time.Now()
	for _, w := range writers {
		wg.Go(func() {
			keys := make([]driver.Valuer, 1)
			for range rows / clients {
				keys[0] = sqltype.Int64[counter]{V: counter(next.Add(1))}
				if err := w.Insert(t.Context(), keys, nil); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	for _, w := range writers {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	return float64(rows/clients*clients) / took.Seconds()
}

// pgbench inserts the same rows into the same table.
func TestPgbench(t *testing.T) {
	e := open(t)
	for _, clients := range []int{1, 3} {
		tr := prepare(t, e, enginetest.Number64)
		const rows = 300
		rate, err := tr.Pgbench(t.Context(), clients, rows)
		if why, blank := engine.MissingReason(err); blank {
			dbtest.Missing(t, why)
		}
		if err != nil || rate <= 0 {
			t.Fatalf("%v rows/s, %v", rate, err)
		}
		enginetest.Measure(t, tr) // it counts the rows
		var n, least, most, size int64
		err = e.QueryRowContext(t.Context(), "SELECT count(*), min(id), max(id), min(length(payload)) FROM item").Scan(&n, &least, &most, &size)
		// The first of a client has n = 1, and the last client's number is the greatest.
		if err != nil || n != rows || least != leastKey+int64(clients) || most != leastKey+int64(rows+clients-1) || size != 100 {
			t.Errorf("%d clients: %d rows from %d to %d, payload of %d; %v", clients, n, least-leastKey, most-leastKey, size, err)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPgbenchOfOtherKeys(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, enginetest.Wide)
	_, err := tr.Pgbench(t.Context(), 1, 10)
	if _, blank := engine.MissingReason(err); !blank {
		t.Errorf("got %v", err)
	}
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	tr = prepare(t, e, enginetest.Number64)
	if _, err := tr.Pgbench(t.Context(), 5, 4); err == nil {
		t.Error("five clients inserted four rows")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := tr.Pgbench(ctx, 1, 100_000_000); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// This program's share of pgbench's rate for the same INSERT, one transaction per row:
// the two take turns, and the median of the rounds counts.
//
//	go test -run - -bench Pgbench -benchtime 5x ./bench/btree/internal/engine/postgres
func BenchmarkPgbench(b *testing.B) {
	e, err := On(b.Context(), dbtest.Server(b, dbserver.Postgres))
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	for _, clients := range []int{1, 8} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			const rows = 2000
			var ratios, ours, theirs []float64
			for b.Loop() {
				rate := func(insert func(*tree) float64) float64 {
					tr, err := e.Prepare(b.Context(), engine.Spec{Layout: Primary, Key: enginetest.Number64, Payload: 100})
					if err != nil {
						b.Fatal(err)
					}
					defer tr.Close()
					return insert(tr.(*tree))
				}
				insert := func(tr *tree) float64 { return insertSingly(b, tr, clients, rows) }
				compare := func(tr *tree) float64 {
					v, err := tr.Pgbench(b.Context(), clients, rows)
					if err != nil {
						b.Fatal(err)
					}
					return v
				}
				var o, p float64
				if len(ratios)%2 == 0 {
					o, p = rate(insert), rate(compare)
				} else {
					p, o = rate(compare), rate(insert)
				}
				ratios, ours, theirs = append(ratios, o/p), append(ours, o), append(theirs, p)
			}
			median := func(v []float64) float64 { slices.Sort(v); return v[len(v)/2] }
			b.ReportMetric(median(ratios), "of-pgbench")
			b.ReportMetric(median(ours), "rows/s")
			b.ReportMetric(median(theirs), "pgbench-rows/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
