package beside_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
)

// cached is a model with a plain ID, which without the plugin is 26 characters among bytes.
type cached struct {
	ID   wiji.ID
	Name string `gorm:"size:20"`
}

// readThrough queries as libraries do that read from a cache first: it builds the statement and
// executes it by itself.
func readThrough(db *gorm.DB) {
	if db.Error != nil {
		return
	}
	callbacks.BuildQuerySQL(db)
	if db.DryRun || db.Error != nil {
		return
	}
	rows, err := db.Statement.ConnPool.QueryContext(db.Statement.Context, db.Statement.SQL.String(), db.Statement.Vars...)
	if db.AddError(err) != nil {
		return
	}
	gorm.Scan(rows, db, 0)
	_ = db.AddError(errors.Join(rows.Err(), rows.Close()))
}

// TestOtherCallbacks: callbacks of libraries in the place of GORM's, and pools of programs, which come behind
// db.Use, do not take the plugin out of a statement.
func TestOtherCallbacks(t *testing.T) {
	for name, register := range map[string]func(t *testing.T, db *gorm.DB) error{
		"a cache": func(_ *testing.T, db *gorm.DB) error {
			return db.Callback().Query().Replace("gorm:query", readThrough)
		},
		"a cache that calls GORM's": func(_ *testing.T, db *gorm.DB) error {
			query := db.Callback().Query().Get("gorm:query")
			return db.Callback().Query().Replace("gorm:query", func(db *gorm.DB) { query(db) })
		},
		"an INSERT of its own": func(_ *testing.T, db *gorm.DB) error {
			return db.Callback().Create().Replace("gorm:create", callbacks.Create(&callbacks.Config{CreateClauses: []string{"INSERT", "VALUES", "ON CONFLICT"}}))
		},
		"another pool": func(t *testing.T, db *gorm.DB) error {
			own, err := db.DB()
			return db.Callback().Query().Before("gorm:query").Register("program:replica", func(db *gorm.DB) {
				if _, ok := db.Statement.ConnPool.(*sql.DB); !ok {
					t.Errorf("the callback sees a %T", db.Statement.ConnPool)
				}
				if db.Statement.ConnPool = own; err != nil {
					_ = db.AddError(err)
				}
			})
		},
	} {
		gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
			gormtest.Use(t, db, gormtype.Plain[wiji.ID](), gormtype.Models(&cached{}))
			if err := register(t, db); err != nil {
				t.Fatal(err)
			}
			if err := db.AutoMigrate(&cached{}); err != nil {
				t.Fatal(err)
			}
			row := cached{Name: "a"}
			gormtest.Must(t, db.Create(&row))
			var got []cached
			gormtest.Must(t, db.Where("id = ?", row.ID).Find(&got))
			var text string
			gormtest.Must(t, db.Model(&cached{}).Where("id IN ?", []wiji.ID{row.ID, wiji.New()}).Select("id").Find(&text))
			if row.ID.IsZero() || len(got) != 1 || got[0] != row || text != row.ID.String() {
				t.Errorf("%s: stored %v, read %v and %q", name, row, got, text)
			}
		})
	}
}
