package run

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// benchRows is the environment variable for how many rows the trees of BenchmarkInsert
// have.
const benchRows = "SORTID_BENCH_ROWS"

// BenchmarkInsert grows a tree for each iteration, of 30,000 rows or of as many as
// SORTID_BENCH_ROWS says, and reports the metrics of the last one as units of the Go
// benchmark format: leaf fill, pages, bytes of the log per row. An op is a row. For
// benchstat, each run of a benchmark is best one tree:
//
//	go test -run '^$' -bench . -benchtime 1x -count 6 ./bench/btree/... > trees.txt
//	benchstat -row /engine,/layout -col /key -filter '/key:(counter OR uuidv4 OR uuidv7 OR ulid OR wiji)' trees.txt
//
// The filter keeps to keys of one width.
//
// SQLite and the simulator are always there; a server is taken where there is one, as
// the tests take it. Of the simulator, the time is its own.
func BenchmarkInsert(b *testing.B) {
	rows := 30_000
	if s := os.Getenv(benchRows); s != "" {
		var err error
		if rows, err = strconv.Atoi(s); err != nil || rows < 1 {
			b.Fatalf("%s is %q: it must be a whole number from 1", benchRows, s)
		}
	}
	for _, name := range engine.Names() {
		b.Run("engine="+name, func(b *testing.B) {
			o := server.Options{Writers: 1}
			if engine.IsServer(name) {
				o.DSN = dbtest.Server(b, dbserver.Kind(name)).DSN()
			}
			e, err := Open(b.Context(), name, o)
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			about, err := e.Describe(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			kinds, _, err := key.Select(key.Usual())
			if err != nil {
				b.Fatal(err)
			}
			for _, l := range about.Layouts {
				for _, k := range kinds {
					b.Run("layout="+l.Name+"/key="+k.Name, func(b *testing.B) { grow(b, oneLayout{e, about, l}, k, rows) })
				}
			}
		})
	}
}

// grow grows trees of one kind of key and reports their metrics.
func grow(b *testing.B, e oneLayout, k key.Kind, rows int) {
	k.Control = k.Name // nothing is compared here
	c, err := newJob(trial.Plan{
		Engines: []string{e.about.Name}, Keys: []string{k.Name}, Rows: []int{rows}, Repeats: 1,
	}.WithDefaults(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	c.kinds, c.open = []key.Kind{k}, opening(e)
	var last trial.Trial
	seconds, trees := 0.0, 0
	for b.Loop() {
		r, err := c.run(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if !r.Complete {
			b.Fatal(r.Stopped)
		}
		last = r.Trials[0]
		seconds += last.Seconds
		trees++
	}
	for _, m := range metric.All() {
		if v, ok := last.Readings[m.Name]; ok && v.Missing == "" && m.Name != metric.RowsPerSecond {
			b.ReportMetric(v.Value, m.Unit)
		}
	}
	if !e.about.Simulated {
		b.ReportMetric(float64(rows*trees)/seconds, "rows/s")
	}
	b.ReportMetric(seconds*1e9/float64(rows*trees), "ns/op")
}

// oneLayout is an engine that has one of its layouts, and whose owner closes it.
type oneLayout struct {
	engine.Engine
	about  engine.Description
	layout engine.Layout
}

func (e oneLayout) Describe(context.Context) (engine.Description, error) {
	d := e.about
	d.Layouts = []engine.Layout{e.layout}
	return d, nil
}

func (e oneLayout) Close() error { return nil }
