package sqlite_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
)

// A registered function may be a column's default, and RETURNING shows its key.
func TestDefault(t *testing.T) {
	for format, columnType := range map[string]string{"wiji": "BLOB", "ulid": "BLOB", "scru": "BLOB", "ulidflake": "BIGINT", "xid": "BIGINT"} {
		for _, option := range []string{"", " WITHOUT ROWID", " STRICT"} {
			t.Run(format+option, func(t *testing.T) {
				if option == " STRICT" {
					columnType = strings.ReplaceAll(columnType, "BIGINT", "INT")
				}
				db := open(t)
				exec(t, db, fmt.Sprintf("CREATE TABLE goods (id %s NOT NULL PRIMARY KEY DEFAULT (sortid_%s_new()), name TEXT)%s",
					columnType, format, option))
				keys := column[any](t, db, "INSERT INTO goods (name) VALUES ('a'), ('b') RETURNING id")
				keys = append(keys, column[any](t, db, "INSERT INTO goods (name) SELECT 'c' FROM goods RETURNING id")...)
				seen := map[string]bool{}
				for _, key := range keys {
					seen[fmt.Sprint(key)] = true
					if n := queryOne[int](t, db, "SELECT count(*) FROM goods WHERE id = ?", key); n != 1 {
						t.Errorf("%v is %d times in the table", key, n)
					}
				}
				if len(seen) != 4 {
					t.Errorf("the keys are %v", keys)
				}
			})
		}
	}
}

// A generated column shows the text, an index finds by it, and an index on an
// expression finds by the time.
func TestGenerated(t *testing.T) {
	db := open(t)
	exec(t, db, `CREATE TABLE goods (
		id BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()),
		shown TEXT GENERATED ALWAYS AS (sortid_wiji_text(id)) VIRTUAL,
		stored TEXT AS (sortid_wiji_uuid(id)) STORED)`)
	exec(t, db, "CREATE UNIQUE INDEX goods_shown ON goods (shown)")
	exec(t, db, "CREATE INDEX goods_time ON goods (sortid_wiji_time(id))")
	exec(t, db, numbers+"INSERT INTO goods (id) SELECT sortid_wiji_new() FROM i LIMIT 2000")
	for _, text := range column[string](t, db, "SELECT shown FROM goods LIMIT 3 OFFSET 500") {
		x := wiji.MustParse(text)
		id, uuid := x.Bytes(), x.UUID()
		if n := queryOne[int](t, db, "SELECT count(*) FROM goods WHERE shown = ? AND id = ? AND stored = ?", text, id[:], uuid); n != 1 {
			t.Errorf("%s is %d times in the table", text, n)
		}
	}
	uses(t, db, "goods_shown", "SELECT * FROM goods WHERE shown = '01'")
	uses(t, db, "goods_time", "SELECT * FROM goods WHERE sortid_wiji_time(id) > '2026-01-01'")
}

// uses tests that a query looks its rows up in an index.
func uses(t *testing.T, db execer, index, query string, args ...any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(plan, "\n"); !strings.Contains(all, "SEARCH") || !strings.Contains(all, index) || strings.Contains(all, "SCAN") {
		t.Errorf("%s: the plan is %q", query, plan)
	}
}

// A range of time is a range of keys, which the primary key's index finds, and it
// is the range that Go gives.
func TestRange(t *testing.T) {
	db := open(t)
	exec(t, db, "CREATE TABLE goods (id BLOB NOT NULL PRIMARY KEY)")
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 100 {
		x, err := wiji.MinAt(start.Add(time.Duration(i) * time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		exec(t, db, "INSERT INTO goods VALUES (?)", x[:])
	}
	const query = "SELECT count(*) FROM goods WHERE id >= sortid_wiji_min_at(?) AND id < sortid_wiji_min_at(?)"
	from, to := start.Add(10*time.Hour), start.Add(20*time.Hour)
	for _, bind := range []func(time.Time) any{
		func(at time.Time) any { return at.Format("2006-01-02 15:04:05.000") },
		func(at time.Time) any { return at.In(time.FixedZone("", 5400)).Format(time.RFC3339Nano) },
		func(at time.Time) any { return at },         // as the driver writes a time.Time
		func(at time.Time) any { return at.Local() }, // with another zone
	} {
		if n := queryOne[int](t, db, query, bind(from), bind(to)); n != 10 {
			t.Errorf("%v to %v: %d rows", bind(from), bind(to), n)
		}
	}
	uses(t, db, "sqlite_autoindex_goods_1", query, "2026-01-01", "2026-01-02")
	uses(t, db, "sqlite_autoindex_goods_1", "SELECT * FROM goods WHERE id BETWEEN sortid_wiji_min_at('2026-01-01') AND sortid_wiji_max_at('2026-01-02')")
}

// The order of a uid11 column is the order of the IDs: integers to 2^63, and blobs
// for all of them.
func TestUIDOrder(t *testing.T) {
	for suffix, ids := range map[string][]uid11.ID{
		"":       {0, 1, 1<<22 + 1, 1<<63 - 1},
		"_bytes": {0, 1, 1<<22 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, uid11.Max()},
	} {
		db := open(t)
		exec(t, db, "CREATE TABLE goods (id PRIMARY KEY CHECK (sortid_uid_valid(id)))")
		var texts []string
		for _, x := range ids {
			texts = append(texts, x.String())
			exec(t, db, "INSERT INTO goods VALUES (sortid_uid_parse"+suffix+"(?))", x.String())
		}
		if got := column[string](t, db, "SELECT sortid_uid_text(id) FROM goods ORDER BY id"); fmt.Sprint(got) != fmt.Sprint(texts) {
			t.Errorf("the order is %v, want %v", got, texts)
		}
		// The range of N goes on beyond the integers.
		found := column[string](t, db, fmt.Sprintf(
			"SELECT sortid_uid_text(id) FROM goods WHERE id BETWEEN sortid_uid_prefix_min%[1]s('N') AND sortid_uid_prefix_max%[1]s('N') ORDER BY id", suffix))
		if want := texts[3:min(len(texts), 6)]; fmt.Sprint(found) != fmt.Sprint(want) {
			t.Errorf("%v begin with N, want %v", found, want)
		}
		for _, bad := range []any{bytes.Repeat([]byte{255}, 9), []byte{1}, -1, "5", 5.0} {
			if _, err := db.ExecContext(t.Context(), "INSERT INTO goods VALUES (?)", bad); err == nil {
				t.Errorf("the CHECK takes %v", bad)
			}
			if got := column[int](t, db, "SELECT sortid_uid_valid(?)", bad); fmt.Sprint(got) != "[0]" {
				t.Errorf("valid of %v is %v", bad, got)
			}
		}
	}
}

// An argument of another type is refused with an error that names the right type, and
// a call with another number of arguments is refused.
func TestArguments(t *testing.T) {
	db := open(t)
	for call, want := range map[string]string{
		"sortid_wiji_text('06')":                                `wiji: "06" is a text where a blob of 16 bytes (sortid_wiji_parse reads a text) is needed`,
		"sortid_wiji_time(1)":                                   `wiji: 1 is an integer where a blob of 16 bytes`,
		"sortid_scru_hex(1.5)":                                  `scru160: 1.5 is a real number where a blob of 20 bytes`,
		"sortid_ulid_parse(x'30')":                              `ulid: x'30' is a blob where a text is needed`,
		"sortid_ulid_parse(5)":                                  `ulid: 5 is an integer where a text is needed`,
		"sortid_ulidflake_text('0')":                            `ulidflake: "0" is a text where an integer`,
		"sortid_uid_text('1')":                                  `uid11: "1" is a text where an integer`,
		"sortid_uid_text(-1)":                                   `uid11: int64 "-1": overflow`,
		"sortid_uid_parse('jpXCZedGfVQ')":                       `for a BLOB column there are functions whose names end in _bytes`,
		"sortid_xid_min_at('2090-01-01')":                       `end in _bytes`,
		"sortid_wiji_min_at(5)":                                 `wiji: 5 is an integer where a text of a time`,
		"sortid_wiji_min_at('yesterday')":                       `wiji: "yesterday" is not a time: write it as`,
		"sortid_wiji_min_at('2026-01-01 00:00:00,5')":           `is not a time`,
		"sortid_wiji_min_at('2026-02-30')":                      `is not a time`,
		"sortid_wiji_at('yesterday')":                           `wiji: "yesterday" is not a time: write it as`,
		"sortid_scru_at('1970-01-01')":                          `scru160: ID dated 1970-01-01T00:00:00Z: reserved timestamp`,
		"sortid_xid_at('2026-01-01')":                           `wrong number of arguments`,
		"sortid_xid_at('2026-01-01', '1')":                      `uid11: "1" is a text where an integer, the row's number within its millisecond, is needed`,
		"sortid_xid_at('2026-01-01', 4194305)":                  `uid11: row 4194305 of a millisecond: sequence exhausted: it has 4194304 IDs: date the other rows a millisecond later`,
		"sortid_ulidflake_at('2024-01-01', 1048576)":            `ulidflake: row 1048576 of a millisecond: sequence exhausted: it has 1048575 IDs`,
		"sortid_ulid_time(x'" + strings.Repeat("ff", 16) + "')": `ulid: the year 10889 has no text of a time: take the milliseconds from sortid_ulid_fields`,
		"sortid_wiji_text()":                                    `wrong number of arguments`,
		"sortid_wiji_new(1)":                                    `wrong number of arguments`,
	} {
		rows, err := db.QueryContext(t.Context(), "SELECT "+call)
		if err == nil {
			rows.Next()
			err = rows.Err()
			rows.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", call, err, want)
		}
	}
	if got := column[int](t, db, "SELECT sortid_ulid_valid_text(x'30') + sortid_ulid_valid_text(5)"); fmt.Sprint(got) != "[0]" {
		t.Errorf("valid_text of a blob and an integer: %v", got)
	}
}
