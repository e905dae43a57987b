package plain_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// parcel has IDs of each size in columns of raw bytes, whose order and number the tests
// know. It has each format in two kinds of columns, so that a plain ID is an error in its
// conditions, too.
type parcel struct {
	ID       gormtype.ID[wiji.ID]
	Cust     gormtype.Binary[wiji.ID]
	Ulid     gormtype.ID[ulid.ID]
	UlidText gormtype.Text[ulid.ID]
	Scru     gormtype.ID[scru160.ID]
	ScruText gormtype.Text[scru160.ID]
	Flake    gormtype.Binary[ulidflake.ID]
	Code     gormtype.Text[wiji.ID]
	Note     string
}

func parcelAt(n int) parcel {
	return parcel{
		ID: gormtype.Of(gormtest.WijiAt(n)), Cust: gormtype.BinaryOf(gormtest.WijiAt(n)), Ulid: gormtype.Of(gormtest.ULIDAt(n)), UlidText: gormtype.TextOf(gormtest.ULIDAt(n)),
		Scru: gormtype.Of(gormtest.SCRUAt(n)), ScruText: gormtype.TextOf(gormtest.SCRUAt(n)), Flake: gormtype.BinaryOf(gormtest.FlakeAt(n)), Code: gormtype.TextOf(gormtest.WijiAt(n)),
	}
}

const parcels = 20

// sow makes parcels rows, whose IDs have many zero bytes.
func sow(t *testing.T, db *gorm.DB) {
	t.Helper()
	if err := db.AutoMigrate(&parcel{}); err != nil {
		t.Fatal(err)
	}
	rows := make([]parcel, parcels)
	for i := range rows {
		rows[i] = parcelAt(i + 1)
	}
	gormtest.Must(t, db.Create(&rows))
}

// TestPlainIDInForeignSQL: a plain ID, or its bytes, in SQL that this module does not
// see is an error. Without it, GORM and drivers would take an array for a list of
// numbers and delete, change or return all rows.
func TestPlainIDInForeignSQL(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		sow(t, db)
		fresh := func() *gorm.DB { return db.Session(&gorm.Session{NewDB: true}) }
		for column, x := range map[string]any{
			"id": gormtest.WijiAt(7), "cust": gormtest.WijiAt(7), "ulid": gormtest.ULIDAt(7), "scru": gormtest.SCRUAt(7), "code": gormtest.WijiAt(7),
			"cust, bytes": gormtest.WijiAt(7).Bytes(), "ulid, bytes": gormtest.ULIDAt(7).Bytes(), "scru, bytes": gormtest.SCRUAt(7).Bytes(), "flake, bytes": gormtest.FlakeAt(7).Bytes(),
		} {
			name := column
			if i := len(column) - len(", bytes"); i > 0 && column[i:] == ", bytes" {
				column = column[:i]
			}
			list := []any{x, x}
			subquery := func() *gorm.DB { return fresh().Table("parcels").Select("id").Where(map[string]any{column: x}) }
			for what, tx := range map[string]*gorm.DB{
				"Exec DELETE IN (?)":     fresh().Exec("DELETE FROM parcels WHERE "+column+" IN (?)", x),
				"Exec DELETE IN ?":       fresh().Exec("DELETE FROM parcels WHERE "+column+" IN ?", list),
				"Exec DELETE =":          fresh().Exec("DELETE FROM parcels WHERE "+column+" = ?", x),
				"Exec DELETE NOT IN":     fresh().Exec("DELETE FROM parcels WHERE "+column+" NOT IN (?)", x),
				"Exec UPDATE":            fresh().Exec("UPDATE parcels SET note = 'x' WHERE "+column+" IN (?)", x),
				"Exec @":                 fresh().Exec("DELETE FROM parcels WHERE "+column+" = @x", map[string]any{"x": x}),
				"Table map Delete":       fresh().Table("parcels").Where(map[string]any{column: x}).Delete(nil),
				"Table map Update":       fresh().Table("parcels").Where(map[string]any{column: x}).Update("note", "x"),
				"Table map Find":         fresh().Table("parcels").Where(map[string]any{column: x}).Find(&[]map[string]any{}),
				"Table map Count":        fresh().Table("parcels").Where(map[string]any{column: x}).Count(new(int64)),
				"Table IN Delete":        fresh().Table("parcels").Where(column+" IN (?)", x).Delete(nil),
				"Table Not Delete":       fresh().Table("parcels").Not(map[string]any{column: x}).Delete(nil),
				"Raw Scan":               fresh().Raw("SELECT * FROM parcels WHERE "+column+" IN (?)", x).Scan(&[]map[string]any{}),
				"subquery in a model":    fresh().Where("id IN (?)", subquery()).Delete(&parcel{}),
				"subquery in a table":    fresh().Table("parcels").Where("id IN (?)", subquery()).Delete(nil),
				"model IN Delete":        fresh().Where(column+" IN (?)", x).Delete(&parcel{}),
				"model pointer Delete":   fresh().Where(column+" = ?", &x).Delete(&parcel{}),
				"model map Delete":       fresh().Where(map[string]any{column: x}).Delete(&parcel{}),
				"Table Update the value": fresh().Table("parcels").Where("note = ''").Update(column, x),
				"Table Create":           fresh().Table("parcels").Create(map[string]any{column: x}),
			} {
				if tx.Error == nil || tx.RowsAffected > 0 {
					t.Errorf("%s, %s: %d rows, error %v", name, what, tx.RowsAffected, tx.Error)
				}
			}
		}
		gormtest.Equal(t, "rows", gormtest.Count(t, fresh(), &parcel{}), parcels)
		gormtest.Equal(t, "rows that changed", gormtest.Count(t, fresh().Where("note <> ?", ""), &parcel{}), 0)
		var found parcel
		gormtest.Must(t, fresh().First(&found, gormtype.Of(gormtest.WijiAt(7))))
		if want := parcelAt(7); found != want {
			t.Errorf("got %v, want %v", found, want)
		}
	})
}
