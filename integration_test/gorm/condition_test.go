package gorm_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// crate stores one format in two kinds of columns.
type crate struct {
	ID   gormtype.ID[wiji.ID]
	Raw  gormtype.Binary[wiji.ID]
	Name string
}

// TestPlainIDOfSeveralKinds: a plain ID is an error where the fields of its type are stored
// in several ways. GORM takes it for a list of numbers, DELETE … WHERE id IN (6, 0, …), by
// which a MySQL server that is not in strict mode deletes other rows.
func TestPlainIDOfSeveralKinds(t *testing.T) {
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&crate{}); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			must(t, db.Create(&crate{ID: gormtype.Of(wijiAt(i)), Raw: gormtype.BinaryOf(wijiAt(i))}))
		}
		x := wijiAt(7)
		for what, tx := range map[string]*gorm.DB{
			"Delete":        db.Delete(&crate{}, x),
			"Unscoped":      db.Unscoped().Delete(&crate{}, x),
			"First":         db.First(&crate{}, x),
			"Where":         db.Where(x).Find(&[]crate{}),
			"Not":           db.Not(x).Find(&[]crate{}),
			"Or":            db.Where("name = ?", "a").Or(x).Find(&[]crate{}),
			"group":         db.Where(db.Where("name = ?", "a").Or(x)).Find(&[]crate{}),
			"map":           db.Where(map[string]any{"id": x}).Delete(&crate{}),
			"map of table":  db.Where(map[string]any{"crates.id": x}).Delete(&crate{}),
			"map and Count": db.Model(&crate{}).Where(map[string]any{"id": x}).Count(new(int64)),
			"Update":        db.Model(&crate{}).Where(x).Update("name", "b"),
			"= ?":           db.Where("id = ?", x).Delete(&crate{}),
			"= pointer":     db.Where("id = ?", &x).Delete(&crate{}),
			"= @":           db.Where("id = @id", sql.Named("id", x)).Delete(&crate{}),
			"= @ of map":    db.Where("id = @id", map[string]any{"id": x}).Delete(&crate{}),
			"= @ of struct": db.Where("id = @ID", struct{ ID wiji.ID }{x}).Delete(&crate{}),
			"IN ?":          db.Where("id IN ?", []wiji.ID{x}).Delete(&crate{}),
			"pairs":         db.Where("(id, name) IN ?", [][]any{{x, ""}}).Delete(&crate{}),
			"[]id":          db.Delete(&crate{}, []wiji.ID{x}),
			"range":         db.Where("id < ?", x).Delete(&crate{}),
			"clause.Gt":     db.Where(clause.Gt{Column: "id", Value: x}).Delete(&crate{}),
			"two kinds":     db.Where("id = @id OR raw = @id", sql.Named("id", x)).Delete(&crate{}),
			"subquery":      db.Where("id IN (?)", db.Model(&crate{}).Select("id").Where("id = ?", x)).Delete(&crate{}),
		} {
			if !errors.Is(tx.Error, gormtype.ErrPlain) || !strings.Contains(tx.Error.Error(), "gormtype.Of(id)") {
				t.Errorf("%s: error %v", what, tx.Error)
			}
		}
		if err := db.Where("raw = ?", x).Delete(&crate{}).Error; !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "gormtype.BinaryOf(id)") {
			t.Errorf("raw: error %v", err)
		}
		equal(t, "rows", count(t, db, &crate{}), 20)
		equal(t, "rows that changed", count(t, db.Where("name = ?", "b"), &crate{}), 0)
	})
}

// TestPlainIDInMap: a plain ID in the map of an Update or Create is the ID of the column,
// and the caller's map stays as it is.
func TestPlainIDInMap(t *testing.T) {
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&ours{}); err != nil {
			t.Fatal(err)
		}
		x := wijiAt(7)
		must(t, db.Create(&ours{ID: gormtype.Of(x)}))
		must(t, db.Model(&ours{}).Where("id = ?", x).Update("id", wijiAt(30)))
		set := map[string]any{"ID": &x}
		must(t, db.Model(&ours{}).Where("id = ?", gormtype.Of(wijiAt(30))).Updates(set))
		equal(t, "the caller's map", set["ID"], any(&x))
		must(t, db.First(&ours{}, gormtype.Of(x)))
		must(t, db.Model(&ours{}).Create(map[string]any{"id": wijiAt(20)}))
		y := wijiAt(21)
		must(t, db.Model(&ours{}).Create(&[]map[string]any{{"ID": &y}}))
		equal(t, "rows with a plain ID in a map", count(t, db.Where("id IN ?", []wiji.ID{wijiAt(20), y}), &ours{}), 2)
	})
}

// meter has integer keys of two formats, and IDs of other sizes and kinds.
type meter struct {
	ID    gormtype.ID[ulidflake.ID]
	Xid   gormtype.ID[uid11.ID]
	Cust  gormtype.ID[wiji.ID]
	Code  gormtype.Text[ulid.ID]
	Raw   gormtype.Binary[scru160.ID]
	Name  string `gorm:"size:60"`
	Other string `gorm:"size:60"`
}

func meterAt(n int) meter {
	return meter{ID: gormtype.Of(flakeAt(n)), Xid: gormtype.Of(uid11At(n)), Cust: gormtype.Of(wijiAt(n)), Code: gormtype.TextOf(ulidAt(n)),
		Raw: gormtype.BinaryOf(scruAt(n)), Other: wijiAt(n).String()}
}

// TestUnclearConditions: a plain ID that is compared with something else than a column of
// its type, an ID of another format and a number are errors, and change no row.
func TestUnclearConditions(t *testing.T) {
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&meter{}); err != nil {
			t.Fatal(err)
		}
		meters := make([]meter, 20)
		for i := range meters {
			meters[i] = meterAt(i + 1)
		}
		must(t, db.Create(&meters))
		x, flake, ulidBytes := wijiAt(7), flakeAt(7), ulidAt(7)
		for what, tx := range map[string]*gorm.DB{
			"function of the column": db.Where("LOWER(cust) = ?", x).Delete(&meter{}),
			"function of the ID":     db.Where("cust = LOWER(?)", x).Delete(&meter{}),
			"part of an expression":  db.Where("id + 0 = ?", flake).Delete(&meter{}),
			"cast":                   db.Where("id = CAST(? AS CHAR(20))", flake).Delete(&meter{}),
			"LIKE":                   db.Where("name LIKE ?", flake).Delete(&meter{}),
			"clause.Like":            db.Where(clause.Like{Column: "name", Value: flake}).Delete(&meter{}),
			"another column":         db.Where("name = ?", flake).Delete(&meter{}),
			"its text":               db.Where("other = ?", x).Delete(&meter{}),
			"<> another column":      db.Where("name <> ?", flake).Delete(&meter{}),
			"an unknown column":      db.Where("missing = ?", flake).Delete(&meter{}),
			"an unknown table":       db.Where("x.id = ?", flake).Delete(&meter{}),
			"subquery in SQL":        db.Where("id IN (SELECT id FROM meters WHERE id = ?)", flake).Delete(&meter{}),
			"named in a subquery":    db.Where("id IN (SELECT id FROM meters WHERE id = @id)", sql.Named("id", flake)).Delete(&meter{}),
			"named, twice":           db.Where("id = @id OR id + 0 = @id", map[string]any{"id": flake}).Delete(&meter{}),
			"in quotes":              db.Where("name <> '?' AND id = ?", flake).Delete(&meter{}),
			"pairs":                  db.Where("(id, name) IN ?", [][]any{{flake, ""}}).Delete(&meter{}),
			"ANY":                    db.Where("id = ANY(?)", []ulidflake.ID{flake}).Delete(&meter{}),
			"subquery of no model":   db.Where("id IN (?)", db.Model(&meter{}).Select("id").Where("x.id = ?", flake)).Delete(&meter{}),
			"another format":         db.Where("cust <> ?", ulidAt(7)).Delete(&meter{}),
			"another 64-bit format":  db.Where("id <> ?", uid11At(7)).Delete(&meter{}),
			"64 bits and bytes":      db.Where("cust <> ?", flake).Delete(&meter{}),
			"64 bits and text":       db.Where("code <> ?", flake).Delete(&meter{}),
			"64 bits in a list":      db.Where("raw NOT IN ?", []any{uid11At(7)}).Delete(&meter{}),
			"number and bytes":       db.Where("cust = ?", 0).Delete(&meter{}),
			"number and text":        db.Where("code <> ?", 7).Delete(&meter{}),
			"numbers":                db.Not(map[string]any{"raw": []int{1, 2}}).Delete(&meter{}),
			"text, NOT IN":           db.Where("cust NOT IN ?", []string{x.String(), wijiAt(8).String()}).Delete(&meter{}),
			"text, NOT IN list":      db.Where("raw NOT IN (?, ?)", scruAt(1), scruAt(2).String()).Delete(&meter{}),
			"text, Not map":          db.Not(map[string]any{"raw": []string{scruAt(1).String()}}).Delete(&meter{}),
			"text, Not":              db.Not("raw = ?", scruAt(1).String()).Delete(&meter{}),
			"text, BETWEEN":          db.Where("raw NOT BETWEEN ? AND ?", scruAt(1), scruAt(2).String()).Delete(&meter{}),
			"text, quoted":           db.Where("name <> 'a' AND raw <> ?", scruAt(1).String()).Delete(&meter{}),
			"text in a subquery":     db.Where("id IN (?)", db.Model(&meter{}).Select("id").Where("raw <> ?", scruAt(1).String())).Delete(&meter{}),
		} {
			if tx.Error == nil || tx.RowsAffected > 0 {
				t.Errorf("%s: %d rows, error %v", what, tx.RowsAffected, tx.Error)
			}
		}
		equal(t, "rows", count(t, db, &meter{}), 20)
		for what, tx := range map[string]*gorm.DB{
			"integer":        db.Where("id = ?", int64(flake)),
			"digits":         db.Where("xid = ?", "1099511629568"),
			"the right ones": db.Where("id = ? AND xid = ? AND cust = ? AND code = ? AND raw = ?", flake, uid11At(7), x, ulidAt(7), scruAt(7)),
			"the text":       db.Where("other = ? AND code = ?", x.String(), ulidAt(7).String()),
			"raw bytes":      db.Where("raw = ?", bytesOf(scruAt(7))),
			"in parentheses": db.Where("raw IN (?) AND cust IN (?)", bytesOf(scruAt(7)), [16]byte(x)),
			"bytes of text":  db.Where("code IN (?)", ulidBytes[:]),
		} {
			equal(t, what, count(t, tx, &meter{}), 1)
		}
		equal(t, "too few bytes", count(t, db.Where("raw IN (?)", bytesOf(scruAt(7))[:19]), &meter{}), 0)
		tx := must(t, db.Where("raw NOT IN (?)", bytesOf(scruAt(7))).Delete(&meter{}))
		equal(t, "rows deleted", tx.RowsAffected, 19)
		equal(t, "rows left", count(t, db.Where("id = ?", flake), &meter{}), 1)
	})
}

// TestBuiltBefore: a field that writes the statement before the ID is asked makes a plain
// ID an error.
func TestBuiltBefore(t *testing.T) {
	type late struct {
		DeletedAt gorm.DeletedAt
		ID        gormtype.ID[uid11.ID]
	}
	onEach(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&late{}); err != nil {
			t.Fatal(err)
		}
		must(t, db.Create(&[]late{{ID: gormtype.Of(uid11At(1))}, {ID: gormtype.Of(uid11At(2))}}))
		if err := db.Delete(&late{}, uid11At(1)).Error; !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "gorm.DeletedAt") {
			t.Errorf("error %v", err)
		}
		equal(t, "rows", count(t, db, &late{}), 2)
		must(t, db.First(&late{}, uid11At(1)))
		must(t, db.Unscoped().Delete(&late{}, uid11At(1)))
		equal(t, "rows", count(t, db, &late{}), 1)
	})
}

func bytesOf(x scru160.ID) []byte { return x[:] }

// TestPlainIDInFilter: a condition that is another struct than the model, with plain fields.
func TestPlainIDInFilter(t *testing.T) {
	type filter struct {
		ID    wiji.ID
		Flake *ulidflake.ID
		Name  string
	}
	type filtered struct {
		ID    gormtype.ID[wiji.ID]
		Flake gormtype.Binary[ulidflake.ID]
		Name  string
	}
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&filtered{}); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			must(t, db.Create(&filtered{ID: gormtype.Of(wijiAt(i + 1)), Flake: gormtype.BinaryOf(flakeAt(i + 1))}))
		}
		flake := flakeAt(7)
		for what, f := range map[string]filter{"array": {ID: wijiAt(7)}, "integer": {Flake: &flake}, "both": {ID: wijiAt(7), Flake: &flake}} {
			equal(t, what, count(t, db.Where(&f), &filtered{}), 1)
			equal(t, what+", Not", count(t, db.Not(f), &filtered{}), 19)
		}
		equal(t, "rows deleted", must(t, db.Where(filter{ID: wijiAt(7)}).Delete(&filtered{})).RowsAffected, 1)
		equal(t, "rows left", count(t, db, &filtered{}), 19)
	})
}
