package key

var (
	binary8  = Form{Width: 8}
	binary16 = Form{Width: 16}
	binary20 = Form{Width: 20}
	integer  = Form{Width: 8, Integer: true}
)

// kinds are all kinds of key by width, the control of each width first. A new kind is one
// value here. 64-bit formats share a generator if they have too few random bits for
// independent ones.
var kinds = []Kind{
	{Name: "counter", Title: "a counter, one for all writers", Form: binary16, Control: "counter", Shared: true, Clocked: true, open: newSequence16},
	{Name: "time16", Title: "a counter in the form of a timestamp", Form: binary16, Control: "counter", Shared: true, Clocked: true, open: newTimestamps},
	{Name: "uuidv4", Title: "UUID version 4; google/uuid", Form: binary16, Control: "counter", open: newUUIDv4},
	{Name: "uuidv7", Title: "UUID version 7; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newUUIDv7},
	{Name: "uuidv7-google", Title: "UUID version 7; google/uuid, one for all", Form: binary16, Control: "counter", Shared: true, Clocked: true, open: newGoogleV7},
	{Name: "uuidv7-gofrs", Title: "UUID version 7; gofrs, one per writer", Form: binary16, Control: "counter", Clocked: true, open: newGofrsV7},
	{Name: "ulid", Title: "ULID, monotonic; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newULID},
	{Name: "ulid-oklog", Title: "ULID, monotonic; oklog, one per writer", Form: binary16, Control: "counter", Clocked: true, open: newOklogULID},
	{Name: "ulid-plain", Title: "ULID, not monotonic; oklog/ulid", Form: binary16, Control: "counter", Clocked: true, open: newPlainULID},
	{Name: "wiji", Title: "Wiji; one per writer", Form: binary16, Control: "counter", Clocked: true, open: newWiji},
	{Name: "server-uuidv4", Title: "UUID version 4, made by the server", Form: binary16, Control: "counter", Server: MadeUUIDv4},
	{Name: "server-uuidv7", Title: "UUID version 7, made by the server", Form: binary16, Control: "counter", Server: MadeUUIDv7},
	{Name: "server-ulid", Title: "ULID, made by sortid_ulid_new()", Form: binary16, Control: "counter", Server: MadeULID},
	{Name: "server-wiji", Title: "Wiji, made by sortid_wiji_new()", Form: binary16, Control: "counter", Server: MadeWiji},
	{Name: "counter20", Title: "a counter, one for all writers", Form: binary20, Control: "counter20", Shared: true, Clocked: true, open: newSequence20},
	{Name: "scru160", Title: "SCRU160; one per writer", Form: binary20, Control: "counter20", Clocked: true, open: newSCRU160},
	{Name: "ksuid", Title: "KSUID; segmentio/ksuid", Form: binary20, Control: "counter20", Clocked: true, open: newKSUID},
	{Name: "server-scru160", Title: "SCRU160, made by sortid_scru_new()", Form: binary20, Control: "counter20", Server: MadeSCRU160},
	{Name: "counter-bigint", Title: "a counter, one for all writers", Form: integer, Control: "counter-bigint", Shared: true, Clocked: true, open: newSequence64},
	{Name: "ulidflake", Title: "Ulid-Flake, stand-alone; one for all", Form: integer, Control: "counter-bigint", Shared: true, Clocked: true, open: newUlidFlake},
	{Name: "xid", Title: "uid11's profile xid; repeated if taken", Form: integer, Control: "counter-bigint", Shared: true, Collides: true, Clocked: true, open: newXID},
	{Name: "uid11-snowish", Title: "uid11's profile snowish; one per writer", Form: integer, Control: "counter-bigint", Clocked: true, open: newSnowish},
	{Name: "uid11-tsseq", Title: "uid11's profile ts-seq-rand; one for all", Form: integer, Control: "counter-bigint", Shared: true, Clocked: true, open: newTSSeqRand},
	{Name: "snowflake", Title: "Snowflake; bwmarrin, a node per writer", Form: integer, Control: "counter-bigint", Clocked: true, open: newSnowflake},
	{Name: "identity", Title: "server's counter; on SQLite narrower", Form: integer, Control: "counter-bigint", Server: MadeIdentity},
	{Name: "server-ulidflake", Title: "Ulid-Flake, made by the server", Form: integer, Control: "counter-bigint", Server: MadeUlidFlake},
	{Name: "counter8", Title: "a counter, one for all writers", Form: binary8, Control: "counter8", Shared: true, Clocked: true, open: newSequence8},
	{Name: "uid11-random", Title: "uid11's profile full-random", Form: binary8, Control: "counter8", open: newFullRandom},
}

// usual are the names of the keys that are inserted by default: one of each sort.
var usual = []string{"counter", "uuidv4", "uuidv7", "ulid", "wiji", "counter20", "scru160", "counter-bigint", "ulidflake", "xid"}

// All returns every kind of key, in the order of the tables.
func All() []Kind { return append([]Kind(nil), kinds...) }

// Usual returns the names of the kinds that are inserted by default.
func Usual() []string { return append([]string(nil), usual...) }
