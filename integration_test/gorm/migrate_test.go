package gorm_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

func migrateChecks[C columnType]() []check[C] {
	return []check[C]{
		{"AutoMigrate again", func(t *testing.T, db *gorm.DB, k key[C]) {
			again := gormlog.Recorded(t, db, func(db *gorm.DB) {
				if err := db.AutoMigrate(models[C]()...); err != nil {
					t.Fatal(err)
				}
			})
			if len(again) == 0 {
				t.Fatal("nothing was recorded")
			}
			for _, s := range gormlog.DDL(again) {
				t.Errorf("the second migration changes the schema: %s", s)
			}
		}},
	}
}
