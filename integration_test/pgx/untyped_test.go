package pgx_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// described reports whether pgx learns the type of a parameter in that mode.
func described(mode pgx.QueryExecMode) bool {
	return mode != pgx.QueryExecModeExec && mode != pgx.QueryExecModeSimpleProtocol
}

// TestDecimals: a 64-bit ID does not go into a type that rounds it, where pgx learns the
// type, and is never read from one.
func TestDecimals(t *testing.T) {
	const x = ulidflake.ID(1<<62 + 1) // which a double precision rounds to 2^62
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			conn := connect(t, mode)
			for _, typ := range []string{"double precision", "real", "numeric", "double precision[]", "numeric[]"} {
				var arg, back any = x, new(ulidflake.ID)
				if typ[len(typ)-1] == ']' {
					arg, back = []ulidflake.ID{x}, new([]ulidflake.ID)
				}
				_, err := conn.Exec(ctx, "SELECT $1::"+typ, arg)
				if described(mode) && !errors.Is(err, sqltype.ErrSource) || !described(mode) && err != nil {
					t.Errorf("%s as an argument: error %v", typ, err)
				}
				for _, sql := range []string{"SELECT $1::" + typ, "SELECT ($1::bigint)::" + typ} {
					if typ[len(typ)-1] == ']' {
						sql = "SELECT '{4611686018427387905}'::" + typ + " WHERE $1::bigint IS NOT NULL"
					}
					if err := conn.QueryRow(ctx, sql, x).Scan(back); !errors.Is(err, sqltype.ErrSource) {
						t.Errorf("%s is read as %v, error %v", sql, back, err)
					}
				}
			}
			// The package comment documents this for the modes in which pgx does not learn the type.
			if !described(mode) {
				var rounded int64
				if err := conn.QueryRow(ctx, "SELECT ($1::double precision)::bigint", x).Scan(&rounded); err != nil || rounded != 1<<62 {
					t.Errorf("a double precision holds %d, %v", rounded, err)
				}
			}
		})
	}
}

// TestTextInBytea: the server stores a text as its characters in a bytea column. They are
// no ID when the row is read.
func TestTextInBytea(t *testing.T) {
	w, f := wiji.New(), ulidflake.New()
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			conn := connect(t, mode)
			exec(t, conn, "CREATE TEMPORARY TABLE rows (id bytea)")
			args := []any{w.String(), sqltype.TextOf(w), sqltype.UUIDOf(w), f.String(), sqltype.TextOf(f)}
			if described(mode) { // a plain ID is right
				exec(t, conn, "INSERT INTO rows VALUES ($1)", f)
				var back ulidflake.ID
				if err := conn.QueryRow(ctx, "DELETE FROM rows RETURNING id").Scan(&back); err != nil || back != f {
					t.Errorf("%v comes back as %v, %v", f, back, err)
				}
			} else {
				args = append(args, w, f)
			}
			for _, arg := range args {
				exec(t, conn, "INSERT INTO rows VALUES ($1)", arg)
				var back wiji.ID
				if err := conn.QueryRow(ctx, "SELECT id FROM rows").Scan(&back); !errors.Is(err, id.ErrLength) {
					t.Errorf("%T is read as %v, error %v", arg, back, err)
				}
				var number ulidflake.ID
				if err := conn.QueryRow(ctx, "DELETE FROM rows RETURNING id").Scan(&number); !errors.Is(err, id.ErrLength) {
					t.Errorf("%T is read as %v, error %v", arg, number, err)
				}
			}
		})
	}
}
