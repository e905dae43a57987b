package inventory

import (
	"context"
	"database/sql"
	_ "embed"
	"strings"
)

//go:embed postgres.sql
var postgresObjects string

const (
	// pgNames are the objects of the user's schemas that no extension made.
	pgNames = `WITH schemas AS (
  SELECT n.* FROM pg_namespace AS n WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = 'pg_namespace'::regclass AND e.objid = n.oid AND e.deptype = 'e')
), relations AS (
  SELECT c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS quoted, CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS shown
  FROM pg_class AS c JOIN schemas AS n ON n.oid = c.relnamespace WHERE c.relpersistence <> 't'
  AND NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
), types AS (
  SELECT t.oid FROM pg_type AS t JOIN schemas AS n ON n.oid = t.typnamespace WHERE t.typtype IN ('e', 'd', 'r')
  AND NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid AND e.deptype = 'e')
), functions AS (
  SELECT f.oid FROM pg_proc AS f JOIN schemas AS n ON n.oid = f.pronamespace
  WHERE NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = 'pg_proc'::regclass AND e.objid = f.oid AND e.deptype IN ('e', 'i'))
)
`
	// pgTables are the tables whose rows are read: a partitioned one as a whole,
	// and a materialized view unless it was never filled.
	pgTables = `SELECT r.shown, CASE r.relkind WHEN 'p' THEN '' ELSE 'ONLY ' END || r.quoted, has_schema_privilege(r.relnamespace, 'USAGE') AND has_table_privilege(r.oid, 'SELECT'),
a.attname::text, quote_ident(a.attname), coalesce(b.oid, t.oid) = 'bytea'::regtype
FROM relations AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_type AS b ON b.oid = t.typbasetype
WHERE r.relkind IN ('r', 'm', 'p') AND NOT r.relispartition AND r.relispopulated ORDER BY r.shown, a.attnum`
	pgKeys = `SELECT r.shown, c.conname::text, a.attname::text, f.shown, b.attname::text
FROM pg_constraint AS c JOIN relations AS r ON r.oid = c.conrelid JOIN relations AS f ON f.oid = c.confrelid CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (attnum, refers, n)
JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.attnum JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = k.refers
WHERE c.contype = 'f' ORDER BY r.shown, c.conname, k.n`
)

// postgres reads PostgreSQL's catalog.
type postgres struct {
	old bool // before 15, publications have no conditions
}

func postgresCatalog(ctx context.Context, db database) (p postgres, err error) {
	err = db.Query(ctx, "SELECT current_setting('server_version_num')::int < 150000", func(rows *sql.Rows) error { return rows.Scan(&p.old) })
	return p, err
}

func (p postgres) objects(ctx context.Context, db database) ([]Object, error) {
	file := postgresObjects
	if p.old {
		file = strings.Replace(file, "pg_get_expr(m.prqual, m.prrelid)", "NULL", 1)
	}
	statements := statementsOf(file)
	for i := range statements {
		statements[i] = pgNames + statements[i]
	}
	c, err := collect(ctx, db, statements)
	if err != nil {
		return nil, err
	}
	return c.sorted(), nil
}

func (p postgres) tables(ctx context.Context, db database) ([]*table, error) {
	var list []*table
	byName := map[string]*table{}
	err := db.Query(ctx, pgNames+pgTables, func(rows *sql.Rows) error {
		var name, from, quoted string
		var permitted bool
		c := new(column)
		if err := rows.Scan(&name, &from, &permitted, &c.name, &quoted, &c.hex); err != nil {
			return err
		}
		t := byName[name]
		if t == nil {
			t = &table{name: name, from: from}
			if !permitted {
				t.unread = "the account may not read it: grant it SELECT"
			}
			byName[name], list = t, append(list, t)
		}
		c.expression = quoted + "::text"
		t.columns = append(t.columns, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, keysOf(ctx, db, pgNames+pgKeys, byName)
}
