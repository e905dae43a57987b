package main

import (
	"bytes"
	"flag"
	"io"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/bench/dbserver"
)

var outgrow = flag.Bool("outgrow", false, "run the preset outgrow on servers in containers, some 8 minutes")

// The tables of the preset outgrow grow to ten times the buffer pool on servers, and a
// smaller one of SQLite outgrows its own: random keys read pages then, and a counter none.
func TestOutgrow(t *testing.T) {
	args, pool, points, least := []string{"-db", "sqlite", "-pool", "5MB", "-rows", "70000", "-curve", "5", "-batch", "1000"}, 5<<20, 5, 1.5
	if *outgrow {
		for _, kind := range dbserver.Kinds() {
			t.Setenv(kind.DSNVariable(), "") // which would keep its buffer pool
		}
		args, pool, points, least = []string{"-preset", "outgrow", "-db", "postgres,mysql,mariadb", "-pool", "8MB"}, 8<<20, 20, 10
	}
	out := t.TempDir()
	var stderr bytes.Buffer
	if code := command(t.Context(), append(args, "-keys", "uuidv4", "-repeat", "1", "-out", out), io.Discard, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r := saved(t, out)
	t.Logf("%.0f s\n%s", r.Seconds, &stderr)
	for _, tr := range r.Trials {
		if tr.Layout != "index" { // an index alone is smaller
			outgrew(t, tr, pool, points, least)
		}
	}
}

func outgrew(t *testing.T, tr trial.Trial, pool, points int, least float64) {
	t.Helper()
	if len(tr.Detail.Curve) != points {
		t.Fatalf("%s, %s: %d points", tr.Engine, tr.Key, len(tr.Detail.Curve))
	}
	for _, c := range tr.Detail.Curve {
		if v := c.Readings.Get(metric.RowsPerSecond); v.Missing != "" || v.Value <= 0 {
			t.Errorf("%s, %s: the rate at %d rows is %+v", tr.Engine, tr.Key, c.Rows, v)
		}
	}
	last := tr.Detail.Curve[points-1]
	size := last.Readings.Get(metric.FileBytes)
	if size.Missing != "" {
		size = last.Readings.Get(metric.BytesPerRow)
	}
	if times := size.Value * float64(last.Rows) / float64(pool); size.Missing != "" || times < least {
		t.Errorf("%s, %s: the table has %.1f times the buffer pool, %s", tr.Engine, tr.Key, times, size.Missing)
	}
	read := last.Readings.Get(metric.PagesRead)
	if random := tr.Key == "uuidv4"; read.Missing != "" || random != (read.Value > .1) {
		t.Errorf("%s, %s: %+v pages read per row at the end", tr.Engine, tr.Key, read)
	}
}
