package key

import (
	"database/sql/driver"
	"time"

	"github.com/google/uuid"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

func newUUIDv4() Source {
	return &generated[uuid.UUID]{name: "uuidv4", make: uuid.NewRandom, wrap: binaryUUID}
}

func newUUIDv7() Source {
	return &generated[uuid.UUID]{name: "uuidv7", make: uuid.NewV7, wrap: binaryUUID}
}

func binaryUUID(v uuid.UUID) driver.Valuer { return sqltype.Binary[uuid.UUID]{V: v} }

func newULID() Source {
	return &generated[ulid.ID]{
		name: "ulid", tick: time.Millisecond, make: new(ulid.Generator).New,
		wrap: func(v ulid.ID) driver.Valuer { return sqltype.Binary[ulid.ID]{V: v} },
	}
}

func newWiji() Source {
	return &generated[wiji.ID]{
		name: "wiji", tick: time.Microsecond, make: new(wiji.Generator).New,
		wrap: func(v wiji.ID) driver.Valuer { return sqltype.Binary[wiji.ID]{V: v} },
	}
}

func newSCRU160() Source {
	return &generated[scru160.ID]{
		name: "scru160", tick: time.Millisecond, make: new(scru160.Generator).New,
		wrap: func(v scru160.ID) driver.Valuer { return sqltype.Binary[scru160.ID]{V: v} },
	}
}

func newUlidFlake() Source {
	return &generated[ulidflake.ID]{
		name: "ulidflake", tick: time.Millisecond, make: new(ulidflake.Generator).New,
		wrap: func(v ulidflake.ID) driver.Valuer { return sqltype.Int64[ulidflake.ID]{V: v} },
	}
}

func newXID() Source {
	return &generated[uid11.ID]{
		name: "xid", tick: time.Millisecond, make: new(uid11.Generator).New,
		wrap: func(v uid11.ID) driver.Valuer { return sqltype.Int64[uid11.ID]{V: v} },
	}
}
