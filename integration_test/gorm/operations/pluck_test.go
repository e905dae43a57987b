package operations_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// hook has nullable columns of each kind.
type hook struct {
	ID    gormtype.ID[wiji.ID]
	Ref   *gormtype.ID[wiji.ID]
	Flake *gormtype.ID[ulidflake.ID]
	Code  *gormtype.Text[wiji.ID]
	Raw   *gormtype.Binary[wiji.ID]
}

// nullable reads a column with NULLs into lists and single values.
func nullable[C columnType](t *testing.T, db *gorm.DB, column string, want C) {
	t.Helper()
	rows := func() *gorm.DB { return db.Model(&hook{}).Order("id") }
	for what, read := range map[string]func(list any) *gorm.DB{
		"Pluck":       func(list any) *gorm.DB { return rows().Pluck(column, list) },
		"Select.Find": func(list any) *gorm.DB { return rows().Select(column).Find(list) },
		"Select.Scan": func(list any) *gorm.DB { return rows().Select(column).Scan(list) },
		"Table.Pluck": func(list any) *gorm.DB { return db.Table("hooks").Order("id").Pluck(column, list) },
		"Raw.Scan":    func(list any) *gorm.DB { return db.Raw("SELECT " + column + " FROM hooks ORDER BY id").Scan(list) },
	} {
		full := sql.Null[C]{V: want, Valid: true}
		list := []sql.Null[C]{full, full}
		gormtest.Must(t, read(&list))
		if !slices.Equal(list, []sql.Null[C]{{}, full, {}}) {
			t.Errorf("%s of %s: got %v, want NULL, %v, NULL", what, column, list, want)
		}
		for _, list := range []any{new([]*C), new([]C)} {
			if err := read(list).Error; !errors.Is(err, sqltype.ErrNull) || !strings.Contains(err.Error(), "sql.Null") {
				t.Errorf("%s of %s into %T: %v, error %v", what, column, list, list, err)
			}
		}
		var structs []struct{ Ref, Flake, Code, Raw *C }
		gormtest.Must(t, read(&structs))
		for i, x := range structs {
			got := map[string]*C{"ref": x.Ref, "flake": x.Flake, "code": x.Code, "raw": x.Raw}[column]
			if (got != nil) != (i == 1) || got != nil && *got != want {
				t.Errorf("%s of %s into structs: row %d has %v", what, column, i, got)
			}
		}
		gormtest.Equal(t, "rows", len(structs), 3)
	}
	pointers, plain := []*C{}, []C{}
	gormtest.Must(t, rows().Where(column+" IS NOT NULL").Pluck(column, &pointers))
	gormtest.Must(t, rows().Where(column+" IS NOT NULL").Pluck(column, &plain))
	if len(plain) != 1 || plain[0] != want || len(pointers) != 1 || *pointers[0] != want {
		t.Errorf("Pluck of %s without NULL: got %v and %v, want %v", column, pointers, plain, want)
	}
	var one sql.Null[C]
	gormtest.Must(t, rows().Where(column+" IS NOT NULL").Select(column).Limit(1).Scan(&one))
	gormtest.Equal(t, "Scan", one, sql.Null[C]{V: want, Valid: true})
	gormtest.Must(t, rows().Where(column+" IS NULL").Select(column).Limit(1).Scan(&one))
	gormtest.Equal(t, "Scan of NULL", one, sql.Null[C]{})
}

// TestNullableLists: a nullable column is read into a list of sql.Null. GORM reads NULL
// into no list of pointers, which is an error that says so.
func TestNullableLists(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&hook{}); err != nil {
			t.Fatal(err)
		}
		ref, flake, code, raw := gormtype.Of(gormtest.WijiAt(7)), gormtype.Of(gormtest.FlakeAt(7)), gormtype.TextOf(gormtest.WijiAt(7)), gormtype.BinaryOf(gormtest.WijiAt(7))
		gormtest.Must(t, db.Create([]hook{{ID: gormtype.Of(gormtest.WijiAt(1))}, {gormtype.Of(gormtest.WijiAt(2)), &ref, &flake, &code, &raw}, {ID: gormtype.Of(gormtest.WijiAt(3))}}))
		nullable(t, db, "ref", ref)
		nullable(t, db, "flake", flake)
		nullable(t, db, "code", code)
		nullable(t, db, "raw", raw)
	})
}
