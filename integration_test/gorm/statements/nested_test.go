package statements_test

import (
	"context"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type nestedRow struct {
	ID   gormtype.ID[wiji.ID]
	Name string
}

// nestedValue finds its value while GORM builds a statement.
type nestedValue func(*gorm.DB) (gormtype.ID[wiji.ID], error)

// GormValue returns the key that the function finds.
func (find nestedValue) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	key, err := find(db.Session(&gorm.Session{NewDB: true}))
	_ = db.AddError(err)
	return clause.Expr{SQL: "?", Vars: []any{key}}
}

// TestNestedStatements: a value that makes statements of its own gets the connections that the
// statement has, in which the plugin's pool stands meanwhile.
func TestNestedStatements(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&nestedRow{}); err != nil {
			t.Fatal(err)
		}
		var row nestedRow
		find := func(db *gorm.DB) (gormtype.ID[wiji.ID], error) {
			var found nestedRow
			err := db.First(&found, "id = ?", row.ID.V()).Error
			return found.ID, err
		}
		for what, value := range map[string]nestedValue{
			"a query": find,
			"a transaction": func(db *gorm.DB) (key gormtype.ID[wiji.ID], err error) {
				err = db.Transaction(func(tx *gorm.DB) error {
					key, err = find(tx)
					return err
				})
				return key, err
			},
			"a prepared statement": func(db *gorm.DB) (gormtype.ID[wiji.ID], error) {
				return find(db.Session(&gorm.Session{NewDB: true, PrepareStmt: true}))
			},
			"the connections": func(db *gorm.DB) (gormtype.ID[wiji.ID], error) {
				_, err := db.DB()
				return row.ID, err
			},
		} {
			nested := func(db *gorm.DB) error {
				row = nestedRow{Name: what} // which another connection does not see in a transaction
				gormtest.Must(t, db.Create(&row))
				var found nestedRow
				err := db.Where("id = ?", value).First(&found).Error
				gormtest.Equal(t, "name", found.Name, what)
				return err
			}
			if err := nested(db); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if err := db.Transaction(nested); err != nil {
				t.Errorf("%s in a transaction: %v", what, err)
			}
		}
	})
}
