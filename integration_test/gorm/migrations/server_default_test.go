package migrations_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// The key is one that the server generates, as docs/server.md says.
type (
	defaultPostgres struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:sortid_wiji_new()"`
		Name string
	}
	defaultMySQL struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:0x00000000000000000000000000000000"`
		Name string
	}
	defaultSQLite struct {
		ID   gormtype.ID[wiji.ID] `gorm:"default:(sortid_wiji_new())"`
		Name string
	}
)

func (defaultPostgres) TableName() string { return "goods" }
func (defaultMySQL) TableName() string    { return "goods" }
func (defaultSQLite) TableName() string   { return "goods" }

func (x *defaultPostgres) key() *gormtype.ID[wiji.ID] { return &x.ID }
func (x *defaultMySQL) key() *gormtype.ID[wiji.ID]    { return &x.ID }
func (x *defaultSQLite) key() *gormtype.ID[wiji.ID]   { return &x.ID }

// TestServerDefault: a default tag means that the server generates, and its key
// comes back from the servers that have RETURNING: all but MySQL, where a program has to say that it does not need the key.
func TestServerDefault(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { serverDefault[defaultSQLite](t, gormtest.OnSQLite) })
	t.Run("postgres", func(t *testing.T) { serverDefault[defaultPostgres](t, gormtest.OnPostgres) })
	t.Run("mysql", func(t *testing.T) { serverDefault[defaultMySQL](t, gormtest.OnMySQL) })
	t.Run("mariadb", func(t *testing.T) { serverDefault[defaultMySQL](t, gormtest.OnMariaDB) })
}

func serverDefault[M any, P interface {
	*M
	key() *gormtype.ID[wiji.ID]
}](t *testing.T, s gormtest.Server) {
	const trigger = `CREATE TRIGGER goods_id BEFORE INSERT ON goods FOR EACH ROW
SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new())`
	if s.Dialect() == "mysql" {
		s.Needs(t, trigger)
	}
	db := gormtest.Use(t, gormtest.OpenBare(t, s))
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	functions.Install(t, s.Kind, pool)
	if err := db.AutoMigrate(new(M)); err != nil {
		t.Fatal(err)
	}
	if s.Dialect() == "mysql" {
		gormtest.Must(t, db.Exec(trigger))
	}
	x, xs := new(M), make([]M, 3)
	isReturned := s.Name != gormtest.OnMySQL.Name
	create := db
	if !isReturned {
		for _, rows := range []any{x, &xs, map[string]any{"name": "a"}, []map[string]any{{"name": "a"}, {"id": gormtest.WijiAt(9)}}} {
			if err := db.Model(new(M)).Create(rows).Error; !errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), ".ID") {
				t.Errorf("Create of a %T: %v", rows, err)
			}
		}
		gormtest.Equal(t, "rows", gormtest.Count(t, db, new(M)), 0)
		create = db.Omit("ID").Session(&gorm.Session{})
	}
	gormtest.Must(t, create.Create(x))
	gormtest.Must(t, create.Create(&xs))
	gormtest.Must(t, create.Model(new(M)).Create(map[string]any{"name": "a"}))
	var keys []gormtype.ID[wiji.ID]
	gormtest.Must(t, db.Model(new(M)).Pluck("id", &keys))
	gormtest.Equal(t, "rows", len(keys), 5)
	for _, k := range keys {
		if age := time.Since(k.V().Time()); !k.V().IsValid() || age.Abs() > time.Minute {
			t.Errorf("the server did not make %v of %v", k, k.V().Time())
		}
		gormtest.Must(t, db.First(new(M), "id = sortid_wiji_parse(?)", k.String()))
	}
	for i := range xs {
		gormtest.Equal(t, "the key came back", slices.Contains(keys, *P(&xs[i]).key()), isReturned)
	}
	gormtest.Equal(t, "the key came back", slices.Contains(keys, *P(x).key()), isReturned)

	// A key that the application gives is kept, also beside rows whose keys the server makes.
	mixed := make([]M, 2)
	own := gormtype.Of(gormtest.WijiAt(2))
	*P(&mixed[1]).key() = own
	if err := db.Create(&mixed).Error; s.Dialect() != "sqlite" && isReturned {
		gormtest.Equal(t, "a mixed slice", err, nil)
	} else {
		gormtest.Equal(t, "docs/server.md says that SQLite and MySQL refuse a mixed slice", err != nil, true)
		gormtest.Must(t, db.Create(&mixed[1]))
		gormtest.Must(t, create.Create(&mixed[0]))
	}
	gormtest.Must(t, db.First(new(M), own))
	gormtest.Equal(t, "rows", gormtest.Count(t, db, new(M)), 7)
	gormtest.MigratesAgain(t, db, new(M))
	if got := gormtest.Problems(t, db, new(M)); len(got) > 0 {
		t.Errorf("findings: %v", got)
	}
}

// TestDefaultBesideGenerator: a default tag, as of other libraries, and a named generator of the type are an error of Use, of a statement
// of a model that Use did not know, and of check.
func TestDefaultBesideGenerator(t *testing.T) {
	type anyUUID struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:gen_random_uuid()"`
		Name string
	}
	type plainUUID struct {
		ID   uuid.UUID `gorm:"default:uuid_generate_v4()"`
		Name string
	}
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		generator := gormtype.Generator(uuid.NewV7)
		for _, options := range [][]gormtype.Option{{generator, gormtype.Models(&anyUUID{})}, {generator, gormtype.Plain[uuid.UUID](), gormtype.Models(&plainUUID{})}} {
			err := gormtest.OpenBare(t, s).Use(gormtype.New(options...))
			if !errors.Is(err, gormtype.ErrTag) || !strings.Contains(err.Error(), "UUID.ID") || !strings.Contains(err.Error(), "remove the tag, or the option") {
				t.Errorf("Use: %v", err)
			}
		}
		gormtest.Use(t, db, generator)
		gormtest.Must(t, db.Exec("CREATE TABLE any_uuids (id varchar(40), name varchar(40))"))
		if err := db.Create(&anyUUID{}).Error; !errors.Is(err, gormtype.ErrTag) {
			t.Errorf("Create: %v", err)
		}
		findings, err := check.Run(db, &anyUUID{})
		if err != nil || !slices.ContainsFunc(findings, func(f check.Finding) bool {
			return finding.Name(f.Name) == finding.ContradictingTag && strings.Contains(f.Detail, "gormtype.Generator")
		}) {
			t.Errorf("check.Run finds %v, error %v", findings, err)
		}
		if err := gormtest.OpenBare(t, s).Use(gormtype.New(gormtype.Models(&anyUUID{}))); err != nil { // no generator is named
			t.Errorf("Use without a generator: %v", err)
		}
	})
}
