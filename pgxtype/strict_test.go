package pgxtype_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestBadData: what a column holds is checked as strictly as what a user types,
// and beside an error the target is zero.
func TestBadData(t *testing.T) {
	m := newMap(t)
	wijiTarget := func() any { x := wiji.New(); return &x }
	ulidTarget := func() any { x := ulid.New(); return &x }
	scruTarget := func() any { x := scru160.New(); return &x }
	flakeTarget := func() any { x := ulidflake.New(); return &x }
	uid11Target := func() any { x := uid11.New(); return &x }
	const good = "019a00ee-0000-7001-8000-00000000abcd" // its version is 0, so no Wiji
	for _, c := range []struct {
		name   string
		target func() any
		oid    uint32
		format int16
		src    string
		reason id.Reason
		words  string
	}{
		{"version", wijiTarget, pgtype.UUIDOID, binaryFormat, string(make([]byte, 16)), id.ErrVersion, "version 0"},
		{"version in text", wijiTarget, pgtype.UUIDOID, textFormat, good, id.ErrVersion, "version 0"},
		{"version in bytea", wijiTarget, pgtype.ByteaOID, textFormat, `\x019a00ee000070018000000000000000`, id.ErrVersion, "version 0"},
		{"short uuid", wijiTarget, pgtype.UUIDOID, binaryFormat, "short", id.ErrLength, "16 bytes"},
		{"upper-case uuid", ulidTarget, pgtype.UUIDOID, textFormat, "019A00EE-0000-7001-8000-00000000ABCD", id.ErrCharacter, "lower case"},
		{"uuid with other separators", ulidTarget, pgtype.UUIDOID, textFormat, "019a00ee_0000_7001_8000_00000000abcd", id.ErrCharacter, "8-4-4-4-12"},
		{"uuid with a letter", ulidTarget, pgtype.UUIDOID, textFormat, "019a00ee-0000-7001-8000-00000000abcg", id.ErrCharacter, "digits"},
		{"uuid without hyphens", ulidTarget, pgtype.UUIDOID, textFormat, "019a00ee000070018000000000000000", id.ErrCharacter, "36 characters"},
		{"empty bytea", ulidTarget, pgtype.ByteaOID, binaryFormat, "", id.ErrLength, "16 bytes"},
		{"text in bytea", ulidTarget, pgtype.ByteaOID, binaryFormat, good, id.ErrLength, "looks like text"},
		{"text in bytea, text format", ulidTarget, pgtype.ByteaOID, textFormat, `\x` + hex.EncodeToString([]byte(good)), id.ErrLength, "looks like text"},
		{"17 bytes", ulidTarget, pgtype.ByteaOID, textFormat, `\x` + hex.EncodeToString(make([]byte, 17)), id.ErrLength, "17 bytes"},
		{"19 bytes", scruTarget, pgtype.ByteaOID, binaryFormat, string(make([]byte, 19)), id.ErrLength, "20 bytes"},
		{"half a byte", ulidTarget, pgtype.ByteaOID, textFormat, `\x019a00ee0000700180000000000000001`, id.ErrCharacter, "even number"},
		{"upper-case bytea", ulidTarget, pgtype.ByteaOID, textFormat, `\x019A00EE000070018000000000000000`, id.ErrCharacter, "lower case"},
		{"bytea as escape", ulidTarget, pgtype.ByteaOID, textFormat, `\001\232\000`, id.ErrCharacter, "bytea_output = 'hex'"},
		{"empty text", wijiTarget, pgtype.TextOID, textFormat, "", id.ErrLength, "NULL"},
		{"lower-case text", ulidTarget, pgtype.TextOID, textFormat, "01aryz6s41tst0000000000000", id.ErrNotCanonical, `"01ARYZ6S41TST0000000000000"`},
		{"lower-case text, binary", ulidTarget, pgtype.VarcharOID, binaryFormat, "01aryz6s41tst0000000000000", id.ErrNotCanonical, "rewrite"},
		{"UUID form in a text column", wijiTarget, pgtype.TextOID, textFormat, "019a00ee-0000-7001-8010-00000000abcd", id.ErrNotCanonical, "01K80EW000E00R040000001AYD"},
		{"padded", ulidTarget, pgtype.BPCharOID, textFormat, "01ARYZ6S41TST0000000000000    ", id.ErrLength, "pads with spaces"},
		{"Base58 in the wrong case", uid11Target, pgtype.TextOID, textFormat, "zzzzzzzzzzz", id.ErrOverflow, ""},
		{"negative flake", flakeTarget, pgtype.Int8OID, textFormat, "-1", sqltype.ErrInvalid, "check that the column is the right one"},
		{"negative flake, binary", flakeTarget, pgtype.Int8OID, binaryFormat, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", sqltype.ErrInvalid, "check that the column is the right one"},
		{"negative flake, bytea", flakeTarget, pgtype.ByteaOID, binaryFormat, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", id.ErrOverflow, "sign bit"},
		{"negative uid11", uid11Target, pgtype.Int8OID, textFormat, "-9223372036854775808", id.ErrRange, "bytea"},
		{"negative uid11, binary", uid11Target, pgtype.Int8OID, binaryFormat, "\x80\x00\x00\x00\x00\x00\x00\x00", id.ErrRange, "bytea"},
		{"leading zero", uid11Target, pgtype.Int8OID, textFormat, "007", id.ErrCharacter, "decimal"},
		{"plus sign", uid11Target, pgtype.Int8OID, textFormat, "+7", id.ErrCharacter, "decimal"},
		{"underscore", uid11Target, pgtype.Int8OID, textFormat, "1_000", id.ErrCharacter, "decimal"},
		{"no number", flakeTarget, pgtype.Int8OID, textFormat, "", id.ErrCharacter, "decimal"},
		{"2^63", flakeTarget, pgtype.Int8OID, textFormat, "9223372036854775808", id.ErrCharacter, "decimal"},
		{"four bytes", flakeTarget, pgtype.Int8OID, binaryFormat, "\x00\x00\x00\x01", id.ErrLength, "8 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dst := c.target()
			err := m.Scan(c.oid, c.format, []byte(c.src), dst)
			checkError(t, err, c.reason, c.words)
			if v := reflect.ValueOf(dst).Elem(); !v.IsZero() {
				t.Errorf("the target is %v", v)
			}
		})
	}
}

// TestUnreadable: nothing is written that would be refused when it is read.
func TestUnreadable(t *testing.T) {
	m := newMap(t)
	otherVersion := wiji.ID{0: 1, 9: 0x20}
	beyondText := wiji.ID{0: 0x40, 9: 0x10} // from the year 2540 on
	for _, c := range []struct {
		name   string
		x      any
		oids   []uint32
		reason id.Reason
		words  string
	}{
		{"Wiji of version 2", otherVersion, []uint32{pgtype.UUIDOID, pgtype.ByteaOID}, id.ErrVersion, "could be stored but not read again"},
		{"Wiji of version 2 in text", otherVersion, []uint32{pgtype.TextOID}, sqltype.ErrInvalid, "could be stored but not read again"},
		{"Wiji without a text", beyondText, []uint32{pgtype.TextOID, pgtype.VarcharOID}, id.ErrFirstCharacter, "UUID"},
		{"negative Ulid-Flake", ulidflake.ID(-1), []uint32{pgtype.ByteaOID}, id.ErrOverflow, "sign bit"},
		{"negative Ulid-Flake", ulidflake.ID(-1), []uint32{pgtype.Int8OID, pgtype.TextOID}, sqltype.ErrInvalid, ""},
		{"uid11 of 2^63", uid11.ID(1 << 63), []uint32{pgtype.Int8OID}, id.ErrOverflow, "make the column bytea"},
		{"greatest uid11", uid11.ID(1<<64 - 1), []uint32{pgtype.Int8OID}, id.ErrOverflow, `"jpXCZedGfVQ"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, oid := range c.oids {
				for _, format := range []int16{textFormat, binaryFormat} {
					got, err := m.Encode(oid, format, c.x, nil)
					if err == nil {
						t.Errorf("OID %d, %s: %q", oid, formatName(format), got)
						continue
					}
					checkError(t, err, c.reason, c.words)
				}
			}
		})
	}
	t.Run("has a place elsewhere", func(t *testing.T) {
		for _, format := range []int16{textFormat, binaryFormat} {
			roundTrip(t, m, pgtype.UUIDOID, format, beyondText)
			roundTrip(t, m, pgtype.ByteaOID, format, beyondText)
			roundTrip(t, m, pgtype.ByteaOID, format, uid11.ID(1<<64-1))
			roundTrip(t, m, pgtype.TextOID, format, uid11.ID(1<<63))
		}
	})
}

func roundTrip[T comparable](t *testing.T, m *pgtype.Map, oid uint32, format int16, x T) {
	t.Helper()
	var got T
	b, err := m.Encode(oid, format, x, nil)
	if err == nil {
		err = m.Scan(oid, format, b, &got)
	}
	if err != nil || got != x {
		t.Errorf("OID %d, %s: %v comes back as %v, %v", oid, formatName(format), x, got, err)
	}
}

// TestZeroOfTheDatabase: a zero that a format holds for an identifier is read as
// what it is, and is sent on purpose in a NULL form of package sqltype.
func TestZeroOfTheDatabase(t *testing.T) {
	m := newMap(t)
	for _, c := range []struct {
		oid  uint32
		dst  any
		sent any
	}{
		{pgtype.UUIDOID, &ulid.ID{1}, sqltype.NullOf(sqltype.UUIDOf(ulid.ID{}))},
		{pgtype.ByteaOID, &scru160.ID{1}, sqltype.NullOf(sqltype.BinaryOf(scru160.ID{}))},
		{pgtype.Int8OID, ptr(ulidflake.ID(1)), sqltype.NullOf(sqltype.Int64Of(ulidflake.ID(0)))},
	} {
		for _, format := range []int16{textFormat, binaryFormat} {
			b, err := m.Encode(c.oid, format, c.sent, nil)
			if err == nil {
				err = m.Scan(c.oid, format, b, c.dst)
			}
			if err != nil || !reflect.ValueOf(c.dst).Elem().IsZero() {
				t.Errorf("%T in OID %d, %s: %q, %v, %v", c.sent, c.oid, formatName(format), b, c.dst, err)
			}
		}
	}
}

func ptr[T any](v T) *T { return &v }

// TestTargetOfAnotherType: a plan that is kept must not be used for another type,
// nor for a pointer that is nil.
func TestTargetOfAnotherType(t *testing.T) {
	m := newMap(t)
	for _, ct := range columnTypes {
		for _, format := range []int16{textFormat, binaryFormat} {
			x := any(wiji.New())
			if ct.column == column.KindInt8 {
				x = ulidflake.New()
			}
			target := reflect.New(reflect.TypeOf(x)).Interface()
			for _, dst := range []any{reflect.Zero(reflect.TypeOf(target)).Interface(), new(string), x, nil} {
				if err := m.PlanScan(ct.oid, format, target).Scan(nil, dst); err == nil {
					t.Errorf("%s, %s: Scan into %T(%v) gives no error", ct.name, formatName(format), dst, dst)
				}
			}
			for _, arg := range []any{"text", nil, 7} {
				if b, err := m.PlanEncode(ct.oid, format, x).Encode(arg, nil); err == nil {
					t.Errorf("%s, %s: Encode(%v) = %q", ct.name, formatName(format), arg, b)
				}
			}
		}
	}
}

// FuzzScan: whatever a column holds is refused, and leaves zero, or is an ID
// that encodes to the very same bytes.
func FuzzScan(f *testing.F) {
	m := newMap(f, pgxtype.WithType[foreign]())
	for _, seed := range []string{
		"", "0", "-1", "9223372036854775807", "01ARYZ6S41TST0000000000000", "06C30KWENEPC0005TY4J8Q7FCS",
		"019a00ee-0000-7001-8010-00000000abcd", `\x019a00ee000070018010000000000000`, "jpXCZedGfVQ",
		"0123456789abcdef", "0123456789abcdef0123", "00000000000000000000000000000001", "12345678",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, ct := range columnTypes {
			for _, format := range []int16{textFormat, binaryFormat} {
				for _, dst := range []any{ptr(wiji.New()), ptr(ulid.New()), ptr(scru160.New()), ptr(ulidflake.New()), ptr(uid11.New()), &foreign{1}} {
					given := bytes.Clone(src)
					err := m.Scan(ct.oid, format, src, dst)
					if !bytes.Equal(given, src) {
						t.Fatalf("%s, %s: Scan of %q into %T wrote to its source", ct.name, formatName(format), given, dst)
					}
					v := reflect.ValueOf(dst).Elem()
					if errors.Is(err, sqltype.ErrSource) {
						continue // a kind of column that cannot hold the type
					}
					if err != nil || v.IsZero() {
						if !v.IsZero() {
							t.Fatalf("%s, %s: Scan of %q into %T leaves %v beside %v", ct.name, formatName(format), src, dst, v, err)
						}
						continue
					}
					out, err := m.Encode(ct.oid, format, v.Interface(), nil)
					if err != nil || !bytes.Equal(out, src) {
						t.Fatalf("%s, %s: %q is read as %T %v and written as %q, %v", ct.name, formatName(format), src, dst, v, out, err)
					}
				}
			}
		}
	})
}
