package key

// Names of the keys that an engine generates, for Kind.Server and for an engine's
// Spec.Generate. Those of a format are made by functions of this module's migrations. The
// xid is not among them, because the application must repeat an INSERT whose xid exists.
const (
	MadeIdentity  = "identity" // the server's counter, in a 64-bit column
	MadeUUIDv4    = "uuidv4"   // PostgreSQL's gen_random_uuid(), MySQL's and MariaDB's own
	MadeUUIDv7    = "uuidv7"   // uuidv7() since PostgreSQL 18, UUID_v7() since MariaDB 11.7
	MadeULID      = "ulid"
	MadeWiji      = "wiji"
	MadeSCRU160   = "scru160"
	MadeUlidFlake = "ulidflake"
)

// Functions returns the calls of those functions, by the name of the key.
func Functions() map[string]string {
	return map[string]string{
		MadeULID:      "sortid_ulid_new()",
		MadeWiji:      "sortid_wiji_new()",
		MadeSCRU160:   "sortid_scru_new()",
		MadeUlidFlake: "sortid_ulidflake_new()",
	}
}
