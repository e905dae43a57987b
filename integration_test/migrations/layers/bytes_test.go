package layers_test

import (
	"database/sql"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// The models of a uid11 in 8 bytes, which lasts beyond the year 2081.
type (
	postgresBytes struct {
		ID   gormtype.Binary[uid11.ID] `gorm:"default:sortid_xid_new_bytes()"`
		Name string
	}
	sqliteBytes struct {
		ID   gormtype.Binary[uid11.ID] `gorm:"default:(sortid_xid_new_bytes())"`
		Name string
	}
)

func (postgresBytes) TableName() string { return "wide" }
func (sqliteBytes) TableName() string   { return "wide" }

func (x postgresBytes) key() uid11.ID { return x.ID.V() }
func (x sqliteBytes) key() uid11.ID   { return x.ID.V() }

// TestBytes: uid11 in a column of 8 bytes, where integers end at 2^63.
func TestBytes(t *testing.T) {
	t.Run("postgres", func(t *testing.T) { wide[postgresBytes](t, onPostgres) })
	t.Run("sqlite", func(t *testing.T) { wide[sqliteBytes](t, onSQLite) })
}

func wide[M interface{ key() uid11.ID }](t *testing.T, s server) {
	pool := open(t, s)
	db, err := gorm.Open(s.gorm(pool), &gorm.Config{Logger: new(gormlog.Recorder)})
	if err == nil {
		err = db.Use(gormtype.New())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(new(M)); err != nil {
		t.Fatal(err)
	}
	x := new(M)
	noError(t, db.Create(x))
	settled[M](t, db)
	made(t, "gorm", (*x).key())

	var key sqltype.Binary[uid11.ID]
	var text string
	if err := pool.QueryRowContext(t.Context(), "SELECT id, sortid_uid_text(id) FROM wide").Scan(&key, &text); err != nil {
		t.Fatal(err)
	}
	if key.V != (*x).key() || text != key.V.String() {
		t.Errorf("the row has %v, shown as %s, and the struct %v", key.V, text, (*x).key())
	}
	greatest(t, s, pool)
}

// greatest: what no integer holds goes in as text and comes out.
func greatest(t *testing.T, s server, pool *sql.DB) {
	t.Helper()
	exec(t, pool, "INSERT INTO wide (id, name) VALUES (sortid_uid_parse_bytes("+s.placeholder()+"), 'greatest')", uid11.Max().String())
	var key sqltype.Binary[uid11.ID]
	if err := pool.QueryRowContext(t.Context(), "SELECT id FROM wide ORDER BY id DESC LIMIT 1").Scan(&key); err != nil || key.V != uid11.Max() {
		t.Errorf("the greatest key is %v: %v", key.V, err)
	}
	refused(t, pool, "INSERT INTO wide (id, name) VALUES (sortid_uid_parse("+s.placeholder()+"), 'an integer')", uid11.Max().String())
}
