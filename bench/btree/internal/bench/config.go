// Package bench runs the benchmark: it plans the runs, grows a tree in each,
// takes the readings, and gives back what was measured, also when it was stopped
// half way. It prints nothing.
package bench

import (
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Limits of the numbers in a Config.
const (
	MaxRows    = 1_000_000_000
	MaxWriters = 1024
	MaxBatch   = 1_000_000
	MaxRepeats = 1000
	MaxPayload = 1 << 20
)

// Config says what to run. Every field but Seed, Added and Observer must be set.
type Config struct {
	// Engines are the databases, opened; Run does not close them.
	Engines []engine.Engine
	// Keys are the kinds of key to insert, with the control of each.
	Keys []key.Kind
	// Added names those of Keys that nobody asked for: controls.
	Added []string
	// Rows is how many rows each run inserts, 1 to MaxRows.
	Rows int
	// Writers is how many goroutines insert them, 1 to MaxWriters and to Rows.
	Writers int
	// Batch is how many keys a writer makes in advance and sends in one
	// transaction, 1 to MaxBatch; 1 makes each key at its INSERT.
	Batch int
	// Repeats is how often each key is run on each layout, 1 to MaxRepeats.
	Repeats int
	// Payload is the size in bytes of the column beside the key, 0 to MaxPayload.
	Payload int
	// Seed fixes the order of the runs.
	Seed uint64
	// Observer is told of the progress; nil for none.
	Observer Observer
}

// FieldError says which number of a Config is out of its range.
type FieldError struct {
	Field  string // the flag's name: rows, writers, batch, repeat, payload
	Value  int
	Rule   string // the range
	Remedy string // what to do
}

// Error names the field, its value, the rule and the remedy.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %d: %s: %s", e.Field, e.Value, e.Rule, e.Remedy)
}

// Validate reports the first field that is out of range, as a *FieldError where
// it is a number.
func (c Config) Validate() error {
	for _, f := range []struct {
		name        string
		value       int
		least, most int
	}{
		{"rows", c.Rows, 1, MaxRows},
		{"writers", c.Writers, 1, MaxWriters},
		{"batch", c.Batch, 1, MaxBatch},
		{"repeat", c.Repeats, 1, MaxRepeats},
		{"payload", c.Payload, 0, MaxPayload},
	} {
		if f.value < f.least || f.value > f.most {
			return &FieldError{
				Field: f.name, Value: f.value,
				Rule:   fmt.Sprintf("it must be from %d to %d", f.least, f.most),
				Remedy: "choose a number in that range",
			}
		}
	}
	if c.Writers > c.Rows {
		return &FieldError{
			Field: "writers", Value: c.Writers,
			Rule:   fmt.Sprintf("each writer needs a row to insert, and there are %d rows", c.Rows),
			Remedy: "choose fewer writers or more rows",
		}
	}
	if len(c.Engines) == 0 {
		return fmt.Errorf("no engine is given: name at least one database")
	}
	if len(c.Keys) == 0 {
		return fmt.Errorf("no key is given: name at least one")
	}
	for _, k := range c.Keys {
		if !has(c.Keys, k.Control) {
			return fmt.Errorf("the control %s of key %s is not among the keys: add it", k.Control, k.Name)
		}
	}
	if math.MaxInt/c.Rows < c.Repeats*len(c.Keys)*16 {
		return fmt.Errorf("rows %d times repeat %d are too many to count on this machine: choose fewer", c.Rows, c.Repeats)
	}
	return nil
}

func has(kinds []key.Kind, name string) bool {
	for _, k := range kinds {
		if k.Name == name {
			return true
		}
	}
	return false
}
