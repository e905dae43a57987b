// Package afterexec runs functions between the building of an INSERT and its execution, and
// after it, where GORM has no callback.
package afterexec

import (
	"context"
	"database/sql"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// AtBuildEnd makes GORM call run when it has built the statement of a create callback and
// is about to execute it.
func AtBuildEnd(stmt *gorm.Statement, run func()) {
	const name = "gormtype"
	stmt.Clauses[name] = clause.Clause{Expression: buildEnd{stmt, run}}
	stmt.BuildClauses = append(slices.Clip(stmt.BuildClauses), name)
}

// buildEnd is an expression that writes nothing.
type buildEnd struct {
	stmt *gorm.Statement
	run  func()
}

// Build calls the function if GORM will execute the statement.
func (b buildEnd) Build(clause.Builder) {
	if db := b.stmt.DB; !db.DryRun && db.Error == nil {
		b.run()
	}
}

// Run makes GORM call done after it has executed a statement that returns no rows.
// done returns the error that GORM gets.
func Run(stmt *gorm.Statement, done func(sql.Result, error) error) {
	AtBuildEnd(stmt, func() { stmt.ConnPool = &execOnce{stmt.ConnPool, stmt, done} })
}

// execOnce is the pool of a statement for one call: GORM asserts the types of pools, so
// that the call puts the original one back.
type execOnce struct {
	gorm.ConnPool
	stmt *gorm.Statement
	done func(sql.Result, error) error
}

// ExecContext executes the statement and calls done.
func (p *execOnce) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	p.stmt.ConnPool = p.ConnPool
	result, err := p.ConnPool.ExecContext(ctx, query, args...)
	return result, p.done(result, err)
}

// QueryContext executes the statement.
func (p *execOnce) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	p.stmt.ConnPool = p.ConnPool
	return p.ConnPool.QueryContext(ctx, query, args...)
}
