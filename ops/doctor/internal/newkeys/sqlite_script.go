package newkeys

import (
	"fmt"
	"strings"
)

// script writes the script.
func (p *litePlan) script() {
	p.head()
	p.write("PRAGMA foreign_keys = OFF;")
	p.write("PRAGMA legacy_alter_table = ON; -- views and triggers keep the names of the tables\nBEGIN IMMEDIATE;\n")
	p.comment("What stops the script. The error has the name of the constraint.")
	p.write(`CREATE TEMPORARY TABLE sortid_move_stop (
  changed INT CONSTRAINT "the schema is not that of the plan, or the move is done: print the script again" CHECK (changed = 0),
  orphans INT CONSTRAINT "rows reference a row that is not there: correct them" CHECK (orphans = 0)
);`)
	p.write("INSERT INTO temp.sortid_move_stop (changed) SELECT schema_version <> %d FROM pragma_schema_version;", p.version)
	p.orphans()
	p.comment("\nThe new keys.")
	for _, t := range p.tables {
		for _, c := range t.keys() {
			p.keys(c)
		}
	}
	p.comment("\nThe new tables.")
	for _, t := range p.tables {
		p.copy(t)
	}
	p.comment("\nThey take the place of the old ones.")
	for _, t := range p.tables {
		if p.counted[t] {
			p.write("INSERT INTO sqlite_sequence (name, seq) SELECT %[1]s, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = %[1]s) AND %[2]t;", literal(p.copied(t)), p.stillCounts(t))
			p.write("UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence WHERE name IN (%[1]s, %[2]s)) WHERE name = %[1]s;", literal(p.copied(t)), literal(t.name))
		}
		p.write("DROP TABLE %s;\nALTER TABLE %s RENAME TO %s;", pgQuote(t.name), pgQuote(p.copied(t)), pgQuote(t.name))
	}
	for _, t := range p.tables {
		for _, s := range p.after[t] {
			p.write("%s;", s)
		}
	}
	p.keep()
	p.orphans()
	p.write("DROP TABLE temp.sortid_move_stop;")
	for _, t := range p.tables {
		for _, c := range t.keys() {
			p.write("DROP TABLE temp.%s;", p.mapping(c))
		}
	}
	p.write("COMMIT;\nPRAGMA legacy_alter_table = OFF;\nPRAGMA foreign_keys = ON;")
}

func (p *litePlan) head() {
	p.gives(p.format.liteType(), func(clock) string { return ", which is taken as UTC without a zone" })
	p.comment(`
Rehearse it on a copy. A program with package migrations/sqlitefunc runs it on one connection; the sqlite3 shell has not
its functions. It is one transaction, which writes the tables again and needs space for that: if a statement fails, run
ROLLBACK and PRAGMA foreign_keys = ON, and nothing has changed. In WAL mode others read the old tables meanwhile.
The order of columns, constraints and options of the tables stay; indexes and triggers are created again. Afterwards old
keys in statements find no row, without an error, and new rows get their keys from a default, which only programs with
sqlitefunc can call: start the new version of the programs then. Open connections read the new schema by themselves.
`)
}

// mapping is the name of the table with the new keys of a key.
func (p *litePlan) mapping(c *column) string {
	return fmt.Sprintf("sortid_move_keys_%d_%s", c.table.number, strings.Map(func(r rune) rune {
		if r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a' {
			return '_'
		}
		return r
	}, c.name))
}

// orphans writes what stops if a row references a row that is not there.
func (p *litePlan) orphans() {
	p.write("INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM pragma_foreign_key_check;")
	for _, c := range p.references() {
		p.write("INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM %s AS c WHERE c.%[2]s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %[3]s AS p WHERE p.%[4]s = c.%[2]s);",
			pgQuote(c.table.name), pgQuote(c.name), pgQuote(c.root.table.name), pgQuote(c.root.name))
	}
}

// keys writes the table of the new keys.
func (p *litePlan) keys(c *column) {
	t, key := c.table, pgQuote(c.name)
	clock := pgQuote(t.clock.column)
	made := fmt.Sprintf("sortid_%s_at(at)", p.format.function)
	if p.format.size > 0 {
		made = fmt.Sprintf("sortid_%s_at(at, n)", p.format.function)
	}
	numbering := clock + " AS at"
	switch {
	case t.clock.column == "":
		// The last row is dated now, and each before it a millisecond earlier.
		size := max(p.format.size-1, 1)
		ms := fmt.Sprintf("(CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ((count(*) OVER () - 1) / %[1]d - (row_number() OVER (ORDER BY %[2]s) - 1) / %[1]d))", size, key)
		numbering = fmt.Sprintf("printf('%%s.%%03dZ', strftime('%%Y-%%m-%%dT%%H:%%M:%%S', %[1]s / 1000, 'unixepoch'), %[1]s %% 1000) AS at, (row_number() OVER (ORDER BY %[2]s) - 1) %% %[3]d + 1 AS n", ms, key, size)
	case p.format.size > 0:
		numbering += fmt.Sprintf(", row_number() OVER (PARTITION BY sortid_%s_min_at(%s) ORDER BY %s, %s) AS n", p.format.function, clock, clock, key)
	}
	p.write("CREATE TEMPORARY TABLE %s AS SELECT old_key, %s AS new_key FROM (SELECT %s AS old_key, %s FROM %s);", p.mapping(c), made, key, numbering, pgQuote(t.name))
	p.write("CREATE UNIQUE INDEX temp.%s_old ON %[1]s (old_key);", p.mapping(c))
}

// copy writes the new table and its rows, in the order of their keys.
func (p *litePlan) copy(t *table) {
	p.write("%s;", p.created[t])
	var into, from []string
	order := ""
	for _, name := range p.plain[t] {
		into = append(into, pgQuote(name))
		value := "t." + pgQuote(name)
		for _, c := range t.columns {
			if c.name == name {
				value = fmt.Sprintf("(SELECT k.new_key FROM temp.%s AS k WHERE k.old_key = t.%s)", p.mapping(c.key()), pgQuote(name))
				if c.root == nil && order == "" {
					order = fmt.Sprintf(" ORDER BY %d", len(into))
				}
			}
		}
		from = append(from, value)
	}
	for _, c := range t.keys() {
		if p.options.KeepOld == KeepColumn {
			into, from = append(into, pgQuote(c.old())), append(from, "t."+pgQuote(c.name))
		}
	}
	p.write("INSERT INTO %s (%s) SELECT %s FROM %s AS t%s;", pgQuote(p.copied(t)), strings.Join(into, ", "), strings.Join(from, ", "), pgQuote(t.name), order)
}

// stillCounts reports whether the new table has AUTOINCREMENT.
func (p *litePlan) stillCounts(t *table) bool {
	return strings.Contains(strings.ToUpper(p.created[t].String()), "AUTOINCREMENT")
}

// keep writes what keeps the old keys.
func (p *litePlan) keep() {
	for _, t := range p.tables {
		for _, c := range t.keys() {
			old := pgQuote(c.old())
			switch p.options.KeepOld {
			case KeepColumn:
				p.write("CREATE UNIQUE INDEX %s ON %s (%s);", pgQuote(t.name+"_"+c.old()), pgQuote(t.name), old)
			case KeepTable:
				name := pgQuote(t.name + "_old_" + c.name + "s")
				p.write("CREATE TABLE %s (%s %s PRIMARY KEY, %s %s NOT NULL UNIQUE);\nINSERT INTO %[1]s SELECT old_key, new_key FROM temp.%[6]s;", name, old, p.types[c], pgQuote(c.name), p.format.liteType(), p.mapping(c))
			}
		}
	}
}
