//go:build go1.27

package standard_test

import (
	"context"
	"database/sql"
	jsonv2 "encoding/json/v2"
	"slices"
	"strings"
	"testing"
	"uuid"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// form is a way to write and read a UUID.
type form struct {
	name string
	of   func(uuid.UUID) any                           // the argument
	list func(...uuid.UUID) any                        // the argument of IN
	read func(*sql.Row) (uuid.UUID, *uuid.UUID, error) // a key, and a column that can be NULL
}

var plain = form{
	"plain", func(x uuid.UUID) any { return x }, func(x ...uuid.UUID) any { return x },
	func(row *sql.Row) (x uuid.UUID, p *uuid.UUID, err error) {
		err = row.Scan(&x, &p)
		return x, p, err
	},
}

// wrapped is the form of a column type.
func wrapped[C sqltype.Key](name string, of func(uuid.UUID) C, v func(C) uuid.UUID) form {
	return form{
		name, func(x uuid.UUID) any { return of(x) },
		func(x ...uuid.UUID) any { return sqltype.ListOf(of, x...) },
		func(row *sql.Row) (uuid.UUID, *uuid.UUID, error) {
			var x C
			var p *C
			if err := row.Scan(&x, &p); err != nil || p == nil {
				return v(x), nil, err
			}
			y := v(*p)
			return v(x), &y, nil
		},
	}
}

var (
	binary = wrapped("sqltype.Binary", sqltype.BinaryOf[uuid.UUID], func(c sqltype.Binary[uuid.UUID]) uuid.UUID { return c.V })
	text   = wrapped("sqltype.Text", sqltype.TextOf[uuid.UUID], func(c sqltype.Text[uuid.UUID]) uuid.UUID { return c.V })
)

// columns lists the forms that are right for a column, and those that are errors when they are
// written or read.
func columns(kind dbserver.Kind) map[string][2][]form {
	switch kind {
	case dbserver.Postgres:
		return map[string][2][]form{"uuid": {{plain, text}, {binary}}, "bytea": {{binary}, {plain}}, `varchar(36) COLLATE "C"`: {{text}, {plain, binary}}}
	case dbserver.MySQL, dbserver.MariaDB:
		return map[string][2][]form{"BINARY(16)": {{binary}, {plain, text}}, "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin": {{text}, {plain, binary}}}
	}
	return map[string][2][]form{"TEXT": {{plain, text}, nil}, "BLOB": {{binary}, nil}}
}

// create makes the table.
func create(t *testing.T, db *sql.DB, column string) {
	t.Helper()
	if _, err := db.Exec("CREATE TABLE orders (id " + column + " NOT NULL PRIMARY KEY, parent " + column + ")"); err != nil {
		t.Fatal(err)
	}
}

// bind writes the placeholders of the server.
func bind(s testdb.Server, query string) string {
	if s.Kind == dbserver.Postgres {
		return sqlx.Rebind(sqlx.DOLLAR, query)
	}
	return query
}

// TestStandardSQL: the forms that docs/recipes.md names for each column come back, with NULL and
// lists; the others are errors of a write or of a read.
func TestStandardSQL(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		for column, forms := range columns(s.Kind) {
			for i, list := range forms {
				for _, f := range list {
					t.Run(column+"/"+f.name, func(t *testing.T) {
						db := s.Empty(t)
						create(t, db, column)
						if err := roundTrip(t, s, db, f); (err == nil) != (i == 0) {
							t.Errorf("error %v", err)
						}
					})
				}
			}
		}
	})
}

func roundTrip(t *testing.T, s testdb.Server, db *sql.DB, f form) error {
	t.Helper()
	x, y := uuid.NewV7(), uuid.NewV7()
	for _, args := range [][]any{{f.of(x), nil}, {f.of(y), f.of(x)}} {
		if _, err := db.Exec(bind(s, "INSERT INTO orders VALUES (?, ?)"), args...); err != nil {
			return err
		}
	}
	for id, want := range map[uuid.UUID]uuid.UUID{x: uuid.Nil(), y: x} {
		got, parent, err := f.read(db.QueryRow(bind(s, "SELECT id, parent FROM orders WHERE id = ?"), f.of(id)))
		if err != nil {
			return err
		}
		if got != id || (parent == nil) != (want == uuid.Nil()) || parent != nil && *parent != want {
			t.Errorf("%v is read as %v, %v, want %v", id, got, parent, want)
		}
	}
	query, args, err := sqlx.In("SELECT count(*) FROM orders WHERE id IN (?)", f.list(x, y))
	if err != nil {
		return err
	}
	var n int
	if err := db.QueryRow(bind(s, query), args...).Scan(&n); err != nil || n != 2 {
		t.Errorf("IN finds %d, %v", n, err)
	}
	return nil
}

// TestStandardTwoForms: one column of SQLite takes both forms, and neither finds the other.
func TestStandardTwoForms(t *testing.T) {
	db := testdb.SQLite.Empty(t)
	create(t, db, "BLOB")
	x := uuid.NewV7()
	for _, arg := range []any{x, sqltype.BinaryOf(x)} {
		if _, err := db.Exec("INSERT INTO orders (id) VALUES (?)", arg); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := db.QueryRow("SELECT count(*) FROM orders WHERE id = ?", arg).Scan(&n); err != nil || n != 1 {
			t.Errorf("%T finds %d rows, %v, want one", arg, n, err)
		}
	}
}

// eachMode connects in each mode of pgx.
func eachMode(t *testing.T, test func(t *testing.T, mode pgx.QueryExecMode, c *pgx.Conn)) {
	dsn := dbtest.Open(t, dbserver.Postgres).DSN
	for _, mode := range []pgx.QueryExecMode{
		pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol,
	} {
		t.Run(mode.String(), func(t *testing.T) {
			config, err := pgx.ParseConfig(dsn)
			if err != nil {
				t.Fatal(err)
			}
			config.DefaultQueryExecMode = mode
			c, err := pgx.ConnectConfig(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close(context.WithoutCancel(t.Context()))
			test(t, mode, c)
		})
	}
}

// TestStandardPgx: pgx takes plain UUIDs for a uuid column, pointers for NULL, lists, and COPY. A
// list without a known type needs the mode of that statement.
func TestStandardPgx(t *testing.T) {
	eachMode(t, func(t *testing.T, mode pgx.QueryExecMode, c *pgx.Conn) {
		ctx := t.Context()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Error(err)
			}
		}
		exec := func(query string, args ...any) {
			t.Helper()
			_, err := c.Exec(ctx, query, args...)
			check(err)
		}
		x, y, z := uuid.NewV7(), uuid.NewV7(), uuid.NewV7()
		exec("DROP TABLE IF EXISTS orders")
		exec("CREATE TABLE orders (id uuid PRIMARY KEY, parent uuid, raw bytea)")
		exec("INSERT INTO orders (id, parent) VALUES ($1, $2)", x, (*uuid.UUID)(nil))
		_, err := c.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "parent"}, pgx.CopyFromRows([][]any{{y, x}, {z, nil}}))
		check(err)
		var got uuid.UUID
		var parent *uuid.UUID
		check(c.QueryRow(ctx, "SELECT id, parent FROM orders WHERE id = $1", y).Scan(&got, &parent))
		if got != y || parent == nil || *parent != x {
			t.Errorf("%v, %v", got, parent)
		}
		rows, err := c.Query(ctx, "SELECT id FROM orders WHERE id = ANY($1) ORDER BY id", pgx.QueryExecModeCacheDescribe, []uuid.UUID{x, y, z})
		check(err)
		list, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		check(err)
		if !slices.Equal(list, []uuid.UUID{x, y, z}) {
			t.Error(list)
		}
		// What docs/recipes.md warns of: 36 characters in a bytea, without an error.
		exec("UPDATE orders SET raw = $1", x)
		var size int
		check(c.QueryRow(ctx, "SELECT max(length(raw)) FROM orders").Scan(&size))
		if size != 36 {
			t.Errorf("a bytea has %d bytes", size)
		}
		if err := c.QueryRow(ctx, "SELECT NULL::uuid").Scan(&got); err == nil {
			t.Error("NULL is read into a plain UUID")
		}
		exec("UPDATE orders SET raw = $1", sqltype.BinaryOf(x))
		var raw sqltype.Binary[uuid.UUID]
		if err := c.QueryRow(ctx, "SELECT raw FROM orders LIMIT 1").Scan(&raw); err != nil || raw.V != x {
			t.Errorf("sqltype.Binary is %v, %v", raw, err)
		}
	})
}

// TestStandardBun: bun writes a plain UUID as text, which the type of a column must say.
func TestStandardBun(t *testing.T) {
	type Order struct {
		ID     uuid.UUID  `bun:"type:char(36),pk"`
		Parent *uuid.UUID `bun:"type:char(36)"`
	}
	type Native struct {
		bun.BaseModel `bun:"table:orders"`
		ID            uuid.UUID  `bun:"type:uuid,pk"`
		Parent        *uuid.UUID `bun:"type:uuid"`
	}
	type Raw struct {
		bun.BaseModel `bun:"table:raws"`
		ID            sqltype.Binary[uuid.UUID] `bun:"type:binary(16),pk"`
	}
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		var dialect schema.Dialect = sqlitedialect.New()
		switch s.Kind {
		case dbserver.Postgres:
			dialect = pgdialect.New()
		case dbserver.MySQL, dbserver.MariaDB:
			dialect = mysqldialect.New()
		}
		db := bun.NewDB(s.Empty(t), dialect)
		x, y := uuid.NewV7(), uuid.NewV7()
		if s.Kind == dbserver.Postgres {
			testBun(t, db, &Native{ID: x, Parent: &y}, x, func(o *Native) bool { return o.ID == x && *o.Parent == y })
			return
		}
		testBun(t, db, &Order{ID: x, Parent: &y}, x, func(o *Order) bool { return o.ID == x && *o.Parent == y })
		testBun(t, db, &Raw{ID: sqltype.BinaryOf(x)}, sqltype.BinaryOf(x), func(o *Raw) bool { return o.ID.V == x })
	})
}

func testBun[T any](t *testing.T, db *bun.DB, row *T, id any, same func(*T) bool) {
	t.Helper()
	ctx := t.Context()
	if _, err := db.NewCreateTable().Model(row).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewInsert().Model(row).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	got := new(T)
	if err := db.NewSelect().Model(got).Where("id = ?", id).Scan(ctx); err != nil || !same(got) {
		t.Errorf("%+v, %v, want %+v", got, err, row)
	}
	if n, err := db.NewSelect().Model(got).Where("id IN (?)", bun.List([]any{id, id})).Count(ctx); err != nil || n != 1 {
		t.Errorf("IN finds %d, %v", n, err)
	}
}

// TestStandardJSON: version 2 of JSON writes the text, also as a key.
func TestStandardJSON(t *testing.T) {
	x := uuid.NewV7()
	in := map[uuid.UUID][]*uuid.UUID{x: {&x, nil}}
	b, err := jsonv2.Marshal(in)
	if want := `{"X":["X",null]}`; err != nil || string(b) != strings.ReplaceAll(want, "X", x.String()) {
		t.Errorf("%s, %v", b, err)
	}
	var out map[uuid.UUID][]*uuid.UUID
	if err := jsonv2.Unmarshal(b, &out); err != nil || len(out[x]) != 2 || *out[x][0] != x {
		t.Errorf("%v, %v", out, err)
	}
	for input, wrong := range map[string]bool{`""`: true, `7`: true, `"x"`: true, `null`: false} {
		y := x
		if err := jsonv2.Unmarshal([]byte(input), &y); (err != nil) != wrong || err == nil && y != uuid.Nil() {
			t.Errorf("%s: %v, %v", input, y, err)
		}
	}
}

// TestStandardGoogle: the rows of google/uuid are read and changed by the standard library's uuid
// in the form that docs/recipes.md names, and the other way round.
func TestStandardGoogle(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		column, f := "TEXT", plain
		switch s.Kind {
		case dbserver.Postgres:
			column = "uuid"
		case dbserver.MySQL, dbserver.MariaDB:
			column, f = "CHAR(36)", text
		}
		db := s.Empty(t)
		create(t, db, column)
		old, err := google.NewV7()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(bind(s, "INSERT INTO orders (id) VALUES (?)"), old); err != nil {
			t.Fatal(err)
		}
		x := uuid.UUID(old) // the same 16 bytes
		got, _, err := f.read(db.QueryRow(bind(s, "SELECT id, parent FROM orders WHERE id = ?"), f.of(x)))
		if err != nil || got != x || got.String() != old.String() {
			t.Errorf("%v is read as %v, %v", old, got, err)
		}
		y := uuid.NewV7()
		if _, err := db.Exec(bind(s, "UPDATE orders SET parent = ? WHERE id = ?"), f.of(y), f.of(x)); err != nil {
			t.Fatal(err)
		}
		var back google.UUID
		if err := db.QueryRow(bind(s, "SELECT parent FROM orders WHERE id = ?"), old).Scan(&back); err != nil || uuid.UUID(back) != y {
			t.Errorf("google/uuid reads %v as %v, %v", y, back, err)
		}
	})
}
