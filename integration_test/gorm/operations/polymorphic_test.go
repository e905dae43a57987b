package operations_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// A note belongs to a post or a user.
type (
	polyPost struct {
		ID    gormtype.ID[wiji.For[polyPost]]
		Notes []polyNote `gorm:"polymorphic:Owner"`
	}
	polyUser struct {
		ID    gormtype.ID[wiji.For[polyUser]]
		Notes []polyNote `gorm:"polymorphic:Owner"`
		Logo  *polyNote  `gorm:"polymorphic:Owner;polymorphicValue:logo"`
	}
	polyNote struct {
		ID        gormtype.ID[wiji.ID]
		OwnerID   gormtype.ID[wiji.ID] // of every kind
		OwnerType string               `gorm:"size:20"`
		Text      string               `gorm:"size:20"`
	}
)

// IDPrefix returns a prefix, which the column of every kind does not have.
func (polyUser) IDPrefix() string { return "user" }

// TestPolymorphicTyped: a column of the untyped ID takes every kind.
func TestPolymorphicTyped(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&polyPost{}, &polyUser{}, &polyNote{}))
		if err := db.AutoMigrate(&polyPost{}, &polyUser{}, &polyNote{}); err != nil {
			t.Fatal(err)
		}
		post := polyPost{Notes: []polyNote{{Text: "a"}, {Text: "b"}}}
		user := polyUser{Notes: []polyNote{{Text: "c"}}, Logo: &polyNote{Text: "logo"}}
		gormtest.Must(t, db.Create(&post))
		gormtest.Must(t, db.Create(&user))
		var posts []polyPost
		var users []polyUser
		gormtest.Must(t, db.Preload("Notes").Find(&posts))
		gormtest.Must(t, db.Preload("Notes").Preload("Logo").Find(&users))
		gormtest.Equal(t, "notes of the post", len(posts[0].Notes), 2)
		gormtest.Equal(t, "notes of the user", len(users[0].Notes), 1)
		gormtest.Equal(t, "logo of the user", users[0].Logo != nil && users[0].Logo.Text == "logo", true)
		gormtest.Equal(t, "Count", db.Model(&post).Association("Notes").Count(), 2)
		gormtest.Must(t, db.Where("owner_id = ? AND owner_type = ?", user.ID.V(), "poly_users").Take(&polyNote{}))
		if err := db.Model(&user).Association("Notes").Append(&polyNote{Text: "d"}); err != nil {
			t.Error(err)
		}
		gormtest.Equal(t, "Count of the user", db.Model(&user).Association("Notes").Count(), 2)
		if err := db.Model(&post).Association("Notes").Unscoped().Delete(&post.Notes[0]); err != nil {
			t.Error(err)
		}
		if err := db.Model(&post).Association("Notes").Unscoped().Clear(); err != nil {
			t.Error(err)
		}
		gormtest.Equal(t, "Count after Clear", db.Model(&post).Association("Notes").Count(), 0)
		gormtest.Equal(t, "Delete", gormtest.Must(t, db.Select("Notes", "Logo").Delete(&user)).RowsAffected, 1)
		gormtest.Equal(t, "notes", gormtest.Count(t, db, &polyNote{}), 0)
		if err := db.Where("id = ?", post.ID).Find(&[]polyUser{}).Error; !errors.Is(err, gormtype.ErrKind) {
			t.Errorf("a post's ID is compared with those of users: %v", err)
		}
	})
}
