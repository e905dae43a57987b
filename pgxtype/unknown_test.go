package pgxtype_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// unknownOIDs lists types that pgx does not know: that of a parameter in the exec and simple
// protocol modes, and a domain that was not loaded.
var unknownOIDs = []uint32{0, 99999}

// TestUnknownType: where pgx does not know the type, an ID in any Go form is an error that
// names the column types to use.
func TestUnknownType(t *testing.T) {
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
	typed := wiji.For[prefixKind](w)
	m := newMap(t, pgxtype.WithType[foreign]())
	m.RegisterDefaultPgType(wiji.ID{}, "uuid") // as another library does
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	type flakes = pgtype.Range[ulidflake.ID]
	for _, c := range []struct {
		arg    any
		remedy string
	}{
		{w, "or pass sqltype.UUIDOf(id) for uuid, sqltype.BinaryOf(id) for bytea, sqltype.TextOf(id) for text"}, {&w, "UUIDOf"}, {ptr(&w), "UUIDOf"},
		{s, "or pass sqltype.BinaryOf(id) for bytea"}, {f, "sqltype.Int64Of(id) for int8"}, {foreign{1}, "UUIDOf"}, {&foreign{1}, "UUIDOf"},
		{typed, "UUIDOf"}, {&typed, "UUIDOf"}, {wiji.ID{}, "UUIDOf"},
		{[]wiji.ID{w}, "sqltype.ListOf(sqltype.UUIDOf, ids...).Array() for uuid"}, {&[]wiji.ID{w}, "ListOf(sqltype.UUIDOf"}, {[]*wiji.ID{&w}, "ListOf(sqltype.UUIDOf"}, {[][]wiji.ID{{w}}, "ListOf(sqltype.UUIDOf"},
		{[]wiji.For[prefixKind]{typed}, "ListOf(sqltype.UUIDOf"}, {[]*wiji.For[prefixKind]{&typed}, "ListOf(sqltype.UUIDOf"}, {[]ulidflake.ID{f}, "ListOf(sqltype.Int64Of"}, {[]foreign{{1}}, "ListOf(sqltype.UUIDOf"},
		{pgtype.FlatArray[wiji.ID]{w}, "ListOf(sqltype.UUIDOf"},
		{pgtype.Array[wiji.ID]{Elements: []wiji.ID{w}, Dims: []pgtype.ArrayDimension{{Length: 1, LowerBound: 1}}, Valid: true}, "ListOf(sqltype.UUIDOf"},
		{flakes{Lower: f, Upper: f, Valid: true}, "Int64"}, {[]flakes{{Valid: true}}, "Int64"}, {pgtype.Multirange[flakes]{{Valid: true}}, "Int64"},
		{pgxtype.After(w), "sqltype.After(sqltype.UUIDOf(id))"}, {pgxtype.Before(wiji.ID{}), "sqltype.After"},
		{sqltype.ListOf(sqltype.UUIDOf, w), "sqltype.ListOf(sqltype.UUIDOf, ids...).Array()"}, {[]sqltype.Binary[wiji.ID]{{V: w}}, "sqltype.ListOf(sqltype.BinaryOf, ids...).Array()"},
	} {
		for _, oid := range unknownOIDs {
			got, err := m.Encode(oid, textFormat, c.arg, nil)
			if err == nil {
				t.Errorf("Encode(%T) in OID %d = %q", c.arg, oid, got)
				continue
			}
			checkError(t, err, id.ErrPlain, "QueryExecModeCacheDescribe", "LoadType")
			if !strings.Contains(err.Error(), c.remedy) {
				t.Errorf("Encode(%T): %v does not say %q", c.arg, err, c.remedy)
			}
		}
	}
	for _, null := range []any{(*wiji.ID)(nil), []wiji.ID(nil), (*wiji.For[prefixKind])(nil), ptr((*ulidflake.ID)(nil))} {
		if got, err := m.Encode(0, textFormat, null, nil); got != nil || err != nil {
			t.Errorf("Encode(%T) = %q, %v, want NULL", null, got, err)
		}
	}
}

// TestColumnTypes: a column type goes into a column of its own kind, in both formats, into a
// parameter of unknown type as its text, and into nothing else.
func TestColumnTypes(t *testing.T) {
	m := newMap(t)
	w, f := wiji.New(), ulidflake.New()
	for _, c := range []struct {
		arg  any
		kind column.Kind
		back any
		text string
	}{
		{sqltype.UUIDOf(w), column.KindUUID, new(wiji.ID), w.UUID()}, {ptr(sqltype.UUIDOf(w)), column.KindUUID, new(wiji.ID), w.UUID()},
		{sqltype.BinaryOf(w), column.KindBytea, new(wiji.ID), `\x` + w.Hex()}, {sqltype.BinaryOf(f), column.KindBytea, new(ulidflake.ID), `\x` + f.Hex()},
		{sqltype.TextOf(w), column.KindText, new(wiji.ID), w.String()}, {sqltype.TextOf(wiji.For[prefixKind](w)), column.KindText, new(wiji.For[prefixKind]), "kind_" + strings.ToLower(w.String())},
		{sqltype.Int64Of(f), column.KindInt8, new(ulidflake.ID), ""}, {sqltype.Uint64Of(f), column.KindInt8, new(ulidflake.ID), ""},
		{sqltype.NullOf(sqltype.UUIDOf(w)), column.KindUUID, new(wiji.ID), w.UUID()}, {sqltype.NullOf(sqltype.TextOf(f)), column.KindText, new(ulidflake.ID), f.String()},
		{sql.Null[sqltype.UUID[wiji.ID]]{V: sqltype.UUIDOf(w), Valid: true}, column.KindUUID, new(wiji.ID), w.UUID()},
	} {
		for _, ct := range columnTypes {
			for _, format := range []int16{textFormat, binaryFormat} {
				got, err := m.Encode(ct.oid, format, c.arg, nil)
				if ct.column != c.kind {
					if err == nil {
						t.Errorf("%T in %s: %q", c.arg, ct.name, got)
					} else {
						checkError(t, err, sqltype.ErrSource, "use sqltype.")
					}
					continue
				}
				if err == nil {
					err = m.Scan(ct.oid, format, got, c.back)
				}
				if err != nil {
					t.Errorf("%T in %s, %s: %v", c.arg, ct.name, formatName(format), err)
				}
			}
		}
		for _, oid := range []uint32{pgtype.Float8OID, pgtype.Float4OID, pgtype.NumericOID, pgtype.Int4OID, pgtype.BoolOID} {
			if got, err := m.Encode(oid, textFormat, c.arg, nil); err == nil {
				t.Errorf("%T in OID %d: %q", c.arg, oid, got)
			}
		}
		for _, oid := range unknownOIDs {
			if got, err := m.Encode(oid, textFormat, c.arg, nil); err != nil || c.text != "" && string(got) != c.text {
				t.Errorf("%T in a parameter of unknown type = %q, %v, want %q", c.arg, got, err, c.text)
			}
		}
	}
	for _, null := range []any{sqltype.Null[sqltype.UUID[wiji.ID]]{}, (*sqltype.UUID[wiji.ID])(nil), sql.Null[sqltype.UUID[wiji.ID]]{}} {
		for _, oid := range []uint32{0, pgtype.UUIDOID} {
			if got, err := m.Encode(oid, textFormat, null, nil); got != nil || err != nil {
				t.Errorf("%T in OID %d = %q, %v, want NULL", null, oid, got, err)
			}
		}
	}
	for _, bad := range []any{sqltype.UUIDOf(wiji.ID{}), sqltype.Int64Of(ulidflake.ID(0))} {
		_, err := m.Encode(0, textFormat, bad, nil)
		if !errors.Is(err, id.ErrZero) {
			t.Errorf("%T: %v", bad, err)
		}
	}
}

// TestColumnTypeLists: an array of column types checks its elements.
func TestColumnTypeLists(t *testing.T) {
	m := newMap(t)
	w := wiji.New()
	for _, c := range []struct {
		oid  uint32
		list any
		fits bool
	}{
		{pgtype.UUIDArrayOID, sqltype.ListOf(sqltype.UUIDOf, w, w), true}, {pgtype.ByteaArrayOID, sqltype.ListOf(sqltype.UUIDOf, w), false}, {pgtype.TextArrayOID, sqltype.ListOf(sqltype.UUIDOf, w), false},
		{pgtype.ByteaArrayOID, sqltype.ListOf(sqltype.BinaryOf, w), true}, {pgtype.TextArrayOID, sqltype.ListOf(sqltype.BinaryOf, w), false},
		{pgtype.TextArrayOID, []*sqltype.Text[wiji.ID]{nil, {V: w}}, true}, {pgtype.ByteaArrayOID, []*sqltype.Text[wiji.ID]{nil, {V: w}}, false},
		{pgtype.UUIDArrayOID, sqltype.ListOf(sqltype.UUIDOf, w, w).Array(), true}, {pgtype.UUIDArrayOID, sqltype.ListOf(sqltype.UUIDOf, ulid.New()).Array(), true},
		{pgtype.ByteaArrayOID, sqltype.ListOf(sqltype.UUIDOf, w).Array(), false}, {pgtype.TextArrayOID, sqltype.ListOf(sqltype.BinaryOf, w).Array(), false},
		{pgtype.ByteaArrayOID, sqltype.ListOf(sqltype.BinaryOf, w).Array(), true}, {pgtype.UUIDArrayOID, sqltype.Array{}, true}, {0, sqltype.ListOf(sqltype.UUIDOf, w).Array(), true},
		{pgtype.TextOID, sqltype.ListOf(sqltype.TextOf, w).Array(), false}, {pgtype.ByteaOID, sqltype.ListOf(sqltype.BinaryOf, w).Array(), false},
		{pgtype.Float8ArrayOID, sqltype.ListOf(sqltype.Int64Of, ulidflake.New()).Array(), false},
		{pgtype.Int8ArrayOID, sqltype.ListOf(sqltype.Int64Of, ulidflake.New()), true}, {pgtype.Float8ArrayOID, sqltype.ListOf(sqltype.Int64Of, ulidflake.New()), false},
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			if c.oid == 0 && format == binaryFormat {
				continue // pgx sends text
			}
			got, err := m.Encode(c.oid, format, c.list, nil)
			if (err == nil) != c.fits {
				t.Errorf("%T in OID %d, %s: %q, %v", c.list, c.oid, formatName(format), got, err)
			}
		}
	}
}
