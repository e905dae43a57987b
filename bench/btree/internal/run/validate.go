package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// FieldError says which value of a Config is not allowed.
type FieldError struct {
	Field  string // the flag's name, such as rows
	Value  any
	Rule   string // the range
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

// Validate reports the first value that is not allowed, as a *FieldError where it is
// one field's.
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
		return &FieldError{Field: "rate", Value: c.Rate, Rule: "it must be a number from 0", Remedy: "give the rows per second, or 0 for as many as there can be"}
	}
	for _, f := range []struct {
		name  string
		value any
		below bool
	}{{"jump", c.Jump, c.Jump < 0}, {"skew", c.Skew, c.Skew < 0}} {
		if f.below { // without their scenario or mode, 0 stands for none
			return &FieldError{Field: f.name, Value: f.value, Rule: "it cannot be less than 0", Remedy: "choose a greater one, or leave it out"}
		}
	}
	return errors.Join(
		known("scenario", c.Scenarios, trial.Scenarios()), known("make", c.Make, trial.Makes()), known("generators", c.Generators, trial.AllGenerators()),
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
			return &FieldError{Field: name, Value: v, Rule: "there is none of that name", Remedy: fmt.Sprintf("choose from %v", all)}
		}
		if slices.Contains(values[:i], v) {
			return &FieldError{Field: name, Value: v, Rule: "it is there twice", Remedy: "name it once"}
		}
	}
	return nil
}

// checkScenarios checks what one scenario or mode needs alone.
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

// checkRows checks that each writer of each run has a row.
func (c Config) checkRows() error {
	if len(c.Rows) == 0 || len(c.Writers) == 0 {
		return nil // said before
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

// checkKeys checks that there are databases, keys, and the controls of the keys.
func (c Config) checkKeys() error {
	if len(c.Stages) == 0 || len(c.Stages[0].Members) == 0 {
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
	return nil
}

// checkPgbench checks that there is a run that pgbench can stand beside. A server that
// it can measure is not looked for here.
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

// PgbenchError says when there is a run for pgbench, and what to do to have one.
func PgbenchError(remedy string) *FieldError {
	return &FieldError{
		Field: "pgbench", Value: true,
		Rule:   "pgbench stands beside " + pgbenchKey + " keys with batches of 1 in the scenario insert on PostgreSQL, and no run is one of these",
		Remedy: remedy + ", or leave it out",
	}
}

func has(kinds []key.Kind, name string) bool {
	return slices.ContainsFunc(kinds, func(k key.Kind) bool { return k.Name == name })
}
