package statements_test

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/dbserver"
	"gorm.io/gorm"
)

// The models of TestStatements.
type (
	hardUser struct {
		ID   gormtype.Binary[wiji.ID]
		Boss *gormtype.Binary[wiji.ID]
		Name string `gorm:"size:60"`
		N    int
	}
	hardLog struct {
		ID     uint
		UserID gormtype.Binary[wiji.ID]
		Note   string `gorm:"size:60"`
	}
)

// statement is one of a, b and c, the keys of three users of whom a is the boss of the others. A
// digit is a number, and C the text c.
type statement struct {
	name, sql, args, want string
	on                    string // a dialect, not and a dialect, or all
	// isUnread is true if the plugin does not know the column: a plain ID is an error, and a text is
	// not examined.
	isUnread bool
}

// isOn reports whether the dialect has the statement.
func (s statement) isOn(dialect string) bool {
	short := map[string]string{"postgres": "pg", "mysql": "my", "sqlite": "sqlite"}[dialect]
	if other, isNot := strings.CutPrefix(s.on, "not"); isNot {
		return other != short
	}
	return s.on == "" || s.on == short
}

// queries return the names of users.
var queries = []statement{
	{"cte same name", "WITH hard_users AS (SELECT * FROM hard_users WHERE id <> ?) SELECT name FROM hard_users WHERE id <> ?", "ab", "c", "notsqlite", false},
	{"comment at end", "SELECT name FROM hard_users WHERE id = ? -- by id", "a", "a", "", false},
	{"my minusminus", "SELECT name FROM hard_users WHERE n > 1--1 AND id <> ?", "a", "c", "my", false},
	{"cte columns", "WITH t(x, y) AS (SELECT id, name FROM hard_users) SELECT y FROM t WHERE x <> ?", "a", "bc", "", false},
	{"cte recursive columns", "WITH RECURSIVE t(node, label) AS (SELECT id, name FROM hard_users WHERE id = ? UNION ALL SELECT u.id, u.name FROM hard_users u JOIN t ON u.boss = t.node) SELECT label FROM t WHERE node <> ?", "aa", "bc", "", false},
	{"derived star", "SELECT t.name FROM (SELECT u.* FROM hard_users u JOIN hard_logs l ON l.user_id = u.id) t WHERE t.id <> ?", "a", "bc", "", false},
	{"derived min", "SELECT t.x FROM (SELECT MIN(id) AS m, name AS x FROM hard_users GROUP BY name) t WHERE t.m <> ?", "a", "bc", "", false},
	{"derived coalesce", "SELECT t.x FROM (SELECT COALESCE(boss, id) AS m, name AS x FROM hard_users) t WHERE t.m <> ?", "b", "abc", "", false},
	{"having min", "SELECT name FROM hard_users GROUP BY name HAVING MIN(id) <> ?", "a", "bc", "", false},
	{"having alias", "SELECT name, MIN(id) AS m FROM hard_users GROUP BY name HAVING m <> ?", "a", "bc", "notpg", false},
	{"case result", "SELECT name FROM hard_users WHERE CASE WHEN n > 0 THEN ? ELSE ? END = id", "ab", "a", "", false},
	{"case col", "SELECT name FROM hard_users WHERE CASE WHEN n > 0 THEN id ELSE boss END <> ?", "a", "bc", "", false},
	{"case when", "SELECT name FROM hard_users WHERE CASE WHEN id = ? THEN 1 ELSE 0 END = 0", "a", "bc", "", false},
	{"case id", "SELECT name FROM hard_users WHERE CASE id WHEN ? THEN 0 WHEN ? THEN 0 ELSE 1 END = 1", "ab", "c", "", false},
	{"case u.id", "SELECT u.name FROM hard_users u WHERE CASE u.id WHEN ? THEN 0 WHEN ? THEN 0 ELSE 1 END = 1", "ab", "c", "", false},
	{"case coalesce", "SELECT u.name FROM hard_users u WHERE CASE COALESCE(u.boss, u.id) WHEN ? THEN 0 ELSE 1 END = 1", "b", "abc", "", false},
	{"case ?", "SELECT name FROM hard_users WHERE CASE ? WHEN id THEN 0 ELSE 1 END = 1", "a", "bc", "", false},
	{"between ?", "SELECT name FROM hard_users WHERE ? BETWEEN boss AND id", "c", "c", "", false},
	{"between not", "SELECT name FROM hard_users WHERE id NOT BETWEEN ? AND ?", "ab", "c", "", false},
	{"row value", "SELECT name FROM hard_users WHERE (n, id) > (?, ?)", "1a", "bc", "", false},
	{"row value2", "SELECT name FROM hard_users WHERE (id, n) = (?, ?)", "a1", "a", "", false},
	{"row in", "SELECT name FROM hard_users WHERE (id, n) IN ((?, ?), (?, ?))", "a1b2", "ab", "notsqlite", false},
	{"row in values", "SELECT name FROM hard_users WHERE (id, n) IN (VALUES (?, ?), (?, ?))", "a1b2", "ab", "sqlite", false},
	{"? in sub", "SELECT name FROM hard_users u WHERE ? NOT IN (SELECT id FROM hard_users x WHERE x.n = u.n)", "a", "bc", "", false},
	{"? = sub", "SELECT name FROM hard_users u WHERE ? <> (SELECT id FROM hard_users x WHERE x.n = u.n)", "a", "bc", "", false},
	{"sub <> ?", "SELECT name FROM hard_users u WHERE (SELECT id FROM hard_users x WHERE x.n = u.n) <> ?", "a", "bc", "", false},
	{"sub limit <> ?", "SELECT name FROM hard_users u WHERE (SELECT x.id FROM hard_users x WHERE x.n = u.n ORDER BY x.id LIMIT 1) <> ?", "a", "bc", "", false},
	{"sub min <> ?", "SELECT name FROM hard_users u WHERE (SELECT MIN(x.id) FROM hard_users x WHERE x.n = u.n) <> ?", "a", "bc", "", false},
	{"sub coalesce max", "SELECT name FROM hard_users u WHERE COALESCE((SELECT x.id FROM hard_users x WHERE x.n = u.n), ?) <> ?", "aa", "bc", "", false},
	{"is distinct", "SELECT name FROM hard_users WHERE id IS DISTINCT FROM ?", "a", "bc", "notmy", false},
	{"is not", "SELECT name FROM hard_users WHERE id IS NOT ?", "a", "bc", "sqlite", false},
	{"null safe", "SELECT name FROM hard_users WHERE NOT (id <=> ?)", "a", "bc", "my", false},
	{"iif", "SELECT name FROM hard_users WHERE IIF(n > 0, id, boss) <> ?", "a", "bc", "sqlite", false},
	{"if", "SELECT name FROM hard_users WHERE IF(n > 0, id, boss) <> ?", "a", "bc", "my", false},
	{"paren not", "SELECT name FROM hard_users WHERE NOT (id = ?)", "a", "bc", "", false},
	{"paren col", "SELECT name FROM hard_users WHERE ((id)) <> ((?))", "a", "bc", "", false},
	{"window", "SELECT name FROM (SELECT name, FIRST_VALUE(id) OVER (PARTITION BY n ORDER BY id) AS f FROM hard_users) t WHERE f <> ?", "a", "bc", "", false},
	{"lag", "SELECT name FROM (SELECT name, LAG(id, 1, ?) OVER (ORDER BY id) AS f, id FROM hard_users) t WHERE f <> id", "a", "bc", "", false},
	{"values cte", "WITH v(id) AS (VALUES (?), (?)) SELECT u.name FROM hard_users u JOIN v ON v.id = u.id", "ab", "ab", "notmy", false},
	{"select ? join", "SELECT u.name FROM hard_users u JOIN (SELECT ? AS id UNION ALL SELECT ?) v ON v.id = u.id", "ab", "ab", "", false},
	{"cross params", "WITH p AS (SELECT ? AS uid) SELECT u.name FROM hard_users u, p WHERE u.id = p.uid", "a", "a", "", false},
	{"exists", "SELECT name FROM hard_users u WHERE EXISTS (SELECT 1 FROM hard_logs l WHERE l.user_id = u.id AND u.id <> ?)", "a", "bc", "", false},
	{"parent unqual", "SELECT name FROM hard_users u WHERE EXISTS (SELECT 1 FROM hard_logs l WHERE l.user_id = ? AND boss IS NULL)", "a", "a", "", false},
	{"filter", "SELECT name FROM hard_users GROUP BY name HAVING COUNT(*) FILTER (WHERE id = ?) = 0", "a", "bc", "notmy", false},
	{"sum", "SELECT name FROM hard_users GROUP BY name HAVING SUM(id = ?) = 0", "a", "bc", "notpg", false},
	{"order", "SELECT name FROM hard_users ORDER BY id = ? DESC LIMIT 1", "b", "b", "", false},
	{"order case", "SELECT name FROM hard_users ORDER BY CASE WHEN id = ? THEN 0 ELSE 1 END LIMIT 1", "b", "b", "", false},
	{"using", "SELECT x.name FROM hard_users x JOIN hard_users y USING (id) WHERE id <> ?", "a", "bc", "", false},
	{"comma", "SELECT u.name FROM hard_logs l, hard_users u WHERE l.user_id = u.id AND u.id <> ?", "a", "bc", "", false},
	{"paren join", "SELECT u.name FROM (hard_users u JOIN hard_logs l ON l.user_id = u.id) WHERE u.id <> ?", "a", "bc", "", false},
	{"paren join2", "SELECT u.name FROM (hard_logs l JOIN hard_users u ON l.user_id = u.id) WHERE l.user_id <> ?", "a", "bc", "", false},
	{"left join paren", "SELECT u.name FROM hard_users u LEFT JOIN (hard_logs l CROSS JOIN (SELECT 1 AS one) o) ON l.user_id = u.id AND l.user_id <> ? WHERE l.id IS NOT NULL", "a", "bc", "", false},
	{"lateral", "SELECT u.name FROM hard_users u, LATERAL (SELECT * FROM hard_logs l WHERE l.user_id = u.id AND l.user_id <> ?) x", "a", "bc", "notsqlite", false},
	{"union", "SELECT name FROM hard_users WHERE id = ? UNION SELECT note FROM hard_logs WHERE user_id = ?", "ab", "ab", "", false},
	{"union derived", "SELECT x FROM (SELECT name AS x, id AS i FROM hard_users UNION ALL SELECT note, user_id FROM hard_logs) t WHERE i = ?", "a", "aa", "", false},
	{"union derived 2nd", "SELECT x FROM (SELECT note AS x, NULL AS i FROM hard_logs UNION ALL SELECT name, id FROM hard_users) t WHERE i = ?", "a", "a", "notpg", false},
	{"quoted cols", `SELECT name FROM hard_users WHERE "hard_users"."id" <> ?`, "a", "bc", "notmy", false},
	{"backticks", "SELECT name FROM hard_users WHERE `hard_users`.`id` <> ?", "a", "bc", "notpg", false},
	{"upper", "SELECT NAME FROM HARD_USERS WHERE ID <> ?", "a", "bc", "notmy", false},
	{"main", "SELECT name FROM main.hard_users WHERE main.hard_users.id <> ?", "a", "bc", "sqlite", false},
	{"public", "SELECT name FROM public.hard_users WHERE public.hard_users.id <> ?", "a", "bc", "pg", false},
	{"collate", "SELECT name FROM hard_users WHERE id COLLATE BINARY <> ?", "a", "bc", "sqlite", false},
	{"plus", "SELECT name FROM hard_users WHERE +id <> ?", "a", "bc", "sqlite", false},
	{"coalesce ?", "SELECT name FROM hard_users WHERE id <> COALESCE(?, boss)", "a", "bc", "", false},
	{"coalesce id", "SELECT name FROM hard_users WHERE COALESCE(boss, ?) = ?", "aa", "abc", "", false},
	{"nullif", "SELECT name FROM hard_users WHERE NULLIF(id, ?) IS NOT NULL", "a", "bc", "", false},
	{"count distinct", "SELECT name FROM hard_users GROUP BY name HAVING COUNT(NULLIF(id, ?)) > 0", "a", "bc", "", false},
	{"nested in", "SELECT name FROM hard_users WHERE id IN (SELECT user_id FROM hard_logs WHERE user_id IN (SELECT id FROM hard_users WHERE boss = ?))", "a", "bc", "", false},
	{"intersect", "SELECT name FROM hard_users WHERE id IN (SELECT id FROM hard_users INTERSECT SELECT user_id FROM hard_logs WHERE user_id <> ?)", "a", "bc", "", false},
	{"any array", "SELECT name FROM hard_users WHERE id = ANY(ARRAY[?, ?])", "ab", "ab", "pg", false},
	{"array bytea", "SELECT name FROM hard_users WHERE id = ANY(ARRAY[?, ?]::bytea[])", "ab", "ab", "pg", false},
	{"unnest", "SELECT name FROM hard_users u JOIN unnest(ARRAY[?]::bytea[]) AS v(id) ON v.id = u.id", "a", "a", "pg", true},
	{"values any", "SELECT name FROM hard_users WHERE id = ANY(VALUES (?), (?))", "ab", "ab", "pg", false},
	{"all", "SELECT name FROM hard_users WHERE id <> ALL(SELECT id FROM hard_users WHERE id = ?)", "a", "bc", "notsqlite", false},
	{"? = any sub", "SELECT name FROM hard_users u WHERE ? = ANY(SELECT id FROM hard_users x WHERE x.n = u.n)", "a", "a", "notsqlite", false},
	{"cast bytea", "SELECT name FROM hard_users WHERE id <> ?::bytea", "a", "bc", "pg", false},
	{"cast as bytea", "SELECT name FROM hard_users WHERE CAST(? AS bytea) <> id", "a", "bc", "pg", false},
	{"cast as binary", "SELECT name FROM hard_users WHERE id <> CAST(? AS BINARY(16))", "a", "bc", "my", false},
	{"cast as blob", "SELECT name FROM hard_users WHERE CAST(? AS BLOB) <> id", "a", "bc", "sqlite", false},
	{"cast col", "SELECT name FROM hard_users WHERE id::bytea <> ?", "a", "bc", "pg", true},
	{"values fn", "SELECT name FROM hard_users WHERE GREATEST(id, ?) = ?", "bb", "ab", "notsqlite", false},
	{"xor", "SELECT name FROM hard_users WHERE n = 0 XOR id <> ?", "a", "bc", "my", false},
	{"or ||", "SELECT name FROM hard_users WHERE n = 99 || id = ?", "a", "a", "my", false},
	{"and &&", "SELECT name FROM hard_users WHERE n < 99 && id <> ?", "a", "bc", "my", false},
	{"bang", "SELECT name FROM hard_users WHERE !(id = ?)", "a", "bc", "my", false},
	{"binary", "SELECT name FROM hard_users WHERE BINARY id <> ?", "a", "bc", "my", false},
	{"div", "SELECT name FROM hard_users WHERE n+0 > 0 AND id <> ? AND n*1 > 0", "a", "bc", "", false},
	{"hint", "SELECT /*+ MAX_EXECUTION_TIME(1000) */ name FROM hard_users WHERE id <> ?", "a", "bc", "", false},
	{"index hint", "SELECT name FROM hard_users FORCE INDEX (PRIMARY) WHERE id <> ?", "a", "bc", "my", false},
	{"straight", "SELECT u.name FROM hard_logs l STRAIGHT_JOIN hard_users u ON u.id = l.user_id WHERE u.id <> ?", "a", "bc", "my", false},
	{"stmt partition", "SELECT name FROM ONLY hard_users WHERE id <> ?", "a", "bc", "pg", false},
	{"tablesample", "SELECT name FROM hard_users TABLESAMPLE SYSTEM (100) WHERE id <> ?", "a", "bc", "pg", false},
	{"derived cols", "SELECT b FROM (SELECT id, name FROM hard_users) AS t(a, b) WHERE a <> ?", "a", "bc", "notsqlite", false},
	{"is true", "SELECT name FROM hard_users WHERE (id = ?) IS FALSE", "a", "bc", "notmy", false},
	{"numbered", "SELECT name FROM hard_users WHERE id <> $2 AND id = $1", "ab", "a", "pg", false},
	{"numbered twice", "SELECT name FROM hard_users WHERE id = $1 OR boss = $1", "a", "abc", "pg", false},
	{"numbered null", "SELECT name FROM hard_users WHERE $1::bytea IS NULL OR id = $1", "a", "a", "pg", false},
	{"numbered bare null", "SELECT name FROM hard_users WHERE $1 IS NULL OR id = $1", "a", "a", "pg", false},
	{"numbered null last", "SELECT name FROM hard_users WHERE id = $1 OR $1::bytea IS NULL", "a", "a", "pg", false},
	{"numbered not null", "SELECT name FROM hard_users WHERE $1::bytea IS NOT NULL AND id <> $1", "a", "bc", "pg", false},
	{"numbered coalesce", "SELECT name FROM hard_users WHERE id = COALESCE($1, id)", "a", "a", "pg", false},
	{"numbered cast null", "SELECT name FROM hard_users WHERE CAST($1 AS bytea) IS NULL OR id = $1", "a", "a", "pg", false},
	{"null of bytes", "SELECT name FROM hard_users WHERE ?::bytea IS NULL OR id = ?", "aa", "a", "pg", false},
	{"= false", "SELECT name FROM hard_users WHERE (id = ?) = (1 = 0)", "a", "bc", "", false},
	{"limit", "SELECT name FROM hard_users WHERE id > ? ORDER BY id LIMIT ?", "a1", "b", "", false},
	{"self col ambiguous", "SELECT u.name FROM hard_users u JOIN hard_logs l ON u.id = l.user_id AND l.id > ? WHERE u.id <> ?", "0a", "bc", "", false},
	{"alias = keyword", "SELECT end_.name FROM hard_users end_ WHERE end_.id <> ?", "a", "bc", "", false},
	{"alias quoted space", `SELECT "my u".name FROM hard_users "my u" WHERE "my u".id <> ?`, "a", "bc", "notmy", false},
	{"table keyword name", `SELECT "set".name FROM hard_users "set" WHERE "set".id <> ?`, "a", "bc", "notmy", false},
	{"alias named window", `SELECT "from".name FROM hard_users "from", hard_logs l WHERE l.user_id = "from".id AND "from".id <> ?`, "a", "bc", "notmy", false},
	{"group by", "SELECT name FROM hard_users WHERE id <> ? GROUP BY name, id HAVING id <> ?", "ab", "c", "", false},
	{"where alias", "SELECT name, id AS k FROM hard_users WHERE k <> ?", "a", "bc", "sqlite", false},
	{"where alias of derived", "SELECT name, boss AS k FROM (SELECT * FROM hard_users WHERE id <> ?) u WHERE k = ?", "ba", "c", "sqlite", false},
	{"order field", "SELECT name FROM hard_users ORDER BY FIELD(id, ?, ?) DESC LIMIT 1", "cb", "b", "my", false},
	{"elt field", "SELECT name FROM hard_users WHERE ELT(FIELD(id, ?, ?), ?, ?) = boss", "bcca", "c", "my", false},
	{"double quotes", `SELECT name FROM hard_users WHERE name <> "\"" AND id <> ?`, "a", "bc", "my", false},
	{"paren union", "SELECT x FROM ((SELECT name AS x, id AS i FROM hard_users) UNION (SELECT note, user_id FROM hard_logs)) t WHERE i = ?", "a", "a", "notsqlite", false},
	{"union ?", "SELECT name FROM hard_users WHERE id IN (SELECT id FROM hard_users WHERE id = ? UNION SELECT ?)", "ab", "ab", "", false},
	{"array agg", "SELECT name FROM hard_users GROUP BY name HAVING (array_agg(id))[1] <> ?", "a", "bc", "pg", false},
	{"array of select", "SELECT name FROM hard_users WHERE id = ANY(ARRAY(SELECT id FROM hard_users WHERE id <> ?))", "a", "bc", "pg", false},
	{"extract", "SELECT name FROM hard_users WHERE TRIM(BOTH ' ' FROM name) <> ? AND id <> ?", "5a", "bc", "my", false},
}

// writes leave the users and their bosses.
var writes = []statement{
	{"set", "UPDATE hard_users SET boss = ? WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set paren", "UPDATE hard_users SET boss = (?) WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set select", "UPDATE hard_users SET boss = (SELECT ?) WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set select from", "UPDATE hard_users SET boss = (SELECT id FROM (SELECT * FROM hard_users) x WHERE id = ?) WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set row", "UPDATE hard_users SET (n, boss) = (?, ?) WHERE id = ?", "1bc", "a:- b:a c:b ", "notmy", false},
	{"set row select", "UPDATE hard_users SET (n, boss) = (SELECT 1, ?) WHERE id = ?", "bc", "a:- b:a c:b ", "notmy", false},
	{"set ROW()", "UPDATE hard_users SET (n, boss) = ROW(?, ?) WHERE id = ?", "1bc", "a:- b:a c:b ", "pg", false},
	{"set iif", "UPDATE hard_users SET boss = IIF(n > 0, ?, boss) WHERE id = ?", "bc", "a:- b:a c:b ", "sqlite", false},
	{"set if", "UPDATE hard_users SET boss = IF(n > 0, ?, boss) WHERE id = ?", "bc", "a:- b:a c:b ", "my", false},
	{"set case", "UPDATE hard_users SET boss = CASE WHEN n > 0 THEN ? ELSE boss END WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set case id", "UPDATE hard_users SET boss = CASE id WHEN ? THEN ? ELSE boss END", "cb", "a:- b:a c:b ", "", false},
	{"set case nested", "UPDATE hard_users SET boss = CASE WHEN n > 0 THEN CASE id WHEN ? THEN ? ELSE boss END ELSE ? END", "cba", "a:- b:a c:b ", "", false},
	{"set case 2 cols", "UPDATE hard_users SET n = CASE id WHEN ? THEN 9 ELSE n END, boss = CASE id WHEN ? THEN ? ELSE boss END", "ccb", "a:- b:a c:b ", "", false},
	{"set paren case", "UPDATE hard_users SET boss = (CASE WHEN n > 0 THEN ? ELSE boss END) WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set coalesce", "UPDATE hard_users SET boss = COALESCE(?, boss) WHERE id = ?", "bc", "a:- b:a c:b ", "", false},
	{"set coalesce nullif", "UPDATE hard_users SET boss = COALESCE(NULLIF(?, ?), boss) WHERE id = ?", "bac", "a:- b:a c:b ", "", false},
	{"upsert-excl", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET boss = ? WHERE excluded.id <> ?", "cCabb", "a:- b:a c:b ", "notmy", false},
	{"upsert-excl2", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET boss = ? WHERE excluded.id <> ?", "cCabc", "a:- b:a c:a ", "notmy", false},
	{"upsert-case", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET boss = CASE WHEN excluded.boss = ? THEN ? ELSE excluded.boss END", "cCaab", "a:- b:a c:b ", "notmy", false},
	{"upsert-values", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE name = name, boss = IF(VALUES(boss) = ?, ?, VALUES(boss))", "cCaab", "a:- b:a c:b ", "my", false},
	{"upsert-alias", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) AS v ON DUPLICATE KEY UPDATE boss = CASE WHEN v.boss = ? THEN ? ELSE v.boss END", "cCaab", "a:- b:a c:b ", "my", false},
	{"upsert-alias cols", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) AS v(x,y,z) ON DUPLICATE KEY UPDATE boss = CASE WHEN z = ? THEN ? ELSE z END", "cCaab", "a:- b:a c:b ", "my", false},
	{"upsert-values2", "INSERT INTO hard_users (id, name, boss) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n), boss = ?", "cCab", "a:- b:a c:b ", "my", false},
	{"replace", "REPLACE INTO hard_users (id, name, boss) VALUES (?, 'c', ?)", "cb", "a:- b:a c:b ", "notpg", false},
	{"replace value", "REPLACE INTO hard_users (id, name, boss) VALUE (?, 'c', ?)", "cb", "a:- b:a c:b ", "my", false},
	{"replace if none", "REPLACE INTO hard_users (id, name, boss) SELECT * FROM (SELECT ? AS i, 'c' AS n, ? AS b) x WHERE NOT EXISTS (SELECT 1 FROM hard_logs WHERE user_id = ? AND note = 'x')", "cbc", "a:- b:a c:b ", "notpg", false},
	{"update join rows", "UPDATE hard_users u JOIN (SELECT ? AS i, ? AS b UNION ALL SELECT ?, ?) v ON v.i = u.id SET u.boss = v.b", "cbba", "a:- b:a c:b ", "my", false},
	{"update from rows", "UPDATE hard_users SET boss = v.b FROM (SELECT ? AS i, ? AS b UNION ALL SELECT ?, ?) AS v WHERE v.i = hard_users.id", "cbba", "a:- b:a c:b ", "notmy", false},
	{"replace noint", "REPLACE hard_users (id, name, boss) VALUES (?, 'c', ?)", "cb", "a:- b:a c:b ", "my", false},
	{"ins set", "REPLACE INTO hard_users SET id = ?, name = 'c', boss = ?", "cb", "a:- b:a c:b ", "my", false},
	{"replace select", "REPLACE INTO hard_users (id, name, boss) SELECT ?, 'c', ?", "cb", "a:- b:a c:b ", "notpg", false},
	{"replace select isdist", "REPLACE INTO hard_users (n, id, name, boss) SELECT 1 IS DISTINCT FROM 2, ?, 'c', ?", "cb", "a:- b:a c:b ", "sqlite", false},
	{"replace with", "REPLACE INTO hard_users (id, name, boss) WITH q AS (SELECT 1) SELECT ?, 'c', ?", "cb", "a:- b:a c:b ", "notpg", false},
	{"replace select paren", "REPLACE INTO hard_users (id, name, boss) (SELECT ?, 'c', ?)", "cb", "a:- b:a c:b ", "my", false},
	{"replace select from sub", "REPLACE INTO hard_users (id, name, boss) SELECT * FROM (SELECT ? AS a, 'c' AS b, ? AS d) x", "cb", "a:- b:a c:b ", "notpg", false},
	{"replace select union", "REPLACE INTO hard_users (id, name, boss) SELECT ?, 'c', ? UNION ALL SELECT ?, 'b', ?", "cbba", "a:- b:a c:b ", "notpg", false},
	{"replace values row", "REPLACE INTO hard_users (id, name, boss) VALUES ROW(?, 'c', ?), ROW(?, 'b', ?)", "cbba", "a:- b:a c:b ", "my", false},
	{"pg ins select cast", "INSERT INTO hard_users (id, name, boss) SELECT ?::bytea, 'c', ? ON CONFLICT (id) DO UPDATE SET boss = excluded.boss", "cb", "a:- b:a c:b ", "pg", false},
	{"pg ins paren", "INSERT INTO hard_users (id, name, boss) (SELECT ?, 'c', ?) ON CONFLICT (id) DO UPDATE SET boss = excluded.boss", "cb", "a:- b:a c:b ", "pg", false},
	{"update from values", "UPDATE hard_users SET boss = v.b FROM (VALUES (?, ?)) AS v(i, b) WHERE hard_users.id = v.i", "cb", "a:- b:a c:b ", "pg", false},
	{"update from cte", "WITH v(i, b) AS (VALUES (?, ?)) UPDATE hard_users SET boss = (SELECT b FROM v WHERE v.i = hard_users.id) WHERE id IN (SELECT i FROM v)", "cb", "a:- b:a c:b ", "notmy", false},
	{"update from columns", "WITH v AS (VALUES (?, ?), (?, ?)) UPDATE hard_users SET boss = (SELECT column2 FROM v WHERE column1 = id) WHERE id IN (SELECT column1 FROM v)", "cbba", "a:- b:a c:b ", "notmy", false},
	{"update join", "UPDATE hard_users u JOIN hard_logs l ON l.user_id = u.id SET u.boss = ? WHERE l.user_id = ?", "bc", "a:- b:a c:b ", "my", false},
	{"update from", "UPDATE hard_users AS u SET boss = ? FROM hard_logs l WHERE l.user_id = u.id AND l.user_id = ?", "bc", "a:- b:a c:b ", "notmy", false},
	{"update from id", "UPDATE hard_users SET id = ?, boss = ? FROM hard_logs l WHERE l.user_id = hard_users.id AND l.user_id = ?", "cbc", "a:- b:a c:b ", "notmy", false},
	{"update or", "UPDATE OR REPLACE hard_users SET boss = ? WHERE id = ?", "bc", "a:- b:a c:b ", "sqlite", false},
	{"update ignore", "UPDATE IGNORE hard_users SET boss = ? WHERE id = ?", "bc", "a:- b:a c:b ", "my", false},
	{"update low", "UPDATE LOW_PRIORITY hard_users SET boss = ? WHERE id = ?", "bc", "a:- b:a c:b ", "my", false},
	{"update only", "UPDATE ONLY hard_users SET boss = ? WHERE id = ?", "bc", "a:- b:a c:b ", "pg", false},
	{"del using", "DELETE FROM hard_users USING hard_logs WHERE hard_logs.user_id = hard_users.id AND hard_logs.user_id <> ? AND hard_users.id <> ?", "ab", "a:- b:a ", "pg", false},
	{"del multi", "DELETE hard_users, hard_logs FROM hard_users JOIN hard_logs ON hard_logs.user_id = hard_users.id WHERE hard_users.id = ?", "c", "a:- b:a ", "my", false},
	{"del multi2", "DELETE u FROM hard_users u JOIN hard_logs l ON l.user_id = u.id WHERE u.id = ?", "c", "a:- b:a ", "my", false},
	{"del cmt", "DELETE FROM hard_users WHERE id <> ? -- keep", "a", "a:- ", "", false},
	{"del returning", "DELETE FROM hard_users WHERE id = ? RETURNING id = ?", "cb", "a:- b:a ", "notmy", false},
	{"merge", "MERGE INTO hard_users u USING (SELECT id FROM hard_users WHERE id = ?) s ON u.id = s.id WHEN MATCHED THEN UPDATE SET boss = ?", "cb", "a:- b:a c:b ", "pg", false},
	{"merge src", "MERGE INTO hard_users u USING (VALUES (?)) s(i) ON u.id = s.i WHEN MATCHED AND u.id <> ? THEN UPDATE SET boss = ?", "cab", "a:- b:a c:b ", "pg", false},
	{"cte update", "WITH x AS (UPDATE hard_users SET boss = ? WHERE id = ? RETURNING id) SELECT * FROM x", "bc", "a:- b:a c:b ", "pg", false},
}

type hardUsers [3]hardUser

func hardRows(t *testing.T, db *gorm.DB) (users hardUsers) {
	t.Helper()
	gormtest.Must(t, db.Where("1 = 1").Delete(&hardUser{}))
	gormtest.Must(t, db.Where("1 = 1").Delete(&hardLog{}))
	for i := range users {
		users[i] = hardUser{ID: gormtype.BinaryOf(gormtest.WijiAt(i + 1)), Name: "abc"[i : i+1], N: i + 1}
		if i > 0 {
			users[i].Boss = &users[0].ID
		}
		gormtest.Must(t, db.Create(&users[i]))
		gormtest.Must(t, db.Create(&hardLog{UserID: users[i].ID, Note: users[i].Name}))
	}
	return users
}

// values returns the arguments of a statement in a form.
func (u hardUsers) values(args, form string) (values []any) {
	for _, c := range []byte(args) {
		switch {
		case '0' <= c && c <= '9':
			values = append(values, int(c-'0'))
		case c == 'C':
			values = append(values, "c")
		default:
			key := u[c-'a'].ID
			values = append(values, map[string]any{"text": key.String(), "plain": key.V(), "column": key}[form])
		}
	}
	return values
}

// bosses returns the users with their bosses, as in "a:- b:a c:a ".
func (u hardUsers) bosses(t *testing.T, db *gorm.DB) string {
	var rows []hardUser
	gormtest.Must(t, db.Order("name").Find(&rows))
	var b strings.Builder
	for _, row := range rows {
		boss := "?"
		for _, x := range u {
			if row.Boss != nil && *row.Boss == x.ID {
				boss = x.Name
			}
		}
		if row.Boss == nil {
			boss = "-"
		}
		b.WriteString(row.Name + ":" + boss + " ")
	}
	return b.String()
}

// TestStatements: in each statement an ID in each form is right, or an error.
func TestStatements(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		users := hardRows(t, db)
		for _, q := range queries {
			for _, form := range []string{"text", "plain", "column"} {
				if !q.isOn(s.Dialect()) || lacksStatement(t, s, q.sql) {
					continue
				}
				var rows []map[string]any
				err := db.Raw(q.sql, users.values(q.args, form)...).Find(&rows).Error
				var names []string
				for _, row := range rows {
					for _, v := range row {
						if name, ok := v.(string); ok && len(name) == 1 {
							names = append(names, name)
						}
					}
				}
				sort.Strings(names)
				q.judge(t, form, strings.Join(names, ""), err)
			}
		}
		for _, q := range writes {
			for _, form := range []string{"text", "plain", "column"} {
				if !q.isOn(s.Dialect()) || lacksStatement(t, s, q.sql) {
					continue
				}
				users := hardRows(t, db)
				err := db.Exec(q.sql, users.values(q.args, form)...).Error
				if q.isUnread && form == "text" {
					continue // it stores the text
				}
				q.judge(t, form, users.bosses(t, db), err)
			}
		}
	})
}

// One value in two columns of texts has one form.
func TestOneForm(t *testing.T) {
	type coded struct {
		ID   uint
		Code gormtype.Text[wiji.ID]
		Name string
	}
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnPostgres, gormtest.OnPostgresSimple}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&coded{}))
		if err := db.AutoMigrate(&coded{}); err != nil {
			t.Fatal(err)
		}
		for _, columns := range []string{"code, name", "name, code"} {
			key := wiji.New()
			gormtest.Must(t, db.Exec("INSERT INTO codeds ("+columns+") VALUES ($1, $1)", key.String()))
			var got coded
			if gormtest.Must(t, db.First(&got, "code = $1 AND name = $1", key.String())); got.Code.V() != key {
				t.Errorf("%s: %+v, want %v", columns, got, key)
			}
		}
	})
}

// A text that PostgreSQL's numbered placeholder has for a column of IDs and as itself is refused in either order:
// both would get the bytes.
func TestTwoForms(t *testing.T) {
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnPostgres, gormtest.OnPostgresSimple}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}))
		if err := db.AutoMigrate(&hardUser{}); err != nil {
			t.Fatal(err)
		}
		for _, where := range []string{
			"id = $1 AND name <> $1::text", "name <> $1::text AND id = $1", "id = $1 OR name = $1", "name = $1 OR id = $1",
			"id = $1 AND lower($1) <> ''", "lower($1) <> '' AND id = $1", "$1::text IS NULL OR id = $1",
			"id = $1 AND EXISTS (SELECT FROM others WHERE ref = $1)", "EXISTS (SELECT FROM others WHERE ref = $1) AND id = $1",
		} {
			var n int64
			if err := db.Raw("SELECT count(*) FROM hard_users WHERE "+where, wiji.New().String()).Scan(&n).Error; !errors.Is(err, gormtype.ErrForm) {
				t.Errorf("%s: %v", where, err)
			}
		}
	})
}

// lacksStatement reports whether the server is MariaDB or TiDB and lacks a statement that MySQL has.
func lacksStatement(t *testing.T, s gormtest.Server, sql string) bool {
	t.Helper()
	var lacks []string
	switch {
	case s.Kind == dbserver.MariaDB:
		lacks = []string{"ROW(", " AS v ", " AS v(", "LATERAL", "MAX_EXECUTION_TIME", "LAG("}
	case s.IsTiDB(t):
		lacks = []string{"ROW(", " AS v ", " AS v(", "LATERAL", "JSON_TABLE", " AS t(a, b)"}
	}
	return slices.ContainsFunc(lacks, func(part string) bool { return strings.Contains(sql, part) })
}

func (s statement) judge(t *testing.T, form, got string, err error) {
	t.Helper()
	if s.isUnread && form == "text" || s.isUnread && form == "plain" && err != nil && strings.HasPrefix(err.Error(), "gormtype.") {
		return
	}
	if err != nil || got != s.want {
		t.Errorf("%s, %s: got %q, want %q, error %v", s.name, form, got, s.want, err)
	}
}
