package statements_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// A subquery that the plugin refuses fails with the statement around it. GORM writes nothing in its place, and "NOT IN ()"
// is true for each row on SQLite.
func TestRefusedSubquery(t *testing.T) {
	type kept struct{ ID gormtype.ID[wiji.ID] }
	type tagged struct {
		ID gormtype.ID[wiji.ID] `gorm:"type:char(36)"`
	}
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&kept{}); err != nil {
			t.Fatal(err)
		}
		gormtest.Must(t, db.Create(&kept{}))
		for name, subquery := range map[string]*gorm.DB{
			"a tag": db.Model(&tagged{}).Select("id"),
			"no ID": db.Model(&kept{}).Select("id").Where("id = ?", "no ID"),
		} {
			for _, where := range []string{"id NOT IN (?)", "id IN (?)", "NOT EXISTS (?)"} {
				if err := db.Where(where, subquery).Delete(&kept{}).Error; err == nil {
					t.Errorf("%s, %s: no error", name, where)
				}
			}
		}
		var n int64
		if gormtest.Must(t, db.Model(&kept{}).Count(&n)); n != 1 {
			t.Errorf("%d rows are left", n)
		}
	})
}
