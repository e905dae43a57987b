package uid11

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base58"
	"github.com/sortid/sortid/id/internal/fault"
)

// Range is the closed range of the IDs whose texts begin with the same characters
// (section 4). In SQL:
//
//	id BETWEEN lower AND upper
//
// Its zero value is the range of one ID, the zero one.
type Range struct {
	Lower ID // the least ID
	Upper ID // the greatest ID, itself within the range
}

// scales has the number of texts that begin with a prefix of the length that is
// the index: 58^(11-n). That of the empty prefix is not needed, and does not fit.
var scales = func() (s [textSize + 1]uint64) {
	s[textSize] = 1
	for n := textSize - 1; n > 0; n-- {
		s[n] = s[n+1] * 58
	}
	return s
}()

// ParsePrefix reads the first 1 to 11 characters of a text as the range of the IDs
// that begin with them (sections 3.6 and 4). The first six of an xid narrow its
// time down to 157 ms, and the first seven to 3 ms.
//
// The upper bound is at most [Max]. A prefix with which no ID begins, such as "k",
// is an error that matches [id.ErrOverflow], and an empty one is of the wrong
// length. Errors are of the type [*id.SyntaxError].
func ParsePrefix(s string) (Range, error) {
	if len(s) == 0 || len(s) > textSize {
		return Range{}, fault.TextLength(format, "prefix", s, "1 to 11")
	}
	// The lower bound is the prefix filled up with zeros, which are ones.
	text := [textSize]byte{'1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1'}
	copy(text[:], s)
	lower, ok := base58.Get11(string(text[:]))
	if !ok {
		return Range{}, prefixFault(s)
	}
	upper := lower + min(scales[len(s)]-1, uint64(Max())-lower)
	return Range{Lower: ID(lower), Upper: ID(upper)}, nil
}

// prefixFault says why ParsePrefix refuses a prefix of a good length.
//
//go:noinline
func prefixFault(s string) error {
	if !inAlphabet(s) {
		return characterFault("prefix", s)
	}
	return fault.Text(format, "prefix", s, id.ErrOverflow, "no ID begins with it: the greatest text is jpXCZedGfVQ")
}

// Contains reports whether x is within the range.
func (r Range) Contains(x ID) bool { return r.Lower <= x && x <= r.Upper }

// Times returns the first and the last millisecond of the range's IDs, read as
// xids (section 8.4). The range may begin and end amid these milliseconds. For
// other profiles, give the bounds to [Profile.Time].
func (r Range) Times() (first, last time.Time) { return r.Lower.Time(), r.Upper.Time() }
