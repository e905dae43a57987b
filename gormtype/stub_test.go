package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"reflect"
	"strconv"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

// stub is a dialect with no server: statements are built and not executed.
type stub struct{ gormstub.Dialect }

// dialectOf returns the dialect of a name.
func dialectOf(name string) stub { return stub{gormstub.Dialect{Title: name}} }

// BindVarTo writes the placeholder of the dialect.
func (s stub) BindVarTo(writer clause.Writer, stmt *gorm.Statement, _ any) {
	if s.Title != "postgres" {
		_ = writer.WriteByte('?')
		return
	}
	_, _ = writer.WriteString("$" + strconv.Itoa(len(stmt.Vars)))
}

func dryRun(t testing.TB, dialect string) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(dialectOf(dialect), &gorm.Config{DryRun: true, SkipDefaultTransaction: true, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

type (
	scruID      = scru160.ID
	uidID       = uid11.ID
	driverValue = driver.Value
)

// foreignID is an ID type of another library: it has a text form and nothing else.
type foreignID [8]byte

func (x foreignID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, x[:]), nil }

func (x *foreignID) UnmarshalText(b []byte) error {
	_, err := hex.Decode(x[:], b)
	return err
}

// newOf returns a new value of the type of v, which may be a pointer.
func newOf(v columnField) sql.Scanner {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return reflect.New(t).Interface().(sql.Scanner)
}

// columnOf returns the traits of a field's type, which may be a pointer to a column
// type.
func columnOf(t reflect.Type) (*traits, bool) {
	c, ok := reflect.TypeAssert[columnField](reflect.New(t))
	if !ok {
		return nil, false
	}
	return c.traits(), true
}
