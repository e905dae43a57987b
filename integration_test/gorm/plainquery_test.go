package gorm_test

import (
	"context"
	"database/sql"
	"reflect"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// onePlain is one for a query by a plain ID.
func onePlain[C columnType](query func(db *gorm.DB, x *owner[C], v any) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return oneOf(func(db *gorm.DB, x *owner[C], k key[C], n int) *gorm.DB { return query(db, x, k.plain(n)) })
}

// pointer returns a pointer to a copy of v.
func pointer(v any) any {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface()
}

// plainChecks look for rows by plain IDs, as a handler has them from Parse.
func plainChecks[C columnType]() []scenario[C] {
	ids := func(k key[C]) any { return k.plains(3, 128, 200, 201) }
	return []scenario[C]{
		{"plain First(id)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, v) })},
		{"plain First(pointer)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, pointer(v)) })},
		{"plain First(= ?)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, "id = ?", v) })},
		{"plain First(map)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, map[string]any{"id": v}) })},
		{"plain Take(id)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Take(x, v) })},
		{"plain Last(id)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Last(x, v) })},
		{"plain Find(id)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Find(x, v) })},
		{"plain Where(id)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where(v).First(x) })},
		{"plain Where(= ?)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id = ?", v).Take(x) })},
		{"plain Where(= ?, pointer)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id = ?", pointer(v)).Take(x) })},
		{"plain Where(= (?))", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id = (?)", v).Take(x) })},
		{"plain Where(IN (?))", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id IN (?)", v).Take(x) })},
		{"plain Where(? =)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("? = owners.id", v).Take(x) })},
		{"plain Where(quoted)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("name <> 'it''s id =' AND owners.id=? AND name <> ?", v, "b").Take(x)
		})},
		{"plain Where(ID = ?)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("ID = ?", v).Take(x) })},
		{"plain Where(= @)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @id", map[string]any{"id": v}).Take(x)
		})},
		{"plain Where(= sql.Named)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @id OR id = @id", sql.Named("id", v)).Take(x)
		})},
		{"plain Where(= @ of struct)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @ID AND name <> @Name", struct {
				ID   any
				Name string
			}{v, "a"}).Take(x)
		})},
		{"plain Where(column)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id", v).Take(x) })},
		{"plain Where(map)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(map[string]any{"owners.id": v}).Take(x)
		})},
		{"plain Where(map of pointer)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(map[string]any{"id": pointer(v)}).Take(x)
		})},
		{"plain Where(clause.Eq)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: v}).Take(x)
		})},
		{"plain Where(clause.IN)", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(clause.IN{Column: "id", Values: []any{v, pointer(v)}}).Take(x)
		})},
		{"plain Scopes", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Scopes(func(tx *gorm.DB) *gorm.DB { return tx.Where("id = ?", v) }).Take(x)
		})},
		{"plain gorm.G", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			var err error
			*x, err = gorm.G[owner[C]](db).Where("id = ?", v).Take(context.Background())
			return &gorm.DB{Error: err, Statement: db.Statement}
		})},
		{"plain Scan", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Model(x).Where("id = ?", v).Scan(x) })},
		{"plain Table", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Table("owners AS o").Where("o.id = ?", v).Take(x)
		})},
		{"plain subquery", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&pet[C]{}).Select("owner_id").Where("id = ?", v)).Take(x)
		})},
		{"plain subquery by key", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = (?)", db.Model(&pet[C]{}).Select("owner_id").Where(v)).Take(x)
		})},
		{"plain subquery in a subquery", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			pets := db.Model(&pet[C]{}).Select("owner_id").Where("owner_id IN (?)", db.Model(&owner[C]{}).Select("id").Where(map[string]any{"id": v}))
			return db.Where("id IN (?)", pets).Take(x)
		})},
		{"plain Having", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Model(x).Select("id, name").Group("id, name").Having("id = ?", v).Take(x)
		})},
		{"plain FirstOrInit", onePlain(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Limit(1).Find(x, "id = ?", v) })},

		{"plain Find(&xs, []id)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var xs []owner[C]
			must(t, db.Find(&xs, ids(k)))
			equal(t, "rows", len(xs), 3)
		}},
		{"plain lists", func(t *testing.T, db *gorm.DB, k key[C]) {
			mixed := []any{k.plain(3), pointer(k.plain(128)), k.at(200)}
			for what, tx := range map[string]*gorm.DB{
				"Where(ids)":         db.Where(ids(k)),
				"Where(pointer)":     db.Where(pointer(ids(k))),
				"IN ?":               db.Where("id IN ?", ids(k)),
				"IN ?, pointer":      db.Where("id IN ?", pointer(ids(k))),
				"IN (?)":             db.Where("id IN (?)", ids(k)),
				"IN (?, ?, ?)":       db.Where("id IN (?, ?, ?)", mixed...),
				"IN (?), mixed":      db.Where("id IN (?)", mixed),
				"= ? OR":             db.Where("id = ? OR id = ? OR id = ?", mixed...),
				"IN @":               db.Where("id IN @ids", sql.Named("ids", ids(k))),
				"IN (@)":             db.Where("id IN (@ids)", map[string]any{"ids": ids(k)}),
				"IN (?), pointer":    db.Where("id IN (?)", pointer(ids(k))),
				"column":             db.Where("id", ids(k)),
				"column, pointer":    db.Where("id", pointer(ids(k))),
				"map, pointer":       db.Where(map[string]any{"id": pointer(ids(k))}),
				"clause.Eq":          db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: ids(k)}),
				"clause.Eq as ?":     db.Where("?", clause.Eq{Column: "id", Value: ids(k)}),
				"column of a table":  db.Table("owners").Where("id", ids(k)),
				"map":                db.Where(map[string]any{"id": ids(k)}),
				"map, mixed":         db.Where(map[string]any{"owners.id": mixed}),
				"Or":                 db.Where(k.plain(3)).Or(k.plain(128)).Or("id = ?", k.plain(200)),
				"group":              db.Where(db.Where("id = ?", k.plain(3)).Or(db.Where(k.plain(128)).Or(map[string]any{"id": k.plain(200)}))),
				"range":              db.Where("id > ? AND id <= ?", k.plain(3), k.plain(6)),
				"BETWEEN":            db.Where("id BETWEEN ? AND ?", k.plain(4), k.plain(6)),
				"BETWEEN @":          db.Where("id BETWEEN @from AND @to", map[string]any{"from": k.plain(4), "to": k.plain(6)}),
				"clause.Gt and Lte":  db.Where(clause.Gt{Column: "id", Value: k.plain(3)}, clause.Lte{Column: "id", Value: k.plain(6)}),
				"clause.Gte and Lt":  db.Where(clause.And(clause.Gte{Column: "id", Value: k.plain(4)}, clause.Lt{Column: "id", Value: k.plain(7)})),
				"expression as ?":    db.Where("? OR ?", clause.IN{Column: "id", Values: mixed[:2]}, clause.Eq{Column: "id", Value: k.plain(200)}),
				"pets' owners":       db.Where("id IN (?)", db.Model(&pet[C]{}).Select("owner_id").Where("owner_id IN ?", ids(k))),
				"a known table name": db.Joins("JOIN pets AS p ON p.owner_id = owners.id AND p.id <> ?", k.plain(9)).Where("p.id IN ?", ids(k)),
			} {
				var xs []owner[C]
				if err := tx.Find(&xs).Error; err != nil || len(xs) != 3 {
					t.Errorf("%s: %d rows, error %v", what, len(xs), err)
				}
			}
			if want := []any{k.plain(3), mixed[1], k.at(200)}; !reflect.DeepEqual(mixed, want) {
				t.Errorf("the caller's list is %v", mixed)
			}
		}},
		{"plain negations", func(t *testing.T, db *gorm.DB, k key[C]) {
			for what, tx := range map[string]*gorm.DB{
				"Not([]id)":        db.Not(ids(k)),
				"Not(column)":      db.Not("id", ids(k)),
				"Not(pointer)":     db.Not("id IN ?", pointer(ids(k))),
				"Not(map)":         db.Not(map[string]any{"id": ids(k)}),
				"Not(IN)":          db.Not("id IN ?", ids(k)),
				"NOT IN ?":         db.Where("id NOT IN ?", ids(k)),
				"NOT IN (?)":       db.Where("id NOT IN (?)", ids(k)),
				"NOT IN (?, ?, ?)": db.Where("id NOT IN (?, ?, ?)", k.plain(3), k.plain(128), k.plain(200)),
				"Not(id)":          db.Not(k.plain(3)).Not("id = ?", k.plain(128)).Not(map[string]any{"id": k.plain(200)}),
				"<> ?":             db.Where("id <> ? AND id != ? AND NOT id = ?", k.plain(3), k.plain(128), k.plain(200)),
				"NOT BETWEEN":      db.Where("id NOT BETWEEN ? AND ?", k.plain(11), k.plain(13)),
				"clause.Neq":       db.Where(clause.Neq{Column: "id", Value: k.plain(1)}).Where(clause.Neq{Column: "id", Value: k.plains(2, 3)}),
			} {
				equal(t, what, count(t, tx, &owner[C]{}), rows-3)
			}
		}},
		{"plain zero and nil", func(t *testing.T, db *gorm.DB, k key[C]) {
			zero := reflect.Zero(reflect.TypeOf(k.plain(1))).Interface()
			equal(t, "zero", count(t, db.Where("id = ?", zero), &owner[C]{}), 0)
			equal(t, "zero key", count(t, db.Where(zero), &owner[C]{}), 0)
			equal(t, "no IDs", count(t, db.Where("id IN ?", k.plains()), &owner[C]{}), 0)
			null := reflect.Zero(reflect.PointerTo(reflect.TypeOf(zero))).Interface()
			equal(t, "nil pointer", count(t, db.Where("boss_id = ?", null), &owner[C]{}), 0)
			equal(t, "nil pointer in a map", count(t, db.Where(map[string]any{"boss_id": null}), &owner[C]{}), rows)
		}},
		{"plain conditions of joins", func(t *testing.T, db *gorm.DB, k key[C]) {
			for what, tx := range map[string]*gorm.DB{
				"InnerJoins, map":   db.InnerJoins("Owner", db.Where(map[string]any{"id": ids(k)})),
				"InnerJoins, SQL":   db.InnerJoins("Owner", db.Where("Owner.id IN ?", ids(k))),
				"InnerJoins, name":  db.InnerJoins("Owner", db.Where("\"Owner\".id IN @ids", sql.Named("ids", ids(k)))),
				"InnerJoins, Not":   db.InnerJoins("Owner", db.Not(map[string]any{"id": k.plain(7)})).Where("pets.id IN ?", ids(k)),
				"Joins":             db.Joins("Owner").Where(map[string]any{"Owner.id": ids(k)}),
				"Joins in SQL":      db.Joins("JOIN owners o ON o.id = pets.owner_id AND o.id IN ?", ids(k)),
				"Joins in SQL, @":   db.Joins("JOIN owners ON owners.id = pets.owner_id AND owners.id IN @ids", map[string]any{"ids": ids(k)}),
				"Joins in SQL, own": db.Joins("JOIN owners ON owners.id = pets.owner_id AND pets.id IN (?)", ids(k)),
			} {
				if name := db.Name(); what == "InnerJoins, SQL" && name == "postgres" || what == "InnerJoins, name" && name == "mysql" {
					continue // their quotes are others
				}
				var xs []pet[C]
				if err := tx.Find(&xs).Error; err != nil || len(xs) != 3 {
					t.Errorf("%s: %d rows, error %v", what, len(xs), err)
				}
			}
		}},
		{"plain conditions of Preload", func(t *testing.T, db *gorm.DB, k key[C]) {
			for what, tx := range map[string]*gorm.DB{
				"SQL":      db.Preload("Pets", "id IN ?", ids(k)),
				"map":      db.Preload("Pets", map[string]any{"id": ids(k)}),
				"function": db.Preload("Pets", func(tx *gorm.DB) *gorm.DB { return tx.Where(ids(k)) }),
			} {
				var xs []owner[C]
				n := 0
				must(t, tx.Find(&xs))
				for _, x := range xs {
					n += len(x.Pets)
				}
				equal(t, what, n, 3)
			}
		}},
		{"plain condition of an association", func(t *testing.T, db *gorm.DB, k key[C]) {
			var xs []pet[C]
			if err := db.Model(&owner[C]{ID: k.at(7)}).Association("Pets").Find(&xs, "id = ?", k.plain(7)); err != nil || len(xs) != 1 {
				t.Errorf("%d rows, error %v", len(xs), err)
			}
		}},
		{"plain IDs in a shared session", func(t *testing.T, db *gorm.DB, k key[C]) {
			list := []any{k.plain(7), k.plain(8)}
			condition := map[string]any{"id": list}
			shared := db.InnerJoins("Owner", db.Where(condition)).Where("pets.id IN ?", list).Session(&gorm.Session{})
			done := make(chan error)
			for range 4 {
				go func() {
					var xs []pet[C]
					err := shared.Find(&xs).Error
					if err == nil && len(xs) != 2 {
						err = gorm.ErrRecordNotFound
					}
					done <- err
				}()
			}
			for range 4 {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
			if want := []any{k.plain(7), k.plain(8)}; !reflect.DeepEqual(list, want) || !reflect.DeepEqual(condition["id"], any(want)) {
				t.Errorf("the caller's list is %v", list)
			}
		}},
	}
}

// plainDeleteChecks delete and change rows by plain IDs.
func plainDeleteChecks[C columnType]() []scenario[C] {
	removes := func(statement func(db *gorm.DB, v any) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
		return leavesOthers(func(db *gorm.DB, k key[C], n int) *gorm.DB { return statement(db, k.plain(n)) })
	}
	return []scenario[C]{
		{"plain Delete(id)", removes(func(db *gorm.DB, v any) *gorm.DB { return db.Delete(&pet[C]{}, v) })},
		{"plain Delete(= ?)", removes(func(db *gorm.DB, v any) *gorm.DB { return db.Delete(&pet[C]{}, "id = ?", v) })},
		{"plain Delete(IN (?))", removes(func(db *gorm.DB, v any) *gorm.DB { return db.Where("id IN (?)", v).Delete(&pet[C]{}) })},
		{"plain Delete(map)", removes(func(db *gorm.DB, v any) *gorm.DB { return db.Where(map[string]any{"id": v}).Delete(&pet[C]{}) })},
		{"plain Delete([]id)", leavesOthers(func(db *gorm.DB, k key[C], n int) *gorm.DB { return db.Delete(&pet[C]{}, k.plains(n)) })},
		{"plain Delete(subquery)", removes(func(db *gorm.DB, v any) *gorm.DB {
			return db.Where("owner_id IN (?)", db.Model(&owner[C]{}).Select("id").Where("id = ?", v)).Delete(&pet[C]{})
		})},
		{"plain Updates", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for _, set := range []func() *gorm.DB{
				func() *gorm.DB { return db.Model(&pet[C]{}).Where(k.plain(9)).Update("name", "changed") },
				func() *gorm.DB {
					return db.Model(&pet[C]{}).Where("id = ?", k.plain(10)).Updates(map[string]any{"name": "changed"})
				},
				func() *gorm.DB {
					return db.Where(map[string]any{"id": k.plain(11)}).Updates(&pet[C]{Name: "changed"})
				},
			} {
				equal(t, "rows affected", must(t, set()).RowsAffected, 1)
			}
			equal(t, "rows changed", count(t, db.Where("name = ?", "changed"), &pet[C]{}), 3)
		}},
		{"plain soft delete", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			equal(t, "rows affected", must(t, db.Delete(&owner[C]{}, k.plain(128))).RowsAffected, 1)
			equal(t, "rows affected", must(t, db.Delete(&owner[C]{}, k.plains(7, 8))).RowsAffected, 2)
			equal(t, "rows left", count(t, db, &owner[C]{}), rows-3)
			missing(t, db.First(&owner[C]{}, k.plain(128)))
		}},
		{"plain FirstOrCreate", func(t *testing.T, db *gorm.DB, k key[C]) {
			sown(t, db, k)
			for range 2 {
				var x pet[C]
				must(t, db.Where(map[string]any{"id": k.plain(rows + 1), "owner_id": k.plain(7)}).FirstOrCreate(&x))
				equal(t, "ID", x.ID, k.at(rows+1))
				equal(t, "owner", x.OwnerID, k.at(7))
			}
			equal(t, "rows", count(t, db, &pet[C]{}), rows+1)
		}},
	}
}
