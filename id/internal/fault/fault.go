// Package fault builds the errors of package id. Its functions are not inlined, so
// that their callers stay small. They read only the first 64 bytes of an input,
// however long it is.
package fault

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
)

// maxShown is how many bytes of an input an error reads and shows. It is more than
// the longest form of an ID has.
const maxShown = 64

// head returns what an error may read of an input.
func head(input string) string { return input[:min(len(input), maxShown)] }

// Quote copies the input, so that an error never holds on to a driver's buffer.
func Quote(input string) string {
	if len(input) <= maxShown {
		return strconv.Quote(input)
	}
	return strconv.Quote(head(input)) + "… (" + strconv.Itoa(len(input)) + " bytes)"
}

// Text reports a text that is not an ID of the format.
//
//go:noinline
func Text(format, form, input string, reason id.Reason, detail string) *id.SyntaxError {
	return &id.SyntaxError{Format: format, Form: form, Input: Quote(input), Reason: reason, Detail: detail}
}

// TextLength reports a text of the wrong length.
//
//go:noinline
func TextLength(format, form, input, want string) error {
	detail := "it has " + strconv.Itoa(len(input)) + " bytes, not " + want
	switch shown := head(input); {
	case input == "":
	case prefixHint(shown) != "":
		detail += prefixHint(shown)
	case !isText(shown) && isText(strings.TrimSpace(shown)), strings.Trim(shown, " ") != shown:
		detail += ": remove the space around the text"
	case form == "text" && !isText(shown):
		detail += ": this is not text, use FromBytes for the binary form"
	}
	return Text(format, form, input, id.ErrLength, detail)
}

// TextCharacter reports the first byte of input for which ok is false.
//
//go:noinline
func TextCharacter(format, form, input, alphabet string, ok func(byte) bool) error {
	shown := head(input)
	for i := range len(shown) {
		if !ok(shown[i]) {
			return Text(format, form, input, id.ErrCharacter,
				strconv.QuoteToASCII(shown[i:i+1])+" at byte "+strconv.Itoa(i)+" is not in "+alphabet+prefixHint(shown))
		}
	}
	return Text(format, form, input, id.ErrCharacter, "use "+alphabet)
}

// Binary reports bytes that are not an ID of the format.
//
//go:noinline
func Binary(format string, input []byte, reason id.Reason, detail string, err error) error {
	shown := hex.EncodeToString(input[:min(len(input), maxShown/2)])
	if len(input) > maxShown/2 {
		shown += "… (" + strconv.Itoa(len(input)) + " bytes)"
	}
	return &id.SyntaxError{Format: format, Form: "binary", Input: "0x" + shown, Reason: reason, Detail: detail, Err: err}
}

// BinaryLength reports bytes of the wrong length.
//
//go:noinline
func BinaryLength(format string, input []byte, want int) error {
	detail := "it has " + strconv.Itoa(len(input)) + " bytes, not " + strconv.Itoa(want)
	if len(input) > 0 && isText(string(input[:min(len(input), maxShown)])) {
		detail += ": this looks like text, use Parse for the text form"
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

// Generate reports that a generator could not make what it was asked for: an ID, or
// a block of IDs.
//
//go:noinline
func Generate(format, what string, reason id.Reason, detail string, err error) error {
	return &id.GenerateError{Format: format, What: what, Reason: reason, Detail: detail, Err: err}
}

// Rand reports that the reader of a generator's randomness failed.
//
//go:noinline
func Rand(format string, err error) error {
	return Generate(format, "new ID", id.ErrEntropy, "reading from Rand failed: fix Rand, or leave it nil to use crypto/rand", err)
}

// Exhausted reports that no ID is left at the time last, and that the clock, which
// shows now, has not passed it. or is what can be done instead of waiting, for example
// "use a new Generator", or "".
//
//go:noinline
func Exhausted(format string, n uint64, last, now time.Time, or string) error {
	if or != "" {
		or = ", or " + or
	}
	what := "new ID"
	if n > 1 {
		what = "block of " + strconv.FormatUint(n, 10) + " IDs"
	}
	const layout = time.RFC3339Nano
	return Generate(format, what, id.ErrExhausted, "too few IDs are left at "+last.UTC().Format(layout)+", and the clock shows "+
		now.UTC().Format(layout)+": set the clock right and wait until it has passed that time"+or, nil)
}
