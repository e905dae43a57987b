// Package decimal reads integers in the one spelling that a database writes:
// decimal digits with no leading zero, after a minus sign if the number is
// negative.
package decimal

// Result says what became of a text.
type Result uint8

const (
	// OK: the text is a number in range.
	OK Result = iota
	// Malformed: the text is not the one spelling of a number.
	Malformed
	// Overflow: the text is a number that does not fit the type.
	Overflow
)

// Uint64 reads a number of 0 to 2^64-1. The value beside another result than OK
// is 0.
func Uint64[S ~string | ~[]byte](s S) (uint64, Result) {
	if len(s) == 0 || s[0] == '0' && len(s) > 1 {
		return 0, Malformed
	}
	var n uint64
	result := OK
	for i := range len(s) {
		d := uint64(s[i]) - '0'
		if d > 9 {
			return 0, Malformed
		}
		if n > (1<<64-1-d)/10 {
			result = Overflow // and the rest must be digits all the same
			continue
		}
		n = n*10 + d
	}
	if result != OK {
		return 0, result
	}
	return n, OK
}

// Int64 reads a number of -2^63 to 2^63-1, under the terms of Uint64.
func Int64[S ~string | ~[]byte](s S) (int64, Result) {
	if len(s) == 0 || s[0] != '-' {
		n, result := Uint64(s)
		if n > 1<<63-1 {
			return 0, Overflow
		}
		return int64(n), result
	}
	n, result := Uint64(s[1:])
	switch {
	case result != OK:
		return 0, result
	case n == 0:
		return 0, Malformed
	case n > 1<<63:
		return 0, Overflow
	}
	return -int64(n), OK
}
