package gormtype

import (
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type author struct {
	ID    ID[wiji.ID]
	Flake Binary[ulidflake.ID]
	Code  Text[ulid.ID]
	Name  string
	Books []book
}

type book struct {
	ID       ID[wiji.ID]
	AuthorID ID[wiji.ID]
	Author   *author
	ISBN     uint64
}

var someULID = ulid.ID{0: 1, 15: 9}

// TestPlainArguments: the arguments of a statement with a plain ID are those of one with
// the ID in its column type.
func TestPlainArguments(t *testing.T) {
	x, p := someWiji, &someWiji
	ids := []wiji.ID{x, x}
	type named struct{ ID *wiji.ID }
	for what, build := range map[string]func(db *gorm.DB) *gorm.DB{
		"key":           func(db *gorm.DB) *gorm.DB { return db.First(&author{}, x) },
		"pointer":       func(db *gorm.DB) *gorm.DB { return db.First(&author{}, p) },
		"keys":          func(db *gorm.DB) *gorm.DB { return db.Find(&[]author{}, ids) },
		"Delete":        func(db *gorm.DB) *gorm.DB { return db.Delete(&author{}, x) },
		"Update":        func(db *gorm.DB) *gorm.DB { return db.Model(&author{}).Where(x).Update("name", "a") },
		"= ?":           func(db *gorm.DB) *gorm.DB { return db.First(&author{}, "id = ?", p) },
		"IN ?":          func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", &ids).Find(&author{}) },
		"IN (?, ?)":     func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?, ?)", x, Of(x)).Find(&author{}) },
		"BETWEEN":       func(db *gorm.DB) *gorm.DB { return db.Where("authors.id NOT BETWEEN ? AND ?", x, p).Find(&author{}) },
		"reversed":      func(db *gorm.DB) *gorm.DB { return db.Where("NOT (? <> `authors`.`id`)", x).Find(&author{}) },
		"map":           func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": ids}).Find(&author{}) },
		"map of any":    func(db *gorm.DB) *gorm.DB { return db.Where(map[any]any{"id": x}).Find(&author{}) },
		"named":         func(db *gorm.DB) *gorm.DB { return db.Where("id = @x", sql.Named("x", x)).Find(&author{}) },
		"named, struct": func(db *gorm.DB) *gorm.DB { return db.Where("id = @ID", named{p}).Find(&author{}) },
		"clauses": func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.Or(clause.Gt{Column: "id", Value: x})).Find(&author{})
		},
		"nested":        func(db *gorm.DB) *gorm.DB { return db.Where("?", clause.Neq{Column: "id", Value: x}).Find(&author{}) },
		"group":         func(db *gorm.DB) *gorm.DB { return db.Where(db.Where("name = 'a'").Or("id = ?", x)).Find(&author{}) },
		"Having":        func(db *gorm.DB) *gorm.DB { return db.Model(&author{}).Group("id").Having("id > ?", x).Find(&author{}) },
		"join":          func(db *gorm.DB) *gorm.DB { return db.Joins("Author", db.Where(map[string]any{"id": x})).Find(&book{}) },
		"join in SQL":   func(db *gorm.DB) *gorm.DB { return db.Joins("JOIN authors a ON a.id = ?", x).Find(&book{}) },
		"Where a join":  func(db *gorm.DB) *gorm.DB { return db.Joins("Author").Where("Author.id = ?", x).Find(&book{}) },
		"table":         func(db *gorm.DB) *gorm.DB { return db.Table("authors AS a").Where("a.id = ?", x).Find(&author{}) },
		"another table": func(db *gorm.DB) *gorm.DB { return db.Table("archive").Where("id = ?", x).Find(&author{}) },
		"subquery": func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&book{}).Select("author_id").Where("id = ?", x)).Find(&author{})
		},
	} {
		for dialect, want := range map[string]any{"mysql": x.Hex(), "sqlite": x.Hex(), "postgres": "060000ab-0000-0000-0010-000000000007"} {
			tx := build(dryRun(t, dialect))
			if tx.Error != nil {
				t.Errorf("%s on %s: %v", what, dialect, tx.Error)
			}
			for _, v := range tx.Statement.Vars {
				if v != want && v != "a" && v != 1 { // Update sets, First limits
					t.Errorf("%s on %s: argument %#v in %s", what, dialect, v, tx.Statement.SQL.String())
				}
			}
			if n := strings.Count(tx.Statement.SQL.String(), "?"); n != len(tx.Statement.Vars) || n == 0 {
				t.Errorf("%s on %s: %d arguments in %s", what, dialect, len(tx.Statement.Vars), tx.Statement.SQL.String())
			}
		}
	}
	if ids[0] != x || len(ids) != 2 {
		t.Errorf("the caller's list is %v", ids)
	}
}

// TestPlainKinds: a plain 64-bit ID becomes the bytes of its column, and an ID the text of
// a text column.
func TestPlainKinds(t *testing.T) {
	db := dryRun(t, "mysql")
	tx := db.Where("flake = ? AND code IN ?", someFlake, []ulid.ID{someULID}).Find(&author{})
	if tx.Error != nil || len(tx.Statement.Vars) != 2 || tx.Statement.Vars[1] != someULID.String() {
		t.Fatalf("arguments %v, error %v", tx.Statement.Vars, tx.Error)
	}
	if tx.Statement.Vars[0] != hexOf(someFlake) {
		t.Errorf("argument %v", tx.Statement.Vars[0])
	}
}

// TestUnclearPlainID: what a plain ID is compared with must be certain.
func TestUnclearPlainID(t *testing.T) {
	x, flake := someWiji, someFlake
	for _, dialect := range []string{"mysql", "sqlite", "postgres"} {
		db := dryRun(t, dialect)
		for what, tx := range map[string]*gorm.DB{
			"expression":         db.Where("id || '' = ?", x).Find(&author{}),
			"behind it":          db.Where("id = ? || ''", x).Find(&author{}),
			"function":           db.Where("LOWER(id) = ?", x).Find(&author{}),
			"list":               db.Where("id IN (?, LOWER(?))", x, x).Find(&author{}),
			"row":                db.Where("(id, name) = (?, ?)", x, "a").Find(&author{}),
			"SELECT":             db.Where("EXISTS (SELECT 1 FROM books WHERE id = ?)", x).Find(&author{}),
			"backslash":          db.Where(`name <> 'it\'s' AND id = ?`, x).Find(&author{}),
			"quoted":             db.Where("name = 'or id = ?'", x).Find(&author{}),
			"comment":            db.Where("id = /* ? */ ?", x, x).Find(&author{}),
			"name":               db.Where("name = ?", x).Find(&author{}),
			"unknown name":       db.Where("age = ?", flake).Find(&author{}),
			"unknown table":      db.Where("x.id = ?", x).Find(&author{}),
			"integer":            db.Where("isbn = ?", someWiji).Find(&book{}),
			"Like":               db.Where(clause.Like{Column: "flake", Value: flake}).Find(&author{}),
			"raw column":         db.Where(clause.Eq{Column: clause.Column{Name: "id", Raw: true}, Value: x}).Find(&author{}),
			"columns":            db.Where(clause.IN{Column: []clause.Column{{Name: "id"}, {Name: "name"}}, Values: []any{[]any{x, "a"}}}).Find(&author{}),
			"unknown join":       db.Joins("JOIN notes n ON n.id = ?", x).Find(&author{}),
			"its alias":          db.Joins("JOIN notes n ON true").Where("n.id = ?", x).Find(&author{}),
			"named elsewhere":    db.Where("id = @x AND LOWER(name) = @x", map[string]any{"x": x}).Find(&author{}),
			"named and another":  db.Where("id = @x AND flake = @x", map[string]any{"x": x}).Find(&author{}),
			"bytes of no ID":     db.First(&author{}, x[:]),
			"number":             db.Where("id > ?", 0).Find(&author{}),
			"float":              db.Where("flake IN ?", []float64{1}).Find(&author{}),
			"number in a map":    db.Where(map[string]any{"code": 7}).Find(&author{}),
			"wrong join":         db.Joins("Author", db.Where(map[string]any{"name": flake})).Find(&book{}),
			"text in a join":     db.Joins("Author", db.Where(map[string]any{"flake": flake.String()})).Find(&book{}),
			"wrapper in a join":  db.Joins("JOIN authors a ON a.flake <> ?", Of(flake)).Find(&book{}),
			"text in a subquery": db.Model(&author{}).Where("flake <> ?", flake.String()).Find(&author{}),
		} {
			if !errors.Is(tx.Error, ErrPlain) {
				t.Errorf("%s on %s: %s, error %v", what, dialect, tx.Statement.SQL.String(), tx.Error)
			}
		}
		outer := db.Where("id IN (?)", db.Model(&book{}).Select("author_id").Where("x.id = ?", x)).Find(&author{})
		found := false
		for _, v := range outer.Statement.Vars {
			r, ok := v.(refused)
			found = found || ok && errors.Is(r.err, ErrPlain)
		}
		if !found {
			t.Errorf("an error in a subquery is dropped: %s %v", outer.Statement.SQL.String(), outer.Statement.Vars)
		}
	}
}

// TestRemedy: the error names the column types of an ID that is stored in several forms.
func TestRemedy(t *testing.T) {
	type page struct {
		ID  ID[wiji.ID]
		Raw Text[wiji.ID]
		Old Text[wiji.ID]
	}
	db := dryRun(t, "sqlite")
	for condition, want := range map[string]string{
		"id = ?":         "pass gormtype.Of(id) in place of id",
		"old = ?":        "pass gormtype.TextOf(id) in place of id",
		"LOWER(raw) = ?": "pass gormtype.Of(id) for id or gormtype.TextOf(id) for raw, old in place of id",
	} {
		if err := db.Where(condition, someWiji).Find(&page{}).Error; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v", condition, err)
		}
	}
}

// TestRawBytes: raw bytes that are compared with a field of the model are the ID, and
// bytes of another length stay one argument.
func TestRawBytes(t *testing.T) {
	for _, dialect := range []string{"mysql", "sqlite", "postgres"} {
		for what, raw := range map[string]any{"slice": someWiji[:], "array": [16]byte(someWiji)} {
			got := dryRun(t, dialect).Where("id IN (?)", raw).Find(&author{}).Statement
			want := dryRun(t, dialect).Where("id IN (?)", Of(someWiji)).Find(&author{}).Statement
			if got.SQL.String() != want.SQL.String() || !reflect.DeepEqual(got.Vars, want.Vars) {
				t.Errorf("%s on %s: %s %v, want %s %v", what, dialect, got.SQL.String(), got.Vars, want.SQL.String(), want.Vars)
			}
		}
		short := dryRun(t, dialect).Where("id IN (?)", someWiji[:15]).Find(&author{})
		if short.Error != nil || len(short.Statement.Vars) != 1 {
			t.Errorf("15 bytes on %s: %s, error %v", dialect, short.Statement.SQL.String(), short.Error)
		}
	}
}
