package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
)

// pool is the ConnPool of a statement while GORM builds and executes it. It sees the finished SQL
// with all arguments, and gives each ID the form of its column.
type pool struct {
	gorm.ConnPool
	plugin  *plugin
	stmt    *gorm.Statement
	catalog *catalog      // of the last query, and not the one that DDL has replaced it by
	plan    *plan         // of the last query
	given   reflect.Value // the destination, if GORM scans into another one
	isRows  bool          // the program reads the rows, of which the plugin does not know the destination
}

// txPool is the pool of a statement in a transaction, which GORM knows by its methods.
type txPool struct {
	*pool
	gorm.TxCommitter
}

// poolOf returns the plugin's pool in the place of a statement's own, or nil.
func poolOf(p gorm.ConnPool) *pool {
	switch entered := p.(type) {
	case *pool:
		return entered
	case *txPool:
		return entered.pool
	}
	return nil
}

// inner returns the pool that a statement had, or has.
func inner(p gorm.ConnPool) gorm.ConnPool {
	if entered := poolOf(p); entered != nil {
		return entered.ConnPool
	}
	return p
}

// enter puts the pool in the place of the statement's own.
func (p *plugin) enter(stmt *gorm.Statement) {
	own := inner(stmt.ConnPool) // not that of a statement in which another one is nested
	if own == nil {
		return
	}
	entered := &pool{ConnPool: own, plugin: p, stmt: stmt}
	if tx, ok := own.(gorm.TxCommitter); ok {
		stmt.ConnPool = &txPool{entered, tx}
		return
	}
	stmt.ConnPool = entered
}

// isEntered reports whether the statement's pool is the plugin's.
func isEntered(stmt *gorm.Statement) bool {
	entered := poolOf(stmt.ConnPool)
	return entered != nil && entered.stmt == stmt
}

// leave puts the statement's own pool and destination back.
func leave(stmt *gorm.Statement) {
	if entered := poolOf(stmt.ConnPool); entered != nil && entered.given.IsValid() {
		stmt.ReflectValue = entered.given
	}
	stmt.ConnPool = inner(stmt.ConnPool)
}

// ExecContext executes a statement.
func (p *pool) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	b, err := p.bind(query, args)
	if err != nil {
		return nil, err
	}
	return p.ConnPool.ExecContext(ctx, b.query, b.args...)
}

// QueryContext executes a query.
func (p *pool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	b, err := p.bind(query, args)
	if err != nil {
		return nil, err
	}
	if p.plugin.dialect == columntype.SQLite && isLook(p.stmt) {
		if err = p.plugin.lookAtRow(ctx, p.ConnPool, p.stmt, b); err != nil {
			return nil, err
		}
	}
	p.prepare(query)
	rows, err := p.ConnPool.QueryContext(ctx, b.query, b.args...)
	if err != nil {
		return rows, err
	}
	return p.opened(rows, query)
}

// prepare makes the plan of a query without arguments that the plugin reads into a destination: it asks the server for names, which
// it cannot in a transaction once the rows are open.
func (p *pool) prepare(query string) {
	if p.plan == nil && (!p.isRows || isScan(p.stmt)) && !isLook(p.stmt) && len(p.catalog.held) > 0 {
		p.plan = p.catalog.plan(p.stmt, query)
	}
}

// opened returns the rows of a query as GORM can read them into the statement's destination.
func (p *pool) opened(rows *sql.Rows, query string) (*sql.Rows, error) {
	var err error
	switch {
	case isLook(p.stmt):
		err = p.plugin.look(p.stmt, rows)
	case isScan(p.stmt):
		return p.awaitDestination(rows, query), nil
	case p.isRows:
	default:
		return p.adoptDestination(rows, query)
	}
	if err != nil {
		return nil, errors.Join(err, rows.Close())
	}
	return rows, nil
}

// QueryRowContext executes a query for a row. The row has the error of one that is wrong.
func (p *pool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	b, err := p.bind(query, args)
	if err != nil {
		_ = p.stmt.AddError(err)
		return failingRow(err)
	}
	return p.ConnPool.QueryRowContext(ctx, b.query, b.args...)
}

// bind binds the IDs of a statement. That of GORM shows them afterwards.
func (p *pool) bind(query string, args []any) (binding, error) {
	b, err := p.plugin.bind(p.stmt, query, args, false)
	p.catalog, p.plan = b.catalog, b.plan
	if err == nil && b.isChanged && query == p.stmt.SQL.String() {
		b.show(p.stmt)
	}
	return b, err
}

// BeginTx begins a transaction for a statement that is nested in the one that is built.
func (p *pool) BeginTx(ctx context.Context, options *sql.TxOptions) (gorm.ConnPool, error) {
	switch beginner := p.ConnPool.(type) {
	case gorm.TxBeginner:
		return beginner.BeginTx(ctx, options)
	case gorm.ConnPoolBeginner:
		return beginner.BeginTx(ctx, options)
	}
	return nil, gorm.ErrInvalidTransaction
}

// GetDBConn returns the connections of database/sql.
func (p *pool) GetDBConn() (*sql.DB, error) {
	return (&gorm.DB{Config: &gorm.Config{ConnPool: p.ConnPool}}).DB()
}

// StmtContext is that of the transaction.
func (p *txPool) StmtContext(ctx context.Context, stmt *sql.Stmt) *sql.Stmt {
	if tx, ok := p.ConnPool.(gorm.Tx); ok {
		return tx.StmtContext(ctx, stmt)
	}
	return stmt
}

// failingRow returns a row that has an error.
func failingRow(err error) *sql.Row {
	db := sql.OpenDB(refusing{err})
	defer db.Close()
	return db.QueryRowContext(context.Background(), "")
}

// refusing is a connector that cannot connect.
type refusing struct{ err error }

// Connect returns the error.
func (f refusing) Connect(context.Context) (driver.Conn, error) { return nil, f.err }

// Driver returns no driver.
func (refusing) Driver() driver.Driver { return nil }

// showDry shows the IDs of a statement that is built and not executed. A part of another one,
// such as a subquery, has the arguments of that one before its own.
func (p *plugin) showDry(stmt *gorm.Statement) {
	query := stmt.SQL.String()
	b, err := p.bind(stmt, query, stmt.Vars, true)
	switch {
	case errors.Is(err, ErrPlain): // it can be known in the statement of which this is a part
	case err != nil:
		_ = stmt.AddError(err)
	case b.isChanged:
		b.show(stmt)
	}
}

var _ driver.Valuer = columntype.Refused{}
