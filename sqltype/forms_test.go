package sqltype_test

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

const (
	zeroUUID = "00000000-0000-0000-0000-000000000000"
	someUUID = "0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func parsed[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](s string) (v T) {
	if err := P(&v).UnmarshalText([]byte(s)); err != nil {
		panic(err)
	}
	return v
}

func uuidText(raw [16]byte) string { return guid(raw).String() }

// uuidTest runs columnTest for uuid columns. zeroIs is what the NULL form sends for the zero ID; nil if it is no ID of the
// format and refused.
func uuidTest[T id.Array16](t *testing.T, name string, v T, text string, zeroIs any, more ...bad) {
	raw := [16]byte(v)
	form := uuidText(raw)
	columnTest[sqltype.UUID[T], *sqltype.UUID[T], sqltype.Null[sqltype.UUID[T]], *sqltype.Null[sqltype.UUID[T]]]{
		good: sqltype.UUIDOf(v), null: sqltype.NullOf(sqltype.UUIDOf(v)), zeroNull: sqltype.NullOf(sqltype.UUIDOf(*new(T))), zeroIs: zeroIs,
		name: "sqltype.UUID[" + name + "]", value: form, text: text,
		shapes: []any{[]byte(form), raw, v},
		bad: append([]bad{
			{raw[:], id.ErrLength, "sqltype.Binary"},
			{string(raw[:]), id.ErrLength, ""},
			{strings.ToUpper(form), id.ErrNotCanonical, "lower case"},
			{[]byte(strings.ToUpper(form)), id.ErrNotCanonical, "lower case"},
			{strings.ReplaceAll(form, "-", ""), id.ErrLength, "36"},
			{"{" + form + "}", id.ErrLength, "36"},
			{"urn:uuid:" + form, id.ErrLength, "36"},
			{form + "\n", id.ErrLength, "36"},
			{form[:35] + " ", id.ErrCharacter, "hexadecimal"},
			{form[:35] + "g", id.ErrCharacter, "hexadecimal"},
			{form[:35] + "\xff", id.ErrCharacter, "hexadecimal"},
			{form[:8] + "0" + form[9:], id.ErrSeparator, "hyphens"},
			{int64(1), sqltype.ErrSource, "uuid column"},
			{uint64(1), sqltype.ErrSource, "uuid column"},
			{[20]byte{}, sqltype.ErrSource, "uuid column"},
			{[16]int8{}, sqltype.ErrSource, "uuid column"},
		}, more...),
	}.run(t)
}

// TestUUID: IDs of 16 bytes as the text of uuid columns.
func TestUUID(t *testing.T) {
	w := wiji.New()
	old := w
	old[9] = 2 << 4 // a version that nobody knows
	uuidTest(t, "wiji.ID", w, w.String(), nil,
		bad{uuidText(old), id.ErrVersion, "version 2"}, bad{[16]byte(old), id.ErrVersion, ""}, bad{zeroUUID, id.ErrVersion, ""})
	u := ulid.New()
	uuidTest(t, "ulid.ID", u, u.String(), zeroUUID)
	v := uuidv7.New()
	other := v
	other[6] = 4 << 4
	uuidTest(t, "uuidv7.ID", v, v.String(), nil,
		bad{uuidText(other), id.ErrVersion, "version 4"}, bad{[16]byte(other), id.ErrVersion, ""}, bad{zeroUUID, id.ErrVersion, "nil UUID"})
	uuidTest(t, "sqltype_test.guid", parsed[guid](someUUID), someUUID, zeroUUID)
	uuidTest(t, "sqltype_test.picky", parsed[picky](someUUID), someUUID, zeroUUID, bad{"8" + someUUID[1:], sqltype.ErrInvalid, "above 0x7F"})
}

// TestUUIDBare is on its own because %v of the type is an array of numbers.
func TestUUIDBare(t *testing.T) {
	v := parsed[bare](someUUID)
	uuidTest(t, "sqltype_test.bare", v, someUUID, zeroUUID)
}

func binaryTest[T id.Fixed](t *testing.T, name string, v T, raw []byte, text string, zeroIs any, more ...bad) {
	inBytes := "sqltype.Text" // where the text of an ID belongs that is in a column of bytes
	if len(text) == len(zeroUUID) {
		inBytes = "sqltype.UUID"
	}
	columnTest[sqltype.Binary[T], *sqltype.Binary[T], sqltype.Null[sqltype.Binary[T]], *sqltype.Null[sqltype.Binary[T]]]{
		good: sqltype.BinaryOf(v), null: sqltype.NullOf(sqltype.BinaryOf(v)), zeroNull: sqltype.NullOf(sqltype.BinaryOf(*new(T))), zeroIs: zeroIs,
		name: "sqltype.Binary[" + name + "]", value: raw, text: text,
		bad: append([]bad{
			{string(raw), sqltype.ErrSource, "text"},
			{[16]byte{15: 1}, sqltype.ErrSource, "[]byte"},
			{raw[1:], id.ErrLength, "exact"},
			{append(bytes.Clone(raw), 0), id.ErrLength, "exact"},
			{append(bytes.Clone(raw), raw...), id.ErrLength, "exact"},
			{[]byte(text), id.ErrLength, inBytes},
			{text, sqltype.ErrSource, "sqltype.Text"},
			{[]byte("1234567890123"), id.ErrLength, "sqltype.Int64"},
			{[]byte(someUUID), id.ErrLength, "UUID text"},
			{int64(1), sqltype.ErrSource, "sqltype.Int64"},
			{uint64(1), sqltype.ErrSource, "sqltype.Uint64"},
		}, more...),
	}.run(t)
}

// TestBinary: IDs as their bytes.
func TestBinary(t *testing.T) {
	w := wiji.New()
	old := w
	old[9] = 0
	binaryTest(t, "wiji.ID", w, w[:], w.String(), nil, bad{old[:], id.ErrVersion, ""}, bad{make([]byte, 16), id.ErrVersion, ""})
	u := ulid.New()
	binaryTest(t, "ulid.ID", u, u[:], u.String(), make([]byte, 16))
	v := uuidv7.New()
	other := v
	other[8] |= 0xC0 // the variant
	binaryTest(t, "uuidv7.ID", v, v[:], v.String(), nil, bad{other[:], id.ErrVersion, ""}, bad{make([]byte, 16), id.ErrVersion, ""})
	s := scru160.New()
	binaryTest(t, "scru160.ID", s, s[:], s.String(), make([]byte, 20))
	f := ulidflake.ID(0x123456789ABCDEF0) // a byte that is not printable: one ID in 400 looks like text
	binaryTest(t, "ulidflake.ID", f, binary.BigEndian.AppendUint64(nil, uint64(f)), f.String(), make([]byte, 8),
		bad{bytes.Repeat([]byte{0xFF}, 8), id.Reason{}, "ulidflake"})
	x := uid11.ID(1<<64 - 2)
	binaryTest(t, "uid11.ID", x, []byte("\xff\xff\xff\xff\xff\xff\xff\xfe"), x.String(), make([]byte, 8))
	g := parsed[guid](someUUID)
	columnTest[sqltype.Binary[guid], *sqltype.Binary[guid], sqltype.Null[sqltype.Binary[guid]], *sqltype.Null[sqltype.Binary[guid]]]{
		good: sqltype.BinaryOf(g), null: sqltype.NullOf(sqltype.BinaryOf(g)), zeroNull: sqltype.NullOf(sqltype.BinaryOf(guid{})), zeroIs: make([]byte, 16),
		name: "sqltype.Binary[sqltype_test.guid]", value: g[:], text: someUUID,
		bad: []bad{{[]byte(someUUID), id.ErrLength, "UUID text"}, {someUUID, sqltype.ErrSource, "sqltype.UUID"}},
	}.run(t)
	o := parsed[octets]("0123456789abcdef")
	binaryTest(t, "sqltype_test.octets", o, o[:], "0123456789abcdef", make([]byte, 8))
	binaryTest(t, "sqltype_test.even", even(0x0102030405060708), []byte{1, 2, 3, 4, 5, 6, 7, 8}, "e72623859790382856", make([]byte, 8),
		bad{[]byte{0, 0, 0, 0, 0, 0, 0, 1}, sqltype.ErrInvalid, "IsValid"})
}

func textTest[T id.Text](t *testing.T, name string, v T, text string, zeroIs any, more ...bad) {
	columnTest[sqltype.Text[T], *sqltype.Text[T], sqltype.Null[sqltype.Text[T]], *sqltype.Null[sqltype.Text[T]]]{
		good: sqltype.TextOf(v), null: sqltype.NullOf(sqltype.TextOf(v)), zeroNull: sqltype.NullOf(sqltype.TextOf(*new(T))), zeroIs: zeroIs,
		name: "sqltype.Text[" + name + "]", value: text, text: text,
		shapes: []any{[]byte(text)},
		bad: append([]bad{
			{"", id.ErrLength, "NULL"},
			{[]byte{}, id.ErrLength, "NULL"},
			{[]byte(nil), id.ErrLength, "NULL"},
			{text + " ", id.Reason{}, "varchar"},
			{" " + text, id.Reason{}, ""},
			{text[:len(text)-1], id.Reason{}, ""},
			{make([]byte, 16), id.Reason{}, "sqltype.Binary"},
			{[16]byte{15: 1}, sqltype.ErrSource, "[]byte"},
			{int64(1), sqltype.ErrSource, "TEXT"},
			{uint64(1), sqltype.ErrSource, "sqltype.Uint64"},
			{float64(1), sqltype.ErrSource, "TEXT"},
		}, more...),
	}.run(t)
}

// lowered is a text in which letters have the other case, or nothing to refuse.
func lowered(s string) bad {
	return bad{strings.ToLower(s), id.ErrNotCanonical, strconv.Quote(s)}
}

// TestText: IDs as their texts.
func TestText(t *testing.T) {
	w := wiji.MustParse("06C30JKQ8M9R0006WB9G62J46V")
	textTest(t, "wiji.ID", w, w.String(), nil, lowered(w.String()), bad{w.UUID(), id.ErrNotCanonical, w.String()},
		bad{[]byte(w.Hex()), id.ErrNotCanonical, w.String()},
		bad{strings.Replace(w.String(), "0", "O", 1), id.ErrNotCanonical, ""}, bad{strings.Repeat("0", 26), id.ErrVersion, ""})
	u := must(ulid.Parse("01ARZ3NDEKTSV4RRFFQ69G5FAV"))
	textTest(t, "ulid.ID", u, u.String(), nil, lowered(u.String()))
	v := uuidv7.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	textTest(t, "uuidv7.ID", v, v.String(), nil, bad{strings.ToUpper(v.String()), id.ErrNotCanonical, v.String()},
		bad{v.Hex(), id.ErrNotCanonical, v.String()}, bad{zeroUUID, id.ErrVersion, ""})
	s := scru160.New()
	textTest(t, "scru160.ID", s, s.String(), nil)
	f := ulidflake.New()
	textTest(t, "ulidflake.ID", f, f.String(), nil)
	x := uid11.ID(1<<64 - 2)
	textTest(t, "uid11.ID", x, x.String(), nil, bad{"jpXCZedGfVR", id.ErrOverflow, ""})
	textTest(t, "sqltype_test.guid", parsed[guid](someUUID), someUUID, zeroUUID,
		bad{"urn:uuid:" + someUUID, id.ErrNotCanonical, someUUID}, bad{"{" + someUUID + "}", id.ErrNotCanonical, someUUID},
		bad{strings.ReplaceAll(someUUID, "-", ""), id.ErrNotCanonical, someUUID}, bad{strings.ToUpper(someUUID), id.ErrNotCanonical, someUUID})
	textTest(t, "sqltype_test.bare", parsed[bare](someUUID), someUUID, zeroUUID)
	textTest(t, "sqltype_test.octets", parsed[octets]("0123456789abcdef"), "0123456789abcdef", "0000000000000000")
	// IsValid is asked although the text could be read.
	textTest(t, "sqltype_test.even", even(123456), "e123456", "e0", bad{"e3", sqltype.ErrInvalid, "IsValid"})
}

func int64Test[T id.Integer](t *testing.T, name string, v T, text string, more ...bad) {
	digits := strconv.FormatInt(int64(v), 10)
	shapes := []any{digits, []byte(digits)}
	if int64(v) > 0 {
		shapes = append(shapes, uint64(v))
	}
	columnTest[sqltype.Int64[T], *sqltype.Int64[T], sqltype.Null[sqltype.Int64[T]], *sqltype.Null[sqltype.Int64[T]]]{
		good: sqltype.Int64Of(v), null: sqltype.NullOf(sqltype.Int64Of(v)), zeroNull: sqltype.NullOf(sqltype.Int64Of(T(0))), zeroIs: int64(0),
		name: "sqltype.Int64[" + name + "]", value: int64(v), text: text, shapes: shapes,
		bad: append(notDecimal(), append([]bad{
			{uint64(1 << 63), id.ErrOverflow, "sqltype.Uint64"},
			{uint64(math.MaxUint64), id.ErrOverflow, "sqltype.Uint64"},
			{"9223372036854775808", id.ErrOverflow, "sqltype.Uint64"},
			{"-9223372036854775809", id.ErrOverflow, ""},
			{"99999999999999999999999", id.ErrOverflow, ""},
		}, more...)...),
	}.run(t)
}

// notDecimal returns texts that no integer column gives.
func notDecimal() []bad {
	out := []bad{{float64(1), sqltype.ErrSource, "53 bits"}, {[]byte{0, 0, 0, 0, 0, 0, 0, 1}, id.ErrCharacter, "sqltype.Binary"}}
	for _, s := range []string{"+1", "01", "-0", "-01", "--1", "-", "1 ", " 1", "1.0", "1e3", "1_000", "0x1", "1,000", "٣", "1\x00", "0H0000000000A",
		"00000000000000000001", "99999999999999999999x", "1/", "1:"} {
		out = append(out, bad{s, id.ErrCharacter, "decimal"}, bad{[]byte(s), id.ErrCharacter, "decimal"})
	}
	return out
}

// TestInt64: IDs of 64 bits as signed integers.
func TestInt64(t *testing.T) {
	f := ulidflake.New()
	int64Test(t, "ulidflake.ID", f, f.String(), bad{int64(-1), id.Reason{}, "IsValid"}, bad{"-5", id.Reason{}, ""})
	x := uid11.New()
	int64Test(t, "uid11.ID", x, x.String(), bad{int64(-1), id.ErrRange, "unsigned"})
	int64Test(t, "sqltype_test.snowflake", snowflake(math.MaxInt64), "9223372036854775807")
	negative := bad{int64(-1), id.ErrRange, "unsigned"}
	int64Test(t, "sqltype_test.sequence", sequence(math.MaxInt64), "9223372036854775807", negative, bad{"-1", id.ErrRange, "unsigned"})
	int64Test(t, "sqltype_test.even", even(42), "e42", bad{int64(43), sqltype.ErrInvalid, "IsValid"}, bad{[]byte("43"), sqltype.ErrInvalid, "IsValid"})
}

func uint64Test[T id.Integer](t *testing.T, name string, v T, text string, more ...bad) {
	digits := strconv.FormatUint(uint64(v), 10)
	shapes := []any{digits, []byte(digits)}
	if int64(v) >= 0 {
		shapes = append(shapes, int64(v))
	}
	columnTest[sqltype.Uint64[T], *sqltype.Uint64[T], sqltype.Null[sqltype.Uint64[T]], *sqltype.Null[sqltype.Uint64[T]]]{
		good: sqltype.Uint64Of(v), null: sqltype.NullOf(sqltype.Uint64Of(v)), zeroNull: sqltype.NullOf(sqltype.Uint64Of(T(0))), zeroIs: uint64(0),
		name: "sqltype.Uint64[" + name + "]", value: uint64(v), text: text, shapes: shapes,
		bad: append(notDecimal(), append([]bad{
			{int64(-1), id.ErrRange, "sqltype.Int64"},
			{int64(math.MinInt64), id.ErrRange, "sqltype.Int64"},
			{"-1", id.ErrCharacter, ""},
			{"18446744073709551616", id.ErrOverflow, ""},
			{[]byte("99999999999999999999999"), id.ErrOverflow, ""},
		}, more...)...),
	}.run(t)
}

// TestUint64: IDs of 64 bits as unsigned integers.
func TestUint64(t *testing.T) {
	f := ulidflake.New()
	over := []bad{{uint64(1 << 63), id.ErrOverflow, ""}, {[]byte("9223372036854775808"), id.ErrOverflow, ""}}
	uint64Test(t, "ulidflake.ID", f, f.String(), over...)
	x := uid11.ID(1<<64 - 2)
	uint64Test(t, "uid11.ID", x, x.String())
	uint64Test(t, "sqltype_test.sequence", sequence(math.MaxUint64), "18446744073709551615")
	uint64Test(t, "sqltype_test.snowflake", snowflake(7), "7", over...)
	uint64Test(t, "sqltype_test.even", even(42), "e42", bad{uint64(43), sqltype.ErrInvalid, "IsValid"})
}

// A Value that is not one of the types of driver.Value would be an error of
// database/sql.
var _ = []driver.Valuer{sqltype.UUID[wiji.ID]{}, sqltype.Binary[scru160.ID]{}, sqltype.Text[guid]{}, sqltype.Int64[snowflake]{}, sqltype.Uint64[sequence]{}}
