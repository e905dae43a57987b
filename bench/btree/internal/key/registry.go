package key

var (
	binary16 = Form{Width: 16}
	binary20 = Form{Width: 20}
	integer  = Form{Width: 8, Integer: true}
)

// kinds is every key, by width, each width led by its control. A new key is one
// value here. The 64-bit formats share a generator: they have too few random bits
// for independent ones.
var kinds = []Kind{
	{Name: "seq16", Title: "sequential, one counter for all", Form: binary16, Control: "seq16", Shared: true, open: newSequence16},
	{Name: "uuidv4", Title: "UUID version 4; google/uuid", Form: binary16, Control: "seq16", open: newUUIDv4},
	{Name: "uuidv7", Title: "UUID version 7; google/uuid, one for all", Form: binary16, Control: "seq16", Shared: true, open: newUUIDv7},
	{Name: "ulid", Title: "ULID, monotonic; one per writer", Form: binary16, Control: "seq16", open: newULID},
	{Name: "wiji", Title: "Wiji; one per writer", Form: binary16, Control: "seq16", open: newWiji},
	{Name: "seq20", Title: "sequential, one counter for all", Form: binary20, Control: "seq20", Shared: true, open: newSequence20},
	{Name: "scru160", Title: "SCRU160; one per writer", Form: binary20, Control: "seq20", open: newSCRU160},
	{Name: "bigint", Title: "sequential, one counter for all", Form: integer, Control: "bigint", Shared: true, open: newSequence64},
	{Name: "ulidflake", Title: "Ulid-Flake, stand-alone; one for all", Form: integer, Control: "bigint", Shared: true, open: newUlidFlake},
	{Name: "xid", Title: "uid11's profile xid; repeated if taken", Form: integer, Control: "bigint", Shared: true, Collides: true, open: newXID},
}

// All returns every kind of key, in the order of the tables.
func All() []Kind { return append([]Kind(nil), kinds...) }
