package trial

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Plan says what to measure: a list of values for each axis, whose product the plan is, and
// what all trials share. A nil axis and a number of 0 have their default; see Axes.
type Plan struct {
	Engines   []string   `json:"engines,omitempty"`
	Scenarios []Scenario `json:"scenarios"`
	// Rows is the number of rows of each tree at the end.
	Rows []int `json:"rows"`
	// Payload is the size in bytes of the column beside the key. A plan leaves out what an
	// engine's Check refuses.
	Payload []int `json:"payload_bytes"`
	// BufferPools holds sizes such as "64MB"; "" is the engine's default. A server that was
	// running keeps its own.
	BufferPools []string `json:"buffer_pools"`
	// Checkpoints are "none" or "several" during a trial.
	Checkpoints []string `json:"checkpoints"`
	// Writers is the number of clients that insert at the same time, at most the rows that
	// they insert. One writer always inserts the controls as well, to show what is possible.
	Writers []int `json:"writers"`
	// Batch is the number of rows in a transaction.
	Batch []int `json:"batch"`
	// Keys holds names of kinds of key. The controls of the same forms are added.
	Keys []string `json:"keys,omitempty"`
	// Make says when keys are made.
	Make []Make `json:"make"`

	// Repeats is the number of trials with otherwise equal coordinates.
	Repeats int `json:"repeats"`
	// For is the time from the start of the program after which no further trial begins, except
	// that each combination has one; 0 is no limit. The plan also ends when all comparisons are
	// decided.
	For time.Duration `json:"for_ns,omitempty"`
	// Rate is the number of rows per second that the writers of older results started on a
	// schedule; 0 if each started a batch when the one before was done, as all do now.
	Rate float64 `json:"rate,omitempty"`
	// Seed determines the order of the trials.
	Seed uint64 `json:"seed,string"`
}

const (
	defaultRows       = 30_000
	defaultServerRows = 10_000
	defaultRepeats    = 10
	mostPayload       = 1 << 20
	// mostRepeats is the number of trials of each combination if the time decides.
	mostRepeats = 200
	// localFor and serverFor are the times of a first answer without and with a server.
	localFor  = time.Minute
	serverFor = 2 * time.Minute
	// LeastTrials is the number of trials of each key that give an interval of a ratio, and so
	// can show a difference.
	LeastTrials = 9
)

// defaultRowsOf returns the default of Rows, which is greater if a server is measured.
func defaultRowsOf(p Plan) []int {
	if slices.ContainsFunc(p.Engines, engine.IsServer) {
		return []int{defaultServerRows}
	}
	return []int{defaultRows}
}

// defaultKeysOf returns the default of Keys: few if a server is measured, which is to answer soon.
func defaultKeysOf(p Plan) []string {
	if slices.ContainsFunc(p.Engines, engine.IsServer) {
		return few
	}
	return key.Usual()
}

// WithDefaults returns the plan with the default of each setting that has no value.
func (p Plan) WithDefaults() Plan {
	repeats := p.Repeats
	for _, s := range Settings() {
		s.complete(&p)
	}
	if repeats == 0 && p.For == 0 {
		p.For = localFor
		if slices.ContainsFunc(p.Engines, engine.IsServer) {
			p.For = serverFor
		}
	}
	if repeats == 0 && p.For > 0 {
		p.Repeats = mostRepeats
	}
	return p
}

// TimeDecides reports whether the time, and no number, decides how many trials there are.
func (p Plan) TimeDecides() bool { return p.For > 0 && p.Repeats == mostRepeats }

// Check returns an error for values that a plan cannot have together. The plan has its
// defaults. The flags have checked each value alone, but for a payload that is that of a table.
func (p Plan) Check() error {
	if n := slices.Max(p.Payload); n > mostPayload {
		return invalid("payload", fmt.Sprint(n), fmt.Sprintf("a row has at most %d bytes: give fewer", mostPayload))
	}
	for _, s := range p.Scenarios {
		rows := slices.Min(p.Rows)
		rows -= s.Prefilled(rows)
		if w := slices.Max(p.Writers); w > rows {
			return invalid("writers", fmt.Sprint(w), fmt.Sprintf("each writer needs a row to insert, and there are %d rows: choose fewer writers or more rows", rows))
		}
	}
	if math.MaxInt/slices.Max(p.Rows) < p.Repeats*len(p.Keys)*16 {
		return fmt.Errorf("rows %d times repeat %d are too many to count on this machine: choose fewer", slices.Max(p.Rows), p.Repeats)
	}
	return nil
}
