package gormtype

import (
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

// stub is a dialect with no server: statements are built and not executed.
type stub struct {
	tests.DummyDialector
	name string
}

func (s stub) Name() string { return s.name }

func dryRun(t testing.TB, dialect string) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(stub{name: dialect}, &gorm.Config{DryRun: true, SkipDefaultTransaction: true, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
