package column

// Range says whether a text is a number in range.
type Range uint8

const (
	// InRange: the text is a number that fits the type.
	InRange Range = iota
	// Malformed: the text is not the one spelling of a number that a database writes.
	Malformed
	// Overflow: the text is a number that does not fit the type.
	Overflow
)

// ParseUint64 reads a number of 0 to 2^64-1 in the one spelling that a database
// writes: decimal digits without a leading zero. The value is 0 unless InRange.
func ParseUint64[S ~string | ~[]byte](s S) (uint64, Range) {
	if len(s) == 0 || s[0] == '0' && len(s) > 1 {
		return 0, Malformed
	}
	var n uint64
	result := InRange
	for i := range len(s) {
		d := uint64(s[i]) - '0'
		if d > 9 {
			return 0, Malformed
		}
		if n > (1<<64-1-d)/10 {
			result = Overflow // the rest must be digits nevertheless
			continue
		}
		n = n*10 + d
	}
	if result != InRange {
		return 0, result
	}
	return n, InRange
}

// ParseInt64 reads a number of -2^63 to 2^63-1, with a minus sign if it is negative,
// otherwise as ParseUint64 does.
func ParseInt64[S ~string | ~[]byte](s S) (int64, Range) {
	if len(s) == 0 || s[0] != '-' {
		n, result := ParseUint64(s)
		if n > 1<<63-1 {
			return 0, Overflow
		}
		return int64(n), result
	}
	n, result := ParseUint64(s[1:])
	switch {
	case result != InRange:
		return 0, result
	case n == 0:
		return 0, Malformed
	case n > 1<<63:
		return 0, Overflow
	}
	return -int64(n), InRange
}
