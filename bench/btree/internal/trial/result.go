package trial

import (
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Schema is the version of a Result's JSON form.
const Schema = 3

// Result holds the trials of a plan and the circumstances of the measurement. It keeps
// every trial; package answer computes the statistics.
type Result struct {
	// Schema is the version of the JSON form.
	Schema int `json:"schema"`
	// Complete reports whether every planned trial was finished.
	Complete bool `json:"complete"`
	// Stopped is the reason why the plan was not finished, empty if it was.
	Stopped string `json:"stopped,omitempty"`
	// Interrupted reports whether a signal or the end of a context stopped the plan, and
	// not a failure.
	Interrupted bool `json:"interrupted,omitempty"`
	// Planned is the number of planned trials.
	Planned int `json:"planned_trials"`
	// Started is when the first trial began.
	Started time.Time `json:"started"`
	// Seconds is the duration of the whole measurement.
	Seconds float64 `json:"seconds"`
	// Settings is the plan.
	Settings Plan `json:"settings"`
	// Environment describes the machine and the program.
	Environment []engine.Setting `json:"environment"`
	// Engines describe the engines as they ran, one entry for each buffer pool size and
	// checkpoint setting of an engine.
	Engines []engine.Description `json:"engines"`
	// Keys describe the kinds of key, in the order of the tables.
	Keys []Key `json:"keys"`
	// Trials holds the finished trials, in the order in which they ran.
	Trials []Trial `json:"trials"`
	// Simulated holds what the simulator says of trials on servers that it models: the trees that
	// they would grow, with their coordinates. Repeat counts the simulated trees of a trial.
	Simulated []Trial `json:"simulated,omitempty"`
	// Switch says what ordered keys bring to tables with random keys, if the plan has both.
	Switch []Switch `json:"switch,omitempty"`
	// Notes holds sentences about the plan that a reader must know, such as what was left
	// out and why.
	Notes []string `json:"notes,omitempty"`
	// Parts identify the results that this one was merged from, nil if it was not merged.
	Parts []Part `json:"parts,omitempty"`
}

// Part identifies the result of one measurement.
type Part struct {
	Seed    uint64    `json:"seed,string"`
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
}

// parts returns the parts of a merged result, and of another one the result itself.
func (r Result) parts() []Part {
	if r.Parts != nil {
		return r.Parts
	}
	return []Part{{r.Settings.Seed, r.Started, r.Seconds}}
}

// same reports whether both identify the same measurement. One of them may have been read
// back from JSON.
func (p Part) same(o Part) bool {
	return p.Seed == o.Seed && p.Started.Equal(o.Started) && p.Seconds == o.Seconds
}

// Key returns the description of the kind of key of that name; of one that is not in the
// result only the name is set.
func (r Result) Key(name string) Key {
	for _, k := range r.Keys {
		if k.Name == name {
			return k
		}
	}
	return Key{Name: name}
}

// Engine returns the first description of the engine of that name; of one that is not in
// the result only the name is set.
func (r Result) Engine(name string) engine.Description {
	for _, e := range r.Engines {
		if e.Name == name {
			return e
		}
	}
	return engine.Description{Name: name}
}

// Layout returns the description of an engine's layout; of one that is not in the result
// only the name is set.
func (r Result) Layout(engineName, layout string) engine.Layout {
	for _, e := range r.Engines {
		for _, l := range e.Layouts {
			if e.Name == engineName && l.Name == layout {
				return l
			}
		}
	}
	return engine.Layout{Name: layout}
}

// Key describes a kind of key.
type Key struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Width   int    `json:"width_bytes"`
	Form    string `json:"form"`
	Control string `json:"control"`
	// Added reports whether the key is a control that the plan did not ask for.
	Added bool `json:"added,omitempty"`
}

// IsControl reports whether the key is a sequential control.
func (k Key) IsControl() bool { return k.Control == k.Name }

// With returns the list with the value in it.
func With(list []string, v string) []string {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
