package gorm_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// TestPlainIDInFilter: a condition that is another struct than the model, with plain fields.
func TestPlainIDInFilter(t *testing.T) {
	type filter struct {
		ID    wiji.ID
		Flake *ulidflake.ID
		Name  string
	}
	type filtered struct {
		ID    gormtype.ID[wiji.ID]
		Flake gormtype.Binary[ulidflake.ID]
		Name  string
	}
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&filtered{}); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			must(t, db.Create(&filtered{ID: gormtype.Of(wijiAt(i + 1)), Flake: gormtype.BinaryOf(flakeAt(i + 1))}))
		}
		flake := flakeAt(7)
		for what, f := range map[string]filter{"array": {ID: wijiAt(7)}, "integer": {Flake: &flake}, "both": {ID: wijiAt(7), Flake: &flake}} {
			equal(t, what, count(t, db.Where(&f), &filtered{}), 1)
			equal(t, what+", Not", count(t, db.Not(f), &filtered{}), 19)
		}
		equal(t, "rows deleted", must(t, db.Where(filter{ID: wijiAt(7)}).Delete(&filtered{})).RowsAffected, 1)
		equal(t, "rows left", count(t, db, &filtered{}), 19)
	})
}
