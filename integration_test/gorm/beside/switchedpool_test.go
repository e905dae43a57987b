package beside_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// otherPool is a pool of a program, such as that of a replica or a tenant.
type otherPool struct{ gorm.ConnPool }

type switchedRow struct {
	ID   wiji.ID
	Name string `gorm:"size:20"`
}

// TestSwitchedPool: IDs are bound in the pool that a program gives the statement in a callback just before it is executed.
func TestSwitchedPool(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[wiji.ID](), gormtype.Models(&switchedRow{}))
		if err := db.AutoMigrate(&switchedRow{}); err != nil {
			t.Fatal(err)
		}
		switched, replica := 0, db.ConnPool
		change := func(tx *gorm.DB) {
			if _, ok := tx.Statement.ConnPool.(otherPool); !ok {
				switched++
				tx.Statement.ConnPool = otherPool{replica}
			}
		}
		c := db.Callback()
		for _, err := range []error{
			c.Create().Before("gorm:create").Register("test:switch", change), c.Query().Before("gorm:query").Register("test:switch", change),
			c.Row().Before("gorm:row").Register("test:switch", change), c.Update().Before("gorm:update").Register("test:switch", change),
			c.Delete().Before("gorm:delete").Register("test:switch", change), c.Raw().Before("gorm:raw").Register("test:switch", change),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		db = db.Session(&gorm.Session{SkipDefaultTransaction: true})
		row := switchedRow{Name: "a"}
		gormtest.Must(t, db.Create(&row))
		text := row.ID.String()
		var found []switchedRow
		var id wiji.ID
		gormtest.Equal(t, "found", gormtest.Must(t, db.Where("id = ?", text).Find(&found)).RowsAffected, 1)
		gormtest.Equal(t, "scanned", gormtest.Must(t, db.Raw("SELECT id FROM switched_rows WHERE id = ?", text).Scan(&id)).RowsAffected, 1)
		gormtest.Equal(t, "updated", gormtest.Must(t, db.Model(&switchedRow{}).Where("id = ?", text).Update("name", "b")).RowsAffected, 1)
		gormtest.Equal(t, "executed", gormtest.Must(t, db.Exec("UPDATE switched_rows SET name = 'c' WHERE id = ?", text)).RowsAffected, 1)
		gormtest.Equal(t, "deleted", gormtest.Must(t, db.Where("id = ?", text).Delete(&switchedRow{})).RowsAffected, 1)
		gormtest.Equal(t, "switched", switched, 6)
	})
}
