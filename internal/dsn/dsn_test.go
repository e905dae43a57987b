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

// The DSN comes without the name of the product in front, and a file without its scheme.
func TestProductRest(t *testing.T) {
	for s, want := range map[string]string{
		"postgres=host=h dbname=d": "host=h dbname=d", "mysql=u@tcp(h)/d": "u@tcp(h)/d", "mariadb=u@/d": "u@/d", "sqlite=host=x": "host=x",
		"postgres://u:p@h/d": "postgres://u:p@h/d", "postgresql:///d": "postgresql:///d", "mysql://h/d": "mysql://h/d", "mariadb://h/d": "mariadb://h/d",
		"sqlite://x/y.db": "x/y.db", "sqlite3:///x.db": "/x.db", "file:x?mode=ro": "file:x?mode=ro", "u:p@tcp6(h)/d": "u:p@tcp6(h)/d",
		"hostaddr=::1 user=u": "hostaddr=::1 user=u", "x.db": "x.db", "oracle://h": "oracle://h", "color=red": "color=red", "": "",
	} {
		if _, got := dsn.Product(s); got != want {
			t.Errorf("%q leaves %q, want %q", s, got, want)
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
		"mysql://u:p@h:3307":                        "u:p@tcp(h:3307)/",
		"mysql://u:p@h/d?sslMode=Disabled":          "u:p@tcp(h:3306)/d?tls=false",
		"mysql://u:p@h/d?ssl-mode=PREFERRED":        "u:p@tcp(h:3306)/d?tls=preferred",
		"mysql://u:p@h/d?ssl-mode=VERIFY_CA":        "u:p@tcp(h:3306)/d?tls=true",
		"mysql://u:p@h/d?loc=x&loc=y":               "u:p@tcp(h:3306)/d?loc=y",
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
