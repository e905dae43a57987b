// Package fault builds the errors of package id. Its functions are off the hot
// paths, and are kept from inlining so that the callers stay small.
package fault

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
)

// maxShown is how much of an input an error shows, in bytes: enough to know it
// again, and not enough to fill a log.
const maxShown = 64

// quote copies the input, so that an error never holds on to a driver's buffer.
func quote(input string) string {
	if len(input) <= maxShown {
		return strconv.Quote(input)
	}
	return strconv.Quote(input[:maxShown]) + "… (" + strconv.Itoa(len(input)) + " bytes)"
}

// Text reports a text form that broke a rule.
//
//go:noinline
func Text(format, form, input string, reason id.Reason, detail string) error {
	return &id.SyntaxError{Format: format, Form: form, Input: quote(input), Reason: reason, Detail: detail}
}

// TextLength reports a text form of the wrong length.
//
//go:noinline
func TextLength(format, form, input, want string) error {
	detail := strconv.Itoa(len(input)) + " bytes where " + want + " are needed"
	switch {
	case input == "":
	case !isText(input) && isText(strings.TrimSpace(input)), strings.Trim(input, " ") != input:
		detail += ": remove the space around the text"
	case form == "text" && !isText(input):
		detail += ": this is no text, and raw bytes are read by FromBytes"
	}
	return Text(format, form, input, id.ErrLength, detail)
}

// TextCharacter reports the first byte of input for which ok is false.
//
//go:noinline
func TextCharacter(format, form, input, alphabet string, ok func(byte) bool) error {
	for i := range len(input) {
		if !ok(input[i]) {
			return Text(format, form, input, id.ErrCharacter,
				strconv.QuoteToASCII(input[i:i+1])+" at byte "+strconv.Itoa(i)+" is not in "+alphabet)
		}
	}
	return Text(format, form, input, id.ErrCharacter, "use "+alphabet)
}

// Binary reports raw bytes that broke a rule.
//
//go:noinline
func Binary(format string, input []byte, reason id.Reason, detail string, err error) error {
	shown := hex.EncodeToString(input[:min(len(input), maxShown/2)])
	if len(input) > maxShown/2 {
		shown += "…"
	}
	return &id.SyntaxError{Format: format, Form: "binary", Input: "0x" + shown, Reason: reason, Detail: detail, Err: err}
}

// BinaryLength reports raw bytes of the wrong length.
//
//go:noinline
func BinaryLength(format string, input []byte, want int) error {
	detail := strconv.Itoa(len(input)) + " bytes where " + strconv.Itoa(want) + " are needed"
	if len(input) > 0 && isText(string(input)) {
		detail += ": this looks like text, which is read by Parse"
	}
	return Binary(format, input, id.ErrLength, detail, nil)
}

// isText reports whether all of s is printable ASCII.
func isText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Range reports a time outside a format's lifetime.
//
//go:noinline
func Range(format string, at, from, to time.Time, reason id.Reason) error {
	return &id.RangeError{Format: format, Time: at, Min: from, Max: to, Reason: reason}
}

// Field reports a field's value that does not fit its width.
//
//go:noinline
func Field(format, field string, value, limit uint64) error {
	return &id.SyntaxError{Format: format, Form: field, Input: strconv.FormatUint(value, 10), Reason: id.ErrRange,
		Detail: "the greatest value is " + strconv.FormatUint(limit, 10)}
}

// Generate reports that a generator could not make an identifier.
//
//go:noinline
func Generate(format string, reason id.Reason, detail string, err error) error {
	return &id.GenerateError{Format: format, Reason: reason, Detail: detail, Err: err}
}
