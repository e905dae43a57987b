package operations_test

import (
	"context"
	"database/sql/driver"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
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

func uid11At(n int) uid11.ID { return uid11.ID(uint64(1)<<40 + uint64(n)<<8) }

// customerID is a typed ID, whose text has a prefix.
type customerID = wiji.For[customer]

type customer struct{}

// IDPrefix returns the prefix.
func (customer) IDPrefix() string { return "customer" }

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
func eachKey(t *testing.T, s gormtest.Server) {
	suite(t, s, keyOf("wiji_id", gormtype.Of[wiji.ID], gormtest.WijiAt))
	suite(t, s, keyOf("ulidflake_id", gormtype.Of[ulidflake.ID], gormtest.FlakeAt))
	suite(t, s, keyOf("typed_text", gormtype.TextOf[customerID], func(n int) customerID { return customerID(gormtest.WijiAt(n)) }))
	if s.Dialect() == "mysql" {
		suite(t, s, keyOf("uid11_unsigned", gormtype.Of[uid11.ID], gormtest.GreatAt))
	}
	if s.Params != nil {
		return
	}
	suite(t, s, keyOf("scru160_id", gormtype.Of[scru160.ID], gormtest.SCRUAt))
	suite(t, s, keyOf("uid11_binary", gormtype.BinaryOf[uid11.ID], gormtest.GreatAt))
	suite(t, s, keyOf("uuid_text", gormtype.TextOf[uuid.UUID], gormtest.UUIDAt))
	suite(t, s, keyOf("bare_id", gormtype.Of[gormtest.BareUUID], gormtest.BareAt))
}

func TestSuite(t *testing.T) {
	for _, s := range gormtest.Settings {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel() // it waits for the server most of the time
			eachKey(t, s)
		})
	}
}
