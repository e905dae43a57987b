package gorm_test

import (
	"encoding/json"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

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
		{"create belongs to", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			p := pet[C]{Name: "p", Owner: &owner[C]{Name: "o", Boss: &owner[C]{Name: "b"}}}
			must(t, db.Create(&p))
			equal(t, "foreign key", p.OwnerID, p.Owner.ID)
			equal(t, "foreign key of the boss", *p.Owner.BossID, p.Owner.Boss.ID)
			var q pet[C]
			must(t, db.Preload("Owner.Boss").First(&q, p.ID))
			equal(t, "boss", q.Owner.Boss.Name, "b")
			ps := []pet[C]{{Name: "r", Owner: &owner[C]{Name: "s"}}, {Name: "t", Owner: &owner[C]{Name: "u"}}}
			must(t, db.Create(&ps))
			equal(t, "foreign key", ps[1].OwnerID, ps[1].Owner.ID)
		}},
		{"belongs to a row that is there", func(t *testing.T, db *gorm.DB, k key[C]) {
			// GORM inserts the owner ON CONFLICT DO NOTHING, and its new key is in no
			// table: the foreign key's constraint must stop the pet.
			sown(t, db, k)
			if db.Create(&pet[C]{Name: "p", Owner: &owner[C]{Name: name(5)}}).Error == nil {
				t.Error("no error")
			}
			equal(t, "pets", count(t, db, &pet[C]{}), rows)
		}},
		{"Preload", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			must(t, db.Model(&owner[C]{}).Where("id > ?", k.at(1)).Update("boss_id", k.at(1)))
			var xs []owner[C]
			must(t, db.Preload("Pets").Preload("Boss").Order("id").Find(&xs))
			for i, x := range xs {
				if len(x.Pets) != 1 || x.Pets[0].ID != k.at(i+1) {
					t.Fatalf("owner %d has pets %v", i+1, x.Pets)
				}
				if i > 0 && (x.Boss == nil || x.Boss.ID != k.at(1)) {
					t.Fatalf("owner %d has boss %v", i+1, x.Boss)
				}
			}
			var ps []pet[C]
			must(t, db.Preload("Owner").Order("id").Find(&ps))
			for i, p := range ps {
				equal(t, "owner", p.Owner.ID, k.at(i+1))
			}
		}},
		{"Joins", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			var ps []pet[C]
			must(t, db.Joins("Owner", db.Where(&owner[C]{ID: k.at(128)})).Order("pets.id").Find(&ps))
			equal(t, "rows", len(ps), rows)
			must(t, db.InnerJoins("Owner", db.Where(&owner[C]{ID: k.at(128)})).Find(&ps))
			equal(t, "rows of the inner join", len(ps), 1)
			equal(t, "owner", ps[0].Owner.ID, k.at(128))
			must(t, db.Joins("JOIN owners ON owners.id = pets.owner_id AND owners.id IN ?", []C{k.at(3), k.at(4)}).Find(&ps))
			equal(t, "rows of raw joins", len(ps), 2)
			var p pet[C]
			must(t, db.Joins("Owner").First(&p, "pets.id = ?", k.at(128)))
			equal(t, "owner", p.Owner.ID, k.at(128))
		}},
		{"Association", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			x := owner[C]{ID: k.at(5)}
			pets := func() *gorm.Association { return db.Model(&x).Association("Pets") }
			check := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			check(pets().Append(&pet[C]{Name: "new"}, &pet[C]{ID: k.at(6), Name: name(6), OwnerID: k.at(6)}))
			equal(t, "pets of 5", pets().Count(), 3)
			equal(t, "pets of 6", db.Model(&owner[C]{ID: k.at(6)}).Association("Pets").Count(), 0)
			var found []pet[C]
			check(pets().Find(&found, "id IN ?", []C{k.at(5), k.at(6), k.at(7)}))
			equal(t, "pets found", len(found), 2)
			check(pets().Unscoped().Delete(&pet[C]{ID: k.at(6)}))
			equal(t, "pets of 5", pets().Count(), 2)
			equal(t, "pets", count(t, db, &pet[C]{}), rows)
			check(db.Model(&x).Association("Card").Replace(&card[C]{Number: 1}))
			check(db.Model(&x).Association("Card").Replace(&card[C]{Number: 2}))
			equal(t, "cards without an owner", count(t, db.Where("owner_id IS NULL"), &card[C]{}), 1)
			check(db.Model(&x).Association("Card").Clear())
			equal(t, "cards without an owner", count(t, db.Where("owner_id IS NULL"), &card[C]{}), 2)
			check(db.Model(&owner[C]{ID: k.at(9)}).Association("Boss").Append(&owner[C]{ID: k.at(8), Name: name(8)}))
			var y owner[C]
			must(t, db.First(&y, k.at(9)))
			equal(t, "boss", *y.BossID, k.at(8))
		}},
		{"association of what is not stored", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			var found []pet[C]
			if err := db.Model(&owner[C]{}).Association("Pets").Find(&found); err != nil {
				t.Fatal(err)
			}
			equal(t, "rows", len(found), 0)
		}},
		{"Select(associations).Delete", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			must(t, db.Unscoped().Select("Pets").Delete(&owner[C]{ID: k.at(128)}))
			equal(t, "pets", count(t, db, &pet[C]{}), rows-1)
			equal(t, "owners", count(t, db, &owner[C]{}), rows-1)
		}},
		{"Save with associations", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			var x owner[C]
			must(t, db.Preload(clause.Associations).First(&x, k.at(5)))
			x.Pets[0].Name = "changed"
			x.Pets = append(x.Pets, pet[C]{Name: "new"})
			must(t, db.Session(&gorm.Session{FullSaveAssociations: true}).Save(&x))
			equal(t, "pets", count(t, db, &pet[C]{}), rows+1)
			equal(t, "pets that changed", count(t, db.Where("name = ?", "changed"), &pet[C]{}), 1)
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
