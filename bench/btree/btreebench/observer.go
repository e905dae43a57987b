package btreebench

import (
	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Point is one combination of the axes: what one run is of.
type Point struct {
	// Database, Layout, Scenario and Key are names.
	Database, Layout, Scenario, Key string
	// Width is the key's width in bytes, and Form how it is stored.
	Width int
	Form  string
	// Control names the sequential keys of the same form.
	Control string
	// Writers inserted, and Generators made their keys: 0 where the database did.
	Writers, Generators int
	// Batch is how many rows there were in a transaction, and Make says when their
	// keys were made.
	Batch int
	Make  string
	// Rows is how many rows the tree had in the end, each with a payload of so many
	// bytes.
	Rows, Payload int
	// Pool is the size of the page cache that was asked for, and Checkpoints the
	// regime; "" for the usual one and for none.
	Pool, Checkpoints string
	// Block counts the repeats of the same point, from 0.
	Block int
}

// Measurement is one finished run.
type Measurement struct {
	Point
	// Seconds is from the first key to the last commit.
	Seconds float64
	// Values are by the name of the metric, and Missing is why a metric has none.
	Values  map[string]float64
	Missing map[string]string
}

// Plan is how much there is to do.
type Plan struct {
	// Runs is how many runs there are, and Rows how many rows they insert together.
	Runs, Rows int
	// Blocks is how often each point is run.
	Blocks int
}

// Observer is told how far the benchmark is. Rows is called by the writers at the
// same time, within the time that is measured, so it has to be quick; the other
// methods are called one after the other.
type Observer interface {
	// Begin is called once, before the first run.
	Begin(Plan)
	// Start is called before a run.
	Start(Point)
	// Rows is called when so many more rows were committed.
	Rows(n int)
	// Done is called after a run that was finished.
	Done(Measurement)
	// End is called once, after the last run or when the plan was stopped.
	End()
}

// adapter hands what package bench tells on to an Observer.
type adapter struct{ Observer }

func (a adapter) Begin(p bench.Plan) {
	a.Observer.Begin(Plan{Runs: len(p.Cells), Rows: p.Rows, Blocks: p.Blocks})
}

func (a adapter) Start(c bench.Cell) {
	a.Observer.Start(Point{
		Database: c.EngineName, Layout: c.Layout, Scenario: string(c.Scenario), Key: c.Key.Name,
		Width: c.Key.Form.Width, Form: c.Key.Form.String(), Control: c.Key.Control,
		Writers: c.Writers, Generators: c.Generators, Batch: c.Batch, Make: string(c.Make),
		Rows: c.Rows, Payload: c.Payload, Pool: c.Pool, Checkpoints: c.Regime, Block: c.Block,
	})
}

func (a adapter) Done(t bench.Trial) {
	var described bench.Key
	for _, k := range key.All() {
		if k.Name == t.Key {
			described = bench.Key{Width: k.Form.Width, Form: k.Form.String(), Control: k.Control}
		}
	}
	a.Observer.Done(measurement(t, described))
}

// measurement is a run of package bench as this package gives it out.
func measurement(t bench.Trial, k bench.Key) Measurement {
	m := Measurement{
		Point: Point{
			Database: t.Engine, Layout: t.Layout, Scenario: t.Scenario, Key: t.Key,
			Width: k.Width, Form: k.Form, Control: k.Control,
			Writers: t.Writers, Generators: t.Generators, Batch: t.Batch, Make: t.Make,
			Rows: t.Rows, Payload: t.Payload, Pool: t.Pool, Checkpoints: t.Regime, Block: t.Block,
		},
		Seconds: t.Seconds, Values: make(map[string]float64), Missing: make(map[string]string),
	}
	for _, each := range metric.All() {
		if v := t.Readings.Get(each.Name); v.Missing != "" {
			m.Missing[each.Name] = v.Missing
		} else {
			m.Values[each.Name] = v.Value
		}
	}
	return m
}
