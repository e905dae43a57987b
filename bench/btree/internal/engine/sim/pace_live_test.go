package sim

import (
	"context"
	"database/sql/driver"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Rows of the trees that TestPaceOfALiveServer compares, and how many trees of a key whose
// leaf pages depend on chance it grows.
const (
	pacedRows      = 20_000
	pacedLive      = 4
	pacedSimulated = 20
)

// keyTolerance is how far the simulated leaf pages and leaf fill of a key may be from the
// server's, as a share of them, besides chance.
const keyTolerance = 0.01

// fewKeys are compared without -every-key: those of a counter within a tick, and of a tick
// that is long.
var fewKeys = []string{"wiji", "ksuid"}

// One writer inserts keys into a server and into the simulator, of every kind with -every-key. The server
// takes batches of 100 no faster than pace: where it is faster, the writer waits. The
// keys have the system's clock on the server and the virtual clock in the simulator.
func TestPaceOfALiveServer(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.Postgres, dbserver.MySQL} {
		t.Run(string(kind), func(t *testing.T) {
			e := live(t, kind)
			d, err := e.Describe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			column := key.Bytes
			if d.UUID {
				column = key.UUIDs
			}
			for _, k := range key.All() {
				if !k.Clocked || k.IsControl() {
					continue // without a clock: the tests of integration_test/replay compare the same keys
				}
				if !*everyKey && !slices.Contains(fewKeys, k.Name) {
					continue
				}
				layout := d.Layouts[0].Name
				p := paced{kind: k, column: column, spec: engine.Spec{Layout: layout, Key: k.Form, Payload: 100}}
				twin := p
				twin.spec.Layout = twins[[2]string{d.Name, layout}]
				p.compare(t, e, twin)
			}
		})
	}
}

// twins are the layouts of this engine by the engine and layout that they simulate.
var twins = map[[2]string]string{
	{engine.Postgres, postgres.Primary}: NBTree,
	{engine.MySQL, mysql.Clustered}:     InnoDB,
}

// byChance are the kinds whose leaf pages depend on chance: they have no order within a tick.
var byChance = []string{"ulid-plain", "ksuid", "xid"}

// paced grows trees of a kind of key.
type paced struct {
	kind   key.Kind
	column key.Column
	spec   engine.Spec
	// starts are the times to which the batches move the virtual clock; nil for none.
	starts []time.Time
}

// compare compares the server's trees with the simulator's.
func (p paced) compare(t *testing.T, server engine.Engine, twin paced) {
	t.Helper()
	sim := simulator(t)
	trees := 1
	if slices.Contains(byChance, p.kind.Name) {
		trees = pacedLive
	}
	var measured, simulated []metric.Readings
	for range trees {
		r, starts := p.grow(t, server)
		measured = append(measured, r)
		if p.kind.Name == "ksuid" { // whose tick is a second: a stall of the disk counts
			twin.starts = starts
		}
		for range pacedSimulated / trees {
			r, _ := twin.grow(t, sim)
			simulated = append(simulated, r)
		}
	}
	for _, name := range []string{metric.LeafPages, metric.LeafFill} {
		want, _ := spread(measured, name)
		got, chance := spread(simulated, name)
		// Three standard errors of the difference of the means.
		luck := 3 * chance * math.Sqrt(1/float64(len(measured))+1/float64(len(simulated)))
		t.Logf("%s: %s: %.1f ± %.1f, measured %.1f (%+.2f%%, chance %.2f%%)", p.kind.Name, name, got, chance, want, 100*(got/want-1), 100*luck/want)
		if math.Abs(got-want) > keyTolerance*want+luck {
			t.Errorf("%s: %s is %.2f and measured %.2f: %+.2f%%, of which %.2f%% may be chance", p.kind.Name, name, got, want, 100*(got/want-1), 100*luck/want)
		}
	}
}

// lead is how far the starts of batches are ahead: a virtual clock begins with the system's
// time, and does not go back.
const lead = time.Hour

// grow inserts keys by one writer, measures the tree and returns when the batches started.
// Without its own clock, the tree gets its batches pace apart at least.
func (p paced) grow(t *testing.T, e engine.Engine) (metric.Readings, []time.Time) {
	t.Helper()
	tr, err := e.Prepare(t.Context(), p.spec)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	o, rest := key.Options{Column: p.column}, paceBatch*pace
	if c, ok := tr.(engine.Clocked); ok {
		o.Clock, rest = c.Clock(), 0
	}
	src := p.kind.Open(1, o).Writer(0)
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	another := func(ctx context.Context) (driver.Valuer, error) { return src.Next(ctx) }
	if !p.kind.Collides {
		another = nil
	}
	began, starts := time.Time{}, []time.Time(nil)
	for i := range pacedRows / paceBatch {
		time.Sleep(time.Until(began.Add(rest)))
		began = time.Now()
		starts = append(starts, began.Add(lead))
		if p.starts != nil {
			if err := o.Clock.WaitUntil(t.Context(), p.starts[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Insert(t.Context(), keys(t, src, paceBatch), another); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r, starts
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

// spread returns the mean of a reading, and its standard deviation.
func spread(list []metric.Readings, name string) (mean, deviation float64) {
	values := make([]float64, len(list))
	for i, r := range list {
		values[i] = r.Get(name).Value
		mean += values[i] / float64(len(list))
	}
	if slices.Min(values) == slices.Max(values) {
		return mean, 0
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean) / float64(len(list)-1)
	}
	return mean, math.Sqrt(deviation)
}

// simulator opens the engine.
func simulator(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(engine.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
