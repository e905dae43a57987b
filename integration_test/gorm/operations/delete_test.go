package operations_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// leaves runs a statement that must change one row of the pets, and counts what is
// left of the others. The rows of a table whose key is an array of bytes have all
// been deleted where a library let GORM take an ID for a list of numbers.
func leaves[C columnType](statement func(db *gorm.DB, v any) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		sown(t, db, k)
		left := int64(rows)
		for i, p := range k.passings() {
			tx := gormtest.Must(t, statement(db, p.one(chosen[i])))
			gormtest.Equal(t, p.name+": rows affected", tx.RowsAffected, 1)
			left--
			gormtest.Equal(t, p.name+": rows left", gormtest.Count(t, db, &pet[C]{}), left)
			gormtest.Missing(t, db.Take(&pet[C]{}, "name = ?", gormtest.Name(chosen[i])))
			tx = gormtest.Must(t, statement(db, p.one(rows+1)))
			gormtest.Equal(t, p.name+": rows affected by an ID that is not there", tx.RowsAffected, 0)
		}
		gormtest.Equal(t, "rows left", gormtest.Count(t, db, &pet[C]{}), left)
	}
}

func deleteChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"Delete(id)", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Delete(&pet[C]{}, v) })},
		{"Delete(= ?)", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Delete(&pet[C]{}, "id = ?", v) })},
		{"Delete(IN (?))", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Where("id IN (?)", v).Delete(&pet[C]{}) })},
		{"Delete(map)", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Where(map[string]any{"id": v}).Delete(&pet[C]{}) })},
		{"Delete(subquery)", leaves[C](func(db *gorm.DB, v any) *gorm.DB {
			return db.Where("owner_id IN (?)", db.Model(&owner[C]{}).Select("id").Where("id = ?", v)).Delete(&pet[C]{})
		})},
		{"Where.Delete", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Where(v).Delete(&pet[C]{}) })},
		{"Exec", leaves[C](func(db *gorm.DB, v any) *gorm.DB { return db.Exec("DELETE FROM pets WHERE id = ?", v) })},
		{"Delete(structs and lists)", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for _, tx := range []*gorm.DB{
				db.Delete(&pet[C]{ID: k.at(1)}), db.Delete([]pet[C]{{ID: k.at(2)}}), db.Where(&pet[C]{OwnerID: k.at(3)}).Delete(&pet[C]{}),
				db.Delete(&pet[C]{}, []C{k.at(4)}), db.Delete(&pet[C]{}, k.plains(5)),
			} {
				gormtest.Equal(t, "rows affected", gormtest.Must(t, tx).RowsAffected, 1)
			}
			gormtest.Equal(t, "rows left", gormtest.Count(t, db.Where("id > ?", k.at(5)), &pet[C]{}), rows-5)
			gormtest.Equal(t, "rows left", gormtest.Count(t, db, &pet[C]{}), rows-5)
		}},
		{"Updates", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for i, p := range k.passings() {
				v := func(n int) any { return p.one(10*i + n) }
				for _, tx := range []*gorm.DB{
					db.Model(&pet[C]{}).Where(v(1)).Update("name", "changed"),
					db.Model(&pet[C]{}).Where("id = ?", v(2)).Updates(map[string]any{"name": "changed"}),
					db.Where(map[string]any{"id": v(3)}).Updates(&pet[C]{Name: "changed"}),
					db.Model(&pet[C]{ID: k.at(10*i + 4)}).Update("name", "changed"),
					db.Save(&pet[C]{ID: k.at(10*i + 5), Name: "changed", OwnerID: k.at(10*i + 5)}),
					db.Model(&pet[C]{ID: k.at(10*i + 6)}).Update("owner_id", v(7)),
				} {
					gormtest.Equal(t, p.name+": rows affected", gormtest.Must(t, tx).RowsAffected, 1)
				}
				gormtest.Equal(t, p.name+": rows changed", gormtest.Count(t, db.Where("name = ?", "changed"), &pet[C]{}), int64(5*(i+1)))
				gormtest.Equal(t, p.name+": pets of one owner", gormtest.Count(t, db.Where("owner_id = ?", v(7)), &pet[C]{}), 2)
			}
		}},
		{"soft delete", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for i, p := range k.passings() {
				gormtest.Equal(t, p.name+": rows affected", gormtest.Must(t, db.Delete(&owner[C]{}, p.one(10*i+1))).RowsAffected, 1)
				gormtest.Equal(t, p.name+": rows affected", gormtest.Must(t, db.Delete(&owner[C]{}, p.list(10*i+2, 10*i+3))).RowsAffected, 2)
				gormtest.Equal(t, p.name+": rows left", gormtest.Count(t, db, &owner[C]{}), int64(rows-3*(i+1)))
				gormtest.Missing(t, db.First(&owner[C]{}, p.one(10*i+1)))
				var x owner[C]
				gormtest.Must(t, db.Unscoped().First(&x, p.one(10*i+1)))
				gormtest.Equal(t, p.name+": ID", x.ID, k.at(10*i+1))
			}
		}},
		{"FirstOrCreate", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for range 2 {
				var x pet[C]
				gormtest.Must(t, db.Where(map[string]any{"id": k.plain(rows + 1), "owner_id": k.plain(7)}).FirstOrCreate(&x))
				gormtest.Equal(t, "ID", x.ID, k.at(rows+1))
				gormtest.Equal(t, "owner", x.OwnerID, k.at(7))
			}
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &pet[C]{}), rows+1)
		}},
	}
}
