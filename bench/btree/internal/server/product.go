package server

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/dbserver"
)

// Product is the software that a server runs. Products other than PostgreSQL, MySQL and
// MariaDB speak the protocol of one of them and have no pages to read.
type Product struct {
	// Name is the name, such as PostgreSQL or CockroachDB.
	Name string
	// Version is the product's version, such as 18.6 or v24.1.0.
	Version string
	// Store is empty for the three; for another product it says, as a part of a
	// sentence, how it keeps rows and why it therefore has no readings of pages.
	Store string
}

// Names of other products.
const (
	CockroachDB = "CockroachDB"
	YugabyteDB  = "YugabyteDB"
	TiDB        = "TiDB"
)

// others are the other products, recognised by what version() returns:
//
//	CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2 X:nocoverageredesign)
//	PostgreSQL 11.2-YB-2.20.1.3-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6 …
//	8.0.11-TiDB-v8.5.3
//	8.0.11-TiDB-CLOUD.202603.3
var others = []struct {
	name  string
	kind  dbserver.Kind
	is    *regexp.Regexp // its first group is the version
	store string
}{
	{CockroachDB, dbserver.Postgres, regexp.MustCompile(`^CockroachDB (?:\S+ )?(v[0-9]\S*)`), "CockroachDB keeps rows in a log-structured merge tree (Pebble), which has no leaf pages"},
	{YugabyteDB, dbserver.Postgres, regexp.MustCompile(`^PostgreSQL \S+-YB-([0-9]\S*)`), "YugabyteDB keeps rows in a log-structured merge tree (DocDB), which has no leaf pages"},
	{TiDB, dbserver.MySQL, regexp.MustCompile(`-TiDB-(\S+)`), "TiDB keeps rows in a log-structured merge tree (TiKV), which has no leaf pages"},
}

// identify asks the server for its product. A standby is an error.
func identify(ctx context.Context, srv *dbserver.Server) (Product, error) {
	db, err := sql.Open(srv.Kind.Driver(), srv.DSN())
	if err != nil {
		return Product{}, fmt.Errorf("%s: cannot connect: %w", srv.Kind, err)
	}
	defer db.Close()
	p, err := productOf(ctx, srv.Kind, srv.Version, db)
	if err != nil || p.Store != "" {
		return p, err
	}
	return p, refuseStandby(ctx, srv, db)
}

// refuseStandby returns an error if the server is a standby, which accepts no writes.
func refuseStandby(ctx context.Context, srv *dbserver.Server, db *sql.DB) error {
	query := "SELECT @@GLOBAL.read_only"
	if srv.Kind == dbserver.Postgres {
		query = "SELECT pg_is_in_recovery()"
	}
	var standby bool
	if err := db.QueryRowContext(ctx, query).Scan(&standby); err != nil {
		return fmt.Errorf("%s: the server does not say whether it accepts writes: %w", srv.Kind, err)
	}
	if standby {
		return fmt.Errorf("%s: the server is a standby or read-only, and trees grow by writes: give the DSN of the primary", srv.Kind)
	}
	return nil
}

func productOf(ctx context.Context, kind dbserver.Kind, version string, db *sql.DB) (Product, error) {
	full, err := fullVersion(ctx, kind, db)
	if err != nil {
		return Product{}, fmt.Errorf("%s: cannot ask the server for its version: %w", kind, err)
	}
	for _, p := range others {
		if m := p.is.FindStringSubmatch(full); m != nil && p.kind == kind {
			return Product{Name: p.name, Version: m[1], Store: p.store}, nil
		}
	}
	return Product{Name: kind.Title(), Version: version}, nil
}

// fullVersion returns the result of version(). TiDB's setting server-version can make it
// look like MySQL's: then the version comment shows TiDB, and tidb_version() has the
// number.
func fullVersion(ctx context.Context, kind dbserver.Kind, db *sql.DB) (string, error) {
	var full, comment string
	if kind != dbserver.MySQL {
		return full, db.QueryRowContext(ctx, "SELECT version()").Scan(&full)
	}
	if err := db.QueryRowContext(ctx, "SELECT version(), @@version_comment").Scan(&full, &comment); err != nil {
		return "", err
	}
	if !strings.HasPrefix(comment, "TiDB ") || strings.Contains(full, "-TiDB-") {
		return full, nil
	}
	var release string
	if err := db.QueryRowContext(ctx, "SELECT tidb_version()").Scan(&release); err != nil {
		return "", err
	}
	if m := tidbRelease.FindStringSubmatch(release); m != nil {
		full = m[1]
	}
	return "-TiDB-" + full, nil
}

// tidbRelease finds the version in the lines of tidb_version().
var tidbRelease = regexp.MustCompile(`(?m)^Release Version: (\S+)`)

// Unmet returns a note for each condition that was asked for and that another product
// than the three does not run under.
func (p Product) Unmet(c engine.Conditions) []string {
	notes := Unmet(c, 0, true)
	if c.Checkpoints == engine.SeveralCheckpoints {
		notes = append(notes, "Several checkpoints in a trial were asked for, and "+p.Name+" has none: it decides itself when it writes what is in memory to files.")
	}
	return notes
}

// String returns name and version.
func (p Product) String() string { return p.Name + " " + p.Version }
