package statements_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type (
	bindUser struct {
		ID    gormtype.ID[wiji.For[bindUser]]
		Name  string
		Ref   *gormtype.ID[uuid.UUID]
		Plain string
	}
	bindOrder struct {
		DeletedAt gorm.DeletedAt
		ID        gormtype.ID[wiji.For[bindOrder]]
		UserID    gormtype.ID[wiji.For[bindUser]]
		User      *bindUser
		N         int
		Ref       *gormtype.ID[wiji.ID]
		Code      *gormtype.Text[wiji.ID]
	}
	bindKey struct {
		ID gormtype.ID[uuid.UUID]
		N  int
	}
)

const bound = 10

type bindRows struct {
	users  []bindUser
	orders []bindOrder
	keys   []bindKey
	refs   []wiji.ID
}

// bindDB returns a database with the plugin and ten rows in each table.
func bindDB(t *testing.T, db *gorm.DB) (rows bindRows) {
	t.Helper()
	gormtest.Use(t, db, gormtype.Models(&bindUser{}, &bindOrder{}, &bindKey{}), gormtype.GeneratorOf(uuid.New))
	if err := db.AutoMigrate(&bindUser{}, &bindOrder{}, &bindKey{}); err != nil {
		t.Fatal(err)
	}
	rows.users, rows.orders, rows.keys = make([]bindUser, bound), make([]bindOrder, bound), make([]bindKey, bound)
	gormtest.Must(t, db.Create(&rows.users))
	for i := range rows.orders {
		x := gormtest.WijiAt(i + 1)
		ref, code := gormtype.Of(x), gormtype.TextOf(x)
		rows.refs = append(rows.refs, x)
		rows.orders[i] = bindOrder{UserID: rows.users[i].ID, N: i, Ref: &ref, Code: &code}
		rows.keys[i].N = i
	}
	gormtest.Must(t, db.Create(&rows.orders))
	gormtest.Must(t, db.Create(&rows.keys))
	return rows
}

// TestBindRight: each statement affects the rows that it does with a uint key.
func TestBindRight(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		o, u, k := r.orders[3], r.users[3], r.keys[3].ID.V()
		text, other := r.refs[3].String(), gormtest.WijiAt(77).String()
		list := []uuid.UUID{k, r.keys[4].ID.V()}
		var n int64
		for what, c := range map[string]struct {
			want int64
			run  func(*gorm.DB) *gorm.DB
		}{
			"delete by key behind DeletedAt": {1, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindOrder{}, o.ID.V()) }},
			"delete by column type":          {1, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindOrder{}, o.ID) }},
			"Exec <>":                        {9, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_keys WHERE id <> ?", k) }},
			"Exec NOT IN ?":                  {8, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_keys WHERE id NOT IN ?", list) }},
			"Exec NOT IN (?)":                {8, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_keys WHERE id NOT IN (?)", list) }},
			"Exec one":                       {1, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_keys WHERE id IN (?)", k) }},
			"Exec reversed":                  {1, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_keys WHERE ? = id", k) }},
			"reversed <>":                    {9, func(db *gorm.DB) *gorm.DB { return db.Where("? <> id", k).Delete(&bindKey{}) }},
			"reversed column type":           {9, func(db *gorm.DB) *gorm.DB { return db.Unscoped().Where("? <> id", o.ID).Delete(&bindOrder{}) }},
			"reversed NOT IN":                {9, func(db *gorm.DB) *gorm.DB { return db.Where("? NOT IN (id)", k).Delete(&bindKey{}) }},
			"reversed keyset":                {3, func(db *gorm.DB) *gorm.DB { return db.Where("(?, ?) > (n, id)", 3, k).Delete(&bindKey{}) }},
			"reversed text of a Text column": {9, func(db *gorm.DB) *gorm.DB { return db.Unscoped().Where("? <> code", text).Delete(&bindOrder{}) }},
			"reversed number":                {7, func(db *gorm.DB) *gorm.DB { return db.Unscoped().Where("? <= n", 3).Delete(&bindOrder{}) }},
			"reversed join": {1, func(db *gorm.DB) *gorm.DB {
				return db.Joins("JOIN bind_users bu ON bu.id = bind_orders.user_id AND ? = bu.id", u.ID.V()).Find(&[]bindOrder{})
			}},
			"reversed IN a query": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("(?, ?, plain) IN (SELECT name, id, plain FROM bind_users)", u.Name, u.ID.V()).Where("id = ?", u.ID).Find(&[]bindUser{})
			}},
			"reversed in a subquery of Raw": {9, func(db *gorm.DB) *gorm.DB {
				return db.Where("id IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE ? <> user_id", u.ID.V())).Find(&[]bindUser{})
			}},
			"reversed in a subquery of Exec": {1, func(db *gorm.DB) *gorm.DB {
				return db.Exec("UPDATE bind_users SET name = 'x' WHERE id IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE ? = user_id", u.ID))
			}},
			"reversed in a relation's join": {10, func(db *gorm.DB) *gorm.DB {
				return db.Joins("User", db.Session(&gorm.Session{NewDB: true}).Where("? <> ?", u.ID.V(), clause.Column{Table: "User", Name: "id"})).Find(&[]bindOrder{})
			}},
			"reversed bytes": {9, func(db *gorm.DB) *gorm.DB {
				raw := r.keys[3].ID.V()
				return db.Where("? <> id", raw[:]).Delete(&bindKey{})
			}},
			"reversed IN of columns": {1, func(db *gorm.DB) *gorm.DB { return db.Where("? IN (id, user_id)", u.ID).Find(&[]bindOrder{}) }},
			"reversed before UNION": {20, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT CASE WHEN ? = id THEN 1 ELSE 0 END AS n FROM bind_users UNION ALL SELECT n FROM bind_orders", u.ID).Find(&[]bindKey{})
			}},
			"reversed after UNION": {20, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT n FROM bind_orders UNION ALL SELECT CASE WHEN ? = id THEN 1 ELSE 0 END AS n FROM bind_users", u.ID).Find(&[]bindKey{})
			}},
			"reversed INSERT of a query": {1, func(db *gorm.DB) *gorm.DB {
				return db.Exec("INSERT INTO bind_keys (id, n) SELECT ref, CASE WHEN ? = id THEN 1 ELSE 0 END FROM bind_orders WHERE ? = id", o.ID, o.ID)
			}},
			"reversed in a query that is compared": {9, func(db *gorm.DB) *gorm.DB {
				return db.Where("(SELECT user_id FROM bind_orders o WHERE n = 3 AND n >= ?) <> id", 1).Find(&[]bindUser{})
			}},
			"after another Exec": {10, func(db *gorm.DB) *gorm.DB {
				return db.Exec("DELETE FROM bind_orders WHERE ? = id AND n < 0", o.ID).Exec("UPDATE bind_orders SET n = 1 + n WHERE id <> user_id")
			}},
			"reversed in another table": {1, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT user_id AS id, CASE WHEN ? = id THEN 'x' ELSE 'y' END AS name FROM bind_orders WHERE n = 3", o.ID).Find(&[]bindUser{})
			}},
			"reversed in a derived table": {1, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT * FROM (SELECT user_id AS id FROM bind_orders) x WHERE ? = id", u.ID).Find(&[]bindOrder{})
			}},
			"reversed before FROM": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("n = 3 AND EXISTS (SELECT 1 FROM (SELECT CASE WHEN ? = id THEN 1 ELSE 0 END AS hit FROM bind_users) x WHERE hit = 1)", u.ID).Find(&[]bindOrder{})
			}},
			"before FROM": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("n = 3 AND EXISTS (SELECT 1 FROM (SELECT CASE WHEN id = ? THEN 1 ELSE 0 END AS hit FROM bind_users) x WHERE hit = 1)", u.ID).Find(&[]bindOrder{})
			}},
			"reversed text in SET": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindOrder{}).Where("n = 3").Update("n", gorm.Expr("CASE WHEN ? = code THEN 33 ELSE 2 END", text))
			}},
			"after BETWEEN": {3, func(db *gorm.DB) *gorm.DB {
				return db.Where("n BETWEEN 2 AND 5 AND ? <> id", o.ID).Delete(&bindOrder{})
			}},
			"Table <>":     {9, func(db *gorm.DB) *gorm.DB { return db.Table("bind_keys").Where("id <> ?", k).Delete(nil) }},
			"Table NOT IN": {8, func(db *gorm.DB) *gorm.DB { return db.Table("bind_keys").Where("id NOT IN ?", list).Delete(nil) }},
			"Table text":   {9, func(db *gorm.DB) *gorm.DB { return db.Table("bind_keys").Where("id <> ?", k.String()).Delete(nil) }},
			"Table texts": {8, func(db *gorm.DB) *gorm.DB {
				return db.Table("bind_keys").Where("id NOT IN ?", []string{list[0].String(), list[1].String()}).Delete(nil)
			}},
			"model <>":   {9, func(db *gorm.DB) *gorm.DB { return db.Where("id <> ?", k).Delete(&bindKey{}) }},
			"model key":  {1, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindKey{}, k) }},
			"model keys": {2, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindKey{}, list) }},
			"model map":  {1, func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": k}).Delete(&bindKey{}) }},
			"filter":     {1, func(db *gorm.DB) *gorm.DB { return db.Where(&struct{ ID uuid.UUID }{k}).Delete(&bindKey{}) }},
			"filter Not": {9, func(db *gorm.DB) *gorm.DB {
				return db.Not(struct{ Ref *wiji.ID }{&r.refs[3]}).Delete(&bindOrder{})
			}},
			"model Not":    {9, func(db *gorm.DB) *gorm.DB { return db.Not("id = ?", k).Delete(&bindKey{}) }},
			"tuple NOT IN": {9, func(db *gorm.DB) *gorm.DB { return db.Where("(id, n) NOT IN ?", [][]any{{k, 3}}).Delete(&bindKey{}) }},
			"tuple of text": {9, func(db *gorm.DB) *gorm.DB {
				return db.Where("(id, n) NOT IN ?", [][]any{{k.String(), 3}}).Delete(&bindKey{})
			}},
			"keyset":         {3, func(db *gorm.DB) *gorm.DB { return db.Where("(n, id) < (?, ?)", 3, k).Delete(&bindKey{}) }},
			"keyset of text": {3, func(db *gorm.DB) *gorm.DB { return db.Where("(n, id) < (?, ?)", 3, k.String()).Delete(&bindKey{}) }},
			"text in COALESCE": {9, func(db *gorm.DB) *gorm.DB {
				return db.Unscoped().Where("COALESCE(ref, ref) <> ?", text).Delete(&bindOrder{})
			}},
			"text in a subquery": {9, func(db *gorm.DB) *gorm.DB {
				return db.Unscoped().Where("id IN (SELECT id FROM (SELECT id FROM bind_orders WHERE ref <> ?) x)", text).Delete(&bindOrder{})
			}},
			"text in a subquery of GORM": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("id IN (?)", db.Session(&gorm.Session{NewDB: true}).Model(&bindOrder{}).Select("user_id").Where("ref = ?", text)).Find(&[]bindUser{})
			}},
			"ID in a Raw subquery": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("id IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE ref IN (?) AND n = ?", r.refs[3], 3)).Find(&[]bindUser{})
			}},
			"text of a Text column": {1, func(db *gorm.DB) *gorm.DB { return db.Where("code = ?", text).Delete(&bindOrder{}) }},
			"between": {3, func(db *gorm.DB) *gorm.DB {
				return db.Where("ref BETWEEN ? AND ?", r.refs[2], r.refs[4].String()).Delete(&bindOrder{})
			}},
			"text of a column type in a name": {10, func(db *gorm.DB) *gorm.DB {
				return db.Where("plain <> ?", gormtype.TextOf(r.refs[3])).Find(&[]bindUser{})
			}},
			"typed": {1, func(db *gorm.DB) *gorm.DB { return db.Where("user_id = ?", u.ID.V()).Delete(&bindOrder{}) }},
			"named": {1, func(db *gorm.DB) *gorm.DB {
				return db.Where("user_id = @u AND n >= @n", map[string]any{"u": u.ID.V(), "n": 0}).Delete(&bindOrder{})
			}},
			"join": {1, func(db *gorm.DB) *gorm.DB {
				return db.Joins("User").Where(map[string]any{"User.id": u.ID.V()}).Find(&[]bindOrder{})
			}},
			"join with conditions": {1, func(db *gorm.DB) *gorm.DB {
				return db.InnerJoins("User", db.Session(&gorm.Session{NewDB: true}).Where(map[string]any{"id": u.ID.V()})).Find(&[]bindOrder{})
			}},
			"join in SQL": {1, func(db *gorm.DB) *gorm.DB {
				return db.Joins("JOIN bind_users bu ON bu.id = bind_orders.user_id AND bu.id = ?", u.ID.V()).Find(&[]bindOrder{})
			}},
			"Select": {1, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT count(*) FROM (SELECT CASE WHEN id = ? THEN 1 ELSE 0 END AS hit FROM bind_keys) x WHERE hit = 1", k).Scan(&n)
			}},
			"Order": {10, func(db *gorm.DB) *gorm.DB { return db.Order(gorm.Expr("id = ? DESC", k)).Find(&[]bindKey{}) }},
			"Having": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindKey{}).Select("id").Group("id").Having("id = ?", k).Find(&[]bindKey{})
			}},
			"Having of a column and an ID": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindKey{}).Select("id").Group("id").Having("id", k).Find(&[]bindKey{})
			}},
			"Having of a column and a list": {2, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindKey{}).Select("id").Group("id").Having("id", list).Find(&[]bindKey{})
			}},
			"Having of a column and column types": {2, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindKey{}).Select("id").Group("id").Having("id", []gormtype.ID[uuid.UUID]{r.keys[3].ID, r.keys[4].ID}).Find(&[]bindKey{})
			}},
			"Having of a list": {8, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindKey{}).Select("id").Group("id").Having("id NOT IN ?", list).Find(&[]bindKey{})
			}},
			"Update with another struct": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindOrder{}).Where("n = 3").Updates(struct{ Ref string }{other})
			}},
			"Update with an expression": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindOrder{}).Where("n = 3").Update("ref", gorm.Expr("COALESCE(?, ref)", other))
			}},
			"Update with a map": {1, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindOrder{}).Where("n = 3").Updates(map[string]any{"Ref": other, "code": r.refs[3]})
			}},
			"Update of a table": {1, func(db *gorm.DB) *gorm.DB {
				return db.Table("bind_orders").Where("n = 3").Updates(map[string]any{"ref": other})
			}},
			"Exec UPDATE": {1, func(db *gorm.DB) *gorm.DB {
				return db.Exec("UPDATE bind_orders SET code = ?, ref = ? WHERE n = 3", r.refs[3], other)
			}},
			"Exec INSERT": {2, func(db *gorm.DB) *gorm.DB {
				return db.Exec("INSERT INTO bind_keys (n, id) VALUES (?, ?), (?, ?)", 11, uuid.New(), 12, uuid.NewString())
			}},
			"Table Create":    {1, func(db *gorm.DB) *gorm.DB { return db.Table("bind_keys").Create(map[string]any{"n": 11}) }},
			"Unscoped Create": {1, func(db *gorm.DB) *gorm.DB { return db.Unscoped().Create(&bindKey{N: 11}) }},
		} {
			t.Run(what, func(t *testing.T) {
				err := db.Transaction(func(tx *gorm.DB) error {
					got := c.run(tx)
					if got.Error != nil {
						t.Error(got.Error)
					}
					affected := got.RowsAffected
					if what == "Select" {
						affected = n
					}
					gormtest.Equal(t, "rows", affected, c.want)
					var orders []bindOrder
					var keys []bindKey
					if e := errors.Join(tx.Unscoped().Find(&orders).Error, tx.Find(&keys).Error); e != nil {
						t.Errorf("rows are unreadable afterwards: %v", e)
					}
					return errRollback
				})
				if !errors.Is(err, errRollback) {
					t.Error(err)
				}
			})
		}
	})
}

var errRollback = errors.New("rolled back")

// TestBindWrong: an ID of another kind, and a value that is no ID, are errors that change
// nothing.
func TestBindWrong(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		o, u := r.orders[3], r.users[3]
		for what, c := range map[string]struct {
			want id.Reason
			run  func(*gorm.DB) *gorm.DB
		}{
			"key of another kind":         {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindOrder{}, o.UserID) }},
			"plain key of another kind":   {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindOrder{}, o.UserID.V()) }},
			"column of another kind":      {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("user_id = ?", o.ID).Find(&[]bindOrder{}) }},
			"<> of another kind":          {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("id <> ?", o.ID).Delete(&bindUser{}) }},
			"list with another kind":      {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []any{u.ID, u.ID, o.ID}).Delete(&bindUser{}) }},
			"Exec of another kind":        {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_users WHERE id <> ?", o.ID) }},
			"reversed <> of another kind": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("? <> id", o.ID).Delete(&bindUser{}) }},
			"reversed, plain":             {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("? <> id", o.ID.V()).Delete(&bindUser{}) }},
			"reversed NOT":                {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Not("? = id", o.ID.V()).Delete(&bindUser{}) }},
			"reversed Exec":               {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM bind_users WHERE ? <> id", o.ID.V()) }},
			"reversed Raw": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT * FROM bind_users AS u WHERE ? <> u.id", o.ID).Find(&[]bindUser{})
			}},
			"reversed Table":  {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Table("bind_users").Where("? <> id", o.ID.V()).Delete(nil) }},
			"reversed name":   {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("? <> name", u.ID).Delete(&bindUser{}) }},
			"reversed tuple":  {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("(?, ?) <> (name, id)", "x", o.ID.V()).Delete(&bindUser{}) }},
			"reversed NOT IN": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("? NOT IN (id)", o.ID.V()).Delete(&bindUser{}) }},
			"reversed UPDATE": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindUser{}).Where("? <> id", o.ID.V()).Update("name", "x")
			}},
			"reversed Having": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindUser{}).Select("id").Group("id").Having("? <> id", o.ID.V()).Find(&[]bindUser{})
			}},
			"reversed join": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Joins("JOIN bind_users bu ON ? <> bu.id", o.ID.V()).Find(&[]bindOrder{})
			}},
			"reversed subquery of GORM": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("id NOT IN (?)", db.Session(&gorm.Session{NewDB: true}).Model(&bindOrder{}).Select("user_id").Where("? <> user_id", o.ID.V())).Delete(&bindUser{})
			}},
			"reversed Raw of a copy": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Raw("SELECT id FROM bind_users WHERE ? <> id", o.ID).WithContext(t.Context()).Find(&[]bindUser{})
			}},
			"in a part: reversed subquery of Raw": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("id IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE ? <> user_id", o.ID.V())).Find(&[]bindUser{})
			}},
			"in a part: reversed column type in a subquery of Raw": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("id NOT IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE n = ? AND ? <> user_id", 3, o.ID)).Delete(&bindUser{})
			}},
			"in a part: reversed subquery of Exec": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Exec("DELETE FROM bind_users WHERE id IN (?)", db.Session(&gorm.Session{NewDB: true}).Raw("SELECT user_id FROM bind_orders WHERE ? <> user_id", o.ID))
			}},
			"in a part: reversed relation's join": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Joins("User", db.Session(&gorm.Session{NewDB: true}).Where("? <> ?", o.ID.V(), clause.Column{Table: "User", Name: "id"})).Find(&[]bindOrder{})
			}},
			"reversed COALESCE": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("COALESCE(?, NULL) <> id", o.ID).Delete(&bindUser{})
			}},
			"reversed after BETWEEN": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("n BETWEEN 2 AND 5 AND ? <> id", u.ID).Delete(&bindOrder{})
			}},
			"reversed Select": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Table("bind_users u").Select("? = u.id AS hit", o.ID).Find(&[]map[string]any{})
			}},
			"reversed wrong text":    {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Where("? <> id", "x").Delete(&bindUser{}) }},
			"Update of another kind": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Model(&o).Update("user_id", o.ID) }},
			"join of another kind": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Joins("User", db.Session(&gorm.Session{NewDB: true}).Where(map[string]any{"id": o.ID})).Find(&[]bindOrder{})
			}},
			"Having of another kind": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Model(&bindUser{}).Select("id").Group("id").Having("id", []gormtype.ID[wiji.For[bindOrder]]{o.ID}).Find(&[]bindUser{})
			}},
			"column type and a name": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("name <> ?", u.ID).Delete(&bindUser{}) }},
			"column types and names": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where("name NOT IN ?", []gormtype.ID[wiji.For[bindUser]]{u.ID}).Delete(&bindUser{})
			}},
			"column type and a number": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Where(map[string]any{"n": o.ID}).Delete(&bindOrder{})
			}},
			"column type in a name": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Model(&u).Update("name", u.ID) }},
			"column type and a time": {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB {
				return db.Exec("DELETE FROM bind_orders WHERE deleted_at IS NOT ?", o.ID)
			}},
			"untyped":           {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindUser{}, wiji.ID(u.ID.V())) }},
			"another format":    {gormtype.ErrKind, func(db *gorm.DB) *gorm.DB { return db.Where("id <> ?", uuid.New()).Delete(&bindUser{}) }},
			"empty text":        {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Where("id <> ?", "").Delete(&bindUser{}) }},
			"text with a space": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Where("id <> ?", u.ID.String()+" ").Delete(&bindUser{}) }},
			"IS NOT text":       {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Where("id IS NOT ?", "x").Delete(&bindUser{}) }},
			"XOR":               {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Where("name = ? XOR id = ?", "", "x").Delete(&bindUser{}) }},
			"number":            {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Delete(&bindUser{}, 5) }},
			"Table text": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB {
				return db.Table("bind_users").Where("id NOT IN ?", []string{"a", "b"}).Delete(nil)
			}},
			"tuple of text": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB {
				return db.Where("(id, name) NOT IN ?", [][]any{{"x", ""}}).Delete(&bindUser{})
			}},
			"subquery": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB {
				return db.Where("id NOT IN (SELECT user_id FROM bind_orders WHERE ref = ?)", "x").Delete(&bindUser{})
			}},
			"subquery of GORM": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB {
				return db.Where("id NOT IN (?)", db.Session(&gorm.Session{NewDB: true}).Model(&bindOrder{}).Select("user_id").Where("ref = ?", "x")).Delete(&bindUser{})
			}},
			"Update text":       {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Model(&o).Update("code", "x") }},
			"Update struct":     {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Model(&o).Updates(struct{ Ref string }{"x"}) }},
			"Update expression": {gormtype.ErrValue, func(db *gorm.DB) *gorm.DB { return db.Model(&o).Update("ref", gorm.Expr("COALESCE(?, ref)", "x")) }},
			"form = @": {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB {
				return db.Where("ref = @x", map[string]any{"x": *o.Code}).Delete(&bindOrder{})
			}},
			"form NOT IN": {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB { return db.Where("ref NOT IN ?", []any{*o.Code}).Delete(&bindOrder{}) }},
			"form Not":    {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"code": *o.Ref}).Delete(&bindOrder{}) }},
			"form Neq": {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB {
				return db.Where(clause.Neq{Column: "ref", Value: *o.Code}).Delete(&bindOrder{})
			}},
			"form in a group": {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB {
				return db.Where(db.Where("n = ?", 99).Or("code <> ?", *o.Ref)).Delete(&bindOrder{})
			}},
			"form":                 {gormtype.ErrForm, func(db *gorm.DB) *gorm.DB { return db.Where("code <> ?", *o.Ref).Delete(&bindOrder{}) }},
			"unclear":              {gormtype.ErrPlain, func(db *gorm.DB) *gorm.DB { return db.Where("LOWER(code) <> ?", r.refs[3]).Delete(&bindOrder{}) }},
			"read into another ID": {id.ErrPlain, func(db *gorm.DB) *gorm.DB { return db.Table("bind_users").Find(&[]struct{ ID ulid.ID }{}) }},
		} {
			t.Run(what, func(t *testing.T) {
				tx := c.run(db.Session(&gorm.Session{}))
				if !errors.Is(tx.Error, c.want) || tx.RowsAffected > 0 && !strings.HasPrefix(what, "read ") {
					t.Errorf("%d rows, error %v, want %v", tx.RowsAffected, tx.Error, c.want)
				}
			})
		}
		gormtest.Equal(t, "users", gormtest.Count(t, db, &bindUser{}), bound)
		gormtest.Equal(t, "orders", gormtest.Count(t, db, &bindOrder{}), bound)
	})
}

// TestBindMaps: a map that GORM reads has the text of an ID.
func TestBindMaps(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		var list []map[string]any
		gormtest.Must(t, db.Model(&bindUser{}).Order("id").Limit(1).Find(&list))
		one := map[string]any{}
		gormtest.Must(t, db.Model(&bindUser{}).Order("id").Limit(1).Take(&one))
		for _, m := range []map[string]any{list[0], one} {
			if m["id"] != any(r.users[0].ID.String()) {
				t.Errorf("the map has the ID %#v, want the text %s", m["id"], r.users[0].ID)
			}
		}
		var first bindOrder
		gormtest.Must(t, db.Where("n = ?", 77).Attrs(map[string]any{"ref": r.refs[1].String(), "code": r.refs[2]}).FirstOrInit(&first))
		if first.Ref == nil || first.Ref.V() != r.refs[1] || first.Code == nil || first.Code.V() != r.refs[2] {
			t.Errorf("FirstOrInit gives %v, %v", first.Ref, first.Code)
		}
	})
}

// TestMissingPlugin: GORM and the drivers take an ID of another library for a list of numbers, so that queries, updates and deletes
// of its models need the plugin.
func TestMissingPlugin(t *testing.T) {
	type device struct {
		ID gormtype.ID[uuid.UUID]
	}
	gormtest.OnEachBare(t, gormtest.Settings[:1], func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		for what, tx := range map[string]*gorm.DB{
			"First": db.First(&device{}), "Delete": db.Delete(&device{}, "id <> ?", uuid.New()),
			"Update": db.Model(&device{}).Where("id = ?", uuid.New()).Update("id", uuid.New()),
		} {
			if !errors.Is(tx.Error, gormtype.ErrPlugin) || !strings.Contains(tx.Error.Error(), "db.Use(gormtype.New())") {
				t.Errorf("%s: %v", what, tx.Error)
			}
		}
	})
}

// TestOneError: two wrong values of a statement are one error.
func TestOneError(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings[:1], func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&bindKey{}); err != nil {
			t.Fatal(err)
		}
		err := db.Where("id BETWEEN ? AND ?", gormtest.ULIDAt(1), gormtest.ULIDAt(2)).Find(&[]bindKey{}).Error
		if !errors.Is(err, gormtype.ErrKind) || strings.Count(err.Error(), "ulid.ID") != 1 {
			t.Errorf("the error is %v", err)
		}
	})
}
