// Package dsn reads data source names as people write them, without any driver: which
// product one is for, and URLs of MySQL in the form of its Go driver. No error contains a
// DSN, which holds a password.
package dsn

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// The products that a DSN is for. MySQL stands for MariaDB too.
const (
	Postgres = "postgres"
	MySQL    = "mysql"
	SQLite   = "sqlite"
)

// Product returns the product that a DSN is for, "" if the DSN does not show it, and the DSN
// without a name of the product in front, such as in "mysql=user@tcp(host)/database". What
// has the form of no server's DSN and looks like a path is the name of a SQLite file.
func Product(s string) (product, rest string) {
	if name, after, ok := strings.Cut(s, "="); ok {
		switch name {
		case Postgres, MySQL, SQLite:
			return name, after
		case "mariadb":
			return MySQL, after
		}
	}
	if scheme, _, ok := strings.Cut(s, "://"); ok {
		switch scheme {
		case "postgres", "postgresql":
			return Postgres, s
		case "mysql", "mariadb":
			return MySQL, s
		case "sqlite", "sqlite3":
			return SQLite, strings.TrimPrefix(s, scheme+"://")
		}
		return "", s
	}
	if strings.HasPrefix(s, "file:") {
		return SQLite, s
	}
	for _, network := range []string{"@tcp(", "@unix(", "@tcp6("} {
		if strings.Contains(s, network) {
			return MySQL, s
		}
	}
	for word := range strings.FieldsSeq(s) {
		if name, _, ok := strings.Cut(word, "="); ok && slices.Contains([]string{"host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"}, name) {
			return Postgres, s
		}
	}
	if s == "" || strings.ContainsAny(s, "@=") {
		return "", s
	}
	return SQLite, s
}

// tlsOf lists the values of the driver's parameter tls for those of ssl-mode and sslmode in
// URLs of MySQL's clients.
var tlsOf = map[string]string{
	"disabled": "false", "disable": "false", "preferred": "preferred", "prefer": "preferred", "required": "skip-verify", "require": "skip-verify",
	"verify_identity": "true", "verify-full": "true",
	// The driver has no mode that checks the certificate and not the name. It checks both.
	"verify_ca": "true", "verify-ca": "true",
}

// MySQLFromURL converts a URL such as mysql://user:password@host:3306/database to a DSN of
// go-sql-driver/mysql. ssl-mode becomes the driver's tls; the other parameters must be the
// driver's.
func MySQLFromURL(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil {
		// The text of a url.Error holds the URL and with it the password.
		var e *url.Error
		if errors.As(err, &e) {
			err = e.Err
		}
		return "", fmt.Errorf("not a URL: %w: escape special characters in the password as %%XX", err)
	}
	address := u.Host
	if u.Port() == "" {
		address = net.JoinHostPort(cmp.Or(u.Hostname(), "127.0.0.1"), "3306")
	}
	password, _ := u.User.Password()
	params := url.Values{}
	for name, values := range u.Query() {
		value := values[len(values)-1]
		switch {
		case name == "ssl-mode" || name == "sslmode" || name == "sslMode":
			tls, ok := tlsOf[strings.ToLower(value)]
			if !ok {
				return "", fmt.Errorf("the parameter %s is %q: write DISABLED, PREFERRED, REQUIRED or VERIFY_IDENTITY", name, value)
			}
			name, value = "tls", tls
		case strings.Contains(name, "-"):
			return "", fmt.Errorf("the parameter %q is not one of the Go driver's: leave it out, or write tls=true, tls=skip-verify or tls=preferred", name)
		}
		params.Set(name, value)
	}
	dsn := fmt.Sprintf("%s:%s@tcp(%s)/%s", u.User.Username(), password, address, url.PathEscape(strings.TrimPrefix(u.Path, "/")))
	if len(params) > 0 {
		dsn += "?" + params.Encode()
	}
	return dsn, nil
}
