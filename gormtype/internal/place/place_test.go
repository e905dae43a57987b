package place

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

func parse(sql string, d Dialect) *Statement {
	s := &Statement{}
	s.Parse(sql, d)
	return s
}

// last returns the place of the last placeholder.
func last(sql string, d Dialect) Site {
	holders, sites := parse(sql, d).Holders()
	if len(holders) == 0 {
		return Site{}
	}
	return sites[holders[len(holders)-1].Place]
}

func names(columns []Column) string {
	var found []string
	for _, c := range columns {
		name := c.Name
		if c.Qualifier != "" {
			name = c.Qualifier + "." + name
		}
		found = append(found, name)
	}
	return strings.Join(found, " ")
}

// TestPlace: the column of a placeholder is found by what stands before it.
func TestPlace(t *testing.T) {
	for sql, want := range map[string]string{
		`SELECT * FROM users WHERE id = `:              "id",
		`SELECT * FROM "users" WHERE "users"."id" = `:  "users.id",
		"SELECT * FROM `users` WHERE `users`.`id` <> ": "users.id",
		`DELETE FROM a.users WHERE a.users.id >= `:     "users.id",
		`UPDATE "users" SET "ref"=`:                    "ref",
		`UPDATE "users" SET "name"=?1,"ref"=`:          "ref",
		`UPDATE users SET ref = COALESCE(`:             "ref",
		`UPDATE users SET ref = COALESCE(other, `:      "ref",
		`WHERE id IN (`: "id",
		`WHERE id NOT IN (?, UNHEX(?), x'00ff', ?12::uuid,`: "id",
		`WHERE id = ANY(`:                                                    "id",
		`WHERE id BETWEEN `:                                                  "id",
		`WHERE id NOT BETWEEN UNHEX(?) AND `:                                 "id",
		`WHERE id BETWEEN ?::uuid AND `:                                      "id",
		`WHERE n BETWEEN 1 AND 5 AND `:                                       "",
		`WHERE n BETWEEN 1 AND 5 AND id = `:                                  "id",
		`WHERE a BETWEEN b AND 5 AND c BETWEEN 1 AND `:                       "c",
		`WHERE id IS NOT `:                                                   "id",
		`WHERE id IS `:                                                       "id",
		`WHERE id IS NOT DISTINCT FROM `:                                     "id",
		`WHERE COALESCE(ref, id) <> `:                                        "ref id",
		`WHERE a = 1 XOR id = `:                                              "id",
		`WHERE (id, n) NOT IN ((`:                                            "id",
		`WHERE (id, n) NOT IN ((?,`:                                          "n",
		`WHERE (id, n) NOT IN ((?,?),(`:                                      "id",
		`WHERE (n, id) < (`:                                                  "n",
		`WHERE (n, "u"."id") < (?, `:                                         "u.id",
		`WHERE (id) = `:                                                      "id",
		`INSERT INTO users (id, name) VALUES (`:                              "id",
		`INSERT INTO users (id, name) VALUES (?, ?), (`:                      "id",
		`INSERT INTO users (id, ref) VALUES (UNHEX(?), `:                     "ref",
		`INSERT INTO users (id) VALUES (?) ON CONFLICT DO UPDATE SET ref = `: "ref",
		`INSERT INTO users (id) VALUES (?) ON DUPLICATE KEY UPDATE ref = `:   "ref",
		`SELECT CASE WHEN id = `:                                             "id",
		`SELECT id = `:                                                       "id",
		`SELECT * FROM t LIMIT `:                                             "",
		`SELECT `:                                                            "",
		`WHERE lower(id) = `:                                                 "",
		`WHERE id || name = `:                                                "",
		`WHERE id::text = `:                                                  "",
		`WHERE n + id = `:                                                    "",
		`WHERE id LIKE `:                                                     "id",
		`WHERE name = 'it''s' AND id = `:                                     "id",
		`WHERE name = '(' AND id IN (`:                                       "id",
		`WHERE f(`:                                                           "",
		`WHERE (`:                                                            "",
		`WHERE 1 = `:                                                         "",
		`= `:                                                                 "",
		`)`:                                                                  "",
		`" = `:                                                               "",
		``:                                                                   "",
		`WHERE ((id)) <> `:                                                   "id",
		`WHERE +id <> `:                                                      "id",
		`WHERE id COLLATE BINARY <> `:                                        "id",
		`WHERE id <> /* the 'key */ `:                                        "id",
		"WHERE id <> -- the 'key\n":                                          "id",
		`WHERE id <> -- the key `:                                            "",
		`WHERE id NOT IN (VALUES (`:                                          "id",
		`WHERE id NOT IN (VALUES (?), (`:                                     "id",
		`UPDATE t SET ref = CASE WHEN n = ? THEN `:                           "ref",
		`UPDATE t SET ref = CASE n WHEN ? THEN ? ELSE `:                      "ref",
		`WHERE CASE u.id WHEN `:                                              "u.id",
		`WHERE CASE WHEN n = 1 THEN `:                                        "",
		`WHERE name = E'\'' AND id = `:                                       "id",
		`WHERE a = 1 AND `:                                                   "",
		`WHERE x IN (SELECT id FROM a WHERE ref = `:                          "ref",
		`WHERE x IN (SELECT id FROM a WHERE ref IN (?,?)) AND (n = 1 OR id = `:                "id",
		`SELECT * FROM a LEFT JOIN "b" "Owner" ON "a"."x" = "Owner"."id" AND "Owner"."id" = `: "Owner.id",
	} {
		if got := names(last(sql+"?", SQLite).Columns); got != want {
			t.Errorf("%s: the column is %q, want %q", sql, got, want)
		}
	}
}

// TestSources: the tables of a statement are those of the innermost subquery.
func TestSources(t *testing.T) {
	for sql, want := range map[string]string{
		`SELECT * FROM users WHERE id = `:                                                   "users users",
		`SELECT * FROM "users" AS u JOIN s.orders o ON o.id = `:                             "users u, orders o",
		`SELECT * FROM users WHERE x IN (SELECT id FROM orders o WHERE o.id = `:             "orders o",
		`SELECT * FROM users WHERE x IN (SELECT id FROM orders) AND id = `:                  "users users",
		`UPDATE "users" SET "ref"=`:                                                         "users users",
		`SELECT * FROM users u, orders AS o WHERE o.id = `:                                  "users u, orders o",
		`SELECT a, b FROM users ORDER BY a, b, `:                                            "users users",
		`SELECT * FROM s.orders AS o WHERE id = `:                                           "orders o",
		`DELETE FROM users WHERE (a = 1 AND (id = `:                                         "users users",
		`INSERT INTO users (id) VALUES (`:                                                   "users users",
		`SELECT * FROM (SELECT * FROM orders) AS o WHERE id = `:                             "o",
		`SELECT * FROM "a" LEFT JOIN "users" "Owner" ON "a"."x" = "Owner"."id" WHERE id = `: "a a, users Owner",
	} {
		var got []string
		st := parse(sql+"?", SQLite)
		for _, src := range st.Sources(queryOf(st, st.holders[len(st.holders)-1])) {
			got = append(got, strings.TrimSpace(src.Table+" "+src.Alias))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: the tables are %s, want %s", sql, got, want)
		}
	}
}

// queryOf returns the query in which a placeholder is.
func queryOf(s *Statement, holder int) int {
	for _, n := range s.nodes {
		if n.kind == holderNode && n.first == holder {
			return n.query
		}
	}
	return -1
}

// TestFollowing: a column that is compared with a placeholder before it is found by what
// stands behind.
func TestFollowing(t *testing.T) {
	for sql, want := range map[string]string{
		`WHERE ? <> id`:                                "id",
		`WHERE $1::uuid = u.id AND n = 1`:              "u.id",
		`WHERE UNHEX(?) >= a.users.id ORDER BY n`:      "users.id",
		`WHERE NOT (? = "id")`:                         "id",
		`WHERE n = 1 OR ? <> (id)`:                     "id",
		`WHERE (?) <> id`:                              "id",
		`WHERE ? IN (id, ref)`:                         "id ref",
		`WHERE ? NOT IN (id)`:                          "id",
		`WHERE ? BETWEEN low AND high`:                 "low high",
		`WHERE ? NOT BETWEEN low AND 'x'`:              "low",
		`WHERE ? IS DISTINCT FROM id`:                  "id",
		`WHERE ? IS NOT DISTINCT FROM id`:              "id",
		`WHERE ? <> COALESCE(ref, id)`:                 "ref id",
		`WHERE (?, 1) <> (id, n)`:                      "id",
		`WHERE (1, ?) <> (n, id)`:                      "id",
		`WHERE (1, UNHEX(?)) <> (n, id)`:               "id",
		`SELECT CASE WHEN ? = id THEN 1 END`:           "id",
		`SELECT ? = id AS hit FROM t`:                  "id",
		`WHERE a IN (SELECT b FROM t WHERE ? <> id)`:   "id",
		`JOIN t ON ? = t.id LEFT JOIN u ON t.id = u.t`: "t.id",
		`WHERE ? IS NOT id`:                            "id",
		`WHERE ? <> id IS TRUE`:                        "id",
		`ORDER BY ? = id NULLS LAST`:                   "id",
		`UPDATE a JOIN b ON ? <> b.id SET n = 1`:       "b.id",
		`WHERE COALESCE(?, '') <> id`:                  "id",
		`WHERE (1, COALESCE(NULL, ?)) = (n, id)`:       "id",
		`WHERE (?, 1) IN (SELECT n, id FROM t)`:        "n",
		`WHERE (?, 1) = (SELECT n, id, x FROM t)`:      "n",
		`WHERE ? IN (VALUES (id))`:                     "id",
		`WHERE x + COALESCE(?, 1) <> id`:               "",
		`WHERE ? <> id || name`:                        "",
		`WHERE ? <> id + 1`:                            "",
		`WHERE ? <> lower(id)`:                         "",
		`WHERE ? <> id::text`:                          "",
		`WHERE ? || name <> id`:                        "",
		`WHERE lower(?) <> id`:                         "",
		`WHERE f(1, ?) <> id`:                          "",
		`WHERE ? <> (SELECT max(id) FROM t)`:           "id",
		`WHERE ? <> 1`:                                 "",
		`WHERE ? LIKE id`:                              "",
		`WHERE ? IS NOT NULL`:                          "",
		`WHERE (1, ?) <> id`:                           "",
		`WHERE ?`:                                      "",
		`SELECT ?, id FROM t`:                          "",
		`WHERE ? <>`:                                   "",
		`WHERE (?`:                                     "",
		`LIMIT ?`:                                      "",
	} {
		site := last(strings.Replace(sql, "UNHEX(?)", "?", 1), map[bool]Dialect{true: Postgres}[strings.Contains(sql, "$1")])
		if got := names(site.Columns); got != want {
			t.Errorf("%s: the columns are %s, want %s", sql, got, want)
		}
	}
}

// TestHard: the columns of each placeholder of statements that are parsed with care.
func TestHard(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 FROM t WHERE id = ? -- by id":                                                                                    "id",
		"UPDATE t SET ref = (SELECT ?) WHERE id = ?":                                                                               "ref|id",
		"UPDATE t SET (n, ref) = (SELECT 1, ?)":                                                                                    "ref",
		"UPDATE t SET ref = IIF(n > 0, ?, ref)":                                                                                    "ref",
		"UPDATE OR REPLACE t SET ref = ?":                                                                                          "ref",
		"INSERT INTO t (n, id) SELECT 1 IS DISTINCT FROM 2, ?":                                                                     "id",
		"INSERT INTO t (id, n) SELECT id, n FROM u WHERE x = ? UNION ALL SELECT ?, 1":                                              "x|id",
		"INSERT INTO t (id, n) (SELECT ?, 1)":                                                                                      "id",
		"REPLACE INTO t (id, n) VALUES (?, 1), (?, 2)":                                                                             "id|id",
		"INSERT INTO t (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET ref = ? WHERE excluded.id <> ?":                              "id|ref|excluded.id",
		"INSERT INTO t (id) VALUES (?) ON DUPLICATE KEY UPDATE n = VALUES(n), ref = IF(VALUES(ref) = ?, ?, ref)":                   "id|ref|ref",
		"SELECT 1 FROM t WHERE CASE WHEN n = 1 THEN id ELSE ref END <> ?":                                                          "id ref",
		"SELECT 1 FROM t WHERE CASE WHEN n = 1 THEN ? ELSE ? END = id":                                                             "id|id",
		"SELECT 1 FROM t WHERE CASE ? WHEN id THEN 1 END":                                                                          "id",
		"SELECT 1 FROM t WHERE (SELECT MIN(x.id) FROM t x) <> ?":                                                                   "x.id",
		"SELECT 1 FROM t WHERE id = (?, ?)":                                                                                        "id|id",
		"SELECT 1 FROM t WHERE id LIKE ? OR n = ?":                                                                                 "id|n",
		"SELECT 1 FROM t WHERE id = (SELECT ? UNION SELECT ?)":                                                                     "id|id",
		"SELECT 1 FROM t WHERE id IN (1, COALESCE(?, CASE WHEN n = ? THEN ? END))":                                                 "id|n|id",
		"SELECT 1 FROM t WHERE IF(n > ?, id, ref) <> ? AND LAG(ref, 1, ?) OVER (ORDER BY n) = ?":                                   "n|id ref|ref|ref",
		"SELECT 1 FROM t WHERE CASE id WHEN 1 THEN 1 WHEN ? THEN 2 END = 1":                                                        "id",
		"SELECT 1 FROM t JOIN u USING (id) WHERE id = ? COLLATE utf8mb4_bin AND NOT ref = ?":                                       "id|ref",
		"SELECT 1 FROM t WHERE id = ? - 1 AND ref = 1 - ?":                                                                         "id|",
		"SELECT 1 FROM t WHERE EXTRACT(YEAR FROM n) = 1 AND id IN (SELECT x FROM u WHERE POSITION(? IN a) = ?)":                    "|",
		"SELECT 1 FROM t WHERE id = x'00ff' AND ref = _binary ?":                                                                   "",
		"UPDATE t SET n = LAG(?) OVER (ORDER BY n), ref = ? WHERE id = ?":                                                          "n|ref|id",
		"WITH x AS (INSERT INTO t (id) VALUES (?) RETURNING id) SELECT 1 FROM x WHERE id = ?":                                      "id|id",
		"INSERT INTO t (id, n) WITH x AS (SELECT 1) SELECT ?, n FROM x WHERE n = ?":                                                "id|n",
		"MERGE INTO t USING u ON t.id = ? WHEN MATCHED THEN UPDATE SET ref = ? WHEN NOT MATCHED THEN INSERT (id, n) VALUES (?, ?)": "t.id|ref|id|n",
		"SELECT id FROM t UNION SELECT ? UNION ALL (SELECT ?)":                                                                     "id|id",
		"(SELECT ?, n FROM t) UNION (SELECT id, ? FROM t) ORDER BY 1":                                                              "id|n",
		"SELECT 1 FROM ((SELECT ? AS x) UNION (SELECT ?)) v JOIN t ON t.id = v.x":                                                  "t.id|t.id",
		"SELECT 1 FROM ((SELECT ? AS x) v JOIN t ON t.id = v.x) WHERE ref = ?":                                                     "t.id|ref",
		"WITH v(x, y) AS (VALUES (?, 1), (?, 2)) UPDATE t JOIN v ON v.x = t.id SET t.ref = ?":                                      "t.id|t.id|t.ref",
		"UPDATE t JOIN (SELECT ? AS x, ? AS y UNION ALL SELECT ?, ?) v ON v.x = t.id SET t.ref = v.y":                              "t.id|t.ref|t.id|t.ref",
		"UPDATE t SET ref = (SELECT v.y FROM (SELECT ? AS x, ? AS y) v WHERE v.x = t.id)":                                          "t.id|ref",
		"INSERT INTO t (id, n) SELECT * FROM (SELECT ?, ?) v WHERE NOT EXISTS (SELECT 1 FROM t WHERE id = ?)":                      "id|n|id",
		"INSERT INTO t (id, n) (SELECT ?, 1 UNION ALL SELECT ?, 2)":                                                                "id|id",
		"WITH RECURSIVE v(x) AS (SELECT ? UNION ALL SELECT x + 1 FROM v WHERE x <> ?) SELECT 1 FROM t JOIN v ON x = t.id":          "t.id|x",
		"WITH v AS (SELECT ? AS x), w AS (SELECT * FROM v) SELECT 1 FROM w JOIN t ON w.x = t.id":                                   "t.id",
		"SELECT ? AS id FROM u v WHERE EXISTS (SELECT 1 FROM t WHERE id = ref) AND (SELECT 1 WHERE ref = 1) = ?":                   "|",
		"WITH v AS (SELECT ? AS x) SELECT 1 FROM t, v WHERE t.id = v.x AND t.doc->>'a' = v.x":                                      "",
		"WITH v AS (SELECT ? AS x) SELECT 1 FROM t, v WHERE CONCAT('a', v.x) = a AND t.id = v.x":                                   "",
		"UPDATE t SET ref = ? WHERE (SELECT ?) RETURNING id":                                                                       "ref|",
	} {
		var got []string
		holders, sites := parse(sql, MySQL).Holders()
		for _, h := range holders {
			got = append(got, names(sites[h.Place].Columns))
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s: the columns are %q, want %q", sql, got, want)
		}
	}
	for sql, want := range map[string]Use{
		"SELECT 1 FROM t WHERE doc->>'a' = ?": TakesText, "SELECT 'x' || ?": TakesText, "SELECT CONCAT('x', ?)": TakesText, "SELECT ?": Unknown,
		"SELECT CAST(? AS CHAR)": Casts, "SELECT 1 FROM t WHERE LOWER(a) = ?": Unknown, "SELECT 1 FROM t WHERE ? = JSON_VALUE(doc, '$.a')": TakesText,
		"SELECT 1 FROM t WHERE COALESCE(doc->>'a', '') = ?": TakesText, "SELECT 1 FROM t WHERE COALESCE(?, '') = a": Compares, "SELECT COALESCE(?, '') || 'x'": TakesText,
		"SELECT COALESCE(?, 'x')": Unknown, "SELECT 1 FROM t WHERE ('x', 1) = (?, 1)": TakesText, "SELECT ? || a || 'x'": TakesText,
		"SELECT 1 FROM t WHERE (? IS NULL OR id = 1)": TakesText, "SELECT 1 FROM t WHERE ? IS NOT NULL": TakesText, "SELECT 1 FROM t WHERE ? IS NOT TRUE": Unknown,
	} {
		if got := last(sql, SQLite).Use; got != want {
			t.Errorf("%s: the use is %d, want %d", sql, got, want)
		}
	}
}

// TestKeywords: each word with which the parser compares a token is a keyword, so that the token has it.
func TestKeywords(t *testing.T) {
	if countSets > 32 {
		t.Errorf("%d sets are more than words has bits", countSets)
	}
	for _, file := range []string{"clause.go", "comparison.go", "expression.go", "source.go"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		compared := regexp.MustCompile(`(word [!=]= |skip\()"([A-Z]+)"`).FindAllStringSubmatch(string(code), -1)
		for _, match := range compared {
			if keywordOf(strings.ToLower(match[2])).text != match[2] {
				t.Errorf("%s: %s is no keyword", file, match[2])
			}
		}
		if len(compared) == 0 {
			t.Errorf("%s compares no word", file)
		}
	}
}

// TestDeep: a statement that nests deeper than a server parses is not parsed, and one that nests less is.
func TestDeep(t *testing.T) {
	for _, opening := range []string{"(", "NOT ", "(SELECT ", "CASE "} {
		for depth, want := range map[int]bool{deepest - 1: true, deepest: false} {
			if s := parse("SELECT 1 FROM t WHERE n = "+strings.Repeat(opening, depth)+"?", SQLite); s.isBroken == want {
				t.Errorf("%d times %s: parsed is %t", depth, opening, !want)
			}
		}
	}
	for _, from := range []string{"(", "(SELECT 1 FROM "} {
		for depth, want := range map[int]bool{deepest - 1: true, deepest: false} {
			if s := parse("SELECT 1 FROM "+strings.Repeat(from, depth)+"t", SQLite); s.isBroken == want {
				t.Errorf("%d times %s: parsed is %t", depth, from, !want)
			}
		}
	}
	for _, opening := range []string{"(", "COALESCE(", "CASE WHEN 1 THEN ", "NOT ", "(SELECT "} {
		if site := last("SELECT 1 FROM t WHERE id = "+strings.Repeat(opening, 500)+"?", SQLite); names(site.Columns) == "" {
			t.Errorf("%s: no column", opening)
		}
	}
	var s Statement // each expression leaves its depth
	if wide := "SELECT 1 FROM t JOIN u WHERE id = 1" + strings.Repeat(" OR (id) = 1", deepest); !s.Parse(wide, SQLite) {
		t.Error("a wide statement is not parsed")
	}
}

// TestLinear: a long statement is parsed in steps that are few for each placeholder.
func TestLinear(t *testing.T) {
	const values = 400
	for _, sql := range []string{
		"SELECT 1 FROM t WHERE id IN (" + strings.Repeat("?,", values) + "?)",
		"INSERT INTO t (id, n) VALUES " + strings.Repeat("(?, ?), ", values/2) + "(?, ?)",
		"SELECT 1 FROM t WHERE (id, n) IN (" + strings.Repeat("(?,?),", values/2) + "(?,?))",
		"SELECT 1 FROM t WHERE n = 1" + strings.Repeat(" OR id = ?", values),
		"SELECT 1 FROM t JOIN (VALUES " + strings.Repeat("(?,?),", values/2) + "(?,?)) v (x, y) ON v.x = id",
		"SELECT 1 FROM t JOIN (SELECT ? AS x, ? AS y" + strings.Repeat(" UNION ALL SELECT ?,?", values/2) + ") v ON v.x = id",
		"SELECT 1 FROM t WHERE n = 1" + strings.Repeat(" OR ? = id", values),
	} {
		s := parse(sql, SQLite)
		holders, sites := s.Holders()
		if got := names(sites[holders[len(holders)-2].Place].Columns); got != "id" || s.steps > 150*values || s.steps < values {
			t.Errorf("%.40s: %q after %d steps", sql, got, s.steps)
		}
	}
}

// What is made of an ID can be one, and a number of rows is none.
func TestMentioned(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT id FROM t":                                     "id, as it is",
		"SELECT t.id AS x FROM t":                              "id, as it is",
		"SELECT COALESCE(MAX(a), b) FROM t":                    "a b, as it is",
		"SELECT (SELECT id FROM t LIMIT 1)":                    "id, as it is",
		"INSERT INTO t (a) VALUES ($1) RETURNING id":           "id, as it is",
		"SELECT (array_agg(id ORDER BY n))[1] FROM t":          "id, as it is",
		"SELECT array_agg(id ORDER BY n) FROM t":               "id ORDER BY n",
		"SELECT SUM(n) FROM t":                                 "n",
		"SELECT COUNT(*) FROM t":                               "",
		"SELECT count(DISTINCT id) FROM t":                     "",
		"SELECT 1":                                             "",
		"SELECT id, n FROM t":                                  "",
		"UPDATE t SET a = 1":                                   "",
		"SELECT a FROM t UNION SELECT b FROM t":                "a b, as it is",
		"WITH w AS (SELECT id FROM t) SELECT w.id FROM w":      "id, as it is",
		"(SELECT a FROM t) UNION (SELECT b FROM t) ORDER BY 1": "a b, as it is",
		"SELECT x.* FROM (SELECT a FROM t) x":                  "a, as it is",
		"DELETE FROM t WHERE (SELECT a FROM u) RETURNING id":   "id, as it is",
		"SELECT EXISTS(SELECT 1 FROM t WHERE a = $1) AS yes":   "SELECT FROM t WHERE a",
	} {
		s := new(Statement)
		s.Parse(sql, Postgres)
		columns, isOne := s.Mentioned()
		var names []string
		for _, c := range columns {
			names = append(names, c.Name)
		}
		got := strings.Join(names, " ")
		if isOne {
			got += ", as it is"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

// TestUnknownWords: numbers and words that the parser does not know change nothing of what is behind them.
func TestUnknownWords(t *testing.T) {
	for sql, want := range map[string]string{
		"UPDATE t SET n = CASE id WHEN ? THEN 1.5 WHEN ? THEN .5 END WHERE id IN (?, ?)":                       "id|id|id|id",
		"UPDATE t SET ref = CASE WHEN n > 0.5 THEN ? ELSE ref END":                                             "=ref",
		"UPDATE t SET n = n * 1.5, ref = ? WHERE id = ?":                                                       "=ref|id",
		"UPDATE t SET n = 1e-5, ref = ? WHERE id = ?":                                                          "=ref|id",
		"UPDATE t SET n = now() + INTERVAL '1 hour', ref = ? WHERE id = ?":                                     "=ref|id",
		"UPDATE t SET n = now() AT TIME ZONE 'UTC', ref = ? WHERE id = ?":                                      "=ref|id",
		"UPDATE t SET n = a::timestamp with time zone, ref = ? WHERE id = ?":                                   "=ref|id",
		"UPDATE t SET n = a::double precision + 1, ref = ? WHERE id = ?":                                       "=ref|id",
		"UPDATE t SET n = b DIV 2, ref = ? WHERE id = ?":                                                       "=ref|id",
		"UPDATE t SET n = b NOT NULL, ref = ? WHERE id = ?":                                                    "=ref|id",
		"UPDATE t SET n = (u.b).c, ref = ? WHERE id = ?":                                                       "=ref|id",
		"UPDATE t SET n = MATCH (a) AGAINST ('x' IN BOOLEAN MODE), ref = ? WHERE id = ?":                       "=ref|id",
		"INSERT INTO t (id, n) VALUES (?, 1.5) ON CONFLICT (id) DO UPDATE SET n = t.n + 0.5, ref = ?":          "=id|=ref",
		"INSERT INTO t (id, n) VALUES (?, 1.5) ON DUPLICATE KEY UPDATE n = n + 0.5, ref = ?":                   "=id|=ref",
		"INSERT INTO t (n, id) SELECT a::timestamp with time zone, ? FROM u":                                   "=id",
		"SELECT 1 FROM t ORDER BY CASE id WHEN ? THEN 0.5 WHEN ? THEN 1.5 END":                                 "id|id",
		"SELECT 1 FROM t WHERE n > DATE '2024-01-01' AND id = ?":                                               "id",
		"SELECT 1 FROM t WHERE n BETWEEN now() - INTERVAL '1 day' AND now() AND id = ?":                        "id",
		"SELECT 1 FROM t WHERE n BETWEEN 0.5 AND 1.5 AND id = ?":                                               "id",
		"SELECT 1 FROM t WHERE a LIKE 'x!%' ESCAPE '!' AND id = ?":                                             "id",
		"SELECT 1 FROM t WHERE n = t1.5 AND id = ?":                                                            "id",
		"SELECT 1 FROM t WHERE id = (?)::uuid AND ref = ((?))::uuid":                                           "id|ref",
		"SELECT 1 FROM t PARTITION (p0) WHERE t.id = ?":                                                        "t.id",
		"SELECT a.id FROM t a JOIN ((SELECT id FROM t) UNION (SELECT id FROM u)) b ON b.id = a.id WHERE a.x=?": "a.x",
		"SELECT 1 FROM t WHERE id = ANY(ARRAY [1, 2]) AND ref = ?":                                             "ref",
	} {
		for _, d := range []Dialect{SQLite, Postgres, MySQL} {
			text := sql
			for n := 1; d == Postgres && strings.Contains(text, "?"); n++ {
				text = strings.Replace(text, "?", fmt.Sprint("$", n), 1)
			}
			if d == SQLite && strings.Contains(sql, "ARRAY") { // where brackets are a name
				continue
			}
			var got []string
			holders, sites := parse(text, d).Holders()
			for _, h := range holders {
				site := sites[h.Place]
				got = append(got, map[Use]string{Sets: "="}[site.Use]+names(site.Columns))
			}
			if got := strings.Join(got, "|"); got != want {
				t.Errorf("%s in dialect %v: %q, want %q", text, d, got, want)
			}
		}
	}
}

// TestSemicolon: what a statement returns does not depend on a semicolon at its end.
func TestSemicolon(t *testing.T) {
	s := new(Statement)
	s.Parse("SELECT id FROM t WHERE n > 0.5;", SQLite)
	if columns, isOne := s.Mentioned(); !isOne || names(columns) != "id" {
		t.Errorf("it returns %v", columns)
	}
}
