package gorm_test

import (
	"strconv"
	"strings"
	"testing"

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
