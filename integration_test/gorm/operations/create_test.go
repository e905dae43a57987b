package operations_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// generates runs a statement that creates a plant with no key, and asks the server
// which key it has.
func generates[C columnType](create func(t *testing.T, db *gorm.DB) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		deleteAll[C](t, db)
		gormtest.Must(t, create(t, db))
		stored[C](t, db, "plants")
	}
}

// stored returns the keys of a table, of which none may be zero.
func stored[C columnType](t *testing.T, db *gorm.DB, table string) []C {
	t.Helper()
	var keys []C
	gormtest.Must(t, db.Table(table).Order("id").Pluck("id", &keys))
	if len(keys) == 0 {
		t.Error("nothing was stored")
	}
	for _, c := range keys {
		if c.IsZero() {
			t.Errorf("a zero key was stored")
		}
	}
	return keys
}

func createChecks[C columnType]() []scenario[C] {
	return []scenario[C]{
		{"Create(struct)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			x := plant[C]{Name: "a"}
			gormtest.Must(t, db.Create(&x))
			gormtest.Equal(t, "the key in the struct", stored[C](t, db, "plants")[0], x.ID)
		}},
		{"Create(slice)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			xs := []plant[C]{{Name: "a"}, {Name: "b", Base: Base[C]{k.at(5)}}, {Name: "c"}}
			gormtest.Must(t, db.Create(&xs))
			gormtest.Equal(t, "the key that was set", xs[1].ID, k.at(5))
			for _, x := range xs {
				var y plant[C]
				gormtest.Must(t, db.First(&y, x.ID))
				gormtest.Equal(t, "row", y, x)
			}
		}},
		{"Create(slice of pointers)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			xs := []*plant[C]{{Name: "a"}, {Name: "b"}}
			gormtest.Must(t, db.Create(xs))
			gormtest.Equal(t, "rows", len(stored[C](t, db, "plants")), 2)
			gormtest.Equal(t, "the keys differ", xs[0].ID != xs[1].ID, true)
		}},
		{"Create(slice by value)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB { return db.Create([]plant[C]{{Name: "a"}}) })},
		{"Create(array)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB { return db.Create(&[2]plant[C]{{Name: "a"}, {Name: "b"}}) })},
		{"CreateInBatches", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			xs := make([]plant[C], 25)
			gormtest.Must(t, db.CreateInBatches(&xs, 10))
			gormtest.Equal(t, "rows", len(stored[C](t, db, "plants")), 25)
			for _, x := range xs {
				gormtest.Must(t, db.First(&plant[C]{}, x.ID))
			}
		}},
		{"Create(map)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Create(map[string]any{"name": "a"})
		})},
		{"Create(*map)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Create(&map[string]any{"name": "a"})
		})},
		{"Create([]map)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Create([]map[string]any{{"name": "a"}, {"Name": "b"}})
		})},
		{"Create(*[]map)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Create(&[]map[string]any{{"name": "a"}, {"Name": "b"}})
		})},
		{"Create(map with key)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			gormtest.Must(t, db.Model(&plant[C]{}).Create(map[string]any{"id": k.at(3), "name": "a"}))
			gormtest.Must(t, db.Model(&plant[C]{}).Create(map[string]any{"ID": k.at(4), "name": "b"}))
			c := k.at(5)
			gormtest.Must(t, db.Model(&plant[C]{}).Create(map[string]any{"ID": &c, "name": "c"}))
			gormtest.Equal(t, "rows", gormtest.Count(t, db.Where("id IN ?", []C{k.at(3), k.at(4), k.at(5)}), &plant[C]{}), 3)
		}},
		{"Create(map with unset key)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Create([]map[string]any{
				{"id": nil, "name": "a"}, {"ID": *new(C), "name": "b"}, {"ID": (*C)(nil), "name": "c"}, {"id": nil, "ID": *new(C), "name": "d"},
			})
		})},
		{"Select", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB { return db.Select("Name").Create(&plant[C]{Name: "a"}) })},
		{"Select.Create(map)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Model(&plant[C]{}).Select("Name").Create(map[string]any{"name": "a"})
		})},
		{"Omit(key)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			if err := db.Omit("ID").Create(&plant[C]{Name: "a"}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &plant[C]{}), 0)
		}},
		{"SkipHooks", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Session(&gorm.Session{SkipHooks: true}).Create(&plant[C]{Name: "a"})
		})},
		{"PrepareStmt", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB {
			return db.Session(&gorm.Session{PrepareStmt: true}).Create(&plant[C]{Name: "a"})
		})},
		{"transaction", generates[C](func(t *testing.T, db *gorm.DB) *gorm.DB {
			if err := db.Transaction(func(tx *gorm.DB) error { return tx.Create(&plant[C]{Name: "a"}).Error }); err != nil {
				t.Error(err)
			}
			return db
		})},
		{"Save", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB { return db.Save(&plant[C]{Name: "a"}) })},
		{"Save(slice)", generates[C](func(_ *testing.T, db *gorm.DB) *gorm.DB { return db.Save(&[]plant[C]{{Name: "a"}, {Name: "b"}}) })},
		{"Save(new key)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			gormtest.Must(t, db.Save(&plant[C]{Base[C]{k.at(9)}, "a"}))
			gormtest.Must(t, db.Save(&plant[C]{Base[C]{k.at(9)}, "b"}))
			var x plant[C]
			gormtest.Must(t, db.First(&x, k.at(9)))
			gormtest.Equal(t, "name", x.Name, "b")
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &plant[C]{}), 1)
		}},
		{"FirstOrCreate", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			var x, y plant[C]
			gormtest.Must(t, db.FirstOrCreate(&x, plant[C]{Name: "a"}))
			gormtest.Must(t, db.FirstOrCreate(&y, plant[C]{Name: "a"}))
			gormtest.Equal(t, "the second", y, x)
			gormtest.Equal(t, "the stored key", stored[C](t, db, "plants")[0], x.ID)
			var z plant[C]
			gormtest.Must(t, db.Where(plant[C]{Base: Base[C]{k.at(7)}}).Attrs(plant[C]{Name: "z"}).FirstOrCreate(&z))
			gormtest.Equal(t, "the key of the condition", z.ID, k.at(7))
		}},
		{"composite key", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			x := part[C]{Tenant: k.at(2), Name: "a"}
			gormtest.Must(t, db.Create(&x))
			gormtest.Equal(t, "the tenant", x.Tenant, k.at(2))
			var y part[C]
			gormtest.Must(t, db.First(&y, "id = ? AND tenant = ?", x.ID, x.Tenant))
			gormtest.Equal(t, "row", y, x)
			if err := db.Create(&part[C]{Name: "b"}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("a zero tenant: error %v", err)
			}
			if err := db.Create(&part[C]{ID: k.at(1), Name: "b"}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("a zero tenant: error %v", err)
			}
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &part[C]{}), 1)
			gormtest.Equal(t, "rows deleted", gormtest.Must(t, db.Delete(&x)).RowsAffected, 1)
		}},
		{"Unscoped(struct)", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			for _, v := range []any{&plant[C]{Name: "a"}, &[]plant[C]{{Name: "a"}}, []*plant[C]{{Name: "a"}}} {
				gormtest.Must(t, db.Unscoped().Create(v)) // the plugin fills the keys
			}
			gormtest.Equal(t, "keys", len(stored[C](t, db, "plants")), 3)
			gormtest.Must(t, db.Unscoped().Create(&plant[C]{Base[C]{k.at(3)}, "a"}))
			gormtest.Must(t, db.First(&plant[C]{}, k.at(3)))
		}},
		{"zero in another place", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for what, tx := range map[string]*gorm.DB{
				"Create":  db.Omit(clause.Associations).Create(&pet[C]{ID: k.at(rows + 1)}),
				"Update":  db.Model(&pet[C]{}).Where("id = ?", k.at(1)).Update("owner_id", *new(C)),
				"Updates": db.Model(&pet[C]{ID: k.at(1)}).Updates(map[string]any{"owner_id": new(C)}),
				"Select":  db.Select("OwnerID").Updates(&pet[C]{ID: k.at(1)}),
				"Save":    db.Save(&pet[C]{ID: k.at(1)}),
				"Exec":    db.Exec("UPDATE pets SET owner_id = ? WHERE id = ?", *new(C), k.at(1)),
				"INSERT":  db.Exec("INSERT INTO plants (id, name) VALUES (?, 'a')", *new(C)),
			} {
				if !errors.Is(tx.Error, id.ErrZero) {
					t.Errorf("%s: error %v", what, tx.Error)
				}
			}
			var p pet[C]
			gormtest.Must(t, db.First(&p, k.at(1)))
			gormtest.Equal(t, "the owner", p.OwnerID, k.at(1))
			gormtest.Equal(t, "pets", gormtest.Count(t, db, &pet[C]{}), rows)
			gormtest.Equal(t, "plants", gormtest.Count(t, db, &plant[C]{}), 0)
		}},
		{"duplicate key", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			if db.Create(&pet[C]{ID: k.at(1), OwnerID: k.at(1)}).Error == nil {
				t.Error("no error")
			}
		}},
		{"by value", func(t *testing.T, db *gorm.DB, k key[C]) {
			deleteAll[C](t, db)
			if err := db.Create(plant[C]{Name: "a"}).Error; !errors.Is(err, gorm.ErrInvalidValue) {
				t.Errorf("error %v", err)
			}
			gormtest.Must(t, db.Create(plant[C]{Base[C]{k.at(3)}, "a"}))
			gormtest.Must(t, db.First(&plant[C]{}, k.at(3)))
		}},
		{"DryRun", func(t *testing.T, db *gorm.DB, k key[C]) {
			x := plant[C]{Name: "a"}
			stmt := gormtest.Must(t, db.Session(&gorm.Session{DryRun: true}).Create(&x)).Statement
			literals := strings.Count(stmt.SQL.String(), "x'") // of SQLite
			gormtest.Equal(t, "arguments", len(stmt.Vars)+literals, 2)
			gormtest.Equal(t, "zero", x.ID.IsZero(), false)
		}},
	}
}

// returns reports whether the server gives back what it stored.
func returns(t *testing.T, db *gorm.DB) bool {
	t.Helper()
	if db.Dialector.Name() != "mysql" {
		return true
	}
	var version string
	gormtest.Must(t, db.Raw("SELECT VERSION()").Scan(&version))
	return strings.Contains(version, "MariaDB")
}
