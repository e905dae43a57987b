package pgxtype_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// The Go forms of type that programs have in these columns.
type (
	googleLike [16]byte // with Scan and Value, and not registered
	plainArray [16]byte
	named      string
	number     int64
	shown      struct{ s string }
)

func (g *googleLike) Scan(src any) error {
	switch s := src.(type) {
	case string:
		copy(g[:], s)
	case []byte:
		copy(g[:], s)
	}
	return nil
}

func (g googleLike) Value() (driver.Value, error) { return "019a00ee-0000-7001-8010-00000000abcd", nil }

func (s shown) String() string { return s.s }

// TestOtherTypes: what a map does with all other Go types is what it did before.
func TestOtherTypes(t *testing.T) {
	plain, own := pgtype.NewMap(), newMap(t)
	now := time.Unix(1700000000, 0)
	text, n, raw := "019a00ee-0000-7001-8010-00000000abcd", int64(42), []byte("0123456789abcdef")
	args := []any{
		nil, text, &text, (*string)(nil), named(text), shown{text}, []string{text}, &[]string{text}, []*string{nil, &text},
		raw, &raw, []byte(nil), [][]byte{raw, nil}, [16]byte(raw), ptr([16]byte(raw)), [][16]byte{[16]byte(raw)}, [20]byte{1}, [8]byte{1},
		plainArray{1}, []plainArray{{1}}, googleLike{1}, &googleLike{1}, (*googleLike)(nil), []googleLike{{1}}, []*googleLike{nil},
		pgtype.UUID{Bytes: [16]byte(raw), Valid: true}, pgtype.UUID{}, []pgtype.UUID{{Bytes: [16]byte(raw), Valid: true}, {}},
		pgtype.Text{String: text, Valid: true}, pgtype.Text{}, pgtype.Int8{Int64: 7, Valid: true}, pgtype.FlatArray[int64]{1, 2},
		pgtype.Array[string]{Elements: []string{"a", "b"}, Dims: []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}}, Valid: true},
		n, &n, (*int64)(nil), int(7), int32(7), uint64(7), uint64(1 << 63), []int64{1, 2}, []int{1}, []uint64{1}, number(7), 1.5, true,
		sql.NullString{String: text, Valid: true}, sql.NullString{}, sql.NullInt64{Int64: 7, Valid: true},
		sql.Null[string]{V: text, Valid: true},
		now, netip.MustParseAddr("::1"), map[string]string{"a": "b"}, struct{ A, B int }{1, 2}, []any{nil, text}, [][]int64{{1}, {2}},
	}
	oids := []uint32{0, pgtype.JSONOID, pgtype.JSONBOID, pgtype.Int4OID, pgtype.Float8OID, pgtype.NumericOID, pgtype.BoolOID, pgtype.TimestamptzOID, pgtype.Int4ArrayOID, 99999}
	for _, ct := range columnTypes {
		oids = append(oids, ct.oid, ct.array)
	}
	for _, oid := range oids {
		if _, known := plain.TypeForOID(oid); !known && !isRecent {
			continue // before 5.9 pgx allocates gigabytes to scan a list, and 5.7.0 and 5.7.1 exhaust the stack
		}
		if got, want := own.FormatCodeForOID(oid), plain.FormatCodeForOID(oid); got != want {
			t.Errorf("OID %d: the preferred format is %d, want %d", oid, got, want)
		}
		for _, format := range []int16{textFormat, binaryFormat} {
			for _, arg := range args {
				got, gotErr := encodeSafely(own, oid, format, arg)
				want, wantErr := encodeSafely(plain, oid, format, arg)
				if !bytes.Equal(got, want) || (got == nil) != (want == nil) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
					t.Errorf("OID %d, %s: Encode(%T) = %q, %v, want %q, %v", oid, formatName(format), arg, got, gotErr, want, wantErr)
				}
				if want == nil && wantErr != nil {
					continue
				}
				for _, target := range []any{
					new(any), new(string), new(*string), new(named), new([]byte), new(*[]byte), new([16]byte), new(*[16]byte), new(plainArray),
					new(googleLike), new(*googleLike), new(pgtype.UUID), new(pgtype.Text), new(pgtype.Int8), new(int64), new(*int64), new(uint64), new(int32),
					new(number), new(float64), new(bool), new([]any), new([]string), new([]*string), new([]int64), new([][]byte), new([][16]byte), new([]pgtype.UUID),
					new([]googleLike), new(pgtype.Array[string]), new(pgtype.FlatArray[int64]), new(sql.NullString), new(sql.NullInt64),
					new(sql.Null[string]), new(pgtype.UndecodedBytes), new([][]int64), new(struct{ A, B int }), new(map[string]string),
					new(sqltype.UUID[wiji.ID]), new(sqltype.Null[sqltype.UUID[wiji.ID]]), new(sqltype.Binary[wiji.ID]), new(sqltype.Text[wiji.ID]), new(sqltype.Int64[ulidflake.ID]),
				} {
					compareScan(t, plain, own, oid, format, want, target)
				}
			}
		}
	}
}

func compareScan(t *testing.T, plain, own *pgtype.Map, oid uint32, format int16, src []byte, target any) {
	t.Helper()
	typ := reflect.TypeOf(target).Elem()
	a, b := reflect.New(typ), reflect.New(typ)
	if src == nil && fmt.Sprintf("%T", plain.PlanScan(oid, format, b.Interface())) == "*pgtype.scanPlanFail" {
		return // for NULL in a target that does not fit, pgx tries other types in random order
	}
	gotErr, wantErr := scanSafely(own, oid, format, src, a.Interface()), scanSafely(plain, oid, format, src, b.Interface())
	sameError := fmt.Sprint(gotErr) == fmt.Sprint(wantErr)
	if !isRecent { // the same scan fails with one of several errors
		sameError = (gotErr == nil) == (wantErr == nil)
	}
	if !sameError || !reflect.DeepEqual(a.Interface(), b.Interface()) {
		t.Errorf("OID %d, %s: Scan(%q) into %v = %v, %v, want %v, %v", oid, formatName(format), src, typ, a.Elem(), gotErr, b.Elem(), wantErr)
	}
}

// isRecent reports whether this version of pgx is 5.11 or newer.
var _, isRecent = reflect.TypeFor[pgtype.ArrayCodec]().FieldByName("Delimiter")

// encodeSafely returns a panic of pgx as an error: the test compares what both maps do.
func encodeSafely(m *pgtype.Map, oid uint32, format int16, arg any) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	return m.Encode(oid, format, arg, nil)
}

// scanSafely is encodeSafely for a scan.
func scanSafely(m *pgtype.Map, oid uint32, format int16, src []byte, dst any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return m.Scan(oid, format, src, dst)
}

// TestNoColumnForIDs: pgx by itself would take an ID for the number or the bytes
// that it is made of, and round it, or write it as 16 numbers.
func TestNoColumnForIDs(t *testing.T) {
	m := newMap(t)
	const xid8 = 5069 // pgtype.XID8OID, which old versions of pgx do not have
	oids := []uint32{
		pgtype.Float4OID, pgtype.Float8OID, pgtype.NumericOID, pgtype.Int2OID, pgtype.Int4OID, pgtype.Int4ArrayOID, pgtype.Float8ArrayOID,
		pgtype.NumericArrayOID, pgtype.TimestampOID, pgtype.BoolOID, xid8, pgtype.DateOID, pgtype.UUIDArrayOID, pgtype.Int8ArrayOID,
		pgtype.TimestamptzOID, pgtype.TimeOID, pgtype.IntervalOID, pgtype.InetOID, pgtype.PointOID, pgtype.BitOID, pgtype.TstzrangeOID,
		pgtype.BoolArrayOID,
	}
	for _, oid := range oids {
		if _, known := m.TypeForOID(oid); !known {
			continue
		}
		for _, format := range []int16{textFormat, binaryFormat} {
			for _, x := range []any{wiji.New(), ulidflake.New(), ptr(wiji.New()), ptr(ulidflake.New()), ptr(ptr(ulidflake.New())), wiji.NewFor[plainKind](), ptr(ulidflake.NewFor[plainKind]())} {
				if got, err := m.Encode(oid, format, x, nil); err == nil {
					t.Errorf("OID %d, %s: Encode(%T) = %q", oid, formatName(format), x, got)
				}
			}
			for _, src := range [][]byte{nil, []byte("{1}"), []byte("1"), {0, 0, 0, 1}, make([]byte, 8)} {
				for _, dst := range []any{ptr(wiji.New()), ptr(ulidflake.New()), ptr(wiji.NewFor[plainKind]()), ptr(ulidflake.NewFor[plainKind]())} {
					if err := m.Scan(oid, format, src, dst); err == nil || !reflect.ValueOf(dst).Elem().IsZero() {
						t.Errorf("OID %d, %s: Scan of %q into %T = %v", oid, formatName(format), src, dst, reflect.ValueOf(dst).Elem())
					}
				}
			}
		}
	}
	_, err := m.Encode(pgtype.Float8OID, binaryFormat, ulidflake.New(), nil)
	checkError(t, err, sqltype.ErrSource, "ulidflake.ID", "bigint")
	checkError(t, m.Scan(pgtype.Float8OID, binaryFormat, make([]byte, 8), new(ulidflake.ID)), sqltype.ErrSource, "ulidflake.ID", "bigint")
	err = m.Scan(pgtype.Float8OID, binaryFormat, nil, new(ulidflake.ID))
	checkError(t, err, sqltype.ErrNull)
	_, err = m.Encode(pgtype.Float8OID, binaryFormat, ulidflake.NewFor[plainKind](), nil)
	checkError(t, err, sqltype.ErrSource, "ulidflake.For[", "bigint")
	checkError(t, m.Scan(pgtype.Float8OID, binaryFormat, make([]byte, 8), new(ulidflake.For[plainKind])), sqltype.ErrSource, "ulidflake.For[", "bigint")
	var p *ulidflake.ID
	if err := m.Scan(pgtype.Float8OID, binaryFormat, nil, &p); err != nil || p != nil {
		t.Errorf("NULL into a pointer = %v, %v", p, err)
	}
}

// TestJSON: in a json column an ID is what package json makes of it.
func TestJSON(t *testing.T) {
	m := newMap(t, pgxtype.WithType[foreign]())
	w, f := wiji.New(), ulidflake.New()
	for _, format := range []int16{textFormat, binaryFormat} {
		for _, oid := range []uint32{pgtype.JSONOID, pgtype.JSONBOID} {
			prefix := ""
			if oid == pgtype.JSONBOID && format == binaryFormat {
				prefix = "\x01"
			}
			for _, c := range []struct {
				arg  any
				want string
			}{
				{w, `"` + w.String() + `"`}, {&w, `"` + w.String() + `"`}, {ptr(&w), `"` + w.String() + `"`}, {f, `"` + f.String() + `"`},
				{[]wiji.ID{w, w}, `["` + w.String() + `","` + w.String() + `"]`}, {foreign{1}, `"` + foreign{1}.String() + `"`},
				{struct{ ID wiji.ID }{w}, `{"ID":"` + w.String() + `"}`},
			} {
				got, err := m.Encode(oid, format, c.arg, nil)
				if err != nil || string(got) != prefix+c.want {
					t.Errorf("OID %d, %s: Encode(%T) = %q, %v, want %q", oid, formatName(format), c.arg, got, err, prefix+c.want)
				}
			}
			roundTrip(t, m, oid, format, w)
			roundTrip(t, m, oid, format, f)
			if got, err := m.Encode(oid, format, ptr((*wiji.ID)(nil)), nil); got != nil || err != nil {
				t.Errorf("Encode(nil) = %q, %v", got, err)
			}
		}
	}
}
