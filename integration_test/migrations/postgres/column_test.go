package postgres_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// refused tests that a statement fails with an error that says certain words.
func refused(t testing.TB, q querier, statement string, words ...string) {
	t.Helper()
	_, err := q.ExecContext(t.Context(), statement)
	if err == nil {
		t.Errorf("%s succeeds", statement)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v: it does not say %q", statement, err, word)
		}
	}
}

// A default fills the key in every kind of statement, and RETURNING shows it.
func TestDefault(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	merge := "MERGE INTO t USING (VALUES (22)) AS s (n) ON t.n = s.n WHEN NOT MATCHED THEN INSERT (n) VALUES (s.n)"
	if before15(t, db) {
		merge = "INSERT INTO t (n) VALUES (22)" // PostgreSQL 14 has no MERGE
	}
	for _, g := range generators {
		exec(t, conn, "CREATE TABLE t (id "+g.column+" PRIMARY KEY DEFAULT "+g.call+", n int)",
			"INSERT INTO t (n) VALUES (1)", "INSERT INTO t VALUES (DEFAULT, 2), (DEFAULT, 3)", "INSERT INTO t (n) SELECT generate_series(4, 20)",
			"INSERT INTO t (n) VALUES (21) ON CONFLICT (id) DO NOTHING",
			merge,
			"INSERT INTO t (n) VALUES (23)", "ALTER TABLE t ADD COLUMN other "+g.column+" DEFAULT "+g.call)
		copyRow(t, conn, 24)
		if got := queryOne(t, conn, "INSERT INTO t (n) VALUES (25) RETURNING (id > (SELECT id FROM t ORDER BY n DESC LIMIT 1))::text"); got != "true" {
			t.Errorf("%s: the ID of RETURNING is not greater than the one before: %s", g.call, got)
		}
		if got := queryOne(t, conn, "SELECT count(DISTINCT id) || ' ' || count(DISTINCT other) || ' ' || bool_and(id >= before) FROM (SELECT *, lag(id, 1, id) OVER (ORDER BY n) AS before FROM t) AS s"); got != "25 25 true" {
			t.Errorf("%s: keys, values of a column that was added, and order: %s, want 25 25 true", g.call, got)
		}
		exec(t, conn, "DROP TABLE t")
	}
}

// copyRow sends a row by COPY, without its key.
func copyRow(t *testing.T, conn *sql.Conn, n int32) {
	t.Helper()
	err := conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(t.Context(), pgx.Identifier{"t"}, []string{"n"}, pgx.CopyFromRows([][]any{{n}}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The domains refuse other values and accept what the generators make.
func TestDomains(t *testing.T) {
	_, db := open(t)
	for _, c := range []struct {
		domain, call, constraint string
		bad                      []string
	}{
		{"sortid_wiji", "sortid_wiji_new()", "sortid_wiji_version", []string{"'00000000-0000-4000-8000-000000000000'", "'00000000-0000-0000-0000-000000000000'", "'00000000-0000-0000-0020-000000000000'"}},
		{"sortid_uuid", "sortid_uuid_new()", "sortid_uuid_version", []string{"'00000000-0000-4000-8000-000000000000'", "'00000000-0000-0000-0000-000000000000'", "'00000000-0000-7000-c000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"}},
		{"sortid_scru", "sortid_scru_new()", "sortid_scru_size", []string{`'\x'`, `'\x00112233445566778899001122334455667788'`, `'\x001122334455667788990011223344556677889900'`}},
		{"sortid_ulidflake", "sortid_ulidflake_new()", "sortid_ulidflake_sign", []string{"-1"}},
		{"sortid_uid", "sortid_uid_random_bytes()", "sortid_uid_size", []string{`'\x00'`, `'\x001122334455667788'`}},
		{"sortid_xid", "sortid_xid_new()", "sortid_xid_sign", []string{"-1"}},
	} {
		exec(t, db, "CREATE TABLE t (id "+c.domain+" PRIMARY KEY DEFAULT "+c.call+", n int)", "INSERT INTO t (n) VALUES (1), (2)",
			"INSERT INTO t (id) SELECT id FROM (SELECT "+c.call+" AS id) AS s WHERE id NOT IN (SELECT id FROM t)")
		for _, bad := range c.bad {
			refused(t, db, "INSERT INTO t (id) VALUES ("+bad+")", c.constraint)
		}
		exec(t, db, "DROP TABLE t")
	}
}

// A view, a generated column and an index on the text show IDs as text.
func TestReadable(t *testing.T) {
	_, db := open(t)
	exec(t, db, `CREATE TABLE t (
			id uuid PRIMARY KEY DEFAULT sortid_wiji_new(),
			id_text text COLLATE "C" GENERATED ALWAYS AS (sortid_wiji_text(id)) STORED,
			n int)`,
		"CREATE VIEW t_text AS SELECT sortid_wiji_text(id) AS text, sortid_wiji_time(id) AS made_at, t.* FROM t",
		"CREATE INDEX t_by_text ON t (sortid_wiji_text(id))",
		"INSERT INTO t (n) SELECT generate_series(1, 2000)", "ANALYZE t")
	text := queryOne(t, db, "SELECT text FROM t_text WHERE n = 1000 AND id_text = text AND made_at BETWEEN now() - interval '1 min' AND clock_timestamp()")
	plan := explain(t, db, "SELECT * FROM t_text WHERE text = '"+text+"'")
	if !strings.Contains(plan, "t_by_text") {
		t.Errorf("the text is not looked up by its index:\n%s", plan)
	}
	plan = explain(t, db, "SELECT * FROM t WHERE id = sortid_wiji_parse('"+strings.ToLower(text)+"')")
	if !strings.Contains(plan, "t_pkey") {
		t.Errorf("a text that is parsed is not looked up by the key:\n%s", plan)
	}
	if n := queryOne(t, db, "SELECT n FROM t WHERE id = sortid_wiji_parse('"+strings.ToLower(text)+"')"); n != "1000" {
		t.Errorf("the row is %s, want 1000", n)
	}
}

// Bytes and the type of the column convert into each other, strictly.
func TestBytes(t *testing.T) {
	_, db := open(t)
	for _, query := range []string{
		"SELECT sortid_wiji_from_bytes(sortid_wiji_bytes(id)) = id FROM (SELECT sortid_wiji_new() AS id) AS s",
		"SELECT sortid_ulid_from_bytes(sortid_ulid_bytes(id)) = id FROM (SELECT sortid_ulid_new() AS id) AS s",
		"SELECT sortid_uid_from_bytes(sortid_uid_bytes(id)) = id FROM (SELECT sortid_xid_new() AS id) AS s",
		"SELECT sortid_wiji_hex(id) = encode(sortid_wiji_bytes(id), 'hex') FROM (SELECT sortid_wiji_new() AS id) AS s",
		"SELECT sortid_uid_text(9223372036854775807) = sortid_uid_text('\\x7fffffffffffffff'::bytea)",
		"SELECT sortid_uid_text(-1) = 'jpXCZedGfVQ'",
	} {
		if got := queryOne(t, db, query); got != "true" {
			t.Errorf("%s: %s", query, got)
		}
	}
	refused(t, db, "SELECT sortid_wiji_from_bytes('\\x00')", "wiji", "wrong length", "1 bytes")
	refused(t, db, "SELECT sortid_wiji_from_bytes('\\x00000000000040008000000000000000')", "wiji", "unknown version: version 0")
	refused(t, db, "SELECT sortid_ulid_from_bytes('\\x00')", "ulid", "wrong length")
	refused(t, db, "SELECT sortid_uid_from_bytes('\\xffffffffffffffff')", "uid11", "18446744073709551615", "bytea")
	refused(t, db, "SELECT sortid_uid_bytes(-1)", "uid11", "overflow")
	refused(t, db, "SELECT sortid_uid_parse('jpXCZedGfVQ')", "uid11", "overflow", "_bytes")
}
