package gorm_test

import (
	"encoding/json"
	"testing"

	"gorm.io/gorm"
)

// relationChecks are those of related rows whose outcome depends on the kind of the keys.
// TestLikeUint has the associations.
func relationChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"create has many and has one", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			x := owner[C]{Name: "a", Pets: []pet[C]{{Name: "p"}, {Name: "q"}}, Card: &card[C]{Number: 5}}
			must(t, db.Create(&x))
			equal(t, "pets", len(stored[C](t, db, "pets")), 2)
			for _, p := range x.Pets {
				equal(t, "foreign key", p.OwnerID, x.ID)
			}
			equal(t, "foreign key of the card", *x.Card.OwnerID, x.ID)
			var y owner[C]
			must(t, db.Preload("Pets").Preload("Card").First(&y, x.ID))
			equal(t, "pets", len(y.Pets), 2)
			equal(t, "card", y.Card.Number, 5)
			equal(t, "foreign key that was read", *y.Card.OwnerID, x.ID)
		}},
		{"NULL", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			x := owner[C]{BossID: new(C)}
			must(t, db.First(&x, k.at(5)))
			equal(t, "NULL in a pointer that was set", x.BossID == nil, true)
			boss := k.at(7)
			must(t, db.Model(&x).Update("boss_id", &boss))
			var y owner[C]
			must(t, db.First(&y, k.at(5)))
			equal(t, "boss", *y.BossID, boss)
			must(t, db.Model(&y).Select("BossID").Updates(&owner[C]{}))
			equal(t, "rows without boss", count(t, db.Where("boss_id IS NULL"), &owner[C]{}), rows)
			equal(t, "rows by nil", count(t, db.Where(map[string]any{"boss_id": nil}), &owner[C]{}), rows)
			if db.Exec("UPDATE pets SET owner_id = NULL WHERE id = ?", k.at(1)).Error == nil {
				t.Error("a plain column took NULL")
			}
		}},
		{"JSON", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			var x owner[C]
			must(t, db.First(&x, k.at(128)))
			data, err := json.Marshal(&x)
			if err != nil {
				t.Fatal(err)
			}
			var y owner[C]
			if err := json.Unmarshal(data, &y); err != nil {
				t.Fatal(err)
			}
			equal(t, "ID", y.ID, x.ID)
			m := map[C]int{x.ID: 1}
			if data, err = json.Marshal(m); err != nil {
				t.Fatal(err)
			}
			equal(t, "map", string(data), `{"`+x.ID.String()+`":1}`)
		}},
		{"IN (?) that GORM writes twice", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for n, ids := range map[int64][]C{1: {k.at(128)}, 3: {k.at(3), k.at(128), k.at(200)}} {
				equal(t, "IN of a join", count(t, db.InnerJoins("Owner", db.Where("pets.id IN (?)", ids)), &pet[C]{}), n)
				equal(t, "map of a join", count(t, db.InnerJoins("Owner", db.Where(map[string]any{"id": ids})), &pet[C]{}), n)
				equal(t, "subquery in SQL", count(t, db.Where("id IN (?)", db.Raw("SELECT owner_id FROM pets WHERE id IN (?)", ids)), &owner[C]{}), n)
				tx := must(t, db.Where("owner_id IN (?)", db.Raw("SELECT id FROM owners WHERE id IN (?)", ids)).Delete(&pet[C]{}))
				equal(t, "rows deleted", tx.RowsAffected, n)
				sown(t, db, k)
			}
		}},
	}
}
