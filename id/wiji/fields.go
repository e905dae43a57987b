package wiji

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/text128"
)

// Fields is an ID taken apart (section 3).
type Fields struct {
	Micros   uint64 // microseconds since 1970, 0 to MaxMicros
	Sequence uint16 // the number within the microsecond
	Version  uint8  // 0 to 15; 1 in every valid ID
	Random   uint64 // 0 to MaxRandom
}

// Millis returns the timestamp in milliseconds since 1970, rounded down.
func (f Fields) Millis() uint64 { return f.Micros / 1000 }

// Time returns the timestamp in UTC.
func (f Fields) Time() time.Time { return time.UnixMicro(int64(f.Micros)).UTC() }

// Fields takes the ID apart. It does so for any value, a zero one too.
func (x ID) Fields() Fields {
	return Fields{Micros: uint64(x.Micros()), Sequence: x.Sequence(), Version: x.Version(), Random: x.Random()}
}

// FromFields puts an ID together. A version other than 1, or a field beyond its
// width, is an error. The timestamp may use all 56 bits, although the text of an
// ID beyond [MaxTextMicros] cannot be parsed.
func FromFields(f Fields) (x ID, err error) {
	switch {
	case f.Version != Version:
		return ID{}, fault.Text(format, "version", strconv.Itoa(int(f.Version)), id.ErrVersion, "this package makes version 1")
	case f.Micros > MaxMicros:
		return ID{}, fault.Field(format, "timestamp", f.Micros, MaxMicros)
	case f.Random > MaxRandom:
		return ID{}, fault.Field(format, "random", f.Random, MaxRandom)
	}
	x.set(words(f.Micros, uint64(f.Sequence), Version<<52|f.Random))
	return x, nil
}

// words puts the fields in their places; low is the version and the random field.
func words(micros, sequence, low uint64) (hi, lo uint64) {
	return micros<<8 | sequence>>8, sequence<<56 | low
}

// Inspect takes a text, UUID or hex form apart without the rules that [Parse]
// applies to the version and to the first character. It is for looking at what
// another program made: an ID of a later version, or of an earlier layout. Text
// that does not denote 128 bits is an error all the same.
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
var crockford = base32.New("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "I1", "L1", "O0", "UV")
