package layers_test

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// model is a model of the ID type T.
type model[T identifier] interface {
	TableName() string
	key() gormtype.ID[T]
}

// TestGORM: with a default tag the server generates, and its key is in the struct
// afterwards, but on MySQL, which has no RETURNING.
func TestGORM(t *testing.T) {
	onEach(t, func(t *testing.T, s server, pool *sql.DB) {
		db, err := gorm.Open(s.gorm(pool), &gorm.Config{Logger: new(gormlog.Recorder)})
		if err == nil {
			err = db.Use(gormtype.New())
		}
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case s.kind == onPostgres.kind:
			t.Run("wiji", func(t *testing.T) { gormDefault[postgresWiji](t, s, db, wijis) })
			t.Run("ulid", func(t *testing.T) { gormDefault[postgresULID](t, s, db, ulids) })
			t.Run("uuid", func(t *testing.T) { gormDefault[postgresUUID](t, s, db, uuids) })
			t.Run("ulidflake", func(t *testing.T) { gormDefault[postgresFlake](t, s, db, flakes) })
			t.Run("xid", func(t *testing.T) { gormDefault[postgresXID](t, s, db, xids) })
			t.Run("scru", func(t *testing.T) { gormDefault[postgresSCRU](t, s, db, scrus) })
		case s.triggers():
			t.Run("wiji", func(t *testing.T) { gormDefault[mysqlWiji](t, s, db, wijis) })
			t.Run("ulid", func(t *testing.T) { gormDefault[mysqlULID](t, s, db, ulids) })
			t.Run("uuid", func(t *testing.T) { gormDefault[mysqlUUID](t, s, db, uuids) })
			t.Run("ulidflake", func(t *testing.T) { gormDefault[mysqlFlake](t, s, db, flakes) })
			t.Run("xid", func(t *testing.T) { gormDefault[mysqlXID](t, s, db, xids) })
			t.Run("scru", func(t *testing.T) { gormDefault[mysqlSCRU](t, s, db, scrus) })
		default:
			t.Run("wiji", func(t *testing.T) { gormDefault[sqliteWiji](t, s, db, wijis) })
			t.Run("ulid", func(t *testing.T) { gormDefault[sqliteULID](t, s, db, ulids) })
			t.Run("uuid", func(t *testing.T) { gormDefault[sqliteUUID](t, s, db, uuids) })
			t.Run("ulidflake", func(t *testing.T) { gormDefault[sqliteFlake](t, s, db, flakes) })
			t.Run("xid", func(t *testing.T) { gormDefault[sqliteXID](t, s, db, xids) })
			t.Run("scru", func(t *testing.T) { gormDefault[sqliteSCRU](t, s, db, scrus) })
		}
	})
}

func gormDefault[M model[T], T identifier](t *testing.T, s server, db *gorm.DB, f format[T]) {
	if err := db.AutoMigrate(new(M)); err != nil {
		t.Fatal(err)
	}
	if s.triggers() {
		noError(t, db.Exec(trigger(f.name, f.name)))
	}
	settled[M](t, db)

	x, xs := new(M), make([]M, 3)
	noError(t, db.Create(x))
	noError(t, db.Create(&xs))
	noError(t, db.Model(new(M)).Create(map[string]any{"name": "a"}))
	var keys []gormtype.ID[T]
	noError(t, db.Model(new(M)).Order("id").Pluck("id", &keys))
	if len(keys) != 5 {
		t.Fatalf("%d rows", len(keys))
	}
	there := map[gormtype.ID[T]]bool{}
	for _, key := range keys {
		made(t, s.name, key.V())
		there[key] = true
	}
	for _, m := range append(xs, *x) {
		if there[m.key()] != s.returning() {
			t.Errorf("the key of the struct is %v, the keys are %v", m.key(), keys)
		}
	}
	gormReads[M](t, db, f, keys)
	settled[M](t, db)
}

// settled tests that AutoMigrate finds nothing to do.
func settled[M any](t *testing.T, db *gorm.DB) {
	t.Helper()
	again := gormlog.Recorded(t, db, func(db *gorm.DB) {
		if err := db.AutoMigrate(new(M)); err != nil {
			t.Fatal(err)
		}
	})
	for _, statement := range gormlog.DDL(again) {
		t.Errorf("a further migration changes the schema: %s", statement)
	}
	findings, err := check.Run(db, new(M))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		// That an xid will be too great one day is said of a signed column in any case.
		if f.Name != finding.SignedColumn {
			t.Errorf("Check finds %v", f)
		}
	}
}

func noError(t *testing.T, tx *gorm.DB) {
	t.Helper()
	if tx.Error != nil {
		t.Fatal(tx.Error)
	}
}

// TestGORMOwnKey: a key that the application gives is kept, alone and among rows
// whose keys the server makes.
func TestGORMOwnKey(t *testing.T) {
	ownKey(t, onPostgres, func(key gormtype.ID[wiji.ID]) *postgresWiji { return &postgresWiji{ID: key} })
	ownKey(t, onMySQL, func(key gormtype.ID[wiji.ID]) *mysqlWiji { return &mysqlWiji{ID: key} })
	ownKey(t, onMariaDB, func(key gormtype.ID[wiji.ID]) *mysqlWiji { return &mysqlWiji{ID: key} })
	ownKey(t, onSQLite, func(key gormtype.ID[wiji.ID]) *sqliteWiji { return &sqliteWiji{ID: key} })
}

func ownKey[M model[wiji.ID]](t *testing.T, s server, with func(gormtype.ID[wiji.ID]) *M) {
	t.Run(s.name, func(t *testing.T) {
		db, err := gorm.Open(s.gorm(open(t, s)), &gorm.Config{Logger: new(gormlog.Recorder)})
		if err == nil {
			err = db.Use(gormtype.New())
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := db.AutoMigrate(new(M)); err != nil {
			t.Fatal(err)
		}
		if s.triggers() {
			noError(t, db.Exec(trigger("wiji", "wiji")))
		}
		first, second := gormtype.Of(wiji.New()), gormtype.Of(wiji.New())
		noError(t, db.Create(with(first)))
		mixed := []*M{with(gormtype.ID[wiji.ID]{}), with(second)}
		if s.kind == onSQLite.kind {
			// SQLite has no DEFAULT among values: GORM's statement is an error there.
			if db.Create(&mixed).Error == nil {
				t.Error("SQLite takes a mixed slice: say so in docs/server.md")
			}
			noError(t, db.Create(mixed[1]))
			noError(t, db.Create(mixed[0]))
		} else {
			noError(t, db.Create(&mixed))
		}
		var keys []gormtype.ID[wiji.ID]
		noError(t, db.Model(new(M)).Pluck("id", &keys))
		if len(keys) != 3 || !slices.Contains(keys, first) || !slices.Contains(keys, second) {
			t.Errorf("the keys are %v, and %v and %v were given", keys, first, second)
		}
		for _, key := range keys {
			made(t, s.name, key.V())
		}
	})
}

// gormReads finds the rows by their keys and by their time.
func gormReads[M model[T], T identifier](t *testing.T, db *gorm.DB, f format[T], keys []gormtype.ID[T]) {
	t.Helper()
	for _, key := range keys {
		var x M
		noError(t, db.First(&x, key))
		var text string
		noError(t, db.Model(new(M)).Where("id = ?", key).Select(fmt.Sprintf("sortid_%s_text(id)", f.texts)).Scan(&text))
		if x.key() != key || text != key.V().String() {
			t.Errorf("%v is found as %v, and shown as %s", key, x.key(), text)
		}
	}
	// The range of a day by the server's functions, and by Go's.
	from := time.Now().UTC().Truncate(24 * time.Hour)
	if time.Since(from) < time.Minute {
		from = from.AddDate(0, 0, -1) // just after midnight
	}
	to := from.AddDate(0, 0, 2)
	lower, upper := gormtype.Of(must(f.minAt(from))), gormtype.Of(must(f.minAt(to)))
	for query, args := range map[string][]any{
		fmt.Sprintf("id >= sortid_%[1]s_min_at(?) AND id < sortid_%[1]s_min_at(?)", f.name): {from, to},
		"id >= ? AND id < ?": {lower, upper},
	} {
		var n, none int64
		noError(t, db.Model(new(M)).Where(query, args...).Count(&n))
		noError(t, db.Model(new(M)).Where("NOT ("+query+")", args...).Count(&none))
		if n != int64(len(keys)) || none != 0 {
			t.Errorf("%s: %d rows within, %d beyond", query, n, none)
		}
	}
}
