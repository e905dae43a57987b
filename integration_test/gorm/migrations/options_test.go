package migrations_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
)

// A plugin serves one kind of database: what it knows of statements is of that.
func TestPluginOfTwoDatabases(t *testing.T) {
	plugin := gormtype.New()
	for range 2 {
		if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(plugin); err != nil {
			t.Fatal(err)
		}
	}
	if err := gormtest.OpenBare(t, gormtest.OnPostgres).Use(plugin); !errors.Is(err, gormtype.ErrDialect) {
		t.Errorf("error %v", err)
	}
}
