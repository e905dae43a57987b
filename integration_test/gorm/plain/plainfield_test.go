package plain_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// plainKey is a model whose key has the plain type K, the first mistake of many.
type plainKey[K any] struct {
	ID   K `gorm:"primaryKey"`
	Name string
}

func (plainKey[K]) TableName() string { return "plain_keys" }

type PlainBase struct{ ID wiji.ID }

type (
	plainPointer struct {
		ID  uint
		Ref *wiji.ID
	}
	plainEmbedded struct{ PlainBase }
	plainTagged   struct {
		ID wiji.ID `gorm:"type:varchar(64)"`
	}
	// plainFilm has a join table, whose columns have the types of the keys.
	plainFilm struct {
		ID     gormtype.ID[wiji.ID]
		Actors []plainActor `gorm:"many2many:plain_roles"`
	}
	plainActor struct{ ID wiji.ID }
)

// TestPlainField: AutoMigrate refuses a field of a plain ID type on every server, with the
// type to use, and makes no table.
func TestPlainField(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		for _, c := range []struct {
			model any
			use   string
		}{
			{&plainKey[wiji.ID]{}, "gormtype.ID[wiji.ID]"},
			{&plainKey[ulid.ID]{}, "gormtype.ID[ulid.ID]"},
			{&plainKey[uuidv7.ID]{}, "gormtype.ID[uuidv7.ID]"},
			{&plainKey[scru160.ID]{}, "gormtype.ID[scru160.ID]"},
			{&plainKey[wiji.For[plainTagged]]{}, "gormtype.ID[wiji.For["},
			{&plainKey[ulid.For[int]]{}, "gormtype.ID[ulid.For[int]]"},
			{&plainKey[uuidv7.For[int]]{}, "gormtype.ID[uuidv7.For[int]]"},
			{&plainKey[scru160.For[int]]{}, "gormtype.ID[scru160.For[int]]"},
			{&plainKey[ulidflake.ID]{}, "gormtype.ID[ulidflake.ID]"},
			{&plainKey[uid11.For[int]]{}, "gormtype.ID[uid11.For[int]]"},
			{&plainPointer{}, "gormtype.ID[wiji.ID]"},
			{&plainEmbedded{}, "gormtype.ID[wiji.ID]"},
			{&plainFilm{}, "gormtype.ID[wiji.ID]"},
		} {
			err := db.AutoMigrate(c.model)
			if err == nil || !strings.HasPrefix(err.Error(), "gormtype") || !strings.Contains(err.Error(), c.use) {
				t.Errorf("AutoMigrate(%T): error %v, want one with %s", c.model, err, c.use)
			}
		}
		for _, table := range []string{"plain_keys", "plain_pointers", "plain_embeddeds", "plain_roles"} {
			gormtest.Equal(t, table+" exists", db.Migrator().HasTable(table), false)
		}
	})
}

// TestPlainFieldTagged: with a type tag a migration passes, and no row is stored. Check
// reports the field.
func TestPlainFieldTagged(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&plainTagged{}); err != nil {
			t.Fatal(err)
		}
		if err := db.Create(&plainTagged{gormtest.WijiAt(1)}).Error; !errors.Is(err, id.ErrPlain) {
			t.Errorf("Create: %v", err)
		}
		for _, model := range []any{&plainTagged{}, &plainKey[wiji.ID]{}, &plainPointer{}, &plainFilm{}} {
			findings, err := check.Run(db, model)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(findings, func(f check.Finding) bool {
				return finding.Name(f.Name) == finding.PlainField && strings.Contains(f.Remedy, "gormtype.ID[wiji.ID]")
			}) {
				t.Errorf("%T: findings %v", model, findings)
			}
		}
	})
}

// TestCorrectedField: a bytea column that AutoMigrate once made for a plain ID stores no
// UUID text.
func TestCorrectedField(t *testing.T) {
	type corrected struct {
		ID gormtype.ID[wiji.ID]
	}
	gormtest.OnEach(t, []gormtest.Server{gormtest.OnPostgres, gormtest.OnPostgresSimple}, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		gormtest.Must(t, db.Exec("CREATE TABLE correcteds (id bytea PRIMARY KEY)"))
		if err := db.Create(&corrected{gormtype.Of(gormtest.WijiAt(1))}).Error; err == nil {
			t.Error("Create stores a uuid in a column of bytea")
		}
		gormtest.Must(t, db.Exec("ALTER TABLE correcteds ALTER id TYPE uuid USING encode(id, 'hex')::uuid"))
		gormtest.Must(t, db.Create(&corrected{gormtype.Of(gormtest.WijiAt(1))}))
	})
}
