package id

import (
	"errors"
	"time"
)

// Reason is the rule that an input or a generator broke. The variables of this type
// are errors for [errors.Is]. Each error type of this package carries one. Two reasons
// are equal if they come from the same call of [NewReason], whatever their texts are.
type Reason struct{ text *string } //nolint:errname // the rule that the types XError of this package carry

// NewReason returns a reason that differs from all others. A type of yours that parses its
// own texts can carry it in a [SyntaxError].
func NewReason(text string) Reason { return Reason{&text} }

// Error returns the rule as text, which is empty for the zero value.
func (r Reason) Error() string {
	if r.text == nil {
		return ""
	}
	return *r.text
}

var (
	// ErrLength means that the input does not have a length of its form.
	ErrLength = NewReason("wrong length")
	// ErrCharacter means that the input contains a byte outside the form's alphabet.
	ErrCharacter = NewReason("character outside the alphabet")
	// ErrSeparator means that the hyphens of a UUID form are misplaced.
	ErrSeparator = NewReason("misplaced separator")
	// ErrOverflow means that the value does not fit the format, or a generator cannot
	// increment the random field further within the present tick.
	ErrOverflow = NewReason("overflow")
	// ErrFirstCharacter means that the first character of a Wiji text is one of 2 to 7, which
	// means a time after 2540-11-07.
	ErrFirstCharacter = NewReason("first character out of range")
	// ErrForm means that the input is not the text form: a JSON null or number, or a verb of
	// package fmt other than %v and %s.
	ErrForm = NewReason("not the text form")
	// ErrVersion means that the version field is not the one that the format's package reads.
	ErrVersion = NewReason("unknown version")
	// ErrNotCanonical means that the text denotes an ID but is not its canonical spelling, the
	// only one that has the order of the IDs.
	ErrNotCanonical = NewReason("not the canonical form")
	// ErrPrefix means that the text of a typed ID does not have the prefix of its kind.
	ErrPrefix = NewReason("wrong prefix")
	// ErrZero means that the ID is the zero value where a set ID is required.
	ErrZero = NewReason("zero ID")
	// ErrRange means that the time, the field or the count is outside its range.
	ErrRange = NewReason("out of range")
	// ErrReserved means that the timestamp is one that generators must not use.
	ErrReserved = NewReason("reserved timestamp")
	// ErrExhausted means that the sequence of the present tick is exhausted, and the clock did
	// not reach the next tick in time.
	ErrExhausted = NewReason("sequence exhausted")
	// ErrEntropy means that the source of randomness failed.
	ErrEntropy = NewReason("no randomness")
	// ErrConfig means that the settings of a generator contradict the specification.
	ErrConfig = NewReason("invalid setting")
)

// Summary returns what the client of an API may read of an error, without Go types and advice to
// programmers. Of an error of Parse, of JSON or of a column type it is the input and the rule that
// it broke, such as `text "xx": wrong length`, and of a time without IDs the time and the format's
// lifetime. Of all other errors it is "invalid input", because their texts may show what is inside
// of the program: log the error itself. Of nil it is empty.
func Summary(err error) string {
	var syntax *SyntaxError
	var limits *RangeError
	var reason Reason
	switch {
	case err == nil:
		return ""
	case errors.As(err, &syntax):
		return syntax.Form + " " + syntax.Input + ": " + syntax.Reason.Error()
	case errors.As(err, &limits):
		return limits.text()
	case errors.As(err, &reason) && reason != (Reason{}):
		return reason.Error()
	}
	return "invalid input"
}

// SyntaxError reports an input that is not an ID of the format.
type SyntaxError struct {
	Format string // the format's name: "wiji", "ulid", …
	Form   string // the form that was expected: "text", "uuid", "hex", "binary", "int64", or a field's name
	Input  string // the first 64 bytes of the input, quoted; of binary input the first 32, in hex
	Reason Reason // the rule that the input broke
	Detail string // what is wrong with the input and what to do
	Err    error  // a more specific error for errors.As; can be nil
}

// Error returns the format, the input, the rule and the remedy.
func (e *SyntaxError) Error() string {
	s := e.Format + ": " + e.Form + " " + e.Input + ": " + e.Reason.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the reason, and the more specific error if there is one.
func (e *SyntaxError) Unwrap() []error { return reasons(e.Reason, e.Err) }

// RangeError reports a time outside a format's lifetime.
type RangeError struct {
	Format string    // the format's name
	Time   time.Time // the argument, or the time that the clock showed
	Min    time.Time // the first time of the lifetime
	Max    time.Time // the last time of the lifetime
	Reason Reason    // ErrOverflow where the specification uses that word, else ErrRange
}

// rangeLayout formats years after 9999 in full, unlike time.Time.MarshalText.
const rangeLayout = "2006-01-02T15:04:05.999999Z07:00"

// Error returns the format, the time, the format's lifetime and the remedy.
func (e *RangeError) Error() string {
	return e.Format + ": " + e.text() + ": check the clock or the argument"
}

// text returns the time and the lifetime.
func (e *RangeError) text() string {
	return "time " + e.Time.UTC().Format(rangeLayout) + ": outside the format's lifetime, " +
		e.Min.UTC().Format(rangeLayout) + " to " + e.Max.UTC().Format(rangeLayout)
}

// Unwrap returns ErrRange, and the reason if it is another one.
func (e *RangeError) Unwrap() []error {
	if e.Reason == (Reason{}) || e.Reason == ErrRange {
		return []error{ErrRange}
	}
	return []error{ErrRange, e.Reason}
}

// GenerateError reports that a generator could not make an ID or a block of IDs. The
// generator's state is as it was before the call.
type GenerateError struct {
	Format string // the format's name
	What   string // what was asked for: "new ID", "block of 1000 IDs"
	Reason Reason // the rule that prevented it
	Detail string // what happened and what to do
	Err    error  // the cause, for example a failed reader; can be nil
}

// Error returns the format, the request, the rule, the remedy and the cause.
func (e *GenerateError) Error() string {
	s := e.Format + ": " + e.What + ": " + e.Reason.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the reason, and the cause if there is one.
func (e *GenerateError) Unwrap() []error { return reasons(e.Reason, e.Err) }

func reasons(r Reason, err error) []error {
	if err == nil {
		return []error{r}
	}
	return []error{r, err}
}
