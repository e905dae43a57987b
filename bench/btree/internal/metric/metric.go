// Package metric says what the benchmark measures. A metric is one value in the
// list of this package: its name, its unit, which way is better and how it is
// printed. An engine fills in the readings that it can take; tables and JSON
// follow the list by themselves.
package metric

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Direction says which way a metric improves.
type Direction string

const (
	// Higher means that more is better.
	Higher Direction = "higher"
	// Lower means that less is better.
	Lower Direction = "lower"
)

// Extent says how the value of a metric follows from the rows that were inserted, so
// that the effect of some rows can be separated from that of earlier ones.
type Extent int

const (
	// State is of the tree as it is, whatever made it so: its leaf pages, its fill.
	State Extent = iota
	// PerRow is a count since the tree was empty, divided by the rows since then.
	PerRow
	// Span is of the time in which the rows were inserted, such as their rate.
	Span
)

// Phases that not every run has.
const (
	ReadPhase   = "read"   // rows are read in the order of time
	ChangePhase = "change" // rows are updated
	IndexPhase  = "index"  // the table has other indexes
	MixedPhase  = "mixed"  // rows are read by their keys between inserts
)

// Metric describes one measured quantity.
type Metric struct {
	// Name identifies the metric in Readings and in JSON.
	Name string
	// Head is the heading of its column in the table, at most two lines. A
	// metric without one is left out of the table and kept everywhere else.
	Head string
	// Title is its name where the headings beside it do not say what Head is about: on the
	// page and in notes. "" if Head is clear there.
	Title string
	// Unit is its unit in JSON, without spaces.
	Unit string
	// Better says which way it improves.
	Better Direction
	// Print writes a value for a person.
	Print func(float64) string
	// Negligible is a value up to which differences do not matter to a comparison.
	Negligible float64
	// Counted is whether the server or the file counts it, so that it scatters as sums of many rows do
	// and few trials give an interval; processor time does not, which depends on the machine.
	Counted bool
	// Spread is whether the table shows the interval beside the median: for
	// what varies from run to run, such as time.
	Spread bool
	// Unless names a metric that tells the same where it was read: this one is then
	// no column of the table, which has no room for both.
	Unless string
	// Note tells in a few words what a key did, for a metric that is no column: it
	// goes below the table, after the key's name, if it ever happened.
	Note string
	// Extent says what of the tree's life the value is of.
	Extent Extent
	// Phase is what the table's column is for, if not for all runs: it is left out
	// of tables of runs without it.
	Phase string
	// About is one line for the legend: what is counted, over what.
	About string
	// Verdict has the phrases of a verdict's sentences; nil if no verdict compares the metric.
	Verdict *Phrases
}

// Reading is the value of one metric in one run, or the reason why there is
// none. The zero value is a reading of 0.
type Reading struct {
	// Value is the measured value, in the metric's unit.
	Value float64
	// Missing is empty for a value that was read, else the reason why not.
	Missing string
}

// Value returns a reading of v.
func Value(v float64) Reading { return Reading{Value: v} }

// Missing returns a reading that could not be taken, for the reason given.
func Missing(reason string) Reading { return Reading{Missing: reason} }

// Readings holds the readings of one run by metric name. A name that is not there
// was not reported by the engine.
type Readings map[string]Reading

// Get returns the reading of the metric of that name. A metric that the engine
// never reported comes back as missing, not as zero.
func (r Readings) Get(name string) Reading {
	if v, ok := r[name]; ok {
		return v
	}
	return Missing("the engine does not report it")
}

type missingJSON struct {
	Missing string `json:"missing"`
}

// MarshalJSON writes a number, or an object that carries the reason why there
// is none: {"missing": "reason"}.
func (r Reading) MarshalJSON() ([]byte, error) {
	if r.Missing != "" {
		return json.Marshal(missingJSON{r.Missing})
	}
	if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
		return nil, fmt.Errorf("metric: reading %v is not a finite number: report it as missing, with the reason", r.Value)
	}
	return json.Marshal(r.Value)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Reading) UnmarshalJSON(b []byte) error {
	var v float64
	if err := json.Unmarshal(b, &v); err == nil {
		*r = Value(v)
		return nil
	}
	var m missingJSON
	if err := json.Unmarshal(b, &m); err != nil || m.Missing == "" {
		return fmt.Errorf(`metric: reading %s is neither a number nor {"missing": "reason"}`, b)
	}
	*r = Missing(m.Missing)
	return nil
}

// whole prints a count with a comma every three digits.
func whole(v float64) string {
	s := strconv.FormatFloat(math.Abs(math.Round(v)), 'f', 0, 64)
	var b strings.Builder
	if v < 0 && s != "0" {
		b.WriteByte('-')
	}
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// decimals prints with a fixed number of decimals and a unit after it.
func decimals(n int, unit string) func(float64) string {
	return func(v float64) string { return strconv.FormatFloat(v, 'f', n, 64) + unit }
}

// bytes prints a size in the largest unit that keeps it at 1 or more.
func bytes(v float64) string {
	unit := "B"
	for _, larger := range []string{"kB", "MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1000, larger
	}
	if v < 9.95 && unit != "B" {
		return strconv.FormatFloat(v, 'f', 1, 64) + " " + unit
	}
	return strconv.FormatFloat(v, 'f', 0, 64) + " " + unit
}

// millis prints microseconds as milliseconds with n decimals.
func millis(n int) func(float64) string {
	return func(v float64) string { return strconv.FormatFloat(v/1000, 'f', n, 64) }
}

// Named returns the metric of that name. It panics if there is none: names are constants
// of this package.
func Named(name string) Metric {
	for _, m := range list {
		if m.Name == name {
			return m
		}
	}
	panic("metric: there is no metric " + name)
}

// IsZero reports whether a value is printed as zero is. A column of zeros tells nothing.
func (m Metric) IsZero(v float64) bool { return m.Print(v) == m.Print(0) }
