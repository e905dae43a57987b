package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// engines are the databases that -db can name. Another one is a line here.
var engines = []struct {
	name   string
	server bool // whether -dsn and -image say where it comes from
	open   func(context.Context, server.Options) (engine.Engine, error)
}{
	{sqlite.Name, false, func(context.Context, server.Options) (engine.Engine, error) { return opened(sqlite.Open("")) }},
	{postgres.Name, true, func(ctx context.Context, o server.Options) (engine.Engine, error) {
		return opened(postgres.Open(ctx, o))
	}},
	{mysql.MySQL, true, openMySQL(dbserver.MySQL)},
	{mysql.MariaDB, true, openMySQL(dbserver.MariaDB)},
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

// engineNames returns the names that -db takes, in the order of the engines.
func engineNames() []string {
	var list []string
	for _, e := range engines {
		list = append(list, e.name)
	}
	return list
}

// serverNames returns the names of those that are servers.
func serverNames() []string {
	var list []string
	for _, e := range engines {
		if e.server {
			list = append(list, e.name)
		}
	}
	return list
}

// openEngines opens those that were named. Beside an error it returns those that
// were opened before, for the caller to close.
func openEngines(ctx context.Context, o options, stderr io.Writer) ([]engine.Engine, error) {
	var list []engine.Engine
	for _, e := range engines {
		if !slices.Contains(o.databases, e.name) {
			continue
		}
		opened, err := e.open(ctx, server.Options{
			DSN: o.dsns[e.name], Image: o.images[e.name], Writers: o.writers,
			Log: func(line string) { fmt.Fprintln(stderr, "btree:", line) },
		})
		if err != nil {
			return list, err
		}
		list = append(list, opened)
	}
	return list, nil
}

// perServer is a flag that can be given once for each server, as NAME=VALUE.
type perServer map[string]string

func (p perServer) String() string { return "" }

// Set never quotes the value, which may hold a password.
func (p perServer) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	switch _, twice := p[name]; {
	case !ok || value == "" || !slices.Contains(serverNames(), name):
		return fmt.Errorf("it must be NAME=VALUE, NAME being one of %s", strings.Join(serverNames(), ", "))
	case twice:
		return fmt.Errorf("there are two for %s: give one", name)
	}
	p[name] = value
	return nil
}
