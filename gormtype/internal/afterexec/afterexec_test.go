package afterexec_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/afterexec"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

type row struct {
	ID   int `gorm:"autoIncrement:false"`
	Name string
}

var errServer = errors.New("server")

// TestRun: GORM builds an INSERT, then executes it by the pool that the statement has, and
// returns the error of the function. If this fails with a new release of GORM, its create
// callback reads the pool before it builds the statement.
func TestRun(t *testing.T) {
	server := new(pool)
	db, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{ConnPool: server, SkipDefaultTransaction: true, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	server.log = &order
	if err := db.Callback().Create().Before("gorm:create").Register("test", func(db *gorm.DB) {
		afterexec.Run(db.Statement, func(_ sql.Result, err error) error {
			order = append(order, "after")
			return errors.Join(err, gorm.ErrDuplicatedKey)
		})
	}); err != nil {
		t.Fatal(err)
	}
	tx := db.Create(&row{ID: 1, Name: "a"})
	if len(order) != 2 || order[0] != "exec" || order[1] != "after" {
		t.Errorf("the order is %v", order)
	}
	if !errors.Is(tx.Error, errServer) || !errors.Is(tx.Error, gorm.ErrDuplicatedKey) {
		t.Errorf("error %v", tx.Error)
	}
	if tx.Statement.ConnPool != gorm.ConnPool(server) {
		t.Errorf("the pool is %T afterwards", tx.Statement.ConnPool)
	}
	order = nil
	failed := db.Session(&gorm.Session{})
	failed.Error = gorm.ErrInvalidData
	stmt := &gorm.Statement{DB: failed, ConnPool: server, Clauses: map[string]clause.Clause{}}
	afterexec.Run(stmt, func(sql.Result, error) error { return nil })
	stmt.Clauses["gormtype"].Expression.Build(nil)
	if stmt.ConnPool != gorm.ConnPool(server) {
		t.Error("a statement that has failed has another pool")
	}
	failed.Error = nil
	stmt.Clauses["gormtype"].Expression.Build(nil)
	if stmt.ConnPool == gorm.ConnPool(server) {
		t.Error("a statement has its own pool")
	}
	_, err = stmt.ConnPool.QueryContext(t.Context(), "") //nolint:rowserrcheck // there are no rows
	if !errors.Is(err, errServer) || stmt.ConnPool != gorm.ConnPool(server) {
		t.Errorf("a query: %v, and the pool is %T afterwards", err, stmt.ConnPool)
	}
	if order = nil; len(stmt.BuildClauses) != 1 || stmt.BuildClauses[0] != "gormtype" {
		t.Errorf("the clauses are %v", stmt.BuildClauses)
	}
	if db.Session(&gorm.Session{DryRun: true}).Create(&row{ID: 1}); len(order) > 0 {
		t.Errorf("a statement that is not executed: %v", order)
	}
}

// pool is a server that fails.
type pool struct {
	gorm.ConnPool
	log *[]string
}

func (p *pool) ExecContext(context.Context, string, ...any) (sql.Result, error) {
	*p.log = append(*p.log, "exec")
	return nil, errServer
}

func (p *pool) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	*p.log = append(*p.log, "exec")
	return nil, errServer
}
