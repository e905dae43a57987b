package gorm_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

func name(n int) string { return "name " + strconv.Itoa(n) }

// must fails the test if the statement failed, and returns it.
func must(t *testing.T, tx *gorm.DB) *gorm.DB {
	t.Helper()
	if tx.Error != nil {
		t.Fatal(tx.Error)
	}
	return tx
}

// migratesAgain migrates the models another time, which must not change the schema.
func migratesAgain(t *testing.T, db *gorm.DB, models ...any) {
	t.Helper()
	statements := gormlog.Recorded(t, db, func(db *gorm.DB) {
		if err := db.AutoMigrate(models...); err != nil {
			t.Fatal(err)
		}
	})
	if len(statements) == 0 {
		t.Error("nothing was recorded")
	}
	for _, s := range gormlog.DDL(statements) {
		t.Errorf("another migration changes the schema: %s", s)
	}
}

func count(t *testing.T, tx *gorm.DB, model any) int64 {
	t.Helper()
	var n int64
	must(t, tx.Model(model).Count(&n))
	return n
}

func equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// missing fails the test unless the statement found nothing.
func missing(t *testing.T, tx *gorm.DB) {
	t.Helper()
	if tx.Error != gorm.ErrRecordNotFound {
		t.Errorf("got %d rows and error %v, want none", tx.RowsAffected, tx.Error)
	}
}

func isMariaDB(version string) bool { return strings.Contains(version, "MariaDB") }
