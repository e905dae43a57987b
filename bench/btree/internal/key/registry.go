package key

var (
	binary16 = Form{Width: 16}
	binary20 = Form{Width: 20}
	integer  = Form{Width: 8, Integer: true}
)

// kinds holds all kinds of key by width, the control of each width first. A new kind is one
// value here. 64-bit formats share a generator if they have too few random bits for
// independent ones.
var kinds = []Kind{
	{Name: "counter", Title: "a counter, one for all writers", Form: binary16, Control: "counter", Shared: true, Clocked: true, open: newSequence16},
	{Name: "uuidv4", Title: "UUID version 4; google/uuid", Form: binary16, Control: "counter", open: newUUIDv4},
	{Name: "uuidv7", Title: "UUID version 7; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newUUIDv7},
	{Name: "ulid", Title: "ULID, monotonic; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newULID},
	{Name: "ulid-plain", Title: "ULID, not monotonic; oklog/ulid", Form: binary16, Control: "counter", Clocked: true, Scattered: true, open: newPlainULID},
	{Name: "wiji", Title: "Wiji; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newWiji},
	{Name: "counter20", Title: "a counter, one for all writers", Form: binary20, Control: "counter20", Shared: true, Clocked: true, open: newSequence20},
	{Name: "scru160", Title: "SCRU160; one per writer", Form: binary20, Control: "counter20", Clocked: true, open: newSCRU160},
	{Name: "ksuid", Title: "KSUID; segmentio/ksuid", Form: binary20, Control: "counter20", Clocked: true, Scattered: true, open: newKSUID},
	{Name: "counter-bigint", Title: "a counter, one for all writers", Form: integer, Control: "counter-bigint", Shared: true, Clocked: true, open: newSequence64},
	{Name: "ulidflake", Title: "Ulid-Flake, stand-alone; one for all", Form: integer, Control: "counter-bigint", Shared: true, Clocked: true, open: newUlidFlake},
	{Name: "xid", Title: "uid11's profile xid; repeated if taken", Form: integer, Control: "counter-bigint", Shared: true, Collides: true, Clocked: true, Scattered: true, open: newXID},
	{Name: "snowflake", Title: "Snowflake; bwmarrin, a node per writer", Form: integer, Control: "counter-bigint", Clocked: true, open: newSnowflake},
}

// usual holds the names of the keys that are inserted by default: one of each sort.
var usual = []string{"counter", "uuidv4", "uuidv7", "ulid", "wiji", "counter20", "scru160", "counter-bigint", "ulidflake", "xid"}

// All returns every kind of key, in the order of the tables.
func All() []Kind { return append([]Kind(nil), kinds...) }

// Usual returns the names of the kinds that are inserted by default.
func Usual() []string { return append([]string(nil), usual...) }
