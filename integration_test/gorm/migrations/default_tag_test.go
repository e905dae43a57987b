package migrations_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"gorm.io/gorm"
)

// Each of these defaults makes IDs of another format than the field's.
type (
	defaultV4 struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:gen_random_uuid()"`
		Name string
	}
	defaultV1 struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:(UUID_TO_BIN(UUID()))"`
		Name string
	}
	defaultRandom struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:(randomblob(16))"`
		Name string
	}
	defaultOther struct {
		ID   gormtype.ID[ulid.ID] `gorm:"default:(sortid_wiji_new())"`
		Name string
	}
	defaultNoKey struct {
		ID   gormtype.ID[wiji.ID]
		Name string
		Code *gormtype.Text[uuidv7.ID] `gorm:"default:gen_random_uuid()"`
	}
)

// Each of these makes a text, for a column of bytes.
type (
	defaultHex struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(hex(randomblob(16)))"`
		Name string
	}
	defaultLower struct {
		ID   gormtype.Binary[uuid.UUID] `gorm:"default:(lower(hex(random_bytes(16))))"`
		Name string
	}
	defaultReplace struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(replace(uuid(), '-', ''))"`
		Name string
	}
	defaultUUID struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(uuid())"`
		Name string
	}
	defaultUnhex struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(unhex(replace(uuid(), '-', '')))"`
		Name string
	}
)

// TestDefaultOfText: a default that makes a text is refused where the column holds bytes, before a row is stored.
func TestDefaultOfText(t *testing.T) {
	for _, s := range []gormtest.Server{gormtest.OnSQLite, gormtest.OnMySQL, gormtest.OnMariaDB} {
		t.Run(s.Name, func(t *testing.T) {
			for _, model := range []any{&defaultHex{}, &defaultLower{}, &defaultReplace{}, &defaultUUID{}} {
				err := openUsing(t, s, model)
				if !errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), "makes a text") {
					t.Errorf("Use(%T): %v", model, err)
				}
			}
			if err := openUsing(t, s, &defaultUnhex{}); err != nil {
				t.Errorf("Use of the bytes: %v", err)
			}
		})
	}
}

func TestDefaultOfAnotherFormat(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		models := []any{&defaultV4{}, &defaultV1{}, &defaultRandom{}, &defaultOther{}, &defaultNoKey{}}
		for _, model := range models {
			err := openUsing(t, s, model)
			if !errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), "the tag default:") {
				t.Errorf("Use(%T): %v", model, err)
			}
		}
		gormtest.Use(t, db)
		for _, model := range models {
			err := db.AutoMigrate(model)
			if err == nil || !strings.Contains(err.Error(), "the tag default:") || db.Migrator().HasTable(model) {
				t.Errorf("AutoMigrate(%T): %v", model, err)
			}
			table := tableOf(t, db, model)
			gormtest.Must(t, db.Exec("CREATE TABLE "+table+" (id varchar(40), name varchar(20), code varchar(40))"))
			if err := db.Create(model).Error; !errors.Is(err, gormtype.ErrTag) {
				t.Errorf("Create(%T): %v", model, err)
			}
			var n int64
			gormtest.Must(t, db.Table(table).Count(&n))
			gormtest.Equal(t, "rows", n, 0)
		}
	})
}

// openUsing returns the error of the plugin for a model.
func openUsing(t *testing.T, s gormtest.Server, model any) error {
	t.Helper()
	return gormtest.OpenBare(t, s).Use(gormtype.New(gormtype.Models(model)))
}

func tableOf(t *testing.T, db *gorm.DB, model any) string {
	t.Helper()
	stmt := &gorm.Statement{DB: db}
	if err := stmt.Parse(model); err != nil {
		t.Fatal(err)
	}
	return stmt.Schema.Table
}

// These defaults make IDs of the field's format.
type (
	rightUUID struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:sortid_uuid_new()"`
		Any  gormtype.ID[uuid.UUID] `gorm:"default:gen_random_uuid()"`
		Name string
	}
	rightServerUUID struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:uuidv7()"`
		Name string
	}
	rightTyped struct {
		ID   gormtype.ID[uuidv7.For[rightUUID]] `gorm:"default:sortid_uuid_new()"`
		Name string
	}
)

func TestDefaultOfTheFormat(t *testing.T) {
	gormtest.OnEach(t, []gormtest.Server{gormtest.OnPostgres}, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		functions.Install(t, s.Kind, pool)
		for _, model := range []any{&rightUUID{}, &rightServerUUID{}, &rightTyped{}} {
			if err := db.AutoMigrate(model); err != nil {
				t.Fatal(err)
			}
			gormtest.Must(t, db.Create(model))
			gormtest.Must(t, db.First(model))
		}
		x := rightServerUUID{}
		gormtest.Must(t, db.Create(&x))
		if x.ID.IsZero() {
			t.Error("no key came back")
		}
		gormtest.Must(t, db.First(&rightServerUUID{}, x.ID))
	})
}

// Nobody but the server knows what these defaults make.
type (
	unknownDefault struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:my_id()"`
		Name string
	}
	unknownExpression struct {
		ID   gormtype.ID[uuidv7.ID] `gorm:"default:(unhex('11112222333344445555666677778888'))"`
		Name string
	}
)

func (unknownDefault) TableName() string    { return "unknown" }
func (unknownExpression) TableName() string { return "unknown" }

// TestUnknownDefault: where the server returned a key that cannot be read, the error says what became
// of the row.
func TestUnknownDefault(t *testing.T) {
	gormtest.OnEach(t, []gormtest.Server{gormtest.OnSQLite, gormtest.OnPostgres, gormtest.OnMariaDB}, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		var model any = &unknownExpression{}
		if s.Dialect() == "postgres" {
			gormtest.Must(t, db.Exec("CREATE FUNCTION my_id() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'"))
			model = &unknownDefault{}
		}
		if err := db.AutoMigrate(model); err != nil {
			t.Fatal(err)
		}
		fails := func(db *gorm.DB, says string, rows int64) {
			t.Helper()
			err := db.Session(&gorm.Session{}).Create(model).Error
			if !errors.Is(err, id.ErrVersion) || !strings.Contains(err.Error(), says) {
				t.Errorf("got error %v, want %q", err, says)
			}
			var n int64
			gormtest.Must(t, db.Session(&gorm.Session{}).Raw("SELECT count(*) FROM unknown").Scan(&n))
			gormtest.Equal(t, "rows", n, rows)
		}
		fails(db, "GORM rolls the rows back", 0)
		tx := db.Begin()
		fails(tx, "roll the transaction back, which has the rows", 1)
		gormtest.Must(t, tx.Rollback())
		fails(db.Session(&gorm.Session{SkipDefaultTransaction: true}), "the rows are stored", 1)
	})
}
