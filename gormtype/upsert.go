package gormtype

import (
	"database/sql"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/afterexec"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// refusesUpsert converts the values that an upsert sets in the field, or reports one that is no ID, for
// a DB without the plugin.
func (f filler) refusesUpsert(stmt *gorm.Statement) bool {
	c := stmt.Clauses["ON CONFLICT"]
	conflict, ok := c.Expression.(clause.OnConflict)
	if !ok || stmt.Schema == nil {
		return false
	}
	conflict.DoUpdates = slices.Clone(conflict.DoUpdates)
	for i, a := range conflict.DoUpdates {
		if stmt.Schema.LookUpField(a.Column.Name) == f.field {
			stored, err := f.traits.store(f.field, a.Value)
			if err != nil {
				_ = stmt.AddError(err)
				return true
			}
			conflict.DoUpdates[i].Value = stored
		}
	}
	c.Expression = conflict
	stmt.Clauses["ON CONFLICT"] = c
	return false
}

// conflictOf returns what a statement does with rows that exist. INSERT IGNORE leaves them out, too.
func conflictOf(stmt *gorm.Statement) (clause.OnConflict, bool) {
	if insert, ok := stmt.Clauses["INSERT"].Expression.(clause.Insert); ok && strings.Contains(strings.ToUpper(insert.Modifier), "IGNORE") {
		return clause.OnConflict{DoNothing: true}, true
	}
	conflict, ok := stmt.Clauses["ON CONFLICT"].Expression.(clause.OnConflict)
	return conflict, ok
}

// upsert is an INSERT with ON CONFLICT. It can keep a row that exists, with its key, and
// then the key that was made for it is in no table: children that refer to it would be
// stored dangling.
type upsert struct {
	filler
	stmt     *gorm.Statement
	conflict clause.OnConflict
	rows     int
	made     []reflect.Value // the rows whose keys were made in this statement
	keys     []any           // these keys
}

// arrange makes each made key one that was stored, or clears it, or makes the statement
// fail before it stores a row.
func (u *upsert) arrange() {
	switch {
	case u.conflict.DoNothing:
		u.arrangeNothing()
	case canReturn(u.stmt):
		u.arrangeReturning()
	case !u.field.PrimaryKey || len(u.made) == 0:
	case len(u.made) < u.rows:
		u.guard()
	case u.rows > 1 || u.onKey():
		u.insert()
	default:
		afterexec.Run(u.stmt, u.clearLost)
	}
}

// onKey reports whether the statement names the key itself as what conflicts. A key that
// was just made does not: on PostgreSQL and SQLite, a conflict with another unique key is
// then an error of the server.
func (u *upsert) onKey() bool {
	if len(u.conflict.Columns) == 0 {
		return u.conflict.UpdateAll && u.conflict.OnConstraint == "" // GORM adds the key
	}
	return slices.ContainsFunc(u.conflict.Columns, func(c clause.Column) bool {
		return c.Name == clause.PrimaryKey || c.Name == u.field.DBName
	})
}

// canReturn reports whether the server of a statement has RETURNING.
func canReturn(stmt *gorm.Statement) bool { return slices.Contains(stmt.BuildClauses, "RETURNING") }

// arrangeReturning asks the server for the keys. It returns a row for each that it
// inserts or updates, in their order. A condition of the update leaves rows out, so that GORM
// could not tell which of several rows they are: their keys are those that were stored, or zero.
func (u *upsert) arrangeReturning() {
	ignoresTarget := columntype.DialectOf(u.stmt.DB) == columntype.MySQL
	hasCondition := !ignoresTarget && len(u.conflict.Where.Exprs) > 0
	switch {
	case u.rows > 1 && len(u.made) == 0, !ignoresTarget && u.field.PrimaryKey && u.onKey():
		return
	case hasCondition && u.rows > 1 && u.returns():
		afterexec.AtBuildEnd(u.stmt, u.clearAll)
		return
	case hasCondition && u.rows > 1:
		afterexec.Run(u.stmt, u.clearLost)
		return
	case hasCondition && u.field.PrimaryKey:
		afterexec.AtBuildEnd(u.stmt, u.clearAll)
	}
	u.readBack()
}

// returns reports whether the statement returns columns, whatever its keys are.
func (u *upsert) returns() bool {
	_, ok := u.stmt.Clauses["RETURNING"]
	return canReturn(u.stmt) && (ok || len(u.stmt.Schema.FieldsWithDefaultDBValue) > 0)
}

// arrangeNothing clears the keys of the rows that the statement leaves out. If the
// statement returns columns anyway, MariaDB also returns the rows that exist, and the
// others only those that they insert: GORM cannot tell which of several rows they are.
func (u *upsert) arrangeNothing() {
	switch {
	case !u.field.PrimaryKey, len(u.made) == 0:
	case !u.returns():
		afterexec.Run(u.stmt, u.clearLost)
	case columntype.DialectOf(u.stmt.DB) == columntype.MySQL:
		u.readBack()
	case u.rows == 1:
		afterexec.AtBuildEnd(u.stmt, u.clearAll)
		u.readBack()
	}
}

// readBack adds the key to the columns that the statement returns.
func (u *upsert) readBack() {
	stmt := u.stmt
	returning, ok := stmt.Clauses["RETURNING"].Expression.(clause.Returning)
	if ok && len(returning.Columns) == 0 {
		return // all columns
	}
	var columns []clause.Column // in addition to those of the clause
	if !ok {                    // GORM adds these only if there is no such clause
		for _, field := range stmt.Schema.FieldsWithDefaultDBValue {
			if field.Readable {
				columns = append(columns, clause.Column{Name: field.DBName})
			}
		}
	}
	stmt.AddClause(clause.Returning{Columns: append(columns, clause.Column{Name: u.field.DBName})})
}

// insert removes the ON CONFLICT. No made key can conflict, so that a conflict is one
// with another unique key, and an error.
func (u *upsert) insert() {
	u.stmt.BuildClauses = slices.DeleteFunc(slices.Clone(u.stmt.BuildClauses), func(name string) bool { return name == "ON CONFLICT" })
	afterexec.Run(u.stmt, u.explain)
}

// guard makes the update of a row with a made key fail: it would be an update by another
// unique key, of a row that keeps its key.
func (u *upsert) guard() {
	key := clause.Column{Name: u.field.DBName}
	c := u.stmt.Clauses["ON CONFLICT"]
	u.conflict.DoUpdates = append([]clause.Assignment{{Column: key, Value: clause.Expr{
		SQL:  "IF(VALUES(?) IN ?, ~0 + CHAR_LENGTH(VALUES(?)), ?)", // the sum is out of range
		Vars: []any{key, u.keys, key, key},
	}}}, u.conflict.DoUpdates...)
	c.Expression = u.conflict
	u.stmt.Clauses["ON CONFLICT"] = c
	afterexec.Run(u.stmt, u.explain)
}

// explain adds the remedy to an error of the server that is due to another unique key.
func (u *upsert) explain(_ sql.Result, err error) error {
	const duplicateEntry, outOfRange = "1062", "1690"
	if err == nil || !strings.Contains(err.Error(), duplicateEntry) && !strings.Contains(err.Error(), outOfRange) {
		return err
	}
	err = u.stmt.AddError(err) // in GORM's translation
	u.stmt.DB.Error = nil
	return u.refused("a row exists with the same values of another unique key, and this server cannot return its key: "+
		"find the row and set its key, or create one row at a time", err)
}

func (u *upsert) refused(detail string, cause error) error {
	return &sqltype.ColumnError{Column: u.traits.Name(), Op: "upsert", Reason: ErrUpsert, Detail: detail, Err: cause}
}

// clearAll clears the made keys, which the server returns if it stores them.
func (u *upsert) clearAll() {
	for _, row := range u.made {
		u.clear(row)
	}
}

// clear makes the key zero, which no statement stores: not for a child either.
func (u *upsert) clear(row reflect.Value) { u.stmt.AddError(u.field.Set(u.stmt.Context, row, nil)) }

// clearLost clears the made keys that the statement did not store. With the setting
// clientFoundRows, MySQL and MariaDB also count the rows that they leave out.
func (u *upsert) clearLost(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	isCounted := u.conflict.DoNothing && columntype.DialectOf(u.stmt.DB) != columntype.MySQL
	if n, err := result.RowsAffected(); isCounted && err == nil && n == int64(u.rows) {
		return nil
	}
	stored, err := u.stored()
	for i, row := range u.made {
		if err == nil && !stored[u.keys[i]] {
			u.clear(row)
		}
	}
	return err
}

// stored asks the server which of the made keys are in the table. It asks past GORM's
// callbacks: a plugin could ask a replica.
func (u *upsert) stored() (map[any]bool, error) {
	key := clause.Column{Name: u.field.DBName}
	query := &gorm.Statement{DB: u.stmt.DB, Context: u.stmt.Context, Table: u.stmt.Table, TableExpr: u.stmt.TableExpr}
	clause.Expr{SQL: "SELECT ? FROM ? WHERE ? IN ?", Vars: []any{key, clause.Table{Name: clause.CurrentTable}, key, u.keys}}.Build(query)
	rows, err := u.stmt.ConnPool.QueryContext(query.Context, query.SQL.String(), query.Vars...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stored := make(map[any]bool, len(u.keys))
	for rows.Next() {
		v := reflect.New(reflect.TypeOf(u.keys[0]))
		if err := rows.Scan(v.Interface()); err != nil {
			return nil, err
		}
		stored[v.Elem().Interface()] = true
	}
	return stored, rows.Err()
}
