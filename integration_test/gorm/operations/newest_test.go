package operations_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// newest is a row of a table into which several writers insert.
type newest struct {
	gormtype.Model[wiji.ID]
	Note string
}

// BenchmarkNewest tells what blocks cost those who read what they have just written: in each turn
// eight writers insert 2,400 rows, then one more statement inserts, and lists the newest
// rows. It reports how often the newest row of that statement is the first of the list, how many
// rows are above it at most, and the rows/s of the eight writers:
//
//	go test -run xxx -bench Newest -benchtime 40x ./gorm/operations
func BenchmarkNewest(b *testing.B) {
	for _, s := range gormtest.Servers {
		b.Run(s.Name, func(b *testing.B) {
			for _, c := range []struct {
				name   string
				burst  int // rows of a statement
				last   int // and of the last one
				option []gormtype.Option
			}{
				{"rows", 1, 1, nil},
				{"batches", 100, 100, nil},
				{"batches_Blocks", 100, 100, []gormtype.Option{gormtype.Blocks(wiji.NewBlock, &newest{})}},
				{"batches_Blocks_then_row", 100, 1, []gormtype.Option{gormtype.Blocks(wiji.NewBlock, &newest{})}},
			} {
				b.Run(c.name, func(b *testing.B) {
					db := gormtest.OpenDialector(b, gormtest.Dialector(b, s), &gorm.Config{Logger: logger.Discard})
					gormtest.Use(b, db, c.option...)
					if err := db.AutoMigrate(&newest{}); err != nil {
						b.Fatal(err)
					}
					benchmarkNewest(b, db, c.burst, c.last)
				})
			}
		})
	}
}

func benchmarkNewest(b *testing.B, db *gorm.DB, burst, last int) {
	const writers, rows = 8, 2400
	first, above, spent := 0, int64(0), time.Duration(0)
	for b.Loop() {
		begun := time.Now()
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range rows / writers / burst {
					if err := insertNewest(db, burst, new(newest)); err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
		spent += time.Since(begun)
		var own newest
		var listed []newest
		if err := insertNewest(db, last, &own); err != nil {
			b.Fatal(err)
		}
		if err := db.Scopes(gormtype.Before(wiji.ID{})).Limit(1).Find(&listed).Error; err != nil {
			b.Fatal(err)
		}
		var n int64
		if err := db.Model(&newest{}).Where("id > ?", own.ID).Count(&n).Error; err != nil {
			b.Fatal(err)
		}
		if listed[0].ID == own.ID {
			first++
		}
		above = max(above, n)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(100*float64(first)/float64(b.N), "%first")
	b.ReportMetric(float64(above), "above")
	b.ReportMetric(float64(rows*b.N)/spent.Seconds(), "rows/s")
}

// insertNewest inserts rows with one statement, and sets last to the one with the greatest key.
func insertNewest(db *gorm.DB, n int, last *newest) error {
	rows := make([]newest, n)
	err := db.Create(&rows).Error
	*last = slices.MaxFunc(rows, func(a, b newest) int { return a.ID.V().Compare(b.ID.V()) })
	return err
}
