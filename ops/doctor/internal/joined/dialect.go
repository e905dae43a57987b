package joined

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// class is what a column stores.
type class int

const (
	other class = iota
	integers
	texts
	rawBytes
	uuids
	nested // JSON and arrays, which have values inside
)

// dialect has the statements of a server.
type dialect struct {
	// catalog returns a row for each column of a table: the table as statements name it, the
	// column, its class in words, its type, its greatest length, whether it alone is a key, whether it
	// is the first column of the primary key, whether the table
	// is a foreign one, whether the server computes it, why the account
	// reads not all of its rows, and what makes a text comparable with it: a type or character set, and a collation.
	catalog string
	// keys returns a row for the first column of each unique index, with whether it is alone and whether the
	// index is the primary key. It is empty if the catalog says so: MariaDB takes seconds to look up one index
	// for each column.
	keys  string
	quote func(name string) string
	// qualified is whether the catalog's tables are quoted already.
	qualified bool
	// value is the expression of the first 65 characters of a value, of bytes as hexadecimal digits:
	// what is longer is no ID.
	value   map[class]string
	literal map[class]func(s string) string
	// like returns a text of a column as the other column can compare it by its index.
	like func(text string, c *candidate) string
}

// Values of a column that are read: some distinct ones of the first rows.
const (
	sampledRows    = 5000
	sampledBriefly = 500 // by the finder of Named
	sampledValues  = 100
)

// classes has the classes by the words of the catalogs.
var classes = map[string]class{
	"uuid": uuids, "text": texts, "varchar": texts, "bpchar": texts, "citext": texts, "bytea": rawBytes, "int2": integers, "int4": integers, "int8": integers,
	"char": texts, "tinytext": texts, "mediumtext": nested, "longtext": nested, // MariaDB has JSON in the last
	"binary": rawBytes, "varbinary": rawBytes, "tinyblob": rawBytes,
	"blob": rawBytes, "mediumblob": rawBytes, "longblob": rawBytes, "smallint": integers, "mediumint": integers, "int": integers, "bigint": integers,
	"json": nested, "jsonb": nested, "_text": nested, "_varchar": nested, "_bpchar": nested, "_uuid": nested,
}

var dialects = map[string]*dialect{"PostgreSQL": &postgres, "MySQL": &mysql, "MariaDB": &mysql, "SQLite": &sqlite}

var postgres = dialect{
	catalog: `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname, t.typname, format_type(a.atttypid, a.atttypmod), CASE WHEN t.typname IN ('varchar', 'bpchar') THEN greatest(a.atttypmod - 4, 0) ELSE 0 END,
EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum), EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indkey[0] = a.attnum), c.relkind = 'f', a.attgenerated <> '', CASE WHEN NOT has_table_privilege(c.oid, 'SELECT') THEN 'the account may not read it' WHEN row_security_active(c.oid) THEN 'row-level security hides rows from the account' ELSE '' END, t.typname, coalesce((SELECT quote_ident(y.nspname) || '.' || quote_ident(l.collname) FROM pg_collation AS l JOIN pg_namespace AS y ON y.oid = l.collnamespace WHERE l.oid = a.attcollation), '')
FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_type AS d ON d.oid = a.atttypid
JOIN pg_type AS t ON t.oid = CASE d.typtype WHEN 'd' THEN d.typbasetype ELSE d.oid END
WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0 AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
ORDER BY 1, a.attnum`,
	qualified: true,
	quote:     sqltext.PgQuote,
	value:     map[class]string{integers: "%s::text", texts: "left(%s::text, 65)", rawBytes: "encode(substr(%s, 1, 65), 'hex')", uuids: "%s::text"},
	literal:   map[class]func(string) string{integers: digits, texts: sqltext.PgLiteral, rawBytes: func(s string) string { return `'\x` + hex.EncodeToString([]byte(s)) + `'::bytea` }, uuids: sqltext.PgLiteral},
	like:      func(text string, c *candidate) string { return "(" + text + ")::" + c.set + " COLLATE " + c.collation },
}

var mysql = dialect{
	catalog: `SELECT c.table_name, c.column_name, LOWER(c.data_type), c.column_type, COALESCE(c.character_maximum_length, 0), FALSE, FALSE, FALSE, COALESCE(c.generation_expression, '') <> '', '', COALESCE(c.character_set_name, ''), COALESCE(c.collation_name, '')
FROM information_schema.columns AS c JOIN information_schema.tables AS t ON t.table_schema = DATABASE() AND t.table_name = c.table_name
WHERE c.table_schema = DATABASE() AND t.table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY c.table_name, c.ordinal_position`,
	keys: `SELECT s.table_name, MIN(CASE WHEN s.seq_in_index = 1 THEN s.column_name END), COUNT(*) = 1 AND MIN(s.sub_part) IS NULL, s.index_name = 'PRIMARY'
FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.non_unique = 0 GROUP BY s.table_name, s.index_name`,
	quote:   sqltext.MyQuote,
	value:   map[class]string{integers: "CAST(%s AS CHAR)", texts: "LEFT(%s, 65)", rawBytes: "HEX(LEFT(%s, 65))", uuids: "CAST(%s AS CHAR)"},
	literal: map[class]func(string) string{integers: digits, texts: sqltext.MyLiteral, rawBytes: func(s string) string { return "X'" + hex.EncodeToString([]byte(s)) + "'" }, uuids: sqltext.MyLiteral},
	like: func(text string, c *candidate) string {
		return "CONVERT(" + text + " USING " + c.set + ") COLLATE " + c.collation
	},
}

// SQLite's columns hold values of any class: they are told apart when they are read.
var sqlite = dialect{
	catalog: `SELECT m.name, c.name, 'text', c.type, 0, c.pk = 1 AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) AS o WHERE o.pk > 1)
  OR EXISTS (SELECT 1 FROM pragma_index_list(m.name) AS l WHERE l."unique" AND NOT l.partial AND (SELECT COUNT(*) = 1 AND MIN(i.name) = c.name FROM pragma_index_info(l.name) AS i)), c.pk = 1, FALSE, c.hidden > 1, '', '', ''
FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY m.name, c.cid`,
	quote:   sqltext.PgQuote,
	value:   map[class]string{integers: "CAST(%s AS TEXT)", texts: "substr(CAST(%s AS TEXT), 1, 65)", rawBytes: "hex(substr(%s, 1, 65))"},
	literal: map[class]func(string) string{integers: digits, texts: sqliteText, rawBytes: func(s string) string { return "x'" + hex.EncodeToString([]byte(s)) + "'" }},
	like:    func(text string, _ *candidate) string { return text },
}

// columns reads the catalog.
func (d *dialect) columns(ctx context.Context, db Database) ([]*candidate, error) {
	var list []*candidate
	err := db.Query(ctx, d.catalog, func(rows *sql.Rows) error {
		var c candidate
		var word string
		if err := rows.Scan(&c.Table, &c.Name, &word, &c.kind, &c.length, &c.unique, &c.first, &c.foreign, &c.generated, &c.denied, &c.set, &c.collation); err != nil {
			return err
		}
		if c.class = classes[word]; d == &sqlite {
			c.class = affinity(c.kind)
		}
		if c.class != other {
			list = append(list, &c)
		}
		return nil
	})
	if err != nil || d.keys == "" {
		return list, err
	}
	unique, first := map[Column]bool{}, map[Column]bool{}
	err = db.Query(ctx, d.keys, func(rows *sql.Rows) error {
		var c Column
		var name sql.NullString // none of an expression
		var alone, primary bool
		err := rows.Scan(&c.Table, &name, &alone, &primary)
		c.Name = name.String
		unique[c], first[c] = unique[c] || alone, first[c] || primary
		return err
	})
	for _, c := range list {
		c.unique, c.first = unique[c.Column], first[c.Column]
	}
	return list, err
}

var integerType = regexp.MustCompile(`(?i)int`)

// affinity returns the class of a declared type of SQLite.
func affinity(kind string) class {
	switch upper := strings.ToUpper(kind); {
	case integerType.MatchString(kind):
		return integers
	case kind == "", strings.Contains(upper, "BLOB"), strings.Contains(upper, "BINARY"):
		return rawBytes
	case slices.ContainsFunc([]string{"CHAR", "CLOB", "TEXT", "UUID", "STRING"}, func(s string) bool { return strings.Contains(upper, s) }):
		return texts
	}
	return other
}

func (d *dialect) table(name string) string {
	if d.qualified {
		return name
	}
	return d.quote(name)
}

// Of JSON and arrays so many are read, and of each so many characters.
const (
	sampledDocuments = 200
	documentLength   = 4000
)

// inside matches the UUIDs in a text.
var inside = regexp.MustCompile(`\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b`)

// sampleInside returns some UUIDs inside of the values of a column.
func (d *dialect) sampleInside(ctx context.Context, db Database, c *candidate) (list []string, err error) {
	column, text := d.quote(c.Name), "CAST(%s AS CHAR)"
	if d == &postgres {
		text = "%s::text"
	}
	query := fmt.Sprintf("SELECT LEFT("+text+", %d) FROM %s WHERE %s IS NOT NULL LIMIT %d", column, documentLength, d.table(c.Table), column, sampledDocuments)
	err = db.Query(ctx, query, func(rows *sql.Rows) error {
		var s string
		err := rows.Scan(&s)
		for _, id := range inside.FindAllString(s, -1) {
			if len(list) < sampledValues && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
		return err
	})
	return list, err
}

// sample returns some values of a column.
func (d *dialect) sample(ctx context.Context, db Database, c *candidate, most int) ([]string, error) {
	if c.class == nested {
		return d.sampleInside(ctx, db, c)
	}
	column := d.quote(c.Name)
	return d.list(ctx, db, c, fmt.Sprintf("SELECT DISTINCT %s FROM (SELECT %s FROM %s WHERE %s IS NOT NULL LIMIT %d) AS s LIMIT %d",
		fmt.Sprintf(d.value[c.class], column), column, d.table(c.Table), column, most, sampledValues))
}

// fewKeys is how many values of a key are read to know all of them. A server does it in a tenth of the time in which it
// looks for the spellings of as many IDs.
const fewKeys = 1000

// all returns values of a key, and whether these are all of them: it has no more than fewKeys.
func (d *dialect) all(ctx context.Context, db Database, c *candidate) (list []string, isAll bool, err error) {
	column := d.quote(c.Name)
	list, err = d.list(ctx, db, c, fmt.Sprintf("SELECT %s FROM %s WHERE %s IS NOT NULL LIMIT %d", fmt.Sprintf(d.value[c.class], column), d.table(c.Table), column, fewKeys+1))
	return list, err == nil && len(list) <= fewKeys, err
}

// among returns those of the values that are in a column.
func (d *dialect) among(ctx context.Context, db Database, c *candidate, values []string) ([]string, error) {
	column := d.quote(c.Name)
	literals := make([]string, len(values))
	for i, v := range values {
		literals[i] = d.literal[c.class](v)
	}
	return d.list(ctx, db, c, fmt.Sprintf("SELECT DISTINCT %s FROM %s WHERE %s IN (%s)", fmt.Sprintf(d.value[c.class], column), d.table(c.Table), column, strings.Join(literals, ", ")))
}

// list returns the values that a statement reads of a column.
func (d *dialect) list(ctx context.Context, db Database, c *candidate, query string) (list []string, err error) {
	err = db.Query(ctx, query, func(rows *sql.Rows) error {
		var s sql.NullString
		if err := rows.Scan(&s); err != nil || !s.Valid {
			return err
		}
		if c.class == rawBytes {
			b, err := hex.DecodeString(s.String)
			if err != nil {
				return err
			}
			s.String = string(b)
		}
		list = append(list, s.String)
		return nil
	})
	return list, err
}

// digits returns a literal of a number, or NULL for what is none.
func digits(s string) string {
	if _, err := strconv.ParseInt(s, 10, 64); err != nil {
		if _, err := strconv.ParseUint(s, 10, 64); err != nil {
			return "NULL"
		}
	}
	return s
}

func sqliteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
