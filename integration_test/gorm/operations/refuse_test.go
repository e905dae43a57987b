package operations_test

import (
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// TestOutsideGORM: what GormValue does not reach must fail, and not store or look
// for something else.
func TestOutsideGORM(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&ours{}); err != nil {
			t.Fatal(err)
		}
		x := ours{ID: gormtype.Of(gormtest.WijiAt(1))}
		gormtest.Must(t, db.Create(&x))
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		statement := db.Session(&gorm.Session{DryRun: true}).Where("id = ?", 1).Find(&ours{}).Statement.SQL.String()
		for _, arg := range []any{x.ID, &x.ID, sql.Null[gormtype.ID[wiji.ID]]{V: x.ID, Valid: true}} {
			rows, err := pool.Query(statement, arg)
			if err == nil {
				err = rows.Err()
				rows.Close()
				if err == nil {
					t.Errorf("%T is an argument of database/sql", arg)
				}
			}
		}
	})
}

type great struct {
	ID    gormtype.ID[uid11.ID]
	Other gormtype.Binary[uid11.ID]
}

func TestGreatIntegers(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&great{}); err != nil {
			t.Fatal(err)
		}
		x := great{gormtype.Of(gormtest.GreatAt(1)), gormtype.BinaryOf(gormtest.GreatAt(1))}
		statements := map[string]func() *gorm.DB{
			"Create": func() *gorm.DB { return db.Create(&x) },
			"First":  func() *gorm.DB { return db.First(&great{}, x.ID) },
			"IN":     func() *gorm.DB { return db.Where("id IN ?", []gormtype.ID[uid11.ID]{x.ID}).First(&great{}) },
			"subquery": func() *gorm.DB {
				return db.Where("id IN (?)", db.Model(&great{}).Select("id").Where("id = ?", x.ID)).First(&great{})
			},
			"Delete": func() *gorm.DB { return db.Delete(&great{}, x.ID) },
		}
		for _, what := range []string{"Create", "First", "IN", "subquery", "Delete"} {
			err := statements[what]().Error
			switch {
			case s.Dialect() == "mysql" && err != nil:
				t.Errorf("%s: %v", what, err)
			case s.Dialect() != "mysql" && (!errors.Is(err, id.ErrOverflow) || !strings.Contains(err.Error(), "gormtype.Binary")):
				t.Errorf("%s: error %v", what, err)
			}
		}
		x.ID = gormtype.Of(uid11.ID(1<<63 - 1))
		gormtest.Must(t, db.Create(&x))
		gormtest.Must(t, db.First(&great{}, x.ID))
	})
}

// hollow makes a table of what a model of this package would not write.
func hollow(t *testing.T, db *gorm.DB, table, definition, value string) {
	t.Helper()
	gormtest.Must(t, db.Exec("CREATE TABLE "+table+" (id "+definition+", name varchar(10) NOT NULL PRIMARY KEY)"))
	gormtest.Must(t, db.Exec("INSERT INTO "+table+" VALUES ("+value+", 'a')"))
}

func TestBadStoredData(t *testing.T) {
	type textual struct {
		ID gormtype.Text[wiji.ID]
	}
	type integral struct {
		ID gormtype.ID[uid11.ID]
	}
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		binary := map[string][2]string{
			"postgres": {"uuid", "'018f0000-1111-7222-8333-444444444444'"},
			"mysql":    {"binary(16)", "UNHEX('018f000011117222833344444444444a')"},
			"sqlite":   {"blob", "x'018f000011117222833344444444444a'"},
		}[s.Dialect()]
		for what, c := range map[string]struct {
			definition, value string
			dst               any
		}{
			"version":     {binary[0], binary[1], &ours{ID: gormtype.Of(gormtest.WijiAt(3))}},
			"text column": {"varchar(36)", "'01J8Z3N0000000000000000000'", &ours{ID: gormtype.Of(gormtest.WijiAt(3))}},
			"UUID text":   {"varchar(36)", "'0643-8a52'", &ours{}},
			"lower case":  {"varchar(26)", "'" + strings.ToLower(gormtest.WijiAt(3).String()) + "'", &textual{ID: gormtype.TextOf(gormtest.WijiAt(3))}},
			"empty text":  {"varchar(26)", "''", &textual{}},
			"negative":    {"bigint", "-5", &integral{ID: gormtype.Of(uid11At(3))}},
			"no integer":  {"varchar(26)", "'01234'", &integral{ID: gormtype.Of(uid11At(3))}},
		} {
			table := strings.ReplaceAll(what, " ", "_")
			hollow(t, db, table, c.definition, c.value)
			if err := db.Table(table).Limit(1).Scan(c.dst).Error; err == nil {
				t.Errorf("%s: read as %v", what, c.dst)
			}
			if v := reflect.ValueOf(c.dst).Elem().Field(0); !v.IsZero() {
				t.Errorf("%s: %v is left beside the error", what, v)
			}
			for _, one := range []any{new(gormtype.ID[wiji.ID]), new([]gormtype.ID[wiji.ID])} {
				if what != "negative" && what != "version" {
					break
				}
				if err := db.Table(table).Select("id").Scan(one).Error; err == nil {
					t.Errorf("%s: read as %v", what, one)
				}
			}
		}
	})
}

// TestNullInPlainField: GORM reads a NULL into a pointer, and a plain field never
// learns of it. It becomes zero, also in a struct that was used before.
func TestNullInPlainField(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		hollow(t, db, "ours", map[string]string{"postgres": "uuid", "mysql": "binary(16)", "sqlite": "blob"}[s.Dialect()], "NULL")
		x := ours{ID: gormtype.Of(gormtest.WijiAt(3))}
		gormtest.Must(t, db.Table("ours").Scan(&x))
		gormtest.Equal(t, "zero", x.ID.IsZero(), true)
		gormtest.Equal(t, "name", x.Name, "a")
	})
}
