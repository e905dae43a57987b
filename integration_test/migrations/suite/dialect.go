package suite

import (
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Postgres is a PostgreSQL database: uuid for 16 bytes, bytea for 20, bigint for
// 64 bits, and bytea of 8 for any uid11.
func Postgres(db *sql.DB) Server {
	signed := integer("bigint", "CAST(%s AS bigint)", "CAST(%s AS text)", true)
	half := signed
	half.Holds, half.Functions = positive, map[string]string{"uid_random": "-"}
	raw := bytesColumn("bytea", "decode(%s, 'hex')", "encode(%s, 'hex')")
	uuid := bytesColumn("uuid", "CAST(%s AS uuid)", "replace(CAST(%s AS text), '-', '')")
	return Server{
		Name: "postgres", DB: db,
		Rows:      "FROM json_array_elements_text(CAST($1 AS json)) WITH ORDINALITY AS r (v, n)",
		Text:      once("convert_from(decode(%s, 'hex'), 'UTF8')"),
		TextHolds: func(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") },
		Number:    once("CAST(%s AS bigint)"),
		Time: func(v string) string {
			// Whole seconds and the rest apart: an interval is multiplied in floating point.
			return "(timestamptz 'epoch' + div(CAST(" + v + " AS numeric), 1000000)::bigint * interval '1 second'" +
				" + mod(CAST(" + v + " AS numeric), 1000000)::bigint * interval '1 microsecond')"
		},
		Micros:  once("CAST(round(extract(epoch FROM %s) * 1000000) AS bigint)::text"),
		MinTime: time.Date(-4000, 1, 1, 0, 0, 0, 0, time.UTC), MaxTime: time.Date(294_000, 1, 1, 0, 0, 0, 0, time.UTC),
		Fields:  once("CAST(row_to_json(%s) AS text)"),
		Columns: map[int][]Column{16: {uuid}, 20: {raw}, 8: {signed}},
		UID11:   []Column{half, eight(raw)},
	}
}

// MySQL is a MySQL database: binary for 16 and 20 bytes, bigint for Ulid-Flake
// and bigint unsigned for uid11.
func MySQL(db *sql.DB) Server {
	raw := func(size string) Column { return bytesColumn("binary("+size+")", "UNHEX(%s)", "LOWER(HEX(%s))") }
	return Server{
		Name: "mysql", DB: db,
		Rows:      "FROM JSON_TABLE(?, '$[*]' COLUMNS (n FOR ORDINALITY, v TEXT PATH '$')) AS r",
		Text:      once("CONVERT(UNHEX(%s) USING utf8mb4)"),
		TextHolds: utf8.ValidString,
		Number:    once("CAST(%s AS SIGNED)"),
		Time:      once("TIMESTAMPADD(MICROSECOND, CAST(%s AS SIGNED), CAST('1970-01-01' AS DATETIME(6)))"),
		Micros:    once("CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %s) AS CHAR)"),
		MinTime:   time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC), MaxTime: time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
		Fields: once("CAST(%s AS CHAR)"),
		Columns: map[int][]Column{
			16: {raw("16")}, 20: {raw("20")}, 8: {integer("bigint", "CAST(%s AS SIGNED)", "CAST(%s AS CHAR)", true)},
		},
		UID11: []Column{integer("bigint unsigned", "CAST(%s AS UNSIGNED)", "CAST(%s AS CHAR)", false)},
	}
}

// MariaDB is a MariaDB database: as MySQL.
func MariaDB(db *sql.DB) Server {
	s := MySQL(db)
	s.Name = "mariadb"
	return s
}

// SQLite is an SQLite database on whose driver the functions of package sqlitefunc
// are registered: blobs for 16 and 20 bytes, integers for 64 bits, and blobs of 8 for
// any uid11.
func SQLite(db *sql.DB) Server {
	raw := bytesColumn("blob", "unhex(%s)", "lower(hex(%s))")
	signed := integer("integer", "CAST(%s AS INTEGER)", "CAST(%s AS TEXT)", true)
	half := signed
	half.Holds, half.Functions = positive, map[string]string{"uid_random": "-"}
	return Server{
		Name: "sqlite", DB: db,
		Rows:      "FROM (SELECT key AS n, value AS v FROM json_each(?))",
		Text:      once("CAST(unhex(%s) AS TEXT)"),
		TextHolds: func(string) bool { return true },
		Number:    once("CAST(%s AS INTEGER)"),
		Time: func(v string) string {
			rest := "(" + v + " % 1000000 + 1000000) % 1000000"
			return "strftime('%Y-%m-%dT%H:%M:%S', (" + v + " - " + rest + ") / 1000000, 'unixepoch') || printf('.%06dZ', " + rest + ")"
		},
		Micros:  once("(SELECT CAST(unixepoch(substr(x, 1, 19)) * 1000000 + substr(x, 21, 6) AS TEXT) FROM (SELECT %s AS x))"),
		MinTime: time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), MaxTime: time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
		Fields:  once("%s"),
		Columns: map[int][]Column{16: {raw}, 20: {raw}, 8: {signed}},
		UID11:   []Column{half, eight(raw)},
	}
}

// once makes a wrapper of a SQL expression of a template with one %s.
func once(template string) func(string) string {
	before, after, _ := strings.Cut(template, "%s")
	return func(expr string) string { return before + expr + after }
}

// bytesColumn crosses in hexadecimal.
func bytesColumn(name, in, out string) Column {
	return Column{
		Type:   name,
		Encode: hex.EncodeToString, Decode: hex.DecodeString, In: once(in), Out: once(out),
	}
}

// eight is a column of bytes for uid11 where the integers end at 2^63. A
// function that returns an ID has another name.
func eight(raw Column) Column {
	raw.Functions = map[string]string{}
	for _, name := range []string{
		"uid_parse", "uid_typed_parse", "uid_prefix_min", "uid_prefix_max", "uid_random", "uid_snowish", "uid_ts_seq_rand", "xid_new", "xid_min_at", "xid_max_at", "xid_at",
	} {
		raw.Functions[name] = name + "_bytes"
	}
	return raw
}

// integer crosses in decimal.
func integer(name, in, out string, signed bool) Column {
	c := Column{Type: name, In: once(in), Out: once(out)}
	c.Encode = func(raw []byte) string { return strconv.FormatUint(binary.BigEndian.Uint64(raw), 10) }
	c.Decode = func(text string) ([]byte, error) {
		v, err := strconv.ParseUint(text, 10, 64)
		return binary.BigEndian.AppendUint64(nil, v), err
	}
	if signed {
		c.Encode = func(raw []byte) string { return strconv.FormatInt(int64(binary.BigEndian.Uint64(raw)), 10) }
		c.Decode = func(text string) ([]byte, error) {
			v, err := strconv.ParseInt(text, 10, 64)
			return binary.BigEndian.AppendUint64(nil, uint64(v)), err
		}
	}
	return c
}

// positive reports whether an ID fits a signed integer without a change of its
// order.
func positive(raw []byte) bool { return binary.BigEndian.Uint64(raw) <= math.MaxInt64 }
