package gorm_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// author and book have keys of different kinds and sizes, and embed Model.
type author struct {
	gormtype.Model[wiji.ID]
	Name  string
	Books []*book `gorm:"many2many:author_books"`
}

type book struct {
	gormtype.Model[scru160.ID]
	Title   string
	Authors []author                  `gorm:"many2many:author_books"`
	Public  gormtype.Binary[uid11.ID] `gorm:"generate;uniqueIndex"`
}

func TestManyToMany(t *testing.T) {
	onEach(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&author{}, &book{}); err != nil {
			t.Fatal(err)
		}
		a := author{Name: "a", Books: []*book{{Title: "p"}, {Title: "q"}}}
		must(t, db.Create(&a))
		b := author{Name: "b", Books: []*book{a.Books[0], {Title: "r"}}}
		must(t, db.Create(&b))
		equal(t, "books", count(t, db, &book{}), 3)
		for _, x := range a.Books {
			equal(t, "the field with the tag generate is zero", x.Public.IsZero(), false)
		}
		var found []author
		must(t, db.Preload("Books.Authors").Order("name").Find(&found))
		equal(t, "authors", len(found), 2)
		for _, x := range found {
			equal(t, "books of "+x.Name, len(x.Books), 2)
		}
		books := func(x *author) *gorm.Association { return db.Model(x).Association("Books") }
		if err := books(&b).Append(a.Books[0]); err != nil { // which it has
			t.Fatal(err)
		}
		equal(t, "books of b", books(&b).Count(), 2)
		if err := books(&b).Delete(a.Books[0]); err != nil {
			t.Fatal(err)
		}
		equal(t, "books of b", books(&b).Count(), 1)
		equal(t, "books of a", books(&a).Count(), 2)
		if err := books(&b).Replace(a.Books); err != nil {
			t.Fatal(err)
		}
		var list []book
		if err := books(&b).Find(&list, a.Books[1].ID); err != nil {
			t.Fatal(err)
		}
		equal(t, "books found", len(list), 1)
		if err := books(&b).Clear(); err != nil {
			t.Fatal(err)
		}
		equal(t, "books of a", books(&a).Count(), 2)
		equal(t, "books", count(t, db, &book{}), 3)
		must(t, db.Select("Books").Delete(&a))
		equal(t, "books of an author who is deleted", books(&a).Count(), 0)
		must(t, db.Delete(&book{}, a.Books[0].ID))
		equal(t, "books that are not deleted", count(t, db, &book{}), 2)
		migratesAgain(t, db, &author{}, &book{})
		if got := problems(t, db, &author{}, &book{}); len(got) > 0 {
			t.Errorf("findings: %v", got)
		}
	})
}
