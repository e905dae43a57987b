package main

import (
	"bytes"
	"flag"
	"io"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/dbserver"
)

var outgrow = flag.Bool("outgrow", false, "run the preset outgrow on servers in containers, some 8 minutes")

// The tables of the preset outgrow grow to ten times the buffer pool on servers, and a
// smaller one of SQLite outgrows its own: random keys read pages then, and a counter none.
func TestOutgrow(t *testing.T) {
	args, pool, least := []string{"-db", "sqlite", "-pool", "5MB", "-rows", "70000", "-batch", "1000"}, 5<<20, 1.5
	if *outgrow {
		for _, kind := range dbserver.Kinds() {
			t.Setenv(kind.DSNVariable(), "") // which would keep its buffer pool
		}
		args, pool, least = []string{"-preset", "outgrow", "-db", "postgres,mysql,mariadb", "-pool", "8MB"}, 8<<20, 10
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
			outgrew(t, tr, pool, least)
		}
	}
}

func outgrew(t *testing.T, tr trial.Trial, pool int, least float64) {
	t.Helper()
	size := tr.Readings.Get(metric.FileBytes)
	if size.Missing != "" {
		size = tr.Readings.Get(metric.BytesPerRow)
	}
	if times := size.Value * float64(tr.Rows) / float64(pool); size.Missing != "" || times < least {
		t.Errorf("%s, %s: the table has %.1f times the buffer pool, %s", tr.Engine, tr.Key, times, size.Missing)
	}
	read := tr.Readings.Get(metric.PagesRead)
	if random := tr.Key == "uuidv4"; read.Missing != "" || random != (read.Value > .1) {
		t.Errorf("%s, %s: %+v pages read per row", tr.Engine, tr.Key, read)
	}
}
