package gorm_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/sample"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// costRow is a model whose key has the type K.
type costRow[K any] struct {
	ID        K      `gorm:"primaryKey"`
	Name      string `gorm:"size:60"`
	Email     string `gorm:"size:60"`
	Age       int
	CreatedAt time.Time
}

// costRows is the number of rows of an operation.
const costRows = 1000

// createAndFind creates rows in one statement and reads them.
func createAndFind[K any](b *testing.B, db *gorm.DB, table string) func(int) {
	db = db.Table(table).Session(&gorm.Session{})
	if err := db.AutoMigrate(&costRow[K]{}); err != nil {
		b.Fatal(err)
	}
	return func(n int) {
		for range n {
			rows := make([]costRow[K], costRows)
			for i := range rows {
				rows[i] = costRow[K]{Name: name(i), Email: email(i), Age: i}
			}
			if err := db.Create(&rows).Error; err != nil {
				b.Fatal(err)
			}
			var found []costRow[K]
			if err := db.Find(&found).Error; err != nil || len(found) != costRows {
				b.Fatalf("%d rows, error %v", len(found), err)
			}
		}
	}
}

// BenchmarkCost compares the time of creating and finding 1,000 rows with that of the
// same model with a uint key, which the server counts.
func BenchmarkCost(b *testing.B) {
	for _, s := range plain {
		b.Run(s.name, func(b *testing.B) {
			db := openDialector(b, dialector(b, s), &gorm.Config{Logger: logger.Discard})
			cost[gormtype.ID[wiji.ID]](b, db, "wiji")
			cost[gormtype.ID[ulidflake.ID]](b, db, "ulid_flake")
			cost[gormtype.Text[wiji.ID]](b, db, "wiji_text")
		})
	}
}

// cost runs b.N turns.
func cost[K any](b *testing.B, db *gorm.DB, key string) {
	b.Run(key, func(b *testing.B) {
		ours, peer := createAndFind[K](b, db, "ours_"+key), createAndFind[uint](b, db, "peers")
		m := sample.Medians{Before: func() {
			db.Exec("DELETE FROM ours_" + key)
			db.Exec("DELETE FROM peers")
		}}
		for i := range b.N {
			m.Turn(i, 1, ours, peer)
		}
		m.Report(b, 1.15)
	})
}
