package programs_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/plugin/dbresolver"
)

// tracedPool is a pool of a program, whose transactions are its own as well.
type tracedPool struct{ *sql.DB }

type tracedTx struct{ *sql.Tx }

func (p tracedPool) BeginTx(ctx context.Context, options *sql.TxOptions) (gorm.ConnPool, error) {
	tx, err := p.DB.BeginTx(ctx, options)
	return &tracedTx{tx}, err
}

func (p tracedPool) GetDBConn() (*sql.DB, error) { return p.DB, nil }

// configs are the settings of GORM with which statements reach the connection in other ways.
var configs = map[string]gorm.Config{
	"PrepareStmt":              {PrepareStmt: true},
	"SkipDefaultTransaction":   {SkipDefaultTransaction: true},
	"both":                     {PrepareStmt: true, SkipDefaultTransaction: true},
	"DisableNestedTransaction": {DisableNestedTransaction: true},
	"CreateBatchSize":          {CreateBatchSize: 2},
	"QueryFields":              {QueryFields: true},
	"FullSaveAssociations":     {FullSaveAssociations: true},
	"PropagateUnscoped":        {PropagateUnscoped: true},
	"DefaultContextTimeout":    {DefaultContextTimeout: time.Hour},
}

// connections open a DB over the connections of another one.
var connections = map[string]func(t *testing.T, own *sql.DB) *gorm.DB{
	"a pool of the program": func(t *testing.T, own *sql.DB) *gorm.DB { return over(t, tracedPool{own}) },
	"a connection": func(t *testing.T, own *sql.DB) *gorm.DB {
		conn, err := own.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return over(t, conn)
	},
	"a session": func(t *testing.T, own *sql.DB) *gorm.DB {
		return over(t, own).Session(&gorm.Session{PrepareStmt: true, QueryFields: true})
	},
	"a resolver": func(t *testing.T, own *sql.DB) *gorm.DB {
		db := over(t, own)
		list := []gorm.Dialector{over(t, own).Dialector}
		if err := db.Use(dbresolver.Register(dbresolver.Config{Sources: list, Replicas: slices.Repeat(list, 2)})); err != nil {
			t.Fatal(err)
		}
		return db
	},
}

// over opens a DB of SQLite over a pool.
func over(t *testing.T, pool gorm.ConnPool) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(&sqlite.Dialector{DriverName: "sqlite", Conn: pool}, &gorm.Config{Logger: new(gormlog.Recorder)})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// programsAlike runs the programs with a uint key and with IDs in databases that open makes.
func programsAlike(t *testing.T, open func() *gorm.DB) {
	t.Helper()
	want := runPrograms[uint](t, open())
	compareOutcomes(t, "ID", runPrograms[gormtype.ID[wiji.ID]](t, gormtest.Use(t, open())), want)
	models := gormtype.Models(append(progModels[wiji.ID](), &progRow[wiji.ID]{}, &progCount[wiji.ID]{})...)
	compareOutcomes(t, "plain", runPrograms[wiji.ID](t, gormtest.Use(t, open(), gormtype.Plain[wiji.ID](), models)), want)
}

// TestProgramsByConnection: the programs do what they do with a uint key in each setting, and over each kind of
// connection and mode of a driver.
func TestProgramsByConnection(t *testing.T) {
	for name, config := range configs {
		t.Run(name, func(t *testing.T) {
			programsAlike(t, func() *gorm.DB {
				own := config
				own.Logger = new(gormlog.Recorder)
				return gormtest.OpenBare(t, gormtest.OnSQLite, &own)
			})
		})
	}
	for name, connect := range connections {
		t.Run(name, func(t *testing.T) {
			programsAlike(t, func() *gorm.DB {
				own, err := gormtest.OpenBare(t, gormtest.OnSQLite).DB()
				if err != nil {
					t.Fatal(err)
				}
				return connect(t, own)
			})
		})
	}
	for _, s := range gormtest.Settings {
		if s.Params != nil {
			t.Run(s.Name, func(t *testing.T) { programsAlike(t, func() *gorm.DB { return gormtest.OpenBare(t, s) }) })
		}
	}
}
