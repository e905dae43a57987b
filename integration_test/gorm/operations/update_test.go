package operations_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

type exprOwner struct {
	ID   gormtype.ID[uuidv7.ID]
	Pets []exprPet `gorm:"foreignKey:OwnerID"`
}

type exprPet struct {
	ID      gormtype.ID[uuidv7.ID]
	OwnerID gormtype.ID[uuidv7.ID]
	VetID   *gormtype.ID[uuidv7.ID]
}

// TestUpdateByExpression: what the server computes leaves the field of the struct as it is, and the
// ID to which its pointer refers.
func TestUpdateByExpression(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&exprOwner{}))
		if err := db.AutoMigrate(&exprOwner{}, &exprPet{}); err != nil {
			t.Fatal(err)
		}
		owner, vet := exprOwner{}, exprOwner{}
		gormtest.Must(t, db.Create(&owner))
		gormtest.Must(t, db.Create(&vet))
		id := vet.ID
		pet := exprPet{OwnerID: owner.ID, VetID: &vet.ID}
		gormtest.Must(t, db.Create(&pet))
		for what, v := range map[string]any{
			"NULL": gorm.Expr("NULL"), "COALESCE": gorm.Expr("COALESCE(vet_id, ?)", owner.ID.V()),
			"a query": db.Model(&exprOwner{}).Select("id").Where("id = ?", id),
		} {
			gormtest.Must(t, db.Model(&pet).Update("vet_id", v))
			gormtest.Must(t, db.Model(&pet).Updates(map[string]any{"vet_id": v}))
			if vet.ID != id || pet.VetID != &vet.ID {
				t.Fatalf("%s: the vet is %v, was %v", what, vet.ID, id)
			}
		}
		gormtest.Must(t, db.Model(&pet).Update("owner_id", gorm.Expr("owner_id")))
		gormtest.Equal(t, "owner", pet.OwnerID, owner.ID)
		pet.VetID = nil
		gormtest.Must(t, db.Model(&pet).Update("vet_id", gorm.Expr("NULL")))
		if pet.VetID != nil {
			t.Errorf("a vet of NULL is %v", pet.VetID)
		}
		gormtest.Must(t, db.Save(&pet))
	})
}

type serialDoc struct {
	ID   gormtype.ID[uuidv7.ID]
	Refs []gormtype.ID[uuidv7.ID] `gorm:"serializer:json"`
}

// TestSerializedList: GORM does not serialize the list of an Update, whose IDs no Find could read.
func TestSerializedList(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&serialDoc{}))
		if err := db.AutoMigrate(&serialDoc{}); err != nil {
			t.Fatal(err)
		}
		doc := serialDoc{Refs: []gormtype.ID[uuidv7.ID]{gormtype.Of(uuidv7.New())}}
		gormtest.Must(t, db.Create(&doc))
		if err := db.Model(&serialDoc{ID: doc.ID}).Update("refs", doc.Refs).Error; !errors.Is(err, gormtype.ErrKind) {
			t.Errorf("Update: %v", err)
		}
		gormtest.Must(t, db.Model(&doc).Updates(serialDoc{Refs: doc.Refs}))
		var found serialDoc
		gormtest.Must(t, db.Take(&found, doc.ID))
		gormtest.Equal(t, "reference", found.Refs[0], doc.Refs[0])
	})
}
