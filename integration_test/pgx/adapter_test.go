package pgx_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
	pgxgoogle "github.com/vgarvardt/pgx-google-uuid/v5"
)

// connectOrder returns a connection on which steps registered types in that order.
func connectOrder(t *testing.T, mode pgx.QueryExecMode, steps ...func(*pgtype.Map)) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(dsn(t))
	if err != nil {
		t.Fatal(err)
	}
	config.DefaultQueryExecMode = mode
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	for _, step := range steps {
		step(conn.TypeMap())
	}
	return conn
}

// adapterRow is a row with a key of the adapter's type and IDs of this module.
type adapterRow struct {
	Google uuid.UUID
	Maybe  uuid.NullUUID
	ID     wiji.ID
	Other  *ulid.ID
	Raw    scru160.ID
	Number ulidflake.ID
	List   []wiji.ID
}

// TestAdapterOrder: the adapter of google/uuid and this package, in whatever order they
// register, in each mode.
func TestAdapterOrder(t *testing.T) {
	register := func(m *pgtype.Map) {
		if err := pgxtype.Register(m); err != nil {
			t.Fatal(err)
		}
	}
	for name, steps := range map[string][]func(*pgtype.Map){
		"adapter first":  {pgxgoogle.Register, register},
		"adapter last":   {register, pgxgoogle.Register},
		"register again": {register, pgxgoogle.Register, register},
	} {
		for _, mode := range describedModes {
			t.Run(name+"/"+mode.String(), func(t *testing.T) {
				conn := connectOrder(t, mode, steps...)
				exec(t, conn, "CREATE TEMPORARY TABLE rows (google uuid, maybe uuid, id uuid PRIMARY KEY, other uuid, raw bytea, number bigint, list uuid[])")
				rowsComeBack(t, conn)
			})
		}
	}
}

// rowsComeBack fails unless rows that are inserted by arguments and by CopyFrom are found by a list of IDs and a UUID, with
// each of their values.
func rowsComeBack(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	g, u := uuid.New(), ulid.New()
	first := adapterRow{g, uuid.NullUUID{UUID: g, Valid: true}, wiji.New(), &u, scru160.New(), ulidflake.New(), []wiji.ID{wiji.New(), wiji.New()}}
	second := adapterRow{Google: uuid.New(), ID: wiji.New(), Raw: scru160.New(), Number: ulidflake.New(), List: []wiji.ID{}}
	const insert = "INSERT INTO rows VALUES ($1, $2, $3, $4, $5, $6, $7)"
	exec(t, conn, insert, first.Google, first.Maybe, first.ID, first.Other, first.Raw, first.Number, first.List)
	columns := []string{"google", "maybe", "id", "other", "raw", "number", "list"}
	n, err := conn.CopyFrom(ctx, pgx.Identifier{"rows"}, columns, pgx.CopyFromRows([][]any{
		{second.Google, second.Maybe, second.ID, second.Other, second.Raw, second.Number, second.List}}))
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	for _, want := range []adapterRow{first, second} {
		rows, err := conn.Query(ctx, "SELECT * FROM rows WHERE id = ANY($1) AND google = $2", []wiji.ID{want.ID}, want.Google)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[adapterRow])
		if err != nil || got.Google != want.Google || got.Maybe != want.Maybe || got.ID != want.ID || (got.Other == nil) != (want.Other == nil) ||
			got.Other != nil && *got.Other != *want.Other || got.Raw != want.Raw || got.Number != want.Number || !slices.Equal(got.List, want.List) {
			t.Errorf("%v comes back as %v, %v", want, got, err)
		}
	}
}

// TestAdapterOfTheSameType: of an adapter and WithType, the last one registered serves a
// type in uuid columns. This package refuses the zero UUID, and the adapter stores it.
func TestAdapterOfTheSameType(t *testing.T) {
	register := func(m *pgtype.Map) {
		if err := pgxtype.Register(m, pgxtype.WithType[uuid.UUID]()); err != nil {
			t.Fatal(err)
		}
	}
	for _, mode := range describedModes {
		for _, last := range []string{"adapter", "pgxtype"} {
			steps := []func(*pgtype.Map){register, pgxgoogle.Register}
			if last == "pgxtype" {
				slices.Reverse(steps)
			}
			conn := connectOrder(t, mode, steps...)
			g, w := uuid.New(), wiji.New()
			var backG uuid.UUID
			var backW wiji.ID
			if err := conn.QueryRow(ctx, "SELECT $1::uuid, $2::uuid", g, w).Scan(&backG, &backW); err != nil || backG != g || backW != w {
				t.Errorf("%s, %s last: %v and %v come back as %v and %v, %v", mode, last, g, w, backG, backW, err)
			}
			_, err := conn.Exec(ctx, "SELECT $1::uuid", uuid.Nil)
			if refused := errors.Is(err, id.ErrZero); refused != (last == "pgxtype") || !refused && err != nil {
				t.Errorf("%s, %s last: the zero UUID: %v", mode, last, err)
			}
		}
	}
}

// TestDomainBefore: a domain that was loaded before Register works where its base type is
// uuid or bytea, and names the remedy where it is text or bigint.
func TestDomainBefore(t *testing.T) {
	for base, works := range map[string]bool{"uuid": true, "bytea": true, "text": false, "bigint": false} {
		for _, mode := range describedModes {
			conn := connectOrder(t, mode)
			exec(t, conn, "CREATE DOMAIN pg_temp.code AS "+base)
			typ, err := conn.LoadType(ctx, "pg_temp.code")
			if err != nil {
				t.Fatal(err)
			}
			conn.TypeMap().RegisterType(typ)
			if err := pgxtype.Register(conn.TypeMap()); err != nil {
				t.Fatal(err)
			}
			exec(t, conn, "CREATE TEMPORARY TABLE coded (id pg_temp.code)")
			w := wiji.New()
			var back wiji.ID
			_, err = conn.Exec(ctx, "INSERT INTO coded VALUES ($1)", w)
			if !works {
				if !errors.Is(err, sqltype.ErrSource) || !strings.Contains(err.Error(), "before conn.LoadType") {
					t.Errorf("%s, %s: error %v", mode, base, err)
				}
				continue
			}
			if err == nil {
				err = conn.QueryRow(ctx, "SELECT id FROM coded WHERE id = $1", w).Scan(&back)
			}
			if err != nil || back != w {
				t.Errorf("%s, %s: %v comes back as %v, %v", mode, base, w, back, err)
			}
			if _, err := conn.Exec(ctx, "INSERT INTO coded VALUES ($1)", wiji.ID{}); !errors.Is(err, id.ErrZero) {
				t.Errorf("%s, %s: a zero ID: %v", mode, base, err)
			}
		}
	}
}
