package key

import (
	"database/sql/driver"
	"time"

	"github.com/google/uuid"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// wide hands keys of 16 bytes to the column in its column type.
func wide[T id.Array16](c Column) func(T) driver.Valuer {
	if c == UUIDs {
		return func(v T) driver.Valuer { return sqltype.UUID[T]{V: v} }
	}
	return func(v T) driver.Valuer { return sqltype.Binary[T]{V: v} }
}

func newUUIDv4(c Column) Source {
	return &generated[uuid.UUID]{name: "uuidv4", make: uuid.NewRandom, wrap: wide[uuid.UUID](c)}
}

func newUUIDv7(c Column) Source {
	return &generated[uuid.UUID]{name: "uuidv7", make: uuid.NewV7, wrap: wide[uuid.UUID](c)}
}

func newULID(c Column) Source {
	return &generated[ulid.ID]{name: "ulid", tick: time.Millisecond, make: new(ulid.Generator).New, wrap: wide[ulid.ID](c)}
}

func newWiji(c Column) Source {
	return &generated[wiji.ID]{name: "wiji", tick: time.Microsecond, make: new(wiji.Generator).New, wrap: wide[wiji.ID](c)}
}

func newSCRU160(Column) Source {
	return &generated[scru160.ID]{
		name: "scru160", tick: time.Millisecond, make: new(scru160.Generator).New,
		wrap: func(v scru160.ID) driver.Valuer { return sqltype.Binary[scru160.ID]{V: v} },
	}
}

func newUlidFlake(Column) Source {
	return &generated[ulidflake.ID]{
		name: "ulidflake", tick: time.Millisecond, make: new(ulidflake.Generator).New,
		wrap: func(v ulidflake.ID) driver.Valuer { return sqltype.Int64[ulidflake.ID]{V: v} },
	}
}

func newXID(Column) Source {
	return &generated[uid11.ID]{
		name: "xid", tick: time.Millisecond, make: new(uid11.Generator).New,
		wrap: func(v uid11.ID) driver.Valuer { return sqltype.Int64[uid11.ID]{V: v} },
	}
}
