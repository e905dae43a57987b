package gorm_test

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// columnType is what the suite knows of a column type.
type columnType interface {
	comparable
	String() string
	IsZero() bool
	MarshalText() ([]byte, error)
	driver.Valuer
	GormValue(context.Context, *gorm.DB) clause.Expr
}

// key is a column type to test.
type key[C columnType] struct {
	name string
	// at returns the ID with the number n, which has as many zero bytes as the
	// format allows. The order of the IDs is that of their numbers.
	at func(n int) C
	// plain returns the same ID without its column type, and plains a list of such.
	plain  func(n int) any
	plains func(n ...int) any
}

// The IDs below have zero bytes in front of, between and behind their numbers.

func wijiAt(n int) wiji.ID {
	x := wiji.ID{0: 6, 9: 0x10}
	binary.BigEndian.PutUint16(x[3:], uint16(n))
	return x
}

func ulidAt(n int) ulid.ID {
	x := ulid.ID{0: 1}
	binary.BigEndian.PutUint16(x[6:], uint16(n))
	return x
}

func scruAt(n int) scru160.ID {
	x := scru160.ID{0: 1}
	binary.BigEndian.PutUint16(x[8:], uint16(n))
	return x
}

func uuidAt(n int) uuid.UUID {
	x := uuid.UUID{6: 0x70, 8: 0x80}
	binary.BigEndian.PutUint16(x[4:], uint16(n))
	return x
}

func flakeAt(n int) ulidflake.ID { return ulidflake.ID(int64(1)<<40 + int64(n)<<8) }

func uid11At(n int) uid11.ID { return uid11.ID(uint64(1)<<40 + uint64(n)<<8) }

// greatAt is for the columns that hold all of uid11.
func greatAt(n int) uid11.ID { return uid11.ID(uint64(1)<<63 + uint64(n)<<8) }

// customerID is a typed ID, whose text has a prefix.
type customerID = wiji.For[customer]

type customer struct{}

// IDPrefix returns the prefix.
func (customer) IDPrefix() string { return "customer" }

// bareUUID is an ID type of another library that has no Value. GORM expands it into its
// bytes.
type bareUUID [16]byte

func (x bareUUID) MarshalText() ([]byte, error) { return uuid.UUID(x).MarshalText() }

func (x *bareUUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(x).UnmarshalText(b) }

func bareAt(n int) bareUUID { return bareUUID(uuidAt(n)) }

func newBare() (bareUUID, error) {
	x, err := uuid.NewV7()
	return bareUUID(x), err
}

func keyOf[T any, C columnType](name string, wrap func(T) C, at func(int) T) key[C] {
	return key[C]{
		name: name, at: func(n int) C { return wrap(at(n)) },
		plain: func(n int) any { return at(n) },
		plains: func(ns ...int) any {
			list := make([]T, len(ns))
			for i, n := range ns {
				list[i] = at(n)
			}
			return list
		},
	}
}

// eachKey runs the suite for each size and kind of column, which decide how a driver sends an
// ID, for a typed ID, and for a type of another library. That each format is right in each
// column is what package matrix proves.
func eachKey(t *testing.T, s server) {
	suite(t, s, keyOf("wiji_id", gormtype.Of[wiji.ID], wijiAt))
	suite(t, s, keyOf("ulidflake_id", gormtype.Of[ulidflake.ID], flakeAt))
	suite(t, s, keyOf("typed_text", gormtype.TextOf[customerID], func(n int) customerID { return customerID(wijiAt(n)) }))
	if s.dialect() == "mysql" {
		suite(t, s, keyOf("uid11_unsigned", gormtype.Of[uid11.ID], greatAt))
	}
	if s.params != nil {
		return
	}
	suite(t, s, keyOf("scru160_id", gormtype.Of[scru160.ID], scruAt))
	suite(t, s, keyOf("uid11_binary", gormtype.BinaryOf[uid11.ID], greatAt))
	suite(t, s, keyOf("uuid_text", gormtype.TextOf[uuid.UUID], uuidAt))
	suite(t, s, keyOf("bare_id", gormtype.Of[bareUUID], bareAt))
}

func TestSuite(t *testing.T) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel() // it waits for the server most of the time
			eachKey(t, s)
		})
	}
}
