package enginetest

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/google/uuid"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/sqltype"
)

// Wide is the form of the keys that [Seq] makes.
var Wide = key.Form{Width: 16}

// Number64 is the form of a [Number].
var Number64 = key.Form{Width: 8, Integer: true}

// Seq returns n keys of 16 bytes in order for such a column: the numbers from, from+1, …
// in big endian.
func Seq(c key.Column, from, n int) []driver.Valuer {
	keys := make([]driver.Valuer, n)
	for i := range keys {
		var u uuid.UUID
		binary.BigEndian.PutUint64(u[8:], uint64(from+i))
		if c == key.UUIDs {
			keys[i] = sqltype.UUID[uuid.UUID]{V: u}
		} else {
			keys[i] = sqltype.Binary[uuid.UUID]{V: u}
		}
	}
	return keys
}

// Shuffled returns the keys in a random order, which is always the same.
func Shuffled(keys []driver.Valuer) []driver.Valuer {
	keys = slices.Clone(keys)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

// Raw is a key of bytes.
type Raw []byte

// Value returns the bytes.
func (r Raw) Value() (driver.Value, error) { return []byte(r), nil }

// Number is a key that is an integer.
type Number int64

// Value returns the integer.
func (n Number) Value() (driver.Value, error) { return int64(n), nil }

// Cancelling is a key that ends a context when its value is read: in the middle of its
// transaction.
type Cancelling struct {
	driver.Valuer
	Cancel context.CancelFunc
}

// Value ends the context and returns the key's value.
func (c Cancelling) Value() (driver.Value, error) {
	c.Cancel()
	return c.Valuer.Value()
}
