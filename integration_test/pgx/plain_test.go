package pgx_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// TestPlainWithoutRegister: on a connection without this package, pgx would take an ID for
// an array of numbers. It is an error in each kind of column and each mode.
func TestPlainWithoutRegister(t *testing.T) {
	w, u, v, s := wiji.New(), ulid.New(), uuidv7.New(), scru160.New()
	args := []any{w, &w, w.Bytes(), u, &u, u.Bytes(), v, &v, v.Bytes(), s, &s, s.Bytes()}
	lists := []any{[]wiji.ID{w, w}, []*ulid.ID{&u}, []scru160.ID{s}, [][]wiji.ID{{w}}}
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			conn := connectOrder(t, mode)
			exec(t, conn, "CREATE TEMPORARY TABLE plain (u uuid, b bytea, t text, j jsonb, n numeric, f double precision)")
			exec(t, conn, "INSERT INTO plain (t) SELECT n FROM generate_series(1, 20) AS n")
			for _, column := range []string{"u", "b", "t", "j", "n", "f"} {
				for _, statement := range []string{
					"DELETE FROM plain WHERE " + column + " IN ($1)", "DELETE FROM plain WHERE " + column + " NOT IN ($1)",
					"DELETE FROM plain WHERE t IN (SELECT t FROM plain WHERE " + column + " IN ($1))",
					"UPDATE plain SET " + column + " = $1", "INSERT INTO plain (" + column + ") VALUES ($1)",
				} {
					for _, arg := range args {
						if tag, err := conn.Exec(ctx, statement, arg); !errors.Is(err, id.ErrPlain) {
							t.Errorf("%s with %T: %s, error %v", statement, arg, tag, err)
						}
					}
				}
				for _, list := range lists {
					if tag, err := conn.Exec(ctx, "DELETE FROM plain WHERE "+column+" = ANY($1)", list); err == nil && column != "j" { // as a list of JSON arrays
						t.Errorf("column %s with %T: %s and no error", column, list, tag)
					}
				}
				batch := new(pgx.Batch)
				batch.Queue("UPDATE plain SET "+column+" = $1", w)
				if err := conn.SendBatch(ctx, batch).Close(); !errors.Is(err, id.ErrPlain) {
					t.Errorf("column %s in a batch: error %v", column, err)
				}
				_, err := conn.CopyFrom(ctx, pgx.Identifier{"plain"}, []string{column}, pgx.CopyFromRows([][]any{{u}}))
				if err == nil || !strings.Contains(err.Error(), id.ErrPlain.Error()) { // the server hands the text on
					t.Errorf("column %s in a COPY: error %v", column, err)
				}
			}
			var n int
			if err := conn.QueryRow(ctx, "SELECT count(*) FROM plain WHERE u IS NULL AND b IS NULL AND j IS NULL AND t IS NOT NULL").Scan(&n); err != nil || n != 20 {
				t.Errorf("%d of 20 rows are unchanged, error %v", n, err)
			}
		})
	}
}
