package gorm_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"gorm.io/gorm"
)

// TestTextOfForeignID: the column type refuses the text of a UUID of google/uuid where
// the column holds bytes; PostgreSQL reads it into a uuid column.
func TestTextOfForeignID(t *testing.T) {
	onEach(t, plain, func(t *testing.T, s server, db *gorm.DB) {
		if err := db.AutoMigrate(&foreign{}); err != nil {
			t.Fatal(err)
		}
		x := uuidAt(1)
		must(t, db.Create(&foreign{ID: gormtype.Of(x)}))
		for _, text := range []string{x.String(), uuid.Max.String()} {
			err := db.Where("id = ?", text).Find(&[]foreign{}).Error
			if s.dialect() == "postgres" {
				if err != nil {
					t.Errorf("%s: error %v", text, err)
				}
				continue
			}
			if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "Of(id) in its place") {
				t.Errorf("%s: error %v", text, err)
			}
		}
	})
}

// TestGeneratorOfForeignID: a second plugin for google/uuid is refused.
func TestGeneratorOfForeignID(t *testing.T) {
	db := memory()
	if err := db.Use(gormtype.Generator(uuid.NewV7)); err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(&foreign{}); err != nil {
		t.Fatal(err)
	}
	var x foreign
	must(t, db.Create(&x))
	equal(t, "version", x.ID.V().Version(), uuid.Version(7))
	if err := db.Use(gormtype.Generator(uuid.NewV7)); !errors.Is(err, gorm.ErrRegistered) {
		t.Errorf("a second generator: error %v", err)
	}
}
