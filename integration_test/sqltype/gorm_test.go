package sqltype_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type withUUID struct {
	ID sqltype.UUID[wiji.ID] `gorm:"primaryKey"`
}
type withBinary struct {
	ID sqltype.Binary[wiji.ID] `gorm:"primaryKey"`
}
type withText struct {
	ID sqltype.Text[wiji.ID] `gorm:"primaryKey"`
}
type withInt64 struct {
	ID sqltype.Int64[ulidflake.ID] `gorm:"primaryKey"`
}
type withUint64 struct {
	ID sqltype.Uint64[uid11.ID] `gorm:"primaryKey"`
}
type withNull struct {
	ID     uint
	Parent sqltype.Null[sqltype.UUID[wiji.ID]]
}

// TestGORMRefuses: AutoMigrate fails on every column type, and the error says why.
// SQLite takes almost any word as a type, so it is the hardest case.
func TestGORMRefuses(t *testing.T) {
	// gorm.io/driver/sqlite on modernc.org/sqlite, without cgo.
	dialector := sqlite.Dialector{DriverName: "sqlite", DSN: filepath.Join(t.TempDir(), "gorm.db")}
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	for _, model := range []any{&withUUID{}, &withBinary{}, &withText{}, &withInt64{}, &withUint64{}, &withNull{}} {
		err := db.AutoMigrate(model)
		if err == nil || !strings.Contains(err.Error(), "sqltype_is_not_for_GORM_use_gormtype") {
			t.Errorf("AutoMigrate(%T): %v", model, err)
		}
		if db.Migrator().HasTable(model) {
			t.Errorf("AutoMigrate(%T) has made a table", model)
		}
	}
}
