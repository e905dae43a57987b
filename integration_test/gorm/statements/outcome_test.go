package statements_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// The models of TestOutcome, with keys that are numbers or IDs.
type (
	outcomeUser[U, T any] struct {
		ID     U
		TeamID *T
		Boss   *U
		Name   string `gorm:"size:20"`
		N      int64
		Doc    string `gorm:"size:50"`
	}
	outcomeTeam[U, T any] struct {
		ID    T
		Owner U
		Title string `gorm:"size:20"`
	}
	outcomeLog[U any] struct {
		No     int64 `gorm:"primaryKey;autoIncrement:false"`
		UserID U
		Note   string `gorm:"size:40"`
	}
	outcomeCode[C, U any] struct { // whose keys are texts of IDs
		ID     C
		UserID U
	}
	outcomeMark[M, C any] struct { // whose keys are IDs of another format
		ID     M
		CodeID C
	}
	// Tables of the same names in another schema: one with texts that are keys, and one with numbers.
	outcomeOther[S, U any] struct {
		ID   S `gorm:"size:40"`
		Ref  U
		Name string `gorm:"size:20"`
	}
	outcomeNumber[S any] struct {
		ID    uint
		Owner S `gorm:"size:40"`
	}
	outcomeA  struct{}
	outcomeB  struct{}
	outcomeU  = wiji.For[outcomeA]
	outcomeT  = wiji.For[outcomeB]
	outcomeUC = gormtype.Binary[outcomeU]
	outcomeTC = gormtype.Binary[outcomeT]
	outcomeCC = gormtype.Text[wiji.ID]
	outcomeMC = gormtype.Binary[ulid.ID]
)

func (outcomeUser[U, T]) TableName() string { return "users" }
func (outcomeTeam[U, T]) TableName() string { return "teams" }
func (outcomeLog[U]) TableName() string     { return "logs" }
func (outcomeCode[C, U]) TableName() string { return "codes" }
func (outcomeMark[M, C]) TableName() string { return "marks" }

func (outcomeOther[S, U]) TableName(n schema.Namer) string { return n.(spaces).old + ".users" }
func (outcomeNumber[S]) TableName(n schema.Namer) string   { return n.(spaces).old + ".teams" }

// outcomes is a grammar as inferred is. Behind ? is what is bound: the ID of a user, team, code or mark, a key that is a text, a
// text, or a number. What only one dialect has is in a part of its name. The schema aux has another name on each server.
var outcomes = grammar{
	"statement": `SELECT u.name, t.title FROM {from} WHERE {B} | SELECT u.name, t.title FROM {from} WHERE {B} ORDER BY {U}, u.name, t.title LIMIT ?n
		| SELECT {U}, {T}, u.name FROM {from} WHERE {B} | SELECT {U} AS a FROM {from} UNION SELECT {U} FROM {from} WHERE {B}
		| SELECT u.team_id, count(*) FROM {from} WHERE {B} GROUP BY u.team_id HAVING count(*) >= ?n OR u.team_id = ?t OR MIN(u.id) = ?u
		| WITH c AS (SELECT {U} AS cu, u.name AS cn FROM {from} WHERE {B}) SELECT x.name FROM users x JOIN c ON c.cu = x.id WHERE c.cu <> ?u OR cn = ?x
		| WITH c(a, b) AS (SELECT ?u, ?n UNION ALL SELECT ?u, ?n) SELECT x.name FROM users x JOIN c ON c.a = x.id AND (c.b <= x.n OR x.boss = ?u)
		| WITH RECURSIVE r AS (SELECT id, boss, name FROM users WHERE id = ?u UNION ALL SELECT x.id, x.boss, x.name FROM users x JOIN r ON x.boss = r.id WHERE x.id <> ?u) SELECT name FROM r WHERE boss <> ?u OR boss IS NULL
		| WITH RECURSIVE r(a, d) AS (SELECT ?u, 1 UNION ALL SELECT x.id, d + 1 FROM users x JOIN r ON x.boss = r.a WHERE d < 5) SELECT x.name FROM users x WHERE x.id IN (SELECT a FROM r)
		| SELECT x.name FROM users x WHERE x.id IN (SELECT {U} FROM {from} UNION SELECT ?u) AND x.id <> ?u
		| SELECT q.name FROM (SELECT {U} AS a, {T} AS b, u.name AS name FROM {from}) q WHERE q.a = ?u OR q.b = ?t
		| SELECT q.name FROM (SELECT u.*, {U} AS z FROM {from}) q WHERE q.id = ?u OR z = ?u
		| SELECT name FROM (SELECT name, LAG(id, 1, ?u) OVER (ORDER BY n) AS p FROM users) q WHERE p = ?u
		| UPDATE users SET boss = {set}, n = n + ?n WHERE {own} | UPDATE users SET team_id = COALESCE(team_id, ?t), name = ?x, boss = {set} WHERE {own}
		| DELETE FROM users WHERE {own} | DELETE FROM logs WHERE user_id IN (SELECT id FROM users WHERE boss = ?u) OR note = ?x
		| INSERT INTO logs (no, user_id, note) VALUES (100, ?u, ?x), (101, (SELECT owner FROM teams WHERE id = ?t), 'z')
		| INSERT INTO logs (no, user_id, note) SELECT 100 + u.n, COALESCE(u.boss, ?u), ?x FROM users u WHERE u.boss <> ?u
		| INSERT INTO logs (no, user_id, note) SELECT 200, ?u, ?x UNION ALL SELECT 201, id, name FROM users WHERE id = ?u
		| INSERT INTO logs (no, user_id, note) SELECT * FROM (SELECT 300 AS a, ?u AS b, ?x AS c) q WHERE NOT EXISTS (SELECT 1 FROM logs WHERE user_id = ?u AND note = ?x)
		| REPLACE INTO users (id, name, boss, n, doc) VALUES (?u, 'r', COALESCE(?u, ?u), 1, '')
		| DELETE FROM aux.users WHERE {other} | UPDATE aux.users SET ref = {set2}, id = ?s WHERE {other} | UPDATE aux.teams SET owner = ?s WHERE owner = ?s OR id IN (?n, ?n)
		| INSERT INTO logs (no, user_id, note) SELECT 400 + id, ?u, owner FROM aux.teams WHERE id <= ?n AND owner <> ?s
		| INSERT INTO aux.users (id, ref, name) SELECT ?s, id, name FROM users WHERE id = ?u AND NOT EXISTS (SELECT 1 FROM aux.users o WHERE o.id = ?s)
		| DELETE FROM codes WHERE id <> ?c AND user_id IN (SELECT ref FROM aux.users WHERE id <> ?s) | UPDATE codes SET user_id = ?u WHERE id IN (?c, ?c) OR id = COALESCE(?c, id)
		| UPDATE marks SET code_id = COALESCE((SELECT id FROM codes WHERE user_id = ?u AND id <> ?c), code_id) WHERE id = ?m OR code_id = ?c | SELECT id FROM marks WHERE id <> ?m UNION SELECT ?m`,
	"statement sqlite": `SELECT u.id, boss AS k FROM {from} WHERE {B} AND k = ?u
		| WITH c(a, b) AS (VALUES (?u, ?n), (?u, ?n)) SELECT x.name FROM users x JOIN c ON c.a = x.id AND c.b <= x.n
		| UPDATE users SET boss = ?u, name = t.title FROM teams t WHERE t.id = users.team_id AND t.owner <> ?u
		| UPDATE users SET boss = v.b, n = v.c FROM (SELECT ?u AS a, ?u AS b, 7 AS c) v WHERE v.a = users.id
		| WITH v AS (VALUES (?u, ?u)) UPDATE users SET boss = (SELECT column2 FROM v WHERE column1 = users.id) WHERE id IN (SELECT column1 FROM v)
		| INSERT INTO users (id, boss, name, n, doc) VALUES (?u, ?u, 'n', 1, '') ON CONFLICT (id) DO UPDATE SET boss = CASE WHEN excluded.boss = ?u THEN ?u ELSE users.boss END WHERE excluded.id <> ?u`,
	"statement mysql": `SELECT u.id, boss AS k FROM {from} WHERE {B} HAVING k = ?u
		| UPDATE users u JOIN teams t ON t.id = u.team_id SET u.boss = ?u, u.name = t.title WHERE t.owner <> ?u
		| UPDATE users u JOIN (SELECT ?u AS a, ?u AS b, 7 AS c UNION ALL SELECT ?u, ?u, 8) v ON v.a = u.id SET u.boss = v.b WHERE u.id <> ?u AND v.c = 7
		| INSERT INTO users (id, boss, name, n, doc) VALUES (?u, ?u, 'n', 1, '') ON DUPLICATE KEY UPDATE boss = IF(VALUES(boss) = ?u, ?u, boss), name = ?x`,
	"from": `users u, teams t | users u JOIN teams t ON t.id = u.team_id | users AS u LEFT JOIN teams AS t ON t.owner = u.id AND t.id <> ?t | (users u JOIN teams t ON t.owner = u.boss)
		| (SELECT * FROM users WHERE id <> ?u) u JOIN teams t ON t.id = u.team_id | users u JOIN (SELECT id, owner, title FROM teams WHERE id IN (?t, ?t)) t ON t.id = u.team_id
		| users u JOIN aux.users old ON old.ref = u.id AND old.id <> ?s JOIN teams t ON t.owner = u.id | aux.teams new JOIN users u ON u.n = new.id AND new.owner <> ?s JOIN teams t ON t.id = u.team_id
		| users u JOIN aux.users ON aux.users.ref = u.id AND aux.users.id <> ?s JOIN teams t ON t.owner = u.id`,
	"U": `u.id | u.boss | boss | t.owner | COALESCE(u.boss, {U}) | COALESCE(u.boss, ?u) | NULLIF(u.id, ?u) | CASE WHEN {B} THEN u.id ELSE {U} END | CASE u.id WHEN ?u THEN u.boss ELSE u.id END
		| (SELECT x.id FROM users x WHERE x.boss = {U} ORDER BY x.id LIMIT 1) | (SELECT MAX(x.id) FROM users x WHERE x.id < ?u OR x.n = u.n) | ({U})`,
	"U sqlite": `MAX(u.id, ?u) | IIF(u.n > ?n, u.id, ?u)`,
	"U mysql":  `GREATEST(u.id, ?u) | IF(u.n > ?n, u.id, ?u) | ELT(u.n, ?u, u.id, boss)`,
	"T":        `t.id | u.team_id | COALESCE(team_id, ?t) | (SELECT y.id FROM teams y WHERE y.owner = {U} LIMIT 1) | CASE WHEN {B} THEN t.id ELSE {T} END`,
	"B": `u.id = ?u | u.id = {U} | {U} = ?u | ?u = {U} | {U} <> ?u | u.id > ?u | {U} <= u.boss | {T} = ?t | ?t <> {T} | u.id IN (?u, ?u) | {U} IN (?u, u.boss) | ?u IN (u.id, boss) | ?u IN (?u, boss, ?u) | u.id NOT IN ({U}, ?u)
		| u.id IN (SELECT x.boss FROM users x WHERE x.id <> ?u) | (u.id, u.n) = (?u, ?n) | (u.boss, {T}) = (?u, t.id) | (u.id, n) > (?u, ?n) | u.id BETWEEN ?u AND ?u | {U} BETWEEN ?u AND {U} | ?u BETWEEN u.boss AND u.id
		| NOT {U} = ?u | ({B} AND {B}) | ({B} OR {B}) | EXISTS (SELECT 1 FROM logs l WHERE l.user_id = {U} AND l.note <> ?x AND l.user_id <> ?u) | NOT EXISTS (SELECT 1 FROM users x WHERE x.boss = u.id AND x.id = ?u)
		| u.name = ?x | u.n % 2 = 1 AND boss = ?u | (SELECT count(*) FROM logs WHERE user_id = u.id AND user_id <> ?u) >= ?n | CASE WHEN u.id = ?u THEN 1 ELSE {B} END | u.id = (SELECT ?u)
		| EXISTS (SELECT 1 FROM aux.users WHERE aux.users.id = ?s) | u.id IN (SELECT v.ref FROM aux.users v WHERE v.id <> ?s OR v.id = ?s) | u.n IN (SELECT id FROM aux.teams WHERE owner = ?s OR id = ?n)
		| EXISTS (SELECT 1 FROM codes c JOIN marks m ON m.code_id = c.id WHERE c.user_id = u.id AND c.id <> ?c AND m.id <> ?m) | u.id NOT IN (SELECT user_id FROM codes WHERE id = ?c OR id IN (?c, ?c))
		| ?s = (SELECT MAX(excluded.id) FROM aux.users excluded WHERE excluded.ref = u.id) | EXISTS (SELECT 1 FROM marks WHERE id = ?m AND code_id <> ?c) | (u.id = ?u) = (boss = ?u)`,
	"B sqlite": `(u.id, n) IN (VALUES (?u, ?n), (?u, 3)) | u.id IN (VALUES (?u), (?u)) | u.id IS ?u | boss IS NOT ?u | boss == ?u | u.id = +?u | u.id COLLATE BINARY <> ?u | doc ->> '$.k' = ?x AND ?u <> u.id`,
	"B mysql":  `(u.id, n) IN ((?u, ?n), (?u, 3)) | FIELD(u.id, ?u, ?u) > 1 | n DIV 2 = 1 XOR u.id = ?u | u.id <=> ?u | NOT (boss <=> ?u) | JSON_UNQUOTE(JSON_EXTRACT(doc, '$.k')) = ?x AND u.id <> ?u`,
	"other":    `id = ?s | id <> ?s AND ref <> ?u | id IN (?s, ?s) OR ref = ?u | ref IN (SELECT id FROM users WHERE boss = ?u) AND id <> ?s | id = (SELECT owner FROM aux.teams WHERE id = ?n)`,
	"set2":     `?u | COALESCE(?u, ref) | CASE id WHEN ?s THEN ?u ELSE ref END | (SELECT owner FROM teams WHERE id = ?t)`,
	"own":      `id = ?u | id IN (?u, ?u) OR boss = ?u | users.id = COALESCE(?u, boss) | id IN (SELECT user_id FROM logs WHERE note = ?x) | team_id = ?t AND id <> ?u`,
	"set":      `?u | COALESCE(?u, boss) | CASE id WHEN ?u THEN ?u ELSE boss END | CASE WHEN n > ?n THEN ?u ELSE boss END | (SELECT owner FROM teams WHERE id = ?t) | (SELECT ?u) | NULLIF(?u, boss)`,
}

var argumentOf = regexp.MustCompile(`\?[utxnscm]`)

// on returns the grammar with what only a dialect has.
func (g grammar) on(dialect string) grammar {
	own := maps.Clone(g)
	for name, alternatives := range g {
		if part, isOwn := strings.CutSuffix(name, " "+dialect); isOwn {
			own[part] += " | " + alternatives
		}
	}
	return own
}

// outcomeArgs returns the arguments of a statement as numbers, and as IDs in a form.
func outcomeArgs(r *rand.Rand, kinds []string, form int) (numbers, ids []any) {
	for _, kind := range kinds {
		n := 1 + r.IntN(5)
		if kind == "?t" || kind == "?c" || kind == "?m" {
			n = 1 + r.IntN(3)
		}
		var number, id any = n, n
		switch u, t := outcomeU(gormtest.WijiAt(n)), outcomeT(gormtest.WijiAt(n)); kind {
		case "?u":
			id = []any{u.String(), u, gormtype.BinaryOf(u)}[form]
		case "?t":
			id = []any{t.String(), t, gormtype.BinaryOf(t)}[form]
		case "?c":
			id = []any{gormtest.WijiAt(n).String(), gormtest.WijiAt(n), gormtype.TextOf(gormtest.WijiAt(n))}[form]
		case "?m":
			id = []any{gormtest.ULIDAt(n).String(), gormtest.ULIDAt(n), gormtype.BinaryOf(gormtest.ULIDAt(n))}[form]
		case "?s":
			number, id = strconv.Itoa(n), gormtest.WijiAt(n).String()
		case "?x":
			number, id = string(rune('a'+n)), string(rune('a'+n))
		}
		numbers, ids = append(numbers, number), append(ids, id)
	}
	return numbers, ids
}

// outcomeOf returns the rows of a query, or of all tables after a write, with the number of each ID.
func outcomeOf(db *gorm.DB, sql string, args []any) (string, error) {
	if !strings.HasPrefix(sql, "SELECT") && (!strings.HasPrefix(sql, "WITH") || strings.Contains(sql, "UPDATE")) {
		tx := db.Begin()
		defer tx.Rollback()
		if err := tx.Exec(sql, args...).Error; err != nil {
			return "", err
		}
		users, err := outcomeOf(tx, "SELECT id, team_id, boss, name, n FROM users", nil)
		logs, err2 := outcomeOf(tx, "SELECT no, user_id, note FROM logs", nil)
		others, err3 := outcomeOf(tx, "SELECT id, ref, name FROM "+aux(tx)+"users", nil)
		numbers, err4 := outcomeOf(tx, "SELECT id, owner FROM "+aux(tx)+"teams", nil)
		marks, err5 := outcomeOf(tx, "SELECT c.id, user_id, m.id FROM codes c LEFT JOIN marks m ON m.code_id = c.id", nil)
		return strings.Join([]string{users, logs, others, numbers, marks}, "\n"), errors.Join(err, err2, err3, err4, err5)
	}
	rows, err := db.Session(&gorm.Session{NewDB: true}).Raw(sql, args...).Rows()
	if err != nil {
		return "", err
	}
	defer rows.Close()
	names, _ := rows.Columns()
	var lines []string
	for rows.Next() {
		values, links := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			links[i] = &values[i]
		}
		if err := rows.Scan(links...); err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprint(plainValues(values)))
	}
	slices.Sort(lines)
	return strings.Join(lines, " "), rows.Err()
}

// plainValues makes numbers of IDs, and texts of bytes.
func plainValues(values []any) []string {
	var texts []string
	for _, v := range values {
		if raw, ok := v.([]byte); ok {
			v = string(raw)
		}
		text := fmt.Sprint(v)
		if len(text) == 17 { // TiDB adds a byte to what a UNION of a CASE returns
			text = strings.TrimSuffix(text, "\x00")
		}
		for n := range 6 {
			x, y := gormtest.WijiAt(n), gormtest.ULIDAt(n)
			if slices.Contains([]string{string(x[:]), x.String(), string(y[:])}, text) {
				text = fmt.Sprint(n)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// aux returns the name of the other schema, with a period.
func aux(db *gorm.DB) string { return db.NamingStrategy.(spaces).old + "." }

// sowOutcome creates the tables and rows of TestOutcome.
func sowOutcome[U, T, C, M any](t *testing.T, db *gorm.DB, keyType string, user func(int) U, team func(int) T, code func(int) C, mark func(int) M, text func(int) string) {
	t.Helper()
	if err := db.AutoMigrate(&outcomeUser[U, T]{}, &outcomeTeam[U, T]{}, &outcomeLog[U]{}, &outcomeCode[C, U]{}, &outcomeMark[M, C]{}); err != nil {
		t.Fatal(err)
	}
	// The driver of SQLite writes an INSERT of a model without the schema.
	gormtest.Must(t, db.Exec("CREATE TABLE "+aux(db)+"users (ref "+keyType+", name varchar(20), id varchar(40) PRIMARY KEY)"))
	gormtest.Must(t, db.Exec("CREATE TABLE "+aux(db)+"teams (id bigint PRIMARY KEY, owner varchar(40))"))
	for i := 1; i <= 4; i++ {
		gormtest.Must(t, db.Exec("INSERT INTO "+aux(db)+"users (id, ref, name) VALUES (?, ?, ?)", text(i), user(i), string(rune('a'+i))))
		gormtest.Must(t, db.Exec("INSERT INTO "+aux(db)+"teams (id, owner) VALUES (?, ?)", i, text(i%3+1)))
	}
	for i := 1; i <= 3; i++ {
		gormtest.Must(t, db.Create(&outcomeCode[C, U]{code(i), user(i)}))
		gormtest.Must(t, db.Create(&outcomeMark[M, C]{mark(i), code(4 - i)}))
	}
	for i := 1; i <= 3; i++ {
		gormtest.Must(t, db.Create(&outcomeTeam[U, T]{ID: team(i), Owner: user(i + 1), Title: string(rune('w' + i))}))
	}
	for i := 1; i <= 5; i++ {
		row := outcomeUser[U, T]{ID: user(i), Name: string(rune('a' + i)), N: int64(i), Doc: `{"k": "b"}`}
		if of, boss := team(i%3+1), user(i/2); i > 1 {
			row.TeamID, row.Boss = &of, &boss
		}
		gormtest.Must(t, db.Create(&row))
		gormtest.Must(t, db.Create(&outcomeLog[U]{No: int64(i), UserID: user(i%4 + 1), Note: row.Name}))
	}
}

var (
	outcomeStatements = flag.Int("statements", 500, "the random statements that TestOutcome runs on each server; .ci/nightly runs 20,000")
	outcomeSeed       = flag.Uint64("statements-seed", 1, "their seed; .ci/nightly has the day")
)

// TestOutcome: statements of which each dialect has most have the same outcome with IDs as with numbers, whether a
// program passes the text of an ID, the ID, or the column type. The tables have several kinds of keys, and two schemas.
func TestOutcome(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, ids *gorm.DB) {
		numbers := gormtest.OpenBare(t, s)
		for _, db := range []*gorm.DB{numbers, ids} {
			db.NamingStrategy = spaces{old: addSchema(t, s, db, "aux")}
		}
		gormtest.Use(t, ids, gormtype.Models(&outcomeUser[outcomeUC, outcomeTC]{}, &outcomeNumber[string]{}, &outcomeTeam[outcomeUC, outcomeTC]{}, &outcomeLog[outcomeUC]{},
			&outcomeOther[string, outcomeUC]{}, &outcomeCode[outcomeCC, outcomeUC]{}, &outcomeMark[outcomeMC, outcomeCC]{}))
		number := func(i int) uint { return uint(i) }
		sowOutcome(t, numbers, "bigint", number, number, number, number, strconv.Itoa)
		sowOutcome(t, ids, map[string]string{"sqlite": "blob", "postgres": "bytea", "mysql": "binary(16)"}[s.Dialect()], func(i int) outcomeUC { return gormtype.BinaryOf(outcomeU(gormtest.WijiAt(i))) }, func(i int) outcomeTC { return gormtype.BinaryOf(outcomeT(gormtest.WijiAt(i))) },
			func(i int) outcomeCC { return gormtype.TextOf(gormtest.WijiAt(i)) }, func(i int) outcomeMC { return gormtype.BinaryOf(gormtest.ULIDAt(i)) }, func(i int) string { return gormtest.WijiAt(i).String() })
		executed, r, g := 0, rand.New(rand.NewPCG(*outcomeSeed, 2)), outcomes.on(s.Dialect())
		for i := 0; i < *outcomeStatements && !t.Failed(); i++ {
			typed := g.part(r, "statement", 1+i%4)
			sql := argumentOf.ReplaceAllString(typed, "?")
			onIDs, onNumbers := strings.ReplaceAll(sql, "aux.", aux(ids)), strings.ReplaceAll(sql, "aux.", aux(numbers))
			asNumbers, asIDs := outcomeArgs(r, argumentOf.FindAllString(typed, -1), i%3)
			want, err := outcomeOf(numbers, onNumbers, asNumbers)
			if err != nil { // the server has no such statement, or the key exists
				continue
			}
			executed++
			if got, err := outcomeOf(ids, onIDs, asIDs); err != nil || got != want {
				t.Errorf("%s with %v: got %s, want %s, error %v", sql, asNumbers, got, want, err)
			}
		}
		if executed < *outcomeStatements/2 {
			t.Errorf("%d of %d statements are executed", executed, *outcomeStatements)
		}
	})
}
