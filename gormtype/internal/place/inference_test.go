package place

import (
	"fmt"
	"strings"
	"testing"
)

// each returns what is said of each placeholder of a statement.
func each(sql string, d Dialect, say func(Site) string) (said string) {
	holders, sites := parse(sql, d).Holders()
	for _, h := range holders {
		said += say(sites[h.Place])
	}
	return said
}

// TestIsTyped: of which placeholders PostgreSQL infers the type of the columns, t, and of which another one, -. A server says the
// same in TestInferred.
func TestIsTyped(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 FROM a WHERE id = $1":                                                                     "t",
		"SELECT 1 FROM a WHERE $1 <> id":                                                                    "t",
		"SELECT 1 FROM a WHERE (id) = (($1))":                                                               "t",
		"SELECT 1 FROM a WHERE id IN ($1, b, $2)":                                                           "tt",
		"SELECT 1 FROM a WHERE $1 IN (id, b)":                                                               "t",
		"SELECT 1 FROM a WHERE $1 IN ($2, id)":                                                              "--",
		"SELECT 1 FROM a WHERE id BETWEEN $1 AND COALESCE($2, b)":                                           "tt",
		"SELECT 1 FROM a WHERE $1 BETWEEN $2 AND id":                                                        "--",
		"SELECT 1 FROM a WHERE (id, n) = ($1, $2)":                                                          "tt",
		"SELECT 1 FROM a WHERE (id, n) = (SELECT $1, $2)":                                                   "--",
		"SELECT 1 FROM a WHERE id = (SELECT $1)":                                                            "-",
		"SELECT 1 FROM a WHERE id IN (SELECT $1 UNION SELECT b FROM a)":                                     "t",
		"SELECT 1 FROM a WHERE id IN (SELECT $1 UNION SELECT $2 UNION SELECT b FROM a)":                     "--",
		"SELECT 1 FROM a WHERE id IN (SELECT b FROM a UNION SELECT $1 UNION SELECT $2)":                     "tt",
		"SELECT 1 FROM a WHERE id IN (VALUES ($1), ($2))":                                                   "--",
		"SELECT 1 FROM a WHERE id IN (VALUES (b), ($1))":                                                    "t",
		"SELECT 1 FROM a WHERE id = COALESCE($1, $2)":                                                       "--",
		"SELECT 1 FROM a WHERE id = COALESCE($1, b, 'x')":                                                   "t",
		"SELECT 1 FROM a WHERE id = COALESCE($1, NULL)":                                                     "-",
		"SELECT 1 FROM a WHERE id = COALESCE($1, f())":                                                      "t",
		"SELECT 1 FROM a WHERE CASE $1 WHEN id THEN 1 END = 1":                                              "-",
		"SELECT 1 FROM a WHERE CASE id WHEN $1 THEN 1 END = 1":                                              "t",
		"SELECT 1 FROM a WHERE id = ANY(ARRAY[$1, $2])":                                                     "--",
		"SELECT 1 FROM a WHERE id = ANY(ARRAY[$1, b])":                                                      "t",
		"SELECT 1 FROM a WHERE id = ANY(ARRAY[$1]::uuid[])":                                                 "t",
		"INSERT INTO a (id, b) VALUES ($1, ($2)), (COALESCE($3, $4), $5)":                                   "tt--t",
		"INSERT INTO a VALUES ($1)":                                                                         "t",
		"INSERT INTO a (id) SELECT $1 FROM b":                                                               "t",
		"INSERT INTO a (id) SELECT $1 UNION ALL SELECT $2":                                                  "--",
		"INSERT INTO a (id) SELECT * FROM (SELECT $1) q":                                                    "-",
		"UPDATE a SET id = $1, b = (SELECT $2), (c, d) = ($3, $4), (c, d) = (SELECT $5, $6)":                "t-tt--",
		"UPDATE a SET b = v.b FROM (VALUES ($1, $2)) v(k, b) WHERE a.id = v.k":                              "--",
		"WITH c AS (SELECT $1 AS k) SELECT 1 FROM a JOIN c ON c.k = a.id":                                   "-",
		"WITH RECURSIVE r(k) AS (SELECT $1 UNION ALL SELECT b FROM a JOIN r ON r.k = a.id) SELECT k FROM r": "-",
		"SELECT 1 FROM a WHERE doc->>'k' = $1 AND lower($2) = name AND 'u:' || $3 = name":                   "ttt",
		"SELECT 1 FROM a WHERE concat($1, 'x') = name AND to_json($2) = doc":                                "--",
	} {
		if got := each(sql, Postgres, func(s Site) string {
			if s.IsTyped {
				return "t"
			}
			return "-"
		}); got != want {
			t.Errorf("%s: got %s, want %s", sql, got, want)
		}
	}
}

// TestBesideOnMySQL: the functions that make a text there only.
func TestBesideOnMySQL(t *testing.T) {
	for sql, want := range map[string]string{
		"id = CONVERT(?, CHAR)":              "id;",
		"id = CONVERT(?, BINARY)":            ";",
		"id = CONVERT(? USING utf8mb4)":      "id;",
		"id = CONVERT(? USING binary)":       ";",
		"id = TRIM(LEADING ? FROM LOWER(?))": "id;id;",
		"id = TRIM(BOTH FROM ?)":             "id;",
		"id = REGEXP_REPLACE(?, 'x', '')":    "id;",
		"id = INSERT(?, 1, 0, '')":           "id;",
		"id = REPEAT(?, 1)":                  "id;",
		"id = (? COLLATE utf8mb4_bin)":       "id;",
		"id = (SELECT GROUP_CONCAT(?))":      "id;",
		"id = UUID_TO_BIN(?)":                ";",
		"id = UNHEX(CONVERT(?, CHAR))":       ";",
		"id = FROM_BASE64(?)":                ";",
		"id = NATURAL_SORT_KEY(?)":           "id;",
		"k = id":                             "id;",
		"b = id":                             ";",
		"id IN (SELECT k FROM x)":            "id;",
		"id IN (SELECT k FROM x JOIN y)":     "id;",
		"id IN (SELECT x.k FROM x JOIN y)":   "id;",
		"id IN (SELECT y.k FROM x JOIN y)":   ";",
	} {
		table := "JSON_TABLE(?, '$[*]' COLUMNS (k CHAR(36) PATH '$'))"
		from := "a"
		if !strings.Contains(sql, "?") {
			from = "a, " + table + " j"
		}
		if strings.Contains(sql, " x") {
			sql, from = "WITH x AS (SELECT k FROM "+table+" j) SELECT 1 FROM a WHERE "+sql, ""
		}
		if from != "" {
			sql = "SELECT 1 FROM " + from + " WHERE " + sql
		}
		if got := each(sql, MySQL, func(s Site) string { return names(s.Beside) + ";" }); got != want {
			t.Errorf("%s: got %s, want %s", sql, got, want)
		}
	}
}

// TestParts: an alias can stand behind a part of a table.
func TestParts(t *testing.T) {
	for from, want := range map[string]string{
		"a PARTITION (p0) AS x":                                      "a x;",
		"a PARTITION (p0, p1) x JOIN b PARTITION (p0)":               "a x;b b;",
		"a FOR SYSTEM_TIME ALL AS x":                                 "a x;",
		"a FOR SYSTEM_TIME AS OF NOW(6) x":                           "a x;",
		"a FOR SYSTEM_TIME AS OF TIMESTAMP '2100-01-01' AS x, b":     "a x;b b;",
		"a FOR SYSTEM_TIME BETWEEN '2100-01-01' AND ? x":             "a x;",
		"a FOR SYSTEM_TIME FROM '2100-01-01' TO NOW() AS x JOIN b y": "a x;b y;",
		"a FORCE INDEX (i)":                                          "a a;",
		"a x FORCE INDEX (i) JOIN b":                                 "a x;b b;",
	} {
		s := parse("SELECT 1 FROM "+from+" WHERE id = ?", MySQL)
		var got string
		for _, src := range s.Sources(0) {
			got += src.Table + " " + src.Alias + ";"
		}
		if _, sites := s.Holders(); got != want || names(sites[len(sites)-1].Columns) != "id" {
			t.Errorf("%s: got %s, want %s", from, got, want)
		}
	}
	insert := parse("INSERT INTO a PARTITION (p0) (n, id) VALUES (1, ?)", MySQL)
	if _, sites := insert.Holders(); names(sites[1].Columns) != "id" {
		t.Errorf("INSERT: %+v", sites)
	}
}

// TestBeside: with which columns a text is compared that is made of the value.
func TestBeside(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 FROM a WHERE id <> TRIM(?)":                               "id;",
		"SELECT 1 FROM a WHERE LOWER((?)) = a.id":                           "a.id;",
		"SELECT 1 FROM a WHERE id = REPLACE(LOWER(?), ?, '')":               "id;id;",
		"SELECT 1 FROM a WHERE id = ? || 'x' || ?":                          "id;id;",
		"SELECT 1 FROM a WHERE id = COALESCE(TRIM(?), ?)":                   "id;;",
		"SELECT 1 FROM a WHERE id IN (TRIM(?), ?)":                          "id;;",
		"SELECT 1 FROM a WHERE id IN (SELECT UPPER(?))":                     "id;",
		"SELECT 1 FROM a JOIN (SELECT TRIM(?) AS k) q ON q.k = a.id":        "a.id;",
		"SELECT 1 FROM a WHERE id = UNHEX(REPLACE(?, '-', ''))":             ";",
		"SELECT 1 FROM a WHERE HEX(id) = UPPER(?)":                          ";",
		"SELECT 1 FROM a WHERE id = CAST(TRIM(?) AS BLOB)":                  ";",
		"SELECT 1 FROM a WHERE TRIM(?) = 'x'":                               ";",
		"SELECT 1 FROM a WHERE LENGTH(?) = id":                              ";",
		"UPDATE a SET id = TRIM(?), b = ?":                                  "id;;",
		"INSERT INTO a (id, b) VALUES (TRIM(?), ?)":                         "id;;",
		"INSERT INTO a (id) SELECT CONCAT(?, '') FROM b":                    "id;",
		"SELECT 1 FROM a WHERE id MEMBER OF (JSON_ARRAY(?))":                "id;",
		"SELECT 1 FROM a WHERE id MEMBER OF (?)":                            "id;",
		"SELECT 1 FROM a WHERE id IN (SELECT value FROM json_each(?))":      "id;",
		"SELECT 1 FROM a, json_each(?) j WHERE j.value = a.id AND name = ?": "a.id;;",
		"SELECT 1 FROM a, json_each(?) j WHERE name = a.id":                 ";",
		"SELECT 1 FROM a JOIN generate_series(?, 5) g ON g.value = a.id":    ";",
		"SELECT 1 FROM a, json_each(?) WHERE value = a.id":                  "a.id;",
		"SELECT 1 FROM a, json_each(?) WHERE name = a.id":                   ";",
		"SELECT 1 FROM a WHERE id = CAST(? AS TEXT)":                        "id;",
		"SELECT 1 FROM a WHERE id = CAST(LOWER(?) AS TEXT)":                 "id;",
		"SELECT 1 FROM a WHERE id = CAST(CAST(? AS TEXT) AS BLOB)":          ";",
		"SELECT 1 FROM a WHERE id = ? ->> '$.id'":                           "id;",
		"SELECT 1 FROM a WHERE id = printf('%s', ?)":                        "id;",
		"SELECT 1 FROM a WHERE id IN (SELECT group_concat(?))":              "id;",
		"SELECT 1 FROM a WHERE id = ? COLLATE BINARY":                       ";",
		"WITH c AS (SELECT TRIM(?)) SELECT 1 FROM a WHERE id NOT IN c":      "id;",
		"SELECT 1 FROM a WHERE id IN main.c AND id = TRIM(?)":               "id;",
	} {
		if got := each(sql, SQLite, func(s Site) string { return names(s.Beside) + ";" }); got != want {
			t.Errorf("%s: got %s, want %s", sql, got, want)
		}
	}
}

// TestArguments: the argument of each placeholder, or that the statement cannot be read.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		d         Dialect
		sql, want string
	}{
		{SQLite, "SELECT ?, ?", "[0 1] of 2"},
		{SQLite, "SELECT ?2, ?, ?1", "[1 2 0] of 3"},
		{SQLite, "SELECT $1, $2, $1", "[0 1 0] of 2"},
		{SQLite, "SELECT $2, $1", "unparsed"}, // which drivers count in two ways
		{SQLite, "SELECT ?, $2", "unparsed"},
		{SQLite, "SELECT $1, ?", "unparsed"},
		{SQLite, "SELECT :id", "unparsed"},
		{SQLite, "SELECT @id", "unparsed"},
		{SQLite, "SELECT $id", "unparsed"},
		{SQLite, "SELECT ?0", "unparsed"},
		{SQLite, "SELECT ':id', a::text, '$id', \"@a\", ?", "[0] of 1"},
		{MySQL, "SELECT ?, @id, @x := ?", "[0 1] of 2"},
		{MySQL, "SELECT /*! ? */ 1", "unparsed"},
		{MySQL, "SELECT /*!50000 a = */ ?", "unparsed"},
		{MySQL, "SELECT /*M! f(*/ ?)", "unparsed"},
		{MySQL, "SELECT /*!50000 SQL_NO_CACHE */ ?", "[0] of 1"},
		{MySQL, "SELECT /* ? */ ?", "[0] of 1"},
		{Postgres, "SELECT $2, $1, $2", "[1 0 1] of 2"},
		{Postgres, "SELECT $3", "[2] of 3"},
		{Postgres, "SELECT $0", "unparsed"},
		{Postgres, "SELECT /* /* $1 */ $2 */ $1", "[0] of 1"},
		{Postgres, "SELECT /* /* */ $1", "unparsed"},
		{Postgres, "SELECT 1 -- '\r, $1", "[0] of 1"},
		{MySQL, "SELECT 1 -- '\r, ?", "[] of 0"},
		{Postgres, "SELECT\f$1\v,$2", "[0 1] of 2"},
		{Postgres, "SELECT $10, $9", "[9 8] of 10"},
		{Postgres, "SELECT $65535", "[65534] of 65535"},
		{Postgres, "SELECT $65536", "unparsed"},
		{SQLite, "SELECT ?9, ?10", "[8 9] of 10"},
		{SQLite, "SELECT ?1 ?", "[0 1] of 2"},
		{SQLite, "SELECT ?", "[0] of 1"},
		{MySQL, "SELECT ?1", "[0] of 1"},
		{SQLite, "SELECT 1:", "[] of 0"},
		{SQLite, "SELECT 1: ?", "[0] of 1"},
		// Comments.
		{SQLite, "SELECT /**/ ?", "[0] of 1"},
		{SQLite, "SELECT /*/ ? */ 1", "[] of 0"},
		{SQLite, "SELECT /* ? /* ? */ ?", "[0] of 1"},
		{SQLite, "SELECT /* ?", "unparsed"},
		{Postgres, "SELECT /*/* $1 */ $2 */ $1", "[0] of 1"},
		{Postgres, "SELECT /*/*/* $1 */*/ $2 */ $1", "[0] of 1"},
		{Postgres, "SELECT /* a long comment /* $1 */ */ $1", "[0] of 1"},
		{Postgres, "SELECT /* a */ $1 /* /* b */ */", "[0] of 1"},
		{SQLite, "SELECT 1 --? \n, ?", "[0] of 1"},
		{SQLite, "SELECT 1 --", "[] of 0"},
		{MySQL, "SELECT 1 --", "[] of 0"},
		{MySQL, "SELECT 1 --\t?", "[] of 0"},
		{MySQL, "SELECT 1 --!?", "[0] of 1"},
		{MySQL, "SELECT 1 #?\n, ?", "[0] of 1"},
		{SQLite, "SELECT 1 #?", "[0] of 1"},
		{MySQL, "SELECT #\n ?", "[0] of 1"},
		// Texts and names.
		{SQLite, "SELECT 'a", "unparsed"},
		{SQLite, "SELECT 'a''?', ?", "[0] of 1"},
		{SQLite, `SELECT 'a\', ?`, "[0] of 1"},
		{SQLite, `SELECT "a, ?`, "unparsed"},
		{SQLite, `SELECT "", ?`, "[0] of 1"},
		{SQLite, "SELECT ``, ?", "[0] of 1"},
		{MySQL, `SELECT "a\", ?`, "unparsed"},
		{MySQL, `SELECT "a""?", ?`, "[0] of 1"},
		{MySQL, "SELECT `a\\`, ?", "[0] of 1"},
		{Postgres, `SELECT E'\' $1', $1`, "[0] of 1"},
		{Postgres, `SELECT e'\' $1', $1`, "[0] of 1"},
		{Postgres, `SELECT E '\', $1`, "[0] of 1"},
		{Postgres, `E'\' $1'`, "[] of 0"},
		{Postgres, "SELECT $a$ $1 $b$ $a$, $1", "[0] of 1"},
		{Postgres, "SELECT $$ $1 $a$ $$, $1", "[0] of 1"},
		{Postgres, "SELECT $$$$, $1", "[0] of 1"},
		{Postgres, "SELECT $a $1", "unparsed"},
		{Postgres, "SELECT $a", "unparsed"},
		{Postgres, "SELECT $", "unparsed"},
		{Postgres, "SELECT $a$ $1", "unparsed"},
		{MySQL, "SELECT $a, $1, ?", "[0] of 1"},
		// A bracket behind a name, or behind another one, is of an array.
		{SQLite, "SELECT [?], ?", "[0] of 1"},
		{SQLite, "SELECT a[?]", "[0] of 1"},
		{SQLite, "SELECT a [?]", "[] of 0"},
		{SQLite, "SELECT f()[?]", "[0] of 1"},
		{SQLite, "SELECT a[1][?]", "[0] of 1"},
		{SQLite, "SELECT [?", "unparsed"},
		{Postgres, "SELECT ARRAY[$1]", "[0] of 1"},
		// Numbers are no names.
		{SQLite, "SELECT 1.5[?]", "[] of 0"},
		{SQLite, "SELECT .5[?]", "[] of 0"},
		{SQLite, "SELECT a.5[?]", "[] of 0"},
	} {
		s := &Statement{}
		got := "unparsed"
		if s.Parse(c.sql, c.d) {
			holders, _ := s.Holders()
			arguments := []int{}
			for _, h := range holders {
				arguments = append(arguments, h.Argument)
			}
			got = fmt.Sprint(arguments, " of ", s.Arguments)
		}
		if got != c.want {
			t.Errorf("%q in dialect %d: got %s, want %s", c.sql, c.d, got, c.want)
		}
	}
}

// TestIsNameByte: names are of letters, digits, underscores, dollars and all that is no ASCII.
func TestIsNameByte(t *testing.T) {
	const ascii = "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	for c := range 256 {
		if got, want := IsNameByte(byte(c)), c >= 128 || strings.IndexByte(ascii, byte(c)) >= 0; got != want {
			t.Errorf("%q: %t", c, got)
		}
	}
}

// TestSchemasOfNames: the schemas of tables and columns.
func TestSchemasOfNames(t *testing.T) {
	s := parse(`SELECT 1 FROM auth.users u, "crm"."users", db.old.users, plain WHERE crm.users.id = $1 AND u.id = $2`, Postgres)
	var tables string
	for _, src := range s.Sources(0) {
		tables += fmt.Sprintf("%s.%s %s;", src.Schema, src.Table, src.Alias)
	}
	if want := "auth.users u;crm.users users;old.users users;.plain plain;"; tables != want {
		t.Errorf("the tables are %s, want %s", tables, want)
	}
	holders, sites := s.Holders()
	if c := sites[holders[0].Place].Columns[0]; c.Schema != "crm" || c.Qualifier != "users" || c.Name != "id" {
		t.Errorf("the column is %+v", c)
	}
	if c := sites[holders[1].Place].Columns[0]; c.Schema != "" || c.Qualifier != "u" {
		t.Errorf("the column is %+v", c)
	}
}

// TestWritten: the table whose row old, new and excluded mean.
func TestWritten(t *testing.T) {
	for sql, want := range map[string]string{
		"INSERT INTO a (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET b = ? WHERE excluded.id = ?": "a",
		"UPDATE a SET b = 1 FROM c WHERE c.id = a.id RETURNING old.id = ?":                         "a",
		"DELETE FROM a USING c WHERE c.id = a.id RETURNING (SELECT 1 FROM d WHERE old.id = ?)":     "a",
		"SELECT 1 FROM a WHERE old.id = ?":                                                         "",
		"UPDATE a SET b = 1 WHERE old.id = ?":                                                      "",
	} {
		s := parse(sql, SQLite)
		table, _ := s.Written(queryOf(s, s.holders[len(s.holders)-1]))
		if table.Table != want {
			t.Errorf("%s: the table is %q, want %q", sql, table.Table, want)
		}
	}
}
