package key

import (
	"crypto/rand"

	"github.com/sortid/sortid/id/uid11"
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

// newRandom63 makes positive integers that take eight bytes: uid11s of the profile
// FullRandom, without the sign bit and without small ones.
func newRandom63(o Options) Source {
	from := newFullRandom(o).(*generated[uid11.ID])
	return &generated[uid11.ID]{
		name: "random63",
		make: func() (uid11.ID, error) {
			for {
				v, err := from.make()
				if err != nil {
					return 0, err
				}
				if v &= 1<<63 - 1; v >= narrow {
					return v, nil
				}
			}
		},
		wrap: signed[uid11.ID],
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
	case f.Width == 8:
		return Kind{Name: "uid11-random", Title: "uid11, full-random", Form: f, open: newFullRandom}
	}
	return Kind{Name: "uuidv4", Title: "UUID version 4; google/uuid", Form: f, open: newUUIDv4}
}
