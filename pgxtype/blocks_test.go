package pgxtype_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
)

// poolConfig returns the configuration of a pool whose server accepts each connection and
// answers no query.
func poolConfig(t *testing.T) *pgxpool.Config {
	t.Helper()
	config, err := pgxpool.ParseConfig("postgres://test@pipe/test?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.LookupFunc = func(context.Context, string) ([]string, error) { return []string{"pipe"}, nil }
	config.ConnConfig.DialFunc = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go serve(server)
		return client, nil
	}
	return config
}

func serve(conn net.Conn) {
	defer conn.Close()
	backend := pgproto3.NewBackend(conn, conn)
	if _, err := backend.ReceiveStartupMessage(); err != nil {
		return
	}
	backend.Send(&pgproto3.AuthenticationOk{})
	backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if backend.Flush() != nil {
		return
	}
	for {
		if _, err := backend.Receive(); err != nil {
			return
		}
	}
}

func connect(t *testing.T, config *pgxpool.Config) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func acquire(t *testing.T, pool *pgxpool.Pool) *pgxpool.Conn {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// take returns the sequence numbers of the next n IDs.
func take(t *testing.T, ids *pgxtype.ConnBlocks[wiji.ID], conn *pgx.Conn, n int) (out []uint16) {
	t.Helper()
	for range n {
		x, err := ids.Next(conn)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x.Sequence())
	}
	return out
}

// TestUseBlocks: a connection keeps its block, in two passes, from one use to the next. When
// it is closed or lost, another one takes the rest of the block.
func TestUseBlocks(t *testing.T) {
	config := poolConfig(t)
	var drawn, closed atomic.Int64
	config.BeforeClose = func(*pgx.Conn) { closed.Add(1) }
	generator := &wiji.Generator{}
	ids := pgxtype.UseBlocks(&config.BeforeClose, func(n int) (wiji.Block, error) { drawn.Add(1); return generator.Block(n) }, blocks.Size(10))
	others := pgxtype.UseBlocks(&config.BeforeClose, uuidv7.NewBlock)
	pool := connect(t, config)

	a, b := acquire(t, pool), acquire(t, pool)
	first := take(t, ids, a.Conn(), 2)
	base := first[0] - 1
	take(t, ids, b.Conn(), 1)
	if _, err := others.Next(a.Conn()); err != nil {
		t.Error(err)
	}
	a.Release()
	a = acquire(t, pool)
	got := slices.Concat(first, take(t, ids, a.Conn(), 1))
	if err := a.Conn().Close(t.Context()); err != nil { // lost
		t.Fatal(err)
	}
	a.Release()
	for pool.Stat().TotalConns() > 1 { // pgxpool closes it on another goroutine
		time.Sleep(time.Millisecond)
	}
	c := acquire(t, pool)
	rest := make([]wiji.ID, 7)
	if err := ids.Fill(c.Conn(), rest); err != nil {
		t.Fatal(err)
	}
	for _, x := range rest {
		got = append(got, x.Sequence())
	}
	for i := range got {
		got[i] -= base
	}
	if want := []uint16{1, 3, 5, 7, 9, 0, 2, 4, 6, 8}; !slices.Equal(got, want) {
		t.Errorf("the order of the IDs in a block is %v, want %v", got, want)
	}
	if drawn.Load() != 2 || closed.Load() != 1 {
		t.Errorf("%d blocks were drawn and %d connections closed, want 2 and 1", drawn.Load(), closed.Load())
	}
	b.Release()
	c.Release()
	pool.Close()
	if closed.Load() != 3 {
		t.Errorf("%d connections were closed, want 3", closed.Load())
	}

	again := acquire(t, connect(t, config))
	defer again.Release()
	take(t, ids, again.Conn(), 9)
	if drawn.Load() != 2 {
		t.Errorf("%d blocks were drawn: that of the closed pool is lost", drawn.Load())
	}
}

func TestUseBlocksErrors(t *testing.T) {
	config := poolConfig(t)
	failure := errors.New("no clock")
	ids := pgxtype.UseBlocks(&config.BeforeClose, func(int) (wiji.Block, error) { return wiji.Block{}, failure })
	conn := acquire(t, connect(t, config))
	defer conn.Release()
	if x, err := ids.Next(conn.Conn()); !errors.Is(err, failure) || !x.IsZero() {
		t.Errorf("%v, %v", x, err)
	}
	if x, err := ids.Next(nil); !errors.Is(err, id.ErrConfig) || !x.IsZero() {
		t.Errorf("without a connection: %v, %v", x, err)
	}
	alone := pgxtype.UseBlocks(nil, wiji.NewBlock)
	if x, err := alone.Next(conn.Conn()); err != nil || x.IsZero() {
		t.Errorf("without a pool: %v, %v", x, err)
	}
	if x, err := new(pgxtype.ConnBlocks[wiji.ID]).Next(conn.Conn()); !errors.Is(err, id.ErrConfig) || !x.IsZero() {
		t.Errorf("the zero ConnBlocks: %v, %v", x, err)
	}
	filled := []wiji.ID{wiji.New()}
	if err := alone.Fill(nil, filled); !errors.Is(err, id.ErrConfig) || !filled[0].IsZero() {
		t.Errorf("Fill without a connection: %v, %v", filled, err)
	}
}

// TestUseBlocksAllocs: an ID costs no allocation.
func TestUseBlocksAllocs(t *testing.T) {
	config := poolConfig(t)
	ids := pgxtype.UseBlocks(&config.BeforeClose, wiji.NewBlock, blocks.Size(100))
	conn := acquire(t, connect(t, config))
	defer conn.Release()
	if n := testing.AllocsPerRun(1000, func() { _, _ = ids.Next(conn.Conn()) }); n > 0 {
		t.Errorf("Next allocates %v times", n)
	}
	batch := make([]wiji.ID, 50)
	if n := testing.AllocsPerRun(1000, func() { _ = ids.Fill(conn.Conn(), batch) }); n > 2 {
		t.Errorf("Fill allocates %v times, which it may for each second batch", n)
	}
}

// TestUseBlocksTwice: a block that was put back is not put back again.
func TestUseBlocksTwice(t *testing.T) {
	config := poolConfig(t)
	ids := pgxtype.UseBlocks(&config.BeforeClose, wiji.NewBlock, blocks.Size(10))
	pool := connect(t, config)
	a, b, c := acquire(t, pool), acquire(t, pool), acquire(t, pool)
	seen := map[wiji.ID]bool{}
	next := func(conn *pgxpool.Conn) {
		x, err := ids.Next(conn.Conn())
		if err != nil || seen[x] {
			t.Errorf("%v, %v, again: %v", x, err, seen[x])
		}
		seen[x] = true
	}
	next(a)
	for range 2 {
		config.BeforeClose(a.Conn())
	}
	for range 3 {
		next(b)
		next(c)
		next(a)
	}
	for _, conn := range []*pgxpool.Conn{a, b, c} {
		conn.Release()
	}
}

// TestAfterConnect: a pool whose connections know the formats.
func TestAfterConnect(t *testing.T) {
	config := poolConfig(t)
	config.AfterConnect = pgxtype.AfterConnect(pgxtype.WithType[foreign]())
	conn := acquire(t, connect(t, config))
	defer conn.Release()
	roundTrip(t, conn.Conn().TypeMap(), pgtype.UUIDOID, binaryFormat, wiji.New())
	roundTrip(t, conn.Conn().TypeMap(), pgtype.UUIDOID, binaryFormat, foreign{1})
}
