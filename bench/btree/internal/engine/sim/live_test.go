package sim

import (
	"context"
	"database/sql/driver"
	"math"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// A server's tree after the benchmark's own inserts by one writer, and its twin's after the
// same keys.
func TestTwinOfALiveServer(t *testing.T) {
	const batch = 1000
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			rows := 20_000
			if kind == dbserver.MariaDB {
				rows = 60_000 // it does not count the pages of fewer
			}
			e := live(t, kind)
			d, err := e.Describe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range d.Layouts {
				column := key.Bytes
				if d.UUID {
					column = key.UUIDs
				}
				for _, name := range []string{"uuidv4", "scru160", "uid11-random"} {
					k, src := source(t, name, column)
					s := engine.Spec{Layout: l.Name, Key: k.Form, Payload: 100}
					twin, ok := NewTwin(d.Name, s)
					if !ok {
						t.Fatalf("%s has no twin", l.Name)
					}
					got, want := twin, grown(t, e, s, func() ([]driver.Valuer, bool) {
						if twin.tree.Rows() == rows {
							return nil, false
						}
						list := keys(t, src, batch)
						if err := twin.Insert(list); err != nil {
							t.Fatal(err)
						}
						return list, true
					})
					compare(t, l.Name+" "+name, got.Readings(), want)
				}
			}
		})
	}
}

func compare(t *testing.T, what string, simulated, measured metric.Readings) {
	t.Helper()
	for name, tolerance := range map[string]float64{metric.LeafPages: 0.005, metric.LeafFill: 0.005} {
		got, want := simulated.Get(name), measured.Get(name)
		if want.Missing != "" || got.Missing != "" {
			t.Errorf("%s: %s is %+v, measured %+v", what, name, got, want)
			continue
		}
		off := got.Value/want.Value - 1
		t.Logf("%s: %s %v, measured %v (%+.2f%%)", what, name, got.Value, want.Value, 100*off)
		if math.Abs(off) > tolerance {
			t.Errorf("%s: %s is %v and measured %v: %+.2f%%", what, name, got.Value, want.Value, 100*off)
		}
	}
}

// live opens a server's engine.
func live(t *testing.T, kind dbserver.Kind) engine.Engine {
	t.Helper()
	srv := dbtest.Server(t, kind)
	var e engine.Engine
	var err error
	if kind == dbserver.Postgres {
		e, err = postgres.On(t.Context(), srv)
	} else {
		e, err = mysql.On(t.Context(), srv)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// grown inserts what next gives and measures the tree.
func grown(t *testing.T, e engine.Engine, s engine.Spec, next func() ([]driver.Valuer, bool)) metric.Readings {
	t.Helper()
	tr, err := e.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for list, ok := next(); ok; list, ok = next() {
		if err := w.Insert(t.Context(), list, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := tr.Measure(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}
