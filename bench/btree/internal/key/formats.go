package key

import (
	"database/sql/driver"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// wide passes keys of 16 bytes to a column of bytes or of the type uuid.
func wide[T id.Array16](c Column) func(T) driver.Valuer {
	if c == UUIDs {
		return func(v T) driver.Valuer { return sqltype.UUID[T]{V: v} }
	}
	return raw[T]
}

// raw passes keys to a column of bytes.
func raw[T id.Fixed](v T) driver.Valuer { return sqltype.Binary[T]{V: v} }

// signed passes keys to a 64-bit integer column.
func signed[T id.Integer](v T) driver.Valuer { return sqltype.Int64[T]{V: v} }

func newULID(o Options) Source {
	g := &ulid.Generator{Clock: o.generatorClock()}
	one := generated[ulid.ID]{name: "ulid", clock: o.clock(), tick: time.Millisecond, make: g.New, wrap: wide[ulid.ID](o.Column)}
	return blocks(&one, g.Block)
}

func newWiji(o Options) Source {
	g := &wiji.Generator{Clock: o.generatorClock()}
	one := generated[wiji.ID]{name: "wiji", clock: o.clock(), tick: time.Microsecond, make: g.New, wrap: wide[wiji.ID](o.Column)}
	return blocks(&one, g.Block)
}

func newUUIDv7(o Options) Source {
	g := &uuidv7.Generator{Clock: o.generatorClock()}
	one := generated[uuidv7.ID]{name: "uuidv7", clock: o.clock(), tick: time.Millisecond, make: g.New, wrap: wide[uuidv7.ID](o.Column)}
	return blocks(&one, g.Block)
}

func newSCRU160(o Options) Source {
	g := &scru160.Generator{Clock: o.generatorClock()}
	return &generated[scru160.ID]{name: "scru160", clock: o.clock(), tick: time.Millisecond, make: g.New, wrap: raw[scru160.ID]}
}

func newUlidFlake(o Options) Source {
	g := &ulidflake.Generator{Clock: o.generatorClock()}
	return &generated[ulidflake.ID]{name: "ulidflake", clock: o.clock(), tick: time.Millisecond, make: g.New, wrap: signed[ulidflake.ID]}
}

func newXID(o Options) Source {
	g := &uid11.Generator{Clock: o.generatorClock()}
	return &generated[uid11.ID]{name: "xid", clock: o.clock(), tick: time.Millisecond, make: g.New, wrap: signed[uid11.ID]}
}
