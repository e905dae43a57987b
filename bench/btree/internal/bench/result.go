package bench

import (
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Schema is the version of the form that a Result has in JSON.
const Schema = 1

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
	// Settings are what the runs had in common.
	Settings Settings `json:"settings"`
	// Environment describes the machine and the program.
	Environment []engine.Setting `json:"environment"`
	// Engines describe the databases as they ran.
	Engines []engine.Description `json:"engines"`
	// Keys describe the keys, in the order of the tables.
	Keys []Key `json:"keys"`
	// Runs are the runs that were finished, in the order in which they were made.
	Runs []Trial `json:"runs"`
}

// Settings are the numbers of the Config.
type Settings struct {
	Rows    int    `json:"rows"`
	Writers int    `json:"writers"`
	Batch   int    `json:"batch"`
	Repeats int    `json:"repeats"`
	Payload int    `json:"payload_bytes"`
	Seed    uint64 `json:"seed,string"`
}

// Key describes a kind of key.
type Key struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Width      int    `json:"width_bytes"`
	Form       string `json:"form"`
	Control    string `json:"control"`
	Generators int    `json:"generators"`
	// Added is whether it is there as a control that nobody asked for.
	Added bool `json:"added,omitempty"`
}

// Trial is one finished run.
type Trial struct {
	Engine  string  `json:"engine"`
	Layout  string  `json:"layout"`
	Key     string  `json:"key"`
	Block   int     `json:"block"`
	Rows    int     `json:"rows"`
	Seconds float64 `json:"seconds"`
	// Readings are the metrics of this run.
	Readings metric.Readings `json:"readings"`
}
