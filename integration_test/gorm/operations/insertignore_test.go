package operations_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type ignoredParent struct {
	ID       gormtype.ID[wiji.ID]
	Name     string `gorm:"size:20;uniqueIndex"`
	Children []ignoredChild
}

type ignoredChild struct {
	ID              gormtype.ID[wiji.ID]
	IgnoredParentID *gormtype.ID[wiji.ID]
}

// TestInsertIgnore: a row that INSERT IGNORE leaves out has no key afterwards, and no children.
func TestInsertIgnore(t *testing.T) {
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnSQLite, gormtest.OnMySQL, gormtest.OnMariaDB}, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&ignoredParent{}))
		if err := db.AutoMigrate(&ignoredParent{}, &ignoredChild{}); err != nil {
			t.Fatal(err)
		}
		modifier := map[string]string{"sqlite": "OR IGNORE", "mysql": "IGNORE"}[s.Dialect()]
		gormtest.Must(t, db.Create(&ignoredParent{Name: "a"}))
		rows := []ignoredParent{{Name: "a", Children: []ignoredChild{{}}}, {Name: "b", Children: []ignoredChild{{}}}}
		_ = db.Clauses(clause.Insert{Modifier: modifier}).Create(&rows)
		gormtest.Equal(t, "the key of the row that exists", rows[0].ID.IsZero(), true)
		gormtest.Equal(t, "the key of the other", rows[1].ID.IsZero(), false)
		var orphans int64
		gormtest.Must(t, db.Raw("SELECT count(*) FROM ignored_children c WHERE NOT EXISTS (SELECT 1 FROM ignored_parents p WHERE p.id = c.ignored_parent_id)").Scan(&orphans))
		gormtest.Equal(t, "children without a parent", orphans, 0)
	})
}
