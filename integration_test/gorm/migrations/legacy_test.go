package migrations_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// A table that another library made, and models of it.
type (
	legacyID struct {
		ID     gormtype.ID[uuidv7.ID]
		Name   string                  `gorm:"size:20"`
		BossID *gormtype.ID[uuidv7.ID] `gorm:"index"`
	}
	legacyBoss struct {
		ID     gormtype.Text[uuidv7.ID] `gorm:"size:40"`
		BossID *gormtype.ID[uuidv7.ID]
	}
	legacyText struct {
		ID     gormtype.Text[uuidv7.ID]  `gorm:"size:40"`
		Name   string                    `gorm:"size:20"`
		BossID *gormtype.Text[uuidv7.ID] `gorm:"size:40"`
	}
	legacyString struct {
		ID     string `gorm:"size:40"`
		BossID string `gorm:"size:40"`
	}
	legacyPlain struct {
		ID   uuidv7.ID
		Name string
	}
)

func (legacyID) TableName() string     { return "legacies" }
func (legacyBoss) TableName() string   { return "legacies" }
func (legacyText) TableName() string   { return "legacies" }
func (legacyString) TableName() string { return "legacies" }
func (legacyPlain) TableName() string  { return "legacies" }

// legacyTypes are the types in which other libraries store UUIDs as texts.
var legacyTypes = map[string][]string{
	"sqlite":   {"text", "char(36)", "varchar(36)", "uuid_text"},
	"postgres": {"text", "char(36)", "varchar(36)"},
	"mysql":    {"char(36)", "varchar(36)", "varchar(40) CHARACTER SET latin1", "char(36) CHARACTER SET ascii COLLATE ascii_bin"},
}

// dropping drops the table of the models. PostgreSQL drops it without its name.
var dropping = map[string][]string{
	"sqlite":   {"DROP TABLE legacies"},
	"postgres": {"DROP SCHEMA public CASCADE", "CREATE SCHEMA public"},
	"mysql":    {"DROP TABLE legacies"},
}

// TestLegacyTable: AutoMigrate over a table of texts is an error that names the column and the remedy,
// and changes nothing.
func TestLegacyTable(t *testing.T) {
	for _, s := range gormtest.Servers {
		for _, columnType := range legacyTypes[s.Dialect()] {
			t.Run(s.Name+"/"+columnType, func(t *testing.T) {
				open := func(options ...gormtype.Option) (*gorm.DB, uuidv7.ID) {
					db := gormtest.Use(t, gormtest.OpenBare(t, s), options...)
					old := uuidv7.New()
					gormtest.Must(t, db.Exec("CREATE TABLE legacies (id "+columnType+" NOT NULL PRIMARY KEY, name varchar(20), boss_id "+columnType+")"))
					gormtest.Must(t, db.Exec("INSERT INTO legacies VALUES ('"+old.String()+"', 'a', '"+old.String()+"')"))
					return db, old
				}
				refused := func(what string, err error, column string) {
					t.Helper()
					if !errors.Is(err, gormtype.ErrForm) || !strings.Contains(err.Error(), column) || !strings.Contains(err.Error(), "gormtype.Text[uuidv7.ID]") {
						t.Errorf("%s: %v", what, err)
					}
				}
				texts := func(db *gorm.DB, old uuidv7.ID) {
					t.Helper()
					var ids []string
					gormtest.Must(t, db.Raw("SELECT id FROM legacies WHERE id = '"+old.String()+"' UNION ALL SELECT boss_id FROM legacies").Scan(&ids))
					if !slices.Equal(ids, []string{old.String(), old.String()}) {
						t.Errorf("the column has %q", ids)
					}
				}
				db, old := open(gormtype.Models(&legacyID{}))
				refused("AutoMigrate", db.AutoMigrate(&legacyID{}), "legacies.id")
				refused("in a transaction", db.Transaction(func(tx *gorm.DB) error { return tx.AutoMigrate(&legacyID{}) }), "legacies.id")
				refused("prepared", db.Session(&gorm.Session{PrepareStmt: true}).AutoMigrate(&legacyID{}), "legacies.id")
				refused("Create after it", db.Create(&legacyID{Name: "b"}).Error, "legacies.id")
				refused("Update after it", db.Model(&legacyID{}).Where("name = ?", "a").Update("boss_id", uuidv7.New()).Error, "legacies.id")
				texts(db, old)
				if _, err := db.Migrator().ColumnTypes(&legacyID{}); err != nil {
					t.Errorf("ColumnTypes: %v", err)
				}
				rows, err := db.Table("legacies").Limit(1).Rows()
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(rows.Err(), rows.Close()); err != nil {
					t.Fatal(err)
				}

				for _, sql := range dropping[s.Dialect()] {
					gormtest.Must(t, db.Exec(sql))
				}
				if err := db.AutoMigrate(&legacyID{}); err != nil {
					t.Errorf("AutoMigrate of a new table: %v", err)
				}
				gormtest.Must(t, db.Create(&legacyID{Name: "b"}))

				db, old = open()
				_ = db.AutoMigrate(&legacyID{}) // which the plugin does not know
				gormtest.Must(t, db.Exec("CREATE TABLE others (id int)"))
				gormtest.Must(t, db.Exec("DROP\nTABLE others"))
				refused("Create", db.Create(&legacyID{}).Error, "legacies.id")
				refused("First", db.First(&legacyID{}, old).Error, "legacies.id")
				if s.Dialect() != "mysql" { // where GORM's change of the other column fails
					refused("AutoMigrate again", db.AutoMigrate(&legacyID{}), "legacies.id")
				}
				gormtest.Must(t, db.Exec("DROP TABLE legacies"))

				if s.Dialect() != "postgres" { // which makes a uuid of it
					db, old = open(gormtype.Models(&legacyBoss{}))
					refused("another column", db.AutoMigrate(&legacyBoss{}), "legacies.boss_id")
					texts(db, old)
				}
				db, old = open(gormtype.Plain[uuidv7.ID](), gormtype.Models(&legacyPlain{}))
				refused("plain", db.AutoMigrate(&legacyPlain{}), "legacies.id")
				texts(db, old)

				db, old = open(gormtype.Models(&legacyText{}, &legacyID{}, &legacyString{}))
				if err := db.AutoMigrate(&legacyString{}); err != nil && !s.IsTiDB(t) { // which changes no column of a primary key
					t.Errorf("a model without IDs: %v", err)
				}
				gormtest.Must(t, db.First(&legacyText{}, old))
				texts(db, old)
				findings, err := check.Run(db, &legacyID{})
				if err != nil || !slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Column == "id" && finding.Name(f.Name) == finding.WrongType }) ||
					!slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Column == "boss_id" }) {
					t.Errorf("check.Run finds %v, error %v", findings, err)
				}
			})
		}
	}
}

// TestLegacyValues: a column of SQLite whose type says nothing of its values, such as the uuid of another library.
func TestLegacyValues(t *testing.T) {
	for _, columnType := range []string{"uuid", "uniqueidentifier", "blob", ""} {
		db := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite), gormtype.Models(&legacyID{}))
		gormtest.Must(t, db.Exec("CREATE TABLE legacies (id "+columnType+" NOT NULL PRIMARY KEY, name varchar(20), boss_id "+columnType+")"))
		if err := db.AutoMigrate(&legacyID{}); err != nil {
			t.Errorf("%s without rows: %v", columnType, err)
		}
		gormtest.Must(t, db.Create(&legacyID{Name: "bytes"}))
		if err := db.AutoMigrate(&legacyID{}); err != nil {
			t.Errorf("%s with bytes: %v", columnType, err)
		}
		gormtest.Must(t, db.Exec("DELETE FROM legacies"))
		gormtest.Must(t, db.Exec("INSERT INTO legacies (id) VALUES ('"+uuidv7.New().String()+"')"))
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		if err := db.AutoMigrate(&legacyID{}); !errors.Is(err, gormtype.ErrForm) || !strings.Contains(err.Error(), "legacies.id") {
			t.Errorf("%s with texts: %v", columnType, err)
		}
		findings, err := check.Run(db, &legacyID{})
		if err != nil || !slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Column == "id" && finding.Name(f.Name) == finding.TextInBytes }) {
			t.Errorf("%s: check.Run finds %v, error %v", columnType, findings, err)
		}
	}
}

// legacySchema is a model of texts in another schema, whose table has the name of one of IDs.
type legacySchema struct{ ID, Name string }

func (legacySchema) TableName() string { return "old.legacies" }

// TestLegacySchema: AutoMigrate over texts in another schema says nothing of the table of the same name.
func TestLegacySchema(t *testing.T) {
	gormtest.OnEachBare(t, []gormtest.Server{gormtest.OnPostgres}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db)
		gormtest.Must(t, db.Exec("CREATE SCHEMA old"))
		gormtest.Must(t, db.Exec("CREATE TABLE old.legacies (id char(36) PRIMARY KEY, name text)"))
		gormtest.Must(t, db.Exec("CREATE TABLE legacies (id uuid PRIMARY KEY, name text, boss_id uuid)"))
		if err := db.AutoMigrate(&legacyID{}, &legacySchema{}); err != nil {
			t.Fatal(err)
		}
		gormtest.Must(t, db.Create(&legacySchema{ID: "a"}))
		gormtest.Must(t, db.Create(&legacyID{Name: "b"}))
		if err := db.AutoMigrate(&legacyID{}, &legacySchema{}); err != nil {
			t.Errorf("again: %v", err)
		}
		gormtest.Must(t, db.First(&legacyID{}))
	})
}

// TestLegacyBytes: the reverse, a field of texts over bytes.
func TestLegacyBytes(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		columnType := map[string]string{"sqlite": "blob", "postgres": "bytea", "mysql": "binary(16)"}[s.Dialect()]
		gormtest.Use(t, db, gormtype.Models(&legacyText{}))
		gormtest.Must(t, db.Exec("CREATE TABLE legacies (id "+columnType+" NOT NULL PRIMARY KEY, name varchar(20), boss_id "+columnType+")"))
		err := db.AutoMigrate(&legacyText{})
		if !errors.Is(err, gormtype.ErrForm) || !strings.Contains(err.Error(), "legacies.id") {
			t.Error(err)
		}
		gormtest.Must(t, db.Exec("DROP TABLE legacies"))
		if err := db.AutoMigrate(&legacyText{}); err != nil {
			t.Error(err)
		}
		gormtest.MigratesAgain(t, db, &legacyText{})
	})
}
