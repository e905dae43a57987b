package sqltype

import (
	"errors"

	"github.com/sortid/sortid/id"
)

// The reasons of the column types, in addition to those of package id.
var (
	// ErrNull: the column or the JSON is NULL, and the type is not a Null.
	ErrNull = id.NewReason("NULL")
	// ErrSource: the driver returned a Go type that this kind of column does not have:
	// the column is probably of another kind.
	ErrSource = id.NewReason("wrong kind of column")
	// ErrInvalid: the ID's own type refuses the value.
	ErrInvalid = id.NewReason("not a valid ID")
	// ErrMethod: the ID's type lacks a method that the call needs.
	ErrMethod = id.NewReason("missing method")
)

// ColumnError reports a value that a column type refused, in either direction.
// It matches its Reason under [errors.Is], and what Err matches.
type ColumnError struct {
	Column string    // the column type, such as "sqltype.UUID[wiji.ID]"
	Op     string    // the method: "Scan", "Value", "Generate", …
	Source string    // the Go type of the input, such as "[]uint8"
	Input  string    // the beginning of the input, quoted or in hexadecimal
	Reason id.Reason // the rule that the input broke
	Detail string    // what is wrong with it and what to do
	Err    error     // the error of the ID's own type, or nil
}

// Error names the column type, the input, the rule and the remedy.
func (e *ColumnError) Error() string {
	s := e.Column + ": " + e.Op
	if e.Source != "" {
		s += " of " + e.Source
	}
	if e.Input != "" {
		s += " " + e.Input
	}
	if e.Err == nil || !errors.Is(e.Err, e.Reason) { // else the text of Err has it
		s += ": " + e.Reason.Error()
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Err != nil {
		s += ": " + clip(e.Err.Error(), maxCause)
	}
	return s
}

// Unwrap returns the reason, and the error of the ID's own type.
func (e *ColumnError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}
