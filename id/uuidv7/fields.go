package uuidv7

import (
	"github.com/sortid/sortid/id/internal/fault"
)

// Fields holds the fields of an ID that the version and the variant leave (section 5.7).
type Fields struct {
	Timestamp uint64 // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	RandA     uint16 // rand_a, 0 to MaxRandA
	Random    uint64 // rand_b, 0 to MaxRandom
}

// Fields returns the fields of x, which need not be valid.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMillis()), RandA: x.RandA(), Random: x.Random()}
}

// FromFields returns the ID with the given fields. A field beyond its width is a
// [*github.com/sortid/sortid/id.SyntaxError] that matches
// [github.com/sortid/sortid/id.ErrRange].
func FromFields(f Fields) (x ID, err error) {
	switch {
	case f.Timestamp > MaxTimestamp:
		return ID{}, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	case f.RandA > MaxRandA:
		return ID{}, fault.Field(format, "rand_a", uint64(f.RandA), MaxRandA)
	case f.Random > MaxRandom:
		return ID{}, fault.Field(format, "random", f.Random, MaxRandom)
	}
	x.set(words(f.Timestamp<<12|uint64(f.RandA), f.Random))
	return x, nil
}
