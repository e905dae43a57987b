package operations_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// owner, pet and card are related in every way that a generic model can be. A
// many-to-many relation is in another file: GORM panics if its model is generic.
type owner[C columnType] struct {
	ID        C
	Name      string `gorm:"size:60;uniqueIndex"`
	BossID    *C
	Boss      *owner[C]
	Pets      []pet[C] `gorm:"foreignKey:OwnerID"`
	Card      *card[C] `gorm:"foreignKey:OwnerID"`
	DeletedAt gorm.DeletedAt
}

func (owner[C]) TableName() string { return "owners" }

type pet[C columnType] struct {
	ID      C
	Name    string `gorm:"size:60"`
	OwnerID C
	Owner   *owner[C]
}

func (pet[C]) TableName() string { return "pets" }

type card[C columnType] struct {
	ID      C
	OwnerID *C
	Number  int
}

func (card[C]) TableName() string { return "cards" }

// part has a key of two parts, of which the field ID is the one that GORM prefers.
type part[C columnType] struct {
	ID     C `gorm:"primaryKey"`
	Tenant C `gorm:"primaryKey"`
	Name   string
}

func (part[C]) TableName() string { return "parts" }

// Base is embedded.
type Base[C columnType] struct {
	ID C
}

type plant[C columnType] struct {
	Base[C]
	Name string
}

func (plant[C]) TableName() string { return "plants" }

func models[C columnType]() []any {
	return []any{&owner[C]{}, &pet[C]{}, &card[C]{}, &part[C]{}, &plant[C]{}}
}

const rows = 200

// sown returns db with rows owners, numbered from 1, each with a pet, and nothing
// else.
func sown[C columnType](t *testing.T, db *gorm.DB, k key[C]) *gorm.DB {
	t.Helper()
	deleteAll[C](t, db)
	owners := make([]owner[C], rows)
	pets := make([]pet[C], rows)
	for i := range owners {
		owners[i] = owner[C]{ID: k.at(i + 1), Name: gormtest.Name(i + 1)}
		pets[i] = pet[C]{ID: k.at(i + 1), Name: gormtest.Name(i + 1), OwnerID: k.at(i + 1)}
	}
	gormtest.Must(t, db.Create(&owners))
	gormtest.Must(t, db.Create(&pets))
	return db
}

func deleteAll[C columnType](t *testing.T, db *gorm.DB) {
	t.Helper()
	if db.Name() == "postgres" { // it reads the table for each row, because the foreign keys have no indexes
		gormtest.Must(t, db.Exec("TRUNCATE owners, pets, cards, parts, plants"))
		return
	}
	all := db.Session(&gorm.Session{AllowGlobalUpdate: true})
	gormtest.Must(t, all.Delete(&pet[C]{}))
	gormtest.Must(t, all.Delete(&card[C]{}))
	gormtest.Must(t, all.Model(&owner[C]{}).Unscoped().Update("boss_id", nil))
	gormtest.Must(t, all.Unscoped().Delete(&owner[C]{}))
	gormtest.Must(t, all.Delete(&part[C]{}))
	gormtest.Must(t, all.Delete(&plant[C]{}))
}
