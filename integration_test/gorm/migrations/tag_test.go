package migrations_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

// Each of the models below has a tag that contradicts the type of the field.
type (
	tagType struct {
		ID gormtype.ID[wiji.ID] `gorm:"type:char(36)"`
	}
	tagTypeOfColumn struct {
		ID    gormtype.ID[wiji.ID]
		Other *gormtype.ID[wiji.ID] `gorm:"type:text"`
	}
	tagTypeOfText struct {
		ID gormtype.Text[wiji.ID] `gorm:"type:char(20)"`
	}
	tagSize struct {
		ID gormtype.ID[wiji.ID] `gorm:"size:36"`
	}
	tagSizeOfText struct {
		ID gormtype.Text[wiji.ID] `gorm:"size:20"`
	}
	tagSizeNoNumber struct {
		ID gormtype.Binary[wiji.ID] `gorm:"size:big"`
	}
	tagAutoIncrement struct {
		ID gormtype.ID[ulidflake.ID] `gorm:"primaryKey;autoIncrement"`
	}
	tagSerializer struct {
		ID gormtype.ID[wiji.ID] `gorm:"serializer:json"`
	}
)

func TestContradictingTags(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		for _, model := range []any{
			&tagType{}, &tagTypeOfColumn{}, &tagTypeOfText{}, &tagSize{}, &tagSizeOfText{}, &tagSizeNoNumber{},
			&tagAutoIncrement{}, &tagSerializer{},
		} {
			table := tableOf(t, db, model)
			err := db.AutoMigrate(model)
			if err == nil || !strings.HasPrefix(err.Error(), "gormtype.") || !strings.Contains(err.Error(), "tag") {
				t.Errorf("AutoMigrate(%T): error %v", model, err)
			}
			if db.Migrator().HasTable(table) {
				t.Errorf("AutoMigrate(%T) made a table", model)
			}
			// GORM does not look at the type of a key that is there, so that the
			// statements must refuse.
			gormtest.Must(t, db.Exec("CREATE TABLE "+table+" (id char(36), other char(36) NOT NULL PRIMARY KEY)"))
			gormtest.Must(t, db.Exec("INSERT INTO "+table+" VALUES ('x', 'x')"))
			for what, tx := range map[string]*gorm.DB{
				"Create":          db.Create(model),
				"Unscoped.Create": db.Unscoped().Create(model),
				"Find":            db.Find(model),
				"Raw.Find":        db.Raw("SELECT * FROM " + table).Find(model),
				"First":           db.First(model),
				"Count":           db.Model(model).Count(new(int64)),
				"Update":          db.Model(model).Where("1 = 1").Update("id", nil),
				"Delete":          db.Where("1 = 1").Delete(model),
			} {
				if !errors.Is(tx.Error, gormtype.ErrTag) {
					t.Errorf("%s(%T): error %v", what, model, tx.Error)
				}
			}
			var n int64
			gormtest.Must(t, db.Raw("SELECT count(*) FROM "+table).Scan(&n))
			gormtest.Equal(t, "rows", n, 1)
		}
	})
}

// Tags that say in other words what the type is.
type (
	tagPostgres struct {
		ID    gormtype.ID[wiji.ID]       `gorm:"type:UUID"`
		Other *gormtype.ID[wiji.ID]      `gorm:"type:uuid;size:16"`
		Code  gormtype.Text[uid11.ID]    `gorm:"type:varchar(11) COLLATE \"C\""`
		Wide  *gormtype.Text[uid11.ID]   `gorm:"size:40;index"`
		Flake *gormtype.ID[ulidflake.ID] `gorm:"type:bigint;size:64"`
		Bytes gormtype.Binary[uid11.ID]  `gorm:"size:8;not null;comment:some bytes"`
		With  gormtype.ID[uuid.UUID]     `gorm:"default:gen_random_uuid();unique"`
	}
	tagMySQL struct {
		ID    gormtype.ID[wiji.ID]       `gorm:"type:Binary(16)"`
		Other *gormtype.ID[wiji.ID]      `gorm:"type:varbinary(16);size:16"`
		Code  gormtype.Text[uid11.ID]    `gorm:"type:char(11) character set ascii collate ascii_bin"`
		Wide  *gormtype.Text[uid11.ID]   `gorm:"size:40;index"`
		Flake *gormtype.ID[ulidflake.ID] `gorm:"type:bigint;size:64"`
		Big   *gormtype.ID[uid11.ID]     `gorm:"type:bigint unsigned"`
		Bytes gormtype.Binary[uid11.ID]  `gorm:"size:8;not null;comment:some bytes"`
		Uniq  gormtype.ID[wiji.ID]       `gorm:"unique"`
	}
	tagSQLite struct {
		ID    gormtype.ID[wiji.ID]       `gorm:"type:BLOB"`
		Other *gormtype.ID[wiji.ID]      `gorm:"size:16"`
		Code  gormtype.Text[uid11.ID]    `gorm:"type:varchar(11)"`
		Wide  *gormtype.Text[uid11.ID]   `gorm:"size:40;index"`
		Flake *gormtype.ID[ulidflake.ID] `gorm:"type:bigint;size:64"`
		Bytes gormtype.Binary[uid11.ID]  `gorm:"size:8;not null;comment:some bytes"`
		Uniq  gormtype.ID[wiji.ID]       `gorm:"unique"`
	}
)

func TestTagsThatAgree(t *testing.T) {
	models := map[string]any{"postgres": &tagPostgres{}, "mysql": &tagMySQL{}, "sqlite": &tagSQLite{}}
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		model := models[s.Dialect()]
		if err := db.AutoMigrate(model); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			gormtest.MigratesAgain(t, db, model)
		}
		if got := gormtest.Problems(t, db, model); len(got) > 0 {
			t.Errorf("findings: %v", got)
		}
	})
}

// kinds has each kind of column, plain and as a pointer.
type kinds struct {
	ID       gormtype.ID[wiji.ID]
	UUID     *gormtype.ID[wiji.ID]
	Scru     gormtype.ID[scru160.ID]
	Flake    gormtype.ID[ulidflake.ID]
	Xid      *gormtype.ID[uid11.ID]
	Text     gormtype.Text[wiji.ID]
	TextNull *gormtype.Text[uid11.ID]
	Bin      gormtype.Binary[wiji.ID]
	BinNull  *gormtype.Binary[uid11.ID]
}

const ascii = " CHARACTER SET ascii COLLATE ascii_bin"

// TestColumnTypes: a migration makes these columns.
func TestColumnTypes(t *testing.T) {
	want := map[string]map[string]string{
		"postgres": {"id": "uuid NOT NULL", "uuid": "uuid", "scru": "bytea NOT NULL", "flake": "bigint NOT NULL", "xid": "bigint",
			"text": `text COLLATE "C" NOT NULL`, "text_null": `text COLLATE "C"`, "bin": "bytea NOT NULL", "bin_null": "bytea"},
		"mysql": {"id": "binary(16) NOT NULL", "uuid": "binary(16)", "scru": "binary(20) NOT NULL", "flake": "bigint NOT NULL", "xid": "bigint unsigned",
			"text": "varchar(26)" + ascii + " NOT NULL", "text_null": "varchar(11)" + ascii, "bin": "binary(16) NOT NULL", "bin_null": "binary(8)"},
		"sqlite": {"id": "blob NOT NULL", "uuid": "blob", "scru": "blob NOT NULL", "flake": "integer NOT NULL", "xid": "integer",
			"text": "text NOT NULL", "text_null": "text", "bin": "blob NOT NULL", "bin_null": "blob"},
	}
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		made := strings.Join(gormlog.DDL(gormlog.Recorded(t, db, func(db *gorm.DB) {
			if err := db.AutoMigrate(&kinds{}); err != nil {
				t.Fatal(err)
			}
		})), "\n")
		made = strings.ReplaceAll(made, "`", `"`) + ","
		for column, definition := range want[s.Dialect()] {
			column = `"` + column + `"`
			if !strings.Contains(made, column+" "+definition+",") {
				t.Errorf("no %s %s in %s", column, definition, made)
			}
		}
	})
}

// TestRowNumber: SQLite counts in an integer key, and has no use for its default.
func TestRowNumber(t *testing.T) {
	type rowNumber struct {
		ID gormtype.ID[ulidflake.ID] `gorm:"type:integer;default:(1)"`
	}
	type plainInteger struct {
		ID gormtype.ID[ulidflake.ID] `gorm:"type:integer"`
	}
	db := gormtest.Open(t, gormtest.OnSQLite)
	if err := db.AutoMigrate(&rowNumber{}); err == nil || !strings.Contains(err.Error(), "bigint") {
		t.Errorf("a row number with a default: %v", err)
	}
	if err := db.AutoMigrate(&plainInteger{}); err != nil {
		t.Errorf("a row number without one: %v", err)
	}
}
