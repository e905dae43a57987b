package wiji

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/text128"
)

// Fields holds the fields of an ID (section 3).
type Fields struct {
	Timestamp uint64 // microseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Sequence  uint16 // the sequence number within the microsecond
	Version   uint8  // 0 to 15; 1 in every valid ID
	Random    uint64 // 0 to MaxRandom
}

// Fields returns the fields of x, which need not be valid.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMicros()), Sequence: x.Sequence(), Version: x.Version(), Random: x.Random()}
}

// FromFields returns the ID with the given fields. A field beyond its width is a
// [*id.SyntaxError] that matches [id.ErrRange]; a version other than [Version]
// is one that matches [id.ErrVersion]. The timestamp may use all 56 bits, but
// an ID with more than [MaxTextTimestamp] has no text form.
func FromFields(f Fields) (x ID, err error) {
	switch {
	case f.Version != Version:
		return ID{}, fault.Text(format, "version", strconv.Itoa(int(f.Version)), id.ErrVersion, "set Version to 1")
	case f.Timestamp > MaxTimestamp:
		return ID{}, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	case f.Random > MaxRandom:
		return ID{}, fault.Field(format, "random", f.Random, MaxRandom)
	}
	x.set(words(f.Timestamp, uint64(f.Sequence), Version<<52|f.Random))
	return x, nil
}

// words returns the two words of an ID; low is the version and the random field.
func words(micros, sequence, low uint64) (hi, lo uint64) {
	return micros<<8 | sequence>>8, sequence<<56 | low
}

// Inspect returns the fields of a text, UUID or hex form without the checks that
// [Parse] makes on the version and on the first character. Use it to examine IDs
// of other programs: of a later version, or of an earlier layout. A text that does
// not denote 128 bits is a [*id.SyntaxError].
func Inspect(s string) (Fields, error) {
	hi, lo, ok := text128.Decode(crockford, s)
	if !ok {
		return Fields{}, decodeFault(s)
	}
	var x ID
	x.set(hi, lo)
	return x.Fields(), nil
}

// crockford has the substitutions of section 5.1: I and L are read as 1, O as 0,
// and U, which Crockford leaves out, as V.
var crockford = base32.New(base32.Crockford, "I1", "L1", "O0", "UV")
