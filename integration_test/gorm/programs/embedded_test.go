package programs_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// A letter has its stamp in a struct that can be nil.
type (
	embedOwner[K any] struct {
		ID   K `gorm:"primaryKey"`
		Name string
	}
	embedSeal[K any] struct {
		KeeperID K
		Strict   K `gorm:"not null"`
	}
	embedStamp[K any] struct {
		OwnerID K
		Owner   *embedOwner[K]
		Note    string
		Inner   struct{ ClerkID K } `gorm:"embedded;embeddedPrefix:inner_"`
	}
	embedLetter[K any] struct {
		ID    K `gorm:"primaryKey"`
		Name  string
		Stamp *embedStamp[K] `gorm:"embedded;embeddedPrefix:stamp_"`
		Seal  embedSeal[K]   `gorm:"embedded;embeddedPrefix:seal_"`
	}
)

func (embedOwner[K]) TableName() string  { return "embed_owners" }
func (embedLetter[K]) TableName() string { return "embed_letters" }

// embedded runs programs that write and read the struct, and returns what each one did.
func embedded[K comparable](t *testing.T, db *gorm.DB) string {
	t.Helper()
	if err := db.AutoMigrate(&embedOwner[K]{}, &embedLetter[K]{}); err != nil {
		t.Fatal(err)
	}
	o := new(outcome)
	owner := embedOwner[K]{Name: "o"}
	o.add("owner", db.Create(&owner))
	seal := embedSeal[K]{owner.ID, owner.ID}
	without, with := embedLetter[K]{Name: "without", Seal: seal}, embedLetter[K]{Name: "with", Seal: seal, Stamp: &embedStamp[K]{OwnerID: owner.ID, Note: "n"}}
	with.Stamp.Inner.ClerkID = owner.ID
	o.add("Create with nil", db.Create(&without), without.Stamp == nil)
	o.add("Create", db.Create(&with))
	list := []embedLetter[K]{{Name: "c", Seal: seal}, {Name: "d", Seal: seal, Stamp: with.Stamp}}
	o.add("Create a list", db.Create(&list))
	var n int64
	o.add("NULL", db.Model(&embedLetter[K]{}).Where("stamp_owner_id IS NULL AND stamp_inner_clerk_id IS NULL").Count(&n), n)
	var found embedLetter[K]
	o.add("find by it", db.Where("stamp_owner_id = ?", owner.ID).First(&found), found.Name, found.Stamp.OwnerID == owner.ID, found.Stamp.Inner.ClerkID == owner.ID)
	found = embedLetter[K]{}
	o.add("First with nil", db.First(&found, without.ID), found.Stamp == nil || found.Stamp.OwnerID == *new(K))
	var letters []embedLetter[K]
	o.add("Preload", db.Preload("Stamp.Owner").Order("name").Find(&letters), len(letters))
	for _, l := range letters {
		o.add(l.Name, db, l.Stamp != nil && l.Stamp.Owner != nil)
	}
	o.add("set NULL", db.Model(&with).Update("stamp_owner_id", nil))
	o.add("NULL", db.Model(&embedLetter[K]{}).Where("stamp_owner_id IS NULL").Count(&n), n)
	return strings.Join(o.lines, "\n")
}

// TestNilEmbedded: the keys in a struct that is embedded by a pointer can be NULL, as with uint.
func TestNilEmbedded(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := embedded[uint](t, gormtest.OpenBare(t, s))
			db := gormtest.Open(t, s)
			compareOutcomes(t, "ID", embedded[gormtype.ID[wiji.ID]](t, db), want)
			nullable := map[string]bool{}
			columns, err := db.Migrator().ColumnTypes("embed_letters")
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range columns {
				nullable[c.Name()], _ = c.Nullable()
			}
			for name, want := range map[string]bool{
				"stamp_owner_id": true, "stamp_inner_clerk_id": true, "seal_keeper_id": false, "seal_strict": false,
			} {
				gormtest.Equal(t, name+" can be NULL", nullable[name], want)
			}
			gormtest.MigratesAgain(t, db, &embedLetter[gormtype.ID[wiji.ID]]{})
			if got := gormtest.Problems(t, db, &embedLetter[gormtype.ID[wiji.ID]]{}); len(got) > 0 {
				t.Errorf("findings: %v", got)
			}
			models := gormtype.Models(&embedLetter[wiji.ID]{})
			compareOutcomes(t, "plain", embedded[wiji.ID](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[wiji.ID](), models)), want)
		})
	}
}

// PointerBase has the key of a model that embeds it by a pointer.
type PointerBase struct {
	ID gormtype.ID[wiji.ID] `gorm:"primaryKey"`
}

type pointerModel struct {
	*PointerBase
	Name string
}

// TestEmbeddedKey: such a key is made, and no NULL is stored.
func TestEmbeddedKey(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&pointerModel{}); err != nil {
			t.Fatal(err)
		}
		x := pointerModel{Name: "x"}
		gormtest.Must(t, db.Create(&x))
		gormtest.Must(t, db.First(&pointerModel{}, x.ID))
		if db.Exec("INSERT INTO pointer_models (id, name) VALUES (NULL, 'y')").Error == nil {
			t.Error("the key can be NULL")
		}
	})
}
