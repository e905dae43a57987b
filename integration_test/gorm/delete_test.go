package gorm_test

import (
	"testing"

	"gorm.io/gorm"
)

// leaves runs a statement that must change one row of the pets, and counts what is
// left of the others. The rows of a table whose key is an array of bytes have all
// been deleted where a library let GORM take an ID for a list of numbers.
func leaves[C columnType](statement func(db *gorm.DB, c C) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return leavesOthers(func(db *gorm.DB, k key[C], n int) *gorm.DB { return statement(db, k.at(n)) })
}

// leavesOthers is leaves for a statement by the number of an ID.
func leavesOthers[C columnType](statement func(db *gorm.DB, k key[C], n int) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		sown(t, db, k)
		left := int64(rows)
		for _, n := range []int{1, 77, 128, rows} {
			tx := must(t, statement(db, k, n))
			equal(t, "rows affected", tx.RowsAffected, 1)
			left--
			equal(t, "rows left", count(t, db, &pet[C]{}), left)
			missing(t, db.Take(&pet[C]{}, "name = ?", name(n)))
		}
		tx := must(t, statement(db, k, rows+1))
		equal(t, "rows affected by an ID that is not there", tx.RowsAffected, 0)
		equal(t, "rows left", count(t, db, &pet[C]{}), left)
	}
}

func deleteChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"Delete(id)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete(&pet[C]{}, c) })},
		{"Delete(pointer)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete(&pet[C]{}, &c) })},
		{"Delete([]id)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete(&pet[C]{}, []C{c}) })},
		{"Delete(= ?)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete(&pet[C]{}, "id = ?", c) })},
		{"Delete(struct)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete(&pet[C]{ID: c}) })},
		{"Delete(structs)", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Delete([]pet[C]{{ID: c}}) })},
		{"Where.Delete", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Where(c).Delete(&pet[C]{}) })},
		{"Where(map).Delete", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Where(map[string]any{"id": c}).Delete(&pet[C]{}) })},
		{"Where(foreign key).Delete", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Where(&pet[C]{OwnerID: c}).Delete(&pet[C]{}) })},
		{"Exec", leaves(func(db *gorm.DB, c C) *gorm.DB { return db.Exec("DELETE FROM pets WHERE id = ?", c) })},
		{"Updates", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for _, set := range []func() *gorm.DB{
				func() *gorm.DB { return db.Model(&pet[C]{ID: k.at(9)}).Update("name", "changed") },
				func() *gorm.DB { return db.Model(&pet[C]{}).Where(k.at(10)).Updates(map[string]any{"name": "changed"}) },
				func() *gorm.DB { return db.Where("id = ?", k.at(11)).Updates(&pet[C]{Name: "changed"}) },
				func() *gorm.DB { return db.Save(&pet[C]{ID: k.at(12), Name: "changed", OwnerID: k.at(1)}) },
			} {
				equal(t, "rows affected", must(t, set()).RowsAffected, 1)
			}
			equal(t, "rows changed", count(t, db.Where("name = ?", "changed"), &pet[C]{}), 4)
			tx := must(t, db.Model(&pet[C]{ID: k.at(10)}).Update("owner_id", k.at(33)))
			equal(t, "rows affected", tx.RowsAffected, 1)
			equal(t, "pets of 33", count(t, db.Where("owner_id = ?", k.at(33)), &pet[C]{}), 2)
		}},
		{"soft delete", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			tx := must(t, db.Delete(&owner[C]{}, k.at(128)))
			equal(t, "rows affected", tx.RowsAffected, 1)
			tx = must(t, db.Delete(&owner[C]{}, []C{k.at(7), k.at(8)}))
			equal(t, "rows affected", tx.RowsAffected, 2)
			equal(t, "rows left", count(t, db, &owner[C]{}), rows-3)
			missing(t, db.First(&owner[C]{}, k.at(128)))
			var x owner[C]
			must(t, db.Unscoped().First(&x, k.at(128)))
			equal(t, "ID", x.ID, k.at(128))
		}},
	}
}
