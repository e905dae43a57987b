package postgres

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// A product that only speaks the protocol is measured with what it offers: rows go in,
// are counted and read, and the readings of pages are blank with the reason. A server
// of PostgreSQL's stands in for it here, which does not know CockroachDB's SHOW RANGES.
func TestOtherProducts(t *testing.T) {
	for name, sized := range map[string]bool{server.CockroachDB: false, server.YugabyteDB: true} {
		t.Run(name, func(t *testing.T) {
			s, err := server.On(t.Context(), dbtest.Server(t, dbserver.Postgres))
			if err != nil {
				t.Fatal(err)
			}
			s.Product = server.Product{Name: name, Version: "v1", Store: name + " has no leaf pages"}
			s.Conditions = engine.Conditions{Checkpoints: engine.SeveralCheckpoints}
			e, err := newEngine(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			d, err := e.Describe(t.Context())
			if err != nil || d.Version != name+" v1" || d.Generates != nil || !strings.Contains(strings.Join(d.Notes, " "), "no leaf pages") || !strings.Contains(strings.Join(d.Notes, " "), name+" has none") {
				t.Errorf("%+v, %v", d, err)
			}
			tr, err := e.Prepare(t.Context(), engine.Spec{Layout: Primary, Key: enginetest.Wide, Payload: 100})
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 500)), 100)
			r := enginetest.Measure(t, tr)
			for _, m := range metric.All() {
				reading, there := r[m.Name]
				switch {
				case m.Name == metric.FileBytes && sized:
					enginetest.Value(t, r, m.Name)
				case m.Name == metric.FileBytes:
					if reading.Missing == "" {
						t.Errorf("the size is %v", reading.Value)
					}
				case there && reading.Missing != s.Product.Store && !strings.Contains(reading.Missing, "see the log"):
					t.Errorf("%s is %+v", m.Name, reading)
				}
			}
			enginetest.NoPages(t, tr, s.Product.Store)
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
