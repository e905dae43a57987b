package gorm_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"gorm.io/gorm"
)

// TestGeneratorOfForeignID: a second plugin for google/uuid is refused.
func TestGeneratorOfForeignID(t *testing.T) {
	db := memory()
	use(t, db, gormtype.Generator(uuid.NewV7))
	if err := db.AutoMigrate(&foreign{}); err != nil {
		t.Fatal(err)
	}
	var x foreign
	must(t, db.Create(&x))
	equal(t, "version", x.ID.V().Version(), uuid.Version(7))
	if err := db.Use(gormtype.New(gormtype.Generator(uuid.NewV7))); !errors.Is(err, gorm.ErrRegistered) {
		t.Errorf("a second generator: error %v", err)
	}
}
