package partitions_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	checks "github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

// Tables that are divided, or become so: one database, and the table events of each test.
func TestTables(t *testing.T) {
	onServers(t, func(t *testing.T, s server) {
		s.install()
		for name, test := range map[string]func(*testing.T, server){
			"pruning": testPruning, "gorm": testGORM, "moving": testMoving, "moving late": testMovingLate,
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

// event is a row.
type event struct {
	ID   gormtype.ID[wiji.ID]
	Note string `gorm:"size:20;not null;default:''"`
}

// GORM creates a table that can be divided, finds nothing to do when it is, and changes rows of
// several partitions as those of any table. The matrix has the other layers, for which a
// partitioned table is a table.
func testGORM(t *testing.T, s server) {
	db := s.gorm()
	options := db
	if s.postgres() {
		options = db.Set("gorm:table_options", "PARTITION BY RANGE (id)")
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(options.AutoMigrate(&event{}))
	s.exec("CALL sortid_partitions_ensure('events', 'wiji', 'year', 2)")
	before := s.parts("events")
	check(db.AutoMigrate(&event{}))
	if after := s.parts("events"); !slices.Equal(before, after) || len(after) != 3 {
		t.Errorf("AutoMigrate makes partitions %q of %q", after, before)
	}
	if findings, err := checks.Run(db, &event{}); err != nil || len(findings) > 0 {
		t.Errorf("Check finds %v, %v", findings, err)
	}

	year := time.Date(time.Now().UTC().Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	var events []event
	for i := range 3 {
		x, err := wiji.At(year.AddDate(i, 6, 0))
		check(err)
		events = append(events, event{gormtype.Of(x), "new"})
	}
	check(db.Create(&events).Error)
	if db.Create(&event{ID: events[1].ID}).Error == nil {
		t.Error("a key can be inserted twice")
	}
	events[1].Note, events[2].Note = "changed", "replaced"
	check(db.Model(&events[1]).Update("note", "changed").Error)
	check(db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&events[2]).Error)
	made := event{Note: "made"}
	check(db.Create(&made).Error)
	check(db.Delete(&made).Error)
	for i := range events {
		first, err := wiji.MinAt(year.AddDate(i, 0, 0))
		check(err)
		end, err := wiji.MinAt(year.AddDate(i+1, 0, 0))
		check(err)
		var found []event
		check(db.Where("id >= ? AND id < ?", first, end).Find(&found).Error)
		if !slices.Equal(found, events[i:i+1]) {
			t.Errorf("year %d has %v, want %v", i, found, events[i])
		}
	}
}
