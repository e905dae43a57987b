package move

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

//go:embed postgres.sql
var pgFound string

// pgColumn is what the script says of a column.
type pgColumn struct {
	kind, fallback string // its type and default
}

// postgres writes the script for PostgreSQL. It changes the types in their places, in one
// transaction: the order of columns, the indexes and most constraints come back by
// themselves.
func (p *plan) postgres(ctx context.Context) error {
	for _, name := range p.options.Columns {
		if err := p.pgResolve(ctx, name); err != nil {
			return err
		}
	}
	if err := p.pgJoined(ctx); err != nil {
		return err
	}
	columns, err := p.pgColumns(ctx)
	if err != nil {
		return err
	}
	items, err := p.pgItems(ctx)
	if err != nil {
		return err
	}
	views, err := p.pgViews(ctx, items)
	if err != nil {
		return err
	}
	names, err := p.pgNames(ctx)
	if err != nil {
		return err
	}
	for _, i := range items {
		p.pgTake(i, names)
	}
	if err := p.err(); err != nil {
		return err
	}
	p.pgWrite(columns, views)
	return nil
}

// pgResolve adds a column that the user named.
func (p *plan) pgResolve(ctx context.Context, name string) error {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return fmt.Errorf("%q: not a column: write table.column", name)
	}
	query := "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace " +
		"JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.oid = to_regclass(" + literal(name[:i]) + ") AND a.attname = " + literal(name[i+1:]) + " AND NOT a.attisdropped AND a.attnum > 0"
	return p.add(ctx, name, query)
}

// add adds the columns that a query finds.
func (p *plan) add(ctx context.Context, name, query string) error {
	found := false
	err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var c column
		found = true
		if err := rows.Scan(&c.table, &c.name); err != nil {
			return err
		}
		if !slices.Contains(p.columns, c) {
			p.columns = append(p.columns, c)
		}
		return nil
	})
	if err == nil && !found && name != "" {
		err = fmt.Errorf("%q: no such column: write table.column as the database spells them", name)
	}
	return err
}

// pgJoined adds the columns that foreign keys join to those of the plan.
func (p *plan) pgJoined(ctx context.Context) error {
	for n := 0; n < len(p.columns); n++ {
		c := p.columns[n]
		query := "SELECT quote_ident(n.nspname) || '.' || quote_ident(r.relname), o.attname FROM pg_constraint AS f " +
			"CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (child, parent) " +
			"CROSS JOIN LATERAL (VALUES (f.conrelid, k.child, f.confrelid, k.parent), (f.confrelid, k.parent, f.conrelid, k.child)) AS e (relid, attnum, other, otherattnum) " +
			"JOIN pg_attribute AS a ON a.attrelid = e.relid AND a.attnum = e.attnum JOIN pg_attribute AS o ON o.attrelid = e.other AND o.attnum = e.otherattnum " +
			"JOIN pg_class AS r ON r.oid = e.other JOIN pg_namespace AS n ON n.oid = r.relnamespace " +
			"WHERE f.contype = 'f' AND f.conparentid = 0 AND e.relid = to_regclass(" + literal(c.table) + ") AND a.attname = " + literal(c.name) + " ORDER BY 1, 2"
		if err := p.add(ctx, "", query); err != nil {
			return err
		}
	}
	return nil
}

// pgColumns reads the types and defaults of the columns, and refuses those of other types.
func (p *plan) pgColumns(ctx context.Context) (map[column]pgColumn, error) {
	columns := map[column]pgColumn{}
	for _, c := range p.columns {
		query := "SELECT format_type(a.atttypid, NULL), coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attgenerated <> '', a.attinhcount > 0, r.relpersistence = 't' " +
			"FROM pg_attribute AS a JOIN pg_class AS r ON r.oid = a.attrelid LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum " +
			"WHERE a.attrelid = to_regclass(" + literal(c.table) + ") AND a.attname = " + literal(c.name)
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var x pgColumn
			var generated, inherited, temporary bool
			if err := rows.Scan(&x.kind, &x.fallback, &generated, &inherited, &temporary); err != nil {
				return err
			}
			name := c.table + "." + c.name
			switch {
			case generated:
				p.refuse("column %s: it is generated: drop it before and add it afterwards", name)
			case inherited:
				p.refuse("column %s: its table is a partition or inherits it: name the column of the parent", name)
			case temporary:
				p.refuse("column %s: its table is temporary", name)
			case !slices.Contains(p.form.from, x.kind):
				p.refuse("column %s: its type is %s, and -from %s reads %s", name, x.kind, p.options.From, english.And(p.form.from))
			case x.fallback != "" && p.form.function != "":
				p.refuse("column %s: its default %s makes a text: drop it before and set another afterwards", name, x.fallback)
			}
			columns[c] = x
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// pgInventory returns the query of the preflight.
func (p *plan) pgInventory() string {
	var list []string
	for _, c := range p.columns {
		list = append(list, "("+literal(c.table)+", "+literal(c.name)+")")
	}
	return strings.TrimSuffix(strings.ReplaceAll(pgFound, "{{columns}}", strings.Join(list, ", ")), "\n")
}

// pgItems reads the objects that name the columns, views before those that read them.
func (p *plan) pgItems(ctx context.Context) ([]item, error) {
	var list []item
	levels := map[string]int{}
	err := p.db.Query(ctx, p.pgInventory(), func(rows *sql.Rows) error {
		var i item
		var level int
		if err := rows.Scan(&i.kind, &i.table, &i.name, &i.definition, &i.expression, &i.problem, &level); err != nil {
			return err
		}
		levels[i.String()] = level
		list = append(list, i)
		return nil
	})
	slices.SortFunc(list, func(a, b item) int {
		return cmp.Or(cmp.Compare(levels[a.String()], levels[b.String()]), cmp.Compare(a.kind, b.kind), cmp.Compare(a.String(), b.String()))
	})
	return list, err
}

// pgNames returns the columns of each table of the plan.
func (p *plan) pgNames(ctx context.Context) (map[string][]string, error) {
	names := map[string][]string{}
	for _, t := range p.tables() {
		err := p.db.Query(ctx, "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass("+literal(t)+") AND attnum > 0 AND NOT attisdropped", func(rows *sql.Rows) error {
			var name string
			err := rows.Scan(&name)
			names[t] = append(names[t], name)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// pgTake adds what the script does with an object, or refuses it.
func (p *plan) pgTake(i item, names map[string][]string) {
	if i.problem != "" {
		p.refuse("%s: %s", i, i.problem)
		return
	}
	switch i.kind {
	case "column":
		p.take(i, "gets the new type in its place")
	case "foreign key":
		p.take(i, "dropped, and added again with its name")
	case "view":
		p.take(i, "dropped, and created again with its owner, rights and comment")
	case "trigger":
		p.take(i, "dropped, and created again")
	case "function":
		if p.reviewed(i, "its text has the names of a table and a column") {
			p.take(i, "stays as it is: reviewed")
		}
	case "check", "index":
		if i.expression == "" || keeps(i.expression, names[i.table], p.of(i.table)) || p.reviewed(i, "its expression "+i.expression+" may mean something else of the new type") {
			p.take(i, "PostgreSQL builds it again with the type")
		}
	default:
		p.take(i, "PostgreSQL builds it again with the type")
	}
}

// pgView is what brings a view back.
type pgView struct{ create []string }

// pgViews reads what brings the views back.
func (p *plan) pgViews(ctx context.Context, items []item) (map[string]pgView, error) {
	views := map[string]pgView{}
	for _, i := range items {
		if i.kind != "view" {
			continue
		}
		query := "SELECT array_to_string(c.reloptions, ', '), quote_ident(pg_get_userbyid(c.relowner)), coalesce(obj_description(c.oid, 'pg_class'), ''), " +
			"coalesce((SELECT string_agg('GRANT ' || a.privilege_type || ' ON ' || " + literal(i.name) +
			" || ' TO ' || CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END || ';', E'\\n' ORDER BY a.n) FROM aclexplode(c.relacl) WITH ORDINALITY AS a (grantor, grantee, privilege_type, is_grantable, n)), ''), c.relacl IS NOT NULL " +
			"FROM pg_class AS c WHERE c.oid = to_regclass(" + literal(i.name) + ")"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var options sql.NullString
			var owner, comment, grants string
			var rights bool
			if err := rows.Scan(&options, &owner, &comment, &grants, &rights); err != nil {
				return err
			}
			with := ""
			if options.String != "" {
				with = " WITH (" + options.String + ")"
			}
			list := []string{"CREATE VIEW " + i.name + with + " AS\n" + strings.TrimSpace(i.definition), "ALTER VIEW " + i.name + " OWNER TO " + owner + ";"}
			if comment != "" {
				list = append(list, "COMMENT ON VIEW "+i.name+" IS "+literal(comment)+";")
			}
			if rights {
				list = append(list, "REVOKE ALL ON "+i.name+" FROM PUBLIC, "+owner+";")
			}
			if grants != "" {
				list = append(list, grants)
			}
			views[i.name] = pgView{create: list}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return views, nil
}

// pgText returns the text of an expression of a column's type, which may be the bytes of a text.
func (p *plan) pgText(c pgColumn, x string) string {
	if c.kind == "bytea" && p.options.From != "bytes" {
		return "convert_from(" + x + ", 'LATIN1')"
	}
	return "(" + x + ")"
}

// pgWrite writes the script.
func (p *plan) pgWrite(columns map[column]pgColumn, views map[string]pgView) {
	target := "uuid"
	if p.form.width != 16 {
		target = "bytea"
	}
	p.pgHead(target)
	p.pgPreflight()
	p.pgCounts(columns)
	p.comment("\nForeign keys, views and triggers are dropped first: PostgreSQL changes no type below them.")
	for _, i := range slices.Backward(p.items) {
		if i.kind == "view" {
			p.write("DROP VIEW %s;", i.name)
		}
	}
	p.each("trigger", func(i item) { p.write("DROP TRIGGER %s ON %s;", pgQuote(i.name), i.table) })
	p.each("foreign key", func(i item) { p.write("ALTER TABLE %s DROP CONSTRAINT %s;", i.table, pgQuote(i.name)) })
	p.comment("\nThese rewrite the tables and build their indexes again. Each takes as long as that.")
	for _, t := range p.tables() {
		var list []string
		for _, name := range p.of(t) {
			c := columns[column{t, name}]
			q := pgQuote(name)
			if c.fallback != "" {
				list = append(list, "ALTER COLUMN "+q+" DROP DEFAULT")
			}
			list = append(list, "ALTER COLUMN "+q+" TYPE "+target+" USING "+p.form.postgres(p.pgText(c, q)))
			if c.fallback != "" {
				list = append(list, "ALTER COLUMN "+q+" SET DEFAULT "+p.form.postgres(p.pgText(c, c.fallback)))
			}
		}
		p.change("ALTER TABLE %s\n  %s;", t, strings.Join(list, ",\n  "))
	}
	p.comment("\nEach foreign key reads both tables, unless it is NOT VALID.")
	p.each("foreign key", func(i item) {
		p.write("ALTER TABLE %s ADD CONSTRAINT %s %s;", i.table, pgQuote(i.name), i.definition)
		if i.expression != "" {
			p.write("COMMENT ON CONSTRAINT %s ON %s IS %s;", pgQuote(i.name), i.table, literal(i.expression))
		}
	})
	p.each("trigger", func(i item) {
		p.write("%s;", i.definition)
		if state := pgEnabled[i.expression[:1]]; state != "" {
			p.write("ALTER TABLE %s %s TRIGGER %s;", i.table, state, pgQuote(i.name))
		}
		if len(i.expression) > 1 {
			p.write("COMMENT ON TRIGGER %s ON %s IS %s;", pgQuote(i.name), i.table, literal(i.expression[1:]))
		}
	})
	p.each("view", func(i item) { p.write("%s", strings.Join(views[i.name].create, "\n")) })
	p.write("DROP VIEW pg_temp.sortid_move_found;")
	p.write("COMMIT;\n")
	p.comment("Statistics of the new columns, while the tables are in use.")
	for _, t := range p.tables() {
		p.write("ANALYZE %s;", t)
	}
}

// pgEnabled has the statements for triggers that are not enabled in the usual way.
var pgEnabled = map[string]string{"D": "DISABLE", "R": "ENABLE REPLICA", "A": "ENABLE ALWAYS"}

// each calls f for the items of a kind.
func (p *plan) each(kind string, f func(item)) {
	for _, i := range p.items {
		if i.kind == kind {
			f(i)
		}
	}
}

// pgHead writes what the script does and which locks it takes.
func (p *plan) pgHead(target string) {
	p.comment("Moves columns with %s to %s, on PostgreSQL %s:", p.form.holds, target, p.server.Version)
	for _, c := range p.columns {
		p.comment("  %s.%s", c.table, c.name)
	}
	p.comment(`
Rehearse it on a copy. It is one transaction: if a statement fails, nothing has changed.
From LOCK TABLE to COMMIT it holds ACCESS EXCLUSIVE locks on all tables of the plan: readers and
writers wait. PostgreSQL writes the tables and their indexes again meanwhile, which needs as much
free space as they take. Transactions with REPEATABLE READ that are older see empty tables afterwards.
`)
}

// pgPreflight writes the list of objects, and what stops if one of them has no line.
func (p *plan) pgPreflight() {
	p.write("BEGIN ISOLATION LEVEL READ COMMITTED;")
	p.write("SET LOCAL search_path = pg_catalog;")
	p.write("SET LOCAL lock_timeout = '3s';\n")
	p.comment("The plan: what becomes of each object that names the columns.")
	p.write("CREATE TEMPORARY TABLE sortid_move_plan (kind text, relation text, name text, hash text, step text) ON COMMIT DROP;")
	p.write("INSERT INTO pg_temp.sortid_move_plan VALUES")
	for n, i := range p.items {
		p.write("  (%s, %s, %s, %s, %s)%s", literal(i.kind), literal(i.table), literal(i.name), literal(i.hash()), literal(p.steps[n]), ending(n, len(p.items)))
	}
	p.comment("\nThe preflight: the objects that name the columns now.")
	p.write("CREATE TEMPORARY VIEW sortid_move_found AS\n%s;", p.pgInventory())
	p.write(`SELECT f.kind, f.relation, f.name, coalesce(p.step, 'NO LINE IN THE PLAN') AS step FROM pg_temp.sortid_move_found AS f
LEFT JOIN pg_temp.sortid_move_plan AS p ON (p.kind, p.relation, p.name, p.hash) = (f.kind, f.relation, f.name, encode(sha256(convert_to(f.definition, 'UTF8')), 'hex'));`)
	p.write(`CREATE FUNCTION pg_temp.sortid_move_stop() RETURNS void LANGUAGE plpgsql AS $$
DECLARE missing text;
BEGIN
  SELECT string_agg(kind || ' ' || name || ' ' || relation, ', ') INTO missing FROM (
    (SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found EXCEPT SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan)
    UNION ALL (SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan EXCEPT SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found)
  ) AS different;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'the schema is not that of the plan: %%: print the script again', missing;
  END IF;
END
$$;`)
	p.write("SELECT pg_temp.sortid_move_stop();\n")
	p.comment("From here on readers and writers wait. If other transactions hold the tables for three seconds, it fails: repeat it.")
	p.write("LOCK TABLE %s IN ACCESS EXCLUSIVE MODE;", strings.Join(p.tables(), ", "))
	p.write("SELECT pg_temp.sortid_move_stop();\n")
}

// pgCounts writes what stops if a row would not be moved.
func (p *plan) pgCounts(columns map[column]pgColumn) {
	if p.form.function != "" {
		p.write("%s\n", p.form.function)
	}
	p.comment("No row may hold anything else. Each count reads its table.")
	p.write("DO $$\nDECLARE n bigint;\nBEGIN")
	for _, c := range p.columns {
		value := p.pgText(columns[c], pgQuote(c.name)) + "::text"
		if p.options.From == "bytes" {
			value = "encode(" + pgQuote(c.name) + ", 'hex')"
		}
		p.write("  SELECT count(*) INTO n FROM %s WHERE %s !~ %s;", c.table, value, literal(p.form.check))
		p.write("  IF n > 0 THEN RAISE EXCEPTION '%%: %% rows hold no %%: correct them', %s, n, %s; END IF;", literal(c.table+"."+c.name), literal(p.form.holds))
	}
	p.write("END\n$$;")
}

func ending(n, of int) string {
	if n == of-1 {
		return ";"
	}
	return ","
}

// literal writes a text for PostgreSQL.
func literal(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return " E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}

// pgQuote quotes a name.
func pgQuote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
