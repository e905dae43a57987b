package inspect

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Hashes may be no IDs: there is no finding about how they are written.
func TestHashes(t *testing.T) {
	for _, c := range []struct {
		column  source.Column
		product string
		write   func(sum [16]byte, i int) any
	}{
		{source.Column{Type: "varchar(32)", Class: source.Text, Collation: "utf8mb4_0900_ai_ci", Collating: source.Caseless}, "MySQL", asHex},
		{source.Column{Type: "text", Class: source.Text, Collation: "en-x-icu", Collating: source.ByLanguage}, "PostgreSQL", asHex},
		{source.Column{Type: "char(64)", Class: source.Text, Length: 64}, "PostgreSQL", asHex},
		{source.Column{Type: "text", Class: source.Text}, "PostgreSQL", func(sum [16]byte, i int) any {
			return map[bool]func(string) string{true: strings.ToUpper, false: strings.ToLower}[i%2 == 0](hex.EncodeToString(sum[:]))
		}},
		{source.Column{Type: "bytea", Class: source.Bytes}, "PostgreSQL", func(sum [16]byte, _ int) any { return sum[:] }},
		{source.Column{Type: "bytea", Class: source.Bytes}, "PostgreSQL", func(sum [16]byte, i int) any { return []byte(asHex(sum, i).(string)) }},
		{source.Column{Type: "uuid", Class: source.UUID}, "MariaDB", func(sum [16]byte, _ int) any { return sum[:] }},
	} {
		var values []any
		for i := range 400 {
			values = append(values, c.write(md5.Sum(fmt.Append(nil, i)), i))
		}
		c.column.Name = "id"
		one := inspected{
			table: &source.Table{Name: "t", Columns: []source.Column{c.column}, Indexes: []source.Index{{Name: "t", Columns: []string{"id"}, Primary: true, Parts: []int{8}}}},
			ids:   map[string]idkind.Result{"id": idkind.Of(values, idkind.Hints{})},
		}
		r := Report{Server: source.Server{Product: c.product}}
		if !one.ids["id"].IsID() {
			t.Fatalf("%s: not a primary key that the doctor shows: %+v", c.column.Type, one.ids["id"])
		}
		if r.find(one, []inspected{one}); len(r.Findings) > 0 {
			t.Errorf("%s: %+v", c.column.Type, r.Findings)
		}
	}
}

func asHex(sum [16]byte, _ int) any { return hex.EncodeToString(sum[:]) }

// found returns the findings of a table with one column, in lines.
func found(product string, c source.Column, ids idkind.Result, primary bool, values ...any) string {
	c.Name = "id"
	t := &source.Table{Name: "t", Columns: []source.Column{{Name: "n"}, c}, HasPrimary: true}
	if primary {
		t.Indexes = []source.Index{{Name: "p", Primary: true, Columns: []string{"id"}, Clustered: true}}
	}
	r := &Report{Server: source.Server{Product: product}}
	one := inspected{table: t, ids: map[string]idkind.Result{"id": ids}, sample: source.Sample{Values: map[string][]any{"id": values}}}
	r.find(one, []inspected{one})
	return inLines(r.Findings)
}

func inLines(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		where := strings.TrimSuffix(f.Where()+" "+f.Index, " ")
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s of %s (%s): %s %s", f.Name, where, f.Severity, f.Text, f.Link)))
	}
	return strings.Join(lines, "\n")
}

// The rules for a column: each row breaks one, or is the nearest that does not.
func TestColumnRules(t *testing.T) {
	text := func(kind string) source.Column {
		return source.Column{Type: kind, Class: source.Text, Collation: "C"}
	}
	uuid, binary, bytea := source.Column{Type: "uuid", Class: source.UUID}, source.Column{Type: "binary(16)", Class: source.Bytes}.Fixed(source.Bytes, 16), source.Column{Type: "bytea", Class: source.Bytes}
	bigint := source.Column{Type: "bigint", Class: source.Integer, Greatest: math.MaxInt64}
	first := func(ids idkind.Result, change func(*idkind.Part)) idkind.Result {
		return with(ids, func(r *idkind.Result) { change(&r.Parts[0]) })
	}
	guess := func(p *idkind.Part) { p.Chance = -2 }
	swapped := func(p *idkind.Part) { p.Swapped = true }
	const (
		random     = "random-key of t.id (warning): UUIDv4s are random: each insert goes to another page of the tree. Generate UUIDv7, Wiji or ULID for new rows docs/moving.md#new-keys-beside-old-ones"
		textKey    = "text-key of t.id (warning): a text of 36 characters: uuid holds the ID in 16 bytes docs/columns.md"
		inBytes    = "text-in-bytes of t.id (warning): the column has the characters of a text, not the 16 bytes of the ID: convert them docs/columns.md"
		caseless   = "caseless-text of t.id (info): the collation utf8mb4_0900_ai_ci ignores case, so that two spellings of one ID are one key, and comparing takes longer: compare bytes docs/columns.md"
		textBinary = "text-key of t.id (warning): a text of 36 characters: BINARY(16) holds the ID in 16 bytes docs/columns.md"
		language   = "language-order of t.id (warning): the collation en-x-icu sorts by language, which is slow and may not be the order of the IDs: compare bytes docs/columns.md"
		swappedID  = "swapped-uuid of t.id (error): UUID_TO_BIN(x, 1) swapped the bytes, which is for UUIDv1 alone: it destroys the order of other IDs. Store them as they are docs/moving.md#texts-to-uuid-or-binary16"
		v1Key      = "unordered-time of t.id (warning): UUIDv1 begins with the low bits of its time: keys are in order for some minutes, then start over. Generate UUIDv7 or Wiji for new rows docs/moving.md#new-keys-beside-old-ones"
		mariadb    = "mariadb-uuid of t.id (error): MariaDB's type UUID sorts some IDs in another order than their bytes, and refuses or rearranges some that are no RFC 9562 UUIDs: use BINARY(16) docs/columns.md"
		byGroup    = "mariadb-uuid of t.id (warning): MariaDB's type UUID sorts by the last group first, so that these IDs are not in the order of their time: use BINARY(16) docs/columns.md"
		affinity   = "affinity of t.id (error): SQLite gives the type UUID the affinity NUMERIC, and turns texts of digits into numbers: use TEXT or BLOB docs/columns.md"
		bytesKey   = "bytea-key of t.id (info): bytea stores a length with each ID, so that an index entry takes 8 bytes more: use uuid docs/columns.md"
	)
	caselessText, languageText := text("varchar(36)"), text("text")
	caselessText.Collation, caselessText.Collating, caselessText.Length = "utf8mb4_0900_ai_ci", source.Caseless, 36
	languageText.Collation, languageText.Collating = "en-x-icu", source.ByLanguage
	citext, plain := caselessText, languageText
	citext.Type, plain.Collation = "CIText", ""
	v1 := idsOf(idkind.Raw, 16, part("UUIDv1", idkind.Random))
	inChars := with(v7Text, func(r *idkind.Result) { r.InBytes = true })
	base58 := idsOf(idkind.Base58, 22, part("UUIDv7", idkind.Ordered))
	microsoft := first(v1, func(p *idkind.Part) {
		p.Name, p.Microsoft, p.Oldest, p.Newest = "Oracle", true, time.Unix(0, 0), time.Unix(1e9, 0)
	})
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		what    string
		product string
		column  source.Column
		ids     idkind.Result
		other   bool // whether it is no primary key
		want    string
	}{
		{"UUIDv7 in a uuid", "PostgreSQL", uuid, v7Bytes, false, ""},

		{"random", "PostgreSQL", uuid, v4Bytes, false, random},
		{"random, no primary key", "PostgreSQL", uuid, v4Bytes, true, ""},
		{"random, a guess", "PostgreSQL", uuid, first(v4Bytes, guess), false, ""},
		{"random, few values in many rows", "PostgreSQL", uuid, with(v4Bytes, func(r *idkind.Result) { r.Distinct = 500 }), false, ""},
		{"random, but in the order of the rows", "PostgreSQL", uuid, with(v4Bytes, func(r *idkind.Result) { r.Place = 1 }), false, ""},
		{"random, with a time in the last bytes", "PostgreSQL", uuid, first(v4Bytes, func(p *idkind.Part) { p.Clock = idkind.ClockLast }), false, strings.Replace(random, "UUIDv4s are random", "the time of the IDs is in the last bytes, and those before are random", 1)},
		{"random by MariaDB's order", "MariaDB", uuid, first(v4Bytes, func(p *idkind.Part) { p.Clock = idkind.ClockFirst }), false, byGroup},
		{"random beside another kind", "PostgreSQL", uuid, idsOf(idkind.Raw, 16, part("UUIDv4", idkind.Random), part("UUIDv1", idkind.Ordered)), false, random + "\nmixed-kinds of t.id (info): the column holds UUIDv4 and UUIDv1: their order is not that of time docs/moving.md#new-keys-beside-old-ones"},

		{"a text for a uuid", "PostgreSQL", text("text"), v7Text, false, textKey},
		{"a text for BINARY(16)", "MySQL", text("text"), v7Text, true, textBinary},
		{"a text, a guess", "PostgreSQL", text("text"), first(v7Text, guess), false, ""},
		{"a text without a better type", "PostgreSQL", text("text"), idsOf(idkind.Text, 36, part("UUIDv7", idkind.Ordered)), false, ""},
		{"bytes in a text", "PostgreSQL", text("text"), v7Bytes, false, ""},
		{"digits in an integer", "PostgreSQL", bigint, idsOf(idkind.Decimal, 19, part("Snowflake", idkind.Ordered)), false, ""},

		{"a text in bytes", "MySQL", binary, inChars, false, inBytes},
		{"a text in bytes, a guess", "MySQL", binary, first(inChars, guess), false, ""},

		{"padded", "MySQL", source.Column{Type: "binary(40)", Class: source.Bytes}.Fixed(source.Bytes, 40), with(v7Text, func(r *idkind.Result) { r.Padded = true }), false, "wide-column of t.id (info): binary(40) pads each ID of 36 bytes: declare the length of the IDs docs/columns.md"},
		{"CHAR(64)", "PostgreSQL", source.Column{Type: "CHAR(64)", Class: source.Text, Length: 64, Generated: true}, v7Text, false, "wide-column of t.id (info): CHAR(64) pads each ID of 36 bytes: declare the length of the IDs docs/columns.md"},
		{"char(36)", "PostgreSQL", source.Column{Type: "char(36)", Class: source.Text, Length: 36, Generated: true}, v7Text, false, ""},
		{"varchar(64)", "PostgreSQL", source.Column{Type: "varchar(64)", Class: source.Text, Length: 64, Generated: true}, v7Text, false, ""},
		{"char(64), a guess", "PostgreSQL", source.Column{Type: "char(64)", Class: source.Text, Length: 64}, first(v7Text, guess), false, ""},

		{"without regard to case", "MySQL", caselessText, v7Text, false, textBinary + "\n" + caseless},
		{"citext", "MySQL", citext, v7Text, false, textBinary + "\n" + strings.Replace(caseless, "the collation utf8mb4_0900_ai_ci", "the type citext", 1)},
		{"without regard to case, a guess", "MySQL", caselessText, first(v7Text, guess), false, ""},
		{"without regard to case, digits", "MySQL", caselessText, idsOf(idkind.Decimal, 19, part("Snowflake", idkind.Unknown)), false, ""},
		{"without regard to case, any text", "MySQL", caselessText, idsOf(idkind.Text, 20, part("CUID", idkind.Ordered)), false, ""},
		{"without regard to case, bytes", "MySQL", caselessText, v7Bytes, false, ""},
		{"without regard to case, both cases", "MySQL", caselessText, base58, false, "text-key of t.id (warning): a text of 22 characters: BINARY(16) holds the ID in 16 bytes docs/columns.md\ncaseless-text of t.id (error): the collation utf8mb4_0900_ai_ci ignores case, so that two different IDs are one key: compare bytes docs/columns.md"},

		{"by language", "PostgreSQL", languageText, v7Text, false, textKey + "\n" + language},
		{"by language of the type", "PostgreSQL", plain, v7Text, false, textKey + "\n" + strings.Replace(language, "the collation en-x-icu", "the collation of text", 1)},
		{"by language, a guess", "PostgreSQL", languageText, first(v7Text, guess), false, ""},
		{"by language, bytes", "PostgreSQL", languageText, v7Bytes, false, ""},

		{"mixed case", "PostgreSQL", uuid, with(v7Text, func(r *idkind.Result) { r.Spelling = idkind.Mixed }), false, "mixed-case of t.id (error): some IDs are in lower case and some in upper case: bytes that differ are different keys. Write all in one case docs/moving.md#moving-from-other-id-libraries"},
		{"mixed case, a guess", "PostgreSQL", uuid, first(with(v7Text, func(r *idkind.Result) { r.Spelling = idkind.Mixed }), guess), false, ""},
		{"mixed case that the collation takes for one", "MySQL", caselessText, with(v7Text, func(r *idkind.Result) { r.Spelling = idkind.Mixed }), false, textBinary + "\n" + caseless + "\nmixed-case of t.id (error): some IDs are in lower case and some in upper case, which only the collation takes for one: write all in one case before the column compares bytes docs/moving.md#moving-from-other-id-libraries"},

		{"swapped UUIDv7", "MySQL", binary, first(v7Bytes, swapped), false, swappedID},
		{"swapped UUIDv4", "MySQL", binary, first(v4Bytes, swapped), false, swappedID},
		{"swapped UUIDv1", "MySQL", binary, first(v1, swapped), false, ""},
		{"UUIDv1", "MySQL", binary, v1, false, v1Key},
		{"UUIDv1, no primary key", "MySQL", binary, v1, true, ""},
		{"UUIDv1 in order", "MySQL", binary, first(v1, func(p *idkind.Part) { p.Order = idkind.Ordered }), false, ""},
		{"UUIDv1 of an hour in the order of the rows", "MySQL", binary, with(v1, func(r *idkind.Result) {
			r.Place, r.Parts[0].Oldest, r.Parts[0].Newest = 1, at, at.Add(time.Hour)
		}), false, v1Key},
		{"UUIDv1 of a day in the order of the rows", "MySQL", binary, with(v1, func(r *idkind.Result) {
			r.Place, r.Parts[0].Oldest, r.Parts[0].Newest = 1, at, at.Add(time.Hour+1)
		}), false, ""},
		{"UUIDv1 of a day", "MySQL", binary, with(v1, func(r *idkind.Result) { r.Parts[0].Oldest, r.Parts[0].Newest = at, at.Add(24*time.Hour) }), false, v1Key},
		{"a time in Microsoft's order", "MySQL", binary, microsoft, false, "unordered-time of t.id (warning): " + microsoft.Parts[0].String() + ": the low bytes of the time are first, so that keys are in order for some minutes, then start over. Store the bytes in the order of RFC 9562 docs/moving.md#new-keys-beside-old-ones"},

		{"UUIDv4 in MariaDB's uuid", "MariaDB", uuid, v4Bytes, false, random},
		{"ULID in MariaDB's uuid", "MariaDB", uuid, idsOf(idkind.Raw, 16, part("ULID", idkind.Unknown)), false, mariadb},
		{"ULID in PostgreSQL's uuid", "PostgreSQL", uuid, idsOf(idkind.Raw, 16, part("ULID", idkind.Ordered)), false, ""},
		{"ULID in BINARY(16)", "MariaDB", binary, idsOf(idkind.Raw, 16, part("ULID", idkind.Ordered)), false, ""},
		{"ULID in MariaDB's uuid, a guess", "MariaDB", uuid, first(idsOf(idkind.Raw, 16, part("ULID", idkind.Unknown)), guess), false, ""},
		{"swapped in MariaDB's uuid", "MariaDB", uuid, first(v7Bytes, swapped), false, swappedID + "\n" + mariadb},
		{"Microsoft's order in MariaDB's uuid", "MariaDB", uuid, first(v7Bytes, func(p *idkind.Part) { p.Microsoft = true }), false, mariadb},

		{"two kinds", "PostgreSQL", uuid, idsOf(idkind.Raw, 16, part("UUIDv7", idkind.Ordered), part("UUIDv4", idkind.Random)), true, "mixed-kinds of t.id (info): the column holds UUIDv7 and UUIDv4: their order is not that of time docs/moving.md#new-keys-beside-old-ones"},
		{"other values", "PostgreSQL", uuid, with(v7Bytes, func(r *idkind.Result) { r.Unfit = 1 }), false, "other-values of t.id (warning): 1 of 1000 sampled values are no IDs of this kind, or in another form"},
		{"other values, a guess", "PostgreSQL", uuid, first(with(v7Bytes, func(r *idkind.Result) { r.Unfit = 1 }), guess), false, ""},
		{"a zero", "PostgreSQL", uuid, with(v7Bytes, func(r *idkind.Result) { r.Zeros = 1 }), false, "zero-ids of t.id (error): some rows have the zero ID: a program stored keys that it had not set"},

		{"numeric", "PostgreSQL", source.Column{Type: "numeric(20)", Class: source.Numeric}, sequence, false, "numeric-key of t.id (warning): numeric(20) is wider and slower than a 64-bit integer: use BIGINT if all values fit docs/columns.md"},
		{"decimal", "MySQL", source.Column{Type: "DECIMAL(20)", Class: source.Numeric}, sequence, false, "numeric-key of t.id (warning): DECIMAL(20) is wider and slower than a 64-bit integer: use BIGINT if all values fit docs/columns.md"},
		{"double", "MySQL", source.Column{Type: "double", Class: source.Numeric}, sequence, false, "numeric-key of t.id (warning): double loses the last digits of integers above 2^53: use BIGINT if all values fit docs/columns.md"},
		{"numeric with fractions", "MySQL", source.Column{Type: "double", Class: source.Numeric}, with(sequence, func(r *idkind.Result) { r.Unfit, r.Parts[0].Chance = 1, -2 }), false, ""},
		{"unsigned in decimal", "MySQL", source.Column{Type: "decimal(20)", Class: source.Numeric}, with(sequence, func(r *idkind.Result) { r.Unsigned = 1 }), false, "numeric-key of t.id (warning): decimal(20) is wider and slower than a 64-bit integer: use BIGINT UNSIGNED if all values fit docs/columns.md"},
		{"unsigned in PostgreSQL's numeric", "PostgreSQL", source.Column{Type: "numeric(20)", Class: source.Numeric}, with(sequence, func(r *idkind.Result) { r.Unsigned = 1 }), false, ""},
		{"SQLite's numeric", "SQLite", source.Column{Type: "NUMERIC", Class: source.Numeric}, sequence, false, ""},
		{"SQLite's real", "SQLite", source.Column{Type: "REAL", Class: source.Numeric}, sequence, false, "numeric-key of t.id (warning): REAL loses the last digits of integers above 2^53: use BIGINT if all values fit docs/columns.md"},
		{"SQLite's double", "SQLite", source.Column{Type: "double precision", Class: source.Numeric}, sequence, false, "numeric-key of t.id (warning): double precision loses the last digits of integers above 2^53: use BIGINT if all values fit docs/columns.md"},
		{"an integer", "PostgreSQL", bigint, sequence, false, ""},

		{"bytea for a uuid", "PostgreSQL", bytea, v7Bytes, false, bytesKey},
		{"bytea of 20 bytes", "PostgreSQL", bytea, idsOf(idkind.Raw, 20, part("KSUID", idkind.Ordered)), false, ""},
		{"bytea, a guess", "PostgreSQL", bytea, first(v7Bytes, guess), false, ""},
		{"bytea of characters", "PostgreSQL", bytea, with(idsOf(idkind.Hex, 16, part("x", idkind.Ordered)), func(r *idkind.Result) { r.InBytes = true }), false, strings.Replace(inBytes, "16 bytes", "8 bytes", 1)},
		{"binary on MySQL", "MySQL", binary, v7Bytes, false, ""},

		{"a type without a meaning", "SQLite", source.Column{Type: "UUID", Class: source.Bytes}, v7Text, false, affinity},
		{"a number's type", "SQLite", source.Column{Type: "DECIMAL", Class: source.Numeric}, with(v7Text, func(r *idkind.Result) { r.Unfit, r.Parts[0].Chance = 1, -2 }), false, strings.Replace(affinity, "UUID", "DECIMAL", 1)},
		{"a type without a meaning, bytes", "SQLite", source.Column{Type: "UUID", Class: source.Bytes}, v7Bytes, false, ""},
		{"a type without a meaning, integers", "SQLite", source.Column{Type: "UUID", Class: source.Bytes}, sequence, false, ""},
		{"blob", "SQLite", source.Column{Type: "blob", Class: source.Bytes}, v7Text, false, ""}, {"any", "SQLite", source.Column{Type: "ANY", Class: source.Bytes}, v7Text, false, ""}, {"no type", "SQLite", source.Column{Class: source.Bytes}, v7Text, false, ""},
		{"text", "SQLite", text("TEXT"), idsOf(idkind.Text, 20, part("CUID", idkind.Ordered)), false, ""},
		{"another server's type", "MySQL", source.Column{Type: "UUID", Class: source.Bytes}, v7Text, false, ""},
	} {
		if got := found(c.product, c.column, c.ids, !c.other); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

// A counter is at three quarters of its type, by its greatest key or by the sequence that is beyond it.
func TestNarrowCounter(t *testing.T) {
	const int32s, next = math.MaxInt32, math.MaxInt32/4*3 + 0
	for _, c := range []struct {
		what               string
		product, kind      string
		greatest           uint64 // of the type
		sampled, following uint64
		name               string
		order              idkind.Order
		other              bool
		want               string
	}{
		{"three quarters", "PostgreSQL", "integer", int32s, next, 0, "sequence", idkind.Ordered, false, "the greatest sampled key is 1,610,612,733, and the type integer ends at 2,147,483,647: use BIGINT before it is full"},
		{"less", "PostgreSQL", "integer", int32s, next - 1, 0, "sequence", idkind.Ordered, false, ""},
		{"no primary key", "PostgreSQL", "integer", int32s, next, 0, "sequence", idkind.Ordered, true, ""},
		{"no end of the type", "SQLite", "INTEGER", 0, next, 0, "sequence", idkind.Ordered, false, ""},
		{"the sequence", "PostgreSQL", "integer", int32s, 7, next, "sequence", idkind.Ordered, false, "the sequence of the key is at 1,610,612,733, beyond the sampled keys, and the type integer ends at 2,147,483,647: use BIGINT before it is full"},
		{"the sequence at the greatest key", "PostgreSQL", "integer", int32s, next, next, "sequence", idkind.Ordered, false, "the greatest sampled key is 1,610,612,733, and the type integer ends at 2,147,483,647: use BIGINT before it is full"},
		{"random 32 bits", "PostgreSQL", "integer", int32s, next, 0, "integers", idkind.Random, false, "the greatest sampled key is 1,610,612,733, and the type integer ends at 2,147,483,647: use BIGINT before it is full"},
		{"a counter of 64 bits", "MySQL", "bigint", math.MaxInt64, math.MaxInt64, 0, "sequence", idkind.Ordered, false, "the greatest sampled key is 9,223,372,036,854,775,807, and the type bigint ends at 9,223,372,036,854,775,807: no counter gets there row by row: correct the greatest keys, and set the counter back"},
		{"IDs of 64 bits", "MySQL", "bigint", math.MaxInt64, math.MaxInt64, 0, "Snowflake", idkind.Ordered, false, ""},
		{"IDs of 64 bits with a counter", "MySQL", "bigint", math.MaxInt64, 5, math.MaxInt64, "Snowflake", idkind.Ordered, false, "the sequence of the key is at 9,223,372,036,854,775,807, beyond the sampled keys, and the type bigint ends at 9,223,372,036,854,775,807: no counter gets there row by row: correct the greatest keys, and set the counter back"},
		{"random 64 bits", "MySQL", "bigint", math.MaxInt64, math.MaxInt64, math.MaxInt64, "integers", idkind.Random, false, ""},
		{"random 64 bits that are called a sequence", "MySQL", "bigint", math.MaxInt64, math.MaxInt64, 0, "sequence", idkind.Random, false, ""},
	} {
		ids := idsOf(idkind.Integer, 8, part(c.name, c.order))
		ids.Greatest, ids.Place = c.sampled, 0
		ids.Parts[0].Oldest = time.Unix(0, 0)
		if c.order == idkind.Random { // or it is a random key as well
			ids.Place = 1
		}
		want := c.want
		if want != "" {
			want = "narrow-counter of t.id (error): " + want
		}
		if got := found(c.product, source.Column{Type: c.kind, Class: source.Integer, Greatest: c.greatest, Next: c.following}, ids, !c.other); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// A collation that ignores case confuses keys whose case matters, whatever made them; other columns are free.
func TestFindCaseless(t *testing.T) {
	mixed := []any{"aB3dE5gH7jK9mN1pQ3sT", "Ab3De5Gh7Jk9Mn1Pq3St", "zY8xW6vU4tS2rQ0pO8nM", "Zy8Xw6Vu4Ts2Rq0Po8Nm"}
	for len(mixed) < 400 {
		n := uint64(len(mixed)) * 0x9E3779B97F4A7C15
		mixed = append(mixed, base62Of(n)+base62Of(n*0xBF58476D1CE4E5B9))
	}
	caseless := source.Column{Type: "varchar(22)", Class: source.Text, Collation: "NOCASE", Collating: source.Caseless}
	bytes := source.Column{Type: "varchar(22)", Class: source.Text, Collation: "C"}
	const want = "caseless-text of t.id (error): the collation NOCASE ignores case, so that two different IDs are one key: compare bytes docs/columns.md"
	for _, c := range []struct {
		what    string
		column  source.Column
		primary bool
		values  []any
		want    string
	}{
		{"a key", caseless, true, mixed, want}, {"no key", caseless, false, mixed, ""}, {"bytes", bytes, true, mixed, ""}, {"no values", caseless, true, nil, ""},
	} {
		ids := idsOf(idkind.Text, 22, part("text", idkind.Unknown))
		ids.Parts[0].Chance = -1
		if got := found("SQLite", c.column, ids, c.primary, c.values...); got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

func base62Of(n uint64) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	var b [11]byte
	for i := range b {
		b[i] = digits[n%62]
		n /= 62
	}
	return string(b[:])
}

func TestIsReal(t *testing.T) {
	for declared, want := range map[string]bool{"REAL": true, "real": true, "FLOAT": true, "double precision": true, "NUMERIC": false, "DECIMAL(10)": false, "": false} {
		if got := isReal(declared); got != want {
			t.Errorf("%q: %v", declared, got)
		}
	}
}
