package statements_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// company, worker and desk are joined. A worker has an ID of another kind than its
// company, and a desk has none.
type company struct {
	ID    gormtype.Binary[wiji.ID]
	Flake gormtype.Binary[ulidflake.ID]
	Name  string `gorm:"size:40"`
}

type worker struct {
	ID        gormtype.Binary[wiji.ID]
	CompanyID gormtype.Binary[wiji.ID]
	Company   *company
	Badge     gormtype.ID[ulidflake.ID]
	Desks     []desk
}

type desk struct {
	ID       uint
	WorkerID gormtype.Binary[wiji.ID]
	Worker   *worker
	Number   int
}

// plainDesk reads the table of desks without a column type.
type plainDesk struct {
	ID        uint
	CompanyID string
	Company   *company
}

// staff makes 20 workers with a company and a desk each.
func staff(t *testing.T, db *gorm.DB) {
	t.Helper()
	if err := db.AutoMigrate(&company{}, &worker{}, &desk{}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		x := gormtype.BinaryOf(gormtest.WijiAt(i + 1))
		gormtest.Must(t, db.Create(&company{ID: x, Flake: gormtype.BinaryOf(gormtest.FlakeAt(i + 1))}))
		gormtest.Must(t, db.Create(&worker{ID: x, CompanyID: x, Badge: gormtype.Of(gormtest.FlakeAt(i + 1))}))
		gormtest.Must(t, db.Create(&desk{WorkerID: x, Number: i + 1}))
	}
}

// TestConditionsOfJoins: the conditions of joined tables and of Preload are guarded as
// those of the model are.
func TestConditionsOfJoins(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		staff(t, db)
		x := gormtest.WijiAt(7)
		for what, v := range map[string]any{"text": "x", "texts": []string{"x", "y"}, "number": 7} {
			for position, tx := range map[string]*gorm.DB{
				"Joins, map":               db.Joins("Company", db.Where(map[string]any{"id": v})).Find(&[]worker{}),
				"InnerJoins, map":          db.InnerJoins("Company", db.Where(map[string]any{"id": v})).Find(&[]worker{}),
				"InnerJoins, Not":          db.InnerJoins("Company", db.Not(map[string]any{"id": v})).Find(&[]worker{}),
				"InnerJoins, SQL":          db.InnerJoins("Company", db.Where("Company.id NOT IN (?)", v)).Find(&[]worker{}),
				"InnerJoins, own":          db.InnerJoins("Company", db.Where("workers.id NOT IN (?)", v)).Find(&[]worker{}),
				"InnerJoins, group":        db.InnerJoins("Company", db.Where(db.Where("Company.name = ?", "a").Or("Company.id <> (?)", v))).Find(&[]worker{}),
				"Joins and Where":          db.Joins("Company").Where("Company.id NOT IN (?)", v).Find(&[]worker{}),
				"Joins and map":            db.Joins("Company").Where(map[string]any{"Company.id": v}).Find(&[]worker{}),
				"Joins and clause":         db.Joins("Company").Where(clause.Neq{Column: clause.Column{Table: "Company", Name: "id"}, Value: v}).Find(&[]worker{}),
				"nested Joins":             db.Joins("Worker.Company").Where("Worker__Company.id NOT IN (?)", v).Find(&[]desk{}),
				"nested Joins, On":         db.Joins("Worker").InnerJoins("Worker.Company", db.Where(map[string]any{"id": v})).Find(&[]desk{}),
				"Joins in SQL":             db.Joins("JOIN companies ON companies.id = workers.company_id AND companies.id NOT IN (?)", v).Find(&[]worker{}),
				"Joins in SQL, alias":      db.Joins("JOIN companies c ON c.id = workers.company_id").Where("c.id NOT IN (?)", v).Find(&[]worker{}),
				"Joins in SQL, own":        db.Joins("JOIN companies c ON c.id = workers.company_id AND workers.id NOT IN (?)", v).Find(&[]worker{}),
				"Count":                    db.Model(&worker{}).InnerJoins("Company", db.Not(map[string]any{"id": v})).Count(new(int64)),
				"Preload":                  db.Preload("Company", "id NOT IN (?)", v).Find(&[]worker{}),
				"Preload, map":             db.Preload("Company", map[string]any{"id": v}).Find(&[]worker{}),
				"Preload, function":        db.Preload("Company", func(tx *gorm.DB) *gorm.DB { return tx.Not(map[string]any{"id": v}) }).Find(&[]worker{}),
				"nested Preload":           db.Preload("Worker.Company", "id NOT IN (?)", v).Find(&[]desk{}),
				"subquery with a join":     db.Where("id IN (?)", db.Model(&worker{}).Select("workers.id").Joins("JOIN companies c ON c.id NOT IN (?)", v)).Delete(&worker{}),
				"subquery":                 db.Where("id IN (?)", db.Model(&worker{}).Select("id").Where("company_id NOT IN (?)", v)).Delete(&worker{}),
				"a model without own type": db.Table("desks").InnerJoins("Company", db.Not(map[string]any{"id": v})).Find(&[]plainDesk{}),
				"its Where":                db.Table("desks").InnerJoins("Company").Where("Company.id NOT IN (?)", v).Find(&[]plainDesk{}),
			} {
				if tx.Error == nil || tx.RowsAffected > 0 && position[:7] != "Preload" && position != "nested Preload" {
					t.Errorf("%s of %s: %d rows, error %v", position, what, tx.RowsAffected, tx.Error)
				}
			}
		}
		gormtest.Equal(t, "rows", gormtest.Count(t, db, &worker{}), 20)
		// Package operations has conditions of one join that find rows.
		for position, tx := range map[string]*gorm.DB{
			"nested":     db.Model(&desk{}).Joins("Worker.Company").Where(map[string]any{"Worker__Company.id": x, "worker_id": x}),
			"nested, On": db.Model(&desk{}).Joins("Worker").InnerJoins("Worker.Company", db.Where(map[string]any{"id": x})),
		} {
			var n int64
			gormtest.Must(t, tx.Count(&n))
			gormtest.Equal(t, position, n, 1)
		}
	})
}

// TestTablesWithoutPlugin: without the plugin, a column type works. Package plain has plain IDs.
func TestTablesWithoutPlugin(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		staff(t, db)
		x := gormtest.WijiAt(7)
		for position, tx := range map[string]*gorm.DB{
			"Where": db.Table("workers").Where("id = ?", gormtype.BinaryOf(x)),
			"IN":    db.Table("workers").Where("id IN (?)", []gormtype.Binary[wiji.ID]{gormtype.BinaryOf(x)}),
			"map":   db.Table("workers").Where(map[string]any{"id": gormtype.BinaryOf(x)}),
			"Joins": db.Table("workers").Joins("JOIN companies c ON c.id = company_id AND c.id IN (?)", gormtype.BinaryOf(x)),
		} {
			var n int64
			gormtest.Must(t, tx.Count(&n))
			gormtest.Equal(t, position, n, 1)
		}
		gormtest.Must(t, db.Where("1 = 1").Delete(&desk{}))
		gormtest.Equal(t, "rows deleted", gormtest.Must(t, db.Table("workers").Where("id <> ?", gormtype.BinaryOf(x)).Delete(nil)).RowsAffected, 19)
	})
}
