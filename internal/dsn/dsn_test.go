package dsn_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dsn"
)

func TestProduct(t *testing.T) {
	for s, want := range map[string]string{
		"postgres://u:p@h/d": dsn.Postgres, "postgresql:///d": dsn.Postgres, "host=h dbname=d": dsn.Postgres, "postgres=service=s": dsn.Postgres,
		"mysql://h/d": dsn.MySQL, "mariadb://h/d": dsn.MySQL, "u:p@tcp(h)/d": dsn.MySQL, "u@unix(/s)/d": dsn.MySQL, "mariadb=u@/d": dsn.MySQL,
		"app.sqlite": dsn.SQLite, "./no such file": dsn.SQLite, "file:x?mode=ro": dsn.SQLite, "sqlite://x": dsn.SQLite, "sqlite=host=x": dsn.SQLite,
		"": "", "u:p@h": "", "oracle://h": "", "color=red": "",
	} {
		if got, _ := dsn.Product(s); got != want {
			t.Errorf("%q is for %q, want %q", s, got, want)
		}
	}
}

func TestMySQLFromURL(t *testing.T) {
	for s, want := range map[string]string{
		"mysql://u:p@h:3307/d":                      "u:p@tcp(h:3307)/d",
		"mariadb://u:p%40%3A%2Fw@h/d":               "u:p@:/w@tcp(h:3306)/d",
		"mysql://u@[::1]/a%2Fb":                     "u:@tcp([::1]:3306)/a%2Fb",
		"mysql://u:p@h/d?ssl-mode=REQUIRED":         "u:p@tcp(h:3306)/d?tls=skip-verify",
		"mysql://u:p@h/d?sslmode=verify-full&loc=x": "u:p@tcp(h:3306)/d?loc=x&tls=true",
		"mysql:///d":                                ":@tcp(127.0.0.1:3306)/d",
	} {
		if got, err := dsn.MySQLFromURL(s); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", s, got, err, want)
		}
	}
	for s, want := range map[string]string{
		"mysql://u:secret%@h/d":                  "escape special characters",
		"mysql://u:secret@h/d?ssl-mode=perhaps":  "write DISABLED",
		"mysql://u:secret@h/d?ssl-ca=x":          "not one of the Go driver's",
		"mysql://u:secret@h:port/d?ssl-ca=x&a=b": "not a URL",
	} {
		got, err := dsn.MySQLFromURL(s)
		if err == nil || got != "" || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %q, %v, want %s", s, got, err, want)
		}
	}
}
