package beside_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gen"
	"gorm.io/gen/field"
	"gorm.io/gorm"
	"gorm.io/hints"
	"gorm.io/plugin/dbresolver"
	"gorm.io/plugin/optimisticlock"
	"gorm.io/plugin/soft_delete"
)

// besideThing has the column types of others.
type besideThing struct {
	ID      uint
	Name    string `gorm:"size:40"`
	J       datatypes.JSON
	M       datatypes.JSONMap
	T       datatypes.JSONType[besidePart]
	S       datatypes.JSONSlice[string]
	D       datatypes.Date
	U       datatypes.UUID
	Version optimisticlock.Version
	IsGone  soft_delete.DeletedAt `gorm:"softDelete:flag"`
}

var besideUUID = datatypes.UUID{1, 0x89, 10, 0x5d, 0xac, 0x96, 0x77, 0x4b, 0xbc, 0xce, 0xb3, 2, 9, 0x9a, 0x80, 0x57}

func (u surface) things(t *testing.T) {
	t.Helper()
	if err := u.db.AutoMigrate(&besideThing{}, &besideLine{}); err != nil {
		t.Fatal(err)
	}
	var things []besideThing
	for i := range 4 {
		things = append(things, besideThing{
			Name: gormtest.Name(i), J: datatypes.JSON(`{"name": "x", "n": 1, "in": {"deep": true}, "tags": ["a", "b"]}`), M: datatypes.JSONMap{"a": "b"}, U: besideUUID,
			T: datatypes.NewJSONType(besidePart{"part", i}), S: datatypes.NewJSONSlice([]string{"a"}), D: datatypes.Date(time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)),
		})
	}
	u.result("create", u.own().Create(&things), things)
	same := datatypes.JSON(`{"name": "x", "n": 1, "in": {"deep": true}, "tags": ["a", "b"]}`)
	find := func(what string, where ...any) {
		var found []besideThing
		tx := u.own().Order("id").Where(where[0], where[1:]...)
		u.result(what, tx.Find(&found), found)
	}
	find("JSON", "j = ?", same)
	find("another JSON", "j <> ?", same)
	find("JSON by a struct", &besideThing{J: same})
	find("JSONQuery.HasKey", datatypes.JSONQuery("j").HasKey("in", "deep"))
	find("JSONQuery.Equals", datatypes.JSONQuery("j").Equals("x", "name"))
	find("JSONQuery.Equals a number", datatypes.JSONQuery("j").Equals(1, "n"))
	find("JSONQuery.Equals a bool", datatypes.JSONQuery("j").Equals(true, "in", "deep"))
	find("JSONQuery.Likes", datatypes.JSONQuery("j").Likes("%x%", "name"))
	find("JSONArrayQuery", datatypes.JSONArrayQuery("j").Contains("a", "tags"))
	find("UUID", "u = ?", besideUUID)
	find("UUIDs", "u IN ?", []datatypes.UUID{besideUUID})
	find("UUID's text", "u = ?", besideUUID.String())
	find("Date", "d = ?", things[0].D)
	find("JSONType", "t = ?", things[0].T)
	u.result("JSONSet", u.own().Model(&besideThing{}).Where("id = ?", 1).UpdateColumn("j", datatypes.JSONSet("j").Set("in.deep", []string{"x"}))) // of several, their order is a chance
	u.result("update JSON", u.own().Model(&besideThing{ID: 2}).Updates(map[string]any{"j": datatypes.JSON(`{"a": 1}`), "m": datatypes.JSONMap{"c": 1}, "s": things[0].S, "u": besideUUID}))
	find("all", "1 = 1")
	u.result("optimistic lock", u.own().Model(&things[2]).Update("name", "x"))
	u.result("lost", u.own().Model(&things[2]).Update("name", "y"))
	u.result("soft delete", u.own().Delete(&things[3]))
	u.result("delete by JSON", u.own().Where("j <> ?", same).Delete(&besideThing{}))
	find("what is left", "1 = 1")
	u.result("hint", u.own().Clauses(hints.CommentBefore("select", "hint ?")).Find(&things))
	u.result("hint of an update", u.own().Clauses(hints.New("MAX_EXECUTION_TIME(1000)")).Model(&besideThing{ID: 1}).Update("name", "hint"))
	u.result("index hint", u.own().Session(&gorm.Session{DryRun: true}).Clauses(hints.UseIndex("x")).Where("id = ?", 1).Find(&things))
	u.result("read", u.own().Clauses(dbresolver.Write).Find(&things))
	u.result("use", u.own().Clauses(dbresolver.Use("other")).Find(&things))
	u.outcome("transaction of dbresolver", u.own().Clauses(dbresolver.Write).Transaction(func(tx *gorm.DB) error {
		u.result("in it", tx.Find(&things))
		return errors.Join(tx.Create(&besideThing{Name: "tx"}).Error, errRollback)
	}))
	u.generated()
}

func (u surface) generated() {
	var table gen.DO
	table.UseDB(u.own())
	table.UseModel(&besideThing{})
	id := field.NewUint("beside_things", "id")
	found, err := table.Where(id.Gt(1)).Select(id).Order(id).Find()
	u.outcome("gen find", err, found)
	info, err := table.Where(id.Eq(1)).Update(field.NewString("beside_things", "name"), "gen")
	u.outcome("gen update", errors.Join(err, info.Error), info.RowsAffected)
	info, err = table.Where(id.Eq(1)).Delete()
	u.outcome("gen delete", errors.Join(err, info.Error), info.RowsAffected)
}

// besideLibraries installs the libraries of others that are plugins.
func besideLibraries(replica *gorm.Dialector) func(*gorm.DB) error {
	return func(db *gorm.DB) error {
		resolver := dbresolver.Register(dbresolver.Config{Replicas: []gorm.Dialector{*replica}})
		return db.Use(resolver.Register(dbresolver.Config{Sources: []gorm.Dialector{*replica}}, "other"))
	}
}

// TestBesideLibraries: with libraries that were added before or after the plugin, all is as it is
// without the plugin.
func TestBesideLibraries(t *testing.T) {
	for _, s := range besideServers {
		t.Run(s.Name, func(t *testing.T) {
			run := func(order ...string) *recording {
				r := new(recording)
				list := r.recordedDialector(t, s, "source", "replica")
				u := openRecordedAs(t, r, list[0], s, gorm.Config{})
				for _, what := range order {
					use := besidePlugin
					if what == "libraries" {
						use = besideLibraries(&list[1])
					}
					if err := use(u.db); err != nil {
						t.Fatal(err)
					}
				}
				u.things(t)
				return r
			}
			want := run("libraries")
			sameRecording(t, "before", run("libraries", "plugin"), want)
			sameRecording(t, "after", run("plugin", "libraries"), want)
			t.Logf("%d lines", len(want.lines))
		})
	}
}

// TestBesideDialector: the dialector stays what was opened.
func TestBesideDialector(t *testing.T) {
	for _, s := range []gormtest.Server{gormtest.OnPostgres, gormtest.OnMySQL, gormtest.OnMariaDB} {
		t.Run(s.Name, func(t *testing.T) {
			opened := gormtest.Dialector(t, s)
			db := gormtest.Use(t, gormtest.OpenDialector(t, opened))
			if db.Dialector != opened {
				t.Fatalf("the dialector is a %T", db.Dialector)
			}
			gormtest.Must(t, db.Exec("CREATE TABLE keys_once (k INT PRIMARY KEY)"))
			gormtest.Must(t, db.Exec("INSERT INTO keys_once VALUES (1)"))
			failed := db.Exec("INSERT INTO keys_once VALUES (1)").Error
			switch d := db.Dialector.(type) {
			case *postgres.Dialector:
				gormtest.Equal(t, "DSN", d.DSN != "", true)
				gormtest.Equal(t, "a duplicate", errors.Is(d.Translate(failed), gorm.ErrDuplicatedKey), true)
			case *mysql.Dialector:
				gormtest.Equal(t, "DSN", d.DSN != "", true)
				gormtest.Equal(t, "a duplicate", errors.Is(d.Translate(failed), gorm.ErrDuplicatedKey), true)
			default:
				t.Errorf("the dialector is a %T", d)
			}
		})
	}
}

// TestBesideJSON: gorm.io/datatypes asks db.Dialector how a server compares JSON.
func TestBesideJSON(t *testing.T) {
	type doc struct {
		ID uint
		J  datatypes.JSON
	}
	same := datatypes.JSON(`{"a": 1}`)
	for _, s := range []gormtest.Server{gormtest.OnMySQL, gormtest.OnMariaDB} {
		t.Run(s.Name, func(t *testing.T) {
			for i, db := range []*gorm.DB{gormtest.OpenBare(t, s), gormtest.Use(t, gormtest.OpenBare(t, s))} {
				if err := db.AutoMigrate(&doc{}); err != nil {
					t.Fatal(err)
				}
				gormtest.Must(t, db.Create(&[]doc{{J: same}, {J: same}, {J: same}}))
				with := []string{"without", "with"}[i]
				gormtest.Equal(t, "found "+with, gormtest.Must(t, db.Where("j = ?", same).Find(&[]doc{})).RowsAffected, 3)
				gormtest.Equal(t, "deleted "+with, gormtest.Must(t, db.Where("j <> ?", same).Delete(&doc{})).RowsAffected, 0)
				gormtest.Equal(t, "set "+with, gormtest.Must(t, db.Model(&doc{}).Where("id = ?", 1).UpdateColumn("j", datatypes.JSONSet("j").Set("a", 2))).RowsAffected, 1)
				var found []doc
				gormtest.Must(t, db.Where(datatypes.JSONQuery("j").Equals(2, "a")).Find(&found))
				gormtest.Equal(t, "found by JSONQuery "+with, slices.ContainsFunc(found, func(d doc) bool { return d.ID == 1 }), true)
			}
		})
	}
}
