package operations_test

import (
	"context"
	"database/sql/driver"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ticket has a column of each kind that a program can set by name.
type ticket struct {
	ID   gormtype.ID[wiji.ID]
	Ref  *gormtype.ID[wiji.ID]
	Raw  *gormtype.Binary[wiji.ID]
	Code *gormtype.Text[wiji.ID]
	Name string `gorm:"size:20;uniqueIndex"`
}

func refOf(x ticket) map[string]string {
	shown := map[string]string{"ref": "NULL", "raw": "NULL", "code": "NULL"}
	if x.Ref != nil {
		shown["ref"] = x.Ref.String()
	}
	if x.Raw != nil {
		shown["raw"] = x.Raw.String()
	}
	if x.Code != nil {
		shown["code"] = x.Code.String()
	}
	return shown
}

// setters are the statements by which a program sets a column by its name in the row
// with the name "a".
var setters = map[string]func(db *gorm.DB, column string, v any) error{
	"Updates map": func(db *gorm.DB, column string, v any) error {
		return db.Model(&ticket{}).Where("name = ?", "a").Updates(map[string]any{column: v}).Error
	},
	"Updates pointer to map": func(db *gorm.DB, column string, v any) error {
		return db.Model(&ticket{}).Where("name = ?", "a").Updates(&map[string]any{column: v}).Error
	},
	"Update": func(db *gorm.DB, column string, v any) error {
		return db.Model(&ticket{}).Where("name = ?", "a").Update(column, v).Error
	},
	"UpdateColumn": func(db *gorm.DB, column string, v any) error {
		return db.Model(&ticket{}).Where("name = ?", "a").UpdateColumn(column, v).Error
	},
	"clause.Set": func(db *gorm.DB, column string, v any) error {
		return db.Model(&ticket{}).Where("name = ?", "a").Clauses(clause.Set{{Column: clause.Column{Name: column}, Value: v}}).Updates(map[string]any{}).Error
	},
	"gorm.G": func(db *gorm.DB, column string, v any) error {
		_, err := gorm.G[ticket](db).Where("name = ?", "a").Update(context.Background(), column, v)
		return err
	},
	"OnConflict": func(db *gorm.DB, column string, v any) error {
		return db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "name"}}, DoUpdates: clause.Assignments(map[string]any{column: v})}).
			Create(&ticket{Name: "a"}).Error
	},
	"Assign": func(db *gorm.DB, column string, v any) error {
		return db.Where("name = ?", "a").Assign(map[string]any{column: v}).FirstOrCreate(&ticket{}).Error
	},
}

// isList reports whether GORM takes v for a list. Assign and Attrs ignore the lists of a
// map, of every type.
func isList(v any) bool {
	kind := reflect.TypeOf(v).Kind()
	_, isValuer := v.(driver.Valuer)
	return (kind == reflect.Slice || kind == reflect.Array) && !isValuer
}

// TestSetByName: an ID that a program sets by the name of its column, as a plain ID, as
// text or as bytes, is the ID of the column afterwards. Everything else is an error that
// leaves the row as it was.
func TestSetByName(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&ticket{}); err != nil {
			t.Fatal(err)
		}
		x := gormtest.WijiAt(7)
		right := map[string]any{
			"plain": x, "pointer": &x, "text": x.String(), "UUID text": x.UUID(), "lower case": strings.ToLower(x.String()), "text as bytes": []byte(x.String()),
			"bytes": x[:], "array": [16]byte(x), "sqltype.Binary": sqltype.BinaryOf(x), "sqltype.Text": sqltype.TextOf(x),
		}
		wrong := map[string]any{
			"no ID": "abc", "number": 7, "digits": "12345", "short": x[:15], "long text": x.String() + "0", "map": map[string]any{"a": 1},
			"bytes of no ID": make([]byte, 16)[:15], "another format": uid11At(3), "time": 1.5,
		}
		read := func(t *testing.T) ticket {
			t.Helper()
			var rows []ticket
			gormtest.Must(t, db.Find(&rows))
			if len(rows) != 1 || rows[0].Name != "a" {
				t.Fatalf("the rows are %v", rows)
			}
			return rows[0]
		}
		for name, set := range setters {
			t.Run(name, func(t *testing.T) {
				for _, column := range []string{"ref", "raw", "code", "Ref"} {
					if column == "Ref" && (name == "clause.Set" || name == "OnConflict") {
						continue // these take names of columns only
					}
					own := strings.ToLower(column)
					gormtest.Must(t, db.Where("1 = 1").Delete(&ticket{}))
					gormtest.Must(t, db.Create(&ticket{Name: "a"}))
					for what, v := range right {
						if name == "Assign" && isList(v) {
							continue
						}
						if err := set(db, column, v); err != nil {
							t.Errorf("%s, %s: error %v", column, what, err)
						}
						if got := refOf(read(t))[own]; got != x.String() {
							t.Errorf("%s, %s: the column holds %s", column, what, got)
						}
						gormtest.Must(t, db.Model(&ticket{}).Where("1 = 1").Update(own, nil))
					}
					for what, v := range wrong {
						if name == "Assign" && isList(v) {
							continue
						}
						if err := set(db, column, v); err == nil {
							t.Errorf("%s, %s: no error", column, what)
						}
						if got := refOf(read(t))[own]; got != "NULL" {
							t.Errorf("%s, %s: the column holds %s", column, what, got)
						}
					}
				}
			})
		}
		t.Run("Attrs of a new row", func(t *testing.T) {
			for what, v := range map[string]any{"plain": x, "pointer": &x} {
				for _, with := range []func(tx *gorm.DB, m any) *gorm.DB{
					func(tx *gorm.DB, m any) *gorm.DB { return tx.Attrs(m) }, func(tx *gorm.DB, m any) *gorm.DB { return tx.Assign(m) },
				} {
					gormtest.Must(t, db.Where("1 = 1").Delete(&ticket{}))
					gormtest.Must(t, with(db.Where("name = ?", "a"), map[string]any{"name": "a", "ref": v, "raw": v, "code": v}).FirstOrCreate(&ticket{}))
					if got := refOf(read(t)); !reflect.DeepEqual(got, map[string]string{"ref": x.String(), "raw": x.String(), "code": x.String()}) {
						t.Errorf("%s: the row is %v", what, got)
					}
				}
			}
			gormtest.Must(t, db.Where("1 = 1").Delete(&ticket{}))
			if err := db.Where("name = ?", "a").Attrs(map[string]any{"ref": "abc"}).FirstOrCreate(&ticket{}).Error; err == nil {
				t.Error("no ID: no error")
			}
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &ticket{}), 0)
		})
		t.Run("Create map", func(t *testing.T) {
			for what, v := range right {
				gormtest.Must(t, db.Where("1 = 1").Delete(&ticket{}))
				gormtest.Must(t, db.Model(&ticket{}).Create(map[string]any{"name": "a", "ref": v, "Raw": v, "code": v}))
				if got := refOf(read(t)); !reflect.DeepEqual(got, map[string]string{"ref": x.String(), "raw": x.String(), "code": x.String()}) {
					t.Errorf("%s: the row is %v", what, got)
				}
			}
			gormtest.Must(t, db.Where("1 = 1").Delete(&ticket{}))
			for what, v := range wrong {
				for _, column := range []string{"id", "ref", "raw", "code"} {
					if err := db.Model(&ticket{}).Create(map[string]any{"name": "a", column: v}).Error; err == nil {
						t.Errorf("%s, %s: no error", column, what)
					}
				}
			}
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &ticket{}), 0)
		})
	})
}
