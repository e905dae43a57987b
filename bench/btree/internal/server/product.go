package server

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"

	"github.com/sortid/sortid/internal/dbserver"
)

// Product is a server by its maker's name. Others than the three speak the protocol of
// one of them and have no pages to read.
type Product struct {
	// Name is the name, such as PostgreSQL or CockroachDB.
	Name string
	// Version is its own version, such as 18.6 or v24.1.0.
	Version string
	// Store says how a product that is none of the three keeps its rows, as a part of
	// a sentence, and why it therefore has no readings of pages; empty for the three.
	Store string
}

// Names of products that speak the protocol of another one.
const (
	CockroachDB = "CockroachDB"
	YugabyteDB  = "YugabyteDB"
	TiDB        = "TiDB"
)

// imitators are those that can be recognised, by what version() returns:
//
//	CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2 X:nocoverageredesign)
//	PostgreSQL 11.2-YB-2.20.1.3-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6 …
//	8.0.11-TiDB-v7.5.1
var imitators = []struct {
	name  string
	kind  dbserver.Kind
	is    *regexp.Regexp // its first group is the version
	store string
}{
	{CockroachDB, dbserver.Postgres, regexp.MustCompile(`^CockroachDB (?:\S+ )?(v[0-9]\S*)`), "CockroachDB keeps rows in a log-structured merge tree (Pebble), which has no leaf pages"},
	{YugabyteDB, dbserver.Postgres, regexp.MustCompile(`^PostgreSQL \S+-YB-([0-9]\S*)`), "YugabyteDB keeps rows in a log-structured merge tree (DocDB), which has no leaf pages"},
	{TiDB, dbserver.MySQL, regexp.MustCompile(`-TiDB-(v[0-9]\S*)`), "TiDB keeps rows in a log-structured merge tree (TiKV), which has no leaf pages"},
}

// identify asks the server who it is.
func identify(ctx context.Context, srv *dbserver.Server) (Product, error) {
	db, err := sql.Open(srv.Kind.Driver(), srv.DSN())
	if err != nil {
		return Product{}, fmt.Errorf("%s: cannot connect: %w", srv.Kind, err)
	}
	defer db.Close()
	return productOf(ctx, srv.Kind, srv.Version, db)
}

func productOf(ctx context.Context, kind dbserver.Kind, version string, db *sql.DB) (Product, error) {
	var full string
	if err := db.QueryRowContext(ctx, "SELECT version()").Scan(&full); err != nil {
		return Product{}, fmt.Errorf("%s: cannot ask the server for its version: %w", kind, err)
	}
	for _, p := range imitators {
		if m := p.is.FindStringSubmatch(full); m != nil && p.kind == kind {
			return Product{Name: p.name, Version: m[1], Store: p.store}, nil
		}
	}
	return Product{Name: kind.Title(), Version: version}, nil
}

// String returns name and version.
func (p Product) String() string { return p.Name + " " + p.Version }
