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

// database is one that Config.Databases can name.
type database struct {
	name string
	// server is whether a DSN or an image says where it comes from.
	server bool
	// pool and regime are whether it can be opened with a pool of a size, and in a
	// checkpoint regime.
	pool, regime bool
	open         func(context.Context, server.Options) (engine.Engine, error)
}

// opening opens the database. Its error needs no more to be said of where it comes from.
func (d database) opening(ctx context.Context, o server.Options) (engine.Engine, error) {
	e, err := d.open(ctx, o)
	if err != nil {
		return e, &openError{err}
	}
	return e, nil
}

// openError is that of a database that cannot be opened.
type openError struct{ err error }

// Error leaves out the name of a package that the user of this one does not know.
func (e *openError) Error() string { return strings.TrimPrefix(e.err.Error(), "dbserver: ") }
func (e *openError) Unwrap() error { return e.err }

// databases is every database. Another one is a line here.
var databases = []database{
	{name: sqlite.Name, pool: true, open: func(_ context.Context, o server.Options) (engine.Engine, error) {
		return opened(sqlite.OpenWith("", o.Conditions))
	}},
	{name: sim.Name, pool: true, open: func(_ context.Context, o server.Options) (engine.Engine, error) {
		return opened(sim.Open(o.Conditions))
	}},
	{name: postgres.Name, server: true, pool: true, regime: true, open: func(ctx context.Context, o server.Options) (engine.Engine, error) {
		return opened(postgres.Open(ctx, o))
	}},
	{name: mysql.MySQL, server: true, pool: true, regime: true, open: openMySQL(dbserver.MySQL)},
	{name: mysql.MariaDB, server: true, pool: true, regime: true, open: openMySQL(dbserver.MariaDB)},
}

func openMySQL(kind dbserver.Kind) func(context.Context, server.Options) (engine.Engine, error) {
	return func(ctx context.Context, o server.Options) (engine.Engine, error) {
		return opened(mysql.Open(ctx, kind, o))
	}
}

// opened keeps a nil pointer from becoming an engine that is not nil.
func opened[E engine.Engine](e E, err error) (engine.Engine, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Databases returns the names of all databases.
func Databases() []string {
	var list []string
	for _, d := range databases {
		list = append(list, d.name)
	}
	return list
}

// Servers returns the names of those that are servers.
func Servers() []string {
	var list []string
	for _, d := range databases {
		if d.server {
			list = append(list, d.name)
		}
	}
	return list
}

// quickDatabases are those that need nothing installed.
func quickDatabases() []string {
	var list []string
	for _, d := range databases {
		if !d.server {
			list = append(list, d.name)
		}
	}
	return list
}
