package idtest

import (
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
)

// plain tests that an ID is an error as an argument of SQL, and so are its bytes. The error
// names the column types to use.
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
		s.plainValue(t, x, len(raw))
	}
}

// plainValue tests the Value of an ID of size bytes.
func (s suite[T, P]) plainValue(t *testing.T, x T, size int) {
	t.Helper()
	valuer, ok := any(x).(driver.Valuer)
	if !ok {
		t.Fatalf("%T has no Value: a driver stores the characters of its number, or code that builds SQL takes it for a list of numbers", x)
	}
	v, err := valuer.Value()
	var plain *id.ValueError
	if v != x.String() || !errors.Is(err, id.ErrPlain) || !errors.As(err, &plain) || plain.Type != typename.For[T]() {
		t.Fatalf("Value of %v = %v, %v", x, v, err)
	}
	remedies := []string{"sqltype.BinaryOf(id) for BINARY", "sqltype.TextOf(id) for text", "gormtype.Of(id)", "pgxtype.Register"}
	for remedySize, remedy := range map[int]string{8: "sqltype.Int64Of(id) for BIGINT", 16: "sqltype.UUIDOf(id) for uuid"} {
		if size == remedySize {
			remedies = append(remedies, remedy)
		} else if strings.Contains(err.Error(), remedy) {
			t.Errorf("an ID of %d bytes: the error says %q", size, remedy)
		}
	}
	for _, remedy := range remedies {
		if !strings.Contains(err.Error(), remedy) {
			t.Errorf("%v: the error does not say %q", err, remedy)
		}
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
