package move

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// pgView is what brings a view back.
type pgView struct {
	create   []string
	use      use  // how it uses the columns
	stripped bool // whether casts were left out
}

// relations maps the tables and views of a database by their quoted names to their columns, and says which of
// these move.
type relations map[string]map[string]motion

// motion is whether a column moves.
type motion int

const (
	stays motion = iota
	moves
	unsure // a view computes it of a query that is not read
)

// pgViews reads what brings the views back. The catalog prints a comparison of varchar columns with casts to text, which
// would hide the indexes of the new type: they are left out where both sides move.
func (p *plan) pgViews(ctx context.Context, s *pgSchema, items []Object) error {
	s.views = map[string]pgView{}
	if !slices.ContainsFunc(items, func(i Object) bool { return i.Kind == "view" }) {
		return nil
	}
	known := relations{}
	err := p.db.Query(ctx, "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped", func(rows *sql.Rows) error {
		var name, column string
		err := rows.Scan(&name, &column)
		if known[name] == nil {
			known[name] = map[string]motion{}
		}
		known[name][column] = stays
		if slices.Contains(p.of(name), column) {
			known[name][column] = moves
		}
		return err
	})
	for _, i := range items {
		if err != nil || i.Kind != "view" {
			continue
		}
		text, v := known.view(i.Name, i.Definition)
		v.create = []string{text}
		err = p.pgAround(ctx, i, &v)
		s.views[i.Name] = v
	}
	return err
}

// pgAround adds what a view has beside its text.
func (p *plan) pgAround(ctx context.Context, i Object, v *pgView) error {
	var given []string // by default privileges
	err := p.db.Query(ctx, "SELECT DISTINCT CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END FROM pg_default_acl AS d CROSS JOIN LATERAL aclexplode(d.defaclacl) AS a WHERE d.defaclobjtype = 'r'", func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		given = append(given, name)
		return err
	})
	if err != nil {
		return err
	}
	query := "SELECT array_to_string(c.reloptions, ', '), quote_ident(pg_get_userbyid(c.relowner)), coalesce(obj_description(c.oid, 'pg_class'), ''), c.relacl IS NOT NULL " +
		"FROM pg_class AS c WHERE c.oid = to_regclass(" + literal(i.Name) + ")"
	err = p.db.Query(ctx, query, func(rows *sql.Rows) error {
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
		v.create = []string{"CREATE VIEW " + i.Name + with + " AS\n" + v.create[0], "ALTER VIEW " + i.Name + " OWNER TO " + owner}
		if rights {
			given = append(given, "PUBLIC", owner)
		}
		given = slices.DeleteFunc(english.Once(given), func(name string) bool { return name == owner && !rights })
		if len(given) > 0 {
			v.create = append(v.create, "REVOKE ALL ON "+i.Name+" FROM "+strings.Join(given, ", "))
		}
		if comment != "" {
			v.create = append(v.create, "COMMENT ON VIEW "+i.Name+" IS "+literal(comment))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return p.db.Query(ctx, "SELECT 'GRANT ' || a.privilege_type || ' ON ' || "+literal(i.Name)+" || ' TO ' || CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END "+
		"FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) WITH ORDINALITY AS a (grantor, grantee, privilege_type, is_grantable, n) WHERE c.oid = to_regclass("+literal(i.Name)+") ORDER BY a.n", func(rows *sql.Rows) error {
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
	aliases := known.aliases(tokens)
	r := reader{tokens: tokens, moved: aliases.moved}
	r.unsure = aliases.unsure(r.renamed())
	worst, casts := r.uses()
	maps.Copy(known[name], r.shown())
	out := stripped(text, tokens, casts)
	return out, pgView{use: worst, stripped: out != text}
}

// endOfTable are words that may follow a table in FROM, and are no alias.
var endOfTable = []string{"on", "where", "join", "left", "right", "full", "inner", "cross", "group", "order", "limit", "union", "using", "natural", "for", "window", "having", "except", "intersect", "tablesample", "offset", "fetch"}

// aliases has the relations of the names in a query. A name stands for all relations that have it.
type aliases struct {
	known  relations
	byName map[string][]string
	all    []string
}

// aliases reads the relations of a query.
func (known relations) aliases(tokens []token) aliases {
	r := reader{tokens: tokens}
	a := aliases{known: known, byName: map[string][]string{}}
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
		a.byName[alias.unquoted()] = append(a.byName[alias.unquoted()], relation)
		a.all = append(a.all, relation)
	}
	return a
}

// moved reports whether a name is that of a column that moves: those of its relations that have it must all move it.
func (a aliases) moved(qualifier, name string) bool {
	if qualifier == "" {
		return slices.ContainsFunc(a.all, func(relation string) bool { return a.known[relation][name] == moves })
	}
	found := false
	for _, relation := range a.byName[qualifier] {
		m, ok := a.known[relation][name]
		if relation == "" || ok && m != moves {
			return false
		}
		found = found || ok
	}
	return found
}

// unsure returns a function that reports whether a name may be that of a moved column: one of a subquery that is called
// like one, or one that a view computes.
func (a aliases) unsure(names []string) func(qualifier, name string) bool {
	for _, relation := range a.all {
		for name, m := range a.known[relation] {
			if m == moves {
				names = append(names, name)
			}
		}
	}
	return func(qualifier, name string) bool {
		list, known := a.byName[qualifier]
		if !known {
			return slices.Contains(names, name)
		}
		return !a.moved(qualifier, name) && slices.ContainsFunc(list, func(relation string) bool {
			return relation == "" || a.known[relation][name] == unsure || a.known[relation][name] == moves
		})
	}
}

// renamed returns the names that a query gives to moved columns.
func (r reader) renamed() (names []string) {
	for i := range r.tokens {
		if o, ok := r.column(i); ok && r.at(o.to).is("as") {
			names = append(names, r.at(o.to+1).unquoted())
		}
	}
	return names
}

// shown returns the columns of a query that show one that moves, or may do so.
func (r reader) shown() map[string]motion {
	names := map[string]motion{}
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
		case depth == 0 && begin && t.is("on"): // DISTINCT ON (…)
			continue
		}
		if !begin || depth > 0 || t.text == ")" {
			continue
		}
		begin = false
		m := moves
		o, ok := r.column(i)
		if !ok {
			m = unsure
			o, ok = r.guess(i)
		}
		switch {
		case !ok || len(o.casts) > 0:
		case r.at(o.to).is("as"):
			names[r.at(o.to+1).unquoted()] = m
		case r.at(o.to).text == "," || r.at(o.to).is("from"):
			names[r.at(o.to-1).unquoted()] = m
		}
	}
	return names
}
