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
	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

//go:embed postgres.sql
var pgFound string

// pgColumn is what the script says of a column.
type pgColumn struct {
	kind, fallback string // its type and default
}

// pgSchema is what the script needs of the schema.
type pgSchema struct {
	columns map[joined.Column]pgColumn
	views   map[string]pgView
	uniques []pgUnique
	foreign []pgForeign
	parts   []pgPart
	targets []string // statements that set the statistics targets of expressions in indexes
}

// postgres writes the script for PostgreSQL. It changes the types in their places, in one
// transaction: the order of columns, the indexes and most constraints come back by
// themselves.
func (p *plan) postgres(ctx context.Context) error {
	if err := p.find(ctx, p.pgResolve, p.pgJoined); err != nil {
		return err
	}
	var s pgSchema
	items, err := p.pgItems(ctx)
	if err != nil {
		return err
	}
	for _, read := range []func(context.Context, *pgSchema, []Object) error{p.pgColumns, p.pgViews, p.pgUniques, p.pgForeignKeys, p.pgParts, p.pgTargets, p.pgPublications} {
		if err := read(ctx, &s, items); err != nil {
			return err
		}
	}
	for _, i := range items {
		p.pgTake(i, &s)
	}
	if err := p.err(); err != nil {
		return err
	}
	p.pgWrite(s)
	return nil
}

// pgResolve returns the column that the user named.
func (p *plan) pgResolve(ctx context.Context, name string) ([]joined.Column, error) {
	parts := nameParts(name, '"')
	if len(parts) != 2 && len(parts) != 3 {
		return nil, fmt.Errorf("%q: not a column: write table.column", name)
	}
	// As the catalog spells it, and only then in lower case.
	var exact, lower []string
	for _, part := range parts[:len(parts)-1] {
		exact, lower = append(exact, pgQuote(part)), append(lower, pgQuote(strings.ToLower(part)))
	}
	table := "coalesce(to_regclass(" + literal(strings.Join(exact, ".")) + "), to_regclass(" + literal(strings.Join(lower, ".")) + "))"
	query := "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace " +
		"JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.oid = " + table + " AND a.attname = " + literal(parts[len(parts)-1]) + " AND NOT a.attisdropped AND a.attnum > 0"
	return p.resolved(ctx, name, query)
}

// pgJoined adds the columns that foreign keys join to those of the plan.
func (p *plan) pgJoined(ctx context.Context) error {
	return p.addJoined(ctx, func(c joined.Column) string {
		return "SELECT quote_ident(n.nspname) || '.' || quote_ident(r.relname), o.attname FROM pg_constraint AS f " +
			"CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (child, parent) " +
			"CROSS JOIN LATERAL (VALUES (f.conrelid, k.child, f.confrelid, k.parent), (f.confrelid, k.parent, f.conrelid, k.child)) AS e (relid, attnum, other, otherattnum) " +
			"JOIN pg_attribute AS a ON a.attrelid = e.relid AND a.attnum = e.attnum JOIN pg_attribute AS o ON o.attrelid = e.other AND o.attnum = e.otherattnum " +
			"JOIN pg_class AS r ON r.oid = e.other JOIN pg_namespace AS n ON n.oid = r.relnamespace " +
			"WHERE f.contype = 'f' AND f.conparentid = 0 AND e.relid = to_regclass(" + literal(c.Table) + ") AND a.attname = " + literal(c.Name) + " ORDER BY 1, 2"
	})
}

// pgColumns reads the types and defaults of the columns, and refuses those of other types.
func (p *plan) pgColumns(ctx context.Context, s *pgSchema, _ []Object) error {
	s.columns = map[joined.Column]pgColumn{}
	for _, c := range p.columns {
		query := PgPath + "SELECT format_type(a.atttypid, NULL), coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attgenerated <> '', a.attinhcount > 0, r.relpersistence = 't', " +
			"r.relkind <> 'p' AND EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = r.oid), r.reloftype <> 0, " +
			"coalesce((SELECT string_agg(o.attrelid::regclass || '.' || o.attname, ', ') FROM pg_attribute AS o JOIN pg_type AS y ON y.oid IN (r.reltype, (SELECT typarray FROM pg_type WHERE oid = r.reltype)) WHERE o.atttypid = y.oid AND NOT o.attisdropped), '') " +
			"FROM setting, pg_attribute AS a JOIN pg_class AS r ON r.oid = a.attrelid LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum " +
			"WHERE path IS NOT NULL AND a.attrelid = to_regclass(" + literal(c.Table) + ") AND a.attname = " + literal(c.Name)
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var x pgColumn
			var generated, inherited, temporary, parent, typed bool
			var rowType string
			if err := rows.Scan(&x.kind, &x.fallback, &generated, &inherited, &temporary, &parent, &typed, &rowType); err != nil {
				return err
			}
			switch {
			case generated:
				p.Refuse("column %s: it is generated: drop it before and add it afterwards", c)
			case inherited:
				p.Refuse("column %s: its table is a partition or inherits it: name the column of the parent", c)
			case parent:
				p.Refuse("column %s: other tables inherit its table, with constraints of their own: move it by hand", c)
			case typed:
				p.Refuse("column %s: its table has a type of its own (OF): ALTER TABLE %s NOT OF before", c, c.Table)
			case rowType != "":
				p.Refuse("column %s: its rows are the type of %s: PostgreSQL changes no column below it", c, rowType)
			case temporary:
				p.Refuse("column %s: its table is temporary", c)
			case !slices.Contains(p.form.from, x.kind):
				p.Refuse("column %s: its type is %s, and -from %s reads %s", c, x.kind, p.options.From, english.And(p.form.from))
			case x.fallback != "" && p.form.function != "":
				p.Refuse("column %s: its default %s makes a text: drop it before and set another afterwards", c, x.fallback)
			}
			s.columns[c] = x
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// PgPath begins a query: it makes the server write names with their schemas, as the script needs them.
const PgPath = "WITH setting AS MATERIALIZED (SELECT set_config('search_path', 'pg_catalog', true) AS path) "

// pgDependents returns the query of the preflight.
func (p *plan) pgDependents() string {
	return strings.TrimSuffix(strings.ReplaceAll(pgFound, "{{columns}}", p.pgValues()), "\n")
}

// pgItems reads the objects that name the columns, views before those that read them.
func (p *plan) pgItems(ctx context.Context) ([]Object, error) {
	var list []Object
	levels := map[string]int{}
	err := p.db.Query(ctx, p.pgDependents(), func(rows *sql.Rows) error {
		var i Object
		var level int
		if err := rows.Scan(&i.Kind, &i.Table, &i.Name, &i.Definition, &i.Expression, &i.Problem, &level); err != nil {
			return err
		}
		levels[i.String()] = level
		list = append(list, i)
		return nil
	})
	slices.SortFunc(list, func(a, b Object) int {
		return cmp.Or(cmp.Compare(levels[a.String()], levels[b.String()]), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.String(), b.String()))
	})
	return list, err
}

// pgUnique is a unique index that has a moved column.
type pgUnique struct {
	table, name, where string
	nullsToo           bool // NULLS NOT DISTINCT
	expressions        []string
	moved              []string // the names of moved columns among them, empty for other expressions
}

// pgUniques reads the unique indexes.
func (p *plan) pgUniques(ctx context.Context, s *pgSchema, _ []Object) error {
	for _, t := range p.tables() {
		query := PgPath + "SELECT x.relname, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce((to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false), pg_get_indexdef(i.indexrelid, k.n, true), coalesce(a.attname, '') " +
			"FROM setting, pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) AS k (n) LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.n - 1] " +
			"WHERE path IS NOT NULL AND i.indrelid = to_regclass(" + literal(t) + ") AND i.indisunique ORDER BY 1, k.n"
		var list []pgUnique
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			u := pgUnique{table: t}
			var expression, name string
			if err := rows.Scan(&u.name, &u.where, &u.nullsToo, &expression, &name); err != nil {
				return err
			}
			if n := len(list); n == 0 || list[n-1].name != u.name {
				list = append(list, u)
			}
			if !slices.Contains(p.of(t), name) {
				name = ""
			}
			last := &list[len(list)-1]
			last.expressions, last.moved = append(last.expressions, expression), append(last.moved, name)
			return nil
		})
		if err != nil {
			return err
		}
		for _, u := range list {
			if slices.ContainsFunc(u.moved, func(m string) bool { return m != "" }) {
				s.uniques = append(s.uniques, u)
			}
		}
	}
	return nil
}

// pgForeign is a foreign key whose rows the server checks when it is added again.
type pgForeign struct {
	child, parent    string
	columns, parents []string
}

// pgForeignKeys reads the foreign keys that hold for all rows.
func (p *plan) pgForeignKeys(ctx context.Context, s *pgSchema, items []Object) error {
	for _, i := range items {
		if i.Kind != "foreign key" {
			continue
		}
		query := "SELECT quote_ident(n.nspname) || '.' || quote_ident(r.relname), a.attname, b.attname FROM pg_constraint AS f JOIN pg_class AS r ON r.oid = f.confrelid JOIN pg_namespace AS n ON n.oid = r.relnamespace " +
			"CROSS JOIN LATERAL unnest(f.conkey, f.confkey) WITH ORDINALITY AS k (child, parent, place) " +
			"JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.child JOIN pg_attribute AS b ON b.attrelid = f.confrelid AND b.attnum = k.parent " +
			"WHERE f.convalidated AND NOT coalesce((to_jsonb(f) ->> 'conperiod')::boolean, false) AND f.conrelid = to_regclass(" + literal(i.Table) + ") AND f.conname = " + literal(i.Name) + " ORDER BY k.place"
		f := pgForeign{child: i.Table}
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var child, parent string
			err := rows.Scan(&f.parent, &child, &parent)
			f.columns, f.parents = append(f.columns, child), append(f.parents, parent)
			return err
		})
		if err != nil {
			return err
		}
		if len(f.columns) > 0 {
			s.foreign = append(s.foreign, f)
		}
	}
	return nil
}

// pgPart is the index of a partition, which is built again under another name with its parent's.
type pgPart struct{ root, table, name, options, comment string }

// pgParts reads the indexes of partitions, and refuses those of a parent that lacks some.
func (p *plan) pgParts(ctx context.Context, s *pgSchema, _ []Object) error {
	for _, t := range p.tables() {
		var moved []string
		for _, name := range p.of(t) {
			moved = append(moved, literal(name))
		}
		query := PgPath + "SELECT quote_ident(n.nspname) || '.' || quote_ident(x.relname), quote_ident(cn.nspname) || '.' || quote_ident(ct.relname), c.relname, coalesce(array_to_string(c.reloptions, ', '), ''), " +
			"coalesce(obj_description(c.oid, 'pg_class'), ''), i.indisvalid FROM setting, pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid AND x.relkind = 'I' AND NOT x.relispartition JOIN pg_namespace AS n ON n.oid = x.relnamespace " +
			"CROSS JOIN LATERAL pg_partition_tree(x.oid) AS tree JOIN pg_class AS c ON c.oid = tree.relid JOIN pg_index AS ci ON ci.indexrelid = c.oid JOIN pg_class AS ct ON ct.oid = ci.indrelid JOIN pg_namespace AS cn ON cn.oid = ct.relnamespace " +
			"WHERE path IS NOT NULL AND i.indrelid = to_regclass(" + literal(t) + ") AND EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]) AND a.attname IN (" + strings.Join(moved, ", ") + ")) ORDER BY 1, 2"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var part pgPart
			var valid bool
			if err := rows.Scan(&part.root, &part.table, &part.name, &part.options, &part.comment, &valid); err != nil {
				return err
			}
			switch {
			case !valid && part.table == t:
				p.Refuse("index %s of %s: it is invalid, because not all partitions have one that is attached: attach them, or drop it", part.name, t)
			case part.table != t:
				s.parts = append(s.parts, part)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pgTargets reads the statistics targets of indexes, which go with them.
func (p *plan) pgTargets(ctx context.Context, s *pgSchema, _ []Object) error {
	for _, t := range p.tables() {
		query := "SELECT 'ALTER INDEX ' || quote_ident(n.nspname) || '.' || quote_ident(x.relname) || ' ALTER COLUMN ' || a.attnum || ' SET STATISTICS ' || a.attstattarget FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid " +
			"JOIN pg_namespace AS n ON n.oid = x.relnamespace JOIN pg_attribute AS a ON a.attrelid = x.oid WHERE a.attstattarget >= 0 AND (i.indrelid = to_regclass(" + literal(t) + ") OR i.indrelid IN (SELECT relid FROM pg_partition_tree(to_regclass(" + literal(t) + ")))) ORDER BY 1"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var statement string
			err := rows.Scan(&statement)
			s.targets = append(s.targets, statement)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pgPublications notes the publications of the tables: the subscribers' columns keep their types.
func (p *plan) pgPublications(ctx context.Context, _ *pgSchema, _ []Object) error {
	for _, t := range p.tables() {
		err := p.db.Query(ctx, "SELECT p.pubname FROM pg_publication AS p CROSS JOIN LATERAL pg_get_publication_tables(p.pubname) AS t WHERE t.relid = to_regclass("+literal(t)+") ORDER BY 1", func(rows *sql.Rows) error {
			var name string
			err := rows.Scan(&name)
			p.Note("publication %s has %s: its subscribers keep their types, and get the texts of the new one; change them as well", name, t)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// shownKinds are those whose text a user wants to see who has to drop them.
var shownKinds = []string{"policy", "rule", "generated column"}

// pgTake adds what the script does with an object, or refuses it.
func (p *plan) pgTake(i Object, s *pgSchema) {
	if i.Problem != "" {
		if slices.Contains(shownKinds, i.Kind) {
			p.Refuse("%s: %s:\n    %s", i, i.Problem, strings.ReplaceAll(i.Definition, "\n", "\n    "))
			return
		}
		p.Refuse("%s: %s", i, i.Problem)
		return
	}
	moved := func(_, name string) bool { return slices.Contains(p.of(i.Table), name) }
	switch i.Kind {
	case "column":
		p.take(i, "gets the new type in its place")
	case "foreign key":
		p.take(i, "dropped, and added again with its name")
	case "view":
		if v := s.views[i.Name]; v.use == useKept || p.reviewed(i, "it compares a column that moves with a text, or computes something of it, and may read whole tables afterwards", i.Definition) {
			p.take(i, "dropped, and created again with its owner, rights and comment"+map[bool]string{true: ", without casts of the columns"}[v.stripped])
		}
	case "trigger":
		if worst, _ := (reader{tokens: tokensOf(pgWhen(i.Definition)), moved: moved}).uses(); worst == useKept || p.reviewed(i, "its condition may mean something else of the new type", i.Definition) {
			p.take(i, "dropped, and created again")
		}
	case "function":
		if p.reviewed(i, "its text has the names of a table and a column", i.Definition) {
			p.take(i, "stays as it is: reviewed")
		}
	case "check", "index":
		if keeps(i.Expression, p.of(i.Table)) || p.reviewed(i, "its expression may mean something else of the new type", i.Expression) {
			p.take(i, "PostgreSQL builds it again with the type")
		}
	default:
		p.take(i, "PostgreSQL builds it again with the type")
	}
}

// pgWhen returns the condition of a trigger, or nothing.
func pgWhen(definition string) string {
	_, after, ok := strings.Cut(definition, " WHEN (")
	if !ok {
		return ""
	}
	condition, _, _ := strings.Cut(after, ") EXECUTE ")
	return condition
}

// pgTrigger returns a trigger's definition without casts of columns that are compared with each other.
func (p *plan) pgTrigger(i Object) string {
	condition := pgWhen(i.Definition)
	tokens := tokensOf(condition)
	_, casts := reader{tokens: tokens, moved: func(_, name string) bool { return slices.Contains(p.of(i.Table), name) }}.uses()
	return strings.Replace(i.Definition, condition, stripped(condition, tokens, casts), 1)
}

var literal, pgQuote = sqltext.PgLiteral, sqltext.PgQuote
