package run

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
	return errors.Join(
		known("scenario", c.Scenarios, scenario.Names()), known("make", c.Make, trial.Makes()), known("generators", c.Generators, trial.AllGenerators()),
		c.checkRows(), c.checkKeys(),
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

// checkRows checks that each writer has a row.
func (c Config) checkRows() error {
	if len(c.Rows) == 0 || len(c.Writers) == 0 {
		return nil // another check reports it
	}
	for _, s := range c.Scenarios {
		rows := slices.Min(c.Rows)
		rows -= prefilled(s, rows)
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

func has(kinds []key.Kind, name string) bool {
	return slices.ContainsFunc(kinds, func(k key.Kind) bool { return k.Name == name })
}
