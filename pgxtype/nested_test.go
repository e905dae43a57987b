package pgxtype_test

import (
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
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

// TestMatrix: a list of lists is an array of two dimensions, also where the server gives
// no type.
func TestMatrix(t *testing.T) {
	m := newMap(t)
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
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
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			roundTripAny(t, m, c.array, c.array, format, c.value)
		}
		if c.array != pgtype.TextArrayOID {
			roundTripAny(t, m, 0, c.array, textFormat, c.value)
		}
	}
}

// TestRagged: lists of different lengths are no array, in whatever order pgx sees lists,
// and whichever is the longer.
func TestRagged(t *testing.T) {
	m := newMap(t)
	w := wiji.New()
	even, zero := [][]wiji.ID{{w, w}, {w, w}}, [][]wiji.ID{{w, w}, {w, {}}}
	for range 2 {
		for _, format := range []int16{textFormat, binaryFormat} {
			for _, ragged := range []any{[][]wiji.ID{{w, w}, {w}}, [][]wiji.ID{{w}, {w, w}}, [][]*wiji.ID{{}, {nil}}, [][]wiji.ID{{w}, nil}} {
				_, err := m.Encode(pgtype.UUIDArrayOID, format, ragged, nil)
				checkError(t, err, id.ErrLength, "list 2 has", "one length")
			}
			_, err := m.Encode(pgtype.UUIDArrayOID, format, zero, nil)
			checkError(t, err, id.ErrZero)
			roundTripAny(t, m, pgtype.UUIDArrayOID, pgtype.UUIDArrayOID, format, even)
		}
	}
}

// TestRangesWithoutType: a range of 64-bit IDs is an int8range where the server gives no
// type, and a bound is checked like any argument.
func TestRangesWithoutType(t *testing.T) {
	for _, m := range []*pgtype.Map{newMap(t), newMap(t, pgxtype.WithTarget[ulidflake.ID](pgxtype.Bytea))} {
		type ids = pgtype.Range[ulidflake.ID]
		r := ids{Lower: 5, Upper: 9, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
		open := pgtype.Range[*ulidflake.ID]{Lower: ptr(ulidflake.ID(5)), LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
		for _, c := range []struct {
			arg  any
			want string
		}{
			{r, "[5,9)"}, {&r, "[5,9)"}, {ids{}, ""}, {open, "[5,)"}, {[]ids{r, r}, `{"[5,9)","[5,9)"}`}, {pgtype.FlatArray[ids]{r}, `{"[5,9)"}`},
			{pgtype.Multirange[ids]{r, {Lower: 20, LowerType: pgtype.Exclusive, UpperType: pgtype.Unbounded, Valid: true}}, "{[5,9),(20,)}"},
			{pgtype.Range[uid11.ID]{LowerType: pgtype.Empty, UpperType: pgtype.Empty, Valid: true}, "empty"},
		} {
			got, err := m.Encode(0, textFormat, c.arg, nil)
			if err != nil || string(got) != c.want {
				t.Errorf("Encode(%T) = %q, %v, want %q", c.arg, got, err, c.want)
			}
		}
		_, err := m.Encode(0, textFormat, ids{Upper: 9, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}, nil)
		checkError(t, err, id.ErrZero)
		for _, oid := range []uint32{pgtype.Int8rangeOID, 0} {
			roundTripAny(t, m, oid, pgtype.Int8rangeOID, textFormat, r)
		}
		if _, err := m.Encode(pgtype.NumrangeOID, textFormat, r, nil); err == nil {
			t.Error("a range of IDs as a numrange: no error")
		}
	}
	if _, err := newMap(t).Encode(0, textFormat, pgtype.Range[wiji.ID]{Valid: true, LowerType: pgtype.Unbounded, UpperType: pgtype.Unbounded}, nil); err == nil {
		t.Error("a range of 16 bytes has no type: no error")
	}
}
