package sqltype

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

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

// refuse reports input, which may be a driver's buffer: nothing of it is kept.
//
//go:noinline
func refuse[T any](form, op string, input any, reason id.Reason, detail string) error {
	e := &ColumnError{Column: column[T](form), Op: op, Reason: reason, Detail: detail}
	if input != nil {
		e.Source, e.Input = reflect.TypeOf(input).String(), show(input)
	}
	return e
}

// refuseFor is refuse for an error of the identifier's own type, whose reason is
// taken over.
//
//go:noinline
func refuseFor[T any](form, op string, input any, detail string, cause error) error {
	reason := ErrInvalid
	errors.As(cause, &reason)
	if detail == "" && cause == errIsValid { // which says no more than no
		detail = "no ID of this type has that value: check that the column is the right one, and what other programs store there"
	}
	e := refuse[T](form, op, input, reason, detail).(*ColumnError)
	e.Err = cause
	return e
}

// column returns the name of a column type in short: the import path of T, which
// reflection would show for a generic type, makes an error unreadable.
func column[T any](form string) string {
	return "sqltype." + form + "[" + reflect.TypeFor[T]().String() + "]"
}

const (
	// maxShown is how much of an input an error shows, in bytes.
	maxShown = 64
	// maxCause is how much of another error it shows: some types repeat in theirs
	// the whole input, however long.
	maxCause = 512
)

// clip returns the first limit bytes of s.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// show returns a printable copy of the beginning of an input. What is neither
// text nor bytes, a number nor an array, is shown by its type alone.
func show(input any) string {
	switch v := input.(type) {
	case string:
		return quote(v)
	case []byte:
		if isPrintable(v) {
			return quote(string(v[:min(len(v), maxShown+1)])) + counted(len(v))
		}
		return "0x" + hex.EncodeToString(v[:min(len(v), maxShown/2)]) + counted(len(v))
	case int64, uint64, float64, bool:
		return fmt.Sprint(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case fmt.Stringer:
		return quote(fmt.Sprint(v)) // which survives a method that panics
	}
	switch t := reflect.TypeOf(input); t.Kind() {
	case reflect.Int64, reflect.Uint64, reflect.Array:
		return clip(fmt.Sprint(input), 2*maxShown)
	}
	return ""
}

func quote(s string) string {
	if len(s) <= maxShown {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:maxShown]) + "…"
}

// counted says how many bytes there are: what is wrong with bytes is mostly that.
func counted(n int) string { return " (" + strconv.Itoa(n) + " bytes)" }

// isPrintable reports whether b looks like text to an engineer who reads a log.
func isPrintable[S ~string | ~[]byte](b S) bool {
	for i := range len(b) {
		if b[i] < ' ' || b[i] > '~' {
			return false
		}
	}
	return len(b) > 0
}
