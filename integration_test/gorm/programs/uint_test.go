package programs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// The models of TestLikeUint have every kind of association, with keys of the type K.
type (
	uintAuthor[K any] struct {
		ID        K `gorm:"primaryKey"`
		Name      string
		BossID    *K
		Boss      *uintAuthor[K]
		Books     []uintBook[K] `gorm:"foreignKey:AuthorID"`
		Badge     *uintBadge[K] `gorm:"foreignKey:AuthorID"`
		DeletedAt gorm.DeletedAt
	}
	uintBook[K any] struct {
		ID       K `gorm:"primaryKey"`
		AuthorID K
		Author   *uintAuthor[K]
		Title    string
		Pages    []uintLeaf[K] `gorm:"foreignKey:BookID"`
	}
	uintBadge[K any] struct {
		ID       K `gorm:"primaryKey"`
		AuthorID K
		Number   int
	}
	uintLeaf[K any] struct { // with a composite key
		BookID K   `gorm:"primaryKey"`
		N      int `gorm:"primaryKey;autoIncrement:false"`
		Text   string
	}
)

func (uintAuthor[K]) TableName() string { return "authors" }
func (uintBook[K]) TableName() string   { return "books" }
func (uintBadge[K]) TableName() string  { return "badges" }
func (uintLeaf[K]) TableName() string   { return "leaves" }

// customer makes typed IDs, whose text has a prefix.
type customer struct{}

// IDPrefix returns the prefix.
func (customer) IDPrefix() string { return "customer" }

// outcome is what a scenario did, without the values of keys.
type outcome struct{ lines []string }

func (o *outcome) add(what string, tx *gorm.DB, values ...any) {
	err := "nil"
	switch {
	case errors.Is(tx.Error, gorm.ErrRecordNotFound):
		err = "not found"
	case tx.Error != nil:
		err = "error"
	}
	o.lines = append(o.lines, fmt.Sprint(what, ": ", tx.RowsAffected, " rows, ", err, " ", values))
}

// library runs every scenario, and returns what each one did.
func library[K comparable](t *testing.T, db *gorm.DB) string {
	t.Helper()
	if err := db.AutoMigrate(&uintAuthor[K]{}, &uintBook[K]{}, &uintBadge[K]{}, &uintLeaf[K]{}); err != nil {
		t.Fatal(err)
	}
	o := new(outcome)
	authors := make([]uintAuthor[K], 6)
	for i := range authors {
		authors[i] = uintAuthor[K]{Name: gormtest.Name(i), Badge: &uintBadge[K]{Number: i}, Books: []uintBook[K]{
			{Title: "a", Pages: []uintLeaf[K]{{N: 1, Text: "x"}, {N: 2, Text: "y"}}}, {Title: "b"}}}
	}
	o.add("create with associations", db.Create(&authors))
	a, b := authors[2], authors[3]
	o.add("foreign keys", db, a.Books[1].AuthorID == a.ID, a.Badge.AuthorID == a.ID, a.Books[0].Pages[1].BookID == a.Books[0].ID)
	own := func() *gorm.DB { return db.Session(&gorm.Session{NewDB: true}) }
	var one uintAuthor[K]
	var list []uintAuthor[K]
	o.add("Update", own().Model(&a).Update("name", "new"))
	o.add("Update the boss", own().Model(&a).Update("boss_id", b.ID))
	o.add("Updates of a map", own().Model(&uintAuthor[K]{}).Where("id = ?", b.ID).Updates(map[string]any{"boss_id": a.ID}))
	o.add("Updates of a struct", own().Model(&b).Updates(uintAuthor[K]{Name: "other"}))
	o.add("Exec", own().Exec("UPDATE authors SET boss_id = ? WHERE id = ?", a.ID, authors[4].ID))
	a.Name = "saved"
	o.add("Save", own().Save(&a))
	o.add("Append", &gorm.DB{Error: own().Model(&a).Association("Books").Append(&uintBook[K]{Title: "c"})}, own().Model(&a).Association("Books").Count())
	o.add("Replace", &gorm.DB{Error: own().Model(&a).Association("Badge").Replace(&uintBadge[K]{ID: authors[2].Badge.ID, Number: 9})})
	o.add("leaf", own().Where("book_id = ? AND n = ?", a.Books[0].ID, 2).Find(&[]uintLeaf[K]{}))
	o.add("Save a leaf", own().Save(&uintLeaf[K]{BookID: a.Books[0].ID, N: 2, Text: "z"}))
	o.add("upsert", own().Clauses(clause.OnConflict{UpdateAll: true}).Create(&uintLeaf[K]{BookID: a.Books[0].ID, N: 1, Text: "w"}))
	o.add("FirstOrCreate", own().Where(uintAuthor[K]{Name: "first"}).FirstOrCreate(&uintAuthor[K]{}))
	related(o, own, authors)
	o.add("Delete", own().Delete(&uintAuthor[K]{}, authors[5].ID))
	o.add("Unscoped", own().Unscoped().Find(&list), len(list))
	o.add("Delete others", own().Where("id NOT IN ?", []K{a.ID, b.ID}).Delete(&uintAuthor[K]{}))
	err := own().Transaction(func(tx *gorm.DB) error {
		o.add("in a transaction", tx.Create(&uintAuthor[K]{Name: "lost"}))
		o.add("nested", &gorm.DB{Error: tx.Transaction(func(tx *gorm.DB) error { return tx.Delete(&uintAuthor[K]{}, a.ID).Error })})
		return errRollback
	})
	o.add("rolled back", own().Find(&list), len(list), errors.Is(err, errRollback))
	o.add("prepared", db.Session(&gorm.Session{NewDB: true, PrepareStmt: true}).First(&one, b.ID), one.Name)
	o.add("missing", own().First(&uintAuthor[K]{}, authors[5].ID))
	var maps []map[string]any
	o.add("maps", own().Table("books").Where("author_id = ?", a.ID).Find(&maps), len(maps))
	return strings.Join(o.lines, "\n")
}

// related runs the scenarios with associations of the authors 0 and 1.
func related[K comparable](o *outcome, own func() *gorm.DB, authors []uintAuthor[K]) {
	a, b := authors[0], authors[1]
	book := uintBook[K]{Title: "p", Author: &uintAuthor[K]{Name: "o", Boss: &uintAuthor[K]{Name: "chief"}}}
	o.add("create belongs to", own().Create(&book), book.AuthorID == book.Author.ID, *book.Author.BossID == book.Author.Boss.ID)
	list := []uintBook[K]{{Title: "r", Author: &uintAuthor[K]{Name: "s"}}, {Title: "t", Author: &uintAuthor[K]{Name: "u"}}}
	o.add("create a list that belongs to", own().Create(&list), list[1].AuthorID == list[1].Author.ID)
	var books []uintBook[K]
	var one uintAuthor[K]
	o.add("nested Preload", own().Preload("Author.Boss").Where("title = ?", "p").Find(&books), books[0].Author.Boss.Name)
	o.add("Joins with a struct", own().InnerJoins("Author", own().Where(&uintAuthor[K]{ID: a.ID})).Find(&books), len(books), books[0].Author.ID == a.ID)
	o.add("Joins of all", own().Joins("Author", own().Where(&uintAuthor[K]{ID: a.ID})).Find(&books), len(books))
	o.add("joins in SQL with a list", own().Joins("JOIN authors ON authors.id = books.author_id AND authors.id IN ?", []K{a.ID, b.ID}).Find(&books), len(books))
	association := func(what string, owner *uintAuthor[K], name string, f func(*gorm.Association) error) {
		of := func() *gorm.Association { return own().Model(owner).Association(name) }
		o.add(what, &gorm.DB{Error: f(of())}, of().Count())
	}
	association("append a row of another owner", &a, "Books", func(x *gorm.Association) error {
		return x.Append(&uintBook[K]{Title: "new"}, &uintBook[K]{ID: b.Books[0].ID, Title: "a", AuthorID: b.ID})
	})
	association("what is left to the other owner", &b, "Books", func(x *gorm.Association) error { return x.Find(&books) })
	association("find by keys", &a, "Books", func(x *gorm.Association) error {
		return x.Find(&books, "id IN ?", []K{a.Books[0].ID, b.Books[0].ID, b.Books[1].ID})
	})
	o.add("found", own(), len(books))
	association("delete a row", &a, "Books", func(x *gorm.Association) error { return x.Unscoped().Delete(&uintBook[K]{ID: b.Books[0].ID}) })
	association("append a boss", &a, "Boss", func(x *gorm.Association) error { return x.Append(&uintAuthor[K]{ID: b.ID, Name: b.Name}) })
	o.add("read the boss", own().Preload("Boss").First(&one, a.ID), one.Boss.ID == b.ID, *one.BossID == b.ID)
	association("replace the boss", &a, "Boss", func(x *gorm.Association) error { return x.Replace(&uintAuthor[K]{Name: "boss"}) })
	association("clear the boss", &a, "Boss", func(x *gorm.Association) error { return x.Clear() })
	association("of what is not stored", &uintAuthor[K]{}, "Books", func(x *gorm.Association) error { return x.Find(&books) })
	one = uintAuthor[K]{}
	o.add("Preload all", own().Preload(clause.Associations).First(&one, a.ID), len(one.Books))
	one.Books[0].Title = "changed"
	one.Books = append(one.Books, uintBook[K]{Title: "added"})
	o.add("Save with associations", own().Session(&gorm.Session{FullSaveAssociations: true}).Save(&one))
	o.add("saved", own().Where("author_id = ? AND title IN ?", a.ID, []string{"changed", "added"}).Find(&books), len(books))
	o.add("leaves", own().Where("book_id = ?", b.Books[1].ID).Delete(&uintLeaf[K]{}))
	o.add("Select on delete", own().Unscoped().Select("Books", "Badge").Delete(&b))
	o.add("books", own().Find(&books), len(books))
}

// TestLikeUint: each scenario does with a uint key what it does with an ID.
func TestLikeUint(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := library[uint](t, gormtest.OpenBare(t, s))
			for what, got := range map[string]string{
				"ID":     library[gormtype.ID[wiji.ID]](t, gormtest.Open(t, s)),
				"64-bit": library[gormtype.ID[ulidflake.ID]](t, gormtest.Open(t, s)),
				"Binary": library[gormtype.Binary[wiji.ID]](t, gormtest.Open(t, s)),
				"Text":   library[gormtype.Text[wiji.ID]](t, gormtest.Open(t, s)),
				"plain":  library[wiji.ID](t, openLibrary[wiji.ID](t, s)),
				"typed":  library[wiji.For[customer]](t, openLibrary[wiji.For[customer]](t, s)),
				"xid":    library[uid11.ID](t, openLibrary[uid11.ID](t, s)),
			} {
				compareOutcomes(t, what, got, want)
			}
		})
	}
}

// openLibrary opens a database for models with plain keys.
func openLibrary[K any](t *testing.T, s gormtest.Server, options ...gormtype.Option) *gorm.DB {
	return gormtest.Use(t, gormtest.OpenBare(t, s), append(options, plainOf[K](), gormtype.Models(&uintAuthor[K]{}, &uintBook[K]{}, &uintBadge[K]{}, &uintLeaf[K]{}))...)
}

// plainOf returns the option for plain fields of type K, which can be typed.
func plainOf[K any]() gormtype.Option {
	var k K
	switch any(k).(type) {
	case uid11.ID:
		return gormtype.Plain[uid11.ID]()
	case ulidflake.ID:
		return gormtype.Plain[ulidflake.ID]()
	}
	return gormtype.Plain[wiji.ID]()
}

// compareOutcomes compares the scenarios with an ID key with those with a uint key.
func compareOutcomes(t *testing.T, what, got, want string) {
	t.Helper()
	ours, theirs := strings.Split(got, "\n"), strings.Split(want, "\n")
	gormtest.Equal(t, what+": scenarios", len(ours), len(theirs))
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			t.Errorf("%s: %s, with uint %s", what, ours[i], theirs[i])
		}
	}
}
