package pgx_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// comesBack checks that v is read as it was sent.
func comesBack(t *testing.T, conn *pgx.Conn, typ string, v any) {
	t.Helper()
	back := reflect.New(reflect.TypeOf(v))
	err := conn.QueryRow(ctx, "SELECT $1::"+typ, v).Scan(back.Interface())
	if err != nil || !reflect.DeepEqual(back.Elem().Interface(), v) {
		t.Errorf("%s: %v comes back as %v, %v", typ, v, back.Elem(), err)
	}
}

// TestMatrix: a list of lists in each mode in which pgx learns the type.
func TestMatrix(t *testing.T) {
	for _, mode := range describedModes {
		t.Run(mode.String(), func(t *testing.T) {
			conn := connect(t, mode)
			w, s, f, x := wiji.New(), scru160.New(), ulidflake.New(), uid11.New()
			even := [][]wiji.ID{{w, wiji.New()}, {wiji.New(), w}}
			comesBack(t, conn, "uuid[]", even)
			comesBack(t, conn, "uuid[]", [][]*wiji.ID{{&w, nil, nil}})
			comesBack(t, conn, "uuid[]", [][]wiji.ID{})
			comesBack(t, conn, "bytea[]", [][]scru160.ID{{s}, {s}})
			comesBack(t, conn, "bigint[]", [][]ulidflake.ID{{f, f}})
			comesBack(t, conn, "text[]", [][]uid11.ID{{x}})
			_, err := conn.Exec(ctx, "SELECT $1::uuid[]", [][]wiji.ID{{w, w}, {w, {}}})
			if !errors.Is(err, id.ErrZero) {
				t.Errorf("a zero ID: %v", err)
			}
			_, err = conn.Exec(ctx, "SELECT $1::uuid[]", [][]wiji.ID{{w, w}, {w}})
			if !errors.Is(err, id.ErrLength) {
				t.Errorf("lists of different lengths: %v", err)
			}
			comesBack(t, conn, "uuid[]", even) // the connection goes on
		})
	}
}

// TestRanges: ranges of IDs in each mode in which pgx learns the type.
func TestRanges(t *testing.T) {
	type (
		ids  = pgtype.Range[ulidflake.ID]
		many = pgtype.Multirange[ids]
	)
	f := ulidflake.New()
	between := func(from, until ulidflake.ID) ids {
		return ids{Lower: from, Upper: until, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
	}
	since := ids{Lower: f, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true}
	for _, mode := range describedModes {
		t.Run(mode.String(), func(t *testing.T) {
			conn := connect(t, mode)
			for _, r := range []ids{between(1, 9), between(f, f+10), between(1, 1<<63-1), since, {}} {
				comesBack(t, conn, "int8range", r)
			}
			comesBack(t, conn, "int8range[]", []ids{between(1, 9), since})
			comesBack(t, conn, "int8multirange", many{between(1, 9), since})
			comesBack(t, conn, "int8range", pgtype.Range[*ulidflake.ID]{Lower: &f, LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded, Valid: true})
			exec(t, conn, "CREATE TEMPORARY TABLE rows (id bigint PRIMARY KEY)")
			exec(t, conn, "INSERT INTO rows SELECT unnest($1::bigint[])", []ulidflake.ID{f - 1, f, f + 1, f + 2})
			var n int
			if err := conn.QueryRow(ctx, "SELECT count(*) FROM rows WHERE id <@ $1::int8range", between(f, f+2)).Scan(&n); err != nil || n != 2 {
				t.Errorf("a range holds %d rows, want 2: %v", n, err)
			}
			if _, err := conn.Exec(ctx, "SELECT $1::int8range", between(0, 9)); !errors.Is(err, id.ErrZero) {
				t.Errorf("a zero bound: %v", err)
			}
			var back ids
			if err := conn.QueryRow(ctx, "SELECT '[1,9)'::numrange").Scan(&back); !errors.Is(err, sqltype.ErrSource) {
				t.Errorf("a numrange is read as %v, %v", back, err)
			}
			if _, err := conn.Exec(ctx, "SELECT $1::int8range", pgtype.Range[uid11.ID]{Upper: 1 << 63, LowerType: pgtype.Unbounded,
				UpperType: pgtype.Exclusive, Valid: true}); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("a bound of 2^63: %v", err)
			}
		})
	}
}

// TestRangeOfUUIDs: a range type of 16 bytes is made in the database, and pgx knows it
// when it was loaded.
func TestRangeOfUUIDs(t *testing.T) {
	for _, mode := range describedModes {
		conn := connect(t, mode)
		exec(t, conn, "CREATE TYPE pg_temp.span AS RANGE (subtype = uuid)")
		typ, err := conn.LoadType(ctx, "pg_temp.span")
		if err != nil {
			t.Fatal(err)
		}
		conn.TypeMap().RegisterType(typ)
		r := pgtype.Range[wiji.ID]{Lower: wiji.New(), Upper: wiji.New(), LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true}
		comesBack(t, conn, "pg_temp.span", r)
	}
}

// TestNestedWithoutType: where pgx does not learn the type, lists of lists and ranges are
// errors that name what to do.
func TestNestedWithoutType(t *testing.T) {
	w, f := wiji.New(), ulidflake.New()
	type flakes = pgtype.Range[ulidflake.ID]
	for _, mode := range modes {
		if described(mode) {
			continue
		}
		conn := connect(t, mode)
		for typ, arg := range map[string]any{
			"uuid[]": [][]wiji.ID{{w}}, "int8range": flakes{Lower: f, Upper: f, Valid: true}, "int8range[]": []flakes{{Valid: true}},
			"int8multirange": pgtype.Multirange[flakes]{{Valid: true}},
		} {
			if _, err := conn.Exec(ctx, "SELECT $1::"+typ, arg); !errors.Is(err, id.ErrPlain) {
				t.Errorf("%s, %T: error %v", mode, arg, err)
			}
		}
	}
}
