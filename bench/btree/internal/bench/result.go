package bench

import (
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Schema is the version of the form that a Result has in JSON.
const Schema = 2

// Result is what was measured, and under which circumstances. It holds every
// run; statistics are made from it, not kept in it.
type Result struct {
	// Schema is the version of this form.
	Schema int `json:"schema"`
	// Complete is whether every planned run was made.
	Complete bool `json:"complete"`
	// Stopped says why the plan was not finished, and is empty if it was.
	Stopped string `json:"stopped,omitempty"`
	// Interrupted is whether it was stopped from outside, by a signal for
	// example, and not by a failure.
	Interrupted bool `json:"interrupted,omitempty"`
	// Planned is how many runs there were to be.
	Planned int `json:"planned_runs"`
	// Started is when the first run began.
	Started time.Time `json:"started"`
	// Seconds is how long the whole took.
	Seconds float64 `json:"seconds"`
	// Settings are what was asked for: the values of each axis.
	Settings Settings `json:"settings"`
	// Environment describes the machine and the program.
	Environment []engine.Setting `json:"environment"`
	// Engines describe the databases as they ran, one for each pool size and
	// checkpoint regime that a database ran under.
	Engines []engine.Description `json:"engines"`
	// Keys describe the keys, in the order of the tables.
	Keys []Key `json:"keys"`
	// Runs are the runs that were finished, in the order in which they were made.
	Runs []Trial `json:"runs"`
	// Notes are what a reader must know of the plan, a sentence each: what was left
	// out of it and why.
	Notes []string `json:"notes,omitempty"`
	// Parts are the results that this one was merged from; of one that was not merged
	// there are none.
	Parts []Part `json:"parts,omitempty"`
}

// Part tells the result of one call of Run from those of all others.
type Part struct {
	Seed    uint64    `json:"seed,string"`
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
}

// parts returns what the result consists of, itself if it was not merged.
func (r Result) parts() []Part {
	if r.Parts != nil {
		return r.Parts
	}
	return []Part{{r.Settings.Seed, r.Started, r.Seconds}}
}

// same reports whether both are the same part, one of them read back perhaps.
func (p Part) same(o Part) bool {
	return p.Seed == o.Seed && p.Started.Equal(o.Started) && p.Seconds == o.Seconds
}

// Settings are the numbers of the Config: a list for each axis, whose product the
// plan is, and what all runs have in common.
type Settings struct {
	Scenarios []string `json:"scenarios"`
	Writers   []int    `json:"writers"`
	// Generators are "one" for all writers, or one for each "writer".
	Generators []string `json:"generators"`
	Batch      []int    `json:"batch"`
	// Make says when keys are made: see Mode.
	Make    []string `json:"make"`
	Rows    []int    `json:"rows"`
	Payload []int    `json:"payload_bytes"`
	// Pools are the pool sizes that were asked for; "" is the engine's usual one.
	Pools []string `json:"pools"`
	// Regimes are the checkpoint regimes: "" for no checkpoint in a run, or
	// "checkpoints" for several.
	Regimes []string `json:"regimes"`
	Repeats int      `json:"repeats"`
	// Rate is the offered rate in rows per second, 0 for a closed loop.
	Rate float64 `json:"rate,omitempty"`
	// Curve is how many points of the growing tree were read.
	Curve int `json:"curve,omitempty"`
	// Jump is how many keys come from a clock that is a day ahead, in the scenario
	// jump.
	Jump int `json:"jump,omitempty"`
	// Skew is how far the clocks of the generators lie apart at most, in
	// milliseconds, in the scenario skew.
	Skew float64 `json:"skew_ms,omitempty"`
	// BlockSize is how many keys a writer reserves at a time, where Make has "block" or
	// "twopass".
	BlockSize int `json:"block_size,omitempty"`
	// Pgbench is whether pgbench was run beside the inserts.
	Pgbench bool   `json:"pgbench,omitempty"`
	Seed    uint64 `json:"seed,string"`
}

// Key describes a kind of key.
type Key struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Width   int    `json:"width_bytes"`
	Form    string `json:"form"`
	Control string `json:"control"`
	// Server is whether the database makes the keys.
	Server bool `json:"server,omitempty"`
	// Added is whether it is there as a control that nobody asked for.
	Added bool `json:"added,omitempty"`
}

// Trial is one finished run: one point of the axes.
type Trial struct {
	Engine   string `json:"engine"`
	Layout   string `json:"layout"`
	Scenario string `json:"scenario"`
	Key      string `json:"key"`
	Writers  int    `json:"writers"`
	// Generators is how many generators the writers drew from; 0 where the database
	// made the keys.
	Generators int `json:"generators"`
	Batch      int `json:"batch"`
	// Make says when the keys were made: a Mode, or MakeServer.
	Make    string `json:"make"`
	Rows    int    `json:"rows"`
	Payload int    `json:"payload_bytes"`
	// Pool is the size of the page cache as it was asked for, such as "64MB"; ""
	// for the engine's usual one.
	Pool string `json:"pool,omitempty"`
	// Regime is the checkpoint regime: "" for no checkpoint in the run, or
	// "checkpoints" for several.
	Regime  string  `json:"regime,omitempty"`
	Block   int     `json:"block"`
	Seconds float64 `json:"seconds"`
	// Readings are the metrics of this run.
	Readings metric.Readings `json:"readings"`
	// Detail is what is more than a number a metric.
	Detail *Detail `json:"detail,omitempty"`
}

// Detail holds the lists and distributions of one run. What a run has not is nil
// or empty.
type Detail struct {
	// Leaves are the leaf pages at the end.
	Leaves *Leaves `json:"leaves,omitempty"`
	// Curve are readings while the tree grew, in the order of the rows.
	Curve []CurvePoint `json:"curve,omitempty"`
	// Pools are what pools of any size would have cost, of a simulation.
	Pools []PoolPoint `json:"pools,omitempty"`
	// Latency are distributions of waiting times, one for each operation.
	Latency []Latency `json:"latency,omitempty"`
	// Missing says why a part is not there, by its name in this form.
	Missing map[string]string `json:"missing,omitempty"`
}

// MaxLeaves is how many leaf pages a Result lists of one tree at most.
const MaxLeaves = 2000

// Leaves are the leaf pages of a tree in key order.
type Leaves struct {
	// Pages is how many there are.
	Pages int `json:"pages"`
	// Page and Fill are the page number and the fill in percent of leaf pages in
	// key order: of all of them, or of MaxLeaves at even distances if there are more.
	Page []uint32  `json:"page"`
	Fill []float32 `json:"fill_percent"`
	// Histogram counts all leaf pages by fill, in classes of 5 %: the first is from
	// 0 up to but not 5 %, the last from 95 to 100 %.
	Histogram [20]int `json:"histogram"`
}

// CurvePoint is what was read of a tree that grows.
type CurvePoint struct {
	// Rows is how many rows were in the tree.
	Rows int `json:"rows"`
	// Readings are by metric name; those per row are of the rows since the point
	// before.
	Readings metric.Readings `json:"readings"`
}

// PoolPoint is what the inserts would have cost with a page cache of one size.
type PoolPoint struct {
	// Bytes is the cache's size.
	Bytes int64 `json:"bytes"`
	// Reads and Writes are pages of the tree per row that were fetched and written.
	Reads  float64 `json:"reads_per_row"`
	Writes float64 `json:"writes_per_row"`
}

// Operations whose latency is measured.
const (
	OpInsert      = "insert"       // one transaction of a batch
	OpReadUniform = "read-uniform" // one row by its key, any of them
	OpReadRecent  = "read-recent"  // one row by its key, of the last hundredth
)

// Latency is the distribution of how long an operation took.
type Latency struct {
	// Op is the operation, one of the Op constants.
	Op string `json:"op"`
	// Offered is the rate in operations per second at which they were to start:
	// times then count from the intended start. 0 is a closed loop, where the next
	// operation starts when the one before has ended.
	Offered float64 `json:"offered_per_second"`
	// Count is how many there were.
	Count int64 `json:"count"`
	// Quantiles are in rising order; the last is the longest of all.
	Quantiles []Quantile `json:"quantiles"`
}

// Quantile says that a share Q (0 to 1) took at most so many microseconds.
type Quantile struct {
	Q      float64 `json:"q"`
	Micros float64 `json:"micros"`
}
