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

// sequence counts 1, 2, 3, … for all writers: the best order that a key can have.
type sequence struct {
	n    atomic.Int64
	wrap func(n int64) driver.Valuer
}

// Next returns the next number.
func (s *sequence) Next(context.Context) (driver.Valuer, error) { return s.wrap(s.n.Add(1)), nil }

// Waits returns 0: a counter has no clock to wait for.
func (s *sequence) Waits() int { return 0 }

// The controls take the way of all other keys, through the column types: what
// these cost must not look like a property of a format. The counter stands at the
// right of the wide keys, big-endian, so that the order of the bytes is its order.
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

func newSequence16(c Column) Source {
	wrap := wide[counter16](c)
	return &sequence{wrap: func(n int64) driver.Valuer {
		var c counter16
		binary.BigEndian.PutUint64(c[8:], uint64(n))
		return wrap(c)
	}}
}

func newSequence20(Column) Source {
	return &sequence{wrap: func(n int64) driver.Valuer {
		var c counter20
		binary.BigEndian.PutUint64(c[12:], uint64(n))
		return sqltype.Binary[counter20]{V: c}
	}}
}

// Some databases, SQLite among them, store a small integer in fewer bytes. The
// counter starts where every integer takes eight, as those made from a time do:
// from 1, the control would be narrower than what is compared with it.
const firstInteger = 1 << 62

func newSequence64(Column) Source {
	return &sequence{wrap: func(n int64) driver.Valuer { return sqltype.Int64[counter64]{V: counter64(firstInteger + n)} }}
}
