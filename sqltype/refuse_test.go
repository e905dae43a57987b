package sqltype_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// TestValueRefuses sends IDs that Scan would refuse, or that would lose their
// place in the order.
func TestValueRefuses(t *testing.T) {
	old := wiji.New()
	old[9] = 7 << 4
	late := wiji.ID{0: 0x40, 9: 0x10} // after MaxTextTimestamp
	for name, c := range map[string]struct {
		v      driver.Valuer
		reason error
		remedy string
	}{
		"version, UUID":         {sqltype.UUIDOf(old), wiji.VersionError(7), "not read again"},
		"version, Binary":       {sqltype.BinaryOf(old), wiji.VersionError(7), "not read again"},
		"version, Text":         {sqltype.TextOf(old), sqltype.ErrInvalid, "IsValid"},
		"version, Null":         {sqltype.NullOf(sqltype.UUIDOf(old)), id.ErrVersion, ""},
		"version, UUIDs":        {sqltype.ListOf(sqltype.UUIDOf, wiji.New(), old).Array(), id.ErrVersion, "element 1"},
		"no text, Text":         {sqltype.TextOf(late), id.ErrFirstCharacter, "use the UUID, hex or binary form"},
		"no text, Texts":        {sqltype.ListOf(sqltype.TextOf, late).Array(), id.ErrFirstCharacter, "element 0"},
		"2^63, Int64":           {sqltype.Int64Of(sequence(1 << 63)), id.ErrOverflow, "sqltype.Uint64 on MySQL and MariaDB"},
		"2^63, Null":            {sqltype.NullOf(sqltype.Int64Of(sequence(math.MaxUint64))), id.ErrOverflow, "sqltype.Binary elsewhere"},
		"2^63, Int64s":          {sqltype.ListOf(sqltype.Int64Of[sequence], 1, 1<<63).Array(), id.ErrOverflow, "element 1"},
		"negative, Uint64":      {sqltype.Uint64Of(snowflake(-1)), id.ErrRange, "sqltype.Int64"},
		"negative, Uint64s":     {sqltype.ListOf(sqltype.Uint64Of, snowflake(-1)).Array(), id.ErrRange, "element 0"},
		"negative, Ulid-Flake":  {sqltype.Int64Of(ulidflake.ID(-1)), sqltype.ErrInvalid, "IsValid"},
		"Ulid-Flake, Binary":    {sqltype.BinaryOf(ulidflake.ID(-1)), id.ErrOverflow, "sign bit"},
		"Ulid-Flake, Uint64":    {sqltype.Uint64Of(ulidflake.ID(math.MinInt64)), sqltype.ErrInvalid, ""},
		"uid11, Int64":          {sqltype.Int64Of(uid11.ID(1 << 63)), id.ErrOverflow, "sqltype.Binary elsewhere"},
		"IsValid, Int64":        {sqltype.Int64Of(even(3)), sqltype.ErrInvalid, "IsValid"},
		"IsValid, Binary":       {sqltype.BinaryOf(even(3)), sqltype.ErrInvalid, "IsValid"},
		"IsValid, Text":         {sqltype.TextOf(even(3)), sqltype.ErrInvalid, "IsValid"},
		"UnmarshalBinary":       {sqltype.BinaryOf(picky{0x80}), errPicky, "first byte"},
		"UnmarshalBinary, UUID": {sqltype.UUIDOf(picky{0x80}), errPicky, "first byte"},
		"UnmarshalText":         {sqltype.TextOf(picky{0x80}), errPicky, "first byte"},
		"other bytes, UUID":     {sqltype.UUIDOf(swapped{1}), sqltype.ErrInvalid, "raw bytes"},
		"other bytes, Binary":   {sqltype.BinaryOf(swapped{1}), sqltype.ErrInvalid, "raw bytes"},
		"other bytes, list":     {sqltype.ListOf(sqltype.BinaryOf, swapped{1}).Array(), sqltype.ErrInvalid, "raw bytes"},
		"one text for many":     {sqltype.TextOf(lossy{15: 1}), sqltype.ErrInvalid, "another value"},
		"no UnmarshalText":      {sqltype.TextOf(deaf{1}), sqltype.ErrMethod, "*sqltype_test.deaf has no UnmarshalText"},
		"empty text":            {sqltype.NullOf(sqltype.TextOf(word(""))), id.ErrZero, ""},
		"zero, UUIDs":           {sqltype.ListOf(sqltype.UUIDOf, guid{1}, guid{}).Array(), id.ErrZero, "element 1"},
		"zero, Binaries":        {sqltype.ListOf(sqltype.BinaryOf, guid{}).Array(), id.ErrZero, "element 0"},
		"zero, Texts":           {sqltype.ListOf(sqltype.TextOf, guid{}).Array(), id.ErrZero, "element 0"},
		"zero, Int64s":          {sqltype.ListOf(sqltype.Int64Of, snowflake(0)).Array(), id.ErrZero, "element 0"},
		"zero, Uint64s":         {sqltype.ListOf(sqltype.Uint64Of, sequence(0)).Array(), id.ErrZero, "element 0"},
	} {
		v, err := c.v.Value()
		var ce *sqltype.ColumnError
		if v != nil || !errors.Is(err, c.reason) || !errors.As(err, &ce) || ce.Op != "Value" || !strings.Contains(err.Error(), c.remedy) {
			t.Errorf("%s: Value gives %v, %v", name, v, err)
		}
	}
}

// TestScanForeign reads into types that misbehave.
func TestScanForeign(t *testing.T) {
	b := sqltype.BinaryOf(swapped{1})
	if err := b.Scan([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")); err == nil || !b.IsZero() {
		t.Errorf("a type with other bytes reads %v, %v", b, err)
	}
	l := sqltype.TextOf(lossy{1})
	if err := l.Scan("0123456789ABCDEF"); !errors.Is(err, id.ErrNotCanonical) || !l.IsZero() {
		t.Errorf("%v, %v", l, err)
	}
	d := sqltype.TextOf(deaf{1})
	if err := d.Scan(someUUID); !errors.Is(err, sqltype.ErrMethod) || !d.IsZero() {
		t.Errorf("%v, %v", d, err)
	}
	if err := d.UnmarshalText([]byte(someUUID)); !errors.Is(err, sqltype.ErrMethod) {
		t.Error(err)
	}
	w := sqltype.TextOf(word("old"))
	buf := []byte("new")
	if err := w.Scan(buf); err != nil || w.V != "new" {
		t.Fatal(w, err)
	}
	clear(buf)
	if err := new(sqltype.Text[word]).Scan("other"); err != nil || w.V != "new" {
		t.Errorf("the ID changed into %q, %v", w.V, err)
	}
}

// TestLateWiji: what has no text has its place in the other columns.
func TestLateWiji(t *testing.T) {
	late := wiji.Max()
	var u sqltype.UUID[wiji.ID]
	var b sqltype.Binary[wiji.ID]
	if err := u.Scan(must(sqltype.UUIDOf(late).Value())); err != nil || u.V != late {
		t.Errorf("%v, %v", u, err)
	}
	if err := b.Scan(must(sqltype.BinaryOf(late).Value())); err != nil || b.V != late {
		t.Errorf("%v, %v", b, err)
	}
}

// TestUint64Driver: a driver that knows no uint64 refuses every ID, and not only
// the great ones, which would come to light too late.
func TestUint64Driver(t *testing.T) {
	if v, err := driver.DefaultParameterConverter.ConvertValue(sqltype.Uint64Of(sequence(1))); err == nil || !strings.Contains(err.Error(), "uint64") {
		t.Errorf("it gives %v, %v", v, err)
	}
	// database/sql's own Null cannot carry it.
	n := sql.Null[sqltype.Uint64[sequence]]{V: sqltype.Uint64Of(sequence(1 << 63)), Valid: true}
	if v, err := n.Value(); err == nil {
		t.Errorf("sql.Null gives %v", v)
	}
}

func TestErrorText(t *testing.T) {
	var u sqltype.UUID[wiji.ID]
	for _, c := range []struct {
		err  error
		want string
	}{
		{u.Scan([]byte("0123456789abcdef")), `sqltype.UUID[wiji.ID]: Scan of []uint8 "0123456789abcdef" (16 bytes): wrong length: ` +
			`16 raw bytes instead of 36 characters: use sqltype.Binary for a BINARY(16), bytea or BLOB column`},
		{u.Scan(nil), `sqltype.UUID[wiji.ID]: Scan: NULL: use sqltype.Null or a pointer for a column that can be NULL`},
		{u.Scan(time.Unix(0, 5).UTC()), `sqltype.UUID[wiji.ID]: Scan of time.Time 1970-01-01T00:00:00.000000005Z: wrong kind of column: ` +
			`a uuid column returns text of 36 characters: use the column type that fits this column`},
		{u.Scan(zeroUUID), `sqltype.UUID[wiji.ID]: Scan of string "` + zeroUUID + `": wiji: binary 0x` + strings.Repeat("0", 32) +
			`: unknown version: version 0, not 1: use Inspect to read the fields of any version`},
		{errorOf(u.Value()), `sqltype.UUID[wiji.ID]: Value of wiji.ID "00000000000000000000000000": zero ID: ` +
			`the key was never set: generate one; for the first page of rows, compare with sqltype.After(key) or Before(key); ` +
			`send zero on purpose by sqltype.NullOf`},
		{errorOf(sqltype.Int64Of(snowflake(0)).Value()), `sqltype.Int64[sqltype_test.snowflake]: Value of sqltype_test.snowflake 0: zero ID: ` +
			`the key was never set: generate one; for the first page of rows, compare with sqltype.After(key) or Before(key); ` +
			`send zero on purpose by sqltype.NullOf`},
		{new(sqltype.Int64[ulidflake.ID]).Scan(int64(-1)), `sqltype.Int64[ulidflake.ID]: Scan of int64 -1: not a valid ID: ` +
			`no ID of this type is negative: check that the column is the right one; use an unsigned ID type if another program ` +
			`stored numbers of 2^63 or more: its IsValid method refuses the value`},
		{new(sqltype.Int64[even]).Scan(int64(3)), `sqltype.Int64[sqltype_test.even]: Scan of int64 3: not a valid ID: ` +
			`no ID of this type has that value: check that the column is the right one, and what other programs store there: ` +
			`its IsValid method refuses the value`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is\n\t%v\nwant\n\t%s", c.err, c.want)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }

// TestErrorKeepsNothing: an error outlives the driver's buffer.
func TestErrorKeepsNothing(t *testing.T) {
	var u sqltype.UUID[wiji.ID]
	buf := []byte("something else")
	err := u.Scan(buf)
	before := err.Error()
	clear(buf)
	if err.Error() != before {
		t.Errorf("the error changed into %v", err)
	}
}
