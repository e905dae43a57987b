package key

import (
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"

	"github.com/sortid/sortid/sqltype"
)

// random20 is a key of 20 random bytes.
type random20 = counter20

func newRandom20(Options) Source {
	return &generated[random20]{
		name: "random20",
		make: func() (k random20, err error) {
			_, err = rand.Read(k[:])
			return k, err
		},
		wrap: raw[random20],
	}
}

// newRandom63 makes positive integers that take eight bytes.
func newRandom63(Options) Source {
	return &generated[counter64]{
		name: "random63",
		make: func() (counter64, error) {
			for {
				var b [8]byte
				if _, err := rand.Read(b[:]); err != nil {
					return 0, err
				}
				if v := counter64(binary.BigEndian.Uint64(b[:]) >> 1); v >= narrow {
					return v, nil
				}
			}
		},
		wrap: func(v counter64) driver.Valuer { return sqltype.Int64[counter64]{V: v} },
	}
}

// narrow is the least integer that SQLite stores in eight bytes.
const narrow = 1 << 47

// Random returns a kind of random keys of the form, for a table before it moves to another
// key. Those of 16 bytes are UUIDs of version 4.
func Random(f Form) Kind {
	switch {
	case f.Integer:
		return Kind{Name: "random63", Title: "random integers", Form: f, open: newRandom63}
	case f.Width == 20:
		return Kind{Name: "random20", Title: "random bytes", Form: f, open: newRandom20}
	}
	return Kind{Name: "uuidv4", Title: "UUID version 4; google/uuid", Form: f, open: newUUIDv4}
}
