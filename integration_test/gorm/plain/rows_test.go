package plain_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// Rows of one table, of which the program reads some into other types than the model.
type (
	readRow struct {
		ID   gormtype.ID[ulid.ID]
		Name string `gorm:"size:20"`
	}
	readPlain struct {
		ID   ulid.ID
		Name string `gorm:"size:20"`
	}
	readText struct {
		ID   string
		Name string
	}
	// scanned has a Scan of its own, which reads the form of the column.
	scanned string
)

func (readRow) TableName() string   { return "read_rows" }
func (readPlain) TableName() string { return "read_rows" }
func (readText) TableName() string  { return "read_rows" }

func (s *scanned) Scan(v any) error {
	*s = scanned(fmt.Sprintf("%T", v))
	return nil
}

// openRows opens a table of six rows.
func openRows(t *testing.T, s gormtest.Server) (*gorm.DB, []ulid.ID) {
	t.Helper()
	db := gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[ulid.ID](), gormtype.Models(&readRow{}, &readPlain{}))
	if err := db.AutoMigrate(&readRow{}); err != nil {
		t.Fatal(err)
	}
	ids := make([]ulid.ID, 6)
	for i := range ids {
		row := readRow{Name: fmt.Sprint(i)}
		gormtest.Must(t, db.Create(&row))
		ids[i] = row.ID.V()
	}
	return db, ids
}

// TestRowsOfAnyModel: rows that a program reads by itself have the values of the columns, whatever the model
// of the statement is.
func TestRowsOfAnyModel(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			db, ids := openRows(t, s)
			rows, err := db.Model(&readText{}).Order("id").Rows()
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			for i := 0; rows.Next(); i++ {
				var key gormtype.ID[ulid.ID]
				var name string
				if err := rows.Scan(&key, &name); err != nil || key.V() != ids[i] {
					t.Fatalf("row %d has %v, error %v", i, key, err)
				}
				var row readRow
				if err := db.ScanRows(rows, &row); err != nil || row.ID != key {
					t.Fatalf("row %d is %v, error %v", i, row, err)
				}
			}
			if err := rows.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestBatchesOfOtherRows: FindInBatches finds each row, also in other rows than those of the model.
func TestBatchesOfOtherRows(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			db, _ := openRows(t, s)
			for what, model := range map[string]any{"a column type": &readRow{}, "a plain field": &readPlain{}} {
				var texts []readText
				found := 0
				gormtest.Must(t, db.Model(model).FindInBatches(&texts, 2, func(tx *gorm.DB, _ int) error {
					found += len(texts)
					return tx.Error
				}))
				if found != 6 {
					t.Errorf("%s: found %d of 6 rows", what, found)
				}
			}
			// GORM reads the key from the place of the model's field, which here is a name.
			var names []struct {
				Name string
				ID   ulid.ID
			}
			err := db.Model(&readPlain{}).FindInBatches(&names, 2, func(*gorm.DB, int) error { return nil }).Error
			if err == nil || !strings.Contains(err.Error(), `"1": not an ID`) {
				t.Errorf("rows whose first field is no key: %v", err)
			}
		})
	}
}

// TestScannerOfColumn: a text with a Scan of its own gets the value of the column, as it does without the plugin.
func TestScannerOfColumn(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			db, _ := openRows(t, s)
			want := map[string]scanned{"postgres": "string"}[s.Dialect()]
			if want == "" {
				want = "[]uint8"
			}
			find := func(tx *gorm.DB, dest any) *gorm.DB { return tx.Find(dest) }
			for what, read := range map[string]func(*gorm.DB, any) *gorm.DB{"Find": find, "Scan": (*gorm.DB).Scan} {
				var list []scanned
				var row struct{ ID scanned }
				gormtest.Must(t, read(db.Table("read_rows").Select("id"), &list))
				gormtest.Must(t, read(db.Table("read_rows").Select("id").Limit(1), &row))
				if len(list) != 6 || list[0] != want || row.ID != want {
					t.Errorf("%s: Scan gets a %v and a %s, want a %s", what, list, row.ID, want)
				}
			}
		})
	}
}
