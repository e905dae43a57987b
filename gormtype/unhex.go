package gormtype

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"weak"

	"gorm.io/gorm"
)

// unhex has a bool for each DB: whether its SQLite has the function UNHEX. The keys are
// weak pointers to the callbacks, which the sessions of a DB share. An entry is deleted
// after its DB.
var unhex sync.Map

// hasUnhex reports whether the SQLite of db is 3.41 or newer. It asks once.
func hasUnhex(db *gorm.DB) bool {
	callbacks := db.Callback()
	if db.Statement == nil || callbacks == nil {
		return true
	}
	key := any(weak.Make(callbacks))
	if known, ok := unhex.Load(key); ok {
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
		if _, known := unhex.LoadOrStore(key, err == nil); !known {
			runtime.AddCleanup(callbacks, unhex.Delete, key)
		}
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
