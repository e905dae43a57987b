package move

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// pgView is what brings a view back.
type pgView struct {
	create   []string
	use      use  // how it uses the columns
	stripped bool // whether casts were left out
}

// relations maps the tables and views of a database by their quoted names to their columns, and says which of
// these move.
type relations map[string]map[string]bool

// pgViews reads what brings the views back. The catalog prints a comparison of varchar columns with casts to text, which
// would hide the indexes of the new type: they are left out where both sides move.
func (p *plan) pgViews(ctx context.Context, s *pgSchema, items []item) error {
	s.views = map[string]pgView{}
	known := relations{}
	err := p.db.Query(ctx, "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped", func(rows *sql.Rows) error {
		var name, column string
		err := rows.Scan(&name, &column)
		if known[name] == nil {
			known[name] = map[string]bool{}
		}
		known[name][column] = slices.Contains(p.of(name), column)
		return err
	})
	for _, i := range items {
		if err != nil || i.kind != "view" {
			continue
		}
		text, v := known.view(i.name, i.definition)
		v.create = []string{text}
		err = p.pgAround(ctx, i, &v)
		s.views[i.name] = v
	}
	return err
}

// pgAround adds what a view has beside its text.
func (p *plan) pgAround(ctx context.Context, i item, v *pgView) error {
	query := "SELECT array_to_string(c.reloptions, ', '), quote_ident(pg_get_userbyid(c.relowner)), coalesce(obj_description(c.oid, 'pg_class'), ''), c.relacl IS NOT NULL " +
		"FROM pg_class AS c WHERE c.oid = to_regclass(" + literal(i.name) + ")"
	err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var options sql.NullString
		var owner, comment string
		var rights bool
		if err := rows.Scan(&options, &owner, &comment, &rights); err != nil {
			return err
		}
		with := ""
		if options.String != "" {
			with = " WITH (" + options.String + ")"
		}
		v.create = []string{"CREATE VIEW " + i.name + with + " AS\n" + v.create[0], "ALTER VIEW " + i.name + " OWNER TO " + owner}
		if comment != "" {
			v.create = append(v.create, "COMMENT ON VIEW "+i.name+" IS "+literal(comment))
		}
		if rights {
			v.create = append(v.create, "REVOKE ALL ON "+i.name+" FROM PUBLIC, "+owner)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return p.db.Query(ctx, "SELECT 'GRANT ' || a.privilege_type || ' ON ' || "+literal(i.name)+" || ' TO ' || CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END "+
		"FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) WITH ORDINALITY AS a (grantor, grantee, privilege_type, is_grantable, n) WHERE c.oid = to_regclass("+literal(i.name)+") ORDER BY a.n", func(rows *sql.Rows) error {
		var grant string
		err := rows.Scan(&grant)
		v.create = append(v.create, grant)
		return err
	})
}

// view reads a view's text: it returns it without needless casts, and remembers which columns of the view move.
func (known relations) view(name, definition string) (string, pgView) {
	text := strings.TrimSuffix(strings.TrimSpace(definition), ";")
	tokens := tokensOf(text)
	r := reader{tokens, known.moved(tokens)}
	worst, casts := r.uses()
	for _, column := range r.shown() {
		known[name][column] = true
	}
	out := stripped(text, tokens, casts)
	return out, pgView{use: worst, stripped: out != text}
}

// endOfTable are words that may follow a table in FROM, and are no alias.
var endOfTable = []string{"on", "where", "join", "left", "right", "full", "inner", "cross", "group", "order", "limit", "union", "using", "natural", "for", "window", "having", "except", "intersect", "tablesample", "offset", "fetch"}

// moved returns a function for the names in a query. An alias stands for all relations that have it: those of them that
// have the column must all move it.
func (known relations) moved(tokens []token) func(qualifier, name string) bool {
	r := reader{tokens: tokens}
	aliases := map[string][]string{}
	var all []string
	for i := range tokens {
		if !r.at(i-1).is("from", "join", "only", ",", "(") || r.at(i+1).text != "." {
			continue
		}
		relation := r.at(i).text + "." + r.at(i+2).text
		if _, ok := known[relation]; !ok {
			continue
		}
		alias, next := r.at(i+2), r.at(i+3)
		if next.isName() && !next.is(endOfTable...) {
			alias = next
		}
		if r.at(i+4).text == "(" && alias == next { // it renames the columns
			relation = ""
		}
		aliases[alias.unquoted()] = append(aliases[alias.unquoted()], relation)
		all = append(all, relation)
	}
	return func(qualifier, name string) bool {
		list := aliases[qualifier]
		if qualifier == "" {
			return slices.ContainsFunc(all, func(relation string) bool { return known[relation][name] })
		}
		found := false
		for _, relation := range list {
			moved, ok := known[relation][name]
			if relation == "" || ok && !moved {
				return false
			}
			found = found || ok
		}
		return found
	}
}

// shown returns the names of the columns that a query shows as they are and that move.
func (r reader) shown() []string {
	var names []string
	depth, begin := 0, true
	for i, t := range r.tokens {
		switch {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case depth == 0 && t.is("from"):
			return names
		case depth == 0 && (t.text == "," || t.is("select", "distinct")):
			begin = true
			continue
		}
		if !begin || depth > 0 {
			continue
		}
		begin = false
		o, ok := r.column(i)
		switch {
		case !ok || len(o.casts) > 0:
		case r.at(o.to).is("as"):
			names = append(names, r.at(o.to+1).unquoted())
		case r.at(o.to).text == "," || r.at(o.to).is("from"):
			names = append(names, r.at(o.to-1).unquoted())
		}
	}
	return names
}
