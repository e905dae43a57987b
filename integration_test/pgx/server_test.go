package pgx_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestByteaOutput: the old output format of bytea is refused with the remedy; the
// binary format does not know it.
func TestByteaOutput(t *testing.T) {
	w := wiji.New()
	for _, mode := range modes {
		conn := connect(t, mode)
		exec(t, conn, "SET bytea_output = 'escape'")
		var back wiji.ID
		err := conn.QueryRow(ctx, "SELECT $1::bytea", sqltype.BinaryOf(w)).Scan(&back)
		switch {
		case err == nil && back == w:
		case err != nil && strings.Contains(err.Error(), "bytea_output = 'hex'") && back == (wiji.ID{}):
		default:
			t.Errorf("%s: %v comes back as %v, %v", mode, w, back, err)
		}
	}
}

// TestDomain: the server names the domain as the type of a parameter, and the base type as
// that of a row. A domain that was loaded is the column that it is made of. In another one a
// plain ID is an error.
func TestDomain(t *testing.T) {
	for _, loaded := range []bool{true, false} {
		for _, mode := range describedModes {
			conn := connect(t, mode)
			exec(t, conn, `CREATE DOMAIN pg_temp.code AS text COLLATE "C"`)
			exec(t, conn, "CREATE TEMPORARY TABLE coded (id pg_temp.code PRIMARY KEY)")
			if loaded {
				typ, err := conn.LoadType(ctx, "pg_temp.code")
				if err != nil {
					t.Fatal(err)
				}
				conn.TypeMap().RegisterType(typ)
			}
			w := wiji.New()
			_, err := conn.Exec(ctx, "INSERT INTO coded VALUES ($1)", w)
			if !loaded {
				if !errors.Is(err, id.ErrPlain) || !strings.Contains(err.Error(), "LoadType") {
					t.Errorf("%s: error %v", mode, err)
				}
				exec(t, conn, "INSERT INTO coded VALUES ($1)", sqltype.TextOf(w))
			} else if err != nil {
				t.Error(err)
			}
			var back wiji.ID
			if err := conn.QueryRow(ctx, "SELECT id FROM coded").Scan(&back); err != nil || back != w {
				t.Errorf("%s: %v comes back as %v, %v", mode, w, back, err)
			}
		}
	}
}

// TestCopyTo: what COPY gives out is the canonical form of each column.
func TestCopyTo(t *testing.T) {
	conn := connect(t, pgx.QueryExecModeCacheStatement)
	exec(t, conn, "CREATE TEMPORARY TABLE rows (u uuid, b bytea, t text, n bigint)")
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
	exec(t, conn, "INSERT INTO rows VALUES ($1, $2, $3, $4)", w, s, w, f)
	var out bytes.Buffer
	if _, err := conn.PgConn().CopyTo(ctx, &out, "COPY rows TO STDOUT"); err != nil {
		t.Fatal(err)
	}
	// COPY doubles the backslash of bytea.
	want := fmt.Sprintf("%s\t\\\\x%s\t%s\t%d\n", w.UUID(), s.Hex(), w, int64(f))
	if out.String() != want {
		t.Errorf("COPY gives %q, want %q", out.String(), want)
	}
	exec(t, conn, "TRUNCATE rows")
	if _, err := conn.PgConn().CopyFrom(ctx, &out, "COPY rows FROM STDIN"); err != nil {
		t.Fatal(err)
	}
	var w1, w2 wiji.ID
	var s1 scru160.ID
	var f1 ulidflake.ID
	if err := conn.QueryRow(ctx, "SELECT * FROM rows").Scan(&w1, &s1, &w2, &f1); err != nil || w1 != w || w2 != w || s1 != s || f1 != f {
		t.Errorf("COPY in gives %v, %v, %v, %v, %v", w1, s1, w2, f1, err)
	}
}

// TestComposite: IDs in the fields of a composite type.
func TestComposite(t *testing.T) {
	conn := connect(t, pgx.QueryExecModeCacheStatement)
	exec(t, conn, "CREATE TYPE pg_temp.pair AS (u uuid, t text, n bigint)")
	typ, err := conn.LoadType(ctx, "pg_temp.pair")
	if err != nil {
		t.Fatal(err)
	}
	conn.TypeMap().RegisterType(typ)
	type pair struct {
		U wiji.ID
		T ulid.ID
		N *uid11.ID
	}
	for _, want := range []pair{{wiji.New(), ulid.New(), nil}, {wiji.New(), ulid.New(), new(uid11.New())}} {
		var got pair
		if err := conn.QueryRow(ctx, "SELECT $1::pg_temp.pair", want).Scan(&got); err != nil || got.U != want.U || got.T != want.T ||
			(got.N == nil) != (want.N == nil) || got.N != nil && *got.N != *want.N {
			t.Errorf("%v comes back as %v, %v", want, got, err)
		}
	}
}

// TestRowFunctions: what pgx offers to collect rows.
func TestRowFunctions(t *testing.T) {
	conn := connect(t, pgx.QueryExecModeCacheStatement)
	w, u := wiji.New(), ulid.New()
	const sql = "SELECT $1::uuid AS id, $2::text AS other"
	query := func() pgx.Rows {
		rows, err := conn.Query(ctx, sql, w, u)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	type both struct {
		ID    wiji.ID
		Other *ulid.ID
	}
	check := func(name string, got both, err error) {
		t.Helper()
		if err != nil || got.ID != w || got.Other == nil || *got.Other != u {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	got, err := pgx.CollectExactlyOneRow(query(), pgx.RowToStructByName[both])
	check("RowToStructByName", got, err)
	got, err = pgx.CollectExactlyOneRow(query(), pgx.RowToStructByPos[both])
	check("RowToStructByPos", got, err)
	p, err := pgx.CollectExactlyOneRow(query(), pgx.RowToAddrOfStructByNameLax[both])
	check("RowToAddrOfStructByNameLax", *p, err)
	var each both
	_, err = pgx.ForEachRow(query(), []any{&each.ID, &each.Other}, func() error { return nil })
	check("ForEachRow", each, err)
	m, err := pgx.CollectExactlyOneRow(query(), pgx.RowToMap)
	if err != nil || m["id"] != [16]byte(w) || m["other"] != u.String() {
		t.Errorf("RowToMap: %v, %v", m, err)
	}
	rows, err := conn.Query(ctx, "SELECT unnest($1::uuid[])", []wiji.ID{w, w})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := pgx.CollectRows(rows, pgx.RowToAddrOf[wiji.ID]); err != nil || len(list) != 2 || !slices.Equal([]wiji.ID{*list[0], *list[1]}, []wiji.ID{w, w}) {
		t.Errorf("RowToAddrOf: %v, %v", list, err)
	}
	var named wiji.ID
	if err := conn.QueryRow(ctx, "SELECT @id::uuid", pgx.NamedArgs{"id": w}).Scan(&named); err != nil || named != w {
		t.Errorf("NamedArgs: %v, %v", named, err)
	}
}

// TestCursorOfGoogle: a page of rows whose keys are of google/uuid, which nothing registers, in each mode that knows the
// types of parameters.
func TestCursorOfGoogle(t *testing.T) {
	for _, mode := range describedModes {
		conn := connect(t, mode)
		exec(t, conn, "CREATE TEMP TABLE pages (id uuid PRIMARY KEY)")
		var ids []uuid.UUID
		for range 3 {
			ids = append(ids, uuid.Must(uuid.NewV7()))
			exec(t, conn, "INSERT INTO pages VALUES ($1::uuid)", ids[len(ids)-1].String())
		}
		for _, c := range []struct {
			last uuid.UUID
			want int
		}{{uuid.Nil, 3}, {ids[2], 2}, {ids[0], 0}} {
			rows, err := conn.Query(ctx, "SELECT id FROM pages WHERE id < $1 ORDER BY id DESC", pgxtype.Before(c.last))
			if err != nil {
				t.Fatal(err)
			}
			got, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			if err != nil || len(got) != c.want {
				t.Errorf("%v before %v: %v, error %v", mode, c.last, got, err)
			}
		}
	}
}
