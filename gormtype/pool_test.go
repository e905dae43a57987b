package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// TestPool: every way to a server gives an ID the form of its column, and has the error of one that is wrong.
func TestPool(t *testing.T) {
	ways := map[string]func(db *gorm.DB, v any) error{
		"Exec": func(db *gorm.DB, v any) error { return db.Exec("DELETE FROM things WHERE id = ?", v).Error },
		"Find": func(db *gorm.DB, v any) error { return db.Find(&[]boundRow{}, "id = ?", v).Error },
		"Scan": func(db *gorm.DB, v any) error {
			return db.Model(&boundRow{}).Where("id = ?", v).Scan(&[]boundRow{}).Error
		},
		"Count": func(db *gorm.DB, v any) error {
			return db.Model(&boundRow{}).Where("id = ?", v).Count(new(int64)).Error
		},
		"Rows": func(db *gorm.DB, v any) error {
			rows, err := db.Model(&boundRow{}).Where("id = ?", v).Rows()
			if err == nil {
				err = errors.Join(rows.Err(), rows.Close())
			}
			return err
		},
		"Row":     func(db *gorm.DB, v any) error { return db.Model(&boundRow{}).Where("id = ?", v).Row().Err() },
		"Raw.Row": func(db *gorm.DB, v any) error { return db.Raw("SELECT 1 FROM things WHERE id = ?", v).Row().Err() },
		"Update":  func(db *gorm.DB, v any) error { return db.Model(&boundRow{}).Where("id = ?", v).Update("n", 1).Error },
		"Updates": func(db *gorm.DB, v any) error { return db.Model(&boundRow{}).Where("n = 1").Update("ref", v).Error },
		"Delete":  func(db *gorm.DB, v any) error { return db.Where("id = ?", v).Delete(&boundRow{}).Error },
		"FindInBatches": func(db *gorm.DB, v any) error {
			return db.Where("id = ?", v).FindInBatches(&[]boundRow{}, 10, func(*gorm.DB, int) error { return nil }).Error
		},
	}
	within := map[string]func(db *gorm.DB, run func(*gorm.DB) error) error{
		"alone":       func(db *gorm.DB, run func(*gorm.DB) error) error { return run(db) },
		"transaction": func(db *gorm.DB, run func(*gorm.DB) error) error { return db.Transaction(run) },
		"prepared": func(db *gorm.DB, run func(*gorm.DB) error) error {
			return run(db.Session(&gorm.Session{PrepareStmt: true}))
		},
		"a connection": func(db *gorm.DB, run func(*gorm.DB) error) error {
			return run(db.Session(&gorm.Session{Context: context.Background()}))
		},
		"prepared, transaction": func(db *gorm.DB, run func(*gorm.DB) error) error {
			return db.Session(&gorm.Session{PrepareStmt: true}).Transaction(run)
		},
	}
	for way, run := range ways {
		for where, enter := range within {
			s := &server{dialect: "mysql"}
			db := s.open(t, Models(&boundRow{}))
			if err := enter(db, func(db *gorm.DB) error { return run(db, someWiji) }); err != nil {
				t.Errorf("%s, %s: %v", way, where, err)
			}
			if log := s.took(); strings.Count(log, "RAW") != 1 {
				t.Errorf("%s, %s: the server got %s", way, where, log)
			}
			if err := enter(db, func(db *gorm.DB) error { return run(db, someFlake) }); !errors.Is(err, ErrKind) {
				t.Errorf("%s, %s, with another ID: %v", way, where, err)
			}
			if log := s.took(); strings.Contains(log, "things") {
				t.Errorf("%s, %s, with another ID: the server got %s", way, where, log)
			}
		}
	}
}

// TestPoolLeft: a statement has its own pool again afterwards, whether it succeeds or not.
func TestPoolLeft(t *testing.T) {
	db := (&server{dialect: "mysql"}).open(t, Models(&boundRow{}))
	own := db.Statement.ConnPool
	for _, v := range []any{someWiji, someFlake} {
		for way, tx := range map[string]*gorm.DB{
			"Exec": db.Exec("DELETE FROM things WHERE id = ?", v), "Find": db.Find(&[]boundRow{}, "id = ?", v),
			"Update": db.Model(&boundRow{}).Where("id = ?", v).Update("n", 1), "Delete": db.Where("id = ?", v).Delete(&boundRow{}),
			"DryRun": db.Session(&gorm.Session{DryRun: true}).Find(&[]boundRow{}, "id = ?", v),
		} {
			if tx.Statement.ConnPool != own {
				t.Errorf("%s of a %T: the pool is a %T", way, v, tx.Statement.ConnPool)
			}
		}
	}
}

// nestedPool is a pool that begins transactions in one of GORM's ways, or in none.
type nestedPool struct{ gorm.ConnPool }

// nestedTx is a transaction of such a pool.
type nestedTx struct {
	nestedPool
	gorm.TxCommitter
}

type beginsOther struct{ nestedPool }

func (p beginsOther) BeginTx(context.Context, *sql.TxOptions) (gorm.ConnPool, error) {
	return p.ConnPool, nil
}

// TestPoolMethods: what callbacks of a program ask of the pool while a statement is built.
func TestPoolMethods(t *testing.T) {
	s := &server{dialect: "mysql"}
	own := s.pool(t)
	if _, err := (&pool{ConnPool: nestedPool{own}}).BeginTx(t.Context(), nil); !errors.Is(err, gorm.ErrInvalidTransaction) {
		t.Errorf("a pool without transactions: %v", err)
	}
	if tx, err := (&pool{ConnPool: beginsOther{nestedPool{own}}}).BeginTx(t.Context(), nil); err != nil || tx != gorm.ConnPool(own) {
		t.Errorf("a pool that begins a transaction of its own: %v, %v", tx, err)
	}
	tx, err := (&pool{ConnPool: own}).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := tx.(*sql.Tx); !ok {
		t.Errorf("a pool of database/sql begins a %T", tx)
	}
	if db, err := (&pool{ConnPool: own}).GetDBConn(); db != own || err != nil {
		t.Errorf("the connections are %v, %v", db, err)
	}
	if db, err := (&pool{ConnPool: nestedPool{own}}).GetDBConn(); db != nil || err == nil {
		t.Errorf("the connections of another pool are %v, %v", db, err)
	}
	stmt, err := own.PrepareContext(t.Context(), "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	inTx := (&txPool{&pool{ConnPool: tx}, tx.(gorm.TxCommitter)}).StmtContext(t.Context(), stmt)
	if inTx == stmt || inTx == nil {
		t.Error("a prepared statement of the transaction is that of the connections")
	}
	if got := (&txPool{&pool{ConnPool: own}, nil}).StmtContext(t.Context(), stmt); got != stmt {
		t.Error("a prepared statement without a transaction is another one")
	}
	if err := errors.Join(tx.(gorm.TxCommitter).Rollback(), stmt.Close()); err != nil {
		t.Error(err)
	}
	refused := errors.New("refused")
	if err := failingRow(refused).Scan(new(int)); !errors.Is(err, refused) {
		t.Errorf("the row of an error has %v", err)
	}
	if (refusing{}).Driver() != nil {
		t.Error("the connector that refuses has a driver")
	}
}

// TestEnter: a statement in which another one is nested has one pool of the plugin, and one without a pool has none.
func TestEnter(t *testing.T) {
	db := (&server{dialect: "mysql"}).open(t)
	p := pluginOf(db)
	own := gorm.ConnPool(nestedPool{})
	stmt := &gorm.Statement{DB: db, ConnPool: own}
	if isEntered(stmt) {
		t.Error("the plugin's pool is in a statement that it has not entered")
	}
	p.enter(stmt)
	p.enter(stmt)
	if poolOf(stmt.ConnPool).ConnPool != own || !isEntered(stmt) {
		t.Errorf("the pool is %v", stmt.ConnPool)
	}
	if inside := (&gorm.Statement{DB: db, ConnPool: stmt.ConnPool}); isEntered(inside) {
		t.Error("the pool of the statement around it is taken for its own")
	}
	leave(stmt)
	if stmt.ConnPool != own {
		t.Errorf("the pool is %v afterwards", stmt.ConnPool)
	}
	tx := &gorm.Statement{DB: db, ConnPool: nestedTx{nestedPool{}, new(sql.Tx)}}
	p.enter(tx)
	if _, ok := tx.ConnPool.(gorm.TxCommitter); !ok || !isEntered(tx) {
		t.Errorf("the pool in a transaction is a %T", tx.ConnPool)
	}
	none := &gorm.Statement{DB: db}
	p.enter(none)
	if none.ConnPool != nil {
		t.Errorf("the pool of a statement without one is %v", none.ConnPool)
	}
}

// TestRefusedRow: Row of a statement that is refused returns the error, and the errors of the program before it stay.
func TestRefusedRow(t *testing.T) {
	db := (&server{dialect: "mysql"}).open(t, Models(&boundRow{}))
	tx := db.Model(&boundRow{}).Where(text26)
	if err := tx.Row().Scan(new(int)); !errors.Is(err, ErrValue) {
		t.Errorf("Row: %v", err)
	}
	rows, err := db.Model(&boundRow{}).Where(text26).Rows()
	if !errors.Is(err, ErrValue) {
		t.Errorf("Rows: %v", err)
	}
	if rows != nil {
		_ = errors.Join(rows.Err(), rows.Close())
	}
	before := errors.New("before")
	tx = db.Model(&boundRow{})
	_ = tx.AddError(before)
	if row := tx.Row(); row != nil {
		t.Errorf("Row behind an error is %v", row.Err())
	}
}

// driverless is a connector that names no driver.
type driverless struct{ driver.Connector }

func (driverless) Driver() driver.Driver { return nil }

// TestNoDriver: the plugin does without the name of the driver.
func TestNoDriver(t *testing.T) {
	db := (&server{dialect: "postgres"}).openBare(t)
	db.ConnPool = sql.OpenDB(driverless{})
	db.Statement.ConnPool = db.ConnPool
	if err := db.Use(New()); err != nil {
		t.Error(err)
	}
}

// TestTextBytes: over lib/pq, which returns the text of a uuid in bytes, a column reads it. It is so for the rest of a process, so that
// another one tests it.
func TestTextBytes(t *testing.T) {
	if os.Getenv("GORMTYPE_TEXT_BYTES") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTextBytes$")
		cmd.Env = append(os.Environ(), "GORMTYPE_TEXT_BYTES=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	var x ID[wiji.ID]
	for _, c := range []struct {
		dialect string
		isKnown bool
		reads   bool
	}{{"mysql", true, false}, {"postgres", false, false}, {"postgres", true, true}} {
		s := &server{dialect: c.dialect}
		db := s.openBare(t)
		if c.isKnown {
			db.ConnPool = db.ConnPool.(pooled).DB
			db.Statement.ConnPool = db.ConnPool
		}
		if err := db.Use(New()); err != nil {
			t.Fatal(err)
		}
		if err := x.Scan([]byte(someWiji.UUID())); (err == nil) != c.reads {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
