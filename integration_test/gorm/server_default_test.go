package gorm_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
)

// The key is one that the server generates.
type (
	defaultPostgres struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:gen_random_uuid()"`
		Name string
	}
	defaultMySQL struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(UUID_TO_BIN(UUID()))"`
		Name string
	}
	defaultMariaDB struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(UNHEX(REPLACE(UUID(), '-', '')))"`
		Name string
	}
	defaultSQLite struct {
		ID   gormtype.ID[uuid.UUID] `gorm:"default:(randomblob(16))"`
		Name string
	}
)

func (defaultPostgres) TableName() string { return "rows" }
func (defaultMySQL) TableName() string    { return "rows" }
func (defaultMariaDB) TableName() string  { return "rows" }
func (defaultSQLite) TableName() string   { return "rows" }

func (x defaultPostgres) key() gormtype.ID[uuid.UUID] { return x.ID }
func (x defaultMySQL) key() gormtype.ID[uuid.UUID]    { return x.ID }
func (x defaultMariaDB) key() gormtype.ID[uuid.UUID]  { return x.ID }
func (x defaultSQLite) key() gormtype.ID[uuid.UUID]   { return x.ID }

// TestServerDefault: a default tag means that the server generates, and its key
// comes back from the servers that have RETURNING: all but MySQL.
func TestServerDefault(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { serverDefault[defaultSQLite](t, onSQLite) })
	t.Run("postgres", func(t *testing.T) { serverDefault[defaultPostgres](t, onPostgres) })
	t.Run("mysql", func(t *testing.T) { serverDefault[defaultMySQL](t, onMySQL) })
	t.Run("mariadb", func(t *testing.T) { serverDefault[defaultMariaDB](t, onMariaDB) })
}

func serverDefault[M interface {
	key() gormtype.ID[uuid.UUID]
}](t *testing.T, s server) {
	// That a generator is there changes nothing: the tag decides.
	db := use(t, openBare(t, s), gormtype.Generator(func() (uuid.UUID, error) { return uuid.UUID{15: 1}, nil }))
	if err := db.AutoMigrate(new(M)); err != nil {
		t.Fatal(err)
	}
	x, xs := new(M), make([]M, 3)
	must(t, db.Create(x))
	must(t, db.Create(&xs))
	must(t, db.Model(new(M)).Create(map[string]any{"name": "a"}))
	var keys []gormtype.ID[uuid.UUID]
	must(t, db.Model(new(M)).Pluck("id", &keys))
	equal(t, "rows", len(keys), 5)
	there := map[gormtype.ID[uuid.UUID]]bool{}
	for _, k := range keys {
		there[k] = true
		equal(t, "the client generated", k.V() == uuid.UUID{15: 1}, false)
	}
	for _, m := range append(xs, *x) {
		equal(t, "the key came back", there[m.key()], s.name != onMySQL.name)
	}
	for _, statement := range gormlog.DDL(gormlog.Recorded(t, db, func(db *gorm.DB) {
		if err := db.AutoMigrate(new(M)); err != nil {
			t.Fatal(err)
		}
	})) {
		t.Errorf("the second migration changes the schema: %s", statement)
	}
}
