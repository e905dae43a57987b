package partitions_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

// store is a table of notes in a driver.
type store struct {
	insert func(id wiji.ID, note string) error
	upsert func(id wiji.ID, note string) error
	update func(id wiji.ID, note string) error
	remove func(id wiji.ID) error
	get    func(id wiji.ID) (string, error) // "" if there is no row
	// between returns the IDs from first up to, but not including, end, in their order.
	between func(first, end wiji.ID) ([]wiji.ID, error)
}

// Tables that are divided, or become so: one database, and the table events of each test.
func TestTables(t *testing.T) {
	onEach(t, func(t *testing.T, s server) {
		s.install()
		for name, test := range map[string]func(*testing.T, server){
			"drivers": testDrivers, "pruning": testPruning, "automigrate": testAutoMigrate, "moving": testMoving, "moving late": testMovingLate,
		} {
			t.Run(name, func(t *testing.T) {
				s := s
				s.t = t
				s.exec("DROP TABLE IF EXISTS events CASCADE", "DELETE FROM sortid_partitioned")
				test(t, s)
			})
		}
	})
}

// divided creates the table events, with partitions of the present year and the next two.
func (s server) divided() {
	s.t.Helper()
	s.create("events", s.pick("uuid", "BINARY(16)"))
	s.exec("CALL sortid_partitions_ensure('events', 'wiji', 'year', 2)")
}

// Each driver writes and reads rows of several partitions as those of any table.
func testDrivers(t *testing.T, s server) {
	s.divided()
	stores := map[string]store{"database/sql": sqlStore(s), "gorm": gormStore(s)}
	if s.postgres() {
		stores["pgx"] = pgxStore(s, pgx.QueryExecModeCacheStatement)
		stores["pgx describe"] = pgxStore(s, pgx.QueryExecModeCacheDescribe)
	}
	for name, store := range stores {
		t.Run(name, func(t *testing.T) { testStore(t, store) })
	}
	if got := s.rows("SELECT COUNT(*) FROM events"); got[0] != "0" {
		t.Errorf("%s rows are left", got[0])
	}
}

func testStore(t *testing.T, s store) {
	year := time.Date(time.Now().UTC().Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(years int) wiji.ID {
		id, err := wiji.At(year.AddDate(years, 6, 0))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	ids := []wiji.ID{at(0), at(1), at(2)}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	notes := func(want ...string) {
		t.Helper()
		for i, id := range ids {
			if got, err := s.get(id); err != nil || got != want[i] {
				t.Errorf("the note %d is %q, %v, want %q", i, got, err, want[i])
			}
		}
	}
	for _, id := range ids {
		check(s.insert(id, "new"))
	}
	if err := s.insert(ids[1], "again"); err == nil {
		t.Error("a key can be inserted twice")
	}
	check(s.update(ids[1], "changed"))
	check(s.upsert(ids[2], "replaced"))
	notes("new", "changed", "replaced")
	for i := range ids {
		first, err := wiji.MinAt(year.AddDate(i, 0, 0))
		check(err)
		end, err := wiji.MinAt(year.AddDate(i+1, 0, 0))
		check(err)
		if got, err := s.between(first, end); err != nil || !slices.Equal(got, ids[i:i+1]) {
			t.Errorf("year %d has %v, %v, want %v", i, got, err, ids[i])
		}
	}
	first, err := wiji.MinAt(year)
	check(err)
	if got, err := s.between(first, wiji.Max()); err != nil || !slices.Equal(got, ids) {
		t.Errorf("all years have %v, %v, want %v in this order", got, err, ids)
	}
	check(s.remove(ids[1]))
	notes("new", "", "replaced")
	check(s.upsert(ids[1], "back"))
	notes("new", "back", "replaced")
	for _, id := range ids {
		check(s.remove(id))
	}
}

func sqlStore(s server) store {
	ctx := s.t.Context()
	exec := func(postgres, mysql string, args ...any) error {
		_, err := s.db.ExecContext(ctx, s.pick(postgres, mysql), args...)
		return err
	}
	return store{
		insert: func(id wiji.ID, note string) error {
			return exec("INSERT INTO events (id, note) VALUES ($1, $2)", "INSERT INTO events (id, note) VALUES (?, ?)", s.key(id), note)
		},
		upsert: func(id wiji.ID, note string) error {
			return exec("INSERT INTO events (id, note) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET note = EXCLUDED.note",
				"INSERT INTO events (id, note) VALUES (?, ?) ON DUPLICATE KEY UPDATE note = VALUES(note)", s.key(id), note)
		},
		update: func(id wiji.ID, note string) error {
			return exec("UPDATE events SET note = $1 WHERE id = $2", "UPDATE events SET note = ? WHERE id = ?", note, s.key(id))
		},
		remove: func(id wiji.ID) error {
			return exec("DELETE FROM events WHERE id = $1", "DELETE FROM events WHERE id = ?", s.key(id))
		},
		get: func(id wiji.ID) (note string, err error) {
			err = s.db.QueryRowContext(ctx, s.pick("SELECT note FROM events WHERE id = $1", "SELECT note FROM events WHERE id = ?"), s.key(id)).Scan(&note)
			if errors.Is(err, sql.ErrNoRows) {
				err = nil
			}
			return note, err
		},
		between: func(first, end wiji.ID) (list []wiji.ID, err error) {
			rows, err := s.db.QueryContext(ctx, s.pick("SELECT id FROM events WHERE id >= $1 AND id < $2 ORDER BY id",
				"SELECT id FROM events WHERE id >= ? AND id < ? ORDER BY id"), s.key(first), s.key(end))
			if err != nil {
				return nil, err
			}
			defer rows.Close()
			for rows.Next() {
				id, err := s.scan(rows)
				if err != nil {
					return nil, err
				}
				list = append(list, id)
			}
			return list, rows.Err()
		},
	}
}

// scan reads an ID from the server's usual column.
func (s server) scan(rows *sql.Rows) (wiji.ID, error) {
	if s.postgres() {
		var id sqltype.UUID[wiji.ID]
		err := rows.Scan(&id)
		return id.V, err
	}
	var id sqltype.Binary[wiji.ID]
	err := rows.Scan(&id)
	return id.V, err
}

// gorm returns GORM on the server.
func (s server) gorm() *gorm.DB {
	s.t.Helper()
	dialector := postgres.New(postgres.Config{Conn: s.db})
	if !s.postgres() {
		dialector = mysql.New(mysql.Config{Conn: s.db})
	}
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err == nil {
		err = db.Use(gormtype.New())
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return db
}

// AutoMigrate creates a table that can be divided.
func testAutoMigrate(t *testing.T, s server) {
	db := s.gorm()
	if s.postgres() {
		db = db.Set("gorm:table_options", "PARTITION BY RANGE (id)")
	}
	if err := db.AutoMigrate(&event{}); err != nil {
		t.Fatal(err)
	}
	s.exec("CALL sortid_partitions_ensure('events', 'wiji', 'year', 1)")
	e := event{Note: "new"}
	if err := db.Create(&e).Error; err != nil || e.ID.IsZero() || len(s.parts("events")) != 2 {
		t.Errorf("%v, %v, partitions %q", e, err, s.parts("events"))
	}
}

// event is a row.
type event struct {
	ID   gormtype.ID[wiji.ID]
	Note string `gorm:"size:20;not null;default:''"`
}

// gormStore returns the table in GORM, whose AutoMigrate and Check find nothing to do.
func gormStore(s server) store {
	s.t.Helper()
	db := s.gorm()
	before := s.parts("events")
	if err := db.AutoMigrate(&event{}); err != nil {
		s.t.Fatal(err)
	}
	if after := s.parts("events"); !slices.Equal(before, after) {
		s.t.Errorf("AutoMigrate makes partitions %q of %q", after, before)
	}
	if findings, err := check.Run(db, &event{}); err != nil || len(findings) > 0 {
		s.t.Errorf("Check finds %v, %v", findings, err)
	}
	return store{
		insert: func(id wiji.ID, note string) error {
			return db.Create(&event{ID: gormtype.Of(id), Note: note}).Error
		},
		upsert: func(id wiji.ID, note string) error {
			return db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&event{ID: gormtype.Of(id), Note: note}).Error
		},
		update: func(id wiji.ID, note string) error {
			return db.Model(&event{ID: gormtype.Of(id)}).Update("note", note).Error
		},
		remove: func(id wiji.ID) error { return db.Delete(&event{ID: gormtype.Of(id)}).Error },
		get: func(id wiji.ID) (string, error) {
			var found []event
			if err := db.Where("id = ?", gormtype.Of(id)).Find(&found).Error; err != nil || len(found) == 0 {
				return "", err
			}
			return found[0].Note, nil
		},
		between: func(first, end wiji.ID) (list []wiji.ID, err error) {
			var found []event
			err = db.Where("id >= ? AND id < ?", gormtype.Of(first), gormtype.Of(end)).Order("id").Find(&found).Error
			for _, e := range found {
				list = append(list, e.ID.V())
			}
			return list, err
		},
	}
}

func pgxStore(s server, mode pgx.QueryExecMode) store {
	s.t.Helper()
	ctx := s.t.Context()
	config, err := pgx.ParseConfig(s.dsn)
	if err != nil {
		s.t.Fatal(err)
	}
	config.DefaultQueryExecMode = mode
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if err := pgxtype.Register(conn.TypeMap()); err != nil {
		s.t.Fatal(err)
	}
	exec := func(query string, args ...any) error {
		_, err := conn.Exec(ctx, query, args...)
		return err
	}
	return store{
		insert: func(id wiji.ID, note string) error {
			_, err := conn.CopyFrom(ctx, pgx.Identifier{"events"}, []string{"id", "note"}, pgx.CopyFromRows([][]any{{id, note}}))
			return err
		},
		upsert: func(id wiji.ID, note string) error {
			return exec("INSERT INTO events (id, note) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET note = EXCLUDED.note", id, note)
		},
		update: func(id wiji.ID, note string) error {
			return exec("UPDATE events SET note = $1 WHERE id = $2", note, id)
		},
		remove: func(id wiji.ID) error { return exec("DELETE FROM events WHERE id = $1", id) },
		get: func(id wiji.ID) (note string, err error) {
			err = conn.QueryRow(ctx, "SELECT note FROM events WHERE id = $1", id).Scan(&note)
			if errors.Is(err, pgx.ErrNoRows) {
				err = nil
			}
			return note, err
		},
		between: func(first, end wiji.ID) ([]wiji.ID, error) {
			rows, err := conn.Query(ctx, "SELECT id FROM events WHERE id >= $1 AND id < $2 ORDER BY id", first, end)
			if err != nil {
				return nil, err
			}
			return pgx.CollectRows(rows, pgx.RowTo[wiji.ID])
		},
	}
}
