package mysql_test

import (
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/migrations"
)

// tables returns the tables of the database, but that of the versions.
func (d database) tables(t *testing.T) []string {
	t.Helper()
	return d.session(t).list("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> '" + migrations.VersionTable + "'")
}

// The migrations of MySQL fail on TiDB before they change anything, and the error says why.
func TestTiDBRefuses(t *testing.T) {
	d := empty(t, dbserver.MySQL)
	if !d.Server.IsTiDB() {
		t.Skip("the server is no TiDB: .ci/tidb runs this test")
	}
	for _, dialect := range []goose.Dialect{goose.DialectMySQL, goose.DialectTiDB} {
		t.Run(string(dialect), func(t *testing.T) {
			p, err := goose.NewProvider(dialect, d.DB, migrations.MySQL, goose.WithTableName(migrations.VersionTable))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Up(t.Context()); err == nil || !strings.Contains(err.Error(), "TiDB has no stored functions: make IDs in the client") {
				t.Errorf("the migrations of MySQL: %v", err)
			}
			if got := d.tables(t); len(got) > 0 {
				t.Errorf("the tables %q are left", got)
			}
			d.session(t).exec("DROP TABLE IF EXISTS " + migrations.VersionTable)
		})
	}
}

// The migrations of TiDB make the table that those of MySQL make, and remove it.
func TestTiDBLease(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		p, err := goose.NewProvider(goose.DialectTiDB, d.DB, migrations.TiDB, goose.WithTableName(migrations.VersionTable))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := d.tables(t); len(got) != 1 || got[0] != "sortid_lease" {
			t.Errorf("the tables are %q, want sortid_lease alone", got)
		}
		if _, err := p.DownTo(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if got := d.tables(t); len(got) > 0 {
			t.Errorf("the tables %q are left", got)
		}
	})
}
