package idtest

import (
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
)

// plain tests that an ID that is an array is an error as an argument of SQL, and so are
// the bytes of every ID. The error names the column types to use. An ID of 64 bits is an
// integer to database/sql.
func (s suite[T, P]) plain(t *testing.T) {
	var zero T
	for _, x := range []T{s.New(), zero} {
		raw, valuer := plainBytes(x)
		if valuer == nil {
			t.Fatalf("%v: Bytes returns no id.Bytes8, id.Bytes16 or id.Bytes20", x)
		}
		if hex.EncodeToString(raw) != x.Hex() {
			t.Errorf("Bytes of %v = %x, want %s", x, raw, x.Hex())
		}
		if v, err := valuer.Value(); v == nil || !errors.Is(err, id.ErrPlain) {
			t.Errorf("Value of the bytes of %v = %v, %v", x, v, err)
		}
		if reflect.TypeFor[T]().Kind() == reflect.Array {
			s.plainArray(t, x, len(raw))
		}
	}
}

// plainArray tests the Value of an ID that is an array of size bytes.
func (s suite[T, P]) plainArray(t *testing.T, x T, size int) {
	t.Helper()
	valuer, ok := any(x).(driver.Valuer)
	if !ok {
		t.Fatalf("%T has no Value: code that builds SQL takes it for a list of numbers", x)
	}
	v, err := valuer.Value()
	var plain *id.ValueError
	if v != x.String() || !errors.Is(err, id.ErrPlain) || !errors.As(err, &plain) || plain.Type != typename.For[T]() {
		t.Fatalf("Value of %v = %v, %v", x, v, err)
	}
	for _, remedy := range []string{"sqltype.BinaryOf(id) for BINARY", "sqltype.TextOf(id) for text", "gormtype.Of(id)", "pgxtype.Register"} {
		if !strings.Contains(err.Error(), remedy) {
			t.Errorf("%v: the error does not say %q", err, remedy)
		}
	}
	if strings.Contains(err.Error(), "sqltype.UUIDOf(id) for uuid") != (size == 16) {
		t.Errorf("an ID of %d bytes: the remedies are %v", size, err)
	}
}

// plainBytes returns the result of x.Bytes, of one of the three types that it can have.
// valuer is nil if it has another type.
func plainBytes(x any) (raw []byte, valuer driver.Valuer) {
	switch x := x.(type) {
	case interface{ Bytes() id.Bytes8 }:
		b := x.Bytes()
		return b[:], b
	case interface{ Bytes() id.Bytes16 }:
		b := x.Bytes()
		return b[:], b
	case interface{ Bytes() id.Bytes20 }:
		b := x.Bytes()
		return b[:], b
	}
	return nil, nil
}
