package newkeys

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// readKeys refuses keys that do not identify a row alone, and those that have the target form already.
func (p *pgPlan) readKeys(ctx context.Context) error {
	for _, c := range p.columns() {
		if c.root != nil {
			continue
		}
		unique := false
		query := "SELECT 1 FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indrelid = to_regclass(" + literal(c.table.name) +
			") AND a.attname = " + literal(c.name) + " AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indnkeyatts = 1 AND i.indpred IS NULL AND i.indexprs IS NULL"
		if err := p.db.Query(ctx, query, func(*sql.Rows) error { unique = true; return nil }); err != nil {
			return err
		}
		if !unique {
			p.Refuse("column %s: it has no primary key or unique constraint of its own, so that a value may be that of several rows", c)
			continue
		}
		if p.kinds[c] != p.pgType() || p.format.size > 0 {
			continue
		}
		has, all := false, false
		query = fmt.Sprintf("SELECT count(*) > 0, coalesce(bool_and(%s.sortid_%s_valid(id)), false) FROM (SELECT %s AS id FROM %s LIMIT 1000) AS s", p.schema, p.format.function, pgQuote(c.name), c.table.name)
		if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&has, &all) }); err != nil {
			return err
		}
		if has && all {
			p.Refuse("column %s: it holds such keys already", c)
		}
	}
	return nil
}

// pgType is the type of the new columns.
func (f format) pgType() string {
	return map[int]string{16: "uuid", 20: "bytea", 8: "bigint"}[f.width]
}

func (p *pgPlan) pgType() string { return p.format.pgType() }

// readTimes finds the column with the times of each table whose key moves.
func (p *pgPlan) readTimes(ctx context.Context) error {
	if err := p.checkTimes(); err != nil {
		return err
	}
	for _, t := range p.tables {
		if len(t.keys()) == 0 {
			continue
		}
		var list []timed
		query := "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = to_regclass(" + literal(t.name) + ") AND NOT attisdropped AND atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype) ORDER BY attnum"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
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
		wrong := int64(0)
		err = p.db.Query(ctx, "SELECT count(*) FROM "+t.name+" WHERE "+p.outside(t), func(rows *sql.Rows) error { return rows.Scan(&wrong) })
		if err != nil && !strings.Contains(err.Error(), "57014") { // the script counts before it changes anything
			return err
		}
		if wrong > 0 {
			p.Refuse("column %s.%s: %d rows have no time, or one out of %s's range, %s to %s: correct them", t.name, t.clock.column, wrong, p.format.name, p.format.from, p.format.to)
		}
	}
	return nil
}

// time returns the time of a row, of a table or a row variable in front of the column.
func (p *pgPlan) time(t *table, row string) string {
	switch c := row + pgQuote(t.clock.column); t.clock.kind {
	case "timestamp with time zone":
		return c
	case "date":
		return "(" + c + "::timestamp AT TIME ZONE 'UTC')"
	default:
		return "(" + c + " AT TIME ZONE 'UTC')"
	}
}

// outside is the condition of rows that get no key.
func (p *pgPlan) outside(t *table) string {
	at := p.time(t, "")
	return fmt.Sprintf("%s IS NULL OR NOT %s BETWEEN '%s+00' AND '%s+00'", pgQuote(t.clock.column), at, p.format.from, p.format.to)
}

// pgIndexed splits the definition of an index.
var pgIndexed = regexp.MustCompile(`(?s)^CREATE (?:UNIQUE )?INDEX .+? ON (?:ONLY )?.+? (USING .*)$`)

// pgMoved is the condition that one of some numbers of columns is that of a column that moves.
func pgMoved(t *table, numbers string) string {
	var names []string
	for _, n := range t.names() {
		names = append(names, literal(n))
	}
	return "EXISTS (SELECT FROM pg_attribute AS m WHERE m.attrelid = to_regclass(" + literal(t.name) + ") AND m.attname IN (" + strings.Join(names, ", ") + ") AND m.attnum = ANY (" + numbers + "))"
}

func (p *pgPlan) readIndexes(ctx context.Context) error {
	for _, t := range p.tables {
		query := "SELECT x.relname, pg_get_indexdef(x.oid), coalesce(s.spcname, ''), i.indisunique, i.indisclustered, i.indisreplident, NOT i.indisvalid, coalesce(obj_description(x.oid, 'pg_class'), ''), " +
			"coalesce(c.conname, ''), coalesce(c.contype::text, ''), CASE WHEN c.condeferred THEN ' DEFERRABLE INITIALLY DEFERRED' WHEN c.condeferrable THEN ' DEFERRABLE' ELSE '' END, coalesce(obj_description(c.oid, 'pg_constraint'), '') " +
			"FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid LEFT JOIN pg_tablespace AS s ON s.oid = x.reltablespace LEFT JOIN pg_constraint AS c ON c.conindid = x.oid AND c.conrelid = i.indrelid AND c.contype IN ('p', 'u', 'x') " +
			"WHERE i.indrelid = to_regclass(" + literal(t.name) + ") AND (" + pgMoved(t, "i.indkey::int2[]") + " OR " +
			pgMoved(t, "ARRAY(SELECT d.refobjsubid FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid)") + ") ORDER BY x.relname"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			x := pgIndex{table: t, temp: fmt.Sprintf("sortid_move_%d", p.next())}
			var invalid bool
			if err := rows.Scan(&x.name, &x.definition, &x.space, &x.unique, &x.clustered, &x.isKey, &invalid, &x.comment, &x.constraint, &x.kind, &x.deferring, &x.constraintNote); err != nil {
				return err
			}
			m := pgIndexed.FindStringSubmatch(x.definition)
			if m == nil || invalid {
				p.Refuse("index %s of %s: it is invalid: drop it, or build it again", x.name, t.name)
				return nil
			}
			x.definition = renamed(m[1], t.temps())
			p.indexes = append(p.indexes, x)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *pgPlan) readForeign(ctx context.Context) error {
	for _, t := range p.tables {
		query := "SELECT f.conname, quote_ident(n.nspname) || '.' || quote_ident(r.relname), f.confmatchtype::text, f.confupdtype::text, f.confdeltype::text, f.condeferrable, f.condeferred, f.convalidated, coalesce(obj_description(f.oid, 'pg_constraint'), ''), " +
			"coalesce((to_jsonb(f)->>'conenforced')::boolean, true), coalesce((to_jsonb(f)->>'conperiod')::boolean, false), " +
			"(SELECT string_agg(a.attname, chr(1) ORDER BY k.n) FROM unnest(f.conkey) WITH ORDINALITY AS k (num, n) JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.num), " +
			"(SELECT string_agg(a.attname, chr(1) ORDER BY k.n) FROM unnest(f.confkey) WITH ORDINALITY AS k (num, n) JOIN pg_attribute AS a ON a.attrelid = f.confrelid AND a.attnum = k.num), " +
			"coalesce((SELECT string_agg(a.attname, chr(1) ORDER BY k.n) FROM unnest(translate(to_jsonb(f)->>'confdelsetcols', '[]', '{}')::int2[]) WITH ORDINALITY AS k (num, n) JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.num), '') " +
			"FROM pg_constraint AS f JOIN pg_class AS r ON r.oid = f.confrelid JOIN pg_namespace AS n ON n.oid = r.relnamespace WHERE f.contype = 'f' AND f.conrelid = to_regclass(" + literal(t.name) + ") AND " + pgMoved(t, "f.conkey") + " ORDER BY 1"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			f := pgForeign{table: t, temp: fmt.Sprintf("sortid_move_%d", p.next())}
			var match, update, deletes, columns, to, set string
			var deferrable, deferred, period bool
			if err := rows.Scan(&f.name, &f.parent, &match, &update, &deletes, &deferrable, &deferred, &f.validated, &f.comment, &f.enforce, &period, &columns, &to, &set); err != nil {
				return err
			}
			if period {
				p.Refuse("foreign key %s of %s: a PERIOD does not come back by itself: drop it before and add it afterwards", f.name, t.name)
			}
			f.columns, f.to = strings.Split(columns, "\x01"), strings.Split(to, "\x01")
			f.rest = pgMatches[match] + pgActions("UPDATE", update) + pgActions("DELETE", deletes)
			if set != "" {
				f.rest += " (" + strings.Join(pgQuoted(p.newNames(t.name, strings.Split(set, "\x01"))), ", ") + ")"
			}
			switch {
			case deferred:
				f.rest += " DEFERRABLE INITIALLY DEFERRED"
			case deferrable:
				f.rest += " DEFERRABLE"
			}
			p.foreign = append(p.foreign, f)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var pgMatches = map[string]string{"f": " MATCH FULL", "p": " MATCH PARTIAL"}

// pgActions writes an action of a foreign key.
func pgActions(event, action string) string {
	what := map[string]string{"r": "RESTRICT", "c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"}[action]
	if what == "" {
		return ""
	}
	return " ON " + event + " " + what
}

// newNames returns the names of the new columns in place of those that move.
func (p *plan) newNames(table string, columns []string) []string {
	temps := p.table(table).temps()
	list := make([]string, len(columns))
	for i, c := range columns {
		if list[i] = c; temps[c] != "" {
			list[i] = temps[c]
		}
	}
	return list
}

func pgQuoted(names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = pgQuote(n)
	}
	return list
}

func (p *pgPlan) readChecks(ctx context.Context) error {
	for _, t := range p.tables {
		query := "SELECT c.conname, pg_get_expr(c.conbin, c.conrelid), c.connoinherit, c.convalidated, coalesce((to_jsonb(c)->>'conenforced')::boolean, true), coalesce(obj_description(c.oid, 'pg_constraint'), '') " +
			"FROM pg_constraint AS c WHERE c.contype = 'c' AND c.conrelid = to_regclass(" + literal(t.name) + ") AND " + pgMoved(t, "c.conkey") + " ORDER BY 1"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			c := pgCheck{table: t, temp: fmt.Sprintf("sortid_move_%d", p.next())}
			var noInherit, enforced bool
			if err := rows.Scan(&c.name, &c.expression, &noInherit, &c.validated, &enforced, &c.comment); err != nil {
				return err
			}
			if !move.Keeps(c.expression, t.names()) {
				p.Refuse("check %s of %s: its expression %s may mean something else of the new keys: drop it before and add another afterwards", c.name, t.name, c.expression)
			}
			c.expression = renamed(c.expression, t.temps())
			if noInherit {
				c.rest = " NO INHERIT"
			}
			if !enforced {
				c.rest, c.validated = c.rest+" NOT ENFORCED", false
			}
			p.checks = append(p.checks, c)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readObjects reads all that names the columns, and refuses what the script does not keep.
func (p *pgPlan) readObjects(ctx context.Context) error {
	v, err := move.DependentsOf(ctx, p.db, named(p.columns()))
	if err != nil {
		return err
	}
	p.query = "SELECT f.* FROM (\n" + v.Query + "\n) AS f WHERE f.name !~ 'sortid_move'"
	if err := p.sequences(ctx); err != nil {
		return err
	}
	for _, o := range v.Objects {
		if strings.Contains(o.Name, "sortid_move") {
			continue
		}
		p.items = append(p.items, o)
		switch {
		case o.Problem != "":
			p.Refuse("%s: %s", o, o.Problem)
		case o.Kind == "function":
			p.review(o.String(), o.Table, o.Name, "its text has the names of a table and a column")
		case o.Kind == "index" && o.Expression != "" && !move.Keeps(o.Expression, p.table(o.Table).names()):
			p.Refuse("%s: its expression %s may mean something else of the new keys: drop it before and create another afterwards", o, o.Expression)
		case o.Kind == "statistics":
			p.stats = append(p.stats, o.Definition)
		}
	}
	if p.views, err = move.Views(ctx, p.db, named(p.columns()), p.items); err != nil {
		return err
	}
	return p.each(ctx, p.statistics(), func(s string) { p.stats = append(p.stats, s) })
}

// sequences refuses those that go with a key although the default of another column uses them.
func (p *pgPlan) sequences(ctx context.Context) error {
	for _, c := range p.columns() {
		query := move.PgPath + "SELECT pg_describe_object(s.classid, s.objid, s.objsubid) " +
			"FROM setting, pg_attribute AS a JOIN pg_depend AS s ON s.refclassid = 'pg_class'::regclass AND s.refobjid = a.attrelid AND s.refobjsubid = a.attnum AND s.classid = 'pg_class'::regclass JOIN pg_class AS q ON q.oid = s.objid AND q.relkind = 'S' " +
			"WHERE path IS NOT NULL AND a.attrelid = to_regclass(" + literal(c.table.name) + ") AND a.attname = " + literal(c.name) +
			" AND EXISTS (SELECT FROM pg_depend AS o JOIN pg_attrdef AS d ON d.oid = o.objid WHERE o.classid = 'pg_attrdef'::regclass AND o.refclassid = s.classid AND o.refobjid = s.objid AND (d.adrelid, d.adnum) IS DISTINCT FROM (a.attrelid, a.attnum))"
		err := p.each(ctx, query, func(name string) {
			p.Refuse("%s: it belongs to %s, and the default of another column uses it: give it to that (ALTER SEQUENCE … OWNED BY)", name, c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// statistics returns the query of what belongs to statistics objects of the columns.
func (p *pgPlan) statistics() string {
	var list []string
	for _, o := range p.items {
		if o.Kind == "statistics" {
			name := "(SELECT quote_ident(n.nspname) || '.' || quote_ident(e.stxname) FROM pg_namespace AS n WHERE n.oid = e.stxnamespace)"
			from := " FROM pg_statistic_ext AS e WHERE e.stxrelid = to_regclass(" + literal(o.Table) + ") AND e.stxname = " + literal(o.Name)
			list = append(list, "SELECT 'ALTER STATISTICS ' || "+name+" || ' OWNER TO ' || quote_ident(pg_get_userbyid(e.stxowner))"+from,
				"SELECT 'COMMENT ON STATISTICS ' || "+name+" || ' IS ' || quote_literal(obj_description(e.oid, 'pg_statistic_ext'))"+from+" AND obj_description(e.oid, 'pg_statistic_ext') IS NOT NULL",
				"SELECT 'ALTER STATISTICS ' || "+name+" || ' SET STATISTICS ' || e.stxstattarget"+from+" AND e.stxstattarget >= 0")
		}
	}
	if len(list) == 0 {
		return "SELECT '' WHERE false"
	}
	return strings.Join(list, " UNION ALL ")
}
