package pgx_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/sample"
)

// rowsRead is how many rows BenchmarkRead reads in one go.
const rowsRead = 1_000_000

// BenchmarkRead reads a million rows of a uuid column into a wiji.ID and into
// pgx's own type. The two take turns, and "ratio" is the median of the ratios of
// neighbours, so that it does not depend on what else the machine does.
//
//	go test -run '^$' -bench Read -benchtime 15x ./integration_test/pgx
func BenchmarkRead(b *testing.B) {
	conn := connect(b, pgx.QueryExecModeCacheStatement)
	exec(b, conn, "CREATE TEMPORARY TABLE rows (id uuid)")
	n, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, []string{"id"},
		pgx.CopyFromSlice(rowsRead, func(int) ([]any, error) { return []any{wiji.New()}, nil }))
	if err != nil || n != rowsRead {
		b.Fatal(n, err)
	}
	exec(b, conn, "ANALYZE rows")
	read := func(dst any) time.Duration {
		start := time.Now()
		rows, err := conn.Query(ctx, "SELECT id FROM rows")
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for rows.Next() {
			if err := rows.Scan(dst); err != nil {
				b.Fatal(err)
			}
			n++
		}
		if err := rows.Err(); err != nil || n != rowsRead {
			b.Fatal(n, err)
		}
		return time.Since(start)
	}
	own, peer := new(wiji.ID), new(pgtype.UUID)
	read(own)
	read(peer)
	var ratios, owns, peers []float64
	for i := 0; b.Loop(); i++ {
		var o, p time.Duration
		if i%2 == 0 { // who goes first must not matter
			o, p = read(own), read(peer)
		} else {
			p, o = read(peer), read(own)
		}
		ratios = append(ratios, float64(o)/float64(p))
		owns, peers = append(owns, float64(o.Nanoseconds())/rowsRead), append(peers, float64(p.Nanoseconds())/rowsRead)
	}
	b.ReportMetric(0, "ns/op") // of both together, which is of no use
	b.ReportMetric(sample.Median(ratios), "ratio")
	b.ReportMetric(sample.Median(owns), "wiji-ns/row")
	b.ReportMetric(sample.Median(peers), "pgtype.UUID-ns/row")
}
