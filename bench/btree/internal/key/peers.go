package key

import (
	"crypto/rand"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	"github.com/segmentio/ksuid"
)

// Generators of other libraries, used as their documentation shows.

func newUUIDv4(o Options) Source {
	return &generated[google.UUID]{name: "uuidv4", make: google.NewRandom, wrap: wide[google.UUID](o.Column)}
}

// newGoogleV7 uses the one generator that google/uuid has in a process, whose clock cannot
// be set.
func newGoogleV7(o Options) Source {
	return &generated[google.UUID]{name: "uuidv7-google", make: google.NewV7, wrap: wide[google.UUID](o.Column)}
}

func newGofrsV7(o Options) Source {
	g := gofrs.NewGenWithOptions(gofrs.WithEpochFunc(o.now()))
	return &generated[gofrs.UUID]{name: "uuidv7-gofrs", make: g.NewV7, wrap: wide[gofrs.UUID](o.Column)}
}

// newPlainULID draws a new random field for each key, as the specification's simple
// generator does.
func newPlainULID(o Options) Source {
	now := o.now()
	next := func() (oklog.ULID, error) { return oklog.New(oklog.Timestamp(now()), rand.Reader) }
	return &generated[oklog.ULID]{name: "ulid-plain", make: next, wrap: wide[oklog.ULID](o.Column)}
}

func newOklogULID(o Options) Source {
	entropy := &oklog.LockedMonotonicReader{MonotonicReader: oklog.Monotonic(rand.Reader, 0)}
	now := o.now()
	next := func() (oklog.ULID, error) { return oklog.New(oklog.Timestamp(now()), entropy) }
	return &generated[oklog.ULID]{name: "ulid-oklog", make: next, wrap: wide[oklog.ULID](o.Column)}
}

func newKSUID(o Options) Source {
	now := o.now()
	next := func() (ksuid.KSUID, error) { return ksuid.NewRandomWithTime(now()) }
	return &generated[ksuid.KSUID]{name: "ksuid", make: next, wrap: raw[ksuid.KSUID]}
}
