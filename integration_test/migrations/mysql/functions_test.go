package mysql_test

import (
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/migrations"
)

// The functions do on MySQL and MariaDB what the Go packages do.
func TestFunctions(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		if d.mariadb() {
			suite.Run(t, suite.MariaDB(d.DB))
		} else {
			suite.Run(t, suite.MySQL(d.DB))
		}
	})
}

// The files go up, down and up again, and keep out of an application's way.
func TestGoose(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		suite.Migrations{
			DB: d.DB, Dialect: goose.DialectMySQL, Files: migrations.MySQL,
			Table: migrations.VersionTable, Catalog: suite.MySQLCatalog,
		}.Run(t)
	})
}
