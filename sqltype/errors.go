package sqltype

import (
	"errors"

	"github.com/sortid/sortid/id"
)

// The reasons that a column type has beside those of package id.
const (
	// ErrNull: NULL came for a type that has no place for it.
	ErrNull id.Reason = "NULL"
	// ErrSource: the driver gave a Go type that this form of column does not have,
	// so that the column is most likely one of another form.
	ErrSource id.Reason = "wrong form of column"
	// ErrInvalid: the identifier's own type refuses the value.
	ErrInvalid id.Reason = "no valid identifier"
	// ErrMethod: the identifier's type lacks a method that the call needs.
	ErrMethod id.Reason = "missing method"
)

// ColumnError reports a value that a column type refused, in either direction.
// It matches its Reason under [errors.Is], and what Err matches.
type ColumnError struct {
	Column string    // the column type, such as "sqltype.UUID[wiji.ID]"
	Op     string    // the method: "Scan", "Value", "Generate", …
	Source string    // the Go type of the input, such as "[]uint8"
	Input  string    // the input as far as it is worth showing, quoted or in hexadecimal
	Reason id.Reason // the rule that the input broke
	Detail string    // what is wrong with it and what to do
	Err    error     // the error of the identifier's own type, where there is one
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
	if e.Err == nil || !errors.Is(e.Err, e.Reason) { // an error that says the same is shown below
		s += ": " + string(e.Reason)
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Err != nil {
		s += ": " + clip(e.Err.Error(), maxCause)
	}
	return s
}

// Unwrap returns the reason, and the error of the identifier's own type.
func (e *ColumnError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}
