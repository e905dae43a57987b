package newkeys

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// pgTrigger is the last name in the order in which triggers run.
const pgTrigger = "~sortid_move"

//go:embed postgres.sql
var pgHelpers string

// script writes the script.
func (p *pgPlan) script() {
	p.head()
	p.alone()
	p.preflight()
	p.counts()
	p.addColumns()
	p.fill()
	p.build()
	p.change()
	p.finish()
}

// function is the name of a table's trigger function, in the table's schema.
func (t *table) function() string { return t.beside(fmt.Sprintf("sortid_move_%d", t.number)) }

// lateFunction is the name of the function for references to rows that come later.
func (t *table) lateFunction() string { return t.beside(fmt.Sprintf("sortid_move_late_%d", t.number)) }

// keysTable is the name of the table with the new keys of old rows, which the script needs if they are numbered.
func (t *table) keysTable() string { return t.beside(fmt.Sprintf("sortid_move_keys_%d", t.number)) }

// oldTable is the name of the table that keeps the old keys.
func (c *column) oldTable() string {
	return c.table.beside(pgQuote(cut(unqualified(c.table.name), 55) + "_old_" + cut(c.name, 20) + "s"))
}

// old is the name of the column that keeps the old key.
func (c *column) old() string { return "old_" + c.name }

// beside returns the name of an object in the table's schema.
func (t *table) beside(name string) string {
	return strings.TrimSuffix(t.name, t.name[schemaEnd(t.name):]) + "." + name
}

// schemaEnd returns where the schema ends in a quoted name.
func schemaEnd(name string) int {
	if strings.HasPrefix(name, `"`) {
		return strings.Index(name[1:], `".`) + 2
	}
	return strings.IndexByte(name, '.')
}

// numbered reports whether the new keys of old rows are in a table of the script: the function numbers the rows, or
// they have no times.
func (p *plan) numbered(t *table) bool {
	return len(t.keys()) > 0 && (p.format.size > 0 || t.clock.column == "")
}

func (p *pgPlan) head() {
	p.gives(p.pgType(), zoneless("timestamp with time zone"))
	p.comment(`
Rehearse it on a copy. Run it as the owner of the tables: psql -f move.sql shop
If it stops or is killed, correct the cause and run the whole script again: it goes on where it ended. Until the switch
the old keys work, and statements that write them set the new ones too. To give up before the switch:
`)
	for _, s := range p.giveUp() {
		p.comment("  %s;", s)
	}
	p.comment(`
Readers and writers wait for a moment when columns and triggers are added, and during the switch, which reads no row. The
script writes each row of these tables once more. It needs space for that and for the new indexes; VACUUM afterwards.
A writer may get a deadlock (40P01): repeat its transaction.
From the first step on, SELECT * and INSERT without a list of columns see the new columns. After the switch they are the
last of their tables, because PostgreSQL adds columns nowhere else.
After the switch, old keys in statements fail (42804, 42883, 22P02) and new rows get their keys from a default: start the
new version of the programs then. Prepared statements of open sessions fail too, pgx once per statement and connection:
restart the programs that stay.
`)
	p.write(`\set ON_ERROR_STOP on`)
	p.write("SET search_path = pg_catalog;")
	p.write("SET client_min_messages = warning;\n")
}

// pgLock is the lock of a session that has begun a script.
const pgLock = "hashtext('sortid_move'), 0"

// alone writes what waits until no other session runs a script in the database. The server goes on with a statement whose
// client is gone. To wait for the lock itself could be a deadlock with CREATE INDEX CONCURRENTLY of the other session,
// which waits ten seconds at most for this block.
func (p *pgPlan) alone() {
	p.write(`DO $$
DECLARE others text;
BEGIN
  FOR i IN 1 .. 21 LOOP
    SELECT string_agg(pid::text, ', ') INTO others FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND objid = 0
      AND classid = (hashtext('sortid_move')::bigint & 4294967295)::oid AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
    IF others = pg_backend_pid()::text OR pg_try_advisory_lock(` + pgLock + `) THEN
      RETURN;
    END IF;
    PERFORM pg_sleep(0.5);
  END LOOP;
  RAISE EXCEPTION 'another session has begun a script of new keys in this database: pid %%', others USING HINT = 'Wait until it ends, or end it with pg_terminate_backend.';
END
$$;
`)
}

// giveUp returns the statements that undo the script before the switch, at whatever statement it ended.
func (p *pgPlan) giveUp() []string {
	list := []string{"SELECT pg_advisory_lock(" + pgLock + ")"}
	for _, t := range p.tables {
		list = append(list, "DROP FUNCTION IF EXISTS "+t.function()+"() CASCADE", "DROP FUNCTION IF EXISTS "+t.lateFunction()+"() CASCADE")
	}
	for _, f := range p.foreign {
		list = append(list, "ALTER TABLE "+f.table.name+" DROP CONSTRAINT IF EXISTS "+f.temp)
	}
	for _, t := range p.tables {
		var drops []string
		for _, c := range t.columns {
			drops = append(drops, "DROP COLUMN IF EXISTS "+pgQuote(c.temp))
		}
		list = append(list, "ALTER TABLE "+t.name+" "+strings.Join(drops, ", "))
		if p.numbered(t) {
			list = append(list, "DROP TABLE IF EXISTS "+t.keysTable())
		}
		for _, c := range t.keys() {
			if p.options.KeepOld != "" {
				list = append(list, "DROP INDEX IF EXISTS "+t.beside(p.keepIndex(c)))
			}
		}
	}
	return list
}

// keepIndex is the name, until the switch, of the index of an old key that stays.
func (p *pgPlan) keepIndex(c *column) string {
	return fmt.Sprintf("sortid_move_old_%d_%d", c.table.number, slices.Index(c.table.columns, c)+1)
}

// values writes rows of literals.
func values(rows [][]string) string {
	var list []string
	for _, r := range rows {
		for i := range r {
			r[i] = literal(r[i])
		}
		list = append(list, "  ("+strings.Join(r, ", ")+")")
	}
	return strings.Join(list, ",\n")
}

// preflight writes what stops if the schema is not that of the plan.
func (p *pgPlan) preflight() {
	var columns, done []string
	for _, c := range p.columns() {
		columns = append(columns, fmt.Sprintf("(to_regclass(%s), %s)", literal(c.table.name), literal(c.temp)))
		if c.root == nil {
			done = append(done, fmt.Sprintf("(SELECT pg_get_expr(d.adbin, d.adrelid) LIKE '%%sortid\\_%s\\_new()%%' FROM pg_attrdef AS d JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attrelid = to_regclass(%s) AND a.attname = %s)",
				p.format.function, literal(c.table.name), literal(c.name)))
		}
	}
	p.comment("What is done so far.")
	p.write(`CREATE OR REPLACE FUNCTION pg_temp.sortid_move_state() RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM pg_attribute WHERE NOT attisdropped AND (attrelid, attname) IN (%s)) THEN 'begun'
    WHEN %s THEN 'done' ELSE 'before' END
$$;`, strings.Join(columns, ", "), strings.Join(done, " AND "))
	var rows [][]string
	for _, o := range p.items {
		rows = append(rows, []string{o.Kind, o.Table, o.Name, o.Hash()})
	}
	p.comment("\nThe plan: the objects that name the columns. The script stops if one is missing, another, or changed.")
	p.write("DROP TABLE IF EXISTS pg_temp.sortid_move_plan;\nDROP VIEW IF EXISTS pg_temp.sortid_move_found;")
	p.write("CREATE TEMPORARY TABLE sortid_move_plan (kind text, relation text, name text, hash text);")
	p.write("INSERT INTO pg_temp.sortid_move_plan VALUES\n%s;", values(rows))
	p.write("CREATE TEMPORARY VIEW sortid_move_found AS\n%s;", p.query)
	var owners []string
	for _, t := range p.tables {
		owners = append(owners, "to_regclass("+literal(t.name)+")")
	}
	for _, o := range p.items {
		if o.Kind == "view" {
			owners = append(owners, "to_regclass("+literal(o.Name)+")")
		}
	}
	p.write("%s", strings.NewReplacer("{{tables}}", strings.Join(owners, ", "), "{{function}}", literal(p.schema+".sortid_"+p.format.function+"_new()")).Replace(strings.TrimSpace(pgHelpers)))
	p.write("SELECT pg_temp.sortid_move_stop();\n")
}

// counts writes what stops before the first change if a row would get no key.
func (p *pgPlan) counts() {
	p.comment("No row may be without a time, or reference a row that is not there. Each count reads its table.")
	p.write("DO $$\nDECLARE n bigint;\nBEGIN\n  IF pg_temp.sortid_move_state() <> 'before' THEN RETURN; END IF;")
	for _, t := range p.tables {
		if len(t.keys()) > 0 && t.clock.column != "" {
			p.count("SELECT count(*) FROM "+t.name+" WHERE "+p.outside(t), t.name+"."+t.clock.column, fmt.Sprintf("rows have no time, or one out of the range of %s", p.format.name))
		}
	}
	for _, c := range p.references() {
		p.count(fmt.Sprintf("SELECT count(*) FROM %s AS c WHERE c.%[2]s IS NOT NULL AND NOT EXISTS (SELECT FROM %[3]s AS p WHERE p.%[4]s = c.%[2]s)", c.table.name, pgQuote(c.name), c.root.table.name, pgQuote(c.root.name)),
			c.String(), "rows reference no row of "+c.root.table.name)
	}
	p.write("END\n$$;\n")
}

// count writes a count that must be 0.
func (p *pgPlan) count(query, of, what string) {
	p.write("  n := (%s);\n  IF n > 0 THEN RAISE EXCEPTION '%%: %% %%: correct them', %s, n, %s; END IF;", query, literal(of), literal(what))
}

// try writes a statement that waits for its lock for a moment only, and tries again.
func (p *pgPlan) try(statements ...string) {
	p.write("SELECT pg_temp.sortid_move_try($try$%s$try$);", strings.Join(statements, ";\n  "))
}

func (p *pgPlan) addColumns() {
	p.comment("The new columns.")
	for _, t := range p.tables {
		var list []string
		for _, c := range t.columns {
			list = append(list, "ADD COLUMN IF NOT EXISTS "+pgQuote(c.temp)+" "+p.pgType())
		}
		p.try("ALTER TABLE " + t.name + " " + strings.Join(list, ", "))
	}
	for _, t := range p.tables {
		if p.numbered(t) {
			p.write("CREATE TABLE IF NOT EXISTS %s AS SELECT %s AS old_key, NULL::%s AS new_key FROM %s LIMIT 0;", t.keysTable(), pgQuote(t.keys()[0].name), p.pgType(), t.name)
		}
	}
	p.comment("\nTriggers set them in rows that are inserted and changed. Their names sort last, so that they run after all others.")
	for _, t := range p.tables {
		p.trigger(t)
	}
	p.write("")
}

// trigger writes the trigger of a table. The tables of its references have their columns already.
func (p *pgPlan) trigger(t *table) {
	p.write("CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $move$\nBEGIN", t.function())
	p.write("  IF TG_OP = 'UPDATE' AND current_setting('sortid.move', true) = 'fill' THEN\n    NEW := OLD; -- whatever other triggers have set\n  END IF;")
	for _, c := range t.keys() {
		p.write("  IF TG_OP = 'INSERT' THEN\n    NEW.%[1]s := %[2]s;\n  ELSE\n    NEW.%[1]s := coalesce(OLD.%[1]s, %[3]s);\n  END IF;", pgQuote(c.temp), p.newKey(true), p.oldRowKey(c))
	}
	for _, c := range t.columns {
		if c.root == nil {
			continue
		}
		temp, name, key := pgQuote(c.temp), pgQuote(c.name), c.root
		p.write("  IF NEW.%s IS NULL THEN\n    NEW.%s := NULL;", name, temp)
		if key.table == t {
			p.write("  ELSIF NEW.%s = NEW.%s THEN\n    NEW.%s := NEW.%s;", name, pgQuote(key.name), temp, pgQuote(key.temp))
		}
		p.write("  ELSIF TG_OP = 'UPDATE' AND OLD.%[1]s = NEW.%[1]s AND OLD.%[2]s IS NOT NULL THEN\n    NEW.%[2]s := OLD.%[2]s;", name, temp)
		p.write("  ELSE\n    NEW.%s := (SELECT p.%s FROM %s AS p WHERE p.%s = NEW.%s);\n  END IF;", temp, pgQuote(key.temp), key.table.name, pgQuote(key.name), name)
	}
	p.write("  RETURN NEW;\nEND\n$move$;")
	p.try("CREATE OR REPLACE TRIGGER "+pgQuote(pgTrigger)+" BEFORE INSERT OR UPDATE ON "+t.name+" FOR EACH ROW EXECUTE FUNCTION "+t.function()+"()",
		"ALTER TABLE "+t.name+" ENABLE ALWAYS TRIGGER "+pgQuote(pgTrigger))
	p.lateTrigger(t)
}

// lateTrigger writes the trigger for references to rows that come later in the same transaction.
func (p *pgPlan) lateTrigger(t *table) {
	late := slices.DeleteFunc(slices.Clone(t.columns), func(c *column) bool { return c.root == nil || !c.late })
	if len(late) == 0 {
		return
	}
	function := t.lateFunction()
	var conditions []string
	p.comment("The row that a reference names may come later in the transaction.")
	p.write("CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $move$\nBEGIN", function)
	for _, c := range late {
		conditions = append(conditions, fmt.Sprintf("NEW.%s IS NOT NULL AND NEW.%s IS NULL", pgQuote(c.name), pgQuote(c.temp)))
		p.write("  UPDATE %[1]s SET %[2]s = NULL WHERE %[3]s = NEW.%[3]s AND %[2]s IS NULL;", t.name, pgQuote(c.temp), pgQuote(c.name))
	}
	p.write("  RETURN NULL;\nEND\n$move$;")
	trigger := pgQuote(pgTrigger + "_late")
	p.try("DROP TRIGGER IF EXISTS "+trigger+" ON "+t.name,
		"CREATE CONSTRAINT TRIGGER "+trigger+" AFTER INSERT OR UPDATE OF "+strings.Join(pgQuoted(t.names()), ", ")+" ON "+t.name+" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("+strings.Join(conditions, " OR ")+") EXECUTE FUNCTION "+function+"()")
}

// oldRowKey is the new key of a row that was there before its trigger.
func (p *pgPlan) oldRowKey(c *column) string {
	t := c.table
	if p.numbered(t) {
		return fmt.Sprintf("(SELECT k.new_key FROM %s AS k WHERE k.old_key = OLD.%s)", t.keysTable(), pgQuote(c.name))
	}
	return fmt.Sprintf("%s.sortid_%s_at(%s), %s", p.schema, p.format.function, p.time(t, "OLD."), p.newKey(true))
}

// fill writes what gives keys to the rows that are there, those that others reference first.
func (p *pgPlan) fill() {
	p.comment("The rows that are there, a hundred pages in a transaction. Rows that others have locked are passed over and come later.")
	for _, t := range p.tables {
		if p.numbered(t) {
			p.numberRows(t)
		}
		for _, c := range t.keys() {
			condition := "true"
			if p.numbered(t) {
				condition = fmt.Sprintf("EXISTS (SELECT FROM %s AS k WHERE k.old_key = t.%s)", t.keysTable(), pgQuote(c.name))
			}
			p.fillColumn(c, condition)
		}
	}
	for _, t := range p.tables {
		for _, c := range t.columns {
			if c.root != nil {
				p.fillColumn(c, fmt.Sprintf("t.%s IS NOT NULL AND EXISTS (SELECT FROM %s AS p WHERE p.%s = t.%s AND p.%s IS NOT NULL)", pgQuote(c.name), c.root.table.name, pgQuote(c.root.name), pgQuote(c.name), pgQuote(c.root.temp)))
			}
		}
	}
	p.write("")
}

func (p *pgPlan) fillColumn(c *column, condition string) {
	p.write("CALL pg_temp.sortid_move_fill(%s, %s, $fill$%s$fill$);", literal(c.table.name), literal(c.temp), condition)
}

// numberRows writes what numbers the rows of a table, once.
func (p *pgPlan) numberRows(t *table) {
	key := pgQuote(t.keys()[0].name)
	p.write(`DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM %[1]s) THEN
    INSERT INTO %[1]s SELECT old_key, %[2]s FROM (
      SELECT %[3]s AS old_key, %[4]s
      FROM %[5]s WHERE %[6]s IS NULL
    ) AS s;
    CREATE UNIQUE INDEX IF NOT EXISTS %[7]s ON %[1]s (old_key);
  END IF;
END
$$;`, t.keysTable(), p.numberedKey(t), key, p.numbering(t, key), t.name, pgQuote(t.keys()[0].temp), fmt.Sprintf("sortid_move_keys_%d_old", t.number))
}

// numbering returns the columns at and n of a row, from which numberedKey makes its key.
func (p *pgPlan) numbering(t *table, key string) string {
	if t.clock.column != "" {
		at := p.time(t, "")
		return fmt.Sprintf("%s AS at, row_number() OVER (PARTITION BY %s.sortid_%s_min_at(%s) ORDER BY %s, %s) AS n", at, p.schema, p.format.function, at, at, key)
	}
	size := max(p.format.size-1, 1)
	// The last row is dated now, and each before it a tick earlier.
	return fmt.Sprintf("date_trunc('milliseconds', statement_timestamp()) - ((count(*) OVER () - 1) / %[1]d - (row_number() OVER (ORDER BY %[2]s) - 1) / %[1]d) * interval '%[3]d microseconds' AS at, (row_number() OVER (ORDER BY %[2]s) - 1) %% %[1]d + 1 AS n", size, key, p.format.tick)
}

func (p *pgPlan) numberedKey(*table) string {
	if p.format.size > 0 {
		return fmt.Sprintf("%s.sortid_%s_at(at, n)", p.schema, p.format.function)
	}
	return fmt.Sprintf("%s.sortid_%s_at(at)", p.schema, p.format.function)
}

// build writes the indexes and constraints of the new columns.
func (p *pgPlan) build() {
	p.comment("The indexes, while the tables are in use. One that was interrupted is built again.")
	for _, x := range p.indexes {
		unique := ""
		if x.unique {
			unique = "UNIQUE "
		}
		p.write("SET default_tablespace = %s;", literal(x.space))
		p.index(x.table, x.temp, fmt.Sprintf("CREATE %sINDEX CONCURRENTLY IF NOT EXISTS %s ON %s %s;", unique, x.temp, x.table.name, x.definition))
	}
	if p.options.KeepOld != "" {
		for _, c := range p.columns() {
			if c.root == nil {
				p.index(c.table, p.keepIndex(c), fmt.Sprintf("CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS %s ON %s (%s);", p.keepIndex(c), c.table.name, pgQuote(c.name)))
			}
		}
	}
	p.comment("\nThe constraints, which read the rows while the tables are in use.")
	for _, f := range p.foreign {
		rest := f.rest
		if !f.enforce {
			rest += " NOT ENFORCED"
		}
		p.constraint(f.table, f.temp, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s (%s)%s", strings.Join(pgQuoted(p.newNames(f.table.name, f.columns)), ", "), f.parent, strings.Join(pgQuoted(p.newNames(f.parent, f.to)), ", "), rest), f.validated && f.enforce)
	}
	for _, c := range p.checks {
		p.constraint(c.table, c.temp, "CHECK ("+c.expression+")"+c.rest, c.validated)
	}
	for _, c := range p.columns() {
		if name, expression := p.filled(c); name != "" {
			p.constraint(c.table, name, "CHECK ("+expression+")", true)
		}
	}
	p.write("")
}

// filled returns the check that a column has its new value, and its name; empty for a column that has none, because its
// row may come later.
func (p *pgPlan) filled(c *column) (name, expression string) {
	name = fmt.Sprintf("sortid_move_filled_%d_%d", c.table.number, slices.Index(c.table.columns, c)+1)
	switch {
	case c.notNull:
		return name, pgQuote(c.temp) + " IS NOT NULL"
	case c.late:
		return "", ""
	}
	return name, fmt.Sprintf("(%s IS NULL) = (%s IS NULL)", pgQuote(c.temp), pgQuote(c.name))
}

// index writes an index that is built in no transaction.
func (p *pgPlan) index(t *table, name, create string) {
	p.write("SELECT pg_temp.sortid_move_try(format('DROP INDEX %%s', indexrelid::regclass)) FROM pg_index WHERE NOT indisvalid AND indexrelid = to_regclass(%s);", literal(t.beside(name)))
	p.write("%s", create)
}

// constraint writes a constraint that is added without reading the rows, and then checked.
func (p *pgPlan) constraint(t *table, name, definition string, validate bool) {
	not := " NOT VALID"
	if strings.HasSuffix(definition, "NOT ENFORCED") {
		not = ""
	}
	p.write("SELECT pg_temp.sortid_move_try($try$ALTER TABLE %s ADD CONSTRAINT %s %s%s$try$) WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass(%s) AND conname = %s);",
		t.name, name, definition, not, literal(t.name), literal(name))
	if validate {
		p.write("ALTER TABLE %s VALIDATE CONSTRAINT %s;", t.name, name)
	}
}
