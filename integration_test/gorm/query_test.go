package gorm_test

import (
	"database/sql"
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// listed runs a query for several owners and looks at their number.
func listed[C columnType](want int, query func(*gorm.DB, key[C]) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		var xs []owner[C]
		must(t, query(db, k).Find(&xs))
		equal(t, "rows", len(xs), want)
	}
}

// one runs a query by an ID, once for an ID that is there and once for one that is
// not.
func one[C columnType](query func(db *gorm.DB, x *owner[C], c C) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return oneOf(func(db *gorm.DB, x *owner[C], k key[C], n int) *gorm.DB { return query(db, x, k.at(n)) })
}

// oneOf is one for a query by the number of an ID.
func oneOf[C columnType](query func(db *gorm.DB, x *owner[C], k key[C], n int) *gorm.DB) func(*testing.T, *gorm.DB, key[C]) {
	return func(t *testing.T, db *gorm.DB, k key[C]) {
		for _, n := range []int{1, 77, 128, rows} {
			var x owner[C]
			must(t, query(db, &x, k, n))
			equal(t, "ID", x.ID, k.at(n))
			equal(t, "name", x.Name, name(n))
		}
		var x owner[C]
		tx := query(db, &x, k, rows+1)
		if tx.Error != gorm.ErrRecordNotFound && tx.RowsAffected != 0 {
			t.Errorf("an ID that is not there: %d rows, error %v", tx.RowsAffected, tx.Error)
		}
		equal(t, "ID of what is not there", x.ID.IsZero(), true)
	}
}

// queryChecks look at the rows of sown, and leave them as they are.
func queryChecks[C columnType]() []scenario[C] {
	ids := func(k key[C]) []C { return []C{k.at(3), k.at(128), k.at(200), k.at(201)} }
	return []scenario[C]{
		{"First(id)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.First(x, c) })},
		{"First(pointer)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.First(x, &c) })},
		{"Take(id)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Take(x, c) })},
		{"Last(id)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Last(x, c) })},
		{"Find(id)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Find(x, c) })},
		{"Where(id)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where(c).First(x) })},
		{"Where(= ?)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where("id = ?", c).Take(x) })},
		{"Where(= (?))", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where("id = (?)", c).Take(x) })},
		{"Where(= @)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB {
			return db.Where("id = @id", map[string]any{"id": c}).Take(x)
		})},
		{"Where(= sql.Named)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB {
			return db.Where("id = @id", sql.Named("id", c)).Take(x)
		})},
		{"Where(column)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where("id", c).Take(x) })},
		{"Where(map)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where(map[string]any{"id": c}).Take(x) })},
		{"Where(struct)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where(&owner[C]{ID: c}).Take(x) })},
		{"First(struct with key)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Where("1 = 1").First(x, owner[C]{ID: c}) })},
		{"Scan(struct)", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Model(x).Where("id = ?", c).Scan(x) })},
		{"Raw", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB {
			return db.Raw("SELECT * FROM owners WHERE id = ?", c).Scan(x)
		})},
		{"subquery", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB {
			return db.Where("id = (?)", db.Model(&pet[C]{}).Select("owner_id").Where("id = ?", c)).Take(x)
		})},
		{"FirstOrInit", one(func(db *gorm.DB, x *owner[C], c C) *gorm.DB { return db.Limit(1).Find(x, "id = ?", c) })},

		{"Find([]id)", listed(3, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where(ids(k)) })},
		{"Find(&xs, []id)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var xs []owner[C]
			must(t, db.Find(&xs, ids(k)))
			equal(t, "rows", len(xs), 3)
		}},
		{"Find(&xs, no id)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var xs []owner[C]
			must(t, db.Where("id IN ?", []C{}).Find(&xs))
			equal(t, "rows", len(xs), 0)
		}},
		{"Where(IN ?)", listed(3, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id IN ?", ids(k)) })},
		{"Where(IN (?))", listed(3, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id IN (?)", ids(k)) })},
		{"Where(IN ?, one)", listed(1, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id IN ?", ids(k)[:1]) })},
		{"Where(IN array)", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id IN ?", [2]C(ids(k))) })},
		{"Where(map of []id)", listed(3, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where(map[string]any{"id": ids(k)}) })},
		{"Where(pairs)", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB {
			return db.Where("(id, name) IN ?", [][]any{{k.at(3), name(3)}, {k.at(4), name(4)}, {k.at(5), name(6)}})
		})},
		{"Not(id)", listed(rows-1, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Not(k.at(128)) })},
		{"Not([]id)", listed(rows-3, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Not(ids(k)) })},
		{"Not(= ?)", listed(rows-1, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Not("id = ?", k.at(128)) })},
		{"Not(map)", listed(rows-1, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Not(map[string]any{"id": k.at(128)}) })},
		{"Or(id)", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where(k.at(7)).Or(k.at(128)) })},
		{"Or(= ?)", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id = ?", k.at(7)).Or("id = ?", k.at(128)) })},
		{"Or(struct)", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where(k.at(7)).Or(&owner[C]{ID: k.at(128)}) })},
		{"group", listed(2, func(db *gorm.DB, k key[C]) *gorm.DB {
			return db.Where(db.Where("id = ?", k.at(7)).Or(k.at(128))).Where("name <> ?", "")
		})},
		{"range", listed(10, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id >= ? AND id < ?", k.at(11), k.at(21)) })},
		{"BETWEEN", listed(11, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id BETWEEN ? AND ?", k.at(11), k.at(21)) })},
		{"clause.Eq", listed(1, func(db *gorm.DB, k key[C]) *gorm.DB {
			return db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: k.at(9)})
		})},
		{"zero ID", listed(0, func(db *gorm.DB, k key[C]) *gorm.DB { return db.Where("id = ?", *new(C)) })},

		{"order", func(t *testing.T, db *gorm.DB, k key[C]) {
			var got []C
			must(t, db.Model(&owner[C]{}).Order("id DESC").Pluck("id", &got))
			slices.Reverse(got)
			for i, c := range got {
				equal(t, "ID in order", c, k.at(i+1))
			}
			equal(t, "rows", len(got), rows)
		}},
		{"Pluck(pointers)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var got []*C
			must(t, db.Model(&owner[C]{}).Where("id IN ?", ids(k)).Order("id").Pluck("id", &got))
			equal(t, "rows", len(got), 3)
			equal(t, "ID", *got[1], k.at(128))
			if err := db.Model(&owner[C]{}).Pluck("boss_id", &got).Error; !errors.Is(err, sqltype.ErrNull) {
				t.Errorf("NULL: error %v", err) // GORM has no place for it even here
			}
		}},
		{"Scan(&one)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var c C
			must(t, db.Model(&owner[C]{}).Select("id").Where("name = ?", name(128)).Scan(&c))
			equal(t, "ID", c, k.at(128))
			must(t, db.Raw("SELECT id FROM pets WHERE name = ?", name(127)).Scan(&c))
			equal(t, "ID of Raw", c, k.at(127))
		}},
		{"Scan(&one) of NULL", func(t *testing.T, db *gorm.DB, k key[C]) {
			c := k.at(1)
			if err := db.Model(&owner[C]{}).Select("boss_id").Where("id = ?", k.at(3)).Scan(&c).Error; err == nil {
				t.Errorf("NULL became %v with no error", c)
			}
		}},
		{"Scan(&many)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var cs []C
			must(t, db.Model(&owner[C]{}).Select("id").Order("id").Scan(&cs))
			equal(t, "rows", len(cs), rows)
			equal(t, "the last", cs[len(cs)-1], k.at(rows))
		}},
		{"Rows", func(t *testing.T, db *gorm.DB, k key[C]) {
			rs, err := db.Model(&owner[C]{}).Where(ids(k)).Order("id").Rows()
			if err != nil {
				t.Fatal(err)
			}
			defer rs.Close()
			for _, want := range ids(k)[:3] {
				var x owner[C]
				if !rs.Next() {
					t.Fatal("too few rows")
				}
				if err := db.ScanRows(rs, &x); err != nil {
					t.Fatal(err)
				}
				equal(t, "ID", x.ID, want)
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
			equal(t, "ID", c, k.at(128))
			equal(t, "NULL", null, nil)
		}},
		{"FindInBatches", func(t *testing.T, db *gorm.DB, k key[C]) {
			var batch []owner[C]
			seen := map[C]bool{}
			must(t, db.FindInBatches(&batch, 30, func(*gorm.DB, int) error {
				for _, x := range batch {
					seen[x.ID] = true
				}
				return nil
			}))
			equal(t, "rows", len(seen), rows)
		}},
		{"Count(distinct)", func(t *testing.T, db *gorm.DB, k key[C]) {
			var n int64
			must(t, db.Model(&pet[C]{}).Distinct("owner_id").Where("owner_id IN ?", ids(k)).Count(&n))
			equal(t, "rows", n, 3)
		}},
		{"Find(map)", func(t *testing.T, db *gorm.DB, k key[C]) {
			m := map[string]any{}
			must(t, db.Model(&owner[C]{}).Where("id = ?", k.at(4)).Take(&m))
			equal(t, "name", m["name"], any(name(4)))
		}},
	}
}
