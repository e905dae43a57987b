package btreebench

import (
	"context"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
)

// opener opens an engine that Config.Engines can name.
type opener struct {
	name string
	// server reports whether the engine is a server, which a DSN or an image can name.
	server bool
	// pool and checkpoints report whether the engine can be opened with a buffer pool of
	// a given size, and with several checkpoints.
	pool, checkpoints bool
	open              func(context.Context, server.Options) (engine.Engine, error)
}

// openers are those of all engines. A new engine is a line here.
var openers = []opener{
	{name: sqlite.Name, pool: true, open: func(_ context.Context, o server.Options) (engine.Engine, error) {
		return opened(sqlite.OpenWith("", o.Conditions))
	}},
	{name: sim.Name, pool: true, open: func(_ context.Context, o server.Options) (engine.Engine, error) {
		return opened(sim.Open(o.Conditions))
	}},
	{name: postgres.Name, server: true, pool: true, checkpoints: true, open: func(ctx context.Context, o server.Options) (engine.Engine, error) {
		return opened(postgres.Open(ctx, o))
	}},
	{name: mysql.MySQL, server: true, pool: true, checkpoints: true, open: openMySQL(dbserver.MySQL)},
	{name: mysql.MariaDB, server: true, pool: true, checkpoints: true, open: openMySQL(dbserver.MariaDB)},
}

func openMySQL(kind dbserver.Kind) func(context.Context, server.Options) (engine.Engine, error) {
	return func(ctx context.Context, o server.Options) (engine.Engine, error) {
		return opened(mysql.Open(ctx, kind, o))
	}
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

// Error leaves out the name of a package that callers of this one do not import.
func (e *openError) Error() string { return strings.TrimPrefix(e.err.Error(), "dbserver: ") }
func (e *openError) Unwrap() error { return e.err }

// Engines returns the names of all engines.
func Engines() []string { return engineNames(func(opener) bool { return true }) }

// Servers returns the names of the engines that are database servers.
func Servers() []string { return engineNames(func(o opener) bool { return o.server }) }

// localEngines returns the names of the engines that need nothing installed.
func localEngines() []string { return engineNames(func(o opener) bool { return !o.server }) }

func engineNames(wanted func(opener) bool) []string {
	var list []string
	for _, o := range openers {
		if wanted(o) {
			list = append(list, o.name)
		}
	}
	return list
}
