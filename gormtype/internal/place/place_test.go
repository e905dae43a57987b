package place

import (
	"fmt"
	"testing"
)

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
		`WHERE id = ANY(`:                                "id",
		`WHERE id BETWEEN `:                              "id",
		`WHERE id NOT BETWEEN UNHEX(?) AND `:             "id",
		`WHERE id BETWEEN $1::uuid AND `:                 "id",
		`WHERE id IS NOT `:                               "id",
		`WHERE id IS `:                                   "id",
		`WHERE id IS NOT DISTINCT FROM `:                 "id",
		`WHERE COALESCE(ref, id) <> `:                    "ref id",
		`WHERE a = 1 XOR id = `:                          "id",
		`WHERE (id, n) NOT IN ((`:                        "id",
		`WHERE (id, n) NOT IN ((?,`:                      "n",
		`WHERE (id, n) NOT IN ((?,?),(`:                  "id",
		`WHERE (n, id) < (`:                              "n",
		`WHERE (n, "u"."id") < (?, `:                     "u.id",
		`WHERE (id) = `:                                  "id",
		`INSERT INTO users (id, name) VALUES (`:          "id",
		`INSERT INTO users (id, name) VALUES (?, ?), (`:  "id",
		`INSERT INTO users (id, ref) VALUES (UNHEX(?), `: "ref",
		`INSERT INTO users (id) VALUES (?) ON CONFLICT DO UPDATE SET ref = `: "ref",
		`INSERT INTO users (id) VALUES (?) ON DUPLICATE KEY UPDATE ref = `:   "ref",
		`SELECT CASE WHEN id = `:         "id",
		`SELECT id = `:                   "id",
		`SELECT * FROM t LIMIT `:         "",
		`SELECT `:                        "",
		`WHERE lower(id) = `:             "",
		`WHERE id || name = `:            "",
		`WHERE id::text = `:              "",
		`WHERE n + id = `:                "",
		`WHERE id LIKE `:                 "",
		`WHERE name = 'it''s' AND id = `: "id",
		`WHERE name = '(' AND id IN (`:   "id",
		`WHERE f(`:                       "",
		`WHERE (`:                        "",
		`WHERE 1 = `:                     "",
		`WHERE $1 = `:                    "",
		`= `:                             "",
		`)`:                              "",
		`" = `:                           "",
		``:                               "",
		`WHERE x IN (SELECT id FROM a WHERE ref = `:                                           "ref",
		`WHERE x IN (SELECT id FROM a WHERE ref IN (?,?)) AND (n = 1 OR id = `:                "id",
		`SELECT * FROM a LEFT JOIN "b" "Owner" ON "a"."x" = "Owner"."id" AND "Owner"."id" = `: "Owner.id",
	} {
		got := ""
		for i, c := range Of(sql).Columns {
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
		`DELETE FROM users WHERE (a = 1 AND (id = `:                                         "[{users users}]",
		`INSERT INTO users (id) VALUES (`:                                                   "[{users users}]",
		`SELECT * FROM (SELECT * FROM orders) AS o WHERE id = `:                             "[]",
		`SELECT * FROM "a" LEFT JOIN "users" "Owner" ON "a"."x" = "Owner"."id" WHERE id = `: "[{users Owner} {a a}]",
	} {
		if got := fmt.Sprint(Sources(sql)); got != want {
			t.Errorf("%s: the tables are %s, want %s", sql, got, want)
		}
	}
}
