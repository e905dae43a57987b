package newkeys

import (
	"fmt"
	"slices"
	"strings"
)

// change writes the switch: one transaction, which counts first and then reads no row.
func (p *pgPlan) change() {
	p.comment("The switch. If others hold the tables for 30 tries of a second, or a count is not 0, nothing changes: run the script again.")
	p.write("DO $switch$\nDECLARE n bigint;\nBEGIN")
	p.write("  PERFORM pg_temp.sortid_move_stop();")
	p.ready()
	for _, c := range p.columns() {
		if c.root == nil {
			p.count(fmt.Sprintf("SELECT count(*) FROM %s WHERE %s IS NULL", c.table.name, pgQuote(c.temp)), c.String(), "rows have no new key")
			continue
		}
		p.count(fmt.Sprintf("SELECT count(*) FROM %s AS c LEFT JOIN %s AS p ON p.%s = c.%s WHERE c.%s IS DISTINCT FROM p.%s", c.table.name, c.root.table.name, pgQuote(c.root.name), pgQuote(c.name), pgQuote(c.temp), pgQuote(c.root.temp)),
			c.String(), "rows have another new key than the row that they reference")
	}
	var tables []string
	for _, t := range p.tables {
		tables = append(tables, t.name)
	}
	p.write("  PERFORM pg_temp.sortid_move_try('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE');", strings.ReplaceAll(strings.Join(tables, ", "), "'", "''"))
	p.write("  PERFORM pg_temp.sortid_move_stop();\n")
	p.drop()
	p.rename()
	p.restore()
	p.write("END\n$switch$;\n")
}

// ready writes what stops if an index or constraint is not there, because the client went on after an error.
func (p *pgPlan) ready() {
	var indexes, constraints []string
	for _, x := range p.indexes {
		indexes = append(indexes, "to_regclass("+literal(x.table.beside(x.temp))+")")
	}
	add := func(t *table, name string) {
		constraints = append(constraints, fmt.Sprintf("(to_regclass(%s), %s)", literal(t.name), literal(name)))
	}
	for _, f := range p.foreign {
		if f.validated && f.enforce {
			add(f.table, f.temp)
		}
	}
	for _, c := range p.columns() {
		if name, _ := p.filled(c); name != "" {
			add(c.table, name)
		}
	}
	p.write("  SELECT count(*) INTO n FROM pg_index WHERE indisvalid AND indexrelid IN (%s);", strings.Join(indexes, ", "))
	p.write("  IF n <> %d THEN RAISE EXCEPTION 'an index of the script is missing or invalid: run the script again'; END IF;", len(indexes))
	if len(constraints) > 0 {
		p.write("  SELECT count(*) INTO n FROM pg_constraint WHERE convalidated AND (conrelid, conname) IN (%s);", strings.Join(constraints, ", "))
		p.write("  IF n <> %d THEN RAISE EXCEPTION 'a constraint of the script is missing or not validated: run the script again'; END IF;", len(constraints))
	}
}

// drop writes what takes the old columns and all that names them away.
func (p *pgPlan) drop() {
	for _, o := range slices.Backward(p.items) {
		if o.Kind == "view" {
			p.write("  DROP VIEW %s;", o.Name)
		}
	}
	for _, o := range p.items {
		if o.Kind == "trigger" {
			p.write("  DROP TRIGGER %s ON %s;", pgQuote(o.Name), o.Table)
		}
	}
	for _, t := range p.tables {
		p.write("  DROP FUNCTION %s() CASCADE;", t.function())
		p.write("  DROP FUNCTION IF EXISTS %s() CASCADE;", t.lateFunction())
		if p.numbered(t) {
			p.write("  DROP TABLE %s;", t.keysTable())
		}
	}
	for _, o := range p.items {
		if o.Kind == "statistics" {
			p.write("  DROP STATISTICS %s;", p.table(o.Table).beside(pgQuote(o.Name)))
		}
	}
	for _, f := range p.foreign {
		p.write("  ALTER TABLE %s DROP CONSTRAINT %s;", f.table.name, pgQuote(f.name))
	}
	for _, c := range p.checks {
		p.write("  ALTER TABLE %s DROP CONSTRAINT %s;", c.table.name, pgQuote(c.name))
	}
	for _, x := range p.indexes {
		if x.constraint != "" {
			p.write("  ALTER TABLE %s DROP CONSTRAINT %s;", x.table.name, pgQuote(x.constraint))
		} else {
			p.write("  DROP INDEX %s;", x.table.beside(pgQuote(x.name)))
		}
	}
}

// rename writes what gives the new columns the names of the old ones.
func (p *pgPlan) rename() {
	for _, c := range p.columns() {
		table, temp, name := c.table.name, pgQuote(c.temp), pgQuote(c.name)
		if c.notNull {
			p.write("  ALTER TABLE %s ALTER COLUMN %s SET NOT NULL; -- the check says so, no row is read", table, temp)
		}
		if check, _ := p.filled(c); check != "" {
			p.write("  ALTER TABLE %s DROP CONSTRAINT %s;", table, check)
		}
		if c.root == nil && p.options.KeepOld != "" {
			p.write("  ALTER TABLE %s ALTER COLUMN %s DROP IDENTITY IF EXISTS, ALTER COLUMN %s DROP NOT NULL, ALTER COLUMN %s DROP DEFAULT;", table, name, name, name)
			p.write("  ALTER TABLE %s RENAME COLUMN %s TO %s;", table, name, pgQuote(c.old()))
			p.write("  ALTER INDEX %s RENAME TO %s;", c.table.beside(p.keepIndex(c)), pgQuote(cut(unqualified(table), 30)+"_"+cut(c.old(), 28)+"_key"))
		} else {
			p.write("  ALTER TABLE %s DROP COLUMN %s;", table, name)
		}
		p.write("  ALTER TABLE %s RENAME COLUMN %s TO %s;", table, temp, name)
		if c.root == nil {
			p.write("  ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s;", table, name, p.newKey(true))
		}
	}
}

// restore writes what brings back all that named the old columns.
func (p *pgPlan) restore() {
	for _, x := range p.indexes {
		table, shown := x.table.name, x.table.beside(pgQuote(x.name))
		if x.constraint != "" {
			kind := map[string]string{"p": "PRIMARY KEY", "u": "UNIQUE"}[x.kind]
			p.write("  ALTER TABLE %s ADD CONSTRAINT %s %s USING INDEX %s%s;", table, pgQuote(x.constraint), kind, x.temp, x.deferring)
		} else {
			p.write("  ALTER INDEX %s RENAME TO %s;", x.table.beside(x.temp), pgQuote(x.name))
		}
		if x.clustered {
			p.write("  ALTER TABLE %s CLUSTER ON %s;", table, pgQuote(x.name))
		}
		if x.isKey {
			p.write("  ALTER TABLE %s REPLICA IDENTITY USING INDEX %s;", table, pgQuote(x.name))
		}
		if x.comment != "" {
			p.write("  COMMENT ON INDEX %s IS %s;", shown, literal(x.comment))
		}
		if x.constraintNote != "" {
			p.write("  COMMENT ON CONSTRAINT %s ON %s IS %s;", pgQuote(x.constraint), table, literal(x.constraintNote))
		}
	}
	p.constraints()
	for _, s := range slices.Concat(p.extras, p.stats) {
		p.write("  %s;", strings.TrimSuffix(s, ";"))
	}
	for _, o := range p.items {
		switch o.Kind {
		case "trigger":
			p.write("  %s;", o.Definition)
			if state := pgEnabled[o.Expression[:1]]; state != "" {
				p.write("  ALTER TABLE %s %s TRIGGER %s;", o.Table, state, pgQuote(o.Name))
			}
			if len(o.Expression) > 1 {
				p.write("  COMMENT ON TRIGGER %s ON %s IS %s;", pgQuote(o.Name), o.Table, literal(o.Expression[1:]))
			}
		case "view":
			p.write("  %s", strings.Join(p.views[o.Name], "\n  "))
		}
	}
}

// pgEnabled has the statements for triggers that are not enabled in the usual way.
var pgEnabled = map[string]string{"D": "DISABLE", "R": "ENABLE REPLICA", "A": "ENABLE ALWAYS"}

// constraints writes what gives the constraints their names and comments.
func (p *pgPlan) constraints() {
	name := func(t *table, temp, name, comment string) {
		p.write("  ALTER TABLE %s RENAME CONSTRAINT %s TO %s;", t.name, temp, pgQuote(name))
		if comment != "" {
			p.write("  COMMENT ON CONSTRAINT %s ON %s IS %s;", pgQuote(name), t.name, literal(comment))
		}
	}
	for _, f := range p.foreign {
		name(f.table, f.temp, f.name, f.comment)
	}
	for _, c := range p.checks {
		name(c.table, c.temp, c.name, c.comment)
	}
	for _, c := range p.columns() {
		if n := p.notNull[c]; n != "" {
			p.write("  PERFORM pg_temp.sortid_move_try(format('ALTER TABLE %%s RENAME CONSTRAINT %%I TO %%I', n.conrelid::regclass, n.conname, %s)) FROM pg_constraint AS n JOIN pg_attribute AS a ON a.attrelid = n.conrelid AND n.conkey = ARRAY[a.attnum] WHERE n.contype = 'n' AND n.conrelid = to_regclass(%s) AND a.attname = %s AND n.conname <> %s;",
				literal(n), literal(c.table.name), literal(c.name), literal(n))
		}
	}
}

// finish writes what comes after the switch.
func (p *pgPlan) finish() {
	p.comment("After the switch.")
	for _, t := range p.tables {
		for _, c := range t.keys() {
			old := pgQuote(c.old())
			switch p.options.KeepOld {
			case KeepTable:
				p.write("DO $$\nBEGIN\n  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attname = %s AND NOT attisdropped) THEN", literal(t.name), literal(c.old()))
				p.write("    CREATE TABLE IF NOT EXISTS %[1]s (%[2]s %[3]s PRIMARY KEY, %[4]s %[5]s NOT NULL UNIQUE);\n    INSERT INTO %[1]s SELECT %[2]s, %[4]s FROM %[6]s WHERE %[2]s IS NOT NULL ON CONFLICT DO NOTHING;\n    ALTER TABLE %[6]s DROP COLUMN %[2]s;\n  END IF;\nEND\n$$;",
					c.oldTable(), old, p.kinds[c], pgQuote(c.name), p.pgType(), t.name)
			case KeepColumn:
				p.comment("When nothing reads the old keys: ALTER TABLE %s DROP COLUMN %s;", t.name, old)
			}
		}
		p.write("ANALYZE %s;", t.name)
	}
	p.write("SELECT pg_advisory_unlock(%s);", pgLock)
}
