//go:build go1.27

package gorm_test

import (
	"slices"
	"strings"
	"testing"
	standard "uuid"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// standardRow has keys of the standard library's type.
type standardRow struct {
	ID     gormtype.ID[standard.UUID]
	Parent *gormtype.ID[standard.UUID] `gorm:"index"`
	Name   string
}

// TestStandardUUID creates, reads and finds rows whose keys are of the standard library's
// type, and compares the stored bytes.
func TestStandardUUID(t *testing.T) {
	onEach(t, servers, func(t *testing.T, s server, db *gorm.DB) {
		migrateTwice(t, db, &standardRow{})
		rows := make([]standardRow, 5)
		for i := range rows {
			rows[i].Name = name(i)
		}
		must(t, db.Create(&rows))
		child := standardRow{Parent: &rows[0].ID, Name: "child"}
		must(t, db.Create(&child))
		equal(t, "the stored key", storedHex(t, s, db, "child"), strings.ReplaceAll(child.ID.V().String(), "-", ""))

		var all []standardRow
		must(t, db.Order("id").Find(&all))
		equal(t, "rows", len(all), 6)
		for i, x := range all {
			equal(t, "version", x.ID.V()[6]>>4, 7)
			equal(t, "the row in the order of keys", x.Name, append(slices.Clone(rows), child)[i].Name)
		}
		findsStandard(t, db, rows, child)
		finds, err := check.Run(db, &standardRow{})
		if err != nil || len(finds) != 0 {
			t.Errorf("Check: %v, error %v", finds, err)
		}
	})
}

// migrateTwice creates the table of a model. The second migration must not change it.
func migrateTwice(t *testing.T, db *gorm.DB, model any) {
	t.Helper()
	migrate := func(db *gorm.DB) {
		if err := db.AutoMigrate(model); err != nil {
			t.Fatal(err)
		}
	}
	migrate(db)
	for _, statement := range gormlog.DDL(gormlog.Recorded(t, db, migrate)) {
		t.Errorf("the second migration changes the schema: %s", statement)
	}
}

// storedHex returns the stored key of a row in hexadecimal digits.
func storedHex(t *testing.T, s server, db *gorm.DB, of string) (digits string) {
	t.Helper()
	column := "LOWER(HEX(id))"
	if s.dialect() == "postgres" {
		column = "REPLACE(id::text, '-', '')"
	}
	must(t, db.Table("standard_rows").Select(column).Where("name = ?", of).Scan(&digits))
	return digits
}

// findsStandard queries by the column type and by the plain UUID.
func findsStandard(t *testing.T, db *gorm.DB, rows []standardRow, child standardRow) {
	t.Helper()
	for what, tx := range map[string]*gorm.DB{
		"First":       db.Where("name = ?", name(3)).First(&standardRow{}, rows[3].ID),
		"plain First": db.Where("name = ?", name(3)).First(&standardRow{}, rows[3].ID.V()),
		"plain Where": db.Where("name = ?", name(3)).First(&standardRow{}, "id = ?", rows[3].ID.V()),
		"by parent":   db.Where("name = ?", "child").First(&standardRow{}, "parent = ?", rows[0].ID),
		"page":        db.Where("name = ?", "child").First(&standardRow{}, "id > ?", rows[4].ID),
	} {
		if tx.Error != nil {
			t.Errorf("%s: error %v", what, tx.Error)
		}
	}
	missing(t, db.First(&standardRow{}, gormtype.Of(standard.NewV7())))
	equal(t, "rows of IN", count(t, db.Where("id IN ?", []gormtype.ID[standard.UUID]{rows[0].ID, child.ID}), &standardRow{}), 2)
}

// TestStandardUUIDPlain: without a wrapper, GORM writes the UUID of the standard library as
// 16 numbers, and the driver of MySQL refuses it.
func TestStandardUUIDPlain(t *testing.T) {
	onEach(t, plain, func(t *testing.T, s server, db *gorm.DB) {
		type bare struct {
			ID   []byte `gorm:"type:binary(16)"`
			Name string
		}
		u := standard.NewV7()
		sql := db.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.First(&bare{}, u) })
		if strings.Count(sql, ",") != 15 {
			t.Errorf("GORM writes %s", sql)
		}
		if s.dialect() != "mysql" {
			return
		}
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		must(t, db.Exec("CREATE TABLE bares (id BINARY(16) PRIMARY KEY)"))
		if _, err := pool.ExecContext(t.Context(), "INSERT INTO bares VALUES (?)", u); err == nil || !strings.Contains(err.Error(), "unsupported type") {
			t.Errorf("the driver: error %v", err)
		}
		if _, err := pool.ExecContext(t.Context(), "INSERT INTO bares VALUES (?)", sqltype.BinaryOf(u)); err != nil {
			t.Errorf("wrapped: %v", err)
		}
	})
}
