package key

import (
	"crypto/rand"

	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	"github.com/segmentio/ksuid"
)

// Generators of other libraries, used as their documentation shows.

func newUUIDv4(o Options) Source {
	return &generated[google.UUID]{name: "uuidv4", make: google.NewRandom, wrap: wide[google.UUID](o.Column)}
}

// newPlainULID draws a new random field for each key, as the specification's simple
// generator does.
func newPlainULID(o Options) Source {
	now := o.now()
	next := func() (oklog.ULID, error) { return oklog.New(oklog.Timestamp(now()), rand.Reader) }
	return &generated[oklog.ULID]{name: "ulid-plain", make: next, wrap: wide[oklog.ULID](o.Column)}
}

func newKSUID(o Options) Source {
	now := o.now()
	next := func() (ksuid.KSUID, error) { return ksuid.NewRandomWithTime(now()) }
	return &generated[ksuid.KSUID]{name: "ksuid", make: next, wrap: raw[ksuid.KSUID]}
}
