package layers_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/pgxtype"
)

// modes lists the modes in which pgx learns the type of a parameter. In the others, plain IDs are
// errors.
var modes = []pgx.QueryExecMode{
	pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec,
}

// pgx reads what the server made into the plain ID types, and sends them to its
// functions, in every mode.
func TestPgx(t *testing.T) {
	db := open(t, onPostgres)
	for _, format := range []string{"wiji", "ulid", "uuid", "ulidflake", "xid", "scru"} {
		onPostgres.createTable(t, db, format, format)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var config *pgx.ConnConfig
	if err := conn.Raw(func(c any) error { config = c.(*stdlib.Conn).Conn().Config(); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			config.DefaultQueryExecMode = mode
			conn, err := pgx.ConnectConfig(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			if err := pgxtype.Register(conn.TypeMap()); err != nil {
				t.Fatal(err)
			}
			t.Run("wiji", func(t *testing.T) { pgxReads(t, conn, wijis) })
			t.Run("ulid", func(t *testing.T) { pgxReads(t, conn, ulids) })
			t.Run("uuid", func(t *testing.T) { pgxReads(t, conn, uuids) })
			t.Run("ulidflake", func(t *testing.T) { pgxReads(t, conn, flakes) })
			t.Run("xid", func(t *testing.T) { pgxReads(t, conn, xids) })
			t.Run("scru", func(t *testing.T) { pgxReads(t, conn, scrus) })
		})
	}
}

func pgxReads[T identifier](t *testing.T, conn *pgx.Conn, f format[T]) {
	ctx := t.Context()
	if _, err := conn.Exec(ctx, "TRUNCATE "+f.name); err != nil {
		t.Fatal(err)
	}
	rows, _ := conn.Query(ctx, "INSERT INTO "+f.name+" (name) VALUES ('a'), ('b') RETURNING id") // CollectRows returns the error
	keys, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	// COPY leaves the key to the default, too.
	copied, err := conn.CopyFrom(ctx, pgx.Identifier{f.name}, []string{"name"}, pgx.CopyFromRows([][]any{{"c"}, {"d"}, {"e"}}))
	if err != nil || copied != 3 {
		t.Fatalf("COPY: %d rows, %v", copied, err)
	}
	rows, err = conn.Query(ctx, fmt.Sprintf("SELECT id, sortid_%s_text(id) AS text, sortid_%s_time(id) AS at FROM %s ORDER BY id", f.texts, f.name, f.name))
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		ID   T
		Text string
		At   time.Time
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[row])
	if err != nil || len(list) != 5 {
		t.Fatalf("%d rows: %v", len(list), err)
	}
	there := map[T]bool{}
	for _, r := range list {
		made(t, "pgx", r.ID)
		there[r.ID] = true
		if r.Text != r.ID.String() || !r.At.Equal(r.ID.Time()) {
			t.Errorf("%v of %v is shown as %s of %v", r.ID, r.ID.Time(), r.Text, r.At)
		}
	}
	for _, key := range keys {
		if !there[key] {
			t.Errorf("RETURNING gives %v, which is not in the table", key)
		}
	}
	pgxSends(t, conn, f, list[0].ID)
}

func pgxSends[T identifier](t *testing.T, conn *pgx.Conn, f format[T], x T) {
	t.Helper()
	at := time.Date(2031, 2, 3, 4, 5, 6, 789_123_000, time.UTC)
	var text string
	var parsed, lower, upper, dated T
	column := onPostgres.types[f.name]
	err := conn.QueryRow(t.Context(), fmt.Sprintf(
		"SELECT sortid_%[1]s_text(CAST($1 AS %[3]s)), sortid_%[1]s_parse($2), sortid_%[2]s_min_at($3), sortid_%[2]s_max_at($3), sortid_%[2]s_at($3%[4]s)",
		f.texts, f.name, column, f.number), x, x.String(), at).Scan(&text, &parsed, &lower, &upper, &dated)
	if err != nil {
		t.Fatal(err)
	}
	if text != x.String() || parsed != x || lower != must(f.minAt(at)) || upper != must(f.maxAt(at)) {
		t.Errorf("%v is %s, %v; the bounds of %v are %v and %v", x, text, parsed, at, lower, upper)
	}
	if !dated.IsValid() || !dated.Time().Equal(lower.Time()) {
		t.Errorf("%v, dated %v, is of %v", dated, at, dated.Time())
	}
	var n int
	if err := conn.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE id = ANY ($1)", f.name), []T{x}).Scan(&n); err != nil || n != 1 {
		t.Errorf("%v is %d times among the keys: %v", x, n, err)
	}
}
