package check_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// caller has a UUIDv7 in each kind of column.
type caller struct {
	ID   gormtype.ID[uuidv7.ID]
	Raw  gormtype.Binary[uuidv7.ID]
	Code gormtype.Text[uuidv7.ID]
}

// anyCaller is the same table without a version.
type anyCaller struct {
	ID   gormtype.ID[uuid.UUID]
	Raw  gormtype.Binary[uuid.UUID]
	Code gormtype.Text[uuid.UUID]
}

func (anyCaller) TableName() string { return "callers" }

// TestCheckOfVersion: Check finds UUIDs of another version or variant among UUIDv7s, in
// every kind of column, and nothing else.
func TestCheckOfVersion(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&caller{}); err != nil {
			t.Fatal(err)
		}
		for range 50 {
			v7 := uuidv7.New()
			gormtest.Must(t, db.Create(&caller{Raw: gormtype.BinaryOf(v7), Code: gormtype.TextOf(v7)}))
		}
		others := uuid.Must(uuid.NewV7()) // of another generator
		gormtest.Must(t, db.Create(&anyCaller{ID: gormtype.Of(others), Raw: gormtype.BinaryOf(others), Code: gormtype.TextOf(others)}))
		if got := gormtest.Problems(t, db, &caller{}); len(got) > 0 {
			t.Fatalf("got %v, want nothing", got)
		}
		for name, other := range map[string]uuid.UUID{
			"version 4":     uuid.New(),
			"other variant": uuid.MustParse("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f"),
		} {
			t.Run(name, func(t *testing.T) {
				bad := &anyCaller{ID: gormtype.Of(other), Raw: gormtype.BinaryOf(other), Code: gormtype.TextOf(other)}
				gormtest.Must(t, db.Create(bad))
				var want []string
				for _, column := range []string{"code", "id", "raw"} {
					want = append(want, column+": "+string(finding.OtherValues))
				}
				if got := gormtest.Problems(t, db, &caller{}); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
				gormtest.Must(t, db.Delete(bad))
			})
		}
	})
}
