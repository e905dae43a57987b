package plain_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type arrayOwner struct {
	ID   gormtype.ID[gormtest.BareUUID]
	Boss *gormtype.ID[gormtest.BareUUID]
	Name string `gorm:"size:20"`
}

// TestSmallNumbers: as many numbers of a byte as an ID has stay numbers, in models with and without IDs.
func TestSmallNumbers(t *testing.T) {
	type grid struct {
		ID                                             uint
		A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P uint8
	}
	type board struct {
		ID                                             gormtype.ID[gormtest.BareUUID]
		A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P uint8
	}
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&arrayOwner{}, &board{}), gormtype.Generator(gormtest.NewBare))
		if err := db.AutoMigrate(&grid{}, &board{}); err != nil {
			t.Fatal(err)
		}
		g, b := grid{A: 1, P: 16}, board{A: 1, P: 16}
		gormtest.Must(t, db.Create(&g))
		gormtest.Must(t, db.Create(&b))
		var gridRead grid
		var boardRead board
		gormtest.Must(t, db.First(&gridRead, g.ID))
		gormtest.Must(t, db.First(&boardRead, "id = ?", b.ID.V()))
		if gridRead != g || boardRead != b {
			t.Errorf("%+v, %+v", gridRead, boardRead)
		}
		var list []any
		for n := range 16 {
			list = append(list, uint8(n))
		}
		var n int64
		gormtest.Must(t, db.Model(&grid{}).Where("a IN ?", list).Count(&n))
		gormtest.Equal(t, "grids", n, 1)
		gormtest.Must(t, db.Model(&board{}).Where("a IN ?", list).Count(&n))
		gormtest.Equal(t, "boards", n, 1)
		row := map[string]any{}
		for name := range strings.SplitSeq("a b c d e f g h i j k l m n o p", " ") {
			row[name] = uint8(7)
		}
		gormtest.Must(t, db.Table("grids").Create(row))
		gormtest.Must(t, db.Table("grids").Where("p = ?", 7).Count(&n))
		gormtest.Equal(t, "a map", n, 1)
	})
}

// TestArrayID: GORM takes an ID that is an array and no Valuer, as the standard library's UUID, for a
// list of numbers behind a parenthesis and in a map.
func TestArrayID(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&arrayOwner{}), gormtype.Generator(gormtest.NewBare))
		if err := db.AutoMigrate(&arrayOwner{}); err != nil {
			t.Fatal(err)
		}
		a, b, c := gormtest.BareAt(1), gormtest.BareAt(2), gormtest.BareAt(3)
		gormtest.Must(t, db.Exec("INSERT INTO array_owners (id, boss, name) VALUES (?, ?, ?), (?, NULL, ?)", a, b, "a", b, "b"))
		gormtest.Must(t, db.Exec("INSERT INTO array_owners (id, boss, name) VALUES (@id, @boss, @name)", map[string]any{"id": c, "boss": b, "name": "c"}))
		for what, q := range map[string]*gorm.DB{
			"NULLIF":            db.Where("id = NULLIF(?, ?)", a, b),
			"COALESCE":          db.Where("COALESCE(?, boss) = id AND name = ?", a, "a"),
			"reversed":          db.Where("(? = id) AND (? <> id)", a, b),
			"a tuple":           db.Where("(id, boss) = (?, ?)", a, b),
			"named":             db.Where("id IN (@id) AND (@id = id)", map[string]any{"id": a}),
			"a list":            db.Where("id IN (?, ?) AND name = ?", a, b, "a"),
			"a subquery":        db.Where("(name = ?) AND id IN (?)", "a", db.Model(&arrayOwner{}).Select("id").Where("(? = boss) AND id <> ?", b, c)),
			"a map":             db.Where(map[string]any{"id": a, "boss": b}),
			"prepared":          db.Session(&gorm.Session{PrepareStmt: true}).Where("(? = id) AND name = ?", a, "a"),
			"no parentheses":    db.Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "CASE WHEN id = ? THEN 0 ELSE 1 END, name", Vars: []any{a}, WithoutParentheses: true}}),
			"two of them":       db.Where(clause.Expr{SQL: "id IN (?, ?) AND boss = ?", Vars: []any{a, b, b}, WithoutParentheses: true}).Where("name = ?", "a"),
			"after one of them": db.Where("(? = boss) AND (? = id)", b, a),
		} {
			var found []arrayOwner
			if tx := q.Find(&found); tx.Error != nil || len(found) == 0 || found[0].ID.V() != a || what != "no parentheses" && len(found) > 1 {
				t.Errorf("%s: %v, error %v", what, found, tx.Error)
			}
		}
		for what, q := range map[string]*gorm.DB{
			"a map of a text": db.Where(map[string]any{"name": a}), "not a text": db.Not(map[string]any{"name": a}), "or a text": db.Where("1 = 1").Or(map[string]any{"name": a}),
		} {
			if err := q.Find(&[]arrayOwner{}).Error; !errors.Is(err, gormtype.ErrKind) || !strings.Contains(err.Error(), "array_owners.name") {
				t.Errorf("%s: %v", what, err)
			}
		}
		sql := db.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Where("(? = id) AND name = ?", a, "a").Find(&[]arrayOwner{}) })
		var found []arrayOwner
		if gormtest.Must(t, db.Raw(sql).Find(&found)); len(found) != 1 || found[0].ID.V() != a {
			t.Errorf("%s: %v", sql, found)
		}
		gormtest.Equal(t, "updated", gormtest.Must(t, db.Exec("UPDATE array_owners SET boss = COALESCE(?, boss) WHERE (? = id)", c, a)).RowsAffected, 1)
		for what, first := range map[string]func(*gorm.DB, any) *gorm.DB{
			"FirstOrCreate": func(tx *gorm.DB, x any) *gorm.DB { return tx.FirstOrCreate(x) },
			"FirstOrInit":   func(tx *gorm.DB, x any) *gorm.DB { return tx.FirstOrInit(x) },
		} {
			for name, tx := range map[string]*gorm.DB{
				"Attrs":  db.Where("name = ?", "new").Attrs(map[string]any{"boss": a}),
				"Assign": db.Where("name = ?", "a").Assign(map[string]any{"boss": a}),
			} {
				if err := first(tx, &arrayOwner{}).Error; !errors.Is(err, gormtype.ErrPlain) {
					t.Errorf("%s of %s: %v", what, name, err)
				}
			}
			made := arrayOwner{}
			gormtest.Must(t, first(db.Where(map[string]any{"name": what}).Attrs(map[string]any{"boss": gormtype.Of(a)}).Assign(arrayOwner{Name: "x"}), &made))
			gormtest.Equal(t, what, made.Boss.V(), a)
		}
	})
}
