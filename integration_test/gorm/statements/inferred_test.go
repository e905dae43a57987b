package statements_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// The models of TestInferred. A column is uuid if it holds IDs of users, and bytea if it holds those of teams.
type (
	inferredUser struct {
		ID     gormtype.ID[wiji.For[inferredUser]]
		TeamID *gormtype.Binary[wiji.For[inferredTeam]]
		Boss   *gormtype.ID[wiji.For[inferredUser]]
		Name   string
		N      int64
		At     time.Time
		Doc    string `gorm:"type:jsonb"`
		Tags   string `gorm:"type:text[]"`
	}
	inferredTeam struct {
		ID    gormtype.Binary[wiji.For[inferredTeam]]
		Owner gormtype.ID[wiji.For[inferredUser]]
		Title string
		M     int64
	}
	inferredLog struct {
		No     int64 `gorm:"primaryKey;autoIncrement:false"`
		UserID gormtype.ID[wiji.For[inferredUser]]
		Note   string
	}
	// Tables of the same names in another schema, with the other types. That of logs has no model.
	inferredAuxUser struct {
		ID    gormtype.Binary[wiji.For[inferredTeam]]
		Owner gormtype.ID[wiji.For[inferredUser]]
		Name  string
	}
	inferredAuxTeam struct {
		ID   gormtype.ID[wiji.For[inferredUser]]
		Boss *gormtype.Binary[wiji.For[inferredTeam]]
		M    int64
	}
)

func (inferredUser) TableName() string { return "users" }
func (inferredTeam) TableName() string { return "teams" }
func (inferredLog) TableName() string  { return "logs" }

func (inferredAuxUser) TableName() string { return "aux.users" }
func (inferredAuxTeam) TableName() string { return "aux.teams" }

// grammar has the alternatives of each part of a statement.
type grammar map[string]string

// inferred is a grammar in which U and T are IDs of users and teams, X texts, N numbers, A times, B conditions.
var inferred = grammar{
	"statement": `SELECT {items} FROM {from} WHERE {B} {tail} | SELECT {items} FROM {from} WHERE {B} | {with} SELECT {items} FROM {from} WHERE {B} {tail}
		| SELECT count(*) FILTER (WHERE {B}), (array_agg({U}))[1] = ?, sum({N}) FROM {from} GROUP BY u.team_id HAVING count(*) > ? AND u.team_id = ? AND bool_or({B})
		| SELECT {U} FROM {from} UNION SELECT {U} FROM {from} WHERE {B}
		| SELECT u.id, {T} FROM {from} UNION ALL SELECT ?, {T} FROM {from} WHERE {B} UNION ALL SELECT boss, {T} FROM {from}
		| (SELECT u.id, {X} FROM {from} WHERE {B}) UNION (SELECT {U}, {X} FROM {from} WHERE {B}) ORDER BY 1 LIMIT ?
		| (SELECT boss FROM {from}) EXCEPT SELECT {U} FROM {from} WHERE {B} | UPDATE users SET {sets} WHERE {own}
		| UPDATE users AS u SET {sets} FROM teams t WHERE {B} | UPDATE users u SET {sets} FROM teams t WHERE {B} RETURNING u.id, {U}, {X}
		| UPDATE users u SET boss = v.x, n = v.i FROM (VALUES (?::uuid, ?::uuid, 1), (?, ?, 2)) AS v(k, x, i), teams t WHERE u.id = v.k AND {B}
		| UPDATE users SET id = ?, name = ? FROM teams t WHERE users.id = ? AND t.id = ?
		| UPDATE teams SET id = ?, owner = ? FROM users u WHERE u.id = ? AND teams.id = ? | DELETE FROM users WHERE {own}
		| DELETE FROM users u USING teams t WHERE {B} | DELETE FROM ONLY users AS u USING teams t WHERE t.id = u.team_id AND {B} RETURNING {U} AS gone
		| INSERT INTO users ({columns}) VALUES ({values}) | INSERT INTO users ({columns}) VALUES ({values}), ({values}) {conflict}
		| INSERT INTO users AS u ({columns}) VALUES ({values}) {conflict} RETURNING old.id = ?, new.boss = ?, new.team_id = ? | UPDATE users SET {sets} WHERE {own} RETURNING old.boss = ?
		| UPDATE aux.teams SET boss = ?, id = ? WHERE aux.teams.id = ? AND EXISTS (SELECT FROM teams WHERE teams.id = ?)
		| INSERT INTO aux.users (id, owner) SELECT ?, ? FROM users u WHERE {B} | DELETE FROM aux.users u USING teams t WHERE t.id = u.id AND u.id <> ? AND u.owner <> ? RETURNING old.id = ?
		| WITH c(a, b) AS (SELECT ?, ?) SELECT u.id FROM users u JOIN c ON c.a = u.id WHERE c.b = {X} | WITH c(a) AS (VALUES (?), (?)) DELETE FROM aux.users WHERE id IN (SELECT a FROM c)
		| WITH RECURSIVE r(a, d) AS (SELECT ?, 1 UNION ALL SELECT x.id, d + 1 FROM users x JOIN r ON x.boss = r.a WHERE d < 5) SELECT {U} FROM {from} WHERE u.id IN (SELECT a FROM r)
		| INSERT INTO users (id, name, boss) SELECT * FROM (SELECT ? AS a, ? AS b, ? AS c) q WHERE NOT EXISTS (SELECT FROM aux.users WHERE id = ?)
		| UPDATE users SET boss = v.b FROM (VALUES (?, ?), (?, ?)) AS v(k, b) WHERE users.id = v.k
		| INSERT INTO users AS u ({columns}) VALUES ({values}) {conflict} RETURNING u.id, (u.boss = ?)
		| INSERT INTO users ({columns}) SELECT {values} FROM {from} WHERE {B}
		| INSERT INTO users ({columns}) (SELECT {values} FROM {from} WHERE {B}) {conflict}
		| INSERT INTO users ({columns}) SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM users x WHERE x.id = ?)
		| INSERT INTO users ({columns}) SELECT {values} FROM {from} UNION ALL SELECT {values} FROM {from} WHERE {B}
		| {with} INSERT INTO users ({columns}) SELECT {values} FROM {from}, c WHERE {B} | {with} UPDATE users u SET {sets} FROM teams t, c WHERE {B}
		| {with} DELETE FROM users u USING teams t, c WHERE {B}
		| WITH i AS (INSERT INTO users ({columns}) VALUES (?, ?, ?, ?) {conflict} RETURNING id, name) SELECT * FROM i JOIN users u USING (id), teams t WHERE i.id = ? AND {B}
		| WITH a AS (UPDATE users u SET {sets} FROM teams t WHERE {B} RETURNING u.*), d AS (DELETE FROM users u USING teams t WHERE {B} RETURNING u.id AS gone) SELECT a.id FROM a, d WHERE a.boss = ? OR gone = ? OR a.n = ?
		| WITH RECURSIVE r AS (SELECT u.id, u.boss, 1 AS i FROM {from} WHERE {B} UNION ALL SELECT x.id, x.boss, i + 1 FROM users x JOIN r ON x.boss = r.id WHERE x.id <> ? AND i < ?) SELECT * FROM r WHERE boss = ? OR i = ?
		| WITH RECURSIVE r(a, b) AS (SELECT id, boss FROM users WHERE {own} UNION SELECT x.id, x.boss FROM users AS x, r WHERE x.boss = a) SELECT a FROM r WHERE b = ? AND a IN (?, ?)
		| MERGE INTO users u USING teams t ON u.team_id = t.id AND {B} WHEN MATCHED AND {B} THEN UPDATE SET {sets} WHEN NOT MATCHED THEN INSERT ({columns}) VALUES (?, t.owner, t.id, ?)
		| MERGE INTO users AS u USING (SELECT {U} AS id, {X} AS name, {N} AS k FROM {from}) AS s ON u.id = s.id WHEN MATCHED AND s.k > ? THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name, boss = ? WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, COALESCE(?, s.name))
		| SELECT * FROM (SELECT u.id AS a, {T} AS b, {X} AS c FROM {from} WHERE {B}) q WHERE q.a = ? AND (c = ? OR ? = a)
		| SELECT q.* FROM (SELECT u.boss, t.id, {N} FROM {from}) AS q(a, b, c) WHERE (a, b, c) = (?, ?, ?)
		| SELECT * FROM users u CROSS JOIN LATERAL (SELECT u.boss AS a, t.id AS b FROM teams t WHERE t.id = u.team_id AND {B}) AS l WHERE l.a = ? AND l.b = ? AND boss = ?
		| SELECT * FROM users JOIN teams ON users.team_id = teams.id AND teams.owner = ? WHERE users.id = ? AND title = ?
		| SELECT * FROM users NATURAL JOIN logs WHERE user_id = ? AND no = ?
		| SELECT row_number() OVER w, lag(u.id, 1, ?) OVER (PARTITION BY {T} ORDER BY {A}) FROM {from} WHERE {B} WINDOW w AS (PARTITION BY {U} ORDER BY {N})
		| SELECT 1 FROM users "where", teams "select" WHERE "where".id = ? AND "select".id = ? AND "select".m = ?
		| SELECT 1 FROM users key, teams value WHERE key.id = ? AND value.id = ? AND value.m = ?
		| SELECT DISTINCT ON (u.team_id) {items} FROM {from} WHERE {B} ORDER BY u.team_id, n`,
	"with": `WITH c(cu) AS (SELECT boss FROM users) | WITH c AS (SELECT u.id AS cu, {N} AS cn FROM {from} WHERE {B})
		| WITH c AS MATERIALIZED (SELECT u.id AS cu FROM users u WHERE u.id = ?), d AS NOT MATERIALIZED (SELECT * FROM c WHERE cu = ?)`,
	"from": `users u, teams t | users u JOIN teams t ON t.id = u.team_id | users AS u LEFT JOIN teams AS t ON {B}
		| public.users u INNER JOIN public.teams t ON t.id = ? AND u.id = ? | (users u FULL OUTER JOIN teams t ON t.id = u.team_id)
		| "users" "u" JOIN "teams" AS "t" ON ("t"."id" = "u"."team_id" AND {B}) | (SELECT * FROM users WHERE id <> ?) u, teams t
		| teams t LEFT JOIN (users u JOIN logs l ON l.user_id = u.id AND l.no = ?) ON t.owner = ? | users u JOIN aux.users old ON old.id = ? AND old.owner = ? JOIN teams t ON TRUE
		| aux.users JOIN users u ON aux.users.id = ? JOIN teams t ON t.id = aux.users.id AND aux.users.owner <> ? | aux.teams "new", users u, teams t`,
	"tail": `LIMIT ? | ORDER BY {U} | ORDER BY CASE WHEN u.id = ? THEN 0 ELSE 1 END, {N} DESC NULLS LAST
		| ORDER BY CASE u.id WHEN ? THEN 1 WHEN ? THEN 2 END ASC LIMIT ? OFFSET ? | ORDER BY u.n OFFSET ? ROWS FETCH NEXT ? ROWS ONLY
		| FOR UPDATE OF u SKIP LOCKED`,
	"items": `1 | u.*, t.* | u.id, {X} AS a | {T}, {N} x, {A} AS "n" | {B}, {B} AS b`,
	"U": `? | u.id | u.boss | boss | t.owner | u."id" | "u".boss | NULL | COALESCE({U}, u.id) | COALESCE(?, {U}, boss) | NULLIF(u.id, {U})
		| GREATEST({U}, u.boss) | ({U}) | CASE WHEN {B} THEN {U} ELSE u.id END | CASE {U} WHEN u.id THEN boss ELSE {U} END
		| (SELECT x.id FROM users x WHERE x.boss = {U} LIMIT 1) | (SELECT u.id FROM users x WHERE x.n = {N} ORDER BY x.n LIMIT ?)
		| (SELECT user_id FROM logs WHERE note = ? UNION SELECT {U} LIMIT 1) | (ARRAY[u.id, {U}])[1] | (SELECT id FROM aux.teams WHERE boss = ? OR id = ? LIMIT 1)
		| (SELECT owner FROM aux.users WHERE aux.users.id = ? AND {B} LIMIT 1)`,
	"T": `? | t.id | u.team_id | team_id | NULL | COALESCE(t.id, {T}) | CASE WHEN {B} THEN {T} ELSE t.id END | NULLIF(team_id, ?)
		| (SELECT max(y.id) FROM teams y WHERE y.owner = {U}) | (SELECT max(excluded.id) FROM aux.users excluded WHERE excluded.owner = {U} AND excluded.id <> ?)`,
	"X": `? | u.name | title | 'it''s' | E'a\' $9' | $$dollar ' $9 $$ | {X} || {X} | lower({X}) | u.id::text | doc->>'k' | doc->'a'->>'b' | COALESCE({X}, name)
		| CASE WHEN {B} THEN name ELSE {X} END | substring({X} from 2 for 2) | trim(both 'x' from {X}) | concat({X}, '-', name) | {X} COLLATE "C" | ({X})`,
	"N": `? | u.n | t.m | n | 1 | 0x1F | 1_000 | n + {N} | {N} * n | - n - {N} % 7 | n << 1 | abs(n - {N}) | length({X}) | position({X} in name)
		| COALESCE(n, {N}) | (SELECT count(*) FROM logs WHERE user_id = {U} AND {B}) | extract(epoch from {A})::int8 | (doc->>'n')::int8`,
	"A": `? | u.at | now() | CURRENT_TIMESTAMP | u.at + INTERVAL '1 day' | u.at - interval '1' day | u.at AT TIME ZONE 'UTC' AT TIME ZONE 'UTC'
		| date_trunc('day', {A}) | timestamptz '2024-01-01' | '2024-01-01'::timestamp with time zone | CAST('2024-01-01' AS timestamp(3) with time zone)
		| COALESCE(u.at, {A})`,
	"B": `u.id = ? | u.id = {U} | {U} = boss | ? <> {U} | boss != ? | u.id >= {U} | {T} = t.id | team_id = ? | ? = {T} | u.id IN ({U}, {U})
		| boss IN (u.id, ?, {U}) | ? IN (u.id, u.boss) | u.id NOT IN ({U}) | {U} IN (SELECT x.id FROM users x WHERE {B})
		| ? IN (SELECT x.boss FROM users x WHERE x.id = {U}) | {T} NOT IN (SELECT id FROM teams WHERE owner = ? AND m < ?) | u.id IN (VALUES (u.boss), (?))
		| ({U}, {T}) = (u.id, t.id) | (u.id, n) > (?, ?) | (u.id, t.id, name) IN ((?, ?, ?), ({U}, {T}, 'x'))
		| (boss, team_id) IN (SELECT boss, team_id FROM users WHERE n = ?) | ROW(u.id, {N}) = ROW(?, ?) | ROW(boss, n) IS DISTINCT FROM ROW(?, {N})
		| (u.id, n) = (SELECT boss, n FROM users WHERE id = ?) | boss = ANY (ARRAY[u.id, ?]) | u.id = ANY(ARRAY[?, ?]::uuid[])
		| {U} = SOME (SELECT boss FROM users WHERE n = {N}) | ? = ANY (ARRAY[u.id, boss]) | ? = ANY (array(SELECT x.id FROM users x)) | ? = ANY (tags)
		| u.id BETWEEN {U} AND {U} | boss NOT BETWEEN ? AND ? | n BETWEEN ? AND ? | u.at BETWEEN ? AND {A} | u.id IS DISTINCT FROM ?
		| ? IS NOT DISTINCT FROM t.id | (u.id = ?) IS TRUE | {U} IS NULL AND u.id = ? | NOT (u.id = {U}) | {B} AND {B} | ({B} OR {B}) | ({B}) = ({B})
		| EXISTS (SELECT 1 FROM users x WHERE x.id = {U} AND {B}) | NOT EXISTS (SELECT FROM logs l WHERE l.user_id = u.id AND l.note = {X} AND l.no = ?)
		| name = {X} | {X} LIKE ? | {X} LIKE ? || '%' | {X} ILIKE '%' || ? || '%' ESCAPE '!' | {X} ~ ? | {N} > n | n <= ? | u.at > {A}
		| u.at >= now() - INTERVAL '1 day' AND boss = ? | (u.at, {A}) OVERLAPS (u.at, {A}) | doc->>'k' = ? | (doc->>'k')::uuid = ?
		| uuid '00000000-0000-0000-0000-000000000000' <> ? | u.id::text = ? | (doc->>'n')::int8 > ? | CASE WHEN {B} THEN {B} ELSE {B} END
		| (SELECT count(*) FROM logs WHERE user_id = ? AND note <> ?) > ? | u.id /* the ' $8 */ = ? | u.id = ((?)) | ?::uuid IS NULL OR u.id = ?
		| u.id = ?::uuid | u.id = CAST(? AS uuid) | EXISTS (SELECT FROM aux.logs WHERE user_id = ? AND logs.note <> ? AND u.boss = ?)
		| EXISTS (SELECT FROM users old, aux.teams new WHERE old.id = ? AND new.id = ? AND new.boss = ? AND old.team_id = ?)
		| {U} = (SELECT ?) | u.id = COALESCE(?, ?) | u.id IN (VALUES (?), (?)) | CASE ? WHEN u.id THEN {B} ELSE {B} END | u.id = ANY (ARRAY[?, ?]) | (u.id, t.id) = (SELECT ?, ?)
		| NULLIF(?, ?) <> u.id | u.id BETWEEN COALESCE(?, ?) AND ? | concat(?, 'x') = {X}`,
	"own": `id = ? | users.id = ? AND name = ? | id IN (?, ?) AND team_id = ? OR boss = ? | public.users.id = ? | "users"."id" = ? AND n > ?
		| id = COALESCE(?, boss) AND at < ? | id IN (SELECT user_id FROM logs WHERE no = ?) | ctid IN (SELECT ctid FROM users WHERE id = ? LIMIT ?)`,
	"sets": `boss = ? | boss = {set}, name = name || ? | team_id = ?, n = n + ?, boss = {set} | name = ?, doc = '{}', boss = {set} | (boss, n) = ({set}, ?)
		| (boss, team_id) = ROW({set}, ?), name = ? | (boss, n) = (SELECT owner, m FROM teams WHERE id = ?), team_id = ?
		| at = now() AT TIME ZONE 'UTC', boss = {set} | n = n * 1.5 + .5 - 1e-5, boss = ? | boss = DEFAULT, team_id = ? | tags[1] = ?, boss = ?
		| boss = CASE id WHEN ? THEN ? ELSE boss END, name = CASE id WHEN ? THEN ? ELSE name END`,
	"set": `? | COALESCE(?, boss) | CASE WHEN n > ? THEN ? ELSE boss END | (SELECT owner FROM teams WHERE title = ? LIMIT 1)
		| (SELECT ?::uuid UNION SELECT ? LIMIT 1) | NULLIF(?, boss) | (?)`,
	"values": `?, ?, ?, ? | COALESCE(?, gen_random_uuid()), NULL, ?, 'x' || ?
		| ?::uuid, (SELECT owner FROM teams WHERE id = ?), COALESCE((SELECT max(id) FROM teams WHERE owner = ?), ?), lower(?)
		| (?), CASE WHEN ? = 1 THEN ? ELSE NULL::uuid END, ?, CAST(? AS text)`,
	"columns": `id, boss, team_id, name`,
	"conflict": `ON CONFLICT DO NOTHING | ON CONFLICT (id) DO UPDATE SET boss = EXCLUDED.boss, name = ?
		| ON CONFLICT (id) DO UPDATE SET (boss, team_id) = (EXCLUDED.boss, ?) WHERE EXCLUDED.boss <> ? AND excluded.name = ?
		| ON CONFLICT ON CONSTRAINT users_pkey DO UPDATE SET boss = CASE WHEN excluded.team_id = ? THEN ? ELSE excluded.boss END
		| ON CONFLICT (id) DO UPDATE SET boss = (SELECT owner FROM teams WHERE id = ?), name = excluded.name || ?`,
}

var alternative = regexp.MustCompile(`\s+\|\s`)

// part writes a part of a statement. One that is deep ends with the first alternative.
func (g grammar) part(r *rand.Rand, name string, depth int) string {
	alternatives := alternative.Split(g[name], -1)
	chosen := alternatives[r.IntN(len(alternatives))]
	if depth <= 0 {
		chosen = alternatives[0]
	}
	before, rest, isFound := strings.Cut(chosen, "{")
	out := before
	for isFound {
		part, tail, _ := strings.Cut(rest, "}")
		if part == "" {
			out += "{}"
		} else {
			out += g.part(r, part, depth-1)
		}
		before, rest, isFound = strings.Cut(tail, "{")
		out += before
	}
	return out
}

// numbered writes the placeholders as PostgreSQL does.
func numbered(sql string) string {
	var out strings.Builder
	for i, part := range strings.Split(sql, "?") {
		if i > 0 {
			out.WriteString("$" + strconv.Itoa(i))
		}
		out.WriteString(part)
	}
	return out.String()
}

// inferredForms are an ID of each column type, with the type of its column.
var inferredForms = []struct {
	id         any
	oid        uint32
	columnType string
	size       int // of what PostgreSQL gets
}{
	{wiji.NewFor[inferredUser](), pgtype.UUIDOID, "uuid", len("00000000-0000-0000-0000-000000000000")},
	{wiji.NewFor[inferredTeam](), pgtype.ByteaOID, "bytea", len(`\x`) + 32},
}

// TestInferred: the plugin takes a placeholder for one of a column of IDs if, and only if, PostgreSQL infers the
// column's type for it, and sends the statement as it is then. It writes the casts without which PostgreSQL refuses others.
func TestInferred(t *testing.T) {
	dsn := gormtest.FreshDatabase(t, gormtest.OnPostgres)
	db := gormtest.Use(t, gormtest.OpenDialector(t, postgres.New(postgres.Config{DSN: dsn})), gormtype.Models(&inferredUser{}, &inferredAuxUser{}, &inferredTeam{}, &inferredAuxTeam{}, &inferredLog{}))
	gormtest.Must(t, db.Exec("CREATE SCHEMA aux"))
	gormtest.Must(t, db.Exec("CREATE TABLE aux.logs (no bigint, user_id text, note text)"))
	if err := db.AutoMigrate(&inferredUser{}, &inferredTeam{}, &inferredLog{}, &inferredAuxUser{}, &inferredAuxTeam{}); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	const statements = 2000
	prepared, cast := 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < statements && !t.Failed(); i++ {
		sql := inferred.part(r, "statement", 1+i%5)
		plain := numbered(sql)
		parsed, err := conn.PgConn().Prepare(ctx, "", plain, nil)
		sent, everyCast := bindAll(t, db, sql, parsed)
		switch {
		case err == nil:
			if prepared++; sent != plain {
				t.Errorf("%s\nPostgreSQL infers the types, and the plugin sends\n%s", plain, sent)
			}
		case sent != plain: // else an expression of another type, a column that is ambiguous
			_, err := conn.PgConn().Prepare(ctx, "", sent, nil)
			if _, right := conn.PgConn().Prepare(ctx, "", everyCast, nil); right != nil {
				continue
			}
			if cast++; err != nil {
				t.Errorf("%s\nPostgreSQL refuses %s\n%v", plain, sent, err)
			}
		}
	}
	if prepared < statements/2 || cast == 0 {
		t.Errorf("PostgreSQL prepares %d of %d statements, and %d with casts", prepared, statements, cast)
	}
	t.Logf("of %d statements that PostgreSQL prepares, %d need casts", prepared+cast, cast)
}

// bindAll returns a statement as the plugin sends it with an ID at each placeholder that is one of a column of IDs, and with all
// of these in casts. It compares the placeholders with the types that PostgreSQL inferred, if it could.
func bindAll(t *testing.T, db *gorm.DB, sql string, parsed *pgconn.StatementDescription) (sent, everyCast string) {
	t.Helper()
	args := make([]any, strings.Count(sql, "?"))
	everyCast = numbered(sql)
	for n := range args {
		for _, held := range inferredForms {
			alone := make([]any, len(args))
			alone[n] = held.id
			dry := db.Session(&gorm.Session{DryRun: true}).Exec(sql, alone...)
			isBound := dry.Error == nil && len(fmt.Sprint(dry.Statement.Vars[n])) == held.size
			if parsed != nil && isBound != (parsed.ParamOIDs[n] == held.oid) {
				t.Errorf("%s\nPostgreSQL infers type %d for $%d, and a %T is bound to it: %t, %v", numbered(sql), parsed.ParamOIDs[n], n+1, held.id, isBound, dry.Error)
			}
			if isBound {
				args[n] = held.id
				everyCast = regexp.MustCompile(`\$`+strconv.Itoa(n+1)+`\b`).ReplaceAllString(everyCast, "${0}::"+held.columnType)
			}
		}
	}
	return db.Session(&gorm.Session{DryRun: true}).Exec(sql, args...).Statement.SQL.String(), everyCast
}
