package columntype

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
)

// ulidText, ulidUUID and ulidRaw are the forms of one ID.
const (
	ulidText = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	ulidUUID = "01563e3a-b5d3-d676-4c61-efb99302bd5b"
	ulidRaw  = "\x01\x56\x3e\x3a\xb5\xd3\xd6\x76\x4c\x61\xef\xb9\x93\x02\xbd\x5b"
)

// scanned returns the text of what Scan reads, or its error. The value before it is another one.
func scanned[T id.Fixed](k Kind) func(src any) string {
	return func(src any) string {
		v := *new(T)
		reflect.ValueOf(&v).Elem().Set(nonZero(reflect.TypeFor[T]()))
		if err := Scan(k, &v, src); err != nil {
			if v != *new(T) {
				return "an ID beside the error " + err.Error()
			}
			return err.Error()
		}
		return ToString(v)
	}
}

// nonZero returns a value that is not zero.
func nonZero(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Array:
		v.Index(0).SetUint(1)
	case v.CanInt():
		v.SetInt(1)
	default:
		v.SetUint(1)
	}
	return v
}

// What is needed in place of what a column gave.
const (
	needsUUID   = ": this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column"
	needsNumber = ": this type needs an integer column, of non-negative numbers if the ID is unsigned: use gormtype.Binary for a column of bytes, gormtype.Text for a text column"
	needsText   = ": this type needs a text column that holds the canonical text of the ID: use gormtype.ID or gormtype.Binary for a column of uuid, bytes or integers"
	needsBytes  = " raw bytes: use gormtype.ID for a uuid or integer column, gormtype.Text for a text column"
	needsNull   = ": NULL: use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a single value, where GORM reads NULL into no pointer"
	isUUID      = ": wrong length: this looks like UUID text instead of 16 raw bytes: make the column uuid on PostgreSQL, BINARY(16) on MySQL and MariaDB (also in place of uuid, which rearranges the bytes), BLOB on SQLite; use gormtype.Text for a text column"
)

// TestScan: what each column type reads of what drivers return, and what it says of anything else.
func TestScan(t *testing.T) {
	type cases []struct {
		src  any
		want string
	}
	for _, c := range []struct {
		scan  func(any) string
		cases cases
	}{
		{scanned[ulid.ID](Native), cases{
			{[]byte(ulidRaw), ulidText},
			{ulidUUID, ulidText},
			{make([]byte, 16), "00000000000000000000000000"},
			{[]byte(ulidUUID), `gormtype.ID[ulid.ID]: Scan of []uint8 "` + ulidUUID + `" (36 bytes)` + isUUID},
			{ulidText, `gormtype.ID[ulid.ID]: Scan of string "` + ulidText + `": wrong length` + needsUUID},
			{[]byte(ulidRaw[:15]), "gormtype.ID[ulid.ID]: Scan of []uint8 0x01563e3ab5d3d6764c61efb99302bd (15 bytes): wrong length" + needsUUID},
			{int64(5), "gormtype.ID[ulid.ID]: Scan of int64 5: wrong kind of column" + needsUUID},
			{1.5, "gormtype.ID[ulid.ID]: Scan of float64 1.5: wrong kind of column" + needsUUID},
			{time.Unix(0, 0).UTC(), "gormtype.ID[ulid.ID]: Scan of time.Time 1970-01-01T00:00:00Z: wrong kind of column" + needsUUID},
			{nil, "gormtype.ID[ulid.ID]: Scan" + needsNull},
		}},
		{scanned[ulid.ID](Text), cases{
			{ulidText, ulidText},
			{[]byte(ulidText), ulidText},
			{strings.ToLower(ulidText), `gormtype.Text[ulid.ID]: Scan of string "` + strings.ToLower(ulidText) + `": not the canonical form: the one spelling that has the order of the IDs is "` + ulidText + `": rewrite the column's values`},
			{ulidUUID, `gormtype.Text[ulid.ID]: Scan of string "` + ulidUUID + `": not the canonical form` + needsText},
			{[]byte(ulidUUID), `gormtype.Text[ulid.ID]: Scan of []uint8 "` + ulidUUID + `" (36 bytes): not the canonical form` + needsText},
			{int64(5), "gormtype.Text[ulid.ID]: Scan of int64 5: wrong kind of column" + needsText},
			{nil, "gormtype.Text[ulid.ID]: Scan" + needsNull},
		}},
		{scanned[ulid.ID](Binary), cases{
			{[]byte(ulidRaw), ulidText},
			{ulidUUID, `gormtype.Binary[ulid.ID]: Scan of string "` + ulidUUID + `": wrong kind of column: this type needs a column of 16` + needsBytes},
			{[]byte(ulidUUID), `gormtype.Binary[ulid.ID]: Scan of []uint8 "` + ulidUUID + `" (36 bytes): wrong length: this type needs a column of 16` + needsBytes},
			{int64(5), "gormtype.Binary[ulid.ID]: Scan of int64 5: wrong kind of column: this type needs a column of 16" + needsBytes},
			{nil, "gormtype.Binary[ulid.ID]: Scan" + needsNull},
		}},
		{scanned[uuidv7.ID](Native), cases{ // whose own errors need no remedy
			{"0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-8694-739b-aea5-966c26f8ad91"},
			{"0190163D-8694-739B-AEA5-966C26F8AD91", `gormtype.ID[uuidv7.ID]: Scan of string "0190163D-8694-739B-AEA5-966C26F8AD91": not the canonical form` + needsUUID},
			{"0190163d-8694-439b-aea5-966c26f8ad91", "gormtype.ID[uuidv7.ID]: Scan of string 0190163d-8694-439b-aea5-966c26f8ad91: uuidv7: binary 0x0190163d8694439baea5966c26f8ad91: " +
				"unknown version: version 4, not 7: use the type of a UUID library for other versions"},
			{[]byte("\x01\x90\x16\x3d\x86\x94\x43\x9b\xae\xa5\x96\x6c\x26\xf8\xad\x91"), "gormtype.ID[uuidv7.ID]: Scan of []uint8 0x0190163d8694439baea5966c26f8ad91 (16 bytes): uuidv7: binary 0x0190163d8694439baea5966c26f8ad91: " +
				"unknown version: version 4, not 7: use the type of a UUID library for other versions"},
		}},
		{scanned[uid11.ID](Native), cases{
			{int64(1 << 62), "Bht3tfQZv87"},
			{uint64(1) << 62, "Bht3tfQZv87"},
			{uint64(1) << 63, "NQm6nKp8qFD"},
			{[]byte("4611686018427387904"), "Bht3tfQZv87"},
			{"4611686018427387904", "Bht3tfQZv87"},
			{int64(0), "11111111111"},
			{int64(-1), "gormtype.ID[uid11.ID]: Scan of int64 -1: out of range" + needsNumber},
			{"x", `gormtype.ID[uid11.ID]: Scan of string "x": character outside the alphabet` + needsNumber},
			{[]byte("\x10\x00\x00\x00\x00\x00\x00\x01"), "gormtype.ID[uid11.ID]: Scan of []uint8 0x1000000000000001 (8 bytes): character outside the alphabet" + needsNumber},
			{nil, "gormtype.ID[uid11.ID]: Scan" + needsNull},
		}},
		{scanned[ulidflake.ID](Native), cases{
			{int64(1 << 62), "4000000000000"},
			{uint64(1) << 62, "4000000000000"},
			{"4611686018427387904", "4000000000000"},
			{int64(-1), "gormtype.ID[ulidflake.ID]: Scan of int64 -1: ulidflake: binary 0xffffffffffffffff: overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from"},
			{"-5", "gormtype.ID[ulidflake.ID]: Scan of string -5: ulidflake: binary 0xfffffffffffffffb: overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from"},
			{uint64(1) << 63, "gormtype.ID[ulidflake.ID]: Scan of uint64 9223372036854775808: overflow" + needsNumber},
		}},
		{scanned[uid11.ID](Binary), cases{
			{[]byte("\x10\x00\x00\x00\x00\x00\x00\x01"), "3gDmDv6tjHJ"},
			{int64(7), "gormtype.Binary[uid11.ID]: Scan of int64 7: wrong kind of column: this type needs a column of 8" + needsBytes},
		}},
		{scanned[scru160.ID](Native), cases{
			{append(make([]byte, 19), 1), "00000000000000000000000000000001"},
			{[]byte(ulidRaw), "gormtype.ID[scru160.ID]: Scan of []uint8 0x01563e3ab5d3d6764c61efb99302bd5b (16 bytes): wrong length: this type needs a column of 20 raw bytes: use gormtype.Text for a text column"},
			{ulidUUID, `gormtype.ID[scru160.ID]: Scan of string "` + ulidUUID + `": wrong kind of column: this type needs a column of 20 raw bytes: use gormtype.Text for a text column`},
		}},
		{scanned[base62](Native), cases{
			{[]byte("abcdefgh"), "abcdefgh"},
			{[]byte{}, "gormtype.ID[columntype.base62]: Scan of []uint8 0x (0 bytes): wrong length: this type needs a column of 8 raw bytes: use gormtype.Text for a text column"},
		}},
	} {
		for _, s := range c.cases {
			if got := c.scan(s.src); got != s.want {
				t.Errorf("%T %v:\n got %s\nwant %s", s.src, s.src, got, s.want)
			}
		}
	}
}

// TestScanMakesNothing: what most columns return is read without an allocation.
func TestScanMakesNothing(t *testing.T) {
	var v ulid.ID
	var n uid11.ID
	raw, text, number := any([]byte(ulidRaw)), any(ulidUUID), any(int64(1<<62))
	if got := testing.AllocsPerRun(50, func() {
		if err := Scan(Native, &v, raw); err != nil || Scan(Native, &v, text) != nil || Scan(Native, &n, number) != nil {
			t.Fatal(err)
		}
	}); got > 0 {
		t.Errorf("%v allocations", got)
	}
}

// TestReadTextBytes: lib/pq returns the UUID text of a uuid column as bytes.
func TestReadTextBytes(t *testing.T) {
	ReadTextBytes()
	defer readsTextBytes.Store(false)
	if got := scanned[ulid.ID](Native)([]byte(ulidUUID)); got != ulidText {
		t.Errorf("got %s", got)
	}
	if got := scanned[ulid.ID](Native)([]byte(ulidRaw)); got != ulidText {
		t.Errorf("raw bytes: got %s", got)
	}
	for _, scan := range []func(any) string{scanned[ulid.ID](Binary), scanned[ulid.ID](Text), scanned[scru160.ID](Native), scanned[uid11.ID](Native)} {
		if got := scan([]byte(ulidUUID)); !strings.Contains(got, ": Scan of []uint8 ") {
			t.Errorf("got %s", got)
		}
	}
}

// TestUnmarshal: the texts and JSON that a column type reads.
func TestUnmarshal(t *testing.T) {
	for _, c := range []struct {
		isJSON     bool
		data, want string
	}{
		{false, ulidText, ulidText},
		{false, strings.ToLower(ulidText), ulidText},
		{false, "01", `ulid: text "01": wrong length: it has 2 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{true, `"` + ulidText + "\n", `gormtype.ID[ulid.ID]: UnmarshalJSON of []uint8 "\"` + ulidText + `" (27 bytes): not a valid ID: write the ID as a JSON string: unexpected end of JSON input`},
		{true, ` "` + ulidText + `" `, ulidText},
		{true, `"01"`, `ulid: text "01": wrong length: it has 2 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{true, `"`, `gormtype.ID[ulid.ID]: UnmarshalJSON of []uint8 "\"" (1 bytes): not a valid ID: write the ID as a JSON string: unexpected end of JSON input`},
		{true, "", `gormtype.ID[ulid.ID]: UnmarshalJSON of []uint8 0x (0 bytes): not a valid ID: write the ID as a JSON string: unexpected end of JSON input`},
		{true, " null", "json: cannot unmarshal null into Go value of type string"},
		{true, "true", "json: cannot unmarshal bool into Go value of type string"},
		{true, "false", "json: cannot unmarshal bool into Go value of type string"},
		{true, "{}", "json: cannot unmarshal object into Go value of type string"},
		{true, "[1]", "json: cannot unmarshal array into Go value of type string"},
		{true, "7", "json: cannot unmarshal number into Go value of type string"},
	} {
		v, unmarshal := ulid.ID{1}, UnmarshalText[ulid.ID]
		if c.isJSON {
			unmarshal = UnmarshalJSON[ulid.ID]
		}
		err := unmarshal(Native, &v, []byte(c.data))
		got := v.String()
		if err != nil {
			got = err.Error()
			if v != (ulid.ID{}) {
				got = "an ID beside the error"
			}
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.data, got, c.want)
		}
	}
	if b, err := AppendText([]byte("id "), ulid.MustParse(ulidText)); string(b) != "id "+ulidText || err != nil {
		t.Errorf("AppendText: %s, %v", b, err)
	}
}

// converted returns what Convert makes of a value.
func converted[T id.Fixed](k Kind) func(v any) string {
	return func(v any) string {
		x, ok := Convert[T](k, reflect.ValueOf(v))
		if !ok {
			return "no"
		}
		return ToString(x)
	}
}

// TestConvert: the values of a program that are IDs.
func TestConvert(t *testing.T) {
	type (
		text   string
		digits []byte
		array  [16]byte
		words  []uint16
		pair   [2]uint16
	)
	for _, c := range []struct {
		convert func(any) string
		v       any
		want    string
	}{
		{converted[ulid.ID](Native), ulidText, ulidText},
		{converted[ulid.ID](Native), text(strings.ToLower(ulidText)), ulidText},
		{converted[ulid.ID](Native), ulidUUID, ulidText},
		{converted[ulid.ID](Native), ulidRaw, "no"},
		{converted[ulid.ID](Native), []byte(ulidRaw), ulidText},
		{converted[ulid.ID](Native), digits(ulidRaw), ulidText},
		{converted[ulid.ID](Native), array([]byte(ulidRaw)), ulidText},
		{converted[ulid.ID](Native), []byte(ulidText), ulidText},
		{converted[ulid.ID](Native), [26]byte([]byte(ulidText)), ulidText},
		{converted[ulid.ID](Native), []byte(ulidRaw[:15]), "no"},
		{converted[ulid.ID](Native), "", "no"},
		{converted[ulid.ID](Native), []byte{}, "no"},
		{converted[ulid.ID](Native), 5, "no"},
		{converted[ulid.ID](Native), uint(5), "no"},
		{converted[ulid.ID](Native), 1.5, "no"},
		{converted[ulid.ID](Native), words{1, 2}, "no"},
		{converted[ulid.ID](Native), pair{1, 2}, "no"},
		{converted[uuidv7.ID](Native), []byte(ulidRaw), "no"}, // of another version
		{converted[uuidv7.ID](Native), "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-8694-739b-aea5-966c26f8ad91"},
		{converted[uuid](Native), ulidUUID, ulidUUID}, // which has no text of its own to read
		{converted[uuid](Native), ulidText, "no"},
		{converted[uuid](Text), ulidUUID, "no"},
		{converted[uid11.ID](Native), int64(1 << 62), "Bht3tfQZv87"},
		{converted[uid11.ID](Native), uint64(1) << 63, "NQm6nKp8qFD"},
		{converted[uid11.ID](Native), -1, "no"},
		{converted[uid11.ID](Native), "Bht3tfQZv87", "Bht3tfQZv87"},
		{converted[uid11.ID](Text), int64(1 << 62), "no"},
		{converted[uid11.ID](Binary), uint64(1) << 62, "no"},
		{converted[base62](Native), "", "no"},
	} {
		if got := c.convert(c.v); got != c.want {
			t.Errorf("%T %v: got %s, want %s", c.v, c.v, got, c.want)
		}
	}
}

// TestRead: the time of an ID, if its type tells one.
func TestRead(t *testing.T) {
	at, isDated, err := Describe[ulid.ID](Native).Read([]byte(ulidRaw))
	if want := time.UnixMilli(1469922850259); !at.Equal(want) || !isDated || err != nil {
		t.Errorf("ulid: %v, %t, %v", at, isDated, err)
	}
	if at, isDated, err := Describe[ulid.ID](Native).Read(5); !at.IsZero() || !isDated || err == nil {
		t.Errorf("a number: %v, %t, %v", at, isDated, err)
	}
	if at, isDated, err := Describe[uuid](Native).Read([]byte(ulidRaw)); !at.IsZero() || isDated || err != nil {
		t.Errorf("uuid: %v, %t, %v", at, isDated, err)
	}
	for year, want := range map[int]int{1999: 0, 2000: 1, 2099: 1, 2100: 0} {
		var v ulid.ID
		ms := uint64(time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
		for i := range 6 {
			v[i] = byte(ms >> (40 - 8*i))
		}
		if n, ok := Describe[ulid.ID](Native).Likely([]any{Raw(v), "no ID"}); n != want || !ok {
			t.Errorf("%d: %d likely, %t", year, n, ok)
		}
	}
	if n, ok := Describe[uuid](Native).Likely([]any{[]byte(ulidRaw)}); n != 0 || ok {
		t.Errorf("uuid: %d likely, %t", n, ok)
	}
}
