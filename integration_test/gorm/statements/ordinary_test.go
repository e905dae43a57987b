package statements_test

import (
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// The models of what ordinary programs do.
type (
	monthJob struct {
		ID   gormtype.ID[wiji.ID]
		Name string `gorm:"size:20"`
	}
	jsonDoc struct {
		ID   gormtype.ID[uuidv7.ID]
		Tags string `gorm:"type:json"`
		Key  string `gorm:"size:60"`
	}
)

// TestTablesByMonth: the columns of a model are known in another table than its own.
func TestTablesByMonth(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&monthJob{}))
		if err := db.Table("jobs_11").AutoMigrate(&monthJob{}); err != nil {
			t.Fatal(err)
		}
		jobs := []monthJob{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		gormtest.Must(t, db.Table("jobs_11").Create(&jobs))
		text := jobs[1].ID.String()
		inNovember := func(tx *gorm.DB) *gorm.DB { return tx.Table("jobs_11") }
		for what, tx := range map[string]*gorm.DB{
			"Model and Table":   db.Model(&monthJob{}).Table("jobs_11"),
			"Table":             db.Table("jobs_11"),
			"Scopes":            db.Scopes(inNovember),
			"an alias":          db.Table("jobs_11 AS j"),
			"Model and Scopes":  db.Model(&monthJob{}).Scopes(inNovember),
			"prepared":          db.Session(&gorm.Session{PrepareStmt: true}).Table("jobs_11"),
			"a subquery of one": db.Table("(?) AS j", db.Table("jobs_11").Where("id <> ?", jobs[0].ID)),
		} {
			for form, id := range map[string]any{"text": text, "plain": jobs[1].ID.V(), "column": jobs[1].ID} {
				var found []monthJob
				if got := gormtest.Must(t, tx.Session(&gorm.Session{}).Where("id = ?", id).Find(&found)); got.RowsAffected != 1 || found[0].Name != "b" {
					t.Errorf("%s, %s: %v", what, form, found)
				}
			}
		}
		gormtest.Equal(t, "deleted", gormtest.Must(t, db.Table("jobs_11").Where("id <> ?", text).Delete(&monthJob{})).RowsAffected, 2)
	})
}

// TestBesideText: an ID beside a text is its text, and where nobody knows, an error; never bytes.
func TestBesideText(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&jsonDoc{}))
		if err := db.AutoMigrate(&jsonDoc{}); err != nil {
			t.Fatal(err)
		}
		owners := []uuidv7.ID{uuidv7.New(), uuidv7.New(), uuidv7.New()}
		for _, owner := range owners {
			gormtest.Must(t, db.Create(&jsonDoc{Tags: `{"owner":"` + owner.String() + `"}`, Key: "user:" + owner.String()}))
		}
		path := "tags->>'$.owner'"
		quoted := "\"key\""
		if s.Dialect() == "mysql" {
			quoted = "`key`"
		}
		concat := quoted + " = CONCAT('user:', ?)"
		switch s.Dialect() {
		case "postgres":
			path, concat = "tags->>'owner'", quoted+" = CONCAT('user:', ?)"
		case "sqlite":
			concat = quoted + " = 'user:' || ?"
		}
		if s.Name == "mariadb" {
			path = "JSON_VALUE(tags, '$.owner')"
		}
		for what, tx := range map[string]*gorm.DB{
			"JSON =":      db.Where(path+" = ?", owners[1]),
			"JSON IN":     db.Where(path+" IN ?", []uuidv7.ID{owners[1]}),
			"JSON before": db.Where("? = "+path, owners[1]),
			"a text":      db.Where(concat, owners[1]),
		} {
			var found []jsonDoc
			if err := tx.Find(&found).Error; err != nil || len(found) != 1 || !strings.Contains(found[0].Key, owners[1].String()) {
				t.Errorf("%s: %v, error %v", what, found, err)
			}
		}
		gormtest.Equal(t, "others", gormtest.Must(t, db.Where(path+" <> ?", owners[1]).Find(&[]jsonDoc{})).RowsAffected, 2)
		for what, tx := range map[string]*gorm.DB{
			"LOWER":           db.Where("LOWER("+quoted+") <> ?", owners[1]).Delete(&jsonDoc{}),
			"a function":      db.Where("LENGTH(HEX(?)) > 0", owners[1]).Delete(&jsonDoc{}),
			"Select":          db.Model(&jsonDoc{}).Select("? AS x", owners[1]).Find(&[]map[string]any{}),
			"another table":   db.Table("elsewhere").Where("id <> ?", owners[1]).Delete(nil),
			"LIKE":            db.Where("id LIKE ?", owners[1]).Delete(&jsonDoc{}),
			"NOT LIKE a text": db.Where("id NOT LIKE ?", "x%").Delete(&jsonDoc{}),
		} {
			if tx.Error == nil || tx.RowsAffected > 0 || !strings.HasPrefix(tx.Error.Error(), "gormtype.") {
				t.Errorf("%s: %d rows, error %v", what, tx.RowsAffected, tx.Error)
			}
		}
		gormtest.Equal(t, "rows", gormtest.Count(t, db, &jsonDoc{}), 3)
	})
}

// TestInserts: the values of an INSERT get the form of the columns, or are refused.
func TestInserts(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		for what, tx := range map[string]*gorm.DB{
			"SELECT ?":           db.Exec("INSERT INTO bind_keys (n, id) SELECT 1, ? FROM bind_users WHERE id = ?", uuid.New().String(), r.users[1].ID),
			"UNION ALL SELECT ?": db.Exec("INSERT INTO bind_keys (id, n) SELECT id, 1 FROM bind_keys WHERE 1 = 0 UNION ALL SELECT ?, 2 FROM bind_users WHERE id = ?", uuid.New(), r.users[1].ID.V()),
			"VALUES":             db.Exec("INSERT INTO bind_keys (id, n) VALUES (?, 3), (?, 4)", uuid.New(), uuid.New().String()),
		} {
			if tx.Error != nil || tx.RowsAffected == 0 {
				t.Errorf("%s: %d rows, error %v", what, tx.RowsAffected, tx.Error)
			}
		}
		gormtest.Must(t, db.Find(&[]bindKey{}))
		before := gormtest.Count(t, db, &bindKey{})
		for what, tx := range map[string]*gorm.DB{
			"VALUES without columns":       db.Exec("INSERT INTO bind_keys VALUES (?, 5)", uuid.New()),
			"VALUES without columns, text": db.Exec("INSERT INTO bind_keys VALUES (?, 5)", uuid.New().String()),
			"SELECT without columns":       db.Exec("INSERT INTO bind_keys SELECT ?, 5", uuid.New().String()),
			"another kind":                 db.Exec("INSERT INTO bind_users (id, name) SELECT ?, 'x'", r.orders[1].ID),
		} {
			if tx.Error == nil {
				t.Errorf("%s: no error", what)
			}
		}
		gormtest.Equal(t, "rows", gormtest.Count(t, db, &bindKey{}), before)
	})
}

// TestNamesOfQueries: a query of WITH that has the name of another model's table is that query.
func TestNamesOfQueries(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		var n int64
		gormtest.Must(t, db.Raw("WITH bind_orders AS (SELECT id, name FROM bind_users) SELECT count(*) FROM bind_orders WHERE id = ?", r.users[2].ID.V()).Scan(&n))
		gormtest.Equal(t, "rows of WITH", n, 1)
		gormtest.Must(t, db.Raw("WITH x (key_of, n) AS (SELECT id, n FROM bind_orders) SELECT count(*) FROM x WHERE n = 3 AND n IN (SELECT n FROM bind_orders WHERE id = ?)", r.orders[3].ID).Scan(&n))
		gormtest.Equal(t, "rows behind WITH", n, 1)
		gormtest.Must(t, db.Raw("SELECT count(*) FROM bind_users u WHERE EXISTS (SELECT 1 FROM bind_orders o WHERE o.user_id = u.id AND u.id = ?)", r.users[4].ID.String()).Scan(&n))
		gormtest.Equal(t, "rows of a correlated query", n, 1)
	})
}

// pgArray is an array of PostgreSQL as lib/pq and others pass it.
type pgArray string

// Value returns the text of the array.
func (a pgArray) Value() (v driver.Value, err error) { return string(a), nil }

// TestArrays: ANY takes arrays.
func TestArrays(t *testing.T) {
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnPostgres, gormtest.OnPostgresSimple}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&monthJob{}))
		if err := db.AutoMigrate(&monthJob{}); err != nil {
			t.Fatal(err)
		}
		jobs := []monthJob{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		gormtest.Must(t, db.Create(&jobs))
		ids := []wiji.ID{jobs[0].ID.V(), jobs[1].ID.V()}
		text := "{" + ids[0].UUID() + "," + ids[1].UUID() + "}"
		for what, array := range map[string]any{"text": text, "a Valuer": pgArray(text), "sqltype": sqltype.ListOf(sqltype.UUIDOf[wiji.ID], ids...).Array()} {
			var found []monthJob
			if err := db.Where("id = ANY(?)", array).Find(&found).Error; err != nil || len(found) != 2 {
				t.Errorf("%s: %d rows, error %v", what, len(found), err)
			}
		}
		for what, one := range map[string]any{"an ID": ids[0], "its text": ids[0].String()} {
			if err := db.Where("id <> ANY(?)", one).Delete(&monthJob{}).Error; err == nil {
				t.Errorf("%s: no error", what)
			}
		}
	})
}

// TestTableWithoutModel: a subquery of a table without a model does not take the columns of the
// query around it.
func TestTableWithoutModel(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		gormtest.Must(t, db.Exec("CREATE TABLE legacies (id varchar(60) PRIMARY KEY, note varchar(60))"))
		gormtest.Must(t, db.Exec("INSERT INTO legacies VALUES (?, ?)", "5", r.users[5].ID.String()))
		found := gormtest.Must(t, db.Where("? = 5 AND EXISTS (SELECT 1 FROM legacies WHERE id = ?)", 5, "5").Find(&[]bindKey{}))
		gormtest.Equal(t, "rows", found.RowsAffected, bound)
		for _, id := range []any{r.users[5].ID.V(), r.keys[5].ID.V()} {
			tx := db.Exec("DELETE FROM bind_keys WHERE id NOT IN (SELECT n FROM legacies WHERE id = ?)", id)
			if !errors.Is(tx.Error, gormtype.ErrPlain) || tx.RowsAffected > 0 {
				t.Errorf("%T: %d rows, error %v", id, tx.RowsAffected, tx.Error)
			}
		}
	})
}

// TestOptionalCondition: an ID that is NULL or not is right in any form.
func TestOptionalCondition(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		id := r.users[3].ID.V()
		for what, v := range map[string]any{"plain": id, "a pointer": &id, "a column": r.users[3].ID, "a text": id.String()} {
			if what == "a text" && s.Dialect() == "postgres" {
				continue // whose type the server does not know, as that of any text there
			}
			for _, sql := range []string{"(? IS NULL OR id = ?)", "(? IS NOT NULL AND id = ?)"} {
				tx := db.Where(sql, v, v).Find(&[]bindUser{})
				if tx.Error != nil || tx.RowsAffected != 1 {
					t.Errorf("%s with %s: %d rows, error %v", sql, what, tx.RowsAffected, tx.Error)
				}
			}
		}
	})
}
