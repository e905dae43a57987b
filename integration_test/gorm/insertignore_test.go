package gorm_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
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
	onEachBare(t, []server{onSQLite, onMySQL, onMariaDB}, func(t *testing.T, s server, db *gorm.DB) {
		use(t, db, gormtype.Models(&ignoredParent{}))
		if err := db.AutoMigrate(&ignoredParent{}, &ignoredChild{}); err != nil {
			t.Fatal(err)
		}
		modifier := map[string]string{"sqlite": "OR IGNORE", "mysql": "IGNORE"}[s.dialect()]
		must(t, db.Create(&ignoredParent{Name: "a"}))
		rows := []ignoredParent{{Name: "a", Children: []ignoredChild{{}}}, {Name: "b", Children: []ignoredChild{{}}}}
		_ = db.Clauses(clause.Insert{Modifier: modifier}).Create(&rows)
		equal(t, "the key of the row that exists", rows[0].ID.IsZero(), true)
		equal(t, "the key of the other", rows[1].ID.IsZero(), false)
		var orphans int64
		must(t, db.Raw("SELECT count(*) FROM ignored_children c WHERE NOT EXISTS (SELECT 1 FROM ignored_parents p WHERE p.id = c.ignored_parent_id)").Scan(&orphans))
		equal(t, "children without a parent", orphans, 0)
	})
}
