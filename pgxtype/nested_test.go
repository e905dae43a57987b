package pgxtype_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// roundTripAny encodes v for a type, or for none, and scans it again.
func roundTripAny(t *testing.T, m *pgtype.Map, oid, scanned uint32, format int16, v any) {
	t.Helper()
	b, err := m.Encode(oid, format, v, nil)
	back := reflect.New(reflect.TypeOf(v))
	if err == nil {
		err = m.Scan(scanned, format, b, back.Interface())
	}
	if err != nil || !reflect.DeepEqual(back.Elem().Interface(), v) {
		t.Errorf("OID %d, %s: %v comes back as %v, %v", oid, formatName(format), v, back.Elem(), err)
	}
}

// TestMatrix: a list of lists is an array of two dimensions.
func TestMatrix(t *testing.T) {
	m := newMap(t)
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
	a, b := wiji.NewFor[plainKind](), wiji.NewFor[plainKind]()
	for _, c := range []struct {
		array uint32
		value any
	}{
		{pgtype.UUIDArrayOID, [][]wiji.ID{{w, wiji.New(), w}, {w, wiji.New(), wiji.New()}}},
		{pgtype.UUIDArrayOID, [][]*wiji.ID{{&w, nil}, {nil, &w}}},
		{pgtype.UUIDArrayOID, [][]wiji.ID{}},
		{pgtype.UUIDArrayOID, [][]wiji.ID(nil)},
		{pgtype.ByteaArrayOID, [][]scru160.ID{{s}, {s}, {s}}},
		{pgtype.Int8ArrayOID, [][]ulidflake.ID{{f, 1}}},
		{pgtype.Int8ArrayOID, [][]*uid11.ID{{nil}, {ptr(uid11.ID(7))}}},
		{pgtype.TextArrayOID, [][]wiji.ID{{w}}},
		{pgtype.UUIDArrayOID, [][]wiji.For[plainKind]{{a, b, a}, {b, a, b}}},
		{pgtype.UUIDArrayOID, [][]*wiji.For[plainKind]{{&a, nil}, {nil, &b}}},
		{pgtype.UUIDArrayOID, [][]wiji.For[plainKind]{}},
		{pgtype.UUIDArrayOID, [][]wiji.For[plainKind](nil)},
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			roundTripAny(t, m, c.array, c.array, format, c.value)
		}
	}
}

// TestRagged: lists of different lengths are no array, in whatever order pgx sees lists,
// and whichever is the longer.
func TestRagged(t *testing.T) {
	m := newMap(t)
	w := wiji.New()
	typed := wiji.For[plainKind](w)
	even, zero := [][]wiji.ID{{w, w}, {w, w}}, [][]wiji.ID{{w, w}, {w, {}}}
	for range 2 {
		for _, format := range []int16{textFormat, binaryFormat} {
			for _, ragged := range []any{[][]wiji.ID{{w, w}, {w}}, [][]wiji.ID{{w}, {w, w}}, [][]*wiji.ID{{}, {nil}}, [][]wiji.ID{{w}, nil},
				[][]wiji.For[plainKind]{{typed, typed}, {typed}}, [][]*wiji.For[plainKind]{{}, {nil}}} {
				_, err := m.Encode(pgtype.UUIDArrayOID, format, ragged, nil)
				checkError(t, err, id.ErrLength, "list 2 has", "one length")
			}
			_, err := m.Encode(pgtype.UUIDArrayOID, format, zero, nil)
			checkError(t, err, id.ErrZero)
			roundTripAny(t, m, pgtype.UUIDArrayOID, pgtype.UUIDArrayOID, format, even)
		}
	}
}

// TestPointerToList: pgx follows a pointer to a list, of whatever IDs.
func TestPointerToList(t *testing.T) {
	m := newMap(t)
	w, typed := []wiji.ID{wiji.New()}, []wiji.For[plainKind]{wiji.NewFor[plainKind]()}
	for _, c := range []struct{ list, pointer any }{{w, &w}, {typed, &typed}, {[][]wiji.For[plainKind]{typed}, &[][]wiji.For[plainKind]{typed}}} {
		for _, format := range []int16{textFormat, binaryFormat} {
			want, err := m.Encode(pgtype.UUIDArrayOID, format, c.list, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := m.Encode(pgtype.UUIDArrayOID, format, c.pointer, nil); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%T, %s: %q, %v, want %q", c.pointer, formatName(format), got, err, want)
			}
		}
	}
}
