package pgx_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// The types of columns.
const (
	inUUID  = "uuid"
	inBytea = "bytea"
	inText  = `text COLLATE "C"`
	inInt8  = "bigint"
)

func varchar(n int) string { return fmt.Sprintf(`varchar(%d) COLLATE "C"`, n) }

func char(n int) string { return fmt.Sprintf(`char(%d) COLLATE "C"`, n) }

// TestModes runs each format in each column that holds it, in each mode in which pgx learns
// the type of a parameter. TestArguments has the other modes.
func TestModes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	fill := func(b []byte) {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	}
	w := []wiji.ID{{9: 0x10}, {0: 0x3F, 9: 0x1F}}
	u := []ulid.ID{{15: 1}, {0: 0xFF, 15: 0xFF}, {0: 0x80, 8: 0x80}}
	s := []scru160.ID{{19: 1}, {0: 0xFF, 19: 0xFF}}
	f := []ulidflake.ID{1, 1<<63 - 1}
	x := []uid11.ID{1, 1<<63 - 1}
	g := []uuid.UUID{uuid.Max, uuid.New()}
	for range 60 {
		var a wiji.ID
		fill(a[:])
		a[0], a[9] = a[0]&0x3F, a[9]&0xF|0x10
		var b ulid.ID
		fill(b[:])
		var c scru160.ID
		fill(c[:])
		w, u, s, g = append(w, a), append(u, b), append(s, c), append(g, uuid.New())
		f, x = append(f, ulidflake.ID(r.Uint64()>>1|1)), append(x, uid11.ID(r.Uint64()>>1|1))
	}
	for range 20 {
		w, u, s, f, x = append(w, wiji.New()), append(u, ulid.New()), append(s, scru160.New()), append(f, ulidflake.New()), append(x, uid11.New())
	}
	big := append(slices.Clone(x), 1<<63, 1<<64-1)
	compareUUID := func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }
	for _, mode := range describedModes {
		t.Run(mode.String(), func(t *testing.T) {
			t.Run("wiji", func(t *testing.T) {
				inColumns(t, mode, w, wiji.ID.Compare, inUUID, inBytea, inText, varchar(26), char(26))
			})
			t.Run("ulid", func(t *testing.T) {
				inColumns(t, mode, u, ulid.ID.Compare, inUUID, inBytea, inText, varchar(26), char(26))
			})
			t.Run("scru160", func(t *testing.T) { inColumns(t, mode, s, scru160.ID.Compare, inBytea, inText, varchar(32), char(32)) })
			t.Run("ulidflake", func(t *testing.T) {
				inColumns(t, mode, f, cmp.Compare[ulidflake.ID], inBytea, inText, inInt8, char(13))
			})
			t.Run("uid11", func(t *testing.T) { inColumns(t, mode, x, cmp.Compare[uid11.ID], inInt8) })
			t.Run("uid11 of 64 bits", func(t *testing.T) { inColumns(t, mode, big, cmp.Compare[uid11.ID], inBytea, inText, char(11)) })
			t.Run("typed", func(t *testing.T) {
				inColumns(t, mode, typed[plainKind](w), wiji.For[plainKind].Compare, inUUID, inBytea, inText, varchar(26))
				inColumns(t, mode, typed[prefixKind](w), wiji.For[prefixKind].Compare, inUUID, inText, varchar(31))
			})
			t.Run("google", func(t *testing.T) { inColumns(t, mode, g, compareUUID, inUUID, inBytea, inText, char(36)) })
		})
	}
}

// The kinds of typed IDs.
type (
	plainKind  struct{}
	prefixKind struct{}
)

func (prefixKind) IDPrefix() string { return "kind" }

func typed[K any](ids []wiji.ID) (out []wiji.For[K]) {
	for _, x := range ids {
		out = append(out, wiji.For[K](x))
	}
	return out
}

func inColumns[T id.Fixed](t *testing.T, mode pgx.QueryExecMode, ids []T, order func(a, b T) int, columns ...string) {
	for _, c := range columns {
		t.Run(c, func(t *testing.T) {
			conn := connect(t, mode, pgxtype.WithType[uuid.UUID]())
			exec(t, conn, fmt.Sprintf("CREATE TEMPORARY TABLE rows (id %s PRIMARY KEY, other %[1]s, list %[2]s[])", c, baseOf(c)))
			e := exercise[T]{t, conn, ids, order}
			e.insert()
			e.read()
			e.find()
			e.null()
			e.arrays()
			e.refuse()
			e.batch()
			e.copyIn(c)
		})
	}
}

// baseOf returns the type without its collation, which an array does not have.
func baseOf(column string) string {
	base, _, _ := strings.Cut(column, " ")
	return base
}

// exercise is what every format does in every column and mode.
type exercise[T id.Fixed] struct {
	t     *testing.T
	conn  *pgx.Conn
	ids   []T
	order func(a, b T) int
}

var ctx = context.Background()

// row is a row of the table.
type row[T any] struct {
	ID    T
	Other *T
	List  []T
}

func (e exercise[T]) insert() {
	e.t.Helper()
	for i, x := range e.ids {
		other := &e.ids[(i+1)%len(e.ids)]
		if i%2 == 1 {
			other = nil
		}
		exec(e.t, e.conn, "INSERT INTO rows (id, other, list) VALUES ($1, $2, $3)", x, other, e.ids[:i%3])
	}
	_, err := e.conn.Exec(ctx, "INSERT INTO rows (id) VALUES ($1)", e.ids[0])
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Code != "23505" {
		e.t.Errorf("a second row of the same ID: %v", err)
	}
}

// query collects the only column of a query.
func (e exercise[T]) query(sql string, args ...any) []T {
	e.t.Helper()
	rows, err := e.conn.Query(ctx, sql, args...)
	if err != nil {
		e.t.Fatalf("%s: %v", sql, err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		e.t.Fatalf("%s: %v", sql, err)
	}
	return got
}

// read reads all rows. The order of the column must be the order of the IDs.
func (e exercise[T]) read() {
	e.t.Helper()
	sorted := slices.SortedFunc(slices.Values(e.ids), e.order)
	if got := e.query("SELECT id FROM rows ORDER BY id"); !slices.Equal(got, sorted) {
		e.t.Errorf("ORDER BY gives %v, want %v", got, sorted)
	}
	rows, err := e.conn.Query(ctx, "SELECT * FROM rows")
	if err != nil {
		e.t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[row[T]])
	if err != nil {
		e.t.Fatal(err)
	}
	for _, r := range all {
		i := slices.Index(e.ids, r.ID)
		switch {
		case i < 0:
			e.t.Errorf("row %v was not inserted", r.ID)
		case i%2 == 0 && (r.Other == nil || *r.Other != e.ids[(i+1)%len(e.ids)]), i%2 == 1 && r.Other != nil:
			e.t.Errorf("row %v has the other ID %v", r.ID, r.Other)
		case !slices.Equal(r.List, e.ids[:i%3]):
			e.t.Errorf("row %v has the list %v", r.ID, r.List)
		}
	}
	if len(all) != len(e.ids) {
		e.t.Errorf("%d rows, want %d", len(all), len(e.ids))
	}
}

func (e exercise[T]) find() {
	e.t.Helper()
	some := slices.SortedFunc(slices.Values(e.ids[:10]), e.order)
	for _, x := range some {
		for _, arg := range []any{x, &x} {
			if got := e.query("SELECT id FROM rows WHERE id = $1", arg); !slices.Equal(got, []T{x}) {
				e.t.Errorf("WHERE id = %v finds %v", x, got)
			}
		}
	}
	if got := e.query("SELECT id FROM rows WHERE id = ANY($1) ORDER BY id", some); !slices.Equal(got, some) {
		e.t.Errorf("= ANY finds %v, want %v", got, some)
	}
	if got := e.query("SELECT id FROM rows WHERE id = ANY($1)", []T{}); len(got) != 0 {
		e.t.Errorf("= ANY of none finds %v", got)
	}
	var between []T
	for _, x := range slices.SortedFunc(slices.Values(e.ids), e.order) {
		if e.order(x, some[2]) >= 0 && e.order(x, some[5]) < 0 {
			between = append(between, x)
		}
	}
	if got := e.query("SELECT id FROM rows WHERE id >= $1 AND id < $2 ORDER BY id", some[2], some[5]); !slices.Equal(got, between) {
		e.t.Errorf("a range finds %v, want %v", got, between)
	}
}

func (e exercise[T]) null() {
	e.t.Helper()
	x := e.ids[0]
	err := e.conn.QueryRow(ctx, "SELECT other FROM rows WHERE other IS NULL LIMIT 1").Scan(&x)
	var zero T
	if !errors.Is(err, sqltype.ErrNull) || x != zero {
		e.t.Errorf("NULL is read as %v, %v", x, err)
	}
	p := &e.ids[0]
	if err := e.conn.QueryRow(ctx, "SELECT NULL").Scan(&p); err != nil || p != nil {
		e.t.Errorf("NULL is read into a pointer as %v, %v", p, err)
	}
}

func (e exercise[T]) arrays() {
	e.t.Helper()
	var pointers []*T
	if err := e.conn.QueryRow(ctx, "SELECT array_agg(other ORDER BY id) FROM rows").Scan(&pointers); err != nil {
		e.t.Fatal(err)
	}
	n := 0
	for _, p := range pointers {
		if p != nil {
			n++
		}
	}
	if len(pointers) != len(e.ids) || n != (len(e.ids)+1)/2 {
		e.t.Errorf("an array has %d elements, %d of them not NULL", len(pointers), n)
	}
	var plain []T
	if err := e.conn.QueryRow(ctx, "SELECT array_agg(other) FROM rows").Scan(&plain); !errors.Is(err, sqltype.ErrNull) {
		e.t.Errorf("an array with NULL is read as a list of plain IDs: %v", err)
	}
	exec(e.t, e.conn, "UPDATE rows SET list = $1 WHERE id = $2", []*T{nil, &e.ids[1]}, e.ids[0])
	if err := e.conn.QueryRow(ctx, "SELECT list FROM rows WHERE id = $1", e.ids[0]).Scan(&pointers); err != nil ||
		len(pointers) != 2 || pointers[0] != nil || *pointers[1] != e.ids[1] {
		e.t.Errorf("a list with NULL comes back as %v, %v", pointers, err)
	}
}

// refuse: a zero ID is not sent, in any disguise.
func (e exercise[T]) refuse() {
	e.t.Helper()
	var zero T
	for _, arg := range []any{zero, &zero} {
		if _, err := e.conn.Exec(ctx, "INSERT INTO rows (id) VALUES ($1)", arg); !errors.Is(err, id.ErrZero) {
			e.t.Errorf("INSERT of a zero %T: %v", arg, err)
		}
	}
	if _, err := e.conn.Exec(ctx, "UPDATE rows SET list = $1", []T{e.ids[0], zero}); !errors.Is(err, id.ErrZero) {
		e.t.Errorf("a list with a zero ID: %v", err)
	}
	if got := e.query("SELECT id FROM rows"); len(got) != len(e.ids) {
		e.t.Errorf("%d rows after INSERTs that were refused, want %d", len(got), len(e.ids))
	}
}

func (e exercise[T]) batch() {
	e.t.Helper()
	batch := new(pgx.Batch)
	found := 0
	for _, x := range e.ids[:5] {
		batch.Queue("UPDATE rows SET other = $1 WHERE id = $1", x)
		batch.Queue("SELECT other FROM rows WHERE id = $1", x).QueryRow(func(r pgx.Row) error {
			var got T
			if err := r.Scan(&got); err != nil {
				return err
			}
			if got == x {
				found++
			}
			return nil
		})
	}
	if err := e.conn.SendBatch(ctx, batch).Close(); err != nil || found != 5 {
		e.t.Errorf("a batch finds %d of 5 IDs: %v", found, err)
	}
}

// copyIn fills a table by COPY, which is binary in all modes.
func (e exercise[T]) copyIn(column string) {
	e.t.Helper()
	exec(e.t, e.conn, fmt.Sprintf("CREATE TEMPORARY TABLE copied (id %s, other %[1]s, list %[2]s[])", column, baseOf(column)))
	columns := []string{"id", "other", "list"}
	from := pgx.CopyFromSlice(len(e.ids), func(i int) ([]any, error) {
		if i%2 == 1 {
			return []any{e.ids[i], nil, e.ids[:2]}, nil
		}
		return []any{&e.ids[i], e.ids[i], []*T{nil, &e.ids[i]}}, nil
	})
	if n, err := e.conn.CopyFrom(ctx, pgx.Identifier{"copied"}, columns, from); err != nil || n != int64(len(e.ids)) {
		e.t.Fatalf("COPY takes %d rows: %v", n, err)
	}
	if got := e.query("SELECT c.id FROM copied c JOIN rows r ON r.id = c.id"); len(got) != len(e.ids) {
		e.t.Errorf("%d of %d copied rows are those that were inserted", len(got), len(e.ids))
	}
	if got := e.query("SELECT other FROM copied WHERE other = id AND list[2] = id"); len(got) != (len(e.ids)+1)/2 {
		e.t.Errorf("%d copied rows have another ID, want %d", len(got), (len(e.ids)+1)/2)
	}
	var zero T
	_, err := e.conn.CopyFrom(ctx, pgx.Identifier{"copied"}, columns[:1], pgx.CopyFromRows([][]any{{e.ids[0]}, {zero}}))
	// pgx fails the COPY, and hands on what the server says of it: the text alone.
	if err == nil || !strings.Contains(err.Error(), id.ErrZero.Error()) {
		e.t.Errorf("COPY of a zero ID: %v", err)
	}
	if got := e.query("SELECT id FROM copied"); len(got) != len(e.ids) {
		e.t.Errorf("%d rows after a COPY that was refused, want %d", len(got), len(e.ids))
	}
}
