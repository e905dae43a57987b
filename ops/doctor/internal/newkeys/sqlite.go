package newkeys

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// litePlan is what the script for SQLite has besides the plan.
type litePlan struct {
	*plan
	version int // of the schema
	created map[*table]*liteTable
	plain   map[*table][]string // the columns that are not generated
	types   map[*column]string  // the old types
	after   map[*table][]string // the statements of indexes and triggers
	counted map[*table]bool     // whether sqlite_sequence counts its rows
}

// sqlite writes the script for SQLite, which copies the tables in one transaction.
func (p *plan) sqlite(ctx context.Context) error {
	l := &litePlan{plan: p, created: map[*table]*liteTable{}, plain: map[*table][]string{}, types: map[*column]string{}, after: map[*table][]string{}, counted: map[*table]bool{}}
	if err := p.build(ctx, l.resolve, l.edges); err != nil {
		return err
	}
	p.order()
	for _, read := range []func(context.Context) error{l.readTables, l.readKeys, l.readTimes, l.readObjects} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	p.numberable()
	if err := p.err(); err != nil {
		return err
	}
	l.script()
	return nil
}

// resolve finds a column that the user named.
func (p *litePlan) resolve(ctx context.Context, name string) (c joined.Column, err error) {
	table, column, ok := strings.Cut(name, ".")
	if !ok {
		return c, fmt.Errorf("%q: not a column: write table.column", name)
	}
	err = p.db.Query(ctx, "SELECT t.name, x.name FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS x WHERE t.schema = 'main' AND t.type = 'table' AND lower(t.name) = lower("+literal(table)+") AND lower(x.name) = lower("+literal(column)+")",
		func(rows *sql.Rows) error { return rows.Scan(&c.Table, &c.Name) })
	if err == nil && c.Name == "" {
		err = fmt.Errorf("%q: no such column of a table: write table.column", name)
	}
	return c, err
}

// edges returns the foreign keys from and to a column.
func (p *litePlan) edges(ctx context.Context, c joined.Column) (list []edge, err error) {
	query := `SELECT t.name, x.name, p.name, y.name FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
JOIN pragma_table_xinfo(t.name) AS x ON lower(x.name) = lower(f."from") JOIN pragma_table_list AS p ON p.schema = 'main' AND lower(p.name) = lower(f."table")
JOIN pragma_table_xinfo(p.name) AS y ON lower(y.name) = lower(f."to") OR f."to" IS NULL AND y.pk = f.seq + 1
WHERE t.schema = 'main' AND t.type = 'table' AND ((t.name = ` + literal(c.Table) + ` AND x.name = ` + literal(c.Name) + `) OR (p.name = ` + literal(c.Table) + ` AND y.name = ` + literal(c.Name) + `)) ORDER BY 1, 2`
	err = p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var e edge
		if err := rows.Scan(&e.child.Table, &e.child.Name, &e.parent.Table, &e.parent.Name); err != nil {
			return err
		}
		e.name = "a foreign key of " + e.child.Table
		list = append(list, e)
		return nil
	})
	return list, err
}

// liteType is the type of the new columns. An INTEGER PRIMARY KEY would be the number of the row.
func (f format) liteType() string {
	if f.width == 8 {
		return "INT"
	}
	return "BLOB"
}

// readTables reads the tables and changes their statements.
func (p *litePlan) readTables(ctx context.Context) error {
	if err := p.db.Query(ctx, "SELECT schema_version FROM pragma_schema_version", func(rows *sql.Rows) error { return rows.Scan(&p.version) }); err != nil {
		return err
	}
	for _, t := range p.tables {
		var statement string
		if err := p.db.Query(ctx, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = "+literal(t.name), func(rows *sql.Rows) error { return rows.Scan(&statement) }); err != nil {
			return err
		}
		err := p.db.Query(ctx, "SELECT name, hidden IN (2, 3), \"notnull\" FROM pragma_table_xinfo("+literal(t.name)+")", func(rows *sql.Rows) error {
			var name string
			var generated, notNull bool
			if err := rows.Scan(&name, &generated, &notNull); err != nil {
				return err
			}
			t.all = append(t.all, name)
			if !generated {
				p.plain[t] = append(p.plain[t], name)
			}
			for _, c := range t.columns {
				c.notNull = c.notNull || c.name == name && notNull
			}
			return nil
		})
		if err != nil {
			return err
		}
		lite, err := parseLite(statement)
		if err == nil {
			err = lite.keeps(t.names())
		}
		if err != nil {
			p.Refuse("table %s: %v", t.name, err)
			continue
		}
		p.counted[t] = strings.Contains(strings.ToUpper(statement), "AUTOINCREMENT")
		p.created[t] = lite
		for _, c := range t.columns {
			fallback := ""
			if c.root == nil {
				fallback = "sortid_" + p.format.function + "_new()"
				if strings.Contains(statement, fallback) {
					p.Refuse("column %s: its default makes such keys already", c)
				}
			}
			if p.types[c], err = lite.change(c.name, p.format.liteType(), fallback); err != nil {
				p.Refuse("column %s: %v", c, err)
			}
		}
		for _, c := range t.keys() {
			if p.options.KeepOld == KeepColumn {
				lite.insert(pgQuote(c.old()) + " " + p.types[c])
			}
		}
		lite.renameTo(p.copied(t))
	}
	return nil
}

// copied is the name of the new table until the switch.
func (p *litePlan) copied(t *table) string { return "sortid_new_" + t.name }

// readKeys refuses keys that do not identify a row alone.
func (p *litePlan) readKeys(ctx context.Context) error {
	for _, c := range p.columns() {
		if c.root != nil {
			continue
		}
		n := 0
		query := "SELECT (SELECT count(*) = 1 AND sum(name = " + literal(c.name) + ") FROM pragma_table_xinfo(" + literal(c.table.name) + ") WHERE pk > 0) OR EXISTS (SELECT 1 FROM pragma_index_list(" + literal(c.table.name) + ") AS l WHERE l.\"unique\" AND NOT l.partial AND (SELECT count(*) = 1 AND sum(name = " + literal(c.name) + ") FROM pragma_index_info(l.name)))"
		if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&n) }); err != nil {
			return err
		}
		if n == 0 {
			p.Refuse("column %s: it has no primary key or unique constraint of its own, so that a value may be that of several rows", c)
		}
	}
	return nil
}

// readTimes finds the column with the times of each table whose key moves.
func (p *litePlan) readTimes(ctx context.Context) (err error) {
	if err := p.checkTimes(); err != nil {
		return err
	}
	for _, t := range p.tables {
		if len(t.keys()) == 0 {
			continue
		}
		var list []timed
		for _, name := range t.all {
			list = append(list, timed{name, "text"})
		}
		if t.clock, err = p.choose(t.name, list); err != nil {
			return err
		}
		if t.clock.column == "" {
			continue
		}
		wrong := 0
		err := p.db.Query(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE typeof(%[2]s) <> 'text' OR julianday(%[2]s) NOT BETWEEN julianday('%[3]s') AND julianday('%[4]s')", pgQuote(t.name), pgQuote(t.clock.column), p.format.from, p.format.to),
			func(rows *sql.Rows) error { return rows.Scan(&wrong) })
		if err != nil {
			return err
		}
		if wrong > 0 {
			p.Refuse("column %s.%s: %d rows have no text of a time, or one out of %s's range, %s to %s: correct them", t.name, t.clock.column, wrong, p.format.name, p.format.from, p.format.to)
		}
	}
	return nil
}

// readObjects reads indexes, triggers and views.
func (p *litePlan) readObjects(ctx context.Context) error {
	var words []string
	for _, t := range p.tables {
		words = append(words, t.name)
	}
	columns := []string{"rowid", "_rowid_", "oid"} // other names of an INTEGER PRIMARY KEY
	for _, c := range p.columns() {
		columns = append(columns, c.name)
	}
	return p.db.Query(ctx, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%') ORDER BY type, rowid", func(rows *sql.Rows) error {
		var kind, name, owner, statement string
		if err := rows.Scan(&kind, &name, &owner, &statement); err != nil {
			return err
		}
		var of *table
		for _, t := range p.tables {
			if strings.EqualFold(t.name, owner) {
				of = t
			}
		}
		if of != nil && (kind == "index" || kind == "trigger") {
			p.after[of] = append(p.after[of], statement)
		}
		switch {
		case kind == "index":
			if of != nil {
				p.checkIndex(of, name, statement)
			}
		case kind == "table" && names(strings.ReplaceAll(statement, "'", " "), words):
			p.review("virtual table "+name, owner, name, "its text has the name of a table, whose rows get other numbers")
		case names(statement, words) && (names(statement, columns) || strings.Contains(statement, "*")):
			p.review(kind+" "+name, owner, name, "its text has the name of a column, and may read or write old keys")
		}
		return nil
	})
}

// checkIndex refuses an index of an expression, or a part of the rows, that names a key.
func (p *litePlan) checkIndex(t *table, name, statement string) {
	list := liteTokens.FindAllString(statement, -1)
	open := slices.Index(list, "(")
	_, end := group(list, open)
	inner, condition := list[open+1:min(end, len(list))], strings.Join(list[min(end+1, len(list)):], "")
	if slices.Contains(inner, "(") && names(strings.Join(inner, ""), t.names()) {
		p.Refuse("index %s of %s: it is computed from a key: drop it before and create it afterwards", name, t.name)
	}
	if _, where, ok := strings.Cut(strings.ToUpper(condition), "WHERE"); ok {
		condition = condition[len(condition)-len(where):]
		if names(condition, t.names()) && !move.Keeps(condition, t.names()) {
			p.Refuse("index %s of %s: its condition %s may mean something else of the new keys: drop it before and create another afterwards", name, t.name, strings.TrimSpace(condition))
		}
	}
}
