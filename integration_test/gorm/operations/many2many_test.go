package operations_test

import (
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
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
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&author{}, &book{}); err != nil {
			t.Fatal(err)
		}
		a := author{Name: "a", Books: []*book{{Title: "p"}, {Title: "q"}}}
		gormtest.Must(t, db.Create(&a))
		b := author{Name: "b", Books: []*book{a.Books[0], {Title: "r"}}}
		gormtest.Must(t, db.Create(&b))
		gormtest.Equal(t, "books", gormtest.Count(t, db, &book{}), 3)
		for _, x := range a.Books {
			gormtest.Equal(t, "the field with the tag generate is zero", x.Public.IsZero(), false)
		}
		var found []author
		gormtest.Must(t, db.Preload("Books.Authors").Order("name").Find(&found))
		gormtest.Equal(t, "authors", len(found), 2)
		for _, x := range found {
			gormtest.Equal(t, "books of "+x.Name, len(x.Books), 2)
		}
		books := func(x *author) *gorm.Association { return db.Model(x).Association("Books") }
		if err := books(&b).Append(a.Books[0]); err != nil { // which it has
			t.Fatal(err)
		}
		gormtest.Equal(t, "books of b", books(&b).Count(), 2)
		if err := books(&b).Delete(a.Books[0]); err != nil {
			t.Fatal(err)
		}
		gormtest.Equal(t, "books of b", books(&b).Count(), 1)
		gormtest.Equal(t, "books of a", books(&a).Count(), 2)
		if err := books(&b).Replace(a.Books); err != nil {
			t.Fatal(err)
		}
		var list []book
		if err := books(&b).Find(&list, a.Books[1].ID); err != nil {
			t.Fatal(err)
		}
		gormtest.Equal(t, "books found", len(list), 1)
		if err := books(&b).Clear(); err != nil {
			t.Fatal(err)
		}
		gormtest.Equal(t, "books of a", books(&a).Count(), 2)
		gormtest.Equal(t, "books", gormtest.Count(t, db, &book{}), 3)
		gormtest.Must(t, db.Select("Books").Delete(&a))
		gormtest.Equal(t, "books of an author who is deleted", books(&a).Count(), 0)
		gormtest.Must(t, db.Delete(&book{}, a.Books[0].ID))
		gormtest.Equal(t, "books that are not deleted", gormtest.Count(t, db, &book{}), 2)
		gormtest.MigratesAgain(t, db, &author{}, &book{})
		if got := gormtest.Problems(t, db, &author{}, &book{}); len(got) > 0 {
			t.Errorf("findings: %v", got)
		}
	})
}
