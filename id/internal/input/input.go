// Package input finds the ID in the inputs of packages encoding, encoding/json and fmt. By
// themselves encoding/json skips null, and fmt reads the digits at the beginning of a text
// as an ID that is an integer.
package input

import (
	"bytes"
	"encoding"
	"fmt"
	"io"
	"strconv"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// maxJSON is the length above which no JSON string holds an ID, even if all of its
// characters are escaped.
const maxJSON = 640

// JSON sets x to the ID of a JSON string. Any other JSON value is an error, also null and
// numbers. numbers says how to read a number, or is "". On an error x is the zero ID.
func JSON(x encoding.TextUnmarshaler, format, numbers string, data []byte) error {
	text, err := jsonText(format, numbers, data)
	return set(x, text, err)
}

// set sets x to the ID of a text, and to the zero ID if err is an error, which it returns.
func set(x encoding.TextUnmarshaler, text []byte, err error) error {
	if err != nil {
		_ = x.UnmarshalText(nil) // the empty text is the zero ID
		return err
	}
	return x.UnmarshalText(text)
}

// jsonText returns the text in a JSON string.
func jsonText(format, numbers string, data []byte) ([]byte, error) {
	n := len(data)
	if n < 2 || data[0] != '"' || data[n-1] != '"' {
		return nil, notText(format, numbers, data)
	}
	if n > maxJSON || bytes.IndexByte(data, '\\') < 0 {
		return data[1 : n-1], nil
	}
	// Go has the escapes of JSON but \/, a character that no ID contains.
	text, err := strconv.Unquote(string(data))
	if err != nil {
		return data[1 : n-1], nil //nolint:nilerr // the parser of the format says what is wrong
	}
	return []byte(text), nil
}

// notText returns the error for a JSON value that is not a string.
//
//go:noinline
func notText(format, numbers string, data []byte) error {
	detail := `write the text as a JSON string, without ",string" in the tag of the field`
	switch {
	case string(data) == "null":
		detail = "use a pointer, or a Null type of sqltype, for a value that can be null"
	case numbers != "":
		detail += "; " + numbers
	}
	// The error does not keep its argument.
	return fault.Text(format, "json", unsafe.String(unsafe.SliceData(data), len(data)), id.ErrForm, detail)
}

// Scan sets x to the ID of the next text of an input of package fmt: up to a space. It takes
// the verbs %v and %s. On an error x is the zero ID.
func Scan(x encoding.TextUnmarshaler, format string, state fmt.ScanState, verb rune) error {
	text, err := scanText(format, state, verb)
	return set(x, text, err)
}

func scanText(format string, state fmt.ScanState, verb rune) ([]byte, error) {
	if verb != 'v' && verb != 's' {
		return nil, fault.Text(format, "verb", "%"+string(verb), id.ErrForm, "use %v or %s")
	}
	text, err := state.Token(true, nil)
	if err == nil && len(text) == 0 {
		err = io.ErrUnexpectedEOF
	}
	return text, err
}

// Binary sets x to the ID of its bytes, which read returns, and to the zero ID if there are none.
func Binary[T any](x *T, data []byte, read func([]byte) (T, error)) (err error) {
	if len(data) == 0 {
		*x = *new(T)
		return nil
	}
	*x, err = read(data)
	return err
}

// Must returns x, and panics if err is an error.
func Must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
