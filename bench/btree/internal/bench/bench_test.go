package bench

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// BenchmarkInsert grows one tree of b.N rows and reports its metrics as units of
// the Go benchmark format, for benchstat. Trees of different sizes are different
// trees: give the rows, as in -benchtime 30000x.
func BenchmarkInsert(b *testing.B) {
	e, err := sqlite.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	d, err := e.Describe(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range d.Layouts {
		for _, k := range key.All() {
			b.Run("layout="+l.Name+"/key="+k.Name, func(b *testing.B) {
				c := Config{
					Engines: []engine.Engine{e}, Keys: []key.Kind{k},
					Rows: b.N, Writers: 1, Batch: 100, Repeats: 1, Payload: 100, Observer: silent{},
				}
				t, err := c.run(b.Context(), Cell{EngineName: d.Name, Layout: l.Name, Key: k}, column(d))
				if err != nil {
					b.Fatal(err)
				}
				for _, m := range metric.All() {
					if v := t.Readings.Get(m.Name); v.Missing == "" {
						b.ReportMetric(v.Value, m.Unit)
					}
				}
				b.ReportMetric(t.Seconds*1e9/float64(t.Rows), "ns/op")
			})
		}
	}
}
