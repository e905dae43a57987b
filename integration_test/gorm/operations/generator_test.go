package operations_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

type foreign struct {
	ID   gormtype.ID[uuid.UUID]
	Name string
}

type ours struct {
	ID   gormtype.ID[wiji.ID]
	Name string
}

func TestGenerator(t *testing.T) {
	then := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	clock := &wiji.Generator{Clock: func() time.Time { return then }}
	db := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite), gormtype.Generator(uuid.NewV7), gormtype.Generator(clock.New))
	other := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite))
	for _, db := range []*gorm.DB{db, other} {
		if err := db.AutoMigrate(&foreign{}, &ours{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Create(&foreign{}).Error; !errors.Is(err, gormtype.ErrGenerator) {
		t.Errorf("a type with no generator: error %v", err)
	}
	gormtest.Equal(t, "rows", gormtest.Count(t, other, &foreign{}), 0)
	gormtest.Must(t, other.Create(&foreign{ID: gormtype.Of(uuid.New())}))
	if err := db.Use(gormtype.New()); !errors.Is(err, gorm.ErrRegistered) {
		t.Errorf("a second plugin: error %v", err)
	}
	twice := gormtype.New(gormtype.Generator(uuid.NewV7), gormtype.GeneratorOf(uuid.New))
	if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(twice); err == nil {
		t.Error("a second generator of a type is taken")
	}
	var x ours
	gormtest.Must(t, db.Session(&gorm.Session{NewDB: true}).Create(&x))
	gormtest.Equal(t, "the time of the generator's clock", x.ID.V().Time(), then)
	if err := db.Transaction(func(tx *gorm.DB) error {
		y := ours{}
		err := tx.Create(&y).Error
		gormtest.Equal(t, "the time in a transaction", y.ID.V().Time(), then)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	f := foreign{}
	gormtest.Must(t, db.Create(&f))
	gormtest.Equal(t, "version", f.ID.V().Version(), 7)
	gormtest.Must(t, db.First(&foreign{}, f.ID))

	var z ours
	gormtest.Must(t, other.Create(&z))
	if z.ID.V().Time().Before(then.AddDate(10, 0, 0)) {
		t.Error("the generator of one database is used in another")
	}
	if err := other.Create(&foreign{}).Error; !errors.Is(err, gormtype.ErrGenerator) {
		t.Errorf("the plugin of another database: error %v", err)
	}
}

// TestUnscoped: without the plugin, MySQL with strict mode off stores zeros for
// a map without a key.
func TestUnscoped(t *testing.T) {
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&ours{}); err != nil {
			t.Fatal(err)
		}
		x := ours{Name: "a"}
		gormtest.Must(t, db.Unscoped().Create(&x))
		gormtest.Must(t, db.Unscoped().Create(&[]ours{{Name: "b"}, {Name: "c"}}))
		gormtest.Must(t, db.Unscoped().Model(&ours{}).Create(map[string]any{"name": "d"}))
		gormtest.Must(t, db.Unscoped().Model(&ours{}).Create([]map[string]any{{"name": "e"}, {"name": "f"}}))
		gormtest.Must(t, db.Create(&ours{Name: "g"}))
		keys := stored[gormtype.ID[wiji.ID]](t, db, "ours")
		gormtest.Equal(t, "rows", len(keys), 7)
		gormtest.Equal(t, "the first", keys[0], x.ID)
	})
}
