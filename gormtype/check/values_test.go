package check

import (
	"bytes"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// TestAsked: by which conditions the server looks for values that may be no IDs.
func TestAsked(t *testing.T) {
	const (
		crockford = "[0123456789ABCDEFGHJKMNPQRSTVWXYZ]"
		text16    = "[^(2d|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]){4,}(00)*$]"
		zero16    = " [00000000000000000000000000000000]"
	)
	for _, c := range []struct {
		name    string
		dialect columntype.Dialect
		model   any
		column  liveColumn
		want    string
		args    string
	}{
		{"a text", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "text", shown: "text", collation: "C"},
			`CAST(@ AS text) COLLATE "C" !~ ? OR @ = ?) LIMIT 100 /* text C */`, " [^[01234567]{1}" + crockford + "{25}$] [00000000000000000000000000]"},
		{"a text of MySQL", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "varchar", shown: "varchar(26)", collation: "ascii_bin"},
			`CONVERT(@ USING utf8mb4) COLLATE utf8mb4_bin NOT REGEXP ? OR @ = ?) LIMIT 100 /* varchar(26) ascii_bin */`, ` [^[01234567]{1}` + crockford + `{25}\z] [00000000000000000000000000]`},
		{"a text of SQLite", columntype.SQLite, row[gormtype.Text[ulid.ID]]{}, liveColumn{dataType: "text", shown: "text"},
			"typeof(@) <> 'text' OR @ NOT GLOB ? OR @ = ?) LIMIT 100 /* text  */", " [[01234567]" + strings.Repeat(crockford, 25) + "] [00000000000000000000000000]"},
		{"a text whose first characters are no ID", columntype.MySQL, row[gormtype.Text[wiji.ID]]{}, liveColumn{dataType: "text", shown: "text"},
			"CONVERT(@ USING utf8mb4) COLLATE utf8mb4_bin NOT REGEXP ?) LIMIT 100 /* text  */", " [^[01]{1}" + crockford + `{13}[02468ACEGJMPRTWY]{1}[4567]{1}` + crockford + `{10}\z]`},
		{"a text of another library", columntype.Postgres, rowOf16[gormtype.Text[noTextID]]{}, liveColumn{dataType: "text", shown: "text"}, "1 = 1) LIMIT 100 /* text  */", ""},
		{"a text of one ID, which is the first", columntype.SQLite, row[gormtype.Text[oneTextID]]{}, liveColumn{dataType: "text", shown: "text"},
			"typeof(@) <> 'text' OR @ NOT GLOB ? OR @ = ? OR @ = ?) LIMIT 100 /* text  */", " [[1b][ab]] [bb] [1a]"},
		{"an integer", columntype.Postgres, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "int8", shown: "bigint"}, "@ <= 0) LIMIT 100 /* bigint  */", ""},
		{"an integer of SQLite", columntype.SQLite, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "integer", shown: "integer"}, "@ <= 0 OR typeof(@) <> 'integer') LIMIT 100 /* integer  */", ""},
		{"an unsigned integer", columntype.MySQL, row[gormtype.ID[uid11.ID]]{}, liveColumn{dataType: "bigint", shown: "bigint unsigned", unsigned: true}, "@ <= 0) LIMIT 100 /* bigint unsigned  */", ""},
		{"an unsigned integer of a signed ID", columntype.MySQL, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "bigint", shown: "bigint unsigned", unsigned: true},
			"@ <= 0 OR @ > 9223372036854775807) LIMIT 100 /* bigint unsigned  */", ""},
		{"a uuid", columntype.Postgres, row[gormtype.ID[wiji.ID]]{}, liveColumn{dataType: "uuid", shown: "uuid"},
			"replace(CAST(@ AS text), '-', '') = ? OR substr(replace(CAST(@ AS text), '-', ''), 19, 1) NOT IN ('1')) LIMIT 100 /* uuid  */", zero16},
		{"raw bytes", columntype.Postgres, row[gormtype.Binary[uuidv7.ID]]{}, liveColumn{dataType: "bytea", shown: "bytea"},
			"octet_length(@) <> ? OR encode(@, 'hex') ~ ? OR encode(@, 'hex') = ? OR substr(encode(@, 'hex'), 13, 1) NOT IN ('7') OR " +
				"substr(encode(@, 'hex'), 17, 1) NOT IN ('8', '9', 'a', 'b')) LIMIT 100 /* bytea  */", " [16] " + text16 + zero16},
		{"raw bytes of MySQL", columntype.MySQL, row[gormtype.ID[scru160.ID]]{}, liveColumn{dataType: "binary", shown: "binary(20)"},
			"LENGTH(@) <> ? OR LOWER(HEX(@)) REGEXP ? OR LOWER(HEX(@)) = ?) LIMIT 100 /* binary(20)  */", " [20] " + text16 + " [0000000000000000000000000000000000000000]"},
		{"8 raw bytes", columntype.Postgres, row[gormtype.Binary[uid11.ID]]{}, liveColumn{dataType: "bytea", shown: "bytea"},
			"octet_length(@) <> ? OR encode(@, 'hex') ~ ? OR encode(@, 'hex') = ?) LIMIT 100 /* bytea  */", " [8] [^(2d|3[0-9]|6[1-6]){4,}(00)*$] [0000000000000000]"},
		{"8 raw bytes of SQLite", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, liveColumn{dataType: "blob", shown: "blob; x"},
			"typeof(@) <> 'blob' OR length(@) <> ? OR CAST(@ AS text) NOT GLOB ? OR lower(hex(@)) = ?) LIMIT 100 /* blob_ x  */", " [8] [*[^0-9a-f-]*] [0000000000000000]"},
		{"16 raw bytes of SQLite", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, liveColumn{dataType: "blob", shown: "blob"},
			"typeof(@) <> 'blob' OR length(@) <> ? OR CAST(@ AS text) NOT GLOB ? OR lower(hex(@)) = ?) LIMIT 100 /* blob  */", " [16] [*[^0-9A-Za-z-]*]" + zero16},
	} {
		s := new(server)
		ch := checkerOf(t, s, c.dialect, map[string]liveTable{"t": tableOf(c.column)})
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		want := "SELECT `id` FROM `t` WHERE `id` IS NOT NULL AND (" + strings.ReplaceAll(c.want, "@", "`id`") + c.args
		if len(s.asked) == 0 || s.asked[0] != want {
			t.Errorf("%s: asked\n %q, want\n %q", c.name, s.asked, want)
		}
		if n := len(s.asked) - 1; !strings.HasPrefix(s.asked[n], "SELECT `id` FROM `t` WHERE `id` IS NOT NULL AND (1 = 1) LIMIT 100 /* "+c.column.shown[:4]) {
			t.Errorf("%s: asked %q at last", c.name, s.asked[n])
		}
	}
}

type (
	// noTextID is an ID type of another library whose texts have other characters than those of IDs.
	noTextID [16]byte
	// oneTextID is one whose only IDs are bb, the zero ID, 1b and ba.
	oneTextID [8]byte
	// rowOf16 has a size tag.
	rowOf16[C any] struct {
		ID C `gorm:"primaryKey;size:16"`
	}
)

func (rowOf16[C]) TableName() string { return "t" }

func (noTextID) MarshalText() ([]byte, error) { return []byte("*"), nil }
func (*noTextID) UnmarshalText([]byte) error  { return nil }
func (x oneTextID) MarshalText() ([]byte, error) {
	if x == (oneTextID{}) {
		return []byte("bb"), nil
	}
	return x[:2], nil
}

func (x *oneTextID) UnmarshalText(b []byte) error {
	switch string(b) {
	case "bb":
		*x = oneTextID{}
	case "1b", "ba":
		*x = oneTextID{b[0], b[1]}
	default:
		return errors.New("no ID")
	}
	return nil
}

// tableOf returns a table with a column ID, which is its key.
func tableOf(column liveColumn) liveTable {
	return liveTable{columns: map[string]liveColumn{"id": column, "n": {dataType: "int4", shown: "integer"}}, keys: []liveKey{{true, []keyPart{{"id", 0}}}}}
}

// unhex returns bytes.
func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// swappedAs returns a UUID as UUID_TO_BIN(id, 1) stores it.
func swappedAs(s string) []byte {
	b := unhex(s)
	return slices.Concat(b[6:8], b[4:6], b[0:4], b[8:])
}

// four returns a value in four rows.
func four(v driver.Value) [][]driver.Value { return valuesOf(v, v, v, v) }

// the values of a column, one in a row.
func valuesOf(values ...driver.Value) [][]driver.Value {
	var rows [][]driver.Value
	for _, v := range values {
		rows = append(rows, []driver.Value{v})
	}
	return rows
}

// TestValues: what is said of the values of a column: those that the server finds suspicious, and the first ones.
func TestValues(t *testing.T) {
	const ulidText, v7 = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "0190163d-8694-739b-aea5-966c26f8ad91"
	var (
		uuidColumn   = liveColumn{dataType: "uuid", shown: "uuid"}
		binaryColumn = liveColumn{dataType: "binary", shown: "binary(16)", length: 16}
		blobColumn   = liveColumn{dataType: "blob", shown: "blob"}
		byteaColumn  = liveColumn{dataType: "bytea", shown: "bytea"}
		textColumn   = liveColumn{dataType: "text", shown: "text"}
		bigintColumn = liveColumn{dataType: "bigint", shown: "bigint unsigned", unsigned: true}
		raw          = unhex("01563e3a-b5d3-d676-4c61-efb99302bd5b")
		again        = slices.Repeat(valuesOf(raw), 100)
	)
	for _, c := range []struct {
		name     string
		dialect  columntype.Dialect
		model    any
		column   liveColumn
		suspects [][]driver.Value
		sample   [][]driver.Value
		want     string
	}{
		{"IDs", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, uuidColumn, nil, valuesOf("01563e3a-b5d3-d676-4c61-efb99302bd5b"), ""},
		{"suspects that are IDs", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, uuidColumn, valuesOf("01563e3a-b5d3-d676-4c61-efb99302bd5b"), nil, ""},
		{"a zero ID", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, uuidColumn, valuesOf("00000000-0000-0000-0000-000000000000"), valuesOf("x"), `t.id: zero-ids: 1 value is the zero ID, a key that was never set: give the rows IDs, or NULL if the field is a pointer`},
		{"zero IDs as bytes", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, valuesOf(make([]byte, 16), make([]byte, 16)), nil, `t.id: zero-ids: 2 values are the zero ID, a key that was never set: give the rows IDs, or NULL if the field is a pointer`},
		{"a zero ID of texts", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, textColumn, valuesOf([]byte("00000000000000000000000000")), nil, `t.id: other-values: 1 value is not readable: not the canonical form: fix the values, or use the column type that fits them`},
		{"a zero number", columntype.MySQL, row[gormtype.ID[uid11.ID]]{}, bigintColumn, valuesOf(int64(0)), nil, `t.id: zero-ids: 1 value is the zero ID, a key that was never set: give the rows IDs, or NULL if the field is a pointer`},
		{"a number that is no ID", columntype.SQLite, row[gormtype.ID[ulidflake.ID]]{}, liveColumn{dataType: "integer", shown: "integer"}, valuesOf(int64(-5)), nil, `t.id: other-values: 1 value is not readable: ulidflake: binary 0xfffffffffffffffb: overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from: fix the values, or use the column type that fits them`},
		{"a zero ID that is a value", columntype.Postgres, zeroHeld{}, uuidColumn, valuesOf("00000000-0000-0000-0000-000000000000"), nil, ""},
		{"an empty text", columntype.MySQL, row[gormtype.Text[wiji.ID]]{}, textColumn, valuesOf(""), nil, `t.id: other-values: 1 value is not readable: gormtype.Text[wiji.ID]: Scan of string "": wrong length: this type needs a text column that holds the canonical text of the ID: use gormtype.ID or gormtype.Binary for a column of uuid, bytes or integers: fix the values, or use the column type that fits them`},
		{"decimal digits in bytes", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf("4611686018427387904", int64(7)), nil, `t.id: decimal-digits: 2 values are decimal digits such as 4611686018427387904: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.BinaryOf or sqltype.BinaryOf, and rewrite the values`},
		{"decimal digits in a text", columntype.SQLite, row[gormtype.Text[uid11.ID]]{}, textColumn, valuesOf("4611686018427387904"), nil, `t.id: decimal-digits: 1 value is decimal digits such as 4611686018427387904: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.TextOf or sqltype.TextOf, and rewrite the values`},
		{"digits that are the text of an ID", columntype.SQLite, row[gormtype.Text[uid11.ID]]{}, textColumn, valuesOf("12345678912"), nil, ""},
		{"digits of the length of bytes", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf([]byte("12345678")), nil, `t.id: decimal-digits: 1 value is decimal digits such as 12345678: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.BinaryOf or sqltype.BinaryOf, and rewrite the values`},
		{"a text of an ID that is no integer", columntype.SQLite, row[gormtype.Text[ulid.ID]]{}, textColumn, valuesOf("4611686018427387904"), nil, `t.id: other-values: 1 value is not readable: ulid: text "4611686018427387904": wrong length: it has 19 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex): fix the values, or use the column type that fits them`},
		{"a text in bytes", columntype.SQLite, row[gormtype.ID[ulid.ID]]{}, blobColumn, valuesOf(ulidText), nil, `t.id: text-in-bytes: 1 value is text such as "01ARZ3NDEKTSV4RRFFQ69G5FAV" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"a text of the length of the bytes", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, valuesOf([]byte("01ARZ3NDEKTSV4RR")), nil, `t.id: text-in-bytes: 1 value is text such as "01ARZ3NDEKTSV4RR" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"a padded text", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, valuesOf([]byte("01ARZ3NDEKT\x00\x00\x00\x00\x00")), nil, `t.id: text-in-bytes: 1 value is text such as "01ARZ3NDEKT\x00\x00\x00\x00\x00" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"another length", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, valuesOf([]byte("\x01\x02")), nil, `t.id: other-values: 1 value is not readable: gormtype.ID[ulid.ID]: Scan of []uint8 0x0102 (2 bytes): wrong length: this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column: fix the values, or use the column type that fits them`},
		{"a value of another version", columntype.Postgres, row[gormtype.ID[uuidv7.ID]]{}, uuidColumn, valuesOf("01563e3a-b5d3-4676-8c61-efb99302bd5b"), nil, `t.id: other-values: 1 value is not readable: uuidv7: binary 0x01563e3ab5d346768c61efb99302bd5b: unknown version: version 4, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"several kinds", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf(make([]byte, 8), "12345", "a text", 1.5), nil, `t.id: zero-ids: 1 value is the zero ID, a key that was never set: give the rows IDs, or NULL if the field is a pointer` + "\n" +
			`t.id: decimal-digits: 1 value is decimal digits such as 12345: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.BinaryOf or sqltype.BinaryOf, and rewrite the values` + "\n" +
			`t.id: text-in-bytes: 1 value is text such as "a text" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID` + "\n" +
			`t.id: other-values: 1 value is not readable: gormtype.Binary[uid11.ID]: Scan of float64 1.5: wrong kind of column: this type needs a column of 8 raw bytes: use gormtype.ID for a uuid or integer column, gormtype.Text for a text column: fix the values, or use the column type that fits them`},
		{"a zero ID and digits", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf(make([]byte, 8), int64(4611686018427387904)), valuesOf(2.5), `t.id: zero-ids: 1 value is the zero ID, a key that was never set: give the rows IDs, or NULL if the field is a pointer` + "\n" +
			`t.id: decimal-digits: 1 value is decimal digits such as 4611686018427387904: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.BinaryOf or sqltype.BinaryOf, and rewrite the values`},
		{"digits and a text", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf(int64(4611686018427387904), "a text"), valuesOf(2.5), `t.id: decimal-digits: 1 value is decimal digits such as 4611686018427387904: a program stored the plain 64-bit ID: pass the ID in a column type, gormtype.BinaryOf or sqltype.BinaryOf, and rewrite the values` + "\n" +
			`t.id: text-in-bytes: 1 value is text such as "a text" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"a text and a number", columntype.SQLite, row[gormtype.Binary[uid11.ID]]{}, blobColumn, valuesOf("a text", 1.5), valuesOf(2.5), `t.id: text-in-bytes: 1 value is text such as "a text" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID` + "\n" +
			`t.id: other-values: 1 value is not readable: gormtype.Binary[uid11.ID]: Scan of float64 1.5: wrong kind of column: this type needs a column of 8 raw bytes: use gormtype.ID for a uuid or integer column, gormtype.Text for a text column: fix the values, or use the column type that fits them`},
		{"a UUID of an ID without a time", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, valuesOf(swappedAs(v7)), ""},
		{"100 values", columntype.MySQL, row[gormtype.Text[ulid.ID]]{}, textColumn, again, nil, `t.id: other-values: 100 or more values are not readable: ulid: text "\x01V>:\xb5\xd3\xd6vLa\ufe53\x02\xbd[": wrong length: it has 16 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex): this is not text, use FromBytes for the binary form: fix the values, or use the column type that fits them`},
		{"a text that is no canonical one", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, textColumn, valuesOf("01arz3ndektsv4rrffq69g5fav"), nil, `t.id: other-values: 1 value is not readable: gormtype.Text[ulid.ID]: Scan of string "01arz3ndektsv4rrffq69g5fav": not the canonical form: the one spelling that has the order of the IDs is "01ARZ3NDEKTSV4RRFFQ69G5FAV": rewrite the column's values: fix the values, or use the column type that fits them`},
		{"NULL of a driver", columntype.Postgres, row[gormtype.ID[ulid.ID]]{}, uuidColumn, valuesOf(nil), nil, `t.id: other-values: 1 value is not readable: gormtype.ID[ulid.ID]: Scan: NULL: use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a single value, where GORM reads NULL into no pointer: fix the values, or use the column type that fits them`},
		{"a sample of texts", columntype.Postgres, row[gormtype.Binary[uid11.ID]]{}, byteaColumn, nil, valuesOf([]byte("ZEBRA---"), []byte("ZEBRA+++")), `t.id: text-in-bytes: 2 values are text such as "ZEBRA---" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"a sample of too few texts", columntype.Postgres, row[gormtype.Binary[uid11.ID]]{}, byteaColumn, nil, valuesOf([]byte("ZEBRA---"), []byte("ZEBRA++")), `t.id: text-in-bytes: 1 value is text such as "ZEBRA++" instead of raw bytes: replace the text by the raw bytes, in a column of the length of the ID`},
		{"a sample of one text", columntype.Postgres, row[gormtype.Binary[uid11.ID]]{}, byteaColumn, nil, valuesOf([]byte("ZEBRA---")), ""},
		{"a sample of texts and IDs", columntype.Postgres, row[gormtype.Binary[uid11.ID]]{}, byteaColumn, nil, valuesOf([]byte("ZEBRA---"), []byte("ZEBRA+++"), []byte("\x01\x02\x03\x04\x05\x06\x07\x08")), ""},
		{"a sample of texts of a text column", columntype.Postgres, row[gormtype.Text[ulid.ID]]{}, textColumn, nil, valuesOf([]byte(ulidText)), ""},
		{"a sample of IDs of another type", columntype.Postgres, row[gormtype.ID[uuidv7.ID]]{}, uuidColumn, nil, valuesOf("01563e3a-b5d3-4676-8c61-efb99302bd5b"), `t.id: other-values: 1 value is not readable: uuidv7: binary 0x01563e3ab5d346768c61efb99302bd5b: unknown version: version 4, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"swapped UUIDs", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, nil, append(four(swappedAs(v7))[1:], valuesOf(swappedAs("0190163d-8694-739b-aea5-000000000000"))...), `t.id: swapped-uuid: the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs: rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))`},
		{"swapped UUIDs elsewhere", columntype.SQLite, row[gormtype.ID[uuidv7.ID]]{}, blobColumn, nil, four(swappedAs(v7)), `t.id: other-values: 4 values are not readable: uuidv7: binary 0x739b86940190163daea5966c26f8ad91: unknown version: version 1, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"swapped UUIDs beside others", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, nil, append(four(swappedAs(v7)), valuesOf(unhex(v7))...), `t.id: other-values: 4 values are not readable: uuidv7: binary 0x739b86940190163daea5966c26f8ad91: unknown version: version 1, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"swapped UUIDs beside a value that is none", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, nil, append(four(swappedAs(v7)), valuesOf([]byte("\x01"))...), `t.id: other-values: 5 values are not readable: uuidv7: binary 0x739b86940190163daea5966c26f8ad91: unknown version: version 1, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"swapped UUIDs among suspects", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, four(swappedAs(v7)), four(swappedAs(v7)), `t.id: swapped-uuid: the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs: rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))`},
		{"three swapped UUIDs, which may be of another version", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, four(swappedAs(v7))[1:], four(swappedAs(v7)), `t.id: other-values: 3 values are not readable: uuidv7: binary 0x739b86940190163daea5966c26f8ad91: unknown version: version 1, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"a UUID of version 4 that looks swapped", columntype.MySQL, row[gormtype.ID[uuidv7.ID]]{}, binaryColumn, valuesOf(unhex("7f12a23d-01ad-4b88-aa93-e7a5e0a0a420")), nil, `t.id: other-values: 1 value is not readable: uuidv7: binary 0x7f12a23d01ad4b88aa93e7a5e0a0a420: unknown version: version 4, not 7: use the type of a UUID library for other versions: fix the values, or use the column type that fits them`},
		{"ULIDs whose time is swapped", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, nil, four(swappedAs("01563e3a-b5d3-d676-4c61-efb99302bd5b")), `t.id: swapped-uuid: the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs: rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))`},
		{"three ULIDs whose time may be swapped", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, nil, four(swappedAs("01563e3a-b5d3-d676-4c61-efb99302bd5b"))[1:], ""},
		{"ULIDs", columntype.MySQL, row[gormtype.ID[ulid.ID]]{}, binaryColumn, nil, four(unhex("01563e3a-b5d3-d676-4c61-efb99302bd5b")), ""},
		{"four swapped UUIDs of an ID without a time", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(swappedAs(v7)), `t.id: swapped-uuid: the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs: rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))`},
		{"three", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(swappedAs(v7))[1:], ""},
		{"four UUIDs of an ID without a time", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(unhex(v7)), ""},
		{"four swapped UUIDs of version 1", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(swappedAs("0190163d-8694-139b-aea5-966c26f8ad91")), `t.id: swapped-uuid: the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs: rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))`},
		{"four swapped UUIDs of version 4", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(swappedAs("0190163d-8694-439b-aea5-966c26f8ad91")), ""},
		{"four swapped UUIDs of several versions", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, append(four(swappedAs(v7)), valuesOf(swappedAs("0190163d-8694-139b-aea5-966c26f8ad91"))...), ""},
		{"four UUIDs of version 6", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(unhex("1ec9414c-232a-6b00-b3c8-9e6bdeced846")), ""},
		{"four values of no variant", columntype.MySQL, row[gormtype.ID[untimed]]{}, binaryColumn, nil, four(swappedAs("0190163d-8694-739b-6ea5-966c26f8ad91")), ""},
	} {
		s := &server{answers: []answer{{"(1 = 1)", c.sample, nil}, {"IS NOT NULL AND", c.suspects, nil}}}
		ch := checkerOf(t, s, c.dialect, map[string]liveTable{"t": tableOf(c.column)})
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := lines(ch.findings); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestUnscanned: a row that is no value.
func TestUnscanned(t *testing.T) {
	for _, query := range []string{"(1 = 1)", "IS NOT NULL AND"} {
		ch := checkerOf(t, &server{answers: []answer{{query, [][]driver.Value{{1, 2}}, nil}}}, columntype.Postgres, map[string]liveTable{"t": tableOf(liveColumn{dataType: "uuid", shown: "uuid"})})
		if err := ch.schema(schemaOf(t, row[gormtype.ID[ulid.ID]]{})); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
}

// zeroHeld is a model whose zero ID is a value.
type zeroHeld struct {
	ID gormtype.ID[ulid.ID] `gorm:"primaryKey;zero"`
}

func (zeroHeld) TableName() string { return "t" }

// TestUnread: an error of the server is the one of the check.
func TestUnread(t *testing.T) {
	lost := errors.New("lost")
	for _, c := range []struct {
		query string
		rows  [][]driver.Value
	}{
		{"FROM base", nil}, {"(1 = 1)", nil}, {"(1 = 1)", valuesOf(bytes.Repeat([]byte{1}, 16))}, {"IS NOT NULL AND", nil}, {"IS NOT NULL AND", valuesOf("x")},
	} {
		live := tableOf(liveColumn{dataType: "uuid", shown: "uuid"})
		live.references = []liveReference{{"id", "app", "others", "uuid"}}
		known := map[string]liveTable{"t": live, "app.others": others}
		if c.query == "FROM base" {
			delete(known, "app.others")
		}
		ch := checkerOf(t, &server{answers: []answer{{c.query, c.rows, lost}}}, columntype.Postgres, known)
		if err := ch.schema(schemaOf(t, row[gormtype.ID[ulid.ID]]{})); !errors.Is(err, lost) || len(ch.findings) > 0 {
			t.Errorf("%s: %v and %s", c.query, err, lines(ch.findings))
		}
	}
}

// TestDuplicates: a key that several rows have, as its IDs show themselves.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		model any
		rows  [][]driver.Value
		asked string
		want  string
	}{
		{row[gormtype.ID[ulid.ID]]{}, [][]driver.Value{{"01563e3a-b5d3-d676-4c61-efb99302bd5b", int64(3)}},
			"SELECT `id`, COUNT(*) FROM `t` WHERE `id` IS NOT NULL GROUP BY `id` HAVING COUNT(*) > 1 LIMIT 1 /* uuid  */",
			"t.id: duplicate-keys: 3 rows have the key 01ARZ3NDEKTSV4RRFFQ69G5FAV: give all but one of the rows new IDs, or delete them, before you add the key"},
		{row[gormtype.ID[ulid.ID]]{}, [][]driver.Value{{[]byte("x"), int64(2)}},
			"SELECT `id`, COUNT(*) FROM `t` WHERE `id` IS NOT NULL GROUP BY `id` HAVING COUNT(*) > 1 LIMIT 1 /* uuid  */",
			`t.id: duplicate-keys: 2 rows have the key "x": give all but one of the rows new IDs, or delete them, before you add the key`},
		{pair{}, [][]driver.Value{{"01563e3a-b5d3-d676-4c61-efb99302bd5b", int64(7), int64(2)}},
			"SELECT `id`, `n`, COUNT(*) FROM `t` WHERE `id` IS NOT NULL AND `n` IS NOT NULL GROUP BY `id`, `n` HAVING COUNT(*) > 1 LIMIT 1 /* uuid  integer  */",
			"t: duplicate-keys: 2 rows have the key 01ARZ3NDEKTSV4RRFFQ69G5FAV, 7: give all but one of the rows new IDs, or delete them, before you add the key"},
	} {
		s := &server{answers: []answer{{"GROUP BY", c.rows, nil}}}
		live := tableOf(liveColumn{dataType: "uuid", shown: "uuid"})
		live.keys = nil
		ch := checkerOf(t, s, columntype.Postgres, map[string]liveTable{"t": live})
		if err := ch.schema(schemaOf(t, c.model)); err != nil {
			t.Error(err)
		}
		if s.asked[0] != c.asked {
			t.Errorf("asked %s, want %s", s.asked[0], c.asked)
		}
		if _, got, _ := strings.Cut(lines(ch.findings), "\n"); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for _, a := range []answer{{"GROUP BY", nil, errors.New("lost")}, {"GROUP BY", [][]driver.Value{{"x", "no number"}}, nil}, {"GROUP BY", [][]driver.Value{{"x", int64(1)}}, errors.New("lost")}} {
		live := tableOf(liveColumn{dataType: "uuid", shown: "uuid"})
		live.keys = nil
		ch := checkerOf(t, &server{answers: []answer{a}}, columntype.Postgres, map[string]liveTable{"t": live})
		if err := ch.schema(schemaOf(t, row[gormtype.ID[ulid.ID]]{})); err == nil {
			t.Errorf("%v: no error", a.rows)
		}
	}
	if got := (target{field: schemaOf(t, row[gormtype.ID[ulid.ID]]{}).LookUpField("ID")}).show(5); got != "5" {
		t.Errorf("a number is shown as %s", got)
	}
}

// untimed is an ID type of another library for all UUIDs, which tells no time.
type untimed [16]byte

func (u untimed) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(u[:])), nil }
