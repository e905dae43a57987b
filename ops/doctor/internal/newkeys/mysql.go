package newkeys

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

var myLiteral, myQuote = sqltext.MyLiteral, sqltext.MyQuote

// myPlan is what the script for MySQL and MariaDB has besides the plan.
type myPlan struct {
	*plan
	tables map[*table]*myTable
	old    map[*column]myColumn
}

// myTable is a table as SHOW CREATE TABLE prints it.
type myTable struct {
	defined map[string]string // what follows the name of each column
	plain   []string          // the columns that are not generated
	keys    []myKey           // of columns that move
	foreign []myForeign
}

// myKey is a key of columns that move.
type myKey struct {
	name, temp string // empty for the primary key
	kind       string // UNIQUE KEY or KEY
	list, rest string // the columns in parentheses, and what follows
}

type myForeign struct{ name, parent, definition string }

// myColumn is an old column.
type myColumn struct {
	kind, full string // its type, with the character set
	counts     bool   // AUTO_INCREMENT
	hidden     bool
	cleared    bool // whether a foreign key sets it to NULL, which runs no trigger
}

// mysql writes the script for MySQL and MariaDB.
func (p *plan) mysql(ctx context.Context) error {
	my := &myPlan{plan: p, tables: map[*table]*myTable{}, old: map[*column]myColumn{}}
	if err := my.writable(ctx); err != nil {
		return err
	}
	if err := p.build(ctx, my.resolve, my.edges); err != nil {
		return err
	}
	p.order()
	for _, read := range []func(context.Context) error{my.functions, my.readTables, my.readColumns, my.readKeys, my.readTimes, my.readObjects} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	p.numberable()
	if err := p.err(); err != nil {
		return err
	}
	my.script()
	return nil
}

// writable returns an error for a server that takes no script.
func (p *myPlan) writable(ctx context.Context) error {
	// SHOW CREATE TABLE shall quote names as the script does.
	for _, set := range []string{"SET SESSION sql_mode = ''", "SET SESSION group_concat_max_len = 1000000"} {
		if err := p.db.Query(ctx, set, func(*sql.Rows) error { return nil }); err != nil {
			return err
		}
	}
	if err := move.Writable(ctx, p.db, p.server.Product); err != nil {
		return err
	}
	major, minor, patch := 0, 0, 0
	if _, err := fmt.Sscanf(p.server.Version, "%d.%d.%d", &major, &minor, &patch); err != nil {
		return fmt.Errorf("the version %q of the server: %w", p.server.Version, err)
	}
	switch {
	case p.server.Product == "MySQL" && (major < 8 || major == 8 && minor == 0 && patch < 29):
		return fmt.Errorf("the server is MySQL %s: the script needs MySQL 8.0.29 or later", p.server.Version)
	case p.server.Product == "MariaDB" && (major < 10 || major == 10 && minor < 11):
		return fmt.Errorf("the server is MariaDB %s: the script needs MariaDB 10.11 or later", p.server.Version)
	}
	return nil
}

// resolve finds a column that the user named.
func (p *myPlan) resolve(ctx context.Context, name string) (c joined.Column, err error) {
	table, column, ok := strings.Cut(name, ".")
	if !ok {
		return c, fmt.Errorf("%q: not a column: write table.column", name)
	}
	err = p.db.Query(ctx, "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = "+myLiteral(table)+" AND column_name = "+myLiteral(column),
		func(rows *sql.Rows) error { return rows.Scan(&c.Table, &c.Name) })
	if err == nil && c.Name == "" {
		err = fmt.Errorf("%q: no such column: write table.column as the database spells them", name)
	}
	return c, err
}

// edges returns the foreign keys from and to a column.
func (p *myPlan) edges(ctx context.Context, c joined.Column) (list []edge, err error) {
	query := "SELECT table_name, column_name, referenced_table_name, referenced_column_name, constraint_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND (" +
		"(table_name = " + myLiteral(c.Table) + " AND column_name = " + myLiteral(c.Name) + ") OR (referenced_table_name = " + myLiteral(c.Table) + " AND referenced_column_name = " + myLiteral(c.Name) + ")) ORDER BY 1, 2, 5"
	err = p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var e edge
		if err := rows.Scan(&e.child.Table, &e.child.Name, &e.parent.Table, &e.parent.Name, &e.name); err != nil {
			return err
		}
		e.name = "foreign key " + e.name + " of " + e.child.Table
		list = append(list, e)
		return nil
	})
	return list, err
}

// functions returns an error if the database lacks those of package migrations.
func (p *myPlan) functions(ctx context.Context) error {
	found := 0
	query := fmt.Sprintf("SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema = DATABASE() AND routine_name IN ('sortid_%[1]s_at', 'sortid_%[1]s_new')", p.format.function)
	if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&found) }); err != nil {
		return err
	}
	if found < 2 {
		return p.format.missing(strings.ToLower(p.server.Product))
	}
	return nil
}

var (
	myColumnLine = regexp.MustCompile("^`((?:[^`]|``)+)` (.*)$")
	myKeyLine    = regexp.MustCompile("^(PRIMARY KEY|(?:UNIQUE |FULLTEXT |SPATIAL |VECTOR )?KEY) (?:`((?:[^`]|``)+)` )?(\\((?:`(?:[^`]|``)+`|[^`)(]|\\(\\d+\\))*\\))(.*)$")
	myConstraint = regexp.MustCompile("^CONSTRAINT `((?:[^`]|``)+)` (FOREIGN KEY \\((.*?)\\) REFERENCES `((?:[^`]|``)+)` \\((.*?)\\).*)$")
	myNames      = regexp.MustCompile("`(?:[^`]|``)+`")
)

// readTables reads the tables, and refuses those of kinds that the script does not keep.
func (p *myPlan) readTables(ctx context.Context) error {
	for _, t := range p.plan.tables {
		var text string
		err := p.db.Query(ctx, "SHOW CREATE TABLE "+myQuote(t.name), func(rows *sql.Rows) error {
			columns, err := rows.Columns()
			if err != nil {
				return err
			}
			to := make([]any, len(columns)) // SHOW CREATE TABLE of a view has more
			for i := range to {
				to[i] = new(sql.NullString)
			}
			to[1] = &text
			return rows.Scan(to...)
		})
		if err != nil {
			return err
		}
		switch {
		case !strings.HasPrefix(text, "CREATE TABLE") || !strings.Contains(text, "\n) ENGINE=InnoDB"):
			p.Refuse("table %s: it is no table of InnoDB", t.name)
		case strings.Contains(text, "WITH SYSTEM VERSIONING"):
			p.Refuse("table %s: it is system-versioned, and the server changes no such table: drop its versioning before", t.name)
		case strings.Contains(text, "PARTITION BY"):
			p.Refuse("table %s: it is partitioned, and the server allows no foreign keys beside", t.name)
		}
		p.tables[t] = p.parse(t, text)
		var triggers []string
		err = p.db.Query(ctx, "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND event_object_table = "+myLiteral(t.name)+" AND event_manipulation = 'UPDATE' ORDER BY 1", func(rows *sql.Rows) error {
			var name string
			err := rows.Scan(&name)
			triggers = append(triggers, name)
			return err
		})
		if err != nil {
			return err
		}
		for _, name := range triggers {
			p.review("trigger "+name+" of "+t.name, t.name, name, "it runs for each row while the script fills the new columns; what it sets in the row is undone, what it writes elsewhere is not")
		}
	}
	return nil
}

// parse reads the lines of SHOW CREATE TABLE.
func (p *myPlan) parse(t *table, text string) *myTable {
	m := &myTable{defined: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if c := myColumnLine.FindStringSubmatch(line); c != nil {
			name := unquoted(c[1])
			t.all = append(t.all, name)
			m.defined[name] = c[2]
			if !strings.Contains(c[2], "GENERATED ALWAYS AS") {
				m.plain = append(m.plain, name)
			}
		} else if k := myKeyLine.FindStringSubmatch(line); k != nil {
			list := p.temporary(t, k[3])
			if list == k[3] {
				continue
			}
			key := myKey{name: unquoted(k[2]), kind: k[1], list: k[3], rest: k[4]}
			if key.name != "" {
				key.temp = fmt.Sprintf("sortid_move_%d", p.next())
			}
			m.keys = append(m.keys, key)
		} else if f := myConstraint.FindStringSubmatch(line); f != nil && (p.temporary(t, f[3]) != f[3] || slices.ContainsFunc(p.plan.tables, func(o *table) bool { return o.name == unquoted(f[4]) && p.temporary(o, f[5]) != f[5] })) {
			m.foreign = append(m.foreign, myForeign{unquoted(f[1]), unquoted(f[4]), f[2]})
		}
	}
	return m
}

func unquoted(name string) string { return strings.ReplaceAll(name, "``", "`") }

// temporary returns a list of quoted columns with the new ones in place of those that move.
func (p *myPlan) temporary(t *table, list string) string {
	temps := t.temps()
	return myNames.ReplaceAllStringFunc(list, func(s string) string {
		if to := temps[unquoted(s[1:len(s)-1])]; to != "" {
			return myQuote(to)
		}
		return s
	})
}

// myZeros are what old columns of a type hold in rows that come after the switch.
var myZeros = map[string]string{
	"tinyint": "0", "smallint": "0", "mediumint": "0", "int": "0", "bigint": "0", "decimal": "0", "char": "''", "varchar": "''", "binary": "''", "varbinary": "''", "uuid": "'00000000-0000-0000-0000-000000000000'",
}

// readColumns reads the columns, and refuses what the new ones cannot have.
func (p *myPlan) readColumns(ctx context.Context) error {
	for _, c := range p.columns() {
		query := "SELECT LOWER(data_type), column_type, COALESCE(character_set_name, ''), COALESCE(collation_name, ''), is_nullable = 'NO', COALESCE(column_default, 'NULL'), LOWER(extra), column_comment FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = " + myLiteral(c.table.name) + " AND column_name = " + myLiteral(c.name)
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var o myColumn
			var set, collation, fallback, extra string
			if err := rows.Scan(&o.kind, &o.full, &set, &collation, &c.notNull, &fallback, &extra, &c.comment); err != nil {
				return err
			}
			same := strings.EqualFold(o.full, p.myType())
			if set != "" && o.kind != "uuid" {
				o.full += " CHARACTER SET " + set + " COLLATE " + collation
			}
			o.counts, o.hidden = strings.Contains(extra, "auto_increment"), strings.Contains(extra, "invisible")
			p.old[c] = o
			switch {
			case myZeros[o.kind] == "":
				p.Refuse("column %s: its type is %s: only integers, CHAR, VARCHAR, BINARY, VARBINARY and MariaDB's UUID can be moved", c, o.full)
			case strings.Contains(extra, "generated") && !strings.Contains(extra, "default_generated"):
				p.Refuse("column %s: it is generated: drop it before and add it afterwards", c)
			case c.root != nil && fallback != "NULL":
				p.Refuse("column %s: its default %s is an old key: drop it before and set another afterwards", c, fallback)
			case c.root == nil && !c.notNull:
				p.Refuse("column %s: it accepts NULL, so it is no key: make it NOT NULL", c)
			case c.root == nil && same && strings.Contains(strings.ToLower(fallback), "random_bytes"):
				p.Refuse("column %s: its default makes such keys already", c)
			case slices.Contains(c.table.all, c.temp), slices.Contains(c.table.all, c.oldColumn(p.options.KeepOld == KeepColumn)):
				p.Refuse("table %s: it has a column of a move that has begun, %s or %s: go on with its script, or give up as its first lines say", c.table.name, c.temp, c.oldColumn(p.options.KeepOld == KeepColumn))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// oldColumn is the name of an old column after the switch.
func (c *column) oldColumn(keep bool) string {
	if keep && c.root == nil {
		return cut("old_"+c.name, 64)
	}
	return cut("sortid_old_"+c.name, 64)
}

// myType is the type of the new columns.
func (p *myPlan) myType() string {
	switch p.format.name {
	case "ulidflake":
		return "bigint"
	case "xid":
		return "bigint unsigned"
	}
	return fmt.Sprintf("binary(%d)", p.format.width)
}

// readKeys refuses keys that do not identify a row alone, and those that have the target form already.
func (p *myPlan) readKeys(ctx context.Context) error {
	for _, c := range p.columns() {
		if c.root != nil {
			continue
		}
		single := "(" + myQuote(c.name) + ")"
		if !slices.ContainsFunc(p.tables[c.table].keys, func(k myKey) bool { return k.list == single && (k.name == "" || k.kind == "UNIQUE KEY") }) {
			p.Refuse("column %s: it has no primary key or unique constraint of its own, so that a value may be that of several rows", c)
			continue
		}
		if !strings.EqualFold(p.old[c].full, p.myType()) || p.format.size > 0 {
			continue
		}
		has, valid := 0, 0
		query := fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(sortid_%s_valid(%[2]s)), 0) FROM (SELECT %[2]s FROM %[3]s LIMIT 1000) AS s", p.format.function, myQuote(c.name), myQuote(c.table.name))
		if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&has, &valid) }); err != nil {
			return err
		}
		if has > 0 && has == valid {
			p.Refuse("column %s: it holds such keys already", c)
		}
	}
	return nil
}

// readTimes finds the column with the times of each table whose key moves.
func (p *myPlan) readTimes(ctx context.Context) error {
	if err := p.checkTimes(); err != nil {
		return err
	}
	for _, t := range p.plan.tables {
		if len(t.keys()) == 0 {
			continue
		}
		var list []timed
		err := p.db.Query(ctx, "SELECT column_name, LOWER(data_type) FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = "+myLiteral(t.name)+" AND data_type IN ('datetime', 'timestamp', 'date') ORDER BY ordinal_position", func(rows *sql.Rows) error {
			var c timed
			err := rows.Scan(&c.name, &c.kind)
			list = append(list, c)
			return err
		})
		if err != nil {
			return err
		}
		if t.clock, err = p.choose(t.name, list); err != nil {
			return err
		}
		if t.clock.column == "" {
			continue
		}
		wrong := 0
		err = p.db.Query(ctx, "SELECT COUNT(*) FROM "+myQuote(t.name)+" WHERE "+p.outside(t), func(rows *sql.Rows) error { return rows.Scan(&wrong) })
		if err != nil && !strings.Contains(err.Error(), "Error 3024") && !strings.Contains(err.Error(), "Error 1969") { // the script counts before it changes anything
			return err
		}
		if wrong > 0 {
			p.Refuse("column %s.%s: %d rows have no time, or one out of %s's range, %s to %s: correct them", t.name, t.clock.column, wrong, p.format.name, p.format.from, p.format.to)
		}
	}
	return nil
}

// outside is the condition of rows that get no key.
func (p *myPlan) outside(t *table) string {
	c := myQuote(t.clock.column)
	return fmt.Sprintf("%[1]s IS NULL OR NOT %[1]s BETWEEN '%[2]s' AND '%[3]s'", c, p.format.from, p.format.to)
}

// readObjects reads all that names the columns, and refuses what the script does not keep.
func (p *myPlan) readObjects(ctx context.Context) error {
	v, err := move.DependentsOf(ctx, p.db, named(p.columns()))
	if err != nil {
		return err
	}
	p.items, p.query = v.Objects, v.Query
	for _, o := range p.items {
		switch {
		case o.Problem != "":
			p.Refuse("%s: %s", o, o.Problem)
		case o.Kind == "check":
			p.Refuse("%s: the server renames no column below a check: drop it before and add it afterwards: %s", o, o.Definition)
		case o.Kind == "cluster":
			p.review(o.String(), o.Table, o.Name, "LOCK TABLES stops no writer of another node of Galera: stop them all")
		case o.Kind == "trigger" || o.Kind == "view" || o.Kind == "routine" || o.Kind == "event":
			p.review(o.String(), o.Table, o.Name, "its text has the name of a column, and may read or write old keys")
		}
	}
	for _, c := range p.references() {
		query := "SELECT COUNT(*) FROM information_schema.key_column_usage AS k JOIN information_schema.referential_constraints AS r ON r.constraint_schema = DATABASE() AND r.table_name = k.table_name AND r.constraint_name = k.constraint_name " +
			"WHERE k.table_schema = DATABASE() AND k.table_name = " + myLiteral(c.table.name) + " AND k.column_name = " + myLiteral(c.name) + " AND 'SET NULL' IN (r.update_rule, r.delete_rule)"
		n := 0
		if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&n) }); err != nil {
			return err
		}
		o := p.old[c]
		o.cleared = n > 0
		p.old[c] = o
	}
	return nil
}
