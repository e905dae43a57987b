package uid11

import (
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base58"
	"github.com/sortid/sortid/id/internal/fault"
)

// Range is the closed range of the IDs whose texts begin with a prefix (section 4). In
// SQL it is
//
//	id BETWEEN lower AND upper
//
// The zero value is the range of the zero ID alone.
type Range struct {
	Lower ID // the least ID
	Upper ID // the greatest ID, which is within the range
}

// scales has at index n the number of texts that begin with a prefix of n characters:
// 58^(11-n). That of the empty prefix does not fit, and is not needed.
var scales = func() (s [textSize + 1]uint64) {
	s[textSize] = 1
	for n := textSize - 1; n > 0; n-- {
		s[n] = s[n+1] * 58
	}
	return s
}()

// ParsePrefix returns the range of the IDs whose texts begin with a prefix of 1 to 11
// characters (sections 3.6 and 4). Six characters determine the time of an xid to
// 157 ms, seven to 3 ms.
//
// The upper bound is at most [Max]. Errors are of the type [*id.SyntaxError]. A prefix
// with which no text begins, such as "k", matches [id.ErrOverflow]; an empty one
// matches [id.ErrLength].
func ParsePrefix(s string) (Range, error) {
	if len(s) == 0 || len(s) > textSize {
		return Range{}, fault.TextLength(format, "prefix", s, "1 to 11")
	}
	// The lower bound is the prefix filled up with the digit zero, "1".
	text := [textSize]byte{'1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1'}
	copy(text[:], s)
	lower, ok := base58.Get11(string(text[:]))
	if !ok {
		return Range{}, prefixFault(s)
	}
	upper := lower + min(scales[len(s)]-1, uint64(Max())-lower)
	return Range{Lower: ID(lower), Upper: ID(upper)}, nil
}

// prefixFault returns the error for a prefix of 1 to 11 bytes.
//
//go:noinline
func prefixFault(s string) error {
	if strings.Trim(s, base58.Alphabet) != "" {
		return characterFault("prefix", s)
	}
	return fault.Text(format, "prefix", s, id.ErrOverflow, "no text begins with it: the greatest text is jpXCZedGfVQ")
}

// Times returns the timestamps of the least and the greatest ID of the range as xids
// (section 8.4). The range can begin and end in the middle of a millisecond. Use
// [Profile.Time] for other profiles.
func (r Range) Times() (first, last time.Time) { return r.Lower.Time(), r.Upper.Time() }
