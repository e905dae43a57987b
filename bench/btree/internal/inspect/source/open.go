package source

import (
	"context"
	"errors"
	"os"
	"strings"
)

// ErrDSN is the error of a DSN that names no database.
var ErrDSN = errors.New("not a DSN: write postgres://user:password@host/database, mysql://user:password@host/database, or the name of a SQLite file")

// Open connects to the database of a DSN: a URL or the keywords of PostgreSQL, a URL
// or a go-sql-driver/mysql DSN of MySQL or MariaDB, the name of a SQLite file or its URI; in front of each the name of the product and = may be written,
// as in the flag -dsn. A dry run sends statements that read the catalog, and no other. The
// errors do not contain the DSN, which holds a password.
func Open(ctx context.Context, dsn string, dry bool) (Source, error) {
	product, dsn := productOf(dsn)
	switch product {
	case "postgres":
		return openPostgres(ctx, dsn, dry)
	case "mysql":
		return openMySQL(ctx, dsn, dry)
	case "sqlite":
		return openSQLite(ctx, dsn, dry)
	}
	return nil, ErrDSN
}

// productOf returns the product that a DSN is for, and the DSN without its name.
func productOf(dsn string) (product, rest string) {
	if name, after, ok := strings.Cut(dsn, "="); ok {
		switch name {
		case "postgres", "mysql", "sqlite":
			return name, after
		case "mariadb":
			return "mysql", after
		}
	}
	switch {
	case strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return "postgres", dsn
	case strings.HasPrefix(dsn, "mysql://"), strings.HasPrefix(dsn, "mariadb://"):
		return "mysql", dsn
	case strings.HasPrefix(dsn, "file:"):
		return "sqlite", dsn
	case strings.HasPrefix(dsn, "sqlite://"):
		return "sqlite", strings.TrimPrefix(dsn, "sqlite://")
	}
	if info, err := os.Stat(dsn); err == nil && !info.IsDir() {
		return "sqlite", dsn
	}
	if strings.Contains(dsn, "@tcp(") || strings.Contains(dsn, "@unix(") {
		return "mysql", dsn
	}
	for _, keyword := range []string{"host=", "dbname=", "user=", "service="} {
		if strings.Contains(dsn, keyword) {
			return "postgres", dsn
		}
	}
	return "", dsn
}
