package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type article struct {
	ID     ID[wiji.ID]
	Flake  ID[ulidflake.ID]
	Scru   ID[scru160.ID]
	Xid    Binary[uid11.ID]
	Code   Text[wiji.ID]
	Author *ID[foreignUUID]
	Note   string
}

// TestTextOfID: the text of an ID in the condition of a column that holds no text
// matches nothing, or something else.
func TestTextOfID(t *testing.T) {
	s := someWiji.String()
	for _, dialect := range []string{"mysql", "sqlite"} {
		db := dryRun(t, dialect)
		for what, tx := range map[string]*gorm.DB{
			"= ?":         db.First(&article{}, "id = ?", s),
			"lower case":  db.First(&article{}, "id = ?", strings.ToLower(s)),
			"UUID form":   db.First(&article{}, "id = ?", someWiji.UUID()),
			"Delete":      db.Delete(&article{}, "id = ?", s),
			"Update":      db.Model(&article{}).Where("id = ?", s).Update("note", "a"),
			"Count":       db.Model(&article{}).Where("id = ?", s).Count(new(int64)),
			"pointer":     db.Where("id = ?", &s).First(&article{}),
			"field name":  db.Where("ID = ?", s).First(&article{}),
			"qualified":   db.Where("articles.id = ?", s).First(&article{}),
			"quoted":      db.Where("`articles`.`id`=?", s).First(&article{}),
			"<>":          db.Where("id <> ?", s).First(&article{}),
			"range":       db.Where("id >= ? AND id < ?", Of(someWiji), s).First(&article{}),
			"BETWEEN":     db.Where("id BETWEEN ? AND ?", s, s).First(&article{}),
			"behind ?":    db.Where("note = ? AND (flake > ? OR id = ?)", "a", 1, s).First(&article{}),
			"NOT":         db.Where("NOT id = ?", s).First(&article{}),
			"Not":         db.Not("id = ?", s).First(&article{}),
			"Or":          db.Where("note = ?", "a").Or("id = ?", s).First(&article{}),
			"group":       db.Where(db.Where("note = ?", "a").Or("id = ?", s)).First(&article{}),
			"IN ?":        db.Where("id IN ?", []string{"a", s}).First(&article{}),
			"NOT IN (?)":  db.Where("id NOT IN (?)", []any{someWiji.UUID()}).First(&article{}),
			"@":           db.Where("id = @id", sql.Named("id", s)).First(&article{}),
			"@ of a map":  db.Where("note = @note OR id = @id", map[string]any{"id": s, "note": "a"}).First(&article{}),
			"column":      db.Where("id", s).First(&article{}),
			"map":         db.Where(map[string]any{"id": s}).First(&article{}),
			"map of text": db.Where(map[string]string{"articles.id": s}).First(&article{}),
			"map, IN":     db.Where(map[string]any{"id": []string{s}}).First(&article{}),
			"keys":        db.Find(&[]article{}, []string{s}),
			"clause":      db.Where(clause.Gt{Column: "id", Value: s}).First(&article{}),
			"alone":       db.First(&article{}, s),
			"alone, UUID": db.Delete(&article{}, "f"+someWiji.UUID()[1:]),
			"number":      db.Where("flake = ?", (someFlake + 10).String()).First(&article{}),
			"20 bytes":    db.Where("scru = ?", someScru.String()).First(&article{}),
			"Binary":      db.Where("xid = ?", someUID.String()).First(&article{}),
			"foreign":     db.Where("author = ?", foreignUUID{0: 1, 15: 0xFF}.String()).First(&article{}),
		} {
			if !errors.Is(tx.Error, ErrPlain) || !strings.Contains(tx.Error.Error(), "Of(id) in its place") {
				t.Errorf("%s on %s: %s, error %v", what, dialect, tx.Statement.SQL.String(), tx.Error)
			}
		}
	}
	db := dryRun(t, "postgres")
	for _, column := range []string{"scru", "xid"} {
		x := map[string]string{"scru": someScru.String(), "xid": someUID.String()}[column]
		if err := db.First(&article{}, column+" = ?", x).Error; !errors.Is(err, ErrPlain) {
			t.Errorf("%s: error %v", column, err)
		}
	}
}

// shouted makes its own argument.
type shouted string

func (s shouted) Value() (driver.Value, error) { return []byte(s), nil }

// TestTextOfIDThatIsRight: what is or may be right passes.
func TestTextOfIDThatIsRight(t *testing.T) {
	s, u := someWiji.String(), someWiji.UUID()
	for dialect, statements := range map[string]func(db *gorm.DB) map[string]*gorm.DB{
		"postgres": func(db *gorm.DB) map[string]*gorm.DB {
			return map[string]*gorm.DB{
				"uuid":          db.First(&article{}, "id = ?", u),
				"refused there": db.First(&article{}, "id = ?", s),
				"digits":        db.First(&article{}, "flake = ?", "1234567890123"),
				"hex of bytea":  db.First(&article{}, "scru = ?", `\x0102`),
				"cast":          db.First(&article{}, "id::text = ?", u),
				"cast of ?":     db.First(&article{}, "scru = ?::bytea", someScru.Hex()),
				"function":      db.First(&article{}, "scru = decode(?, @f)", sql.Named("f", "hex")),
			}
		},
		"mysql": func(db *gorm.DB) map[string]*gorm.DB {
			return map[string]*gorm.DB{
				"text column":       db.First(&article{}, "code = ?", s),
				"another column":    db.First(&article{}, "note = ? AND id = ?", s, Of(someWiji)),
				"map":               db.First(&article{}, map[string]any{"note": s, "code": s}),
				"decimal digits":    db.First(&article{}, "flake = ?", "1234567890123"),
				"raw bytes":         db.First(&article{}, "id = ?", string(someWiji[:])),
				"no ID":             db.First(&article{}, "id = ?", "draft"),
				"own argument":      db.First(&article{}, "id = ?", shouted(s)),
				"argument function": db.First(&article{}, "id = UNHEX(?)", someWiji.Hex()),
				"column function":   db.First(&article{}, "HEX(id) = ?", someWiji.Hex()),
				"operator before":   db.First(&article{}, "note || id = ?", s),
				"operator behind":   db.First(&article{}, "id = ? || note", s),
				"subquery":          db.First(&article{}, "EXISTS (SELECT 1 FROM notes WHERE id = ?)", s),
				"quoted":            db.First(&article{}, "note = 'or id = ?'", s),
				"another table":     db.Joins("JOIN notes n ON true").First(&article{}, "n.id = ?", s),
				"its map":           db.Joins("JOIN notes n ON true").First(&article{}, map[string]any{"n.id": s}),
				"own table name":    db.Table("elsewhere").First(&article{}, "id = ?", s),
				"too few arguments": db.First(&article{}, "id = ? AND id = ?", Of(someWiji)),
				"condition":         db.First(&article{}, "id IS NOT NULL"),
				"name as condition": db.First(&article{}, "deadbeefdeadbeefdeadbeefdeadbeef"),
				"update of a text":  db.Model(&article{}).Where("id = ?", Of(someWiji)).Updates(map[string]any{"note": s, "code": s}),
			}
		},
	} {
		for what, tx := range statements(dryRun(t, dialect)) {
			if tx.Error != nil {
				t.Errorf("%s on %s: %v", what, dialect, tx.Error)
			}
		}
	}
}

// TestTextOfTextColumn: a text alone is SQL also where the key is a text.
func TestTextOfTextColumn(t *testing.T) {
	type page struct{ ID Text[wiji.ID] }
	db := dryRun(t, "sqlite")
	if err := db.First(&page{}, someWiji.String()).Error; !errors.Is(err, ErrPlain) || !strings.Contains(err.Error(), "gormtype.TextOf(id)") {
		t.Errorf("alone: error %v", err)
	}
	if err := db.First(&page{}, "id = ?", someWiji.String()).Error; err != nil {
		t.Errorf("compared: error %v", err)
	}
}
