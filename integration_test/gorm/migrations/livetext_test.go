package migrations_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// The models of a program whose keys were strings, and whose types alone were changed.
type (
	movedUser struct {
		ID   gormtype.Text[uuid.UUID]
		Name string `gorm:"size:20"`
	}
	movedOrder struct {
		ID       gormtype.Text[uuid.UUID]
		UserID   gormtype.Text[uuid.UUID]
		User     *movedUser
		BackupID *gormtype.Text[uuid.UUID]
		Backup   *movedUser
	}
	movedNote struct { // whose table the program adds later
		ID     gormtype.Text[uuid.UUID]
		UserID gormtype.Text[uuid.UUID]
		User   movedUser
	}
)

func (movedUser) TableName() string  { return "users" }
func (movedOrder) TableName() string { return "orders" }
func (movedNote) TableName() string  { return "notes" }

// movedTypes are the types of columns that hold UUIDs as texts.
var movedTypes = map[string][]string{
	"sqlite":   {"char(36)", "varchar(36)", "VARCHAR(36)", "text"},
	"postgres": {"char(36)", "varchar(36)", "text", `varchar(36) COLLATE "C"`, "varchar(40)"},
	"mysql":    {"char(36)", "varchar(36)", "varchar(64)", "char(36) CHARACTER SET latin1", "varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "char(36) CHARACTER SET ascii COLLATE ascii_bin"},
}

// TestLiveTexts: AutoMigrate leaves columns that hold readable texts as they are, with and without foreign keys, and gives a new
// column the type of the key to which it refers.
func TestLiveTexts(t *testing.T) {
	for _, s := range gormtest.Servers {
		for _, columnType := range movedTypes[s.Dialect()] {
			for _, hasForeignKeys := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/%t", s.Name, columnType, hasForeignKeys), func(t *testing.T) {
					liveTexts(t, s, columnType, hasForeignKeys)
				})
			}
		}
	}
}

func liveTexts(t *testing.T, s gormtest.Server, columnType string, hasForeignKeys bool) {
	db := gormtest.Use(t, gormtest.OpenBare(t, s, &gorm.Config{DisableForeignKeyConstraintWhenMigrating: !hasForeignKeys, Logger: new(gormlog.Recorder)}),
		gormtype.Generator(uuid.NewV7), gormtype.Models(&movedUser{}, &movedOrder{}, &movedNote{}))
	references, foreign := "", "CONSTRAINT fk_orders_user FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT fk_orders_backup FOREIGN KEY (backup_id) REFERENCES users (id)"
	if hasForeignKeys {
		references = ", " + foreign
	}
	gormtest.Must(t, db.Exec("CREATE TABLE users (id "+columnType+" NOT NULL PRIMARY KEY, name varchar(20))"))
	gormtest.Must(t, db.Exec("CREATE TABLE orders (id "+columnType+" NOT NULL PRIMARY KEY, user_id "+columnType+" NOT NULL, backup_id "+columnType+references+")"))
	old := uuid.NewString()
	gormtest.Must(t, db.Exec("INSERT INTO users VALUES ('"+old+"', 'a')"))
	gormtest.Must(t, db.Exec("INSERT INTO orders VALUES ('"+uuid.NewString()+"', '"+old+"', NULL)"))
	types := func(model any) (list []string) {
		t.Helper()
		columns, err := db.Migrator().ColumnTypes(model)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range columns {
			full, _ := c.ColumnType()
			length, _ := c.Length()
			if c.Name() != "name" { // of which GORM makes a text on SQLite
				list = append(list, fmt.Sprint(c.Name(), " ", c.DatabaseTypeName(), " ", full, " ", length))
			}
		}
		slices.Sort(list)
		return list
	}
	before := [][]string{types(&movedUser{}), types(&movedOrder{})}
	if err := db.AutoMigrate(&movedUser{}, &movedOrder{}, &movedNote{}); err != nil {
		t.Fatal(err)
	}
	gormtest.MigratesAgain(t, db, &movedUser{}, &movedOrder{}, &movedNote{})
	if after := [][]string{types(&movedUser{}), types(&movedOrder{})}; !slices.EqualFunc(after, before, slices.Equal) {
		t.Errorf("AutoMigrate changed %q to %q", before, after)
	}
	user := movedUser{Name: "b"}
	gormtest.Must(t, db.Create(&user))
	gormtest.Must(t, db.Create(&movedOrder{UserID: user.ID, BackupID: &user.ID}))
	gormtest.Must(t, db.Create(&movedNote{UserID: user.ID}))
	var orders []movedOrder
	if gormtest.Must(t, db.Joins("User").Preload("Backup").Find(&orders)); len(orders) != 2 || orders[0].User == nil || orders[1].User == nil {
		t.Errorf("the orders are %v", orders)
	}
	findings, err := check.Run(db, &movedUser{}, &movedOrder{}, &movedNote{})
	if err != nil || slices.ContainsFunc(findings, func(f check.Finding) bool { return finding.Name(f.Name) == finding.ForeignKeyType }) {
		t.Errorf("check.Run finds %v, error %v", findings, err)
	}
}

// TestTextTags: a type tag of texts is right beside a Text that it holds, in any collation if no two IDs differ by case alone.
func TestTextTags(t *testing.T) {
	type char struct {
		ID    gormtype.Text[uuid.UUID]  `gorm:"type:char(36)"`
		Boss  *gormtype.Text[uuid.UUID] `gorm:"type:varchar(40)"`
		Other *gormtype.Text[uuid.UUID] `gorm:"type:char(36)"`
	}
	type short struct {
		ID gormtype.Text[uuid.UUID] `gorm:"type:char(26)"`
	}
	type cased struct {
		ID gormtype.Text[uid11.ID] `gorm:"type:varchar(11)"`
	}
	type native struct {
		ID gormtype.ID[uuid.UUID] `gorm:"type:char(36)"`
	}
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Generator(uuid.NewV7), gormtype.Models(&char{}))
		if err := db.AutoMigrate(&char{}); err != nil {
			t.Fatal(err)
		}
		gormtest.MigratesAgain(t, db, &char{})
		row := char{}
		gormtest.Must(t, db.Create(&row))
		gormtest.Must(t, db.Model(&row).Updates(&char{Boss: &row.ID, Other: &row.ID}))
		var got char
		if gormtest.Must(t, db.First(&got, "boss = ? AND other = ?", row.ID, row.ID)); got.ID != row.ID || *got.Boss != row.ID || *got.Other != row.ID {
			t.Errorf("%v, want %v", got, row)
		}
		for _, model := range []any{&short{}, &native{}} {
			if err := openUsing(t, s, model); !errors.Is(err, gormtype.ErrTag) {
				t.Errorf("%T: %v", model, err)
			}
		}
		if err := openUsing(t, s, &cased{}); s.Dialect() != "sqlite" && (!errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), "COLLATE")) {
			t.Errorf("texts that differ by case: %v", err)
		}
	})
}

// TestReferencesOfTexts: check finds two columns of a reference that differ in type, length, character set or collation, also without
// a foreign key.
func TestReferencesOfTexts(t *testing.T) {
	pairs := map[string][][2]string{
		"sqlite":   {{"text COLLATE NOCASE", "text"}},
		"postgres": {{"char(36)", "varchar(36)"}, {"varchar(36)", `varchar(36) COLLATE "C"`}, {"text", "char(36)"}, {"varchar(36)", "varchar(40)"}},
		"mysql": {
			{"char(36)", "varchar(36) CHARACTER SET ascii COLLATE ascii_bin"}, {"char(36) CHARACTER SET latin1", "char(36) CHARACTER SET utf8mb4"},
			{"char(36)", "varchar(36)"}, {"varchar(36)", "varchar(40)"}, {"varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"},
		},
	}
	for _, s := range gormtest.Servers {
		for _, pair := range pairs[s.Dialect()] {
			t.Run(s.Name+"/"+pair[0]+"/"+pair[1], func(t *testing.T) {
				db := gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Generator(uuid.NewV7))
				gormtest.Must(t, db.Exec("CREATE TABLE users (id "+pair[0]+" NOT NULL PRIMARY KEY, name varchar(20))"))
				gormtest.Must(t, db.Exec("CREATE TABLE orders (id "+pair[0]+" NOT NULL PRIMARY KEY, user_id "+pair[1]+" NOT NULL, backup_id "+pair[0]+")"))
				findings, err := check.Run(db, &movedOrder{})
				if err != nil {
					t.Fatal(err)
				}
				findings = slices.DeleteFunc(findings, func(f check.Finding) bool { return finding.Name(f.Name) != finding.ForeignKeyType })
				if len(findings) != 1 || findings[0].Table != "orders" || findings[0].Column != "user_id" || !strings.Contains(findings[0].Detail, "users.id") {
					t.Errorf("check.Run finds %v", findings)
				}
			})
		}
	}
}

// TestSelfReference: a column that refers to its own table gets the type of the key, live or of a tag.
func TestSelfReference(t *testing.T) {
	type selfNode struct {
		ID     gormtype.Text[uuid.UUID] `gorm:"type:char(36)"`
		BossID *gormtype.Text[uuid.UUID]
		Boss   *selfNode
	}
	type self struct {
		ID     gormtype.Text[uuid.UUID]
		BossID *gormtype.Text[uuid.UUID]
		Boss   *self
	}
	for _, s := range gormtest.Servers {
		for _, columnType := range append([]string{""}, movedTypes[s.Dialect()]...) {
			t.Run(s.Name+"/"+columnType, func(t *testing.T) {
				db, model := gormtest.OpenBare(t, s), any(&selfNode{})
				if columnType != "" {
					model = &self{}
					gormtest.Must(t, db.Exec("CREATE TABLE selves (id "+columnType+" NOT NULL PRIMARY KEY)"))
				}
				gormtest.Use(t, db, gormtype.Generator(uuid.NewV7), gormtype.Models(model))
				if err := db.AutoMigrate(model); err != nil {
					t.Fatal(err)
				}
				gormtest.MigratesAgain(t, db, model)
				findings, err := check.Run(db, model)
				if err != nil || slices.ContainsFunc(findings, func(f check.Finding) bool { return finding.Name(f.Name) == finding.ForeignKeyType }) {
					t.Errorf("check.Run finds %v, error %v", findings, err)
				}
			})
		}
	}
}

// TestRemedyKeepsType: what check says of a column that can be NULL changes nothing else, and can be executed.
func TestRemedyKeepsType(t *testing.T) {
	for _, s := range gormtest.Servers[1:] {
		for _, columnType := range movedTypes[s.Dialect()] {
			t.Run(s.Name+"/"+columnType, func(t *testing.T) {
				db := gormtest.OpenBare(t, s)
				gormtest.Must(t, db.Exec("CREATE TABLE users (id "+columnType+" NOT NULL PRIMARY KEY, name varchar(20))"))
				gormtest.Must(t, db.Exec("CREATE TABLE notes (id "+columnType+" NOT NULL PRIMARY KEY, user_id "+columnType+", FOREIGN KEY (user_id) REFERENCES users (id))"))
				gormtest.Use(t, db, gormtype.Generator(uuid.NewV7), gormtype.Models(&movedUser{}, &movedNote{}))
				findings, err := check.Run(db, &movedUser{}, &movedNote{})
				if err != nil || len(findings) != 1 || finding.Name(findings[0].Name) != finding.NullableColumn {
					t.Fatalf("check.Run finds %v, error %v", findings, err)
				}
				remedy, _, _ := strings.Cut(findings[0].Remedy, ", or ")
				gormtest.Must(t, db.Exec(remedy))
				if findings, err = check.Run(db, &movedUser{}, &movedNote{}); err != nil || len(findings) > 0 {
					t.Errorf("behind %s, check.Run finds %v, error %v", remedy, findings, err)
				}
			})
		}
	}
}
