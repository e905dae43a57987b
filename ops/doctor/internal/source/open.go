package source

import (
	"context"
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
	product, dsn := names.Product(dsn)
	switch product {
	case names.Postgres:
		return openPostgres(ctx, dsn, dry)
	case names.MySQL:
		return openMySQL(ctx, dsn, dry)
	case names.SQLite:
		return openSQLite(ctx, dsn, dry)
	}
	return nil, ErrDSN
}
