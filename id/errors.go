package id

import "time"

// Reason says which rule an input or a generator broke. The constants of this
// type are errors to compare with [errors.Is]; the error types of this package
// carry one each.
type Reason string

// Error returns the rule in words.
func (r Reason) Error() string { return string(r) }

const (
	// ErrLength: the input does not have the one length that its form has.
	ErrLength Reason = "wrong length"
	// ErrCharacter: the input has a byte outside the form's alphabet.
	ErrCharacter Reason = "character outside the alphabet"
	// ErrSeparator: the hyphens of a UUID form are not at their places.
	ErrSeparator Reason = "misplaced separator"
	// ErrOverflow: the value does not fit the format, or a generator cannot
	// increment its random field any further within the present tick.
	ErrOverflow Reason = "overflow"
	// ErrFirstCharacter: the first character of a Wiji text is one of 2 to 7,
	// which stands for a time from the year 2540 on.
	ErrFirstCharacter Reason = "first character out of range"
	// ErrVersion: the version field is not one that this module knows.
	ErrVersion Reason = "unknown version"
	// ErrNotCanonical: the text denotes an identifier, and is not the one
	// spelling that has the order of the identifiers.
	ErrNotCanonical Reason = "not the canonical form"
	// ErrZero: the zero ID stands where an identifier is needed.
	ErrZero Reason = "zero ID"
	// ErrRange: the time, or a field's value, is outside what the format holds.
	ErrRange Reason = "out of range"
	// ErrReserved: the timestamp is one that a generator must not use.
	ErrReserved Reason = "reserved timestamp"
	// ErrExhausted: the sequence of the present tick is used up, and the clock
	// did not reach the next tick in time.
	ErrExhausted Reason = "sequence exhausted"
	// ErrEntropy: the source of randomness failed.
	ErrEntropy Reason = "no randomness"
	// ErrConfig: a generator's settings contradict the specification.
	ErrConfig Reason = "invalid setting"
)

// SyntaxError reports an input that is not an identifier of the format.
type SyntaxError struct {
	Format string // the format's name: "wiji", "ulid", …
	Form   string // what the input was read as: "text", "uuid", "hex", "binary", "int64"
	Input  string // the input as far as it is worth showing, quoted
	Reason Reason // the rule that it broke
	Detail string // what is wrong with it and what would be right
	Err    error  // a more specific error where there is one, for errors.As
}

// Error names the format, the input, the rule and the remedy.
func (e *SyntaxError) Error() string {
	s := e.Format + ": " + e.Form + " " + e.Input + ": " + string(e.Reason)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the reason, and the more specific error where there is one.
func (e *SyntaxError) Unwrap() []error { return reasons(e.Reason, e.Err) }

// RangeError reports a time outside a format's lifetime.
type RangeError struct {
	Format string    // the format's name
	Time   time.Time // the time that was asked for, or that the clock showed
	Min    time.Time // the first time that the format can carry
	Max    time.Time // the last one
	Reason Reason    // ErrOverflow where the specification calls it so, else ErrRange
}

// The layout prints years past 9999 in full, unlike time.Time.MarshalText.
const rangeLayout = "2006-01-02T15:04:05.999999Z07:00"

// Error names the format, the time and the format's lifetime.
func (e *RangeError) Error() string {
	return e.Format + ": time " + e.Time.UTC().Format(rangeLayout) + " is outside the format's lifetime, " +
		e.Min.UTC().Format(rangeLayout) + " to " + e.Max.UTC().Format(rangeLayout) + ": check the clock or the argument"
}

// Unwrap returns ErrRange, and the format's own reason where it differs.
func (e *RangeError) Unwrap() []error {
	if e.Reason == "" || e.Reason == ErrRange {
		return []error{ErrRange}
	}
	return []error{ErrRange, e.Reason}
}

// GenerateError reports that a generator could not make an identifier. The
// generator's state is as it was before the call.
type GenerateError struct {
	Format string // the format's name
	Reason Reason // the rule that stood in the way
	Detail string // what happened and what to do
	Err    error  // the cause where there is one, such as a failed reader
}

// Error names the format, the rule, the remedy and the cause.
func (e *GenerateError) Error() string {
	s := e.Format + ": cannot generate: " + string(e.Reason)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the reason, and the cause where there is one.
func (e *GenerateError) Unwrap() []error { return reasons(e.Reason, e.Err) }

func reasons(r Reason, err error) []error {
	if err == nil {
		return []error{r}
	}
	return []error{r, err}
}
