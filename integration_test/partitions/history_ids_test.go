package partitions_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// rawID is the bytes of an ID, and its text.
type rawID struct {
	raw  []byte
	text string
}

// family makes IDs of a format.
type family struct {
	minAt func(time.Time) (rawID, error)
	from  func([]byte) (rawID, error)
	fixed []byte // the bits of the time and the version
}

type plainID interface {
	MarshalBinary() ([]byte, error)
	String() string
}

func familyOf[T plainID](minAt func(time.Time) (T, error), from func([]byte) (T, error), fixed ...byte) family {
	raw := func(id T, err error) (rawID, error) {
		if err != nil {
			return rawID{}, err
		}
		b, err := id.MarshalBinary()
		return rawID{b, id.String()}, err
	}
	return family{
		minAt: func(t time.Time) (rawID, error) { return raw(minAt(t)) },
		from:  func(b []byte) (rawID, error) { return raw(from(b)) },
		fixed: fixed,
	}
}

var families = map[string]family{
	"wiji":      familyOf(wiji.MinAt, wiji.FromBytes, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0xf0, 0, 0, 0, 0, 0, 0),
	"ulid":      familyOf(ulid.MinAt, ulid.FromBytes, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	"uuidv7":    familyOf(uuidv7.MinAt, uuidv7.FromBytes, 255, 255, 255, 255, 255, 255, 0xf0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0),
	"scru160":   familyOf(scru160.MinAt, scru160.FromBytes, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	"ulidflake": familyOf(ulidflake.MinAt, ulidflake.FromBytes, 255, 255, 255, 255, 255, 0xf0, 0, 0),
	"uid11":     familyOf(uid11.MinAt, uid11.FromBytes, 255, 255, 255, 255, 255, 0xc0, 0, 0),
}

// randomAt returns an ID of a time with random bits for the rest.
func (f family) randomAt(r *rand.Rand, t time.Time) (rawID, error) {
	id, err := f.minAt(t)
	if err != nil {
		return id, err
	}
	b := make([]byte, len(id.raw))
	for i := range b {
		b[i] = id.raw[i] | byte(r.IntN(256))&^f.fixed[i]
	}
	return f.from(b)
}

// literal returns the ID as a literal for a column of a kind, whatever a backslash means in the session.
func (id rawID) literal(kind string) string {
	h := hex.EncodeToString(id.raw)
	switch kind {
	case "uuid":
		return "'" + h + "'"
	case "bytea":
		return "decode('" + h + "', 'hex')"
	case "binary":
		return "X'" + h + "'"
	case "bigint":
		return fmt.Sprint(binary.BigEndian.Uint64(id.raw))
	}
	return "'" + id.text + "'"
}

// shown returns the ID as a query shows it.
func (id rawID) shown(kind string) string {
	switch kind {
	case "uuid", "bytea", "binary":
		return hex.EncodeToString(id.raw)
	case "bigint":
		return fmt.Sprint(binary.BigEndian.Uint64(id.raw))
	}
	return id.text
}

// show returns the expression that shows the column id.
func (s server) show(kind string) string {
	switch kind {
	case "uuid":
		return "replace(id::text, '-', '')"
	case "bytea":
		return "encode(id, 'hex')"
	case "binary":
		return "LOWER(HEX(id))"
	}
	return s.pick("id::text", "CONCAT(id)")
}
