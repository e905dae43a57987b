package place

import (
	"fmt"
	"strings"
	"testing"
)

func read(sql string) *Statement {
	s := &Statement{}
	s.Read(sql)
	return s
}

// TestPlace: the column of a placeholder is read from what stands before it.
func TestPlace(t *testing.T) {
	for sql, want := range map[string]string{
		`SELECT * FROM users WHERE id = `:              "id",
		`SELECT * FROM "users" WHERE "users"."id" = `:  "users.id",
		"SELECT * FROM `users` WHERE `users`.`id` <> ": "users.id",
		`DELETE FROM a.users WHERE a.users.id >= `:     "users.id",
		`UPDATE "users" SET "ref"=`:                    "ref",
		`UPDATE "users" SET "name"=$1,"ref"=`:          "ref",
		`UPDATE users SET ref = COALESCE(`:             "ref",
		`UPDATE users SET ref = COALESCE(other, `:      "ref",
		`WHERE id IN (`: "id",
		`WHERE id NOT IN (?, UNHEX(?), x'00ff', $12::uuid,`: "id",
		`WHERE id = ANY(`:                                                    "id",
		`WHERE id BETWEEN `:                                                  "id",
		`WHERE id NOT BETWEEN UNHEX(?) AND `:                                 "id",
		`WHERE id BETWEEN $1::uuid AND `:                                     "id",
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
		`WHERE id LIKE `:                                                     "",
		`WHERE name = 'it''s' AND id = `:                                     "id",
		`WHERE name = '(' AND id IN (`:                                       "id",
		`WHERE f(`:                                                           "",
		`WHERE (`:                                                            "",
		`WHERE 1 = `:                                                         "",
		`WHERE $1 = `:                                                        "",
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
		got := ""
		for i, c := range read(sql).Of().Columns {
			if i > 0 {
				got += " "
			}
			if c.Qualifier != "" {
				got += c.Qualifier + "."
			}
			got += c.Name
		}
		if got != want {
			t.Errorf("%s: the column is %q, want %q", sql, got, want)
		}
	}
}

// TestSources: the tables of a statement are those of the innermost subquery.
func TestSources(t *testing.T) {
	for sql, want := range map[string]string{
		`SELECT * FROM users WHERE id = `:                                                   "[{users users}]",
		`SELECT * FROM "users" AS u JOIN s.orders o ON o.id = `:                             "[{orders o} {users u}]",
		`SELECT * FROM users WHERE x IN (SELECT id FROM orders o WHERE o.id = `:             "[{orders o}]",
		`SELECT * FROM users WHERE x IN (SELECT id FROM orders) AND id = `:                  "[{users users}]",
		`UPDATE "users" SET "ref"=`:                                                         "[{users users}]",
		`SELECT * FROM users u, orders AS o WHERE o.id = `:                                  "[{orders o} {users u}]",
		`SELECT a, b FROM users ORDER BY a, b, `:                                            "[{users users}]",
		`SELECT * FROM s.orders AS o WHERE id = `:                                           "[{orders o}]",
		`DELETE FROM users WHERE (a = 1 AND (id = `:                                         "[{users users}]",
		`INSERT INTO users (id) VALUES (`:                                                   "[{users users}]",
		`SELECT * FROM (SELECT * FROM orders) AS o WHERE id = `:                             "[]",
		`SELECT * FROM "a" LEFT JOIN "users" "Owner" ON "a"."x" = "Owner"."id" WHERE id = `: "[{users Owner} {a a}]",
	} {
		if got := fmt.Sprint(read(sql).Sources()); got != want {
			t.Errorf("%s: the tables are %s, want %s", sql, got, want)
		}
	}
}

// TestLinear: the placeholders of a long statement read each byte of it once, and none is lost.
func TestLinear(t *testing.T) {
	for start, member := range map[string][2]string{
		`DELETE FROM t WHERE (id, n) NOT IN (`: {`(`, `?,?),`},
		`DELETE FROM t WHERE id NOT IN (`:      {``, `?, `},
		`INSERT INTO t (id, n) VALUES `:        {`(`, `?, ?), `},
		`DELETE FROM t WHERE n = 1`:            {` OR id = `, `?`},
	} {
		s, sql := &Statement{}, start
		var built strings.Builder
		built.WriteString(sql)
		read := 0
		for i := range 5000 {
			built.WriteString(member[0])
			tokens := len(s.tokens)
			s.Read(built.String())
			read += len(s.tokens) - tokens
			if got := s.Of().Columns; len(got) != 1 || got[0].Name != "id" {
				t.Fatalf("%s: value %d has the columns %v, want id", start, i, got)
			}
			if got := s.Sources(); len(got) != 1 || got[0].Table != "t" {
				t.Fatalf("%s: value %d has the tables %v, want t", start, i, got)
			}
			built.WriteString(member[1])
		}
		if read != len(s.tokens) || s.steps > 100*5000 {
			t.Errorf("%s: read %d tokens of %d, and looked at %d", start, read, len(s.tokens), s.steps)
		}
	}
}

// TestLinearFollowing: the columns behind the placeholders of a long statement are found without
// reading it for each.
func TestLinearFollowing(t *testing.T) {
	const values = 5000
	for _, member := range []string{"? = id OR ", "(?, 1) = (id, n) OR ", "f(?), "} {
		sql := "SELECT 1 FROM t WHERE " + strings.Repeat(member, values) + "n = 1"
		s := read(sql)
		s.steps = 0
		for end := range len(sql) {
			if sql[end] != '?' {
				continue
			}
			if columns, _ := s.Following(end + 1); (len(columns) == 1) != strings.Contains(member, "id") {
				t.Fatalf("%q has the columns %v", sql[end:end+20], columns)
			}
		}
		if s.steps > 100*values {
			t.Errorf("%s: looked at %d pieces", member, s.steps)
		}
	}
}

// TestMySQL: a backslash and # have a meaning of their own in MySQL.
func TestMySQL(t *testing.T) {
	for sql, want := range map[string]string{
		`WHERE name = '\'' OR n = 'x' AND id = `: "[{ id}]",
		"WHERE n = 1 # it's\n AND id = ":         "[{ id}]",
	} {
		s := &Statement{MySQL: true}
		s.Read(sql)
		if got := fmt.Sprint(s.Of().Columns); got != want {
			t.Errorf("%s: the columns are %s, want %s", sql, got, want)
		}
	}
}

// TestReadAnother: a statement that is no longer the same is read from its start.
func TestReadAnother(t *testing.T) {
	s := read(`SELECT * FROM a WHERE (x = `)
	s.Read(`SELECT * FROM b WHERE (id = ?) AND y = `)
	if got := fmt.Sprint(s.Of().Columns, s.Sources()); got != "[{ y}] [{b b}]" {
		t.Errorf("the other statement has %s", got)
	}
}

// TestFollowing: a column that is compared with a placeholder before it is read from what
// stands behind.
func TestFollowing(t *testing.T) {
	for sql, want := range map[string]string{
		`WHERE ? <> id`:                                "[{ id}]",
		`WHERE $1::uuid = u.id AND n = 1`:              "[{u id}]",
		`WHERE UNHEX(?) >= a.users.id ORDER BY n`:      "[{users id}]",
		`WHERE NOT (? = "id")`:                         "[{ id}]",
		`WHERE n = 1 OR ? <> (id)`:                     "[{ id}]",
		`WHERE (?) <> id`:                              "[{ id}]",
		`WHERE ? IN (id, ref)`:                         "[{ id} { ref}]",
		`WHERE ? NOT IN (id)`:                          "[{ id}]",
		`WHERE ? BETWEEN low AND high`:                 "[{ low} { high}]",
		`WHERE ? NOT BETWEEN low AND 'x'`:              "[{ low}]",
		`WHERE ? IS DISTINCT FROM id`:                  "[{ id}]",
		`WHERE ? IS NOT DISTINCT FROM id`:              "[{ id}]",
		`WHERE ? <> COALESCE(ref, id)`:                 "[{ ref} { id}]",
		`WHERE (?, 1) <> (id, n)`:                      "[{ id}]",
		`WHERE (1, ?) <> (n, id)`:                      "[{ id}]",
		`WHERE (1, UNHEX(?)) <> (n, id)`:               "[{ id}]",
		`SELECT CASE WHEN ? = id THEN 1 END`:           "[{ id}]",
		`SELECT ? = id AS hit FROM t`:                  "[{ id}]",
		`WHERE a IN (SELECT b FROM t WHERE ? <> id)`:   "[{ id}]",
		`JOIN t ON ? = t.id LEFT JOIN u ON t.id = u.t`: "[{t id}]",
		`WHERE ? IS NOT id`:                            "[{ id}]",
		`WHERE ? <> id IS TRUE`:                        "[{ id}]",
		`ORDER BY ? = id NULLS LAST`:                   "[{ id}]",
		`UPDATE a JOIN b ON ? <> b.id SET n = 1`:       "[{b id}]",
		`WHERE COALESCE(?, '') <> id`:                  "[{ id}]",
		`WHERE (1, COALESCE(NULL, ?)) = (n, id)`:       "[{ id}]",
		`WHERE (?, 1) IN (SELECT n, id FROM t)`:        "[]",
		`WHERE (?, 1) = (SELECT n, id, x FROM t)`:      "[]",
		`WHERE ? IN (VALUES (id))`:                     "[]",
		`WHERE x + COALESCE(?, 1) <> id`:               "[]",
		`WHERE ? <> id || name`:                        "[]",
		`WHERE ? <> id + 1`:                            "[]",
		`WHERE ? <> lower(id)`:                         "[]",
		`WHERE ? <> id::text`:                          "[]",
		`WHERE ? || name <> id`:                        "[]",
		`WHERE lower(?) <> id`:                         "[]",
		`WHERE f(1, ?) <> id`:                          "[]",
		`WHERE ? <> (SELECT max(id) FROM t)`:           "[]",
		`WHERE ? <> 1`:                                 "[]",
		`WHERE ? LIKE id`:                              "[]",
		`WHERE ? IS NOT NULL`:                          "[]",
		`WHERE (1, ?) <> id`:                           "[]",
		`WHERE ?`:                                      "[]",
		`SELECT ?, id FROM t`:                          "[]",
		`WHERE ? <>`:                                   "[]",
		`WHERE (?`:                                     "[]",
		`LIMIT ?`:                                      "[]",
	} {
		s := read(sql)
		end := strings.LastIndexAny(sql, "?") + 1
		for _, mark := range []string{"$1::uuid", "UNHEX(?)"} {
			if i := strings.Index(sql, mark); i >= 0 {
				end = i + len(mark)
			}
		}
		columns, until := s.Following(end)
		if got := fmt.Sprint(columns); got != want {
			t.Errorf("%s: the columns are %s, want %s", sql, got, want)
		}
		if last := columns; len(last) > 0 && !strings.Contains(sql[end:until], last[len(last)-1].Name) {
			t.Errorf("%s: the columns end before %q", sql, sql[until:])
		}
	}
	for sql, want := range map[string]bool{`WHERE `: true, `WHERE (`: true, `AND `: true, `SELECT `: true, `WHERE id = `: false, `LIMIT `: false, `'`: false, `a IN (`: false, `a IN (?, `: false,
		`VALUES (`: false, `VALUES (1), (`: false, `lower(`: true, `SELECT ?, `: true} {
		if read(sql).Leads() != want {
			t.Errorf("%s: a placeholder leads: %v", sql, !want)
		}
	}
}
