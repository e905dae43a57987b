package beside_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

var errRollback = errors.New("rolled back")

// besideID is the model with IDs that the plugin knows. Its columns have the names of the others'.
type besideID struct {
	ID        gormtype.ID[wiji.ID]     `gorm:"primaryKey"`
	Code      gormtype.Text[ulid.ID]   `gorm:"size:26"`
	Data      gormtype.Binary[wiji.ID] `gorm:"size:16"`
	UserID    gormtype.ID[wiji.ID]
	OwnerID   gormtype.ID[wiji.ID]
	CompanyID *gormtype.ID[wiji.ID]
	Key       gormtype.ID[wiji.ID]
	Name      string
}

// The models without IDs, beside those of GORM's own tests.
type (
	besideRow struct {
		ID        uint
		Key       string `gorm:"uniqueIndex;size:40"`
		Code      string `gorm:"default:none;size:40"`
		Data      []byte
		Amount    float64
		List      []string        `gorm:"serializer:json"`
		Part      besidePart      `gorm:"embedded;embeddedPrefix:part_"`
		Secret    string          `gorm:"->:false;<-:create"`
		Null      sql.NullString  `gorm:"size:40"`
		Valued    besideValued    `gorm:"size:40"`
		Hooked    string          `gorm:"size:200"`
		At        time.Time       `gorm:"precision:0"`
		recording *recording      `gorm:"-"`
		DeletedAt gorm.DeletedAt  `gorm:"index"`
		Lines     []besideLine    `gorm:"foreignKey:RowID;constraint:OnDelete:CASCADE"`
		Raw       json.RawMessage `gorm:"type:text"`
	}
	besidePart struct {
		Name string `gorm:"size:40"`
		N    int
	}
	besideLine struct { // has a composite key
		RowID  uint `gorm:"primaryKey;autoIncrement:false"`
		N      int  `gorm:"primaryKey;autoIncrement:false"`
		Amount int
	}
	// besidePanic is a value that panics if it is true.
	besidePanic bool
	// besideValued is written by an expression.
	besideValued string
)

// GormValue panics if it is asked to, while GORM builds a statement.
func (p *besidePanic) GormValue(context.Context, *gorm.DB) clause.Expr {
	if *p {
		panic("a value panics")
	}
	return clause.Expr{SQL: "?", Vars: []any{1}}
}

// GormValue returns an expression.
func (v besideValued) GormValue(context.Context, *gorm.DB) clause.Expr {
	return clause.Expr{SQL: "LOWER(?)", Vars: []any{string(v)}}
}

// BeforeCreate runs statements, records the pool, and fails or panics if it is asked to.
func (r *besideRow) BeforeCreate(tx *gorm.DB) error {
	if r.recording == nil {
		return nil
	}
	r.recording.add("hook in a %T", tx.Statement.ConnPool)
	var n int64
	r.recording.result("query of a hook", tx.Session(&gorm.Session{NewDB: true}).Model(&besideLine{}).Count(&n), n)
	switch r.Hooked {
	case "fail":
		return errors.New("a hook fails")
	case "panic":
		panic("a hook panics")
	}
	tx.Statement.SetColumn("Hooked", "before")
	return nil
}

// AfterCreate runs a statement of another kind in the same transaction.
func (r *besideRow) AfterCreate(tx *gorm.DB) error {
	if r.recording == nil {
		return nil
	}
	r.recording.add("hook in a %T", tx.Statement.ConnPool)
	return tx.Create(&besideLine{RowID: r.ID, N: 100}).Error
}

// AfterFind changes what was found.
func (r *besideRow) AfterFind(tx *gorm.DB) error {
	r.Hooked += fmt.Sprintf(" found in a %T", tx.Statement.ConnPool)
	return nil
}

// surface is a program that uses all of GORM.
type surface struct {
	*recording
	db *gorm.DB
	s  gormtest.Server
}

func (u surface) own() *gorm.DB { return u.db.Session(&gorm.Session{NewDB: true}) }

// run runs every part, each after the others.
func (u surface) run(t *testing.T) {
	t.Helper()
	for range 2 {
		// GORM migrates relations in a chance order.
		u.setPaused(true)
		err := u.db.AutoMigrate(&tests.Company{}, &tests.Language{}, &tests.User{}, &tests.Account{}, &tests.Pet{}, &tests.Toy{}, &tests.Tools{})
		u.setPaused(false)
		if err := errors.Join(err, u.db.AutoMigrate(&besideRow{}, &besideLine{})); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []func(){
		u.migrator, u.create, u.read, u.readRaw, u.update, u.remove, u.upsert, u.raw, u.joins, u.associations, u.transactions,
		u.sessions, u.hooks, u.panics, u.failures, u.generics,
	} {
		part()
	}
}

func besideUser(n int) *tests.User {
	birthday := time.Date(2000, 1, n, 0, 0, 0, 0, time.UTC)
	return &tests.User{
		Name: gormtest.Name(n), Age: uint(n), Birthday: &birthday, Active: n%2 == 0, Account: tests.Account{Number: "account"},
		Pets:      []*tests.Pet{{Name: "a", Toy: tests.Toy{Name: "ball"}}, {Name: "b"}},
		Toys:      []tests.Toy{{Name: "bear"}, {Name: "01890a5d-ac96-774b-bcce-b302099a8057"}},
		Tools:     []tests.Tools{{Name: "saw"}},
		Company:   tests.Company{Name: "company"},
		Manager:   &tests.User{Name: "manager " + gormtest.Name(n)},
		Team:      []tests.User{{Name: "team 1 " + gormtest.Name(n)}, {Name: "team 2 " + gormtest.Name(n)}},
		Languages: []tests.Language{{Code: "de" + gormtest.Name(n), Name: "German"}, {Code: "en", Name: "English"}},
		Friends:   []*tests.User{{Name: "friend " + gormtest.Name(n)}},
	}
}

func besideRows(keys ...string) (rows []besideRow) {
	for i, key := range keys {
		rows = append(rows, besideRow{
			Key: key, Data: []byte{0, 1, byte(i), 0xff}, Amount: float64(i) / 2, List: []string{"x", key}, Part: besidePart{"part", i},
			Secret: "secret", Valued: "VALUED", At: time.Date(2024, 1, 2, 3, 4, i, 0, time.UTC), Lines: []besideLine{{N: 1}, {N: 2}}, Raw: json.RawMessage(`{}`),
		})
	}
	return rows
}

func (u surface) migrator() {
	m := u.own().Migrator()
	u.outcome("has", nil, m.HasTable(&besideRow{}), m.HasColumn(&besideRow{}, "Key"), m.HasIndex(&besideRow{}, "Key"), m.HasConstraint(&besideRow{}, "Lines"))
	u.outcome("add a column", m.AddColumn(&struct {
		besideLine
		Note string `gorm:"size:20"`
	}{}, "Note"))
	u.outcome("create a table", u.own().Table("beside_2024").AutoMigrate(&besideLine{}))
	types, err := m.ColumnTypes(&besideRow{})
	for _, c := range types {
		u.outcome("column", err, c.Name(), c.DatabaseTypeName())
	}
	u.outcome("rename", m.RenameTable("beside_2024", "beside_2025"), m.CurrentDatabase() != "")
	u.outcome("drop", m.DropTable("beside_2025"))
	u.outcome("view", m.CreateView("beside_view", gorm.ViewOption{Query: u.own().Model(&tests.User{}).Where("age > ?", 3)}))
	u.outcome("drop the view", m.DropView("beside_view"))
}

func (u surface) create() {
	users := []*tests.User{besideUser(1), besideUser(2), besideUser(3)}
	u.result("create with associations", u.own().Create(users[0]), users[0])
	u.result("create several", u.own().Create(users[1:]), users)
	rows := besideRows("a", "b", "c", "d", "e")
	u.result("create values", u.own().Create(&rows), rows)
	more := besideRows("f", "g", "h")
	u.result("create in batches", u.own().CreateInBatches(&more, 2), more)
	one := besideRow{Key: "i"}
	u.result("select", u.own().Select("Key", "Amount").Create(&one), one)
	one = besideRow{Key: "j", Amount: 2}
	u.result("omit", u.own().Omit("Amount", clause.Associations).Create(&one), one)
	u.result("map", u.own().Model(&besideRow{}).Create(map[string]any{"Key": "k", "data": []byte{0}, "Valued": clause.Expr{SQL: "UPPER(?)", Vars: []any{"v"}}}))
	u.result("maps", u.own().Model(&besideRow{}).Create([]map[string]any{{"Key": "l"}, {"Key": "m", "Amount": 3}}))
	u.result("map of a table", u.own().Table("beside_lines").Create(map[string]any{"row_id": 1, "n": 50, "amount": 5}))
	u.result("unscoped", u.own().Unscoped().Create(&besideLine{RowID: 1, N: 51}))
	u.result("save", u.own().Save(&besideRow{Key: "n"}))
	saved := besideRows("o", "p")
	u.result("save several", u.own().Save(&saved))
	u.result("first or create", u.own().Where(besideRow{Key: "q"}).Attrs(besideRow{Amount: 4}).FirstOrCreate(&one), one)
	u.result("first or init", u.own().Where(besideRow{Key: "r"}).Assign(besideRow{Amount: 5}).FirstOrInit(&one), one)
	u.result("empty", u.own().Create(&[]besideRow{}))
}

func (u surface) read() {
	var one, other besideRow
	var rows []besideRow
	u.result("first", u.own().First(&one), one)
	u.result("last", u.own().Last(&other), other)
	u.result("take", u.own().Take(&besideRow{}, "id = ?", 2))
	u.result("by key", u.own().First(&besideRow{}, 3))
	u.result("by a text key", u.own().First(&besideRow{}, "3"))
	u.result("by keys", u.own().Find(&rows, []int{1, 2, 3}), rows)
	u.result("by its key", u.own().First(&besideRow{ID: 4}))
	u.result("missing", u.own().First(&besideRow{}, 4000))
	u.result("by text", u.own().Where("`key` = ?", "a").Find(&rows))
	u.result("where a struct", u.ordered().Where(&besideRow{Key: "a"}).Find(&rows), rows)
	u.result("where a map", u.ordered().Where(map[string]any{"key": []string{"a", "b"}}).Find(&rows), rows)
	u.result("bytes", u.own().Where("data = ?", []byte{0, 1, 2, 0xff}).Find(&rows), rows)
	u.result("lists", u.own().Where("id IN ? AND (id, amount) IN ?", []uint{1, 2}, [][]any{{1, 0.0}, {2, 0.5}}).Find(&rows), rows)
	u.result("not", u.ordered().Not("amount > ?", 1).Not(map[string]any{"code": "x"}).Or("id = ?", 7).Find(&rows), rows)
	u.result("named", u.ordered().Where("amount > @least AND code = @code", sql.Named("least", 1), sql.Named("code", "none")).Find(&rows), rows)
	u.result("named by a map", u.ordered().Where("amount > @least OR amount < @least", map[string]any{"least": 1}).Find(&rows), rows)
	u.result("group of conditions", u.ordered().Where(u.own().Where("id = ?", 1).Or("id = ?", 2)).Where("amount >= ?", 0).Find(&rows), rows)
	u.result("subquery", u.ordered().Where("id IN (?)", u.own().Model(&besideLine{}).Select("row_id").Where("n = ?", 2)).Find(&rows), rows)
	u.result("subquery as a table", u.own().Table("(?) AS x", u.own().Model(&besideRow{}).Where("id > ?", 1)).Where("x.id < ?", 4).Order("x.id").Find(&rows), rows)
	u.result("columns", u.ordered().Where(clause.Eq{Column: clause.Column{Table: clause.CurrentTable, Name: "id"}, Value: 1}).Find(&rows), rows)
	u.result("limit", u.ordered().Limit(2).Offset(1).Find(&rows), rows)
	u.result("locking", u.own().Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", 1).Find(&rows))
	u.result("order by an expression", u.own().Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "CASE WHEN id = ? THEN 0 ELSE 1 END, id", Vars: []any{3}}}).Find(&rows), rows)
	u.result("scope", u.own().Scopes(func(tx *gorm.DB) *gorm.DB { return tx.Where("amount = ?", 1) }, func(tx *gorm.DB) *gorm.DB { return tx.Table("beside_rows") }).Find(&rows), rows)
	u.result("a chain that goes on", u.chain(), nil)
	size := 0
	u.result("in batches", u.own().FindInBatches(&rows, 3, func(tx *gorm.DB, n int) error {
		size += len(rows)
		u.result("batch", tx, n, len(rows))
		return nil
	}), size)
}

func (u surface) ordered() *gorm.DB { return u.own().Order("id") }

// chain uses a session for two statements.
func (u surface) chain() *gorm.DB {
	tx := u.own().Model(&besideRow{}).Where("amount >= ?", 1).Session(&gorm.Session{})
	var n int64
	u.result("count of a chain", tx.Count(&n), n)
	return tx.Where("id < ?", 5).Find(&[]besideRow{})
}

func (u surface) readRaw() {
	var n int64
	var texts []string
	var keys []uint
	u.result("count", u.own().Model(&besideRow{}).Where("id > ?", 2).Count(&n), n)
	u.result("count distinct", u.own().Model(&besideRow{}).Distinct("code").Count(&n), n)
	u.result("count groups", u.own().Model(&besideLine{}).Group("row_id").Count(&n), n)
	u.result("pluck", u.ordered().Model(&besideRow{}).Pluck("id", &keys), keys)
	u.result("pluck texts", u.ordered().Model(&besideRow{}).Pluck("id", &texts), texts)
	u.result("select a text", u.ordered().Model(&tests.User{}).Select("id").Find(&texts), texts)
	u.result("pluck an expression", u.ordered().Model(&besideRow{}).Pluck("UPPER(code)", &texts), texts)
	var dto []struct {
		ID, Code string
		Data     string
	}
	u.result("a struct of texts", u.ordered().Model(&besideRow{}).Select("id, code, data").Find(&dto), dto)
	var maps []map[string]any
	one := map[string]any{}
	u.result("maps", u.ordered().Model(&besideRow{}).Find(&maps), maps)
	u.result("maps of a table", u.ordered().Table("beside_rows").Find(&maps), maps)
	u.result("a map", u.ordered().Model(&besideRow{}).Take(&one), one)
	var groups []struct {
		Code  string
		Total float64
	}
	u.result("group", u.own().Model(&besideRow{}).Select("code, SUM(amount) AS total").Group("code").Having("SUM(amount) > ?", 0).Order("code").Scan(&groups), groups)
	var total float64
	tx := u.own().Model(&besideRow{}).Select("SUM(amount) + ?", 1).Where("id < ?", 4)
	u.outcome("row", tx.Row().Scan(&total), total)
	u.outcome("no row", u.own().Model(&besideRow{}).Select("id").Where("id = ?", 4000).Row().Scan(&n))
	rows, err := u.ordered().Model(&besideRow{}).Where("id < ?", 4).Rows()
	u.outcome("rows", err)
	defer rows.Close()
	for rows.Next() {
		var row besideRow
		u.outcome("scan a row", u.own().ScanRows(rows, &row), row)
	}
	u.outcome("all rows", rows.Err())
	u.result("scan a value", u.own().Model(&besideRow{}).Select("MAX(id)").Scan(&n), n)
	u.result("scan nothing", u.own().Raw("SELECT id FROM beside_rows WHERE id = ?", 4000).Scan(&n), n)
}

func (u surface) update() {
	one := besideRow{ID: 1}
	u.result("update", u.own().Model(&one).Update("code", "new"), one)
	u.result("update by a struct", u.own().Model(&one).Updates(besideRow{Code: "newer", Amount: 7}), one)
	u.result("update by a map", u.own().Model(&one).Updates(map[string]any{"code": "x", "amount": gorm.Expr("amount * ? + ?", 2, 1), "Valued": besideValued("Q")}), one)
	u.result("update all", u.own().Model(&besideRow{}).Where("id > ?", 3).Updates(map[string]any{"data": []byte{1, 0}}))
	u.result("select", u.own().Model(&one).Select("code", "amount").Updates(besideRow{}), one)
	u.result("omit", u.own().Model(&one).Omit("code").Updates(besideRow{Code: "y", Amount: 3}), one)
	u.result("update columns", u.own().Model(&one).UpdateColumns(map[string]any{"code": "z"}), one)
	u.result("update column by a subquery", u.own().Model(&one).UpdateColumn("amount", u.own().Model(&besideLine{}).Select("COUNT(*)").Where("n > ?", 0)), one)
	u.result("update the whole table", u.own().Model(&besideRow{}).Update("code", "all"))
	u.result("and mean it", u.own().Session(&gorm.Session{AllowGlobalUpdate: true}).Model(&besideRow{}).Update("code", "all"))
	u.result("update a table", u.own().Table("beside_lines").Where("row_id = ? AND n = ?", 1, 2).Updates(map[string]any{"amount": 5}))
	u.result("save", u.own().Save(&besideLine{RowID: 1, N: 2, Amount: 8}))
	u.result("returning", u.own().Model(&one).Clauses(clause.Returning{}).Where("id = ?", 1).Update("code", "back"), one)
	u.result("full save", u.own().Session(&gorm.Session{FullSaveAssociations: true}).Save(&besideRow{ID: 2, Key: "b", Lines: []besideLine{{N: 1, Amount: 9}}, At: time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)}))
}

func (u surface) remove() {
	u.result("delete", u.own().Delete(&besideRow{ID: 5}))
	u.result("delete by key", u.own().Delete(&besideRow{}, 6))
	u.result("delete by a text", u.own().Delete(&besideRow{}, "7"))
	u.result("delete by keys", u.own().Delete(&besideRow{}, []int{8, 9}))
	u.result("delete of a list", u.own().Delete(&[]besideRow{{ID: 10}, {ID: 11}}))
	u.result("delete everything", u.own().Delete(&besideRow{}))
	u.result("what is left", u.own().Find(&[]besideRow{}))
	u.result("unscoped", u.own().Unscoped().Find(&[]besideRow{}))
	u.result("delete unscoped", u.own().Unscoped().Where("id <> ?", 1).Where("id > ?", 9).Delete(&besideRow{}))
	u.result("delete lines", u.own().Where("row_id = ?", 1).Where("n IN (?)", u.own().Model(&besideLine{}).Select("2")).Or("n = ?", 4000).Session(&gorm.Session{DryRun: true}).Delete(&besideLine{}))
	u.result("delete by a composite key", u.own().Delete(&besideLine{RowID: 1, N: 2}))
	var back []besideLine
	u.result("delete and return", u.own().Clauses(clause.Returning{}).Where("n = ?", 51).Delete(&back), back)
	u.result("delete by Select", u.own().Select("Pets").Delete(&tests.User{Model: gorm.Model{ID: 1}}))
	u.result("delete of a table", u.own().Table("beside_lines").Where("n = ?", 50).Delete(nil))
}

func (u surface) upsert() {
	row := besideRow{Key: "a", Amount: 42}
	on := []clause.Column{{Name: "key"}}
	u.result("do nothing", u.own().Clauses(clause.OnConflict{DoNothing: true}).Create(&row), row)
	row = besideRow{Key: "b", Amount: 43}
	u.result("update all", u.own().Clauses(clause.OnConflict{Columns: on, UpdateAll: true}).Create(&row), row)
	row = besideRow{Key: "c", Amount: 44}
	u.result("update some", u.own().Clauses(clause.OnConflict{Columns: on, DoUpdates: clause.AssignmentColumns([]string{"amount"})}).Create(&row), row)
	u.result("assign", u.own().Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "row_id"}, {Name: "n"}}, DoUpdates: clause.Assignments(map[string]any{"amount": gorm.Expr("beside_lines.amount + ?", 1)}),
	}).Create(&[]besideLine{{RowID: 1, N: 1}, {RowID: 1, N: 60}}))
	u.result("modifier", u.own().Clauses(clause.Insert{Modifier: map[string]string{"mysql": "IGNORE", "sqlite": "OR IGNORE"}[u.s.Dialect()]}).Create(&besideLine{RowID: 1, N: 61}))
}

func (u surface) raw() {
	var rows []besideRow
	var n int64
	u.result("raw", u.own().Raw("SELECT * FROM beside_rows WHERE id = ? OR id IN ?", 1, []int{2, 3}).Scan(&rows), rows)
	u.result("raw named", u.own().Raw("SELECT COUNT(*) FROM beside_rows WHERE id > @id OR id = @id", sql.Named("id", 1)).Scan(&n), n)
	u.result("raw with a subquery", u.own().Raw("SELECT COUNT(*) FROM (?) AS x WHERE x.id > ?", u.own().Model(&besideRow{}).Where("id < ?", 4), 1).Scan(&n), n)
	u.result("CTE", u.own().Raw("WITH x AS (SELECT id FROM beside_rows WHERE id < ?) SELECT COUNT(*) FROM x WHERE id > ?", 4, 1).Scan(&n), n)
	u.result("exec", u.own().Exec("UPDATE beside_rows SET code = ? WHERE id = ?", "raw", 1))
	u.result("exec with an expression", u.own().Exec("UPDATE beside_rows SET amount = ? WHERE id = ?", gorm.Expr("amount + ?", 1), 1))
	u.result("exec of values", u.own().Exec("INSERT INTO beside_lines (row_id, n, amount) VALUES ?", []any{1, 70, 3}))
	u.result("exec of a select", u.own().Exec("INSERT INTO beside_lines (row_id, n, amount) SELECT row_id, n + ?, amount FROM beside_lines WHERE n = ?", 100, 70))
	u.result("comments and quotes", u.own().Raw("SELECT '?', id /* ? */ FROM beside_rows WHERE code <> '01890a5d-ac96-774b-bcce-b302099a8057' -- ?\n AND id = ?", 1).Scan(&n))
	u.result("an ID's text that is a text", u.own().Raw("SELECT COUNT(*) FROM beside_rows WHERE code = ? OR data = ?", "01890a5d-ac96-774b-bcce-b302099a8057", []byte("0123456789abcdef")).Scan(&n), n)
	u.outcome("to SQL", nil, u.own().ToSQL(func(tx *gorm.DB) *gorm.DB {
		return tx.Model(&besideRow{}).Where("data = ? AND id IN ?", []byte{1}, []int{1, 2}).Find(&rows)
	}))
	u.outcome("to SQL of a create", nil, u.own().ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Create(&besideLine{RowID: 1, N: 2}) }))
}

func (u surface) joins() {
	var users []tests.User
	var n int64
	from := func() *gorm.DB { return u.own().Order("users.id") }
	u.result("joins", from().Joins("Company").Joins("Manager").Where("users.age > ?", 0).Find(&users), users)
	u.result("nested joins", from().Joins("Manager.Company").Find(&users), users)
	u.result("inner joins", from().InnerJoins("Company", u.own().Where(&tests.Company{Name: "company"})).Find(&users), users)
	u.result("joins in SQL", from().Joins("JOIN accounts a ON a.user_id = users.id AND a.number = ?", "account").Where("users.id > ?", 0).Find(&users), users)
	u.result("joins of a subquery", from().Model(&tests.User{}).Joins("JOIN (?) p ON p.user_id = users.id", u.own().Model(&tests.Pet{}).Where("name = ?", "a")).Count(&n), n)
	u.result("preload", u.own().Order("id").Preload("Pets.Toy").Preload("Toys").Preload("Tools").Preload("Languages").Preload("Friends").Find(&users), users)
	u.result("preload all", u.own().Order("id").Preload(clause.Associations).Find(&users), users)
	u.result("preload with conditions", u.own().Order("id").Preload("Pets", "name = ?", "a").Preload("Team", func(tx *gorm.DB) *gorm.DB { return tx.Where("name LIKE ?", "team 1%").Order("id DESC") }).Find(&users), users)
	u.result("preload in a join", from().Joins("Manager").Preload("Manager.Pets").Find(&users), users)
}

func (u surface) associations() {
	user := tests.User{Model: gorm.Model{ID: 1}}
	u.own().Order("id").Take(&user, "name = ?", gormtest.Name(2))
	of := func(name string) *gorm.Association { return u.own().Model(&user).Association(name) }
	var languages []tests.Language
	var pets []tests.Pet
	for _, name := range []string{"Languages", "Pets", "Toys", "Tools", "Friends", "Company", "Account", "Team"} {
		u.outcome("count of "+name, nil, of(name).Count())
	}
	u.outcome("find", of("Languages").Find(&languages, "code <> ?", "en"), languages)
	u.outcome("append", of("Languages").Append(&tests.Language{Code: "fr", Name: "French"}), user)
	u.outcome("replace", of("Languages").Replace(&tests.Language{Code: "es", Name: "Spanish"}), user)
	u.outcome("delete", of("Languages").Delete(&tests.Language{Code: "es"}), user)
	u.outcome("append pets", of("Pets").Append(&tests.Pet{Name: "c"}, &tests.Pet{Name: "d"}), user)
	u.outcome("find pets", of("Pets").Find(&pets, "name IN ?", []string{"a", "d"}), pets)
	u.outcome("delete pets", of("Pets").Unscoped().Delete(&pets), user)
	u.outcome("append toys", of("Toys").Append(&tests.Toy{Name: "train"}), user)
	u.outcome("replace toys", of("Toys").Replace(&tests.Toy{Name: "car"}), user)
	u.outcome("clear toys", of("Toys").Clear(), user)
	u.outcome("replace the company", of("Company").Replace(&tests.Company{Name: "other"}), user)
	u.outcome("clear the company", of("Company").Clear(), user)
	u.outcome("replace the account", of("Account").Replace(&tests.Account{Number: "2"}), user)
	u.outcome("unknown", of("Nothing").Append(&tests.Toy{}))
	users := []tests.User{{Model: gorm.Model{ID: user.ID}}, {Model: gorm.Model{ID: 1}}}
	batch := u.own().Model(&users).Association("Languages")
	u.outcome("append to several", batch.Append(&tests.Language{Code: "it"}, &[]tests.Language{{Code: "pt"}}), users)
	u.outcome("count of several", nil, u.own().Model(&users).Association("Languages").Count())
}

func (u surface) transactions() {
	u.outcome("transaction", u.own().Transaction(func(tx *gorm.DB) error {
		u.result("in a transaction", tx.Create(&besideLine{RowID: 1, N: 200}))
		u.outcome("nested", tx.Transaction(func(tx *gorm.DB) error {
			u.result("in a nested one", tx.Create(&besideLine{RowID: 1, N: 201}))
			return errRollback
		}))
		u.outcome("nested and kept", tx.Transaction(func(tx *gorm.DB) error { return tx.Create(&besideLine{RowID: 1, N: 202}).Error }))
		u.result("savepoint", tx.SavePoint("here"))
		u.result("lost", tx.Create(&besideLine{RowID: 1, N: 203}))
		u.result("back", tx.RollbackTo("here"))
		return nil
	}))
	tx := u.own().Begin()
	u.result("begin", tx)
	u.result("in it", tx.Create(&besideLine{RowID: 1, N: 204}))
	u.result("roll back", tx.Rollback())
	tx = u.own().Begin(&sql.TxOptions{})
	rows, err := tx.Model(&besideLine{}).Where("n > ?", 100).Rows()
	u.outcome("rows in a transaction", err)
	u.outcome("close", errors.Join(rows.Close(), rows.Err()))
	u.result("commit", tx.Commit())
	u.result("commit again", tx.Commit())
	u.outcome("connection", u.own().Connection(func(tx *gorm.DB) error { return tx.First(&besideLine{}, "n = ?", 200).Error }))
	pool, err := u.own().DB()
	u.outcome("pool", err, pool != nil)
	var lines []besideLine
	u.result("what is kept", u.own().Where("n >= ?", 200).Order("n").Find(&lines), lines)
}

func (u surface) sessions() {
	var rows []besideRow
	var lines []besideLine
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	with := func(s gorm.Session) *gorm.DB { s.NewDB = true; return u.db.Session(&s) }
	for range 2 {
		u.result("prepared", with(gorm.Session{PrepareStmt: true}).Order("id").Where("id < ?", 4).Find(&rows), rows)
	}
	u.result("prepared create", with(gorm.Session{PrepareStmt: true}).Create(&besideLine{RowID: 1, N: 300}))
	u.outcome("prepared transaction", with(gorm.Session{PrepareStmt: true}).Transaction(func(tx *gorm.DB) error {
		u.result("in it", tx.Where("n = ?", 300).Delete(&besideLine{}))
		return errRollback
	}))
	u.result("prepared and wrong", with(gorm.Session{PrepareStmt: true}).Where("nothing = ?", 1).Find(&rows))
	u.result("dry create", with(gorm.Session{DryRun: true}).Create(&besideLine{RowID: 1, N: 301}))
	u.result("dry query", with(gorm.Session{DryRun: true}).Where("id = ? AND data = ?", 1, []byte{0}).Find(&rows))
	u.result("dry update", with(gorm.Session{DryRun: true}).Model(&besideRow{ID: 1}).Update("code", "x"))
	u.result("dry delete", with(gorm.Session{DryRun: true}).Delete(&besideRow{ID: 1}))
	u.result("dry exec", with(gorm.Session{DryRun: true}).Exec("DELETE FROM beside_rows WHERE id = ?", 1))
	u.result("no transaction", with(gorm.Session{SkipDefaultTransaction: true}).Create(&besideLine{RowID: 1, N: 302}))
	u.result("no hooks", with(gorm.Session{SkipHooks: true}).Order("id").Find(&rows), rows)
	u.result("query fields", with(gorm.Session{QueryFields: true}).Order("n").Find(&lines), lines)
	u.result("batch size", with(gorm.Session{CreateBatchSize: 2}).Create(&[]besideLine{{RowID: 1, N: 303}, {RowID: 1, N: 304}, {RowID: 1, N: 305}}))
	u.result("cancelled", with(gorm.Session{Context: cancelled}).Find(&rows))
	u.result("cancelled create", with(gorm.Session{Context: cancelled}).Create(&besideLine{RowID: 1, N: 306}))
	u.recovers("cancelled row", func() {
		u.outcome("scan", with(gorm.Session{Context: cancelled}).Model(&besideRow{}).Select("id").Row().Scan(new(int)))
	})
	u.result("set", u.own().Set("gorm:table_options", "x").InstanceSet("key", 1).Find(&rows))
	u.result("debug", u.own().Debug().Where("id = ?", 1).Find(&rows))
	u.result("silent", with(gorm.Session{Logger: logger.Discard}).Where("id = ?", 1).Find(&rows))
	u.result("table", u.own().Table("beside_rows AS r").Where("r.id = ?", 1).Find(&rows), rows)
	u.result("map columns", u.own().Model(&besideRow{}).MapColumns(map[string]string{"code": "hooked"}).Where("id = ?", 1).Find(&rows), rows)
}

func (u surface) hooks() {
	row := besideRows("hooked")[0]
	row.recording = u.recording
	u.result("hook", u.own().Create(&row), row)
	for _, what := range []string{"fail", "panic"} {
		row = besideRow{Key: what, Hooked: what, recording: u.recording}
		// GORM alone leaves the transaction of a hook that panics open.
		u.recovers("hook that does "+what, func() {
			_ = u.own().Transaction(func(tx *gorm.DB) error {
				u.result(what, tx.Create(&row), row)
				return tx.Error
			})
		})
		u.result("afterwards", u.own().First(&besideRow{}, "hooked = ?", what))
	}
}

// recovers runs f, and records its panic.
func (u surface) recovers(what string, f func()) {
	defer func() { u.add("result %s: panic %v", what, recover()) }()
	f()
}

// panics has statements that panic, and others with what these leave.
func (u surface) panics() {
	for range 2 {
		tx := u.own().Begin()
		v := besidePanic(true)
		kept := tx.Model(&besideRow{}).Where("id = ?", &v)
		u.recovers("query", func() { kept.Find(&[]besideRow{}) })
		v = false
		u.result("the same transaction", tx.Create(&besideLine{RowID: 1, N: 400}))
		u.result("the same chain", kept.Select("id").Find(&[]besideRow{}))
		u.result("its end", tx.Rollback())
	}
}

func (u surface) failures() {
	var rows []besideRow
	u.result("duplicate", u.own().Create(&besideRow{Key: "a"}))
	u.result("no column", u.own().Where("nothing = ?", 1).Find(&rows))
	u.result("no table", u.own().Table("nothing").Where("id = ?", 1).Find(&rows))
	// With prepared statements, the row that GORM returns here panics.
	u.recovers("no row", func() { u.outcome("scan", u.own().Table("nothing").Select("id").Row().Scan(new(int))) })
	_, err := u.own().Table("nothing").Rows() //nolint:rowserrcheck // there are none
	u.outcome("no rows", err)
	u.result("syntax", u.own().Raw("SELEC ? FROM", 1).Scan(&rows))
	u.result("syntax of exec", u.own().Exec("UPDAT x SET y = ?", 1))
	u.result("missing arguments", u.own().Where("id = ? AND code = ?", 1).Session(&gorm.Session{DryRun: true}).Find(&rows))
	u.result("foreign key", u.own().Create(&besideLine{RowID: 4000, N: 1}))
	u.result("no model", u.own().Find(new(int)))
	u.result("no value", u.own().Create(besideRow{Key: "value"}))
	u.result("unsupported", u.own().Model(&besideRow{}).Where("id = ?", struct{ A chan int }{}).Find(&rows))
	u.result("unknown preload", u.own().Preload("Nothing").Find(&rows))
	u.result("unknown join", u.own().Joins("Nothing").Find(&rows))
	u.result("scan error", u.own().Model(&besideRow{}).Select("`key`").Where("id = ?", 1).Scan(new(int)))
	u.result("a row that is too long", u.own().Create(&besideRow{Key: string(make([]byte, 0)) + "0123456789012345678901234567890123456789 too long"}))
	tx := u.own().Where("id = ?", 1)
	u.result("error of the caller", tx, tx.AddError(errors.New("mine")))
	u.result("after it", tx.Find(&rows))
}

func (u surface) generics() {
	ctx := context.Background()
	row := besideRow{Key: "generic"}
	u.outcome("generics create", gorm.G[besideRow](u.own()).Create(ctx, &row), row)
	one, err := gorm.G[besideRow](u.own()).Where("id = ?", 1).First(ctx)
	u.outcome("generics first", err, one)
	rows, err := gorm.G[besideRow](u.own()).Where("id IN ?", []int{1, 2}).Order("id").Find(ctx)
	u.outcome("generics find", err, rows)
	n, err := gorm.G[besideRow](u.own()).Where("id = ?", 1).Update(ctx, "code", "generic")
	u.outcome("generics update", err, n)
	n, err = gorm.G[besideRow](u.own()).Where("id = ?", 1).Updates(ctx, besideRow{Code: "generics"})
	u.outcome("generics updates", err, n)
	total, err := gorm.G[besideRow](u.own()).Where("id > ?", 1).Count(ctx, "id")
	u.outcome("generics count", err, total)
	n, err = gorm.G[besideLine](u.own()).Where("n = ?", 302).Delete(ctx)
	u.outcome("generics delete", err, n)
	texts, err := gorm.G[string](u.own()).Raw("SELECT code FROM beside_rows WHERE id < ? ORDER BY id", 4).Find(ctx)
	u.outcome("generics raw", err, texts)
	users, err := gorm.G[tests.User](u.own()).Preload("Pets", func(b gorm.PreloadBuilder) error { b.Where("name = ?", "a").Order("id"); return nil }).
		Joins(clause.LeftJoin.Association("Company"), func(b gorm.JoinBuilder, _, _ clause.Table) error { b.Where("name = ?", "company"); return nil }).Order("users.id").Find(ctx)
	u.outcome("generics associations", err, users)
	u.outcome("generics set", nil, mustCount(gorm.G[besideLine](u.own()).Where("n = ?", 1).Set(clause.Assignment{Column: clause.Column{Name: "amount"}, Value: 3}).Update(ctx)))
	u.outcome("generics exec", gorm.G[besideLine](u.own()).Exec(ctx, "UPDATE beside_lines SET amount = ? WHERE n = ?", 4, 2))
	result := gorm.WithResult()
	u.outcome("generics upsert", gorm.G[besideLine](u.own(), result, clause.OnConflict{DoNothing: true}).Create(ctx, &besideLine{RowID: 1, N: 1}), result.RowsAffected)
	u.outcome("generics batches", gorm.G[besideLine](u.own()).Order("n").FindInBatches(ctx, 4, func(data []besideLine, n int) error {
		u.add("batch %d %v", n, data)
		return nil
	}))
	var sum int
	u.outcome("generics row", gorm.G[besideLine](u.own()).Select("SUM(amount)").Row(ctx).Scan(&sum), sum)
}

func mustCount(n int, err error) string { return fmt.Sprint(n, " ", err) }
