package operations_test

import (
	"encoding/json"
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// relationChecks are those of related rows whose outcome depends on the kind of the keys.
// TestLikeUint has the associations.
func relationChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"create has many and has one", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			x := owner[C]{Name: "a", Pets: []pet[C]{{Name: "p"}, {Name: "q"}}, Card: &card[C]{Number: 5}}
			gormtest.Must(t, db.Create(&x))
			gormtest.Equal(t, "pets", len(stored[C](t, db, "pets")), 2)
			for _, p := range x.Pets {
				gormtest.Equal(t, "foreign key", p.OwnerID, x.ID)
			}
			gormtest.Equal(t, "foreign key of the card", *x.Card.OwnerID, x.ID)
			var y owner[C]
			gormtest.Must(t, db.Preload("Pets").Preload("Card").First(&y, x.ID))
			gormtest.Equal(t, "pets", len(y.Pets), 2)
			gormtest.Equal(t, "card", y.Card.Number, 5)
			gormtest.Equal(t, "foreign key that was read", *y.Card.OwnerID, x.ID)
		}},
		{"NULL", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			x := owner[C]{BossID: new(C)}
			gormtest.Must(t, db.First(&x, k.at(5)))
			gormtest.Equal(t, "NULL in a pointer that was set", x.BossID == nil, true)
			boss := k.at(7)
			gormtest.Must(t, db.Model(&x).Update("boss_id", &boss))
			var y owner[C]
			gormtest.Must(t, db.First(&y, k.at(5)))
			gormtest.Equal(t, "boss", *y.BossID, boss)
			gormtest.Must(t, db.Model(&y).Select("BossID").Updates(&owner[C]{}))
			gormtest.Equal(t, "rows without boss", gormtest.Count(t, db.Where("boss_id IS NULL"), &owner[C]{}), rows)
			gormtest.Equal(t, "rows by nil", gormtest.Count(t, db.Where(map[string]any{"boss_id": nil}), &owner[C]{}), rows)
			if db.Exec("UPDATE pets SET owner_id = NULL WHERE id = ?", k.at(1)).Error == nil {
				t.Error("a plain column took NULL")
			}
		}},
		{"JSON", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			var x owner[C]
			gormtest.Must(t, db.First(&x, k.at(128)))
			data, err := json.Marshal(&x)
			if err != nil {
				t.Fatal(err)
			}
			var y owner[C]
			if err := json.Unmarshal(data, &y); err != nil {
				t.Fatal(err)
			}
			gormtest.Equal(t, "ID", y.ID, x.ID)
			m := map[C]int{x.ID: 1}
			if data, err = json.Marshal(m); err != nil {
				t.Fatal(err)
			}
			gormtest.Equal(t, "map", string(data), `{"`+x.ID.String()+`":1}`)
		}},
		{"IN (?) that GORM writes twice", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for n, ids := range map[int64][]C{1: {k.at(128)}, 3: {k.at(3), k.at(128), k.at(200)}} {
				gormtest.Equal(t, "IN of a join", gormtest.Count(t, db.InnerJoins("Owner", db.Where("pets.id IN (?)", ids)), &pet[C]{}), n)
				gormtest.Equal(t, "map of a join", gormtest.Count(t, db.InnerJoins("Owner", db.Where(map[string]any{"id": ids})), &pet[C]{}), n)
				gormtest.Equal(t, "subquery in SQL", gormtest.Count(t, db.Where("id IN (?)", db.Raw("SELECT owner_id FROM pets WHERE id IN (?)", ids)), &owner[C]{}), n)
				tx := gormtest.Must(t, db.Where("owner_id IN (?)", db.Raw("SELECT id FROM owners WHERE id IN (?)", ids)).Delete(&pet[C]{}))
				gormtest.Equal(t, "rows deleted", tx.RowsAffected, n)
				sown(t, db, k)
			}
		}},
	}
}
