package columntype

import (
	"runtime"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// zeroFill says why a migration must not write a column's type now, and is empty if it
// may. To the rows of a table that gets a NOT NULL column without a default, MySQL and
// MariaDB give zeros, which are no ID, and each later Find fails. With strict mode off,
// they also replace each NULL of a column that becomes NOT NULL. Other servers refuse
// both.
//
// GORM asks for a column's type before it executes a statement, and does not say which:
// a table that does not exist yet, and one without rows, get the column.
func zeroFill(dl Dialect, db *gorm.DB, field *schema.Field) string {
	byServer := field.HasDefaultValue && field.DefaultValue != "(-)"
	if dl != MySQL || !field.NotNull || byServer || db.Statement == nil || db.Statement.ConnPool == nil {
		return ""
	}
	name := table.SQL(db.Statement, field.Schema.Table)
	columns, hasRows, err := firstRow(db, "SELECT * FROM "+name+" LIMIT 1")
	if err == nil && slices.ContainsFunc(columns, func(name string) bool { return strings.EqualFold(name, field.DBName) }) {
		return nullFill(db, name, field)
	}
	const noSuchTable = "1146"
	switch {
	case IsCalledBy(".Migrator.RenameColumn"): // the values are in the column of the old name
		return ""
	case err == nil && !hasRows, err != nil && (db.DryRun || strings.Contains(err.Error(), noSuchTable)):
		return ""
	}
	// MySQL shows the first 80 characters, which must name the way.
	return "add it nullable, fill it, then NOT NULL: the server would fill the rows of the table with zeros " + reason(err)
}

// nullFill is zeroFill for a column that exists.
func nullFill(db *gorm.DB, table string, field *schema.Field) string {
	_, hasNull, err := firstRow(db, "SELECT 1 FROM "+table+" WHERE "+db.Statement.Quote(field.DBName)+
		" IS NULL AND @@sql_mode NOT LIKE '%STRICT%' LIMIT 1")
	if hasNull || err != nil {
		return "fill its NULLs first, or make the field a pointer: the server would replace them by zeros " + reason(err)
	}
	return ""
}

// IsCalledBy reports whether a method of a migrator of GORM is among the callers, which is all that
// tells a column type what GORM does.
func IsCalledBy(method string) bool {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "gorm.io/") && strings.Contains(frame.Function, method) {
			return true
		}
		if !more {
			return false
		}
	}
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return "(" + err.Error() + ")"
}

// firstRow returns the columns of a query, and whether it returns a row. It goes past
// GORM's callbacks: a plugin could ask a replica.
func firstRow(db *gorm.DB, query string) (columns []string, found bool, err error) {
	rows, err := db.Statement.ConnPool.QueryContext(db.Statement.Context, query)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	if columns, err = rows.Columns(); err != nil {
		return nil, false, err
	}
	found = rows.Next()
	return columns, found, rows.Err()
}
