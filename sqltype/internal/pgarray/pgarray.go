// Package pgarray writes and reads the text of a PostgreSQL array of one
// dimension, such as {a,"b c"}.
package pgarray

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNull reports an element that is NULL.
var ErrNull = errors.New("an element is NULL")

// Quote appends an element in double quotes, with a backslash before each quote and
// each backslash. Any text can be quoted. Digits, letters and hyphens need no quotes,
// except for the word NULL.
func Quote(b []byte, element []byte) []byte {
	b = append(b, '"')
	for _, c := range element {
		if c == '"' || c == '\\' {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return append(b, '"')
}

// Each calls f for each element in its order, and stops at the first error. It
// is strict: what the server itself would not write is an error, and so are
// NULL, a second dimension and bounds of one's own. The element belongs to Each
// and is overwritten after the call.
func Each(text string, f func(element []byte) error) error {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return errors.New("an array of one dimension is written {a,b,c}")
	}
	body := text[1 : len(text)-1]
	if body == "" {
		return nil
	}
	var element []byte
	for {
		var rest string
		var err error
		if element, rest, err = next(element[:0], body); err != nil {
			return fmt.Errorf("%w at byte %d", err, len(text)-1-len(rest))
		}
		if err := f(element); err != nil || rest == "" {
			return err
		}
		if rest[0] != ',' {
			return fmt.Errorf("%q at byte %d is not a comma", rest[0], len(text)-1-len(rest))
		}
		body = rest[1:]
	}
}

// next appends the first element of s to b, and returns what follows it.
func next(b []byte, s string) (element []byte, rest string, err error) {
	if s != "" && s[0] == '"' {
		return quoted(b, s[1:])
	}
	end := 0
	for ; end < len(s) && s[end] != ','; end++ {
		if c := s[end]; c <= ' ' || c == '"' || c == '\\' || c == '{' || c == '}' || c == 0x7F {
			return nil, s[end:], fmt.Errorf("%q in an element without quotes", c)
		}
	}
	switch {
	case end == 0:
		return nil, s, errors.New("an element is empty")
	case strings.EqualFold(s[:end], "NULL"): // a text of these letters is written in quotes
		return nil, s, ErrNull
	}
	return append(b, s[:end]...), s[end:], nil
}

// quoted reads an element whose opening quote was read.
func quoted(b []byte, s string) (element []byte, rest string, err error) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b, s[i+1:], nil
		case '\\':
			if i++; i == len(s) {
				return nil, "", errors.New("a backslash escapes nothing")
			}
		}
		b = append(b, s[i])
	}
	return nil, "", errors.New("a quote is not closed")
}
