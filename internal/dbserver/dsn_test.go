package dbserver

import (
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
)

// meaning is what a driver reads from a DSN: DSNs are compared by it.
type meaning struct {
	user, password, host, database string
}

func mysqlMeaning(t *testing.T, dsn string) meaning {
	t.Helper()
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		t.Fatal(err)
	}
	if !c.ParseTime {
		t.Errorf("parseTime is not set")
	}
	return meaning{user: c.User, password: c.Passwd, host: c.Addr, database: c.DBName}
}

func TestNormalizeMySQL(t *testing.T) {
	for _, c := range []struct {
		dsn  string
		want meaning
	}{
		{"u:p@tcp(h:3307)/d", meaning{"u", "p", "h:3307", "d"}},
		{"u:p@tcp(h)/", meaning{"u", "p", "h:3306", ""}},
		{"mysql://u:p@h:3307/d", meaning{"u", "p", "h:3307", "d"}},
		{"mariadb://u:p@h/d", meaning{"u", "p", "h:3306", "d"}},
		{"mysql://u@[::1]/d", meaning{"u", "", "[::1]:3306", "d"}},
		{"mysql://u:p%40%3A%2Fw@h/d", meaning{"u", "p@:/w", "h:3306", "d"}},
		{"mysql://u:p@h/d?loc=Europe/Vienna&interpolateParams=true", meaning{"u", "p", "h:3306", "d"}},
	} {
		got, err := NormalizeDSN(MySQL, c.dsn)
		if err != nil {
			t.Errorf("%s: %v", c.dsn, err)
			continue
		}
		if m := mysqlMeaning(t, got); m != c.want {
			t.Errorf("%s means %v, want %v", c.dsn, m, c.want)
		}
	}
	got, err := NormalizeDSN(MySQL, "mysql://u:p@h/d?loc=Europe/Vienna&interpolateParams=true")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := mysql.ParseDSN(got); err != nil || !c.InterpolateParams || c.Loc.String() != "Europe/Vienna" {
		t.Errorf("the parameters of the URL are lost: %s", got)
	}
}

// Errors say which form is expected and never show the password.
func TestNormalizeErrors(t *testing.T) {
	for kind, dsns := range map[Kind][]string{
		Postgres: {"postgres://u:secret@h:port/d", "postgres://u:secret%@h/d", "host=h password=secret port=x"},
		MySQL:    {"u:secret@h", "mysql://u:secret%@h/d", "mysql://u:secret@h:port/d", "u:secret@tcp(h)/d?parseTime=perhaps"},
		MariaDB:  {"secret"},
	} {
		for _, dsn := range dsns {
			got, err := NormalizeDSN(kind, dsn)
			if err == nil || got != "" {
				t.Errorf("%s %s: got %q and the error %v", kind, dsn, got, err)
				continue
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error shows the password: %v", err)
			}
		}
	}
}

func postgresMeaning(t *testing.T, dsn string) (meaning, *pgx.ConnConfig) {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return meaning{user: c.User, password: c.Password, host: c.Host, database: c.Database}, c
}

func TestWithDatabasePostgres(t *testing.T) {
	want := meaning{user: "u", password: "p w", host: "h", database: "other"}
	for _, dsn := range []string{
		"postgres://u:p%20w@h/d?sslmode=disable",
		"postgresql://u:p%20w@h?sslmode=disable&database=d",
		"postgres://u:p%20w@h/?dbname=d&sslmode=disable",
		"host=h user=u password='p w' dbname=d sslmode=disable",
	} {
		got, err := WithDatabase(Postgres, dsn, "other")
		if err != nil {
			t.Errorf("%s: %v", dsn, err)
			continue
		}
		if m, _ := postgresMeaning(t, got); m != want {
			t.Errorf("%s means %v, want %v", got, m, want)
		}
	}
}

func TestWithDatabaseMySQL(t *testing.T) {
	got, err := WithDatabase(MariaDB, "u:p/@w@tcp(h:1)/d?parseTime=true", "other")
	if err != nil {
		t.Fatal(err)
	}
	if m, want := mysqlMeaning(t, got), (meaning{"u", "p/@w", "h:1", "other"}); m != want {
		t.Errorf("%s means %v, want %v", got, m, want)
	}
}

func TestWithParams(t *testing.T) {
	for _, dsn := range []string{"postgres://u:p@h/d", "postgres://u:p@h/d?application_name=a+b&sslmode=disable", "host=h user=u dbname=d sslmode=disable"} {
		got, err := withParams(Postgres, dsn, map[string]string{
			"default_query_exec_mode": "simple_protocol", "application_name": `it's a \ test`,
		})
		if err != nil {
			t.Fatal(err)
		}
		_, c := postgresMeaning(t, got)
		if c.DefaultQueryExecMode != pgx.QueryExecModeSimpleProtocol || c.RuntimeParams["application_name"] != `it's a \ test` {
			t.Errorf("%s: mode %v, parameters %v", got, c.DefaultQueryExecMode, c.RuntimeParams)
		}
	}
	for _, dsn := range []string{"u:p?w@tcp(h:1)/d", "u:p?w@tcp(h:1)/d?interpolateParams=false&parseTime=true"} {
		got, err := withParams(MySQL, dsn, map[string]string{"interpolateParams": "true", "sql_mode": "''"})
		if err != nil {
			t.Fatal(err)
		}
		c, err := mysql.ParseDSN(got)
		if err != nil {
			t.Fatal(err)
		}
		if !c.InterpolateParams || c.Params["sql_mode"] != "''" || c.Passwd != "p?w" {
			t.Errorf("%s: interpolate %v, parameters %v", got, c.InterpolateParams, c.Params)
		}
	}
	if got, err := withParams(MySQL, "u@tcp(h:1)/d", map[string]string{"interpolateParams": "perhaps"}); err == nil {
		t.Errorf("a parameter that the driver refuses gives %s", got)
	}
}

// An account's DSN survives whatever its password contains.
func TestAccountDSN(t *testing.T) {
	a := account{user: "u", password: "p@:/?#[w", database: "d"}
	if m, _ := postgresMeaning(t, a.dsn(Postgres, "127.0.0.1:5")); m != (meaning{"u", "p@:/?#[w", "127.0.0.1", "d"}) {
		t.Errorf("PostgreSQL: %v", m)
	}
	if m := mysqlMeaning(t, a.dsn(MySQL, "127.0.0.1:5")); m != (meaning{"u", "p@:/?#[w", "127.0.0.1:5", "d"}) {
		t.Errorf("MySQL: %v", m)
	}
}
