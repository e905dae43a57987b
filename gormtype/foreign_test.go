package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"reflect"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
)

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
