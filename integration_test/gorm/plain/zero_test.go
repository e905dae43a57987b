package plain_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

// zeroNode is a model of a program in which the nil UUID is a value: that of a root, and of the system.
type zeroNode[K any] struct {
	ID       K
	ParentID K `gorm:"zero"`
	Editor   K
	Name     string `gorm:"size:20"`
}

func (zeroNode[K]) TableName() string { return "zero_nodes" }

// zeroRoot is a model whose key can be the nil UUID. Its program makes the others.
type zeroRoot[K comparable] struct {
	ID   K      `gorm:"zero"`
	Name string `gorm:"size:20"`
}

func (zeroRoot[K]) TableName() string { return "zero_roots" }

// TestZeroTag: the tag zero makes the zero ID a value of a field, which is stored, found and read as any other.
func TestZeroTag(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[uuid.UUID](), gormtype.Generator(uuid.NewV7), gormtype.Models(&zeroNode[uuid.UUID]{}, &zeroRoot[uuid.UUID]{}))
		zeroTag(t, db, uuid.Nil, func(u uuid.UUID) uuid.UUID { return u })
		db = gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Generator(uuid.NewV7), gormtype.Models(&zeroNode[gormtype.Text[uuid.UUID]]{}, &zeroRoot[gormtype.Text[uuid.UUID]]{}))
		zeroTag(t, db, gormtype.TextOf(uuid.Nil), gormtype.TextOf[uuid.UUID])
	})
}

func zeroTag[K comparable](t *testing.T, db *gorm.DB, zero K, of func(uuid.UUID) K) {
	t.Helper()
	if err := db.AutoMigrate(&zeroNode[K]{}, &zeroRoot[K]{}); err != nil {
		t.Fatal(err)
	}
	gormtest.MigratesAgain(t, db, &zeroNode[K]{}, &zeroRoot[K]{})
	other := of(uuid.Must(uuid.NewV7()))
	root, child := zeroNode[K]{Editor: other, Name: "root"}, zeroNode[K]{Editor: other, Name: "child"}
	gormtest.Must(t, db.Create(&root))
	if root.ID == zero {
		t.Error("the key is not generated")
	}
	child.ParentID = root.ID
	gormtest.Must(t, db.Create(&child))
	gormtest.Must(t, db.Model(&zeroNode[K]{}).Create(map[string]any{"ParentID": zero, "Editor": other, "Name": "map"}))
	names := func(tx *gorm.DB) (list []string) {
		t.Helper()
		gormtest.Must(t, tx.Model(&zeroNode[K]{}).Order("name").Pluck("name", &list))
		return list
	}
	for _, form := range []any{zero, uuid.Nil, uuid.Nil.String()} {
		if got := names(db.Where("parent_id = ?", form)); !slices.Equal(got, []string{"map", "root"}) {
			t.Errorf("the rows of a %T are %q", form, got)
		}
		if got := names(db.Where("parent_id <> ?", form)); !slices.Equal(got, []string{"child"}) {
			t.Errorf("the other rows than of a %T are %q", form, got)
		}
		gormtest.Must(t, db.Model(&child).Update("parent_id", form))
		if got := names(db.Where(map[string]any{"parent_id": form})); len(got) != 3 {
			t.Errorf("Update to a %T: %q", form, got)
		}
		gormtest.Must(t, db.Exec("UPDATE zero_nodes SET parent_id = ? WHERE id = ?", root.ID, child.ID))
		gormtest.Must(t, db.Exec("UPDATE zero_nodes SET parent_id = ? WHERE id = ?", form, child.ID))
		gormtest.Must(t, db.Model(&child).Update("parent_id", root.ID))
	}
	var found zeroNode[K]
	var text string
	var m map[string]any
	gormtest.Must(t, db.First(&found, "name = ?", "root"))
	gormtest.Must(t, db.Model(&zeroNode[K]{}).Select("parent_id").Where("name = ?", "root").Scan(&text))
	gormtest.Must(t, db.Model(&zeroNode[K]{}).Where("name = ?", "root").Take(&m))
	if found != root || text != uuid.Nil.String() || m["parent_id"] != uuid.Nil.String() {
		t.Errorf("read %v, %q, %v", found, text, m)
	}
	zeroRefused(t, db, zero, other)

	key := of(uuid.Must(uuid.NewV7()))
	gormtest.Must(t, db.Create(&[]zeroRoot[K]{{Name: "everyone"}, {ID: key, Name: "other"}}))
	var rows []zeroRoot[K]
	gormtest.Must(t, db.Order("name").Find(&rows, "id IN ?", []K{zero, key}))
	if !slices.Equal(rows, []zeroRoot[K]{{zero, "everyone"}, {key, "other"}}) {
		t.Errorf("the roots are %v", rows)
	}
	if tx := db.Where("id = ?", zero).Delete(&zeroRoot[K]{}); tx.Error != nil || tx.RowsAffected != 1 {
		t.Errorf("Delete: %d rows, error %v", tx.RowsAffected, tx.Error)
	}
	findings, err := check.Run(db, &zeroNode[K]{}, &zeroRoot[K]{})
	for _, f := range findings {
		if err != nil || f.Column == "parent_id" || f.Table == "zero_roots" {
			t.Errorf("check.Run: %v, error %v", f, err)
		}
	}
}

// zeroRefused: a field without the tag is named, and the log shows what was given.
func zeroRefused[K comparable](t *testing.T, db *gorm.DB, zero, other K) {
	t.Helper()
	writes := map[string]func(tx *gorm.DB) *gorm.DB{
		"Create": func(tx *gorm.DB) *gorm.DB { return tx.Create(&zeroNode[K]{ParentID: other, Name: "x"}) },
		"Update": func(tx *gorm.DB) *gorm.DB { return tx.Model(&zeroNode[K]{ID: other}).Update("editor", zero) },
		"Update by text": func(tx *gorm.DB) *gorm.DB {
			return tx.Model(&zeroNode[K]{ID: other}).Update("editor", uuid.Nil.String())
		},
		"Exec": func(tx *gorm.DB) *gorm.DB {
			return tx.Exec("UPDATE zero_nodes SET parent_id = ?, editor = ?", other, zero)
		},
		"Exec by text": func(tx *gorm.DB) *gorm.DB {
			return tx.Exec("UPDATE zero_nodes SET parent_id = ?, editor = ?", other, uuid.Nil.String())
		},
	}
	for what, write := range writes {
		var err error
		statements := gormlog.Recorded(t, db, func(db *gorm.DB) { err = write(db).Error })
		if !errors.Is(err, id.ErrZero) || !strings.Contains(err.Error(), ".Editor: ") || !strings.Contains(err.Error(), "tag zero") {
			t.Errorf("%s: %v", what, err)
		}
		if log := strings.Join(statements, ""); strings.Contains(log, "NULL") || !strings.Contains(strings.ToLower(log), strings.ToLower(uuidTextOf(other))) {
			t.Errorf("%s logs %q", what, log)
		}
	}
}

func uuidTextOf(key any) string {
	if c, ok := key.(interface{ String() string }); ok {
		return c.String()
	}
	return ""
}

// TestZeroTagOfFormat: a format that does not read the zero ID has no such tag.
func TestZeroTagOfFormat(t *testing.T) {
	type wrong struct {
		ID    gormtype.ID[wiji.ID]
		Other gormtype.ID[wiji.ID] `gorm:"zero"`
	}
	if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(gormtype.New(gormtype.Models(&wrong{}))); !errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), "tag zero") {
		t.Errorf("Use: %v", err)
	}
}
