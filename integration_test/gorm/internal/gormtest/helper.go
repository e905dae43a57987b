package gormtest

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

// Name returns the name of the row n.
func Name(n int) string { return "name " + strconv.Itoa(n) }

// Must fails the test if the statement failed, and returns it.
func Must(t *testing.T, tx *gorm.DB) *gorm.DB {
	t.Helper()
	if tx.Error != nil {
		t.Fatal(tx.Error)
	}
	return tx
}

// MigratesAgain migrates the models another time, which must not change the schema.
func MigratesAgain(t *testing.T, db *gorm.DB, models ...any) {
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

// Count returns the number of rows of a model.
func Count(t *testing.T, tx *gorm.DB, model any) int64 {
	t.Helper()
	var n int64
	Must(t, tx.Model(model).Count(&n))
	return n
}

// Equal reports a difference.
func Equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// Missing fails the test unless the statement found nothing.
func Missing(t *testing.T, tx *gorm.DB) {
	t.Helper()
	if !errors.Is(tx.Error, gorm.ErrRecordNotFound) {
		t.Errorf("got %d rows and error %v, want none", tx.RowsAffected, tx.Error)
	}
}

// Problems returns what gormtype/check finds, as in "column: name", sorted. It reports an incomplete finding.
func Problems(t *testing.T, db *gorm.DB, models ...any) []string {
	t.Helper()
	findings, err := check.Run(db, models...)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, f := range findings {
		if f.Detail == "" || f.Remedy == "" || f.Table == "" || !strings.Contains(f.String(), f.Remedy) {
			t.Errorf("incomplete: %+v", f)
		}
		t.Log(f)
		out = append(out, f.Column+": "+f.Name)
	}
	slices.Sort(out)
	return out
}
