package layers_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// identifier is what the tests ask of an ID type.
type identifier interface {
	id.Fixed
	String() string
	Time() time.Time
	IsValid() bool
	IsZero() bool
}

// format is a format and its Go type.
type format[T identifier] struct {
	name         string // the prefix of the functions
	texts        string // the prefix of the functions of texts
	number       string // the second argument of the function that dates an ID
	minAt, maxAt func(time.Time) (T, error)
}

var (
	wijis  = format[wiji.ID]{"wiji", "wiji", "", wiji.MinAt, wiji.MaxAt}
	ulids  = format[ulid.ID]{"ulid", "ulid", "", ulid.MinAt, ulid.MaxAt}
	uuids  = format[uuidv7.ID]{"uuid", "uuid", "", uuidv7.MinAt, uuidv7.MaxAt}
	flakes = format[ulidflake.ID]{"ulidflake", "ulidflake", ", 1", ulidflake.MinAt, ulidflake.MaxAt}
	xids   = format[uid11.ID]{"xid", "uid", ", 1", uid11.MinAt, uid11.MaxAt}
	scrus  = format[scru160.ID]{"scru", "scru", "", scru160.MinAt, scru160.MaxAt}
)

// made tests that an ID is one that was just made.
func made[T identifier](t testing.TB, what string, x T) {
	t.Helper()
	const skew = time.Minute
	if age := time.Since(x.Time()); !x.IsValid() || x.IsZero() || age > skew || age < -skew {
		t.Errorf("%s: %v of %v was not made just now", what, x, x.Time())
	}
}

// must returns the value of a call that cannot fail.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
