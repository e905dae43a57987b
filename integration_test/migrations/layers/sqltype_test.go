package layers_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// database/sql reads what the server made, and the server what it is sent.
func TestSQLType(t *testing.T) {
	onEach(t, func(t *testing.T, s server, db *sql.DB) {
		if s.kind == onPostgres.kind {
			t.Run("wiji", func(t *testing.T) { sqlType(t, s, db, wijis, func(x *sqltype.UUID[wiji.ID]) *wiji.ID { return &x.V }) })
			t.Run("ulid", func(t *testing.T) { sqlType(t, s, db, ulids, func(x *sqltype.UUID[ulid.ID]) *ulid.ID { return &x.V }) })
			t.Run("uuid", func(t *testing.T) {
				sqlType(t, s, db, uuids, func(x *sqltype.UUID[uuidv7.ID]) *uuidv7.ID { return &x.V })
			})
		} else {
			t.Run("wiji", func(t *testing.T) {
				sqlType(t, s, db, wijis, func(x *sqltype.Binary[wiji.ID]) *wiji.ID { return &x.V })
			})
			t.Run("ulid", func(t *testing.T) {
				sqlType(t, s, db, ulids, func(x *sqltype.Binary[ulid.ID]) *ulid.ID { return &x.V })
			})
			t.Run("uuid", func(t *testing.T) {
				sqlType(t, s, db, uuids, func(x *sqltype.Binary[uuidv7.ID]) *uuidv7.ID { return &x.V })
			})
		}
		t.Run("scru", func(t *testing.T) {
			sqlType(t, s, db, scrus, func(x *sqltype.Binary[scru160.ID]) *scru160.ID { return &x.V })
		})
		t.Run("ulidflake", func(t *testing.T) {
			sqlType(t, s, db, flakes, func(x *sqltype.Int64[ulidflake.ID]) *ulidflake.ID { return &x.V })
		})
		if s.triggers() {
			t.Run("xid", func(t *testing.T) {
				sqlType(t, s, db, xids, func(x *sqltype.Uint64[uid11.ID]) *uid11.ID { return &x.V })
			})
		} else {
			t.Run("xid", func(t *testing.T) {
				sqlType(t, s, db, xids, func(x *sqltype.Int64[uid11.ID]) *uid11.ID { return &x.V })
			})
		}
	})
}

// placeholder is the first one of a statement.
func (s server) placeholder() string {
	if s.kind == onPostgres.kind {
		return "$1"
	}
	return "?"
}

// sqlType exercises the column type C. id gives the ID within.
func sqlType[C any, T identifier](t *testing.T, s server, db *sql.DB, f format[T], id func(*C) *T) {
	s.createTable(t, db, f.name, f.name)
	exec(t, db, "INSERT INTO "+f.name+" (name) VALUES ('a'), ('b')")
	exec(t, db, "INSERT INTO "+f.name+" (name) SELECT 'c' FROM "+f.name)

	rows, err := db.QueryContext(t.Context(), fmt.Sprintf("SELECT id, sortid_%s_text(id) FROM %s", f.texts, f.name))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := map[T]bool{}
	for rows.Next() {
		var key C
		var text string
		if err := rows.Scan(&key, &text); err != nil {
			t.Fatal(err)
		}
		x := *id(&key)
		made(t, s.name, x)
		seen[x] = true
		if x.String() != text {
			t.Errorf("%s shows %v as %s", s.name, x, text)
		}
	}
	if err := rows.Err(); err != nil || len(seen) != 4 {
		t.Fatalf("%d different keys: %v", len(seen), err)
	}
	for x := range seen {
		sqlArgument(t, s, db, f, x, id)
	}
	sqlBounds(t, s, db, f, id)
}

// sqlArgument sends an ID and its text.
func sqlArgument[C any, T identifier](t *testing.T, s server, db *sql.DB, f format[T], x T, id func(*C) *T) {
	t.Helper()
	var key C
	*id(&key) = x
	for query, arg := range map[string]any{
		fmt.Sprintf("SELECT id FROM %s WHERE id = %s", f.name, s.placeholder()):                                  key,
		fmt.Sprintf("SELECT id FROM %s WHERE id = sortid_%s_parse(%s)", f.name, f.texts, s.placeholder()):        x.String(),
		fmt.Sprintf("SELECT id FROM %s WHERE sortid_%s_text(id) = %s", f.name, f.texts, s.placeholder()):         x.String(),
		fmt.Sprintf("SELECT sortid_%[1]s_parse(sortid_%[1]s_text(%[2]s))", f.texts, s.cast(f.name)):              key,
		fmt.Sprintf("SELECT id FROM %s WHERE sortid_%s_valid(id) AND id = %s", f.name, f.texts, s.placeholder()): key,
	} {
		var got C
		if err := db.QueryRowContext(t.Context(), query, arg).Scan(&got); err != nil {
			t.Errorf("%s: %s of %v: %v", s.name, query, x, err)
		} else if *id(&got) != x {
			t.Errorf("%s: %s gives %v, want %v", s.name, query, *id(&got), x)
		}
	}
}

// cast is a placeholder that stands for an ID where the statement does not tell.
func (s server) cast(format string) string {
	if s.kind == onPostgres.kind {
		return "CAST($1 AS " + s.types[format] + ")"
	}
	return "?"
}

// sqlBounds reads the bounds of a time that the server computes, and an ID that it dates.
func sqlBounds[C any, T identifier](t *testing.T, s server, db *sql.DB, f format[T], id func(*C) *T) {
	t.Helper()
	at := time.Date(2030, 2, 3, 4, 5, 6, 789_123_000, time.UTC)
	for name, bound := range map[string]func(time.Time) (T, error){"min_at": f.minAt, "max_at": f.maxAt} {
		var got C
		// A time.Time as the driver sends it.
		if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT sortid_%s_%s(%s)", f.name, name, s.placeholder()), at).Scan(&got); err != nil {
			t.Errorf("%s: %s: %v", s.name, name, err)
		} else if want := must(bound(at)); *id(&got) != want {
			t.Errorf("%s: %s of %v is %v, want %v", s.name, name, at, *id(&got), want)
		}
	}
	var got C
	if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT sortid_%s_at(%s%s)", f.name, s.placeholder(), f.number), at).Scan(&got); err != nil {
		t.Errorf("%s: at: %v", s.name, err)
	} else if x := *id(&got); !x.IsValid() || !x.Time().Equal(must(f.minAt(at)).Time()) {
		t.Errorf("%s: at of %v is %v of %v", s.name, at, x, x.Time())
	}
}
