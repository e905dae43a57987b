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
	// plugin is the generator for a type that has none of its own.
	plugin gorm.Plugin
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

func of[T any, C columnType](wrap func(T) C, at func(int) T) func(int) C {
	return func(n int) C { return wrap(at(n)) }
}

// eachKey runs the suite for all formats and kinds of column, and a type of another
// library; in an unusual setting of a server, for each size and kind.
func eachKey(t *testing.T, s server) {
	suite(t, s, key[gormtype.ID[wiji.ID]]{"wiji_id", of(gormtype.Of, wijiAt), nil})
	suite(t, s, key[gormtype.ID[scru160.ID]]{"scru160_id", of(gormtype.Of, scruAt), nil})
	suite(t, s, key[gormtype.ID[ulidflake.ID]]{"ulidflake_id", of(gormtype.Of, flakeAt), nil})
	suite(t, s, key[gormtype.Text[uid11.ID]]{"uid11_text", of(gormtype.TextOf, greatAt), nil})
	suite(t, s, key[gormtype.Binary[uid11.ID]]{"uid11_binary", of(gormtype.BinaryOf, greatAt), nil})
	if s.dialect() == "mysql" {
		suite(t, s, key[gormtype.ID[uid11.ID]]{"uid11_unsigned", of(gormtype.Of, greatAt), nil})
	}
	if s.params != nil {
		return
	}
	suite(t, s, key[gormtype.ID[uid11.ID]]{"uid11_id", of(gormtype.Of, uid11At), nil})
	suite(t, s, key[gormtype.ID[ulid.ID]]{"ulid_id", of(gormtype.Of, ulidAt), nil})
	suite(t, s, key[gormtype.ID[uuid.UUID]]{"uuid_id", of(gormtype.Of, uuidAt), gormtype.Generator(uuid.NewV7)})
	suite(t, s, key[gormtype.Text[wiji.ID]]{"wiji_text", of(gormtype.TextOf, wijiAt), nil})
	suite(t, s, key[gormtype.Binary[ulid.ID]]{"ulid_binary", of(gormtype.BinaryOf, ulidAt), nil})
}

func TestSuite(t *testing.T) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) { eachKey(t, s) })
	}
}
