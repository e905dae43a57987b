package key

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"sync/atomic"

	"github.com/sortid/sortid/sqltype"
)

// sequence counts 1, 2, 3, … for all writers: the best possible order of keys.
type sequence struct {
	n    atomic.Int64
	wrap func(n int64) driver.Valuer
}

// counting returns a sequence.
func counting(wrap func(n int64) driver.Valuer) Source { return &sequence{wrap: wrap} }

// Next returns the next number.
func (s *sequence) Next(context.Context) (driver.Valuer, error) { return s.wrap(s.n.Add(1)), nil }

// Waits returns 0: a counter has no clock to wait for.
func (s *sequence) Waits() int { return 0 }

// The controls pass through the column types as all other keys do, so that the cost of a
// column type does not look like a property of a format. In wide keys the counter is at the
// right, big-endian, so that the order of the bytes is its order.
type (
	counter16 [16]byte
	counter20 [20]byte
	counter64 int64
)

// MarshalText returns the number in hexadecimal digits.
func (c counter16) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, c[:]), nil }

// MarshalText returns the number in hexadecimal digits.
func (c counter20) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, c[:]), nil }

// MarshalText returns the number in decimal digits.
func (c counter64) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(c), 10), nil }

func newSequence16(o Options) Source {
	wrap := wide[counter16](o.Column)
	return counting(func(n int64) driver.Valuer {
		var c counter16
		binary.BigEndian.PutUint64(c[8:], uint64(n))
		return wrap(c)
	})
}

func newSequence20(Options) Source {
	return counting(func(n int64) driver.Valuer {
		var c counter20
		binary.BigEndian.PutUint64(c[12:], uint64(n))
		return raw(c)
	})
}

// firstInteger is where the counter starts. Some databases, such as SQLite, store a small
// integer in fewer bytes: from 1 the control would be narrower than keys made from a time.
const firstInteger = 1 << 62

func newSequence64(Options) Source {
	return counting(func(n int64) driver.Valuer { return sqltype.Int64[counter64]{V: counter64(firstInteger + n)} })
}
