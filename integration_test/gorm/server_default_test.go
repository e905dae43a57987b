package gorm_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/functions"
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
// comes back from the servers that have RETURNING: all but MySQL.
func TestServerDefault(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { serverDefault[defaultSQLite](t, onSQLite) })
	t.Run("postgres", func(t *testing.T) { serverDefault[defaultPostgres](t, onPostgres) })
	t.Run("mysql", func(t *testing.T) { serverDefault[defaultMySQL](t, onMySQL) })
	t.Run("mariadb", func(t *testing.T) { serverDefault[defaultMySQL](t, onMariaDB) })
}

func serverDefault[M any, P interface {
	*M
	key() *gormtype.ID[wiji.ID]
}](t *testing.T, s server) {
	const trigger = `CREATE TRIGGER goods_id BEFORE INSERT ON goods FOR EACH ROW
SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new())`
	if s.dialect() == "mysql" {
		s.needs(t, trigger)
	}
	// That a generator is there changes nothing: the tag decides.
	db := use(t, openBare(t, s), gormtype.Generator(func() (wiji.ID, error) { return wijiAt(1), nil }))
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	functions.Install(t, s.kind, pool)
	if err := db.AutoMigrate(new(M)); err != nil {
		t.Fatal(err)
	}
	if s.dialect() == "mysql" {
		must(t, db.Exec(trigger))
	}
	x, xs := new(M), make([]M, 3)
	must(t, db.Create(x))
	must(t, db.Create(&xs))
	must(t, db.Model(new(M)).Create(map[string]any{"name": "a"}))
	var keys []gormtype.ID[wiji.ID]
	must(t, db.Model(new(M)).Pluck("id", &keys))
	equal(t, "rows", len(keys), 5)
	for _, k := range keys {
		if age := time.Since(k.V().Time()); !k.V().IsValid() || age.Abs() > time.Minute {
			t.Errorf("the server did not make %v of %v", k, k.V().Time())
		}
		must(t, db.First(new(M), "id = sortid_wiji_parse(?)", k.String()))
	}
	for i := range xs {
		equal(t, "the key came back", slices.Contains(keys, *P(&xs[i]).key()), s.name != onMySQL.name)
	}
	equal(t, "the key came back", slices.Contains(keys, *P(x).key()), s.name != onMySQL.name)

	// A key that the application gives is kept, also beside rows whose keys the server makes.
	mixed := make([]M, 2)
	own := gormtype.Of(wijiAt(2))
	*P(&mixed[1]).key() = own
	if err := db.Create(&mixed).Error; s.dialect() != "sqlite" {
		equal(t, "a mixed slice", err, nil)
	} else {
		equal(t, "docs/server.md says that SQLite refuses a mixed slice", err != nil, true)
		must(t, db.Create(&mixed[1]))
		must(t, db.Create(&mixed[0]))
	}
	must(t, db.First(new(M), own))
	equal(t, "rows", count(t, db, new(M)), 7)
	migratesAgain(t, db, new(M))
	if got := problems(t, db, new(M)); len(got) > 0 {
		t.Errorf("findings: %v", got)
	}
}
