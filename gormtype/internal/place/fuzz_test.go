package place_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/place"
)

// FuzzParse parses any text. Each placeholder must be one in the text, in its order, and have a
// place whose columns are of queries that exist.
func FuzzParse(f *testing.F) {
	for _, sql := range []string{
		"SELECT * FROM a WHERE id = ? AND (b, c) IN ((?, ?), (?, ?))",
		"WITH RECURSIVE t(x) AS (SELECT id FROM a WHERE id = $1 UNION ALL SELECT a.id FROM a JOIN t ON a.b = t.x) SELECT * FROM t WHERE $2 <> x",
		"INSERT INTO a (id, b) VALUES (?, COALESCE(?, ?)) ON CONFLICT (id) DO UPDATE SET b = CASE WHEN excluded.b = ? THEN ? ELSE a.b END RETURNING id",
		"INSERT INTO a SELECT ?, ? FROM (SELECT * FROM b) x ON DUPLICATE KEY UPDATE a = VALUES(a), b = ?",
		"UPDATE a SET b = (SELECT ?), c = CASE id WHEN ? THEN ? END WHERE ? BETWEEN b AND c OR id NOT BETWEEN ? AND ?",
		"SELECT doc->>'a' = ?, 'x' || ?, $tag$ ? $tag$, E'\\' ?', [a ?], \"b ?\", `c ?` -- ?\n /* ? */ # ?\n, ?::text, CAST(? AS uuid)",
		"SELECT ((((?)))) = ANY(?) AND ? IN (SELECT id FROM a) AND ? IS NOT DISTINCT FROM b",
		"UPDATE a JOIN (SELECT ? AS x, ? AS y UNION ALL SELECT ?, ?) v ON v.x = a.id SET a.b = v.y WHERE FIELD(a.id, ?) > 0",
		"SELECT v.* FROM ((SELECT ? AS x) UNION (VALUES (?), (?))) v(x) JOIN a ON a.id = v.x AND a.id = ANY(ARRAY[?, ?]::uuid[]) HAVING x = ?",
		"WITH RECURSIVE v AS (SELECT ? AS x UNION ALL SELECT x FROM v) MERGE INTO a USING (SELECT * FROM v) w ON a.id = w.x WHEN MATCHED THEN DELETE",
		"INSERT INTO a (id, b) VALUE (?, ?) AS n (c, d) ON DUPLICATE KEY UPDATE b = IF(n.c = ?, ?, d)",
		")(,)?,VALUES?,(VALUES(?,AND BETWEEN ? CASE END WHEN ? THEN", "SELECT", "?", "(", "$0", "$99999999999999999999", "$1 $2 $1", "?3 ? ?1", "SELECT :a, @b, $c", "/*! ? */ /* /* */ ?", "id <> TRIM(LOWER(?)) OR id MEMBER OF (JSON_ARRAY(?))",
		"a.b.c.d = ? AND old.id = ? RETURNING old.id = ?", "''''", "a.", "WITH",
	} {
		for d := range uint8(3) {
			f.Add(sql, d)
		}
	}
	f.Fuzz(func(t *testing.T, sql string, dialect uint8) {
		d := place.Dialect(dialect % 3)
		var s place.Statement
		isParsed := s.Parse(sql, d)
		marks := map[place.Dialect]string{place.SQLite: "?$", place.MySQL: "?", place.Postgres: "$"}[d]
		if !isParsed {
			return
		}
		holders, sites := s.Holders()
		if len(holders) > strings.Count(sql, "?")+strings.Count(sql, "$") {
			t.Fatalf("%d placeholders in %q", len(holders), sql)
		}
		end := 0
		for i, h := range holders {
			if h.Start < end || h.End <= h.Start || h.End > len(sql) || strings.IndexByte(marks, sql[h.Start]) < 0 {
				t.Fatalf("placeholder %d at %d:%d of %q", i, h.Start, h.End, sql)
			}
			if d == place.MySQL && (h.Argument != i || h.End != h.Start+1) || h.Argument < 0 || h.Argument >= s.Arguments {
				t.Fatalf("placeholder %d at %d:%d has argument %d of %d in %q", i, h.Start, h.End, h.Argument, s.Arguments, sql)
			}
			end = h.End
			site := sites[h.Place]
			if site.Operator[0] > site.Operator[1] || site.Operator[1] > h.Start {
				t.Fatalf("operator %v behind the placeholder at %d of %q", site.Operator, h.Start, sql)
			}
			for _, c := range append(site.Columns, site.Beside...) {
				s.Written(c.Query)
				for depth, q := 0, c.Query; q >= 0; q = s.Parent(q) {
					for _, src := range s.Sources(q) {
						if src.Query >= 0 {
							s.Output(src, c.Name)
						}
					}
					if depth++; depth > len(sql)+1 {
						t.Fatalf("the queries of %q have no end", sql)
					}
				}
			}
		}
		s.Mentioned()
		s.Alias(place.Column{Name: "id"}, s.Result().Query)
		s.Output(s.Result(), "")
		s.Output(s.Result(), "id")
	})
}
