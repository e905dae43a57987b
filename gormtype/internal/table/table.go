// Package table tells tables apart by their schemas and names.
package table

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"gorm.io/gorm"
)

// Name is the name of a table. MySQL's schemas are its databases.
type Name struct{ Schema, Table string }

// Parse returns the name that a model or a statement writes, such as auth.users. It drops the database before a schema, and
// the quotes.
func Parse(name string) Name {
	name = unquoted.Replace(name)
	last := strings.LastIndexByte(name, '.')
	n := Name{Table: name[last+1:]}
	if last > 0 {
		n.Schema = name[strings.LastIndexByte(name[:last], '.')+1 : last]
	}
	return n
}

var unquoted = strings.NewReplacer("`", "", `"`, "")

// Of returns the name of the table of a statement. GORM has it without the schema in Table.
func Of(stmt *gorm.Statement) Name {
	if stmt.TableExpr == nil {
		return Parse(stmt.Table)
	}
	return Parse(stmt.TableExpr.SQL)
}

// IsOf reports whether a table that a statement names, with an alias or without one, is the table of the statement: the first
// one of db.Table("users u JOIN teams").
func (n Name) IsOf(stmt *gorm.Statement, alias string) bool {
	if n == Of(stmt) {
		return true
	}
	if stmt.TableExpr == nil {
		return false
	}
	rest, isFirst := strings.CutPrefix(strings.TrimSpace(unquoted.Replace(stmt.TableExpr.SQL)), strings.TrimPrefix(n.Schema+"."+n.Table, "."))
	words := strings.Fields(rest)
	if !isFirst || rest != "" && !strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		return false
	}
	if len(words) > 0 && strings.EqualFold(words[0], "AS") {
		words = words[1:]
	}
	return alias == n.Table || len(words) > 0 && alias == words[0]
}

// Live is what a server says of a table.
type Live struct {
	Schema string            // that of a table whose name has none
	types  map[string]string // of columns, by their names in lower case
}

// Type returns the type of a column as a migration writes it, with its length and collation, or the empty text.
func (l Live) Type(column string) string { return l.types[strings.ToLower(column)] }

// questions ask for rows of a table's schema, and of the names and types of its columns. PostgreSQL gets the name in quotes, others
// the schema, or an empty text, and the table.
var questions = map[string]string{
	"postgres": `SELECT n.nspname, a.attname, COALESCE(b.typname, t.typname || CASE WHEN t.typname IN ('bpchar', 'varchar') AND a.atttypmod > 4 THEN '(' || a.atttypmod - 4 || ')' ELSE '' END) ||
	CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
WHERE c.oid = COALESCE(to_regclass($1), to_regclass(lower($1)))`,
	"mysql": `SELECT TABLE_SCHEMA, COLUMN_NAME, CONCAT(COLUMN_TYPE, COALESCE(CONCAT(' CHARACTER SET ', CHARACTER_SET_NAME, ' COLLATE ', COLLATION_NAME), ''))
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = COALESCE(NULLIF(?, ''), DATABASE()) AND TABLE_NAME = ?`,
	"sqlite": `SELECT t.schema, c.name, c.type FROM (SELECT l.schema, l.name FROM pragma_table_list AS l JOIN pragma_database_list AS d ON d.name = l.schema
WHERE l.schema = COALESCE(NULLIF(?, ''), l.schema) COLLATE NOCASE AND l.name = ? COLLATE NOCASE ORDER BY d.seq <> 1, d.seq LIMIT 1) AS t,
pragma_table_info(t.name, t.schema) AS c`,
}

// usual holds the schemas of servers that do not answer, such as a mock.
var usual = map[string]string{"postgres": "public", "sqlite": "main"}

// Ask asks the server for a table. isThere is false if there is no such table yet. It goes past GORM's callbacks: a plugin could ask
// a replica.
func (n Name) Ask(stmt *gorm.Statement, pool gorm.ConnPool) (live Live, isThere bool, err error) {
	dialect := stmt.Dialector.Name()
	live.Schema = usual[dialect]
	question, isServer := questions[dialect]
	if pool == nil || !isServer {
		return live, true, nil
	}
	args := []any{n.Schema, n.Table}
	if dialect == "postgres" {
		args = []any{n.quoted(`"`)}
	}
	isThere, err = live.read(stmt.Context, pool, question, args)
	if err == nil && !isThere && dialect == "mysql" {
		var waited bool
		if waited, err = n.wait(stmt.Context, pool, args); waited {
			isThere, err = live.read(stmt.Context, pool, question, args)
		}
	}
	return live, isThere, err
}

// read asks a question. It reports whether there are columns.
func (l *Live) read(ctx context.Context, pool gorm.ConnPool, question string, args []any) (isThere bool, err error) {
	rows, err := pool.QueryContext(ctx, question, args...)
	if err != nil {
		return isForeign(err), err
	}
	defer rows.Close()
	l.types = map[string]string{}
	for rows.Next() {
		var schema sql.NullString
		var column, columnType string
		if err := rows.Scan(&schema, &column, &columnType); err != nil {
			return false, err
		}
		l.Schema, l.types[strings.ToLower(column)] = schema.String, columnType
	}
	return len(l.types) > 0, rows.Err()
}

// listed asks whether a schema lists a table. To compare the name itself would open the table.
const listed = "SELECT EXISTS (SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = COALESCE(NULLIF(?, ''), DATABASE()) AND CAST(TABLE_NAME AS BINARY) = ?)"

// wait waits for a session that is changing the table. In a transaction MariaDB's catalog does not: it lists such a table then, and
// has none of its columns. waited is false if it lists no such table.
func (n Name) wait(ctx context.Context, pool gorm.ConnPool, args []any) (waited bool, err error) {
	var isListed bool
	if err := pool.QueryRowContext(ctx, listed, args...).Scan(&isListed); err != nil || !isListed {
		return false, err
	}
	_, err = pool.ExecContext(ctx, "DO (SELECT COUNT(*) FROM "+n.quoted("`")+" WHERE FALSE)")
	return err == nil, err
}

// isForeign reports whether a server speaks PostgreSQL's protocol and does not know the question.
func isForeign(err error) bool {
	var e interface{ SQLState() string }
	return errors.As(err, &e) && strings.HasPrefix(e.SQLState(), "42")
}

// quoted returns the name in the quotes of a server.
func (n Name) quoted(quote string) string {
	in := func(name string) string { return quote + strings.ReplaceAll(name, quote, quote+quote) + quote }
	if n.Schema == "" {
		return in(n.Table)
	}
	return in(n.Schema) + "." + in(n.Table)
}

// SQL returns the table of a statement as GORM writes it, or the other one if it has none that is a name.
func SQL(stmt *gorm.Statement, other string) string {
	switch {
	case stmt.TableExpr != nil && len(stmt.TableExpr.Vars) == 0:
		return stmt.TableExpr.SQL
	case stmt.Table != "":
		return stmt.Quote(stmt.Table)
	}
	return stmt.Quote(other)
}
