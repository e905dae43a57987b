package statements_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// TestLongStatements: the last values of a statement of many kilobytes are checked, and get the
// form of their columns.
func TestLongStatements(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		r := bindDB(t, db)
		const n = 500
		k := r.keys[3].ID.V()
		for what, last := range map[string]any{"text": k.String(), "plain": k, "wrong": r.users[3].ID} {
			var tuples [][]any
			var flat, rows []any
			for range n - 1 {
				tuples = append(tuples, []any{uuid.NewString(), 1})
				flat = append(flat, uuid.NewString())
				rows = append(rows, uuid.NewString(), 1)
			}
			tuples, flat = append(tuples, []any{last, 3}), append(flat, last)
			inserted := last
			if what != "wrong" {
				inserted = uuid.NewString()
			}
			rows = append(rows, inserted, 1)
			for name, run := range map[string]func(*gorm.DB) *gorm.DB{
				"tuples": func(db *gorm.DB) *gorm.DB { return db.Where("(id, n) NOT IN ?", tuples).Delete(&bindKey{}) },
				"list": func(db *gorm.DB) *gorm.DB {
					return db.Where("id NOT IN ("+strings.Repeat("?, ", n-1)+"?)", flat...).Delete(&bindKey{})
				},
				"insert": func(db *gorm.DB) *gorm.DB {
					return db.Exec("INSERT INTO bind_keys (id, n) VALUES "+strings.Repeat("(?, ?), ", n-1)+"(?, ?)", rows...)
				},
			} {
				err := db.Transaction(func(tx *gorm.DB) error {
					got := run(tx)
					want := int64(bound - 1)
					if name == "insert" {
						want = n
					}
					if what == "wrong" {
						if !errors.Is(got.Error, gormtype.ErrKind) || got.RowsAffected != 0 {
							t.Errorf("%s, %s: %d rows, error %v, want %v", name, what, got.RowsAffected, got.Error, gormtype.ErrKind)
						}
						return errRollback
					}
					if got.Error != nil || got.RowsAffected != want {
						t.Errorf("%s, %s: %d rows, error %v, want %d", name, what, got.RowsAffected, got.Error, want)
					}
					gormtest.Must(t, tx.Find(&[]bindKey{}))
					return errRollback
				})
				if !errors.Is(err, errRollback) {
					t.Error(err)
				}
			}
		}
	})
}
