package pgxtype_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
)

// BenchmarkEncodeScan compares what a uuid column costs in Go for a wiji.ID and
// for pgx's own type. "ratio" is the median of the ratios of many short turns,
// which the two take one after the other, so that it does not depend on what
// else the machine does.
func BenchmarkEncodeScan(b *testing.B) {
	m := newMap(b)
	x := wiji.New()
	var own, peer any = x, pgtype.UUID{Bytes: x, Valid: true}
	ownDst, peerDst := new(wiji.ID), new(pgtype.UUID)
	buf := make([]byte, 0, 64)
	encode := func(arg any) {
		if _, err := m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, arg, buf); err != nil {
			b.Fatal(err)
		}
	}
	scan := func(dst any) {
		if err := m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, x[:], dst); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		call func(arg, dst any)
	}{
		{"encode", func(arg, _ any) { encode(arg) }},
		{"scan", func(_, dst any) { scan(dst) }},
		{"both", func(arg, dst any) { encode(arg); scan(dst) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			compare(b, func() { c.call(own, ownDst) }, func() { c.call(peer, peerDst) })
		})
	}
}

// turn is how many calls are measured in one go.
const turn = 200

func compare(b *testing.B, own, peer func()) {
	measure := func(call func()) float64 {
		start := time.Now()
		for range turn {
			call()
		}
		return float64(time.Since(start).Nanoseconds()) / turn
	}
	var ratios, owns, peers []float64
	for b.Loop() {
		o, p := measure(own), measure(peer)
		ratios, owns, peers = append(ratios, o/p), append(owns, o), append(peers, p)
	}
	b.ReportMetric(0, "ns/op") // of a turn of each, which is of no use
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(median(owns), "wiji-ns")
	b.ReportMetric(median(peers), "pgtype.UUID-ns")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

func newMap(t testing.TB, opts ...pgxtype.Option) *pgtype.Map {
	t.Helper()
	m := pgtype.NewMap()
	if err := pgxtype.Register(m, opts...); err != nil {
		t.Fatal(err)
	}
	return m
}
