package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"

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

// foreignUUID is the UUID type of another library.
type foreignUUID [16]byte

func (x foreignUUID) String() string {
	digits := hex.EncodeToString(x[:])
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

func (x foreignUUID) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

func (x *foreignUUID) UnmarshalText(b []byte) error {
	digits, err := hex.DecodeString(strings.ReplaceAll(string(b), "-", ""))
	if err != nil || len(b) != 36 || len(digits) != len(x) {
		return fmt.Errorf("%q is not the text of a UUID", b)
	}
	copy(x[:], digits)
	return nil
}

// newOf returns a new value of the type of v, which may be a pointer.
func newOf(v columnField) sql.Scanner {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return reflect.New(t).Interface().(sql.Scanner)
}
