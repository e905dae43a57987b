//go:build go1.27

package plain_test

import (
	"encoding/json/v2"
	"errors"
	"strings"
	"testing"
	standard "uuid"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

type (
	standardUser struct {
		ID     standard.UUID
		Name   string `gorm:"size:20"`
		BossID *standard.UUID
		Boss   *standardUser
		Groups []standardGroup `gorm:"many2many:standard_members"`
	}
	standardGroup struct {
		ID   standard.UUID
		Name string `gorm:"size:20"`
	}
	standardWrapped struct {
		ID   gormtype.ID[standard.UUID]
		Name string `gorm:"size:20"`
	}
)

// TestStandardField: what a program does with a UUID of the standard library on its first day.
func TestStandardField(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[standard.UUID](), gormtype.Models(&standardUser{}, &standardWrapped{}))
		if err := db.AutoMigrate(&standardUser{}, &standardGroup{}, &standardWrapped{}); err != nil {
			t.Fatal(err)
		}
		gormtest.MigratesAgain(t, db, &standardUser{}, &standardGroup{})
		boss := standardUser{Name: "boss", Groups: []standardGroup{{Name: "g"}, {Name: "h"}}}
		gormtest.Must(t, db.Create(&boss))
		user := standardUser{Name: "a", BossID: &boss.ID}
		gormtest.Must(t, db.Create(&user))
		if user.ID[6]>>4 != 7 || user.ID == boss.ID {
			t.Errorf("the keys are %v and %v", boss.ID, user.ID)
		}
		var found standardUser
		for what, run := range map[string]func() *gorm.DB{
			"First":          func() *gorm.DB { return db.First(&found, user.ID) },
			"a parsed text":  func() *gorm.DB { return db.First(&found, "id = ?", standard.MustParse(user.ID.String())) },
			"a text":         func() *gorm.DB { return db.Where("id = ?", user.ID.String()).Take(&found) },
			"a map":          func() *gorm.DB { return db.Where(map[string]any{"id": user.ID}).Take(&found) },
			"a struct":       func() *gorm.DB { return db.Where(&standardUser{ID: user.ID}).Take(&found) },
			"a foreign key":  func() *gorm.DB { return db.Where("boss_id = ?", boss.ID).Take(&found) },
			"IN ?":           func() *gorm.DB { return db.Where("id IN ?", []standard.UUID{user.ID}).Take(&found) },
			"IN (?)":         func() *gorm.DB { return db.Where("id IN (?)", user.ID).Take(&found) },
			"before":         func() *gorm.DB { return db.Where("? = id", user.ID).Take(&found) },
			"Raw":            func() *gorm.DB { return db.Raw("SELECT * FROM standard_users WHERE id = ?", user.ID).Scan(&found) },
			"Preload":        func() *gorm.DB { return db.Preload("Boss.Groups").Take(&found, user.ID) },
			"Joins":          func() *gorm.DB { return db.Joins("Boss").Take(&found, user.ID) },
			"FirstOrCreate":  func() *gorm.DB { return db.Where(map[string]any{"id": user.ID}).FirstOrCreate(&found) },
			"a column of it": func() *gorm.DB { return db.Where("id = ?", gormtype.Of(user.ID)).Take(&found) },
		} {
			found = standardUser{}
			if tx := run(); tx.Error != nil || found.ID != user.ID || *found.BossID != boss.ID {
				t.Errorf("%s: %v, error %v", what, found, tx.Error)
			}
		}
		gormtest.Must(t, db.Preload("Boss.Groups").Take(&found, user.ID))
		gormtest.Equal(t, "groups", len(found.Boss.Groups), 2)
		var ids []standard.UUID
		gormtest.Must(t, db.Model(&standardUser{}).Order("id").Pluck("id", &ids))
		if len(ids) != 2 || ids[0] != boss.ID || ids[1] != user.ID {
			t.Errorf("Pluck gives %v", ids)
		}
		var texts []struct{ ID, Name string }
		gormtest.Must(t, db.Model(&standardUser{}).Order("id").Find(&texts))
		gormtest.Equal(t, "a text", texts[1].ID, user.ID.String())
		data, err := json.Marshal(found)
		if err != nil || !strings.Contains(string(data), `"ID":"`+user.ID.String()+`"`) {
			t.Errorf("JSON is %s, %v", data, err)
		}
		gormtest.Equal(t, "deleted", gormtest.Must(t, db.Delete(&standardUser{}, user.ID)).RowsAffected, 1)
		wrapped := standardWrapped{Name: "w"}
		gormtest.Must(t, db.Create(&wrapped))
		gormtest.Must(t, db.First(&wrapped, wrapped.ID.V()))
		findings, err := check.Run(db, &standardUser{}, &standardGroup{}, &standardWrapped{})
		if err != nil || len(findings) > 0 {
			t.Errorf("findings %v, error %v", findings, err)
		}
	})
}

// TestStandardBeside: the standard library's UUID beside an ID type of the program.
func TestStandardBeside(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		testTwoTypes[standard.UUID, token](t, gormtest.Use(t, db, gormtype.Plain[standard.UUID](), gormtype.Plain[token](), gormtype.Plain[hallID](),
			gormtype.Generator(randomKey[token]), gormtype.Generator(randomKey[hallID]), gormtype.Models(&twoTypes[standard.UUID, token, hallID]{})))
	})
}

// TestStandardAlone: a UUID that a statement returns alone is read into a plain one. GORM's ScanRows, which has rows of the
// program, takes it for sixteen numbers.
func TestStandardAlone(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[standard.UUID](), gormtype.Models(&destRow[standard.UUID]{}))
		readsAlone(t, db, func(x standard.UUID) standard.UUID { return x })
		model := db.Model(&destRow[standard.UUID]{}).Select("ref_id").Where("ref_id IS NULL")
		err := model.Find(new(standard.UUID)).Error
		if !errors.Is(err, sqltype.ErrNull) || !strings.Contains(err.Error(), "*uuid.UUID") {
			t.Errorf("Find of NULL: %v", err)
		}
		var id, want standard.UUID
		if err := db.Model(&destRow[standard.UUID]{}).Select("id").Order("name").Row().Scan(&id); err != nil {
			t.Fatal(err)
		}
		gormtest.Must(t, db.Model(&destRow[standard.UUID]{}).Order("name").Limit(1).Pluck("id", &want))
		gormtest.Equal(t, "Row", id, want)
		rows, err := db.Raw("SELECT id FROM dest_rows").Rows()
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		if !rows.Next() || db.ScanRows(rows, &id) == nil {
			t.Error("ScanRows reads a UUID: the documentation says that it cannot")
		}
	})
}

// TestStandardWithoutOption: a plain field without the option is an error that names the remedy, and
// not a row that nobody finds.
func TestStandardWithoutOption(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		err := db.Use(gormtype.New(gormtype.Models(&standardUser{})))
		if err == nil || !strings.Contains(err.Error(), "gormtype.Plain[uuid.UUID]()") || !strings.Contains(err.Error(), "standardUser.ID") {
			t.Errorf("Use: %v", err)
		}
		db = gormtest.OpenBare(t, s)
		gormtest.Use(t, db)
		gormtest.Must(t, db.Exec("CREATE TABLE standard_groups (id varchar(40), name varchar(20))"))
		for what, err := range map[string]error{
			"Create": db.Create(&standardGroup{}).Error, "First": db.First(&standardGroup{}, standard.NewV7()).Error,
			"Delete": db.Delete(&standardGroup{}, standard.NewV7()).Error, "Update": db.Model(&standardGroup{ID: standard.NewV7()}).Update("name", "x").Error,
		} {
			if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "gormtype.Plain[uuid.UUID]()") {
				t.Errorf("%s: %v", what, err)
			}
		}
		findings, err := check.Run(db, &standardGroup{})
		if err != nil || len(findings) == 0 || finding.Name(findings[0].Name) != finding.PlainField {
			t.Errorf("check.Run: %v, error %v", findings, err)
		}
	})
}
