package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// openEngine opens the engine of a member.
func (c *job) openEngine(ctx context.Context, m member) (engine.Engine, error) {
	pool, err := c.poolBytes(ctx, m)
	if err != nil {
		return nil, &openError{err}
	}
	e, err := Open(ctx, m.engine, server.Options{
		DSN: c.DSNs[m.engine], Image: c.Images[m.engine], Writers: slices.Max(c.Writers), Log: c.Log,
		Conditions: engine.Conditions{BufferPool: pool, Checkpoints: m.checkpoints},
	})
	if err != nil {
		return nil, &openError{err}
	}
	return e, nil
}

// Open opens the engine of a name. The caller closes it.
func Open(ctx context.Context, name string, o server.Options) (engine.Engine, error) {
	switch name {
	case engine.SQLite:
		return opened(sqlite.Open("", o.Conditions))
	case engine.Simulator:
		return opened(sim.Open(o.Conditions))
	case engine.Postgres:
		return opened(postgres.Open(ctx, o))
	case engine.MySQL, engine.MariaDB:
		return opened(mysql.Open(ctx, dbserver.Kind(name), o))
	}
	return nil, fmt.Errorf("there is no engine %q", name)
}

// opened returns an engine, or a nil interface beside an error.
func opened[E engine.Engine](e E, err error) (engine.Engine, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// openError is the error of an engine that cannot be opened.
type openError struct{ err error }

// Error leaves out the name of a package that a user of the program does not know.
func (e *openError) Error() string { return strings.TrimPrefix(e.err.Error(), "dbserver: ") }
func (e *openError) Unwrap() error { return e.err }
