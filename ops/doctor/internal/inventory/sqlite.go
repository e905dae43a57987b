package inventory

import (
	"context"
	"database/sql"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// sqlite reads SQLite's schema.
type sqlite struct{}

const ofUser = `t.schema = 'main' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'`

var sqliteObjects = []string{
	`SELECT CASE t.type WHEN 'view' THEN 'view' ELSE 'table' END AS kind, '' AS relation, t.name, CASE t.type WHEN 'virtual' THEN 'virtual' END AS sort,
CASE WHEN t.wr AND t.type = 'table' THEN 'yes' END AS "WITHOUT ROWID", CASE WHEN t.strict THEN 'yes' END AS "STRICT" FROM pragma_table_list AS t WHERE ` + ofUser + ` AND t.type IN ('table', 'view', 'virtual')`,
	`SELECT 'column' AS kind, t.name AS relation, x.name, x.cid AS position, x.type AS type, CASE WHEN x."notnull" THEN 'yes' END AS "not null", x.dflt_value AS "default",
CASE WHEN x.pk > 0 THEN x.pk END AS "place in the primary key", CASE x.hidden WHEN 1 THEN 'hidden' WHEN 2 THEN 'virtual' WHEN 3 THEN 'stored' END AS generated
FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS x WHERE ` + ofUser + ` AND t.type IN ('table', 'virtual') ORDER BY t.name, x.cid`,
	`SELECT 'unique constraint' AS kind, relation, '(' || group_concat(name, ', ') || ')' AS name FROM (SELECT t.name AS relation, l.name AS x, i.name AS name
FROM pragma_table_list AS t, pragma_index_list(t.name) AS l, pragma_index_xinfo(l.name) AS i WHERE ` + ofUser + ` AND t.type = 'table' AND l.origin = 'u' AND i."key" ORDER BY t.name, l.name, i.seqno) GROUP BY relation, x`,
	`SELECT 'foreign key' AS kind, relation, '(' || group_concat(f, ', ') || ')' AS name, refers || coalesce('(' || group_concat(t, ', ') || ')', '') AS "references", u AS "ON UPDATE", d AS "ON DELETE"
FROM (SELECT t.name AS relation, f.id, f."from" AS f, f."table" AS refers, f."to" AS t, f.on_update AS u, f.on_delete AS d FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f WHERE ` + ofUser + ` AND t.type = 'table' ORDER BY t.name, f.id, f.seq)
GROUP BY relation, id`,
}

const (
	sqliteTexts  = `SELECT type, tbl_name, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type = 'table' DESC`
	sqliteTables = `SELECT t.name, x.name FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS x WHERE ` + ofUser + ` AND t.type = 'table' ORDER BY t.name, x.cid`
	sqliteKeys   = `SELECT t.name, f.id, f."from", f."table", coalesce(f."to", (SELECT name FROM pragma_table_info(f."table") WHERE pk = f.seq + 1)) FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
WHERE ` + ofUser + ` AND t.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(f."table") WHERE pk = f.seq + 1 OR f."to" IS NOT NULL) ORDER BY t.name, f.id, f.seq`
)

func (sqlite) objects(ctx context.Context, db database) ([]Object, error) {
	c, err := collect(ctx, db, sqliteObjects)
	if err != nil {
		return nil, err
	}
	err = db.Query(ctx, sqliteTexts, func(rows *sql.Rows) error {
		var sort, table, name, text string
		if err := rows.Scan(&sort, &table, &name, &text); err != nil {
			return err
		}
		if _, ok := c.places[[3]string{"table", "", name}]; sort == "table" && ok && !strings.Contains(strings.ToUpper(text), "VIRTUAL TABLE") {
			for _, o := range declared(name, text) {
				c.add(o)
			}
			return nil
		}
		o := Object{Kind: sort, Relation: table, Name: name, Properties: map[string]string{"definition": normal(tokens(text))}}
		if table == name { // a view, or a virtual table
			o.Relation = ""
		}
		c.add(o)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.sorted(), nil
}

func (sqlite) tables(ctx context.Context, db database) ([]*table, error) {
	var list []*table
	byName := map[string]*table{}
	err := db.Query(ctx, sqliteTables, func(rows *sql.Rows) error {
		var name string
		c := new(column)
		if err := rows.Scan(&name, &c.name); err != nil {
			return err
		}
		t := byName[name]
		if t == nil {
			t = &table{name: name, from: sqltext.PgQuote(name)}
			byName[name], list = t, append(list, t)
		}
		c.expression = "+" + sqltext.PgQuote(c.name) // without its type, of which the driver makes times
		t.columns = append(t.columns, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, keysOf(ctx, db, sqliteKeys, byName)
}
