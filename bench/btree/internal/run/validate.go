package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/scenario"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// FieldError is the error of an invalid value of a Config.
type FieldError struct {
	Field  string // the flag's name, such as rows
	Value  any
	Rule   string // what is wrong
	Remedy string // what to do
}

// Error names the field, its value, the rule and the remedy.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %v: %s: %s", e.Field, e.Value, e.Rule, e.Remedy)
}

// EmptyError is the error of an axis that has no value.
func EmptyError(field string) *FieldError {
	return &FieldError{Field: field, Value: "empty", Rule: "the axis needs a value", Remedy: "give at least one"}
}

// Validate returns an error for invalid values, a *FieldError if it is one field's.
func (c Config) Validate() error {
	for _, f := range []struct {
		name        string
		values      []int
		least, most int
	}{
		{"rows", c.Rows, 1, MaxRows},
		{"writers", c.Writers, 1, MaxWriters},
		{"batch", c.Batch, 1, MaxBatch},
		{"payload", c.Payload, 0, MaxPayload},
		{"repeat", []int{c.Repeats}, 1, MaxRepeats},
		{"curve", []int{c.Curve}, 0, MaxCurve},
	} {
		if err := inRange(f.name, f.values, f.least, f.most); err != nil {
			return err
		}
	}
	if c.Rate < 0 || math.IsNaN(c.Rate) || math.IsInf(c.Rate, 0) {
		return &FieldError{Field: "rate", Value: c.Rate, Rule: "it must be 0 or more", Remedy: "give the rows per second, or 0 for a closed loop"}
	}
	for _, f := range []struct {
		name  string
		value any
		below bool
	}{{"jump", c.Jump, c.Jump < 0}, {"skew", c.Skew, c.Skew < 0}} {
		if f.below { // 0 is valid without the scenario
			return &FieldError{Field: f.name, Value: f.value, Rule: "it must be 0 or more", Remedy: "choose a greater value, or leave it out"}
		}
	}
	return errors.Join(
		known("scenario", c.Scenarios, scenario.Names()), known("make", c.Make, trial.Makes()), known("generators", c.Generators, trial.AllGenerators()),
		c.checkScenarios(), c.checkRows(), c.checkKeys(), c.checkPgbench(),
	)
}

func inRange(name string, values []int, least, most int) error {
	if len(values) == 0 {
		return EmptyError(name)
	}
	for _, v := range values {
		if v < least || v > most {
			return &FieldError{
				Field: name, Value: v,
				Rule:   fmt.Sprintf("it must be from %d to %d", least, most),
				Remedy: "choose a number in that range",
			}
		}
	}
	return nil
}

func known[T ~string](name string, values, all []T) error {
	if len(values) == 0 {
		return EmptyError(name)
	}
	for i, v := range values {
		if !slices.Contains(all, v) {
			return &FieldError{Field: name, Value: v, Rule: "unknown name", Remedy: fmt.Sprintf("choose from %v", all)}
		}
		if slices.Contains(values[:i], v) {
			return &FieldError{Field: name, Value: v, Rule: "named twice", Remedy: "name it once"}
		}
	}
	return nil
}

// checkScenarios checks the settings of single scenarios.
func (c Config) checkScenarios() error {
	if slices.Contains(c.Scenarios, trial.Jump) && (c.Jump < 1 || c.Jump >= slices.Min(c.Rows)) {
		return &FieldError{
			Field: "jump", Value: c.Jump, Rule: "it must be at least 1 and less than the rows",
			Remedy: "choose a number in that range",
		}
	}
	if slices.Contains(c.Scenarios, trial.Skew) && c.Skew <= 0 {
		return &FieldError{Field: "skew", Value: c.Skew, Rule: "it must be more than 0", Remedy: "give a time such as 5ms"}
	}
	return nil
}

// checkRows checks that each writer has a row.
func (c Config) checkRows() error {
	if len(c.Rows) == 0 || len(c.Writers) == 0 {
		return nil // another check reports it
	}
	for _, s := range c.Scenarios {
		rows := slices.Min(c.Rows)
		rows -= c.prefilled(s, rows)
		if w := slices.Max(c.Writers); w > rows {
			return &FieldError{
				Field: "writers", Value: w,
				Rule:   fmt.Sprintf("each writer needs a row to insert, and there are %d rows", rows),
				Remedy: "choose fewer writers or more rows",
			}
		}
	}
	if math.MaxInt/slices.Max(c.Rows) < c.Repeats*len(c.Keys)*16 {
		return fmt.Errorf("rows %d times repeat %d are too many to count on this machine: choose fewer", slices.Max(c.Rows), c.Repeats)
	}
	return nil
}

// checkKeys checks that there are engines, keys, and the controls of the keys.
func (c Config) checkKeys() error {
	if len(c.Stages) == 0 || len(c.Stages[0].Members) == 0 {
		return fmt.Errorf("no engine is given: name at least one")
	}
	if len(c.Keys) == 0 {
		return fmt.Errorf("no key is given: name at least one")
	}
	for _, k := range c.Keys {
		if !has(c.Keys, k.Control) {
			return fmt.Errorf("the control %s of key %s is not among the keys: add it", k.Control, k.Name)
		}
	}
	return nil
}

// checkPgbench checks that pgbench can be compared with a trial. It does not look for the
// engine.
func (c Config) checkPgbench() error {
	if !c.Pgbench {
		return nil
	}
	var lacking []string
	for what, there := range map[string]bool{
		"the scenario " + string(trial.Insert): slices.Contains(c.Scenarios, trial.Insert),
		"a batch of 1":                         slices.Contains(c.Batch, 1),
		"the key " + pgbenchKey:                has(c.Keys, pgbenchKey),
	} {
		if !there {
			lacking = append(lacking, what)
		}
	}
	if lacking == nil {
		return nil
	}
	slices.Sort(lacking)
	return PgbenchError("add " + strings.Join(lacking, " and "))
}

// PgbenchError is the error of a plan without a trial that pgbench can be compared with.
func PgbenchError(remedy string) *FieldError {
	return &FieldError{
		Field: "pgbench", Value: true,
		Rule:   "pgbench compares with " + pgbenchKey + " keys, batches of 1 and the scenario insert on PostgreSQL, and no trial has these",
		Remedy: remedy + ", or leave it out",
	}
}

func has(kinds []key.Kind, name string) bool {
	return slices.ContainsFunc(kinds, func(k key.Kind) bool { return k.Name == name })
}
