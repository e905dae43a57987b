package operations_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// passing is a way in which a program passes IDs: in their column type, or plain, as a
// handler has them from Parse.
type passing struct {
	name string
	one  func(n int) any
	list func(ns ...int) any
}

func (k key[C]) passings() []passing {
	typed := func(ns ...int) any {
		list := make([]C, len(ns))
		for i, n := range ns {
			list[i] = k.at(n)
		}
		return list
	}
	list := []passing{
		{"column type", func(n int) any { return k.at(n) }, typed},
		{"pointer", func(n int) any { return pointer(k.at(n)) }, typed},
		{"plain", k.plain, k.plains},
		{"plain pointer", func(n int) any { return pointer(k.plain(n)) }, k.plains},
	}
	if k.name != "wiji_id" && k.name != "ulidflake_id" { // a pointer is the same to all keys
		list = slices.Delete(list[:3], 1, 2)
	}
	return list
}

// pointer returns a pointer to a copy of v.
func pointer(v any) any {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface()
}

// chosen are the numbers of rows that one ID selects, one for each passing.
var chosen = []int{1, 77, 128, rows}

// one runs a query by an ID, for an ID that is there and for one that is not.
func one[C columnType](query func(db *gorm.DB, x *owner[C], v any) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		for i, p := range k.passings() {
			var x owner[C]
			gormtest.Must(t, query(db, &x, p.one(chosen[i])))
			gormtest.Equal(t, p.name+": ID", x.ID, k.at(chosen[i]))
			gormtest.Equal(t, p.name+": name", x.Name, gormtest.Name(chosen[i]))
			x = owner[C]{}
			tx := query(db, &x, p.one(rows+1))
			if tx.Error != gorm.ErrRecordNotFound && (tx.Error != nil || tx.RowsAffected != 0) {
				t.Errorf("%s that is not there: %d rows, error %v", p.name, tx.RowsAffected, tx.Error)
			}
			gormtest.Equal(t, p.name+": ID of what is not there", x.ID.IsZero(), true)
		}
	}
}

// queryChecks look at the rows of sown, and leave them as they are.
func queryChecks[C columnType]() []scenario[C] {
	ids := func(k key[C]) []C { return []C{k.at(3), k.at(128), k.at(200)} }
	return []scenario[C]{
		{"First(id)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, v) })},
		{"First(= ?)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, "id = ?", v) })},
		{"First(map)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.First(x, map[string]any{"id": v}) })},
		{"Take(id)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Take(x, v) })},
		{"Last(id)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Last(x, v) })},
		{"Find(id)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Find(x, v) })},
		{"Find(= ?)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Limit(1).Find(x, "id = ?", v) })},
		{"Where(id)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where(v).First(x) })},
		{"Where(= ?)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id = ?", v).Take(x) })},
		{"Where(= (?))", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id = (?)", v).Take(x) })},
		{"Where(IN (?))", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id IN (?)", v).Take(x) })},
		{"Where(? =)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("? = owners.id", v).Take(x) })},
		{"Where(quoted)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("name <> 'it''s id =' AND owners.id=? AND name <> ?", v, "b").Take(x)
		})},
		{"Where(ID = ?)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("ID = ?", v).Take(x) })},
		{"Where(= @)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @id", map[string]any{"id": v}).Take(x)
		})},
		{"Where(= sql.Named)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @id OR id = @id", sql.Named("id", v)).Take(x)
		})},
		{"Where(= @ of struct)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = @ID AND name <> @Name", struct {
				ID   any
				Name string
			}{v, "a"}).Take(x)
		})},
		{"Where(column)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Where("id", v).Take(x) })},
		{"Where(map)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(map[string]any{"owners.id": v}).Take(x)
		})},
		{"Where(clause.Eq)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: v}).Take(x)
		})},
		{"Where(clause.IN)", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where(clause.IN{Column: "id", Values: []any{v, v}}).Take(x)
		})},
		{"Where(struct)", func(t *testing.T, db *gorm.DB, k key[C]) {
			for _, tx := range []*gorm.DB{db.Where(&owner[C]{ID: k.at(77)}), db.Where("1 = 1").Where(owner[C]{ID: k.at(77)})} {
				var x owner[C]
				gormtest.Must(t, tx.Take(&x))
				gormtest.Equal(t, "ID", x.ID, k.at(77))
			}
		}},
		{"Scopes", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Scopes(func(tx *gorm.DB) *gorm.DB { return tx.Where("id = ?", v) }).Take(x)
		})},
		{"gorm.G", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			var err error
			*x, err = gorm.G[owner[C]](db).Where("id = ?", v).Take(context.Background())
			return &gorm.DB{Error: err, Statement: db.Statement}
		})},
		{"Scan", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB { return db.Model(x).Where("id = ?", v).Scan(x) })},
		{"Raw", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Raw("SELECT * FROM owners WHERE id = ?", v).Scan(x)
		})},
		{"Table", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Table("owners AS o").Where("o.id = ?", v).Take(x)
		})},
		{"subquery", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&pet[C]{}).Select("owner_id").Where("id = ?", v)).Take(x)
		})},
		{"subquery by key", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Where("id = (?)", db.Model(&pet[C]{}).Select("owner_id").Where(v)).Take(x)
		})},
		{"subquery in a subquery", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			pets := db.Model(&pet[C]{}).Select("owner_id").Where("owner_id IN (?)", db.Model(&owner[C]{}).Select("id").Where(map[string]any{"id": v}))
			return db.Where("id IN (?)", pets).Take(x)
		})},
		{"Having", one(func(db *gorm.DB, x *owner[C], v any) *gorm.DB {
			return db.Model(x).Select("id, name").Group("id, name").Having("id = ?", v).Take(x)
		})},

		{"lists", func(t *testing.T, db *gorm.DB, k key[C]) {
			for _, p := range k.passings() {
				ids := p.list(3, 128, 200, 201)
				for what, tx := range map[string]*gorm.DB{
					"Where(ids)":         db.Where(ids),
					"IN ?":               db.Where("id IN ?", ids),
					"IN (?)":             db.Where("id IN (?)", ids),
					"IN (?, ?, ?)":       db.Where("id IN (?, ?, ?)", p.one(3), p.one(128), p.one(200)),
					"IN (?), mixed":      db.Where("id IN (?)", []any{p.one(3), k.plain(128), k.at(200)}),
					"= ? OR":             db.Where("id = ? OR id = ? OR id = ?", p.one(3), p.one(128), p.one(200)),
					"IN @":               db.Where("id IN @ids", sql.Named("ids", ids)),
					"IN (@)":             db.Where("id IN (@ids)", map[string]any{"ids": ids}),
					"column":             db.Where("id", ids),
					"column of a table":  db.Table("owners").Where("id", ids),
					"map":                db.Where(map[string]any{"id": ids}),
					"map, mixed":         db.Where(map[string]any{"owners.id": []any{p.one(3), k.plain(128), k.at(200)}}),
					"clause.Eq":          db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: ids}),
					"clause.Eq as ?":     db.Where("?", clause.Eq{Column: "id", Value: ids}),
					"pairs":              db.Where("(id, name) IN ?", [][]any{{p.one(3), gormtest.Name(3)}, {p.one(4), gormtest.Name(4)}, {p.one(5), gormtest.Name(5)}, {p.one(6), gormtest.Name(7)}}),
					"Or":                 db.Where(p.one(3)).Or(p.one(128)).Or("id = ?", p.one(200)),
					"Or(struct)":         db.Where(p.list(3, 128)).Or(&owner[C]{ID: k.at(200)}),
					"group":              db.Where(db.Where("id = ?", p.one(3)).Or(db.Where(p.one(128)).Or(map[string]any{"id": p.one(200)}))),
					"range":              db.Where("id > ? AND id <= ?", p.one(3), p.one(6)),
					"BETWEEN":            db.Where("id BETWEEN ? AND ?", p.one(4), p.one(6)),
					"BETWEEN @":          db.Where("id BETWEEN @from AND @to", map[string]any{"from": p.one(4), "to": p.one(6)}),
					"clause.Gt and Lte":  db.Where(clause.Gt{Column: "id", Value: p.one(3)}, clause.Lte{Column: "id", Value: p.one(6)}),
					"clause.Gte and Lt":  db.Where(clause.And(clause.Gte{Column: "id", Value: p.one(4)}, clause.Lt{Column: "id", Value: p.one(7)})),
					"expression as ?":    db.Where("? OR ?", clause.IN{Column: "id", Values: []any{p.one(3), p.one(128)}}, clause.Eq{Column: "id", Value: p.one(200)}),
					"pets' owners":       db.Where("id IN (?)", db.Model(&pet[C]{}).Select("owner_id").Where("owner_id IN ?", ids)),
					"a known table name": db.Joins("JOIN pets AS p ON p.owner_id = owners.id AND p.id <> ?", p.one(9)).Where("p.id IN ?", ids),
				} {
					var xs []owner[C]
					if err := tx.Find(&xs).Error; err != nil || len(xs) != 3 {
						t.Errorf("%s, %s: %d rows, error %v", p.name, what, len(xs), err)
					}
				}
				var xs []owner[C]
				gormtest.Must(t, db.Find(&xs, ids))
				gormtest.Equal(t, p.name+": Find(&xs, ids)", len(xs), 3)
				gormtest.Equal(t, p.name+": no IDs", gormtest.Count(t, db.Where("id IN ?", p.list()), &owner[C]{}), 0)
			}
			gormtest.Equal(t, "array", gormtest.Count(t, db.Where("id IN ?", [2]C{k.at(3), k.at(4)}), &owner[C]{}), 2)
		}},
		{"negations", func(t *testing.T, db *gorm.DB, k key[C]) {
			for _, p := range k.passings() {
				ids := p.list(3, 128, 200, 201)
				for what, tx := range map[string]*gorm.DB{
					"Not([]id)":        db.Not(ids),
					"Not(column)":      db.Not("id", ids),
					"Not(map)":         db.Not(map[string]any{"id": ids}),
					"Not(IN)":          db.Not("id IN ?", ids),
					"NOT IN ?":         db.Where("id NOT IN ?", ids),
					"NOT IN (?)":       db.Where("id NOT IN (?)", ids),
					"NOT IN (?, ?, ?)": db.Where("id NOT IN (?, ?, ?)", p.one(3), p.one(128), p.one(200)),
					"Not(id)":          db.Not(p.one(3)).Not("id = ?", p.one(128)).Not(map[string]any{"id": p.one(200)}),
					"<> ?":             db.Where("id <> ? AND id != ? AND NOT id = ?", p.one(3), p.one(128), p.one(200)),
					"NOT BETWEEN":      db.Where("id NOT BETWEEN ? AND ?", p.one(11), p.one(13)),
					"clause.Neq":       db.Where(clause.Neq{Column: "id", Value: p.one(1)}).Where(clause.Neq{Column: "id", Value: p.list(2, 3)}),
				} {
					gormtest.Equal(t, p.name+", "+what, gormtest.Count(t, tx, &owner[C]{}), rows-3)
				}
			}
		}},
		{"zero and nil", func(t *testing.T, db *gorm.DB, k key[C]) {
			for _, v := range []any{k.at(1), k.plain(1)} {
				zero := reflect.Zero(reflect.TypeOf(v)).Interface()
				gormtest.Equal(t, "zero", gormtest.Count(t, db.Where("id = ?", zero), &owner[C]{}), 0)
				gormtest.Equal(t, "zero key", gormtest.Count(t, db.Where(zero), &owner[C]{}), 0)
				null := reflect.Zero(reflect.PointerTo(reflect.TypeOf(zero))).Interface()
				gormtest.Equal(t, "nil pointer", gormtest.Count(t, db.Where("boss_id = ?", null), &owner[C]{}), 0)
				gormtest.Equal(t, "nil pointer in a map", gormtest.Count(t, db.Where(map[string]any{"boss_id": null}), &owner[C]{}), rows)
			}
		}},
		{"conditions of joins", func(t *testing.T, db *gorm.DB, k key[C]) {
			for _, p := range k.passings() {
				ids := p.list(3, 128, 200, 201)
				for what, tx := range map[string]*gorm.DB{
					"InnerJoins, map":    db.InnerJoins("Owner", db.Where(map[string]any{"id": ids})),
					"InnerJoins, SQL":    db.InnerJoins("Owner", db.Where("Owner.id IN ?", ids)),
					"InnerJoins, name":   db.InnerJoins("Owner", db.Where("\"Owner\".id IN @ids", sql.Named("ids", ids))),
					"InnerJoins, Not":    db.InnerJoins("Owner", db.Not(map[string]any{"id": p.one(7)})).Where("pets.id IN ?", ids),
					"InnerJoins, struct": db.InnerJoins("Owner", db.Where(&owner[C]{Name: gormtest.Name(3)}).Or(map[string]any{"id": p.list(128, 200)})),
					"Joins":              db.Joins("Owner").Where(map[string]any{"Owner.id": ids}),
					"Joins in SQL":       db.Joins("JOIN owners o ON o.id = pets.owner_id AND o.id IN ?", ids),
					"Joins in SQL, @":    db.Joins("JOIN owners ON owners.id = pets.owner_id AND owners.id IN @ids", map[string]any{"ids": ids}),
					"Joins in SQL, own":  db.Joins("JOIN owners ON owners.id = pets.owner_id AND pets.id IN (?)", ids),
				} {
					if name := db.Name(); what == "InnerJoins, SQL" && name == "postgres" || what == "InnerJoins, name" && name == "mysql" {
						continue // their quotes are others
					}
					var xs []pet[C]
					if err := tx.Find(&xs).Error; err != nil || len(xs) != 3 {
						t.Errorf("%s, %s: %d rows, error %v", p.name, what, len(xs), err)
					}
				}
				for what, tx := range map[string]*gorm.DB{
					"Preload, SQL":      db.Preload("Pets", "id IN ?", ids),
					"Preload, map":      db.Preload("Pets", map[string]any{"id": ids}),
					"Preload, function": db.Preload("Pets", func(tx *gorm.DB) *gorm.DB { return tx.Where(ids) }),
				} {
					var xs []owner[C]
					n := 0
					gormtest.Must(t, tx.Find(&xs))
					for _, x := range xs {
						n += len(x.Pets)
					}
					gormtest.Equal(t, p.name+", "+what, n, 3)
				}
				var xs []pet[C]
				if err := db.Model(&owner[C]{ID: k.at(7)}).Association("Pets").Find(&xs, "id = ?", p.one(7)); err != nil || len(xs) != 1 {
					t.Errorf("%s, association: %d rows, error %v", p.name, len(xs), err)
				}
			}
		}},
		{"shared session", func(t *testing.T, db *gorm.DB, k key[C]) {
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

		{"order", func(t *testing.T, db *gorm.DB, k key[C]) {
			var got []C
			gormtest.Must(t, db.Model(&owner[C]{}).Order("id DESC").Pluck("id", &got))
			slices.Reverse(got)
			for i, c := range got {
				gormtest.Equal(t, "ID in order", c, k.at(i+1))
			}
			gormtest.Equal(t, "rows", len(got), rows)
		}},
		{"Pluck(pointers)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var got []*C
			gormtest.Must(t, db.Model(&owner[C]{}).Where("id IN ?", ids(k)).Order("id").Pluck("id", &got))
			gormtest.Equal(t, "rows", len(got), 3)
			gormtest.Equal(t, "ID", *got[1], k.at(128))
			if err := db.Model(&owner[C]{}).Pluck("boss_id", &got).Error; !errors.Is(err, sqltype.ErrNull) {
				t.Errorf("NULL: error %v", err) // GORM has no place for it even here
			}
		}},
		{"Scan(&one)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var c C
			gormtest.Must(t, db.Model(&owner[C]{}).Select("id").Where("name = ?", gormtest.Name(128)).Scan(&c))
			gormtest.Equal(t, "ID", c, k.at(128))
			gormtest.Must(t, db.Raw("SELECT id FROM pets WHERE name = ?", gormtest.Name(127)).Scan(&c))
			gormtest.Equal(t, "ID of Raw", c, k.at(127))
		}},
		{"Scan(&one) of NULL", func(t *testing.T, db *gorm.DB, k key[C]) {
			c := k.at(1)
			if err := db.Model(&owner[C]{}).Select("boss_id").Where("id = ?", k.at(3)).Scan(&c).Error; err == nil {
				t.Errorf("NULL became %v with no error", c)
			}
		}},
		{"Scan(&many)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var cs []C
			gormtest.Must(t, db.Model(&owner[C]{}).Select("id").Order("id").Scan(&cs))
			gormtest.Equal(t, "rows", len(cs), rows)
			gormtest.Equal(t, "the last", cs[len(cs)-1], k.at(rows))
		}},
		{"Rows", func(t *testing.T, db *gorm.DB, k key[C]) {
			rs, err := db.Model(&owner[C]{}).Where(ids(k)).Order("id").Rows()
			if err != nil {
				t.Fatal(err)
			}
			defer rs.Close()
			for _, want := range ids(k) {
				var x owner[C]
				if !rs.Next() {
					t.Fatal("too few rows")
				}
				if err := db.ScanRows(rs, &x); err != nil {
					t.Fatal(err)
				}
				gormtest.Equal(t, "ID", x.ID, want)
			}
			if err := rs.Err(); err != nil {
				t.Fatal(err)
			}
		}},
		{"Row", func(t *testing.T, db *gorm.DB, k key[C]) {
			var c C
			var null *C
			row := db.Model(&owner[C]{}).Select("id", "boss_id").Where("id = ?", k.at(128)).Row()
			if err := row.Scan(any(&c).(sql.Scanner), &null); err != nil {
				t.Fatal(err)
			}
			gormtest.Equal(t, "ID", c, k.at(128))
			gormtest.Equal(t, "NULL", null, nil)
		}},
		{"FindInBatches", func(t *testing.T, db *gorm.DB, k key[C]) {
			var batch []owner[C]
			seen := map[C]bool{}
			gormtest.Must(t, db.FindInBatches(&batch, 30, func(*gorm.DB, int) error {
				for _, x := range batch {
					seen[x.ID] = true
				}
				return nil
			}))
			gormtest.Equal(t, "rows", len(seen), rows)
		}},
		{"Count(distinct)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var n int64
			gormtest.Must(t, db.Model(&pet[C]{}).Distinct("owner_id").Where("owner_id IN ?", ids(k)).Count(&n))
			gormtest.Equal(t, "rows", n, 3)
		}},
		{"Find(map)", func(t *testing.T, db *gorm.DB, k key[C]) {
			m := map[string]any{}
			gormtest.Must(t, db.Model(&owner[C]{}).Where("id = ?", k.at(4)).Take(&m))
			gormtest.Equal(t, "name", m["name"], any(gormtest.Name(4)))
		}},
	}
}
