package sim

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
)

var (
	recordWriters   = flag.Int("record", 0, "insert by several writers into that many trees of each sort on the servers, and write the leaf fill beside the simulated one to residuals.json")
	recordMachine   = flag.String("record-machine", machines[0], "what the recorded machine does: idle, or busy with something else")
	simulateWriters = flag.Bool("simulate", false, "write the simulated leaf fills of residuals.json after the model has changed, beside those of the servers")
)

// machines are the two states of a machine on which all trees are recorded.
var machines = []string{"idle", "busy"}

// Trees of several writers that are recorded.
var (
	recordedServers = []dbserver.Kind{dbserver.Postgres, dbserver.MySQL}
	recordedKeys    = []string{"ulid", "wiji"}
	recordedWriters = []int{2, 4, 8}
	recordedBatches = []int{1, 10, 100, 1000}
)

// toRecord returns the records without what is measured.
func toRecord() (list []record) {
	for _, name := range recordedKeys {
		for _, writers := range recordedWriters {
			for _, batch := range recordedBatches {
				r := record{Machine: *recordMachine, Key: name, Make: "batch", Writers: writers, Batch: batch, Rows: recordedRows}
				if batch == 1 {
					r.Rows = recordedSingle
				}
				list = append(list, r)
			}
		}
	}
	for _, name := range []string{"uuidv7", "uuidv7-gofrs", "ulid-plain", "seq16", "scru160"} {
		for _, batch := range recordedBatches[2:] {
			list = append(list, record{Machine: *recordMachine, Key: name, Make: "batch", Writers: 8, Batch: batch, Rows: recordedRows})
		}
	}
	for _, how := range []string{"statement", "row"} {
		for _, batch := range recordedBatches[1:] {
			list = append(list, record{Machine: *recordMachine, Key: "wiji", Make: how, Writers: 8, Batch: batch, Rows: recordedRows})
		}
	}
	return list
}

// A tree of single rows takes longer than others.
const (
	simulatedTrees = 6
	recordedRows   = 60_000
	recordedSingle = 10_000
)

// TestRecordSeveralWriters writes the records of a machine to residuals.json.
func TestRecordSeveralWriters(t *testing.T) {
	if *recordWriters == 0 {
		t.Skip("takes ten minutes on servers: use -record 4")
	}
	if !slices.Contains(machines, *recordMachine) {
		t.Fatalf("-record-machine %s: want one of %v", *recordMachine, machines)
	}
	list := slices.DeleteFunc(slices.Clone(records), func(r record) bool { return r.Machine == *recordMachine })
	for _, kind := range recordedServers {
		e := live(t, kind)
		for _, r := range toRecord() {
			r.Trials = *recordWriters
			one := several(t, e, r)
			for range 2 {
				if one.Spread <= disturbed {
					break
				}
				one = several(t, e, r)
			}
			list = append(list, one)
		}
	}
	writeRecords(t, list)
}

// TestSimulateSeveralWriters writes the simulated leaf fills of residuals.json.
func TestSimulateSeveralWriters(t *testing.T) {
	if !*simulateWriters {
		t.Skip("writes residuals.json: use -simulate")
	}
	list, simulate := slices.Clone(records), simulateOnce(t, simulatedTrees)
	for i, r := range list {
		list[i].Simulated, list[i].SimulatedSpread = simulate(r)
	}
	writeRecords(t, list)
}

func writeRecords(t *testing.T, list []record) {
	t.Helper()
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("residuals.json", append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// simulate returns the mean leaf fill of so many simulated trees and its standard deviation.
func (r record) simulate(t *testing.T, trees int) (mean, deviation float64) {
	t.Helper()
	e := simulator(t)
	var list []metric.Readings
	for range trees {
		list = append(list, r.grow(t, e, r.Layout, key.Bytes))
	}
	mean, deviation = spread(list, metric.LeafFill)
	return hundredths(mean), hundredths(deviation)
}

// simulateOnce returns a function that simulates so many trees of each window once: those of
// an idle and of a busy machine are the same.
func simulateOnce(t *testing.T, trees int) func(record) (mean, deviation float64) {
	done := map[window][2]float64{}
	return func(r record) (mean, deviation float64) {
		got, ok := done[r.window()]
		if !ok {
			got[0], got[1] = r.simulate(t, trees)
			done[r.window()] = got
		}
		return got[0], got[1]
	}
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }

// liveTolerance is how far a server's tree may be from the simulated leaf fill in percentage
// points: greatestResidual, and three times the usual spread of a server's trees.
const liveTolerance = greatestResidual + 3*1.3

// A server's trees of eight writers have the leaf fill that is simulated, where it is shown.
func TestSeveralWritersOfALiveServer(t *testing.T) {
	for _, kind := range recordedServers {
		t.Run(string(kind), func(t *testing.T) {
			e := live(t, kind)
			shown := 0
			for _, r := range toRecord() {
				layout := map[dbserver.Kind]string{dbserver.Postgres: NBTree, dbserver.MySQL: InnoDB}[kind]
				if _, missing := residualAt(records, window{layout, r.Key, r.Make, r.Writers, r.Batch}); missing != "" || r.Writers != 8 || r.Batch == 1 || r.Make != "batch" || !slices.Contains(recordedKeys, r.Key) {
					continue
				}
				shown++
				r.Trials = 1
				r = several(t, e, r)
				for range 2 { // something else may have kept the machine busy
					if math.Abs(r.residual()) <= liveTolerance {
						break
					}
					r = several(t, e, r)
				}
				if math.Abs(r.residual()) > liveTolerance {
					t.Errorf("%s, %d writers, batches of %d: the leaf fill is %.1f, simulated %.1f", r.Key, r.Writers, r.Batch, r.Measured, r.Simulated)
				}
			}
			if shown == 0 {
				t.Error("no simulated leaf fill of eight writers is shown")
			}
		})
	}
}

// disturbed is the spread of a server's trees in percentage points that shows that
// something else kept the machine busy.
const disturbed = 2.5

// several grows the trees of a record on a server and in the simulator.
func several(t *testing.T, e engine.Engine, r record) record {
	t.Helper()
	d, err := e.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r.Server, r.Version, r.Layout = d.Name, d.Version, twins[[2]string{d.Name, d.Layouts[0].Name}]
	column := key.Bytes
	if d.UUID {
		column = key.UUIDs
	}
	var measured []metric.Readings
	for range r.Trials {
		measured = append(measured, r.grow(t, e, d.Layouts[0].Name, column))
	}
	mean, deviation := spread(measured, metric.LeafFill)
	r.Measured, r.Spread = hundredths(mean), hundredths(deviation)
	r.Simulated, r.SimulatedSpread = r.simulate(t, simulatedTrees)
	t.Logf("%s %s by %s, %d writers, batches of %d: %.1f ± %.1f, simulated %.1f (%+.1f)", r.Server, r.Key, r.Make, r.Writers, r.Batch, r.Measured, r.Spread, r.Simulated, r.residual())
	return r
}

// grow grows one tree and measures it.
func (r record) grow(t *testing.T, e engine.Engine, layout string, column key.Column) metric.Readings {
	t.Helper()
	k, _ := source(t, r.Key, column)
	tr, err := e.Prepare(t.Context(), engine.Spec{Layout: layout, Key: k.Form, Payload: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	r.fill(t, tr, k, column)
	if s, ok := tr.(*tree); ok { // whatever residuals.json says of it
		return shape(s.tree.Stats())
	}
	readings, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return readings
}

// fill inserts the rows by several writers.
func (r record) fill(t *testing.T, tr engine.Tree, k key.Kind, column key.Column) {
	t.Helper()
	o := key.Options{Column: column}
	if c, ok := tr.(engine.Clocked); ok {
		o.Clock = c.Clock()
	}
	sources := k.Open(r.Writers, o)
	writers := make([]engine.Writer, r.Writers)
	for i := range writers {
		var err error
		if writers[i], err = tr.Writer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for i, w := range writers {
		wg.Go(func() {
			if err := r.insert(t.Context(), w, sources.Writer(i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// insert inserts the rows of one writer.
func (r record) insert(ctx context.Context, w engine.Writer, src key.Source) error {
	defer w.Pause()
	if err := w.Resume(ctx); err != nil {
		return err
	}
	next := func(ctx context.Context, n int) ([]driver.Valuer, error) { return drawn(ctx, src, n) }
	for left := r.Rows / r.Writers; left > 0; left -= r.Batch {
		n := min(left, r.Batch)
		var err error
		switch r.Make {
		case "statement":
			err = w.InsertLate(ctx, n, 0, next, nil)
		case "row":
			err = w.InsertLate(ctx, n, 1, next, nil)
		default:
			var batch []driver.Valuer
			if batch, err = next(ctx, n); err == nil {
				err = w.Insert(ctx, batch, nil)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
