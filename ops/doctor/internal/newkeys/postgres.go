package newkeys

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

var literal, pgQuote = sqltext.PgLiteral, sqltext.PgQuote

// pgPlan is what the script for PostgreSQL has besides the plan.
type pgPlan struct {
	*plan
	schema  string // of the functions, quoted
	indexes []pgIndex
	foreign []pgForeign
	checks  []pgCheck
	extras  []string            // statements that bring back what belongs to a column
	views   map[string][]string // statements that create each view again
	notNull map[*column]string  // names of NOT NULL constraints, from PostgreSQL 18 on
	stats   []string            // what brings statistics objects back
	kinds   map[*column]string  // the types of the columns
}

// pgIndex is an index of a column that moves.
type pgIndex struct {
	table                    *table
	name, temp               string
	definition, space        string
	constraint, kind         string // its constraint, and whether that is p or u
	deferring                string // DEFERRABLE and so on
	unique, clustered, isKey bool   // isKey is whether it is the replica identity
	comment, constraintNote  string
}

// pgForeign is a foreign key of a column that moves.
type pgForeign struct {
	table              *table
	name, temp         string
	parent             string
	columns, to        []string
	rest               string // MATCH, actions and DEFERRABLE
	validated, enforce bool
	comment            string
}

// pgCheck is a check of columns that move.
type pgCheck struct {
	table            *table
	name, temp       string
	expression, rest string
	validated        bool
	comment          string
}

// postgres writes the script for PostgreSQL.
func (p *plan) postgres(ctx context.Context) error {
	pg := &pgPlan{plan: p, notNull: map[*column]string{}, kinds: map[*column]string{}}
	if err := move.Writable(ctx, p.db, p.server.Product); err != nil {
		return err
	}
	err := p.build(ctx, func(ctx context.Context, name string) (joined.Column, error) { return move.Resolve(ctx, p.db, name) }, pg.edges)
	if err != nil {
		return err
	}
	p.order()
	for _, read := range []func(context.Context) error{pg.functions, pg.readTables, pg.readColumns, pg.readKeys, pg.readTimes, pg.readIndexes, pg.readForeign, pg.readChecks, pg.readObjects} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	p.numberable()
	if err := p.err(); err != nil {
		return err
	}
	pg.script()
	return nil
}

// edges returns the foreign keys from and to a column.
func (p *pgPlan) edges(ctx context.Context, c joined.Column) (list []edge, err error) {
	// Names are scalar subqueries: to plan a join of all these tables takes longer than anything else here.
	const table = "(SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = %s) AS %s"
	const column = "(SELECT a.attname FROM pg_attribute AS a WHERE a.attrelid = %s AND a.attnum = %s) AS %s"
	own := "to_regclass(" + literal(c.Table) + ")"
	query := "SELECT child_table, child_column, parent_table, parent_column, conname, condeferrable FROM (SELECT f.*, " +
		fmt.Sprintf(table, "f.conrelid", "child_table") + ", " + fmt.Sprintf(column, "f.conrelid", "k.child", "child_column") + ", " +
		fmt.Sprintf(table, "f.confrelid", "parent_table") + ", " + fmt.Sprintf(column, "f.confrelid", "k.parent", "parent_column") +
		" FROM pg_constraint AS f CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (child, parent) " +
		"WHERE f.contype = 'f' AND f.conparentid = 0 AND " + own + " IN (f.conrelid, f.confrelid)) AS f " +
		"WHERE (conrelid = " + own + " AND child_column = " + literal(c.Name) + ") OR (confrelid = " + own + " AND parent_column = " + literal(c.Name) + ") ORDER BY 1, 2, 5"
	err = p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var e edge
		if err := rows.Scan(&e.child.Table, &e.child.Name, &e.parent.Table, &e.parent.Name, &e.name, &e.late); err != nil {
			return err
		}
		e.name = "foreign key " + e.name + " of " + e.child.Table
		list = append(list, e)
		return nil
	})
	return list, err
}

// functions finds the schema of the functions.
func (p *pgPlan) functions(ctx context.Context) error {
	arguments := "timestamptz"
	if p.format.size > 0 {
		arguments = "timestamptz, bigint"
	}
	for _, f := range []string{"at(" + arguments + ")", "new()"} {
		query := fmt.Sprintf("SELECT quote_ident(n.nspname) FROM pg_proc AS f JOIN pg_namespace AS n ON n.oid = f.pronamespace WHERE f.oid = to_regprocedure('sortid_%s_%s')", p.format.function, f)
		found := false
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error { found = true; return rows.Scan(&p.schema) })
		if err != nil || !found {
			return errors.Join(err, map[bool]error{false: p.format.missing("postgres")}[found])
		}
	}
	return nil
}

// readTables refuses tables of kinds that the script does not keep.
func (p *pgPlan) readTables(ctx context.Context) error {
	for _, t := range p.tables {
		query := "SELECT c.relkind <> 'r', c.relispartition OR EXISTS (SELECT FROM pg_inherits AS i WHERE c.oid IN (i.inhrelid, i.inhparent)), c.relpersistence = 't', row_security_active(c.oid) OR c.relforcerowsecurity, " +
			"NOT has_table_privilege(c.oid, 'SELECT'), " +
			"coalesce((SELECT string_agg(u.pubname, chr(1)) FROM pg_publication AS u WHERE u.puballtables OR EXISTS (SELECT FROM pg_publication_tables AS v WHERE v.pubname = u.pubname AND quote_ident(v.schemaname) || '.' || quote_ident(v.tablename) = " + literal(t.name) + ")), '') " +
			"FROM pg_class AS c WHERE c.oid = to_regclass(" + literal(t.name) + ")"
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var other, inherits, temporary, secured, denied bool
			var publications string
			if err := rows.Scan(&other, &inherits, &temporary, &secured, &denied, &publications); err != nil {
				return err
			}
			switch {
			case other || inherits:
				p.Refuse("table %s: it is no ordinary table: a view, a partitioned or foreign one, a partition, or one that inherits", t.name)
			case temporary:
				p.Refuse("table %s: it is temporary", t.name)
			case secured:
				p.Refuse("table %s: row-level security hides rows from the account: use one that owns the table, without FORCE ROW LEVEL SECURITY", t.name)
			case denied:
				p.Refuse("table %s: the account may not read it: grant SELECT", t.name)
			}
			for name := range strings.SplitSeq(publications, "\x01") {
				if name != "" {
					p.review("publication "+name, t.name, name, "its subscribers need the new columns of "+t.name+" first, and the new type of its keys")
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := p.each(ctx, "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass("+literal(t.name)+") AND attnum > 0 AND NOT attisdropped ORDER BY attnum", func(name string) { t.all = append(t.all, name) }); err != nil {
			return err
		}
		// Triggers of users run for each row that the script fills.
		err = p.each(ctx, "SELECT t.tgname FROM pg_trigger AS t WHERE t.tgrelid = to_regclass("+literal(t.name)+") AND NOT t.tgisinternal AND t.tgname <> "+literal(pgTrigger)+" AND t.tgenabled <> 'D' AND t.tgtype & 16 <> 0 AND cardinality(t.tgattr::int2[]) = 0 ORDER BY 1", func(name string) {
			p.review("trigger "+name+" of "+t.name, t.name, name, "it runs for each row while the script fills the new columns; what it sets in the row is undone, what it writes elsewhere is not")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// each calls f for the texts that a query returns.
func (p *pgPlan) each(ctx context.Context, query string, f func(string)) error {
	return p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var s string
		err := rows.Scan(&s)
		f(s)
		return err
	})
}

// attribute returns the query of some expressions about a column.
func attribute(c *column, expressions string) string {
	return "SELECT " + expressions + " FROM pg_attribute AS a JOIN pg_type AS y ON y.oid = a.atttypid LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum " +
		"WHERE a.attrelid = to_regclass(" + literal(c.table.name) + ") AND a.attname = " + literal(c.name)
}

// readColumns reads what belongs to the columns, and refuses what the new ones cannot have.
func (p *pgPlan) readColumns(ctx context.Context) error {
	for _, c := range p.columns() {
		err := p.db.Query(ctx, attribute(c, "format_type(a.atttypid, a.atttypmod), a.attnotnull, coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attgenerated <> '', y.typnamespace <> 'pg_catalog'::regnamespace AND y.typtype <> 'd', "+
			"coalesce(col_description(a.attrelid, a.attnum), ''), coalesce((SELECT n.conname FROM pg_constraint AS n WHERE n.conrelid = a.attrelid AND n.contype = 'n' AND n.conkey = ARRAY[a.attnum]), '')"), func(rows *sql.Rows) error {
			var fallback, name string
			var generated, strange bool
			var kind string
			if err := rows.Scan(&kind, &c.notNull, &fallback, &generated, &strange, &c.comment, &name); err != nil {
				return err
			}
			p.kinds[c] = kind
			if name != "" {
				p.notNull[c] = name
			}
			switch {
			case generated:
				p.Refuse("column %s: it is generated: drop it before and add it afterwards", c)
			case strange:
				p.Refuse("column %s: its type %s is of an extension or your own: change it before", c, kind)
			case c.root != nil && fallback != "" && !strings.HasPrefix(fallback, "NULL"):
				p.Refuse("column %s: its default %s is an old key: drop it before and set another afterwards", c, fallback)
			case c.root == nil && !c.notNull:
				p.Refuse("column %s: it accepts NULL, so it is no key: set it NOT NULL", c)
			case c.root == nil && strings.Contains(fallback, p.newKey(false)):
				p.Refuse("column %s: its default %s makes such keys already", c, fallback)
			case len(c.name) > 55 && p.options.KeepOld != "" && c.root == nil:
				p.Refuse("column %s: its name is too long for -keep-old", c)
			}
			if slices.Contains(c.table.all, c.temp) {
				p.Refuse("table %s: it has the column %s of a move that has begun: go on with its script, or give up as its first lines say", c.table.name, c.temp)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := p.each(ctx, pgAttached(c), func(s string) { p.extras = append(p.extras, s) }); err != nil {
			return err
		}
	}
	return nil
}

// pgAttached returns the query of the statements that bring back the comment, rights, statistics target and options of
// a column.
func pgAttached(c *column) string {
	alter := literal("ALTER TABLE " + c.table.name + " ALTER COLUMN " + pgQuote(c.name) + " SET ")
	return "WITH a AS (SELECT * FROM pg_attribute WHERE attrelid = to_regclass(" + literal(c.table.name) + ") AND attname = " + literal(c.name) + ") " +
		"SELECT " + literal("COMMENT ON COLUMN "+c.table.name+"."+pgQuote(c.name)+" IS ") + " || quote_literal(col_description(attrelid, attnum)) FROM a WHERE col_description(attrelid, attnum) IS NOT NULL " +
		"UNION ALL SELECT 'GRANT ' || x.privilege_type || ' (' || quote_ident(attname) || ') ON ' || " + literal(c.table.name) + " || ' TO ' || CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END || CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END FROM a, aclexplode(a.attacl) AS x " +
		"UNION ALL SELECT " + alter + " || 'STATISTICS ' || attstattarget FROM a WHERE attstattarget >= 0 " +
		"UNION ALL SELECT " + alter + " || '(' || array_to_string(attoptions, ', ') || ')' FROM a WHERE attoptions IS NOT NULL"
}

// newKey is the call that makes the key of a new row.
func (p *pgPlan) newKey(qualified bool) string {
	name := "sortid_" + p.format.function + "_new()"
	if qualified {
		return p.schema + "." + name
	}
	return name
}
