package source

import (
	"context"
	"database/sql"
	"errors"

	names "github.com/sortid/sortid/internal/dsn"
)

// ErrDSN is the error of a DSN that names no database.
var ErrDSN = errors.New("not a DSN: write postgres://user:password@host/database, mysql://user:password@host/database, or the name of a SQLite file")

// Open connects to the database of a DSN: a URL or the keywords of PostgreSQL, a URL or a
// go-sql-driver/mysql DSN of MySQL or MariaDB, the name of a SQLite file or its URI; in front
// of each the name of the product and = may be written. A dry run sends statements that read
// the catalog, and no other. The errors do not contain the DSN, which holds a password.
func Open(ctx context.Context, dsn string, dry bool) (Source, error) {
	product, rest := names.Product(dsn)
	if product == names.SQLite {
		return openSQLite(ctx, rest, dry)
	}
	db, err := Connect(dsn)
	if err != nil {
		return nil, err
	}
	return On(ctx, product, db, dry)
}

// Connect returns a handle of the server of a DSN, with the settings that [On] needs.
func Connect(dsn string) (*sql.DB, error) {
	product, dsn := names.Product(dsn)
	switch product {
	case names.Postgres:
		return connectPostgres(dsn)
	case names.MySQL:
		return connectMySQL(dsn)
	}
	return nil, ErrDSN
}

// On returns the source of a server by a handle, which it closes. The product is one of package dsn.
func On(ctx context.Context, product string, db *sql.DB, dry bool) (Source, error) {
	db.SetMaxOpenConns(1)
	s := session{db: db, dry: dry}
	switch product {
	case names.Postgres:
		return onPostgres(ctx, s)
	case names.MySQL:
		return onMySQL(ctx, s)
	}
	return nil, errors.Join(ErrDSN, db.Close())
}
