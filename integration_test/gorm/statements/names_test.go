package statements_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Tables of one name in several schemas, of which one has IDs, one texts and one numbers.
type (
	spaceUser struct { // of the schema auth
		ID   gormtype.Binary[wiji.ID]
		Name string `gorm:"size:40"`
	}
	spaceText struct { // of the schema crm
		ID   string `gorm:"size:40"`
		Name string `gorm:"size:40"`
	}
	spaceNumber struct { // of the schema old
		ID   uint
		Name string `gorm:"size:40"`
	}
	spaceOwn struct { // of no schema
		ID   gormtype.Binary[wiji.For[spaceOwn]]
		Name string `gorm:"size:40"`
	}
)

// spaces names the schemas. MySQL's are databases, whose names are those of the server.
type spaces struct {
	schema.NamingStrategy
	auth, crm, old string
}

func (spaceUser) TableName(n schema.Namer) string   { return n.(spaces).auth + ".users" }
func (spaceText) TableName(n schema.Namer) string   { return n.(spaces).crm + ".users" }
func (spaceNumber) TableName(n schema.Namer) string { return n.(spaces).old + ".users" }
func (spaceOwn) TableName(schema.Namer) string      { return "users" }

// addSchema creates a schema beside the own one, and returns its name. MySQL's schemas are databases, and those of SQLite belong to
// a connection.
func addSchema(t *testing.T, s gormtest.Server, db *gorm.DB, name string) string {
	t.Helper()
	create := "CREATE SCHEMA "
	switch s.Dialect() {
	case "mysql":
		name = db.Migrator().CurrentDatabase() + "_" + name
		t.Cleanup(func() { db.Exec("DROP DATABASE " + name) })
	case "sqlite":
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		create = "ATTACH ':memory:' AS "
	}
	gormtest.Must(t, db.Exec(create+name))
	return name
}

// ownSchema returns the name of the schema in which a table without one is.
func ownSchema(s gormtest.Server, db *gorm.DB) string {
	return map[string]string{"sqlite": "main", "postgres": "public", "mysql": db.Migrator().CurrentDatabase()}[s.Dialect()]
}

// bytesType returns the type of a column of 16 bytes.
func bytesType(s gormtest.Server) string {
	return map[string]string{"sqlite": "blob", "postgres": "bytea", "mysql": "binary(16)"}[s.Dialect()]
}

// openSpaces opens a database with the four tables, and returns it with their names.
func openSpaces(t *testing.T, s gormtest.Server) (*gorm.DB, spaces) {
	t.Helper()
	db := gormtest.OpenBare(t, s)
	n := spaces{auth: addSchema(t, s, db, "auth"), crm: addSchema(t, s, db, "crm"), old: addSchema(t, s, db, "old")}
	bytes := bytesType(s)
	gormtest.Must(t, db.Exec("CREATE TABLE "+n.auth+".users (id "+bytes+" NOT NULL PRIMARY KEY, name varchar(40))"))
	gormtest.Must(t, db.Exec("CREATE TABLE "+n.crm+".users (id varchar(40) NOT NULL PRIMARY KEY, name varchar(40))"))
	gormtest.Must(t, db.Exec("CREATE TABLE "+n.old+".users (id bigint NOT NULL PRIMARY KEY, name varchar(40))"))
	gormtest.Must(t, db.Exec("CREATE TABLE users (id "+bytes+" NOT NULL PRIMARY KEY, name varchar(40))"))
	db.NamingStrategy = n
	return db, n
}

// TestSchemas: a table of one name in another schema is another table.
func TestSchemas(t *testing.T) {
	for _, s := range gormtest.Servers {
		for what, models := range map[string][]any{
			"all": {&spaceUser{}, &spaceText{}, &spaceNumber{}, &spaceOwn{}}, "reversed": {&spaceOwn{}, &spaceNumber{}, &spaceText{}, &spaceUser{}},
			"of IDs": {&spaceUser{}, &spaceOwn{}}, "one": {&spaceUser{}}, "own": {&spaceOwn{}},
		} {
			t.Run(s.Name+"/"+what, func(t *testing.T) {
				db, n := openSpaces(t, s)
				gormtest.Use(t, db, gormtype.Models(models...))
				// Texts that are those of IDs, one that the plugin would take for 16 bytes, and another spelling.
				texts := []string{gormtest.WijiAt(1).String(), "sixteen letters!", strings.ToLower(gormtest.WijiAt(2).String()), "x", uuidv7.New().String()}
				for i, text := range texts {
					if s.Dialect() == "sqlite" { // whose driver writes an INSERT without the schema
						gormtest.Must(t, db.Exec("INSERT INTO "+n.crm+".users VALUES (?, ?)", text, gormtest.Name(i)))
						gormtest.Must(t, db.Exec("INSERT INTO "+n.old+".users VALUES (?, ?)", i+1, gormtest.Name(i)))
						gormtest.Must(t, db.Exec("INSERT INTO "+n.auth+".users (id, name) VALUES (?, ?)", gormtype.BinaryOf(gormtest.WijiAt(i)), gormtest.Name(i)))
						continue
					}
					gormtest.Must(t, db.Create(&spaceText{ID: text, Name: gormtest.Name(i)}))
					gormtest.Must(t, db.Create(&spaceNumber{ID: uint(i + 1), Name: gormtest.Name(i)}))
					gormtest.Must(t, db.Create(&spaceUser{ID: gormtype.BinaryOf(gormtest.WijiAt(i)), Name: gormtest.Name(i)}))
				}
				var stored []string
				if gormtest.Must(t, db.Raw("SELECT id FROM "+n.crm+".users ORDER BY name").Scan(&stored)); !slices.Equal(stored, texts) {
					t.Errorf("stored %q, want %q", stored, texts)
				}
				for i, text := range texts {
					var one spaceText
					if tx := db.First(&one, "id = ?", text); tx.Error != nil || one != (spaceText{text, gormtest.Name(i)}) {
						t.Errorf("First of %q: %v, error %v", text, one, tx.Error)
					}
					var all []spaceText
					if tx := db.Order("name").Find(&all, "id IN ?", []string{text, "none"}); tx.Error != nil || len(all) != 1 || all[0].ID != text {
						t.Errorf("Find of %q: %v, error %v", text, all, tx.Error)
					}
					var others int64
					if tx := db.Model(&spaceText{}).Where("id <> ?", text).Count(&others); tx.Error != nil || others != int64(len(texts)-1) {
						t.Errorf("others than %q: %d, error %v", text, others, tx.Error)
					}
					others = 0
					if tx := db.Raw("SELECT count(*) FROM "+n.crm+".users u WHERE u.id <> ?", text).Scan(&others); tx.Error != nil || others != int64(len(texts)-1) {
						t.Errorf("others than %q by Raw: %d, error %v", text, others, tx.Error)
					}
					if tx := db.Model(&spaceText{}).Where("id = ?", text).Update("id", text); tx.Error != nil || tx.RowsAffected != 1 && s.Dialect() != "mysql" {
						t.Errorf("Update of %q: %d rows, error %v", text, tx.RowsAffected, tx.Error)
					}
					if tx := db.Exec("UPDATE "+n.crm+".users SET name = name WHERE "+n.crm+".users.id = ?", text); s.Dialect() != "sqlite" && s.Dialect() != "postgres" && tx.Error != nil {
						t.Errorf("Exec of %q: error %v", text, tx.Error)
					}
				}
				var number spaceNumber
				if tx := db.First(&number, 2); tx.Error != nil || number.Name != gormtest.Name(1) {
					t.Errorf("First of a number: %v, error %v", number, tx.Error)
				}
				var user spaceUser
				for _, form := range []any{gormtest.WijiAt(3), gormtest.WijiAt(3).String(), gormtype.BinaryOf(gormtest.WijiAt(3))} {
					if tx := db.First(&user, "id = ?", form); tx.Error != nil || user.Name != gormtest.Name(3) {
						t.Errorf("First of a %T: %v, error %v", form, user, tx.Error)
					}
					user = spaceUser{}
				}
				var got int64
				// Two of them in one statement.
				for i, sql := range []string{
					"SELECT count(*) FROM {auth}.users u JOIN {crm}.users c ON c.name = u.name WHERE u.id = ? AND c.id = ?",
					"SELECT count(*) FROM {crm}.users c JOIN {auth}.users u ON c.name = u.name WHERE u.id = ? AND c.id = ?",
					"SELECT count(*) FROM {auth}.users AS u, {crm}.users WHERE u.name = {crm}.users.name AND u.id = ? AND {crm}.users.id = ?",
					"SELECT count(*) FROM {auth}.users u WHERE u.id = ? AND EXISTS (SELECT 1 FROM {crm}.users WHERE name = u.name AND id = ?)",
				} {
					if what == "own" { // the plugin learns them by statements
						gormtest.Must(t, db.Find(&[]spaceUser{}))
					}
					sql = strings.NewReplacer("{auth}", n.auth, "{crm}", n.crm).Replace(sql)
					if tx := db.Raw(sql, gormtest.WijiAt(0), texts[0]).Scan(&got); tx.Error != nil || got != 1 {
						t.Errorf("%d: %d, error %v", i, got, tx.Error)
					}
				}
				if slices.ContainsFunc(models, func(m any) bool { _, ok := m.(*spaceOwn); return ok }) {
					own := spaceOwn{Name: "own"}
					gormtest.Must(t, db.Create(&own))
					// A table without a model has no columns of IDs.
					tx := db.Exec("INSERT INTO users (id, name) SELECT ?, name FROM "+n.old+".users WHERE id = 5", wiji.NewFor[spaceOwn]())
					if tx.Error != nil || tx.RowsAffected != 1 {
						t.Errorf("INSERT by a literal: %d rows, error %v", tx.RowsAffected, tx.Error)
					}
					tx = db.Exec("INSERT INTO users (id, name) SELECT ?, name FROM "+n.old+".users WHERE id = ?", wiji.NewFor[spaceOwn](), 4)
					if tx.Error != nil || tx.RowsAffected != 1 {
						t.Errorf("INSERT by a number: %d rows, error %v", tx.RowsAffected, tx.Error)
					}
					tx = db.Exec("DELETE FROM "+n.crm+".users WHERE id <> ?", texts[1])
					if tx.Error != nil || tx.RowsAffected != 4 {
						t.Errorf("DELETE: %d rows, error %v", tx.RowsAffected, tx.Error)
					}
				}
				var maps []map[string]any
				if tx := db.Table(n.crm+".users").Where("id = ?", texts[1]).Find(&maps); tx.Error != nil || len(maps) != 1 || fmt.Sprint(maps[0]["id"]) != texts[1] {
					t.Errorf("Table into maps: %v, error %v", maps, tx.Error)
				}
			})
		}
	}
}

// The tables of TestTableOfOther.
type (
	otherA[K any] struct {
		ID   K
		Name string `gorm:"size:40"`
	}
	otherB[K any] struct {
		ID   K
		Name string `gorm:"size:40"`
	}
	otherKind struct{}
)

func (otherA[K]) TableName() string { return "aas" }
func (otherB[K]) TableName() string { return "bs" }

// TestTableOfOther: db.Table names the model of the columns, whatever the destination is.
func TestTableOfOther(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		tableOfOther[gormtype.Binary[wiji.ID], gormtype.Binary[wiji.For[otherKind]]](t, s, "typed", gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.BinaryOf(gormtest.WijiAt(1)))
		tableOfOther[gormtype.Binary[wiji.ID], gormtype.Text[wiji.ID]](t, s, "text", gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.BinaryOf(gormtest.WijiAt(1)))
		tableOfOther[gormtype.Text[wiji.ID], gormtype.Binary[wiji.ID]](t, s, "binary", gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.TextOf(gormtest.WijiAt(1)))
		tableOfOther[gormtype.Binary[wiji.ID], uint](t, s, "number", gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.BinaryOf(gormtest.WijiAt(1)))
		tableOfOther[gormtype.Binary[wiji.ID], string](t, s, "string", gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.BinaryOf(gormtest.WijiAt(1)))
		tableOfOther[uint, gormtype.Binary[wiji.ID]](t, s, "of a number", 1)
		tableOfOther[string, gormtype.Binary[wiji.ID]](t, s, "of a string", "sixteen letters!", gormtest.WijiAt(1).String())
	})
}

func tableOfOther[A, B any](t *testing.T, s gormtest.Server, what string, forms ...any) {
	t.Run(what, func(t *testing.T) {
		db := gormtest.OpenBare(t, s)
		gormtest.Use(t, db, gormtype.Models(&otherA[A]{}, &otherB[B]{}))
		if err := db.AutoMigrate(&otherA[A]{}, &otherB[B]{}); err != nil {
			t.Fatal(err)
		}
		for i, form := range forms {
			gormtest.Must(t, db.Table("aas").Where("1 = 1").Delete(nil))
			gormtest.Must(t, db.Table("aas").Create(map[string]any{"id": form, "name": gormtest.Name(i)}))
			var b []otherB[B]
			if tx := db.Table("aas").Select("name").Where("id = ?", form).Find(&b); tx.Error != nil || len(b) != 1 || b[0].Name != gormtest.Name(i) {
				t.Errorf("Find by a %T: %v, error %v", form, b, tx.Error)
			}
			if tx := db.Table("aas").Select("name").Where("id <> ?", form).Find(&b); tx.Error != nil || len(b) != 0 {
				t.Errorf("Find of others than a %T: %v, error %v", form, b, tx.Error)
			}
			if tx := db.Table("aas AS x").Select("name").Where("x.id = ?", form).Find(&b); tx.Error != nil || len(b) != 1 {
				t.Errorf("Find by an alias and a %T: %v, error %v", form, b, tx.Error)
			}
			if tx := db.Table("aas").Model(&otherB[B]{}).Where("id <> ?", form).Delete(nil); tx.Error != nil || tx.RowsAffected != 0 {
				t.Errorf("Delete of others than a %T: %d rows, error %v", form, tx.RowsAffected, tx.Error)
			}
		}
	})
}

// TestRowNames: old, new and excluded name the row that a statement writes only where no table has such an alias.
func TestRowNames(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		gormtest.Must(t, db.Exec("CREATE TABLE notes (id varchar(40) PRIMARY KEY, note varchar(40))"))
		text := gormtest.WijiAt(1).String()
		for _, c := range []struct{ sql, on string }{
			{"SELECT count(*) FROM hard_users u JOIN notes old ON old.note = u.name WHERE old.id = ?", ""},
			{"SELECT count(*) FROM hard_users u, notes AS new WHERE new.note = u.name AND new.id = ?", ""},
			{"SELECT count(*) FROM hard_users u JOIN notes excluded ON excluded.note = u.name WHERE excluded.id = ? AND u.boss IS NULL", ""},
			{"SELECT count(*) FROM hard_users u WHERE EXISTS (SELECT 1 FROM notes OLD WHERE OLD.id = ? AND OLD.note = u.name)", ""},
			{"SELECT count(*) FROM hard_users u JOIN notes old ON TRUE WHERE EXISTS (SELECT 1 FROM hard_logs l WHERE old.id = ? AND old.note = u.name AND l.user_id = u.id)", ""},
		} {
			gormtest.Must(t, db.Exec("DELETE FROM notes"))
			hardRows(t, db)
			gormtest.Must(t, db.Exec("INSERT INTO notes VALUES (?, 'a')", text))
			var n int64
			if tx := db.Raw(c.sql, text).Scan(&n); tx.Error != nil || n != 1 {
				t.Errorf("%s: %d, error %v", c.sql, n, tx.Error)
			}
		}
		// The row to keep.
		tx := db.Exec("DELETE FROM hard_users WHERE name IN (SELECT new.note FROM notes new WHERE new.id <> ?)", text)
		if tx.Error != nil || tx.RowsAffected != 0 {
			t.Errorf("DELETE: %d rows, error %v", tx.RowsAffected, tx.Error)
		}
		if s.Dialect() == "postgres" {
			for _, form := range []any{text, gormtest.WijiAt(1), gormtype.BinaryOf(gormtest.WijiAt(1))} {
				var is []bool
				tx = db.Raw("UPDATE hard_users u SET boss = NULL FROM hard_logs l WHERE l.user_id = u.id AND u.id = ? RETURNING old.id = ? AND new.id = ?", form, form, form).Scan(&is)
				if tx.Error != nil || len(is) != 1 || !is[0] {
					t.Errorf("RETURNING of a %T: %v, error %v", form, is, tx.Error)
				}
			}
		}
	})
}

// homeOwn and homeOther are models of tables of one name, of which the second one has a schema.
type (
	homeOwn struct {
		ID   gormtype.Binary[wiji.ID]
		Name string `gorm:"size:40"`
	}
	homeOther struct {
		ID   gormtype.Binary[wiji.ID]
		Name string `gorm:"size:40"`
	}
)

func (homeOwn) TableName() string                 { return "homes" }
func (homeOther) TableName(n schema.Namer) string { return n.(spaces).old + ".others" }

// TestHomeSchema: a name with a schema and one without it mean one table where the server finds that table.
func TestHomeSchema(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		old := addSchema(t, s, db, "old")
		db.NamingStrategy = spaces{old: old}
		gormtest.Use(t, db, gormtype.Models(&homeOwn{}, &homeOther{}))
		bytes := bytesType(s)
		for _, name := range []string{"homes", old + ".homes", old + ".others"} {
			key := bytes
			if name == old+".homes" {
				key = "varchar(40)"
			}
			gormtest.Must(t, db.Exec("CREATE TABLE "+name+" (id "+key+" PRIMARY KEY, name varchar(40))"))
		}
		key := gormtest.WijiAt(1)
		own := ownSchema(s, db)
		reads := func(db *gorm.DB, table string, want int64) {
			t.Helper()
			for _, form := range []any{key, key.String(), gormtype.BinaryOf(key)} {
				var n int64
				if tx := db.Raw("SELECT count(*) FROM "+table+" WHERE id = ?", form).Scan(&n); tx.Error != nil || n != want {
					t.Errorf("%s by a %T: %d, error %v", table, form, n, tx.Error)
				}
			}
		}
		gormtest.Must(t, db.Exec("INSERT INTO "+own+".homes VALUES (?, 'a')", gormtype.BinaryOf(key)))
		gormtest.Must(t, db.Exec("INSERT INTO "+old+".others (id) VALUES (?)", key))
		reads(db, "homes", 1)
		reads(db, own+".homes", 1)
		reads(db, old+".others", 1)
		// Another table, which has no model.
		gormtest.Must(t, db.Exec("INSERT INTO "+old+".homes (id) VALUES (?)", key.String()))
		var n int64
		if tx := db.Raw("SELECT count(*) FROM "+old+".homes h WHERE h.id = ?", key.String()).Scan(&n); tx.Error != nil || n != 1 {
			t.Errorf("another table: %d, error %v", n, tx.Error)
		}
		switch s.Dialect() {
		case "sqlite": // which looks for a table in each schema
			reads(db, "others", 1)
		case "postgres":
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			pool.SetMaxOpenConns(1)
			gormtest.Must(t, db.Exec("SET search_path TO "+old+", public"))
			reads(db, "others", 1)
		}
	})
}
