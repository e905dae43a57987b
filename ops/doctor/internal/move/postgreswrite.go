package move

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// pgText returns the text of an expression of a column's type, which may be the bytes of a text.
func (p *plan) pgText(c pgColumn, x string) string {
	if c.kind == "bytea" && p.options.From != "bytes" {
		return "convert_from(" + x + ", 'LATIN1')"
	}
	return "(" + x + ")"
}

// pgTarget returns the new type.
func (p *plan) pgTarget() string {
	if p.form.width == 16 {
		return "uuid"
	}
	return "bytea"
}

// pgWrite writes the script.
func (p *plan) pgWrite(s pgSchema) {
	p.pgHead()
	p.pgPreflight()
	p.pgCounts(s)
	p.out.Comment("\nForeign keys, views and triggers are dropped first: PostgreSQL changes no type below them.")
	for _, i := range slices.Backward(p.items) {
		if i.Kind == "view" {
			p.out.Statement("DROP VIEW %s", i.Name)
		}
	}
	p.each("trigger", func(i Object) { p.out.Statement("DROP TRIGGER %s ON %s", pgQuote(i.Name), i.Table) })
	p.each("foreign key", func(i Object) { p.out.Statement("ALTER TABLE %s DROP CONSTRAINT %s", i.Table, pgQuote(i.Name)) })
	p.out.Comment("\nThese rewrite the tables and build their indexes again. Each takes as long as that.")
	for _, t := range p.tables() {
		p.change("ALTER TABLE %s\n  %s", t, list(p.pgChanges(t, s.columns)))
	}
	p.pgParted(s.parts)
	for _, statement := range s.targets {
		p.out.Statement("%s", statement)
	}
	p.out.Comment("\nEach foreign key reads both tables, unless it is NOT VALID.")
	p.each("foreign key", func(i Object) {
		p.out.Statement("ALTER TABLE %s ADD CONSTRAINT %s %s", i.Table, pgQuote(i.Name), i.Definition)
		if i.Expression != "" {
			p.out.Statement("COMMENT ON CONSTRAINT %s ON %s IS %s", pgQuote(i.Name), i.Table, literal(i.Expression))
		}
	})
	p.each("trigger", func(i Object) {
		p.out.Statement("%s", p.pgTrigger(i))
		if state := pgEnabled[i.Expression[:1]]; state != "" {
			p.out.Statement("ALTER TABLE %s %s TRIGGER %s", i.Table, state, pgQuote(i.Name))
		}
		if len(i.Expression) > 1 {
			p.out.Statement("COMMENT ON TRIGGER %s ON %s IS %s", pgQuote(i.Name), i.Table, literal(i.Expression[1:]))
		}
	})
	p.each("view", func(i Object) {
		for _, statement := range s.views[i.Name].create {
			p.out.Statement("%s", statement)
		}
	})
	p.out.Statement("DROP VIEW pg_temp.sortid_move_found")
	p.out.Statement("DROP FUNCTION pg_temp.sortid_move_stop(boolean)")
	if p.form.function != "" {
		p.out.Statement("DROP FUNCTION pg_temp.sortid_move_text(text)")
	}
	p.out.Comment("\nA tool that has a transaction of its own finds its tables again.")
	p.out.Statement("SELECT set_config('search_path', current_setting('sortid_move.path'), true)")
	p.out.Framing("COMMIT")
	p.out.Comment("\nStatistics of the new columns, while the tables are in use.")
	for _, t := range p.tables() {
		p.out.Statement("ANALYZE %s", t)
	}
	p.out.Statement("SELECT CASE WHEN %s\n  THEN 'The keys have moved. Connect again: prepared statements of open sessions fail with 42804 or 42883.' ELSE 'The keys have NOT moved, and nothing has changed: see the first error.' END AS now", p.pgSwitched())
}

// pgParted writes what gives the indexes of partitions their names, options and comments.
func (p *plan) pgParted(parts []pgPart) {
	if len(parts) == 0 {
		return
	}
	var lines []string
	for _, i := range parts {
		lines = append(lines, fmt.Sprintf("(%s, %s, %s, %s, %s)", literal(i.root), literal(i.table), literal(i.name), literal(i.options), literal(i.comment)))
	}
	p.out.Comment("\nThe indexes of partitions get their names, options and comments. One may have the name of another one meanwhile.")
	p.out.Statement(`DO $sortid$
DECLARE r record;
BEGIN
  FOR r IN SELECT n.relid, s.* FROM (VALUES
    %s
  ) AS s (root, relation, name, options, comment) CROSS JOIN LATERAL pg_partition_tree(to_regclass(s.root)) AS n JOIN pg_index AS i ON i.indexrelid = n.relid AND i.indrelid = to_regclass(s.relation) LOOP
    EXECUTE format('ALTER INDEX %%s RENAME TO %%I', r.relid::regclass, 'sortid_move_' || r.relid::oid);
    IF r.options <> '' THEN
      EXECUTE format('ALTER INDEX %%s SET (%%s)', r.relid::regclass, r.options);
    END IF;
    IF r.comment <> '' THEN
      EXECUTE format('COMMENT ON INDEX %%s IS %%L', r.relid::regclass, r.comment);
    END IF;
  END LOOP;
  FOR r IN SELECT n.relid, s.name FROM (VALUES
    %s
  ) AS s (root, relation, name, options, comment) CROSS JOIN LATERAL pg_partition_tree(to_regclass(s.root)) AS n JOIN pg_index AS i ON i.indexrelid = n.relid AND i.indrelid = to_regclass(s.relation) LOOP
    EXECUTE format('ALTER INDEX %%s RENAME TO %%I', r.relid::regclass, r.name);
  END LOOP;
END
$sortid$`, strings.Join(lines, ",\n    "), strings.Join(lines, ",\n    "))
}

// pgChanges returns the changes of a table.
func (p *plan) pgChanges(table string, columns map[joined.Column]pgColumn) []string {
	var list []string
	for _, name := range p.of(table) {
		c := columns[joined.Column{Table: table, Name: name}]
		q := pgQuote(name)
		if c.fallback != "" {
			list = append(list, "ALTER COLUMN "+q+" DROP DEFAULT")
		}
		list = append(list, "ALTER COLUMN "+q+" TYPE "+p.pgTarget()+" USING "+p.form.postgres(p.pgText(c, q)))
		if c.fallback != "" {
			list = append(list, "ALTER COLUMN "+q+" SET DEFAULT "+p.form.postgres(p.pgText(c, c.fallback)))
		}
	}
	return list
}

// pgEnabled has the statements for triggers that are not enabled in the usual way.
var pgEnabled = map[string]string{"D": "DISABLE", "R": "ENABLE REPLICA", "A": "ENABLE ALWAYS"}

// pgHead writes what the script does, which locks it takes, and what programs meet.
func (p *plan) pgHead() {
	p.out.Comment("Moves columns with %s to %s, on PostgreSQL %s:", p.form.holds, p.pgTarget(), p.server.Version)
	for _, c := range p.columns {
		p.out.Comment("  %s", c)
	}
	p.notesHead()
	p.out.Comment(`
Rehearse it on a copy. It is one transaction: if a statement fails, nothing has changed.
From LOCK TABLE to COMMIT it holds ACCESS EXCLUSIVE locks on all tables of the plan: readers and
writers wait. PostgreSQL writes the tables and their indexes again meanwhile, which needs as much
free space as they take. Transactions with REPEATABLE READ that are older see empty tables afterwards.

Running programs: after COMMIT, prepared statements of open sessions fail with 42804 or 42883. pgx prepares
them again after one error for each statement and connection, other drivers when they connect again: restart
the programs, or end their sessions (RECONNECT of pgbouncer). A parameter that a program declares as text
(id = $1::text) fails in new sessions too: remove the cast.

`)
}

// notesHead writes the notes into the head.
func (p *plan) notesHead() {
	if len(p.Notes) == 0 {
		return
	}
	p.out.Comment("\nRead this first:")
	for _, n := range p.Notes {
		p.out.Comment("  %s", n)
	}
}

// pgPreflight writes the list of objects, and what stops if one of them has no line.
func (p *plan) pgPreflight() {
	p.out.Framing("BEGIN ISOLATION LEVEL READ COMMITTED")
	p.out.Statement("SELECT set_config('sortid_move.path', current_setting('search_path'), true)")
	p.out.Statement("SET LOCAL search_path = pg_catalog")
	p.out.Statement("SET LOCAL lock_timeout = '3s'")
	p.out.Comment("\nThe plan: what becomes of each object that names the columns.")
	p.out.Statement("CREATE TEMPORARY TABLE sortid_move_plan (kind text, relation text, name text, hash text, step text) ON COMMIT DROP")
	var lines []string
	for n, i := range p.items {
		lines = append(lines, fmt.Sprintf("(%s, %s, %s, %s, %s)", literal(i.Kind), literal(i.Table), literal(i.Name), literal(i.Hash()), literal(p.steps[n])))
	}
	p.out.Statement("INSERT INTO pg_temp.sortid_move_plan VALUES\n  %s", list(lines))
	p.out.Comment("\nThe preflight: the objects that name the columns now.")
	p.out.Statement("CREATE TEMPORARY VIEW sortid_move_found AS\n%s", p.pgDependents())
	p.out.Statement("%s", strings.Replace(pgStop, "{{switched}}", p.pgSwitched(), 1))
	p.out.Statement("SELECT pg_temp.sortid_move_stop(true)")
	p.out.Statement(`SELECT f.kind, f.relation, f.name, coalesce(p.step, 'NO LINE IN THE PLAN') AS step FROM pg_temp.sortid_move_found AS f
LEFT JOIN pg_temp.sortid_move_plan AS p ON (p.kind, p.relation, p.name, p.hash) = (f.kind, f.relation, f.name, encode(sha256(convert_to(f.definition, 'UTF8')), 'hex'))`)
	p.out.Statement("SELECT pg_temp.sortid_move_stop(false)")
	p.out.Comment("\nFrom here on readers and writers wait. If other transactions hold the tables for three seconds, it fails: repeat it.")
	p.out.Statement("LOCK TABLE %s IN ACCESS EXCLUSIVE MODE", strings.Join(p.tables(), ", "))
	p.out.Statement("SELECT pg_temp.sortid_move_stop(false)")
	p.out.Blank()
}

// pgValues returns the columns as rows of literals.
func (p *plan) pgValues() string {
	var list []string
	for _, c := range p.columns {
		list = append(list, "("+literal(c.Table)+", "+literal(c.Name)+")")
	}
	return strings.Join(list, ", ")
}

// pgSwitched returns a condition: all columns have their new type.
func (p *plan) pgSwitched() string {
	return fmt.Sprintf("%d = (SELECT count(*) FROM (VALUES %s) AS m (relation, name) JOIN pg_attribute AS a ON a.attrelid = to_regclass(m.relation) AND a.attname = m.name AND format_type(a.atttypid, NULL) = '%s')",
		len(p.columns), p.pgValues(), p.pgTarget())
}

// pgStop fails if the columns have moved, and unless it is early, if the schema is not that of the plan.
const pgStop = `CREATE FUNCTION pg_temp.sortid_move_stop(early boolean) RETURNS void LANGUAGE plpgsql AS $sortid$
DECLARE missing text;
BEGIN
  IF {{switched}} THEN
    RAISE EXCEPTION 'the columns have moved already: nothing is left to do';
  END IF;
  IF early THEN
    RETURN;
  END IF;
  SELECT string_agg(kind || ' ' || name || ' ' || relation, ', ') INTO missing FROM (
    (SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found EXCEPT SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan)
    UNION ALL (SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan EXCEPT SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found)
  ) AS different;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'the schema is not that of the plan: %: print the script again', missing;
  END IF;
END
$sortid$`

// pgCounts writes what stops if a row would not be moved, two keys would become one, or a reference has no key.
func (p *plan) pgCounts(s pgSchema) {
	if p.form.function != "" {
		p.out.Statement("%s", p.form.function)
	}
	p.out.Comment("\nEverything that a row can make fail is counted before the first change. Each count reads its table.")
	var b strings.Builder
	b.WriteString("DO $sortid$\nDECLARE n bigint;\n")
	for i := range p.columns {
		fmt.Fprintf(&b, "  cased_%d bigint;\n", i)
	}
	b.WriteString("BEGIN\n")
	values := map[joined.Column]string{}
	for i, c := range p.columns {
		value := p.pgText(s.columns[c], pgQuote(c.Name)) + "::text"
		if p.options.From == "bytes" {
			value = "encode(" + pgQuote(c.Name) + ", 'hex')"
		}
		values[c] = value
		fmt.Fprintf(&b, "  SELECT count(*) FILTER (WHERE v !~ %s), count(*) FILTER (WHERE v <> %s) INTO n, cased_%d FROM (SELECT %s AS v FROM %s) AS s;\n", literal(p.form.check), p.form.same("v"), i, value, c.Table)
		fmt.Fprintf(&b, "  IF n > 0 THEN RAISE EXCEPTION '%%: %% rows hold no %%: correct them', %s, n, %s; END IF;\n", literal(c.String()), literal(p.form.holds))
	}
	for _, u := range s.uniques {
		p.pgDuplicates(&b, u, values)
	}
	for _, f := range s.foreign {
		pgOrphans(&b, f)
	}
	p.out.Statement("%sEND\n$sortid$", b.String())
}

// pgDuplicates writes the count of keys that differ in their case alone, if any does.
func (p *plan) pgDuplicates(b *strings.Builder, u pgUnique, values map[joined.Column]string) {
	var cased, keys, conditions []string
	for k, expression := range u.expressions {
		if name := u.moved[k]; name != "" {
			c := joined.Column{Table: u.table, Name: name}
			cased = append(cased, fmt.Sprintf("cased_%d > 0", slices.Index(p.columns, c)))
			expression = p.form.same(values[c])
		}
		keys = append(keys, expression)
		if !u.nullsToo {
			conditions = append(conditions, "("+expression+") IS NOT NULL")
		}
	}
	if u.where != "" {
		conditions = append(conditions, "("+u.where+")")
	}
	where := ""
	if len(conditions) > 0 {
		where = " WHERE " + strings.Join(conditions, " AND ")
	}
	fmt.Fprintf(b, "  IF %s THEN\n    SELECT count(*) INTO n FROM (SELECT FROM %s%s GROUP BY %s HAVING count(*) > 1) AS s;\n", strings.Join(cased, " OR "), u.table, where, strings.Join(keys, ", "))
	fmt.Fprintf(b, "    IF n > 0 THEN RAISE EXCEPTION '%%: %% keys are written in two cases, and become one: keep one row of each', %s, n; END IF;\n  END IF;\n", literal("index "+u.name+" of "+u.table))
}

// pgOrphans writes the count of references without a key.
func pgOrphans(b *strings.Builder, f pgForeign) {
	var set, same []string
	for k, name := range f.columns {
		set = append(set, "c."+pgQuote(name)+" IS NOT NULL")
		same = append(same, "k."+pgQuote(f.parents[k])+" = c."+pgQuote(name))
	}
	fmt.Fprintf(b, "  SELECT count(*) INTO n FROM %s AS c WHERE %s AND NOT EXISTS (SELECT FROM %s AS k WHERE %s);\n", f.child, strings.Join(set, " AND "), f.parent, strings.Join(same, " AND "))
	fmt.Fprintf(b, "  IF n > 0 THEN RAISE EXCEPTION '%%: %% rows reference no row of %%: correct them', %s, n, %s; END IF;\n", literal(f.child+"."+strings.Join(f.columns, ", ")), literal(f.parent))
}
