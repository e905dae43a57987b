package programs_test

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gen"
	"gorm.io/gen/field"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/plugin/dbresolver"
	"gorm.io/plugin/optimisticlock"
	"gorm.io/plugin/soft_delete"
)

// The models of TestPluginsLikeUint have what other packages add to GORM.
type (
	uintShop[K any] struct {
		ID      K `gorm:"primaryKey"`
		Name    string
		Version optimisticlock.Version
		IsGone  soft_delete.DeletedAt `gorm:"softDelete:flag"`
		Notes   []uintNote[K]         `gorm:"polymorphic:Owner"`
		Logo    *uintNote[K]          `gorm:"polymorphic:Holder;polymorphicValue:logo"`
	}
	uintNote[K any] struct {
		ID         K `gorm:"primaryKey"`
		OwnerID    *K
		OwnerType  string
		HolderID   *K
		HolderType string
		Text       string
	}
	uintLine[K any] struct {
		ShopID K `gorm:"primaryKey"`
		NoteID K `gorm:"primaryKey"`
		Amount int
		Gone   soft_delete.DeletedAt
	}
)

func (uintShop[K]) TableName() string { return "shops" }
func (uintNote[K]) TableName() string { return "notes" }
func (uintLine[K]) TableName() string { return "lines" }

// shops runs the scenarios with plugins, and returns what each one did.
func shops[K comparable](t *testing.T, db *gorm.DB, replica gorm.Dialector) string {
	t.Helper()
	if err := db.AutoMigrate(&uintShop[K]{}, &uintNote[K]{}, &uintLine[K]{}); err != nil {
		t.Fatal(err)
	}
	resolver := dbresolver.Register(dbresolver.Config{Replicas: []gorm.Dialector{replica}})
	if err := db.Use(resolver); err != nil {
		t.Fatal(err)
	}
	o, ctx := new(outcome), context.Background()
	own := func() *gorm.DB { return db.Session(&gorm.Session{NewDB: true}) }
	list := make([]uintShop[K], 4)
	for i := range list {
		list[i] = uintShop[K]{Name: gormtest.Name(i), Notes: []uintNote[K]{{Text: "a"}, {Text: "b"}}, Logo: &uintNote[K]{Text: "logo"}}
	}
	o.add("create with polymorphic children", own().Create(&list))
	a, b := list[0], list[1]
	var found []uintShop[K]
	var one uintShop[K]
	var n int64
	o.add("polymorphic Preload", own().Preload("Notes").Preload("Logo").Order("name").Find(&found), len(found[1].Notes), found[1].Logo.Text)
	o.add("polymorphic Append", &gorm.DB{Error: own().Model(&a).Association("Notes").Append(&uintNote[K]{Text: "c"})}, own().Model(&a).Association("Notes").Count())
	o.add("polymorphic Delete", &gorm.DB{Error: own().Model(&a).Association("Notes").Delete(&a.Notes[0])}, own().Model(&a).Association("Notes").Count())
	o.add("polymorphic condition", own().Where("owner_type = ? AND owner_id = ?", "shops", b.ID).Find(&[]uintNote[K]{}))

	o.add("optimisticlock", own().Model(&a).Update("name", "x"))
	o.add("optimisticlock again", own().Model(&b).Updates(&uintShop[K]{Name: "y", Version: b.Version}))
	stale := b
	o.add("optimisticlock of a row that changed", own().Model(&stale).Update("name", "z"))
	o.add("read again", own().First(&one, b.ID), one.Name, one.Version.Int64)

	o.add("soft_delete", own().Delete(&uintShop[K]{}, b.ID))
	o.add("soft_delete of several", own().Where("id IN ?", []K{list[2].ID}).Delete(&uintShop[K]{}))
	o.add("what is left", own().Order("name").Find(&found), len(found))
	o.add("deleted", own().First(&uintShop[K]{}, b.ID))
	o.add("Unscoped", own().Unscoped().First(&uintShop[K]{}, b.ID))

	lines := []uintLine[K]{{a.ID, a.Notes[0].ID, 1, 0}, {a.ID, a.Notes[1].ID, 2, 0}, {b.ID, b.Notes[0].ID, 3, 0}}
	o.add("composite create", own().Create(&lines))
	o.add("composite keys", own().Where("(shop_id, note_id) IN ?", [][]any{{a.ID, a.Notes[0].ID}, {b.ID, a.Notes[0].ID}}).Find(&lines), len(lines))
	o.add("composite delete", own().Delete(&uintLine[K]{ShopID: a.ID, NoteID: a.Notes[0].ID}))
	o.add("composite upsert", own().Clauses(clause.OnConflict{UpdateAll: true}).Create(&uintLine[K]{ShopID: a.ID, NoteID: a.Notes[1].ID, Amount: 5}))
	o.add("composite rows", own().Model(&uintLine[K]{}).Where("amount > ?", 2).Count(&n), n)

	one = uintShop[K]{}
	o.add("dbresolver reads", own().Clauses(dbresolver.Read).First(&one, a.ID))
	o.add("dbresolver writes", own().Clauses(dbresolver.Write).Where("id = ?", a.ID).Find(&found), len(found))

	shop := uintShop[K]{Name: "generic"}
	o.add("generics Create", &gorm.DB{Error: gorm.G[uintShop[K]](own()).Create(ctx, &shop)})
	got, err := gorm.G[uintShop[K]](own()).Where("id = ?", shop.ID).First(ctx)
	o.add("generics First", &gorm.DB{Error: err}, got.Name)
	rows, err := gorm.G[uintShop[K]](own()).Where("id IN ?", []K{shop.ID, a.ID}).Order("name").Find(ctx)
	o.add("generics Find", &gorm.DB{Error: err}, len(rows))
	affected, err := gorm.G[uintShop[K]](own()).Where("id <> ?", a.ID).Update(ctx, "name", "changed")
	o.add("generics Update", &gorm.DB{Error: err}, affected)
	affected, err = gorm.G[uintShop[K]](own()).Where("id = ?", shop.ID).Delete(ctx)
	o.add("generics Delete", &gorm.DB{Error: err}, affected)

	var table gen.DO
	table.UseDB(own())
	table.UseModel(&uintNote[K]{})
	text := field.NewString("notes", "text")
	key := field.NewField("notes", "id")
	value := func(k K) gen.Condition {
		if v, ok := any(k).(driver.Valuer); ok {
			return key.Eq(v)
		}
		return field.NewUnsafeFieldRaw("notes.id = ?", k)
	}
	result, err := table.Where(value(a.Notes[1].ID)).Select(key, text).Find()
	notes, _ := result.([]*uintNote[K])
	o.add("gen Find", &gorm.DB{Error: err}, len(notes))
	info, err := table.Where(value(a.Notes[1].ID)).Update(text, "new")
	o.add("gen Update", &gorm.DB{Error: err, RowsAffected: info.RowsAffected})

	prepared := db.Session(&gorm.Session{NewDB: true, PrepareStmt: true})
	for range 2 {
		o.add("prepared", prepared.Where("id IN ?", []K{a.ID, b.ID}).Find(&found), len(found))
		o.add("prepared Create", prepared.Session(&gorm.Session{}).Create(&uintNote[K]{OwnerID: &a.ID, OwnerType: "shops"}))
	}
	err = own().Transaction(func(tx *gorm.DB) error {
		o.add("before a savepoint", tx.Create(&uintNote[K]{Text: "kept"}))
		o.add("savepoint", tx.SavePoint("here"))
		o.add("after a savepoint", tx.Create(&uintNote[K]{Text: "lost"}))
		o.add("to the savepoint", tx.RollbackTo("here"))
		_ = tx.Transaction(func(tx *gorm.DB) error {
			o.add("in a nested transaction", tx.Where("owner_id = ?", a.ID).Delete(&uintNote[K]{}))
			return errRollback
		})
		return nil
	})
	o.add("notes", own().Model(&uintNote[K]{}).Count(&n), n, err)
	o.add("in batches", own().CreateInBatches([]uintNote[K]{{Text: "1"}, {Text: "2"}, {Text: "3"}}, 2))
	size := 0
	o.add("find in batches", own().FindInBatches(&notes, 4, func(tx *gorm.DB, _ int) error {
		size += int(tx.RowsAffected)
		return tx.Error
	}), size)
	return strings.Join(o.lines, "\n")
}

// TestPluginsLikeUint: with the plugins of others, each scenario does with a uint key what it
// does with an ID.
func TestPluginsLikeUint(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			bare := gormtest.Dialector(t, s)
			want := shops[uint](t, gormtest.OpenDialector(t, bare), bare)
			plain := gormtype.Models(&uintShop[wiji.ID]{}, &uintNote[wiji.ID]{}, &uintLine[wiji.ID]{})
			for what, run := range map[string]func(*gorm.DB, gorm.Dialector) string{
				"plain": func(db *gorm.DB, d gorm.Dialector) string {
					return shops[wiji.ID](t, gormtest.Use(t, db, gormtype.Plain[wiji.ID](), plain), d)
				},
				"ID": func(db *gorm.DB, d gorm.Dialector) string {
					return shops[gormtype.ID[wiji.ID]](t, gormtest.Use(t, db), d)
				},
				"Binary": func(db *gorm.DB, d gorm.Dialector) string {
					return shops[gormtype.Binary[wiji.ID]](t, gormtest.Use(t, db), d)
				},
				"Text": func(db *gorm.DB, d gorm.Dialector) string {
					return shops[gormtype.Text[wiji.ID]](t, gormtest.Use(t, db), d)
				},
			} {
				d := gormtest.Dialector(t, s)
				compareOutcomes(t, what, run(gormtest.OpenDialector(t, d), d), want)
			}
		})
	}
}
