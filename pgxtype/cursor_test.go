package pgxtype_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestCursor: a cursor of a set ID is encoded as the ID, and one of the zero ID as an edge of
// the column.
func TestCursor(t *testing.T) {
	testCursor(t, wiji.New(), column.KindUUID, column.KindBytea, column.KindText)
	testCursor(t, ulid.New(), column.KindUUID, column.KindBytea, column.KindText)
	testCursor(t, uuidv7.New(), column.KindUUID, column.KindBytea, column.KindText)
	testCursor(t, scru160.New(), column.KindBytea, column.KindText)
	testCursor(t, ulidflake.New(), column.KindInt8, column.KindBytea, column.KindText)
	testCursor(t, uid11.New(), column.KindInt8, column.KindBytea, column.KindText)
	testCursor(t, wiji.NewFor[invoice](), column.KindUUID, column.KindBytea, column.KindText)
	testCursor(t, ulidflake.NewFor[invoice](), column.KindInt8, column.KindBytea, column.KindText)
}

// TestCursorOfForeign: a cursor needs no registration of its ID, such as uuid.UUID of another library.
func TestCursorOfForeign(t *testing.T) {
	m := pgtype.NewMap()
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	set := foreign(wiji.New())
	for _, cursor := range []any{pgxtype.Before(set), pgxtype.After(set)} {
		if got, err := m.Encode(pgtype.UUIDOID, binaryFormat, cursor, nil); err != nil || !bytes.Equal(got, set[:]) {
			t.Errorf("%T: %x, %v, want %x", cursor, got, err, set)
		}
	}
	if got, err := m.Encode(pgtype.UUIDOID, binaryFormat, pgxtype.Before(foreign{}), nil); err != nil || !bytes.Equal(got, bytes.Repeat([]byte{0xff}, 16)) {
		t.Errorf("the first page: %x, %v", got, err)
	}
}

type invoice struct{}

func (invoice) IDPrefix() string { return "invoice" }

// testCursor tests the kinds of column that hold a T.
func testCursor[T id.Fixed](t *testing.T, set T, held ...column.Kind) {
	m := pgtype.NewMap()
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	var zero T
	raw, err := m.Encode(pgtype.ByteaOID, binaryFormat, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columnTypes {
		for _, format := range []int16{textFormat, binaryFormat} {
			check := func(oid uint32, cursor any, want []byte) {
				t.Helper()
				if got, err := m.Encode(oid, format, cursor, nil); err != nil || got == nil || !bytes.Equal(got, want) {
					t.Errorf("%T in %s, %s: %q, %v, want %q", cursor, c.name, formatName(format), got, err, want)
				}
			}
			if !slices.Contains(held, c.column) {
				for _, cursor := range []any{pgxtype.After(zero), pgxtype.Before(set)} {
					if _, err := m.Encode(c.oid, format, cursor, nil); !errors.Is(err, sqltype.ErrSource) {
						t.Errorf("%T in %s, %s: %v", cursor, c.name, formatName(format), err)
					}
				}
				continue
			}
			plain, err := m.Encode(c.oid, format, set, nil)
			if err != nil {
				t.Fatal(err)
			}
			below, above := edges(c.column, format, len(raw))
			check(c.oid, pgxtype.After(set), plain)
			check(c.oid, pgxtype.Before(set), plain)
			check(c.oid, pgxtype.After(zero), below)
			check(c.oid, pgxtype.Before(zero), above)
		}
	}
}

// edges returns what the server gets.
func edges(c column.Kind, format int16, size int) (below, above []byte) {
	zeros, ones := make([]byte, size), bytes.Repeat([]byte{0xFF}, size)
	switch {
	case c == column.KindText:
		return nil, bytes.Repeat([]byte("z"), 64)
	case c == column.KindInt8 && format == textFormat:
		return []byte("0"), fmt.Append(nil, int64(math.MaxInt64))
	case c == column.KindInt8:
		ones[0] = 0x7F
		return zeros, ones
	case format == binaryFormat:
		return zeros, ones
	case c == column.KindUUID:
		return []byte("00000000-0000-0000-0000-000000000000"), []byte("ffffffff-ffff-ffff-ffff-ffffffffffff")
	}
	return fmt.Appendf(nil, `\x%x`, zeros), fmt.Appendf(nil, `\x%x`, ones)
}

// TestCursorOtherCodec: a cursor works under the codec of another library.
func TestCursorOtherCodec(t *testing.T) {
	m := pgtype.NewMap()
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: pgtype.UUIDCodec{}})
	got, err := m.Encode(pgtype.UUIDOID, textFormat, pgxtype.Before(wiji.For[invoice]{}), nil)
	if want := "ffffffff-ffff-ffff-ffff-ffffffffffff"; err != nil || string(got) != want {
		t.Errorf("the codec of pgx: %q, %v, want %q", got, err, want)
	}
}

func TestCursorRefuses(t *testing.T) {
	m := pgtype.NewMap()
	if _, err := m.Encode(pgtype.UUIDOID, textFormat, pgxtype.After(wiji.New()), nil); err == nil {
		t.Error("a map without Register takes a cursor")
	}
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Encode(pgtype.UUIDOID, textFormat, pgxtype.After(wiji.ID{0: 1}), nil); !errors.Is(err, id.ErrVersion) {
		t.Errorf("an ID of no version: %v", err)
	}
	if _, err := m.Encode(pgtype.Float8OID, textFormat, pgxtype.After(ulidflake.New()), nil); !errors.Is(err, sqltype.ErrSource) {
		t.Errorf("a double precision column: %v", err)
	}
	if b, err := m.Encode(pgtype.UUIDOID, textFormat, (*pgxtype.Cursor[wiji.ID])(nil), nil); b != nil || err != nil {
		t.Errorf("a nil pointer: %q, %v", b, err)
	}
	if err := m.Scan(pgtype.UUIDOID, textFormat, []byte("ffffffff-ffff-ffff-ffff-ffffffffffff"), new(pgxtype.Cursor[wiji.ID])); err == nil {
		t.Error("a row is scanned into a cursor")
	}
	_, err := m.Encode(pgtype.UUIDOID, textFormat, ulid.ID{}, nil)
	if !errors.Is(err, id.ErrZero) || !strings.Contains(err.Error(), "pgxtype.After(id) or Before(id)") {
		t.Errorf("the zero ID: %v", err)
	}
}

// A query reads a page of 50 orders, the newest first. The zero ID is for the first page.
func ExampleBefore() {
	m := pgtype.NewMap() // or conn.TypeMap()
	if err := pgxtype.Register(m); err != nil {
		panic(err)
	}
	query := "SELECT id, note FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 50"
	for _, last := range []wiji.ID{{}, wiji.MustParse("06C30KWENEPC0005TY4J8Q7FCS")} {
		b, err := m.Encode(pgtype.UUIDOID, pgtype.TextFormatCode, pgxtype.Before(last), nil) // pool.Query(ctx, query, pgxtype.Before(last))
		fmt.Println(string(b), err)
	}
	_ = query
	// Output:
	// ffffffff-ffff-ffff-ffff-ffffffffffff <nil>
	// 0660c13e-3aae-b300-0017-5e249173bd99 <nil>
}

// A program reads all orders in pages of 1,000, the oldest first, until a page is empty.
func ExampleAfter() {
	m := pgtype.NewMap() // or conn.TypeMap()
	if err := pgxtype.Register(m); err != nil {
		panic(err)
	}
	query := "SELECT id, note FROM orders WHERE id > $1 ORDER BY id LIMIT 1000"
	var last ulid.ID                                                                    // of the last row; zero for the first page
	b, err := m.Encode(pgtype.UUIDOID, pgtype.TextFormatCode, pgxtype.After(last), nil) // pool.Query(ctx, query, pgxtype.After(last))
	fmt.Println(string(b), err)
	_ = query
	// Output: 00000000-0000-0000-0000-000000000000 <nil>
}
