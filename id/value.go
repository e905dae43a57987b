package id

import (
	"database/sql/driver"
	"encoding/hex"
	"strconv"
)

// ErrPlain means that an ID is an argument of SQL without a column type. Code that builds SQL would
// take an array for a list of numbers, and a driver would store a text, or the digits of a
// number, as bytes.
var ErrPlain = NewReason("plain ID")

// ValueError reports a plain ID as an argument of SQL. It matches [ErrPlain].
type ValueError struct {
	Type  string // the ID's type: "wiji.ID", "ulid.ID", …
	Input string // the ID, quoted
	Size  int    // of the raw form, in bytes: 8, 16 or 20
}

// Error names the type, the ID and the column types to use.
func (e *ValueError) Error() string {
	s := e.Type + ": argument " + e.Input + ": " + ErrPlain.Error() + ": the kind of the column is unknown: use "
	switch e.Size {
	case 8:
		s += "sqltype.Int64Of(id) for BIGINT, sqltype.Uint64Of(id) for BIGINT UNSIGNED, "
	case 16:
		s += "sqltype.UUIDOf(id) for uuid, "
	}
	return s + "sqltype.BinaryOf(id) for BINARY, bytea or BLOB, sqltype.TextOf(id) for text, gormtype.Of(id) or db.Use(gormtype.New(…)) in GORM, " +
		"or pgxtype.Register with pgx"
}

// Unwrap returns [ErrPlain].
func (e *ValueError) Unwrap() error { return ErrPlain }

// Bytes8 is the raw form of a 64-bit ID. It can be assigned to a [8]byte and sliced. As
// an argument of SQL it is an error that matches [ErrPlain]: code that builds SQL would
// take it for a list of numbers.
type Bytes8 [8]byte

// Bytes16 is the raw form of an ID of 16 bytes. It can be assigned to a [16]byte and
// sliced. As an argument of SQL it is an error that matches [ErrPlain], as [Bytes8] is.
type Bytes16 [16]byte

// Bytes20 is the raw form of an ID of 20 bytes. It can be assigned to a [20]byte and
// sliced. As an argument of SQL it is an error that matches [ErrPlain], as [Bytes8] is.
type Bytes20 [20]byte

// Value always fails with an error that matches [ErrPlain].
func (b Bytes8) Value() (driver.Value, error) {
	return plainBytes("id.Bytes8", b[:])
}

// Value always fails with an error that matches [ErrPlain].
func (b Bytes16) Value() (driver.Value, error) {
	return plainBytes("id.Bytes16", b[:])
}

// Value always fails with an error that matches [ErrPlain].
func (b Bytes20) Value() (driver.Value, error) {
	return plainBytes("id.Bytes20", b[:])
}

// plainBytes returns text beside the error, so that code that ignores the error does not
// compare with NULL.
func plainBytes(typeName string, b []byte) (driver.Value, error) {
	text := hex.EncodeToString(b)
	return text, &ValueError{Type: typeName, Input: strconv.Quote(text), Size: len(b)}
}
