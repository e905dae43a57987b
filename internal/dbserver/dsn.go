package dbserver

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"

	names "github.com/sortid/sortid/internal/dsn"
)

// accountName is the user of servers that this package starts.
const accountName = "sortid"

// account is the account of a server that this package starts.
type account struct {
	user, password, database string
}

// dsn returns the DSN of the account at an address, host:port.
func (a account) dsn(kind Kind, address string) string {
	if kind == Postgres {
		u := url.URL{
			Scheme: "postgres", User: url.UserPassword(a.user, a.password), Host: address,
			Path: "/" + a.database, RawQuery: "sslmode=disable",
		}
		return u.String()
	}
	c := mysql.NewConfig()
	c.User, c.Passwd, c.Net, c.Addr, c.DBName = a.user, a.password, "tcp", address, a.database
	c.ParseTime = true
	return c.FormatDSN()
}

// NormalizeDSN returns a user's DSN in the form of [Server.DSN]. Its errors do not contain
// the DSN, which holds a password.
func NormalizeDSN(kind Kind, dsn string) (string, error) {
	if kind == Postgres {
		if _, err := pgx.ParseConfig(dsn); err != nil {
			return "", fmt.Errorf("not a PostgreSQL DSN: %w: write it like postgres://user:password@host:5432/database", err)
		}
		return dsn, nil
	}
	if scheme, _, ok := strings.Cut(dsn, "://"); ok && (scheme == "mysql" || scheme == "mariadb") {
		var err error
		if dsn, err = names.MySQLFromURL(dsn); err != nil {
			return "", err
		}
	}
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return "", fmt.Errorf("not a %s DSN: %w: write it like user:password@tcp(host:3306)/database", kind.Title(), err)
	}
	c.ParseTime = true
	return c.FormatDSN(), nil
}

// WithDatabase returns the DSN for another database of the same server.
func WithDatabase(kind Kind, dsn, database string) (string, error) {
	if kind != Postgres {
		c, err := mysql.ParseDSN(dsn)
		if err != nil {
			return "", err
		}
		c.DBName = database
		return c.FormatDSN(), nil
	}
	if !isURL(dsn) {
		return dsn + " dbname=" + database, nil // the last of equal keywords counts
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	u.Path, u.RawPath, u.RawQuery = "/"+database, "", withoutParam(u.RawQuery, "dbname", "database")
	return u.String(), nil
}

// withParams returns the DSN with parameters of the connection added or replaced.
func withParams(kind Kind, dsn string, params map[string]string) (string, error) {
	switch {
	case len(params) == 0:
		return dsn, nil
	case kind != Postgres:
		return withMySQLParams(dsn, params)
	case isURL(dsn):
		return withURLParams(dsn, params)
	}
	for _, k := range slices.Sorted(maps.Keys(params)) {
		v := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(params[k])
		dsn += " " + k + "='" + v + "'"
	}
	return dsn, nil
}

// withURLParams edits the query of a PostgreSQL URL as text: in such a URL a plus sign
// means itself, but net/url would decode it as a space.
func withURLParams(dsn string, params map[string]string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	names := slices.Sorted(maps.Keys(params))
	u.RawQuery = withoutParam(u.RawQuery, names...)
	for _, k := range names {
		pair := k + "=" + strings.ReplaceAll(url.QueryEscape(params[k]), "+", "%20")
		u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+pair, "&")
	}
	return u.String(), nil
}

// withoutParam returns the query of a PostgreSQL URL without the named parameters.
func withoutParam(query string, names ...string) string {
	pairs := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(names, name)
	})
	return strings.Join(pairs, "&")
}

func withMySQLParams(dsn string, params map[string]string) (string, error) {
	q := url.Values{}
	for k, v := range params {
		q.Set(k, v)
	}
	// The driver's parser decides which parameters are the driver's and which are
	// variables of the session; a later one replaces an earlier one.
	separator := "?"
	if strings.Contains(dsn[strings.LastIndexByte(dsn, '/')+1:], "?") {
		separator = "&"
	}
	c, err := mysql.ParseDSN(dsn + separator + q.Encode())
	if err != nil {
		return "", fmt.Errorf("the driver refuses a parameter: %w", err)
	}
	return c.FormatDSN(), nil
}

func isURL(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}
