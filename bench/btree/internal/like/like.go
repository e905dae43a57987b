// Package like reads from the catalogs and statistics of a server what a table of its user is
// like. On MySQL and MariaDB, whose mean of a row counts the free space of its page, it reads the
// widths of some rows.
package like

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
)

// Table is what a plan takes from a table.
type Table struct {
	Name string
	// Payload is about the size in bytes of a row without its key.
	Payload int
	// Indexes is the number of indexes beside the primary key.
	Indexes int
	// Batch is the number of rows that its INSERT statements have on average, 0 if the server
	// does not show it.
	Batch int
}

// String describes the table in a line.
func (t Table) String() string {
	batch := "the server does not show how many rows an INSERT has"
	if t.Batch > 0 {
		batch = fmt.Sprintf("%d rows an INSERT", t.Batch)
	}
	return fmt.Sprintf("%s has about %d bytes a row beside the key, %d other indexes; %s", t.Name, t.Payload, t.Indexes, batch)
}

// patience is the time within which a catalog answers.
const patience = 20 * time.Second

// statements read the table of a name, or the one with the most rows: its name, the bytes of a
// row without the key, and the number of other indexes; and the rows of its INSERT statements.
var statements = map[bool]struct{ table, batch string }{
	true: {
		`SELECT n.nspname || '.' || c.relname, (
			SELECT coalesce(sum(s.avg_width), 0) FROM pg_stats s JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = s.attname
			WHERE s.schemaname = n.nspname AND s.tablename = c.relname
				AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)))::float8,
			(SELECT count(*) FROM pg_index i WHERE i.indrelid = c.oid AND NOT i.indisprimary)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%' AND ($1::text = '' OR c.oid = to_regclass($1::text))
		ORDER BY c.reltuples DESC LIMIT 1`,
		`SELECT sum(rows) / nullif(sum(calls), 0) FROM pg_stat_statements
		WHERE query ~* ('^\s*insert\s+into\s+("?\w+"?\.)?"?' || split_part($1::text, '.', 2) || '"?\M')`,
	},
	false: {
		`SELECT t.TABLE_NAME, 0,
			(SELECT count(DISTINCT s.INDEX_NAME) FROM information_schema.STATISTICS s WHERE s.TABLE_SCHEMA = database() AND s.TABLE_NAME = t.TABLE_NAME AND s.INDEX_NAME <> 'PRIMARY')
		FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = database() AND t.TABLE_TYPE = 'BASE TABLE' AND t.TABLE_NAME = if(? = '', t.TABLE_NAME, ?)
		ORDER BY t.TABLE_ROWS DESC LIMIT 1`,
		"SELECT sum(SUM_ROWS_AFFECTED) / nullif(sum(COUNT_STAR), 0) FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = database() AND DIGEST_TEXT LIKE concat('INSERT INTO `', ?, '`%')",
	},
}

// Read reads a table of a server, the one with the most rows if the name is "". Its errors do not
// show the DSN.
func Read(ctx context.Context, kind dbserver.Kind, dsn, name string) (Table, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dsn, err := dbserver.NormalizeDSN(kind, dsn)
	if err != nil {
		return Table{}, err
	}
	db, err := sql.Open(kind.Driver(), dsn)
	if err != nil {
		return Table{}, err
	}
	defer db.Close()
	s := statements[kind == dbserver.Postgres]
	var t Table
	var width float64
	err = db.QueryRowContext(ctx, s.table, arguments(kind, name)...).Scan(&t.Name, &width, &t.Indexes)
	if errors.Is(err, sql.ErrNoRows) {
		return Table{}, fmt.Errorf("there is no table %q: name one of the database after #", name)
	}
	if err != nil {
		return Table{}, err
	}
	if kind != dbserver.Postgres {
		if width, err = sampledWidth(ctx, db, t.Name); err != nil {
			return Table{}, err
		}
	}
	if t.Payload = int(width + .5); t.Payload == 0 && kind == dbserver.Postgres {
		return Table{}, fmt.Errorf("the server has no statistics of the table %s: run ANALYZE", t.Name)
	}
	var batch sql.NullFloat64
	if db.QueryRowContext(ctx, s.batch, t.Name).Scan(&batch) == nil { // else the account or the server has no such statistics
		t.Batch = int(batch.Float64 + .5)
	}
	return t, nil
}

// sampled is how many rows are read from each end of the primary key: the oldest and the newest
// ones, or any if the keys are random.
const sampled = 500

// widths holds the bytes that MySQL and MariaDB store of a value, by its type. Values of other types
// vary: each has a length of one byte.
var widths = map[string]int{
	"tinyint": 1, "smallint": 2, "mediumint": 3, "int": 4, "bigint": 8, "float": 4, "double": 8, "year": 1, "date": 3, "time": 3, "datetime": 5, "timestamp": 4,
	"enum": 1, "set": 1, "bit": 1, "uuid": 16, "inet6": 16, "inet4": 4,
}

// sampledWidth returns the mean of the bytes of sampled rows without the primary key.
func sampledWidth(ctx context.Context, db *sql.DB, table string) (float64, error) {
	quote := func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
	rows, err := db.QueryContext(ctx, "SELECT COLUMN_NAME, LOWER(DATA_TYPE), COLUMN_KEY = 'PRI' FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION", table)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	list, up, down := []string{"0"}, []string{}, []string{}
	for rows.Next() {
		var name, kind string
		var primary bool
		if err := rows.Scan(&name, &kind, &primary); err != nil {
			return 0, err
		}
		q := quote(name)
		switch {
		case primary:
			up, down = append(up, q), append(down, q+" DESC")
		case widths[kind] > 0:
			list = append(list, fmt.Sprintf("IF(%s IS NULL, 0, %d)", q, widths[kind]))
		default:
			list = append(list, "COALESCE(OCTET_LENGTH("+q+") + 1, 0)")
		}
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	end := func(order []string) string {
		by := ""
		if len(order) > 0 {
			by = " ORDER BY " + strings.Join(order, ", ")
		}
		return fmt.Sprintf("(SELECT %s AS w FROM %s%s LIMIT %d)", strings.Join(list, " + "), quote(table), by, sampled)
	}
	var width sql.NullFloat64
	err = db.QueryRowContext(ctx, "SELECT AVG(w) FROM ("+end(up)+" UNION ALL "+end(down)+") AS s").Scan(&width)
	if err == nil && !width.Valid {
		err = fmt.Errorf("the table %s is empty: name one with rows after #", table)
	}
	return width.Float64, err
}

// arguments returns the name as often as the statement of a table has it.
func arguments(kind dbserver.Kind, name string) []any {
	if kind == dbserver.Postgres {
		return []any{name}
	}
	return []any{name, name}
}
