package beside_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// besideServers are the servers, and one of them by the protocol that PgBouncer needs.
var besideServers = append([]gormtest.Server{gormtest.OnPostgresSimple}, gormtest.Servers...)

// besidePlugin adds the plugin, for a model that the statements do not use.
func besidePlugin(db *gorm.DB) error { return db.Use(gormtype.New(gormtype.Models(&besideID{}))) }

// besideConfigs are ways in which a program opens a DB. GORM reads them before its dialect, so that TestBeside tries those
// other than the default on one server of each dialect.
var besideConfigs = map[string]gorm.Config{
	"default":  {},
	"prepared": {PrepareStmt: true, TranslateError: true},
	"terse":    {SkipDefaultTransaction: true, QueryFields: true, DisableForeignKeyConstraintWhenMigrating: true},
}

// openRecorded opens a new database whose statements are recorded, and adds plugins.
func openRecorded(t *testing.T, s gormtest.Server, config gorm.Config, uses ...func(*gorm.DB) error) surface {
	t.Helper()
	r := new(recording)
	return openRecordedAs(t, r, r.recordedDialector(t, s, "driver")[0], s, config, uses...)
}

// openRecordedAs opens a database by a dialector whose calls are recorded.
func openRecordedAs(t *testing.T, r *recording, d gorm.Dialector, s gormtest.Server, config gorm.Config, uses ...func(*gorm.DB) error) surface {
	t.Helper()
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	config.Logger = r
	config.NowFunc = func() time.Time { now = now.Add(time.Second); return now }
	db := gormtest.OpenDialector(t, d, &config)
	for _, use := range uses {
		if err := use(db); err != nil {
			t.Fatal(err)
		}
	}
	return surface{r, db, s}
}

// TestBeside: what a program does with models without IDs is the same with the plugin: its SQL,
// arguments, results, errors, log and the calls of the driver.
func TestBeside(t *testing.T) {
	for _, s := range besideServers {
		for what, config := range besideConfigs {
			if what != "default" && s.Name != s.Dialect() {
				continue
			}
			t.Run(s.Name+"/"+what, func(t *testing.T) {
				want := openRecorded(t, s, config)
				want.run(t)
				got := openRecorded(t, s, config, besidePlugin)
				got.run(t)
				sameRecording(t, what, got.recording, want.recording)
				t.Logf("%d lines", len(want.lines))
			})
		}
	}
}
