package move

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// form is how a column holds IDs before they are moved.
type form struct {
	holds   string // what a row that has this form holds
	written string // the same, as package joined calls it
	length  int    // characters or bytes before the move
	width   int    // bytes after the move
	upper   bool   // whether the text that the ID gives back is in upper case
	// check matches the values, as texts. The servers' dialects of expressions agree on it.
	check string
	// raw and back are expressions of MySQL and MariaDB: the bytes of a text, and the text of
	// bytes. They are nil for a form that these have no column for.
	raw, back func(string) string
	// postgres is the expression of PostgreSQL for the new value, of a column of its type from.
	postgres func(string) string
	function string // a function that postgres calls; empty if it calls none
	from     []string
}

// texts are the types of PostgreSQL that hold texts. bytea may hold the characters of one.
var texts = []string{"text", "character varying", "character", "bytea"}

// forms lists the forms by their names.
var forms = map[string]form{
	"uuid": {
		holds: "UUID text of 36 characters", written: joined.FormUUID, length: 36, width: 16, check: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", from: texts,
		raw: func(x string) string { return "UNHEX(REPLACE(RTRIM(" + x + "), '-', ''))" },
		back: func(x string) string {
			return "LOWER(INSERT(INSERT(INSERT(INSERT(HEX(" + x + "), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0, '-'))"
		},
		postgres: func(x string) string { return x + "::text::uuid" },
	},
	"hex": {
		holds: "UUID text of 32 digits", written: joined.FormHex, length: 32, width: 16, check: "^[0-9a-fA-F]{32}$", from: texts,
		raw:      func(x string) string { return "UNHEX(RTRIM(" + x + "))" },
		back:     func(x string) string { return "LOWER(HEX(" + x + "))" },
		postgres: func(x string) string { return x + "::text::uuid" },
	},
	"ulid": crockford,
	"wiji": crockford,
	"scru160": {
		holds: "SCRU160 text of 32 characters", written: joined.FormSCRU160, length: 32, width: 20, upper: true, check: "^[0-9A-Va-v]{32}$", from: texts,
		raw: func(x string) string { return unhexDigits("RTRIM("+x+")", scruParts) },
		back: func(x string) string {
			return digitsOfHex(x, scruParts)
		},
		postgres: func(x string) string { return "pg_temp.sortid_move_text(" + x + "::text)" },
		function: pgDecode("bytea", base32Hex, "decode(%s, 'hex')", scruParts),
	},
	"bytes": {
		holds: "16 bytes", written: joined.FormBytes, length: 16, width: 16, check: "^[0-9a-f]{32}$", from: []string{"bytea"},
		postgres: func(x string) string { return "encode(" + x + ", 'hex')::uuid" },
	},
}

// crockford is the text of 26 digits that ULID and Wiji share.
var crockford = form{
	holds: "text of 26 Crockford digits", written: joined.FormULID, length: 26, width: 16, upper: true, check: "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$", from: texts,
	raw: func(x string) string {
		x = "UPPER(RTRIM(" + x + "))"
		for i, c := range crockfordOnly {
			x = fmt.Sprintf("REPLACE(%s, '%c', '%c')", x, c, base32Hex[18+i])
		}
		return unhexDigits(x, crockfordParts)
	},
	back: func(x string) string {
		x = digitsOfHex(x, crockfordParts)
		for i := len(crockfordOnly) - 1; i >= 0; i-- {
			x = fmt.Sprintf("REPLACE(%s, '%c', '%c')", x, base32Hex[18+i], crockfordOnly[i])
		}
		return x
	},
	postgres: func(x string) string { return "pg_temp.sortid_move_text(" + x + "::text)" },
	function: pgDecode("uuid", base32Hex[:18]+crockfordOnly, "(%s)::uuid", crockfordParts),
}

const (
	// base32Hex are the digits of CONV in base 32. From 18 on Crockford's are others, each
	// greater than the one that CONV has in its place, so that they can be replaced in turn.
	base32Hex     = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	crockfordOnly = "JKMNPQRSTVWXYZ"
)

// The digits are read in parts of at most 60 bits: CONV and the integers of PostgreSQL have no more than 64. The first
// part of Crockford's digits has two bits more than the bytes.
var (
	scruParts      = []int{12, 12, 8}
	crockfordParts = []int{2, 12, 12}
)

// unhexDigits returns the bytes of digits of base 32.
func unhexDigits(x string, parts []int) string {
	var list []string
	at := 1
	for _, n := range parts {
		list = append(list, fmt.Sprintf("LPAD(CONV(SUBSTR(%s, %d, %d), 32, 16), %d, '0')", x, at, n, n*5/4))
		at += n
	}
	return "UNHEX(CONCAT(" + strings.Join(list, ", ") + "))"
}

// digitsOfHex is the inverse of unhexDigits.
func digitsOfHex(x string, parts []int) string {
	var list []string
	at := 1
	for _, n := range parts {
		list = append(list, fmt.Sprintf("LPAD(CONV(SUBSTR(HEX(%s), %d, %d), 16, 32), %d, '0')", x, at, n*5/4, n))
		at += n * 5 / 4
	}
	return "CONCAT(" + strings.Join(list, ", ") + ")"
}

// pgDecode returns a function of PostgreSQL that is its unhexDigits. It is one expression without a subquery, which the server puts in place of a call: it runs for each row while the table is locked.
func pgDecode(returns, alphabet, result string, parts []int) string {
	both := alphabet + strings.ToLower(alphabet) // a digit and its lower case are 32 places apart
	var list []string
	at := 1
	for _, n := range parts {
		var digits []string
		for i := range n {
			digits = append(digits, fmt.Sprintf("\n    (((strpos('%s', substr(digits, %d, 1)) - 1) & 31)::bigint << %d)", both, at+i, 5*(n-1-i)))
		}
		list = append(list, fmt.Sprintf("lpad(to_hex(%s), %d, '0')", strings.Join(digits, " |"), n*5/4))
		at += n
	}
	return fmt.Sprintf("CREATE FUNCTION pg_temp.sortid_move_text(digits text) RETURNS %s LANGUAGE sql IMMUTABLE STRICT AS $$\n  SELECT %s\n$$",
		returns, fmt.Sprintf(result, strings.Join(list, " ||\n  ")))
}

// Forms returns the names of the forms.
func Forms() []string { return slices.Sorted(maps.Keys(forms)) }

// formOf returns the form of a name.
func formOf(name string) (form, error) {
	f, ok := forms[name]
	if !ok {
		return form{}, fmt.Errorf("-from %q: not a form: write one of %s", name, strings.Join(Forms(), ", "))
	}
	return f, nil
}

// same returns the text as the ID gives it back.
func (f form) same(x string) string {
	if f.upper {
		return "UPPER(" + x + ")"
	}
	return "LOWER(" + x + ")"
}
