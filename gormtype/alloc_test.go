package gormtype

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

type allocRow[K any] struct {
	ID   K `gorm:"primaryKey"`
	Name string
	N    int
}

// TestAllocations: a statement makes at most so many times the allocations of one with a uint
// key, as GORM builds it.
func TestAllocations(t *testing.T) {
	const rows = 1000
	ids, uints := make([]wiji.ID, rows), make([]uint, rows)
	wrapped := make([]ID[wiji.ID], rows)
	for i := range ids {
		ids[i], uints[i] = wiji.New(), uint(i+1)
		wrapped[i] = Of(ids[i])
	}
	for _, dialect := range []string{"postgres", "mysql", "sqlite"} {
		db := dryRun(t, dialect)
		if err := db.Use(New()); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name       string
			most       float64
			ours, uint func() *gorm.DB
		}{
			{"create", 2.6, func() *gorm.DB { return createRows[ID[wiji.ID]](db) }, func() *gorm.DB { return createRows[uint](db) }},
			{"IN", 2.1, func() *gorm.DB { return db.Where("id IN ?", ids).Find(&[]allocRow[ID[wiji.ID]]{}) },
				func() *gorm.DB { return db.Where("id IN ?", uints).Find(&[]allocRow[uint]{}) }},
			{"IN wrapped", 1.6, func() *gorm.DB { return db.Where("id IN ?", wrapped).Find(&[]allocRow[ID[wiji.ID]]{}) },
				func() *gorm.DB { return db.Where("id IN ?", uints).Find(&[]allocRow[uint]{}) }},
			{"First", 1.5, func() *gorm.DB { return db.First(&allocRow[ID[wiji.ID]]{}, ids[0]) },
				func() *gorm.DB { return db.First(&allocRow[uint]{}, uints[0]) }},
			{"no ID", 1.05, func() *gorm.DB { return db.Where("n = ? AND name <> ?", 1, "x").Find(&[]allocRow[ID[wiji.ID]]{}) },
				func() *gorm.DB { return db.Where("n = ? AND name <> ?", 1, "x").Find(&[]allocRow[uint]{}) }},
		} {
			ours, theirs := allocations(t, c.ours), allocations(t, c.uint)
			t.Logf("%s, %s: %.0f, uint %.0f, ratio %.2f", dialect, c.name, ours, theirs, ours/theirs)
			if ours > c.most*theirs {
				t.Errorf("%s, %s: %.0f allocations, more than %v times the %.0f of uint", dialect, c.name, ours, c.most, theirs)
			}
		}
	}
}

func createRows[K any](db *gorm.DB) *gorm.DB {
	rows := make([]allocRow[K], 1000)
	return db.Create(&rows)
}

func allocations(t *testing.T, run func() *gorm.DB) float64 {
	t.Helper()
	if err := run().Error; err != nil {
		t.Fatal(err)
	}
	// The least of some runs: a sync.Pool forgets what it holds at a garbage collection, and with
	// the race detector at random.
	least := testing.AllocsPerRun(1, func() { run() })
	for range 20 {
		least = min(least, testing.AllocsPerRun(1, func() { run() }))
	}
	return least
}
