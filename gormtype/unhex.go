package gormtype

import (
	"errors"
	"reflect"
	"strings"
	"sync"

	"gorm.io/gorm"
)

// unhex has a bool for each dialector: whether its SQLite has the function UNHEX.
var unhex sync.Map

// hasUnhex reports whether the SQLite of db is 3.41 or newer. It asks once.
func hasUnhex(db *gorm.DB) bool {
	if db.Statement == nil || !reflect.TypeOf(db.Dialector).Comparable() {
		return true
	}
	if known, ok := unhex.Load(db.Dialector); ok {
		return known.(bool)
	}
	pool := db.Statement.ConnPool
	if prepared, ok := pool.(*gorm.PreparedStmtDB); ok {
		pool = prepared.ConnPool
	}
	if pool == nil {
		return true // a dry run without a server
	}
	rows, err := pool.QueryContext(db.Statement.Context, "SELECT UNHEX('00')")
	if err == nil {
		err = errors.Join(rows.Close(), rows.Err())
	}
	if err == nil || strings.Contains(err.Error(), "no such function") {
		unhex.Store(db.Dialector, err == nil)
		return err == nil
	}
	return true // the statement will fail as well
}

// canInline reports whether a statement is executed once, and logged with its arguments.
func canInline(db *gorm.DB) bool {
	if db.DryRun || db.PrepareStmt {
		return false
	}
	filter, ok := db.Logger.(gorm.ParamsFilter)
	if !ok {
		return true
	}
	_, params := filter.ParamsFilter(db.Statement.Context, "", 1)
	return len(params) > 0
}
