package migrations_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/sqltype"
)

type (
	optionKind  struct{ Name string }
	optionModel struct {
		ID   gormtype.ID[uid11.For[optionKind]]
		Name string
	}
	plainOption struct{ ID wiji.ID }
	badKey      struct{ ID sqltype.Binary[wiji.ID] }
	nullColumn  struct {
		ID  gormtype.ID[wiji.ID]
		Ref sql.Null[gormtype.ID[wiji.ID]]
	}
)

// TestOptions: an option that fits no field of the models is an error, as is a model that no option
// makes right. A generator of the plain type serves its typed kinds.
func TestOptions(t *testing.T) {
	made := uid11.ID(1 << 40)
	next := func() (uid11.ID, error) { made++; return made, nil }
	db := gormtest.OpenBare(t, gormtest.OnSQLite)
	gormtest.Use(t, db, gormtype.Models(&optionModel{}), gormtype.Generator(next))
	if err := db.AutoMigrate(&optionModel{}); err != nil {
		t.Fatal(err)
	}
	rows := []optionModel{{Name: "a"}, {Name: "b"}}
	gormtest.Must(t, db.Create(&rows))
	gormtest.Equal(t, "the key", uint64(rows[1].ID.V()), uint64(1<<40+2))
	for what, options := range map[string][]gormtype.Option{
		"Generator of another format": {gormtype.Models(&optionModel{}), gormtype.Generator(func() (wiji.ID, error) { return wiji.New(), nil })},
		"Plain of no field":           {gormtype.Models(&optionModel{}), gormtype.Plain[wiji.ID]()},
		"a column of sqltype":         {gormtype.Models(&badKey{})},
		"a plain field":               {gormtype.Models(&plainOption{})},
		"sql.Null":                    {gormtype.Models(&nullColumn{})},
	} {
		if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(gormtype.New(options...)); err == nil || !strings.HasPrefix(err.Error(), "gormtype") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	db = gormtest.Open(t, gormtest.OnSQLite)
	for what, err := range map[string]error{
		"First of sqltype":    db.First(&badKey{}, wiji.New()).Error,
		"Create of sqltype":   db.Create(&badKey{}).Error,
		"Find of sql.Null":    db.Find(&[]nullColumn{}).Error,
		"migrate of sql.Null": db.AutoMigrate(&nullColumn{}),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// A plugin serves one kind of database: what it knows of statements is of that.
func TestPluginOfTwoDatabases(t *testing.T) {
	plugin := gormtype.New()
	for range 2 {
		if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(plugin); err != nil {
			t.Fatal(err)
		}
	}
	if err := gormtest.OpenBare(t, gormtest.OnPostgres).Use(plugin); !errors.Is(err, gormtype.ErrDialect) {
		t.Errorf("error %v", err)
	}
}
