package gormtype

import (
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// dialector is a dialector whose values the plugin binds.
type dialector struct {
	gorm.Dialector
	plugin *plugin
}

// SavePoint makes a savepoint, if the dialector has them.
func (d *dialector) SavePoint(tx *gorm.DB, name string) error {
	if s, ok := d.Dialector.(gorm.SavePointerDialectorInterface); ok {
		return s.SavePoint(tx, name)
	}
	return gorm.ErrUnsupportedDriver
}

// RollbackTo rolls back to a savepoint, if the dialector has them.
func (d *dialector) RollbackTo(tx *gorm.DB, name string) error {
	if s, ok := d.Dialector.(gorm.SavePointerDialectorInterface); ok {
		return s.RollbackTo(tx, name)
	}
	return gorm.ErrUnsupportedDriver
}

// Translate returns the error of GORM for one of the server, if the dialector knows it.
func (d *dialector) Translate(err error) error {
	if t, ok := d.Dialector.(gorm.ErrorTranslator); ok {
		return t.Translate(err)
	}
	return err
}

// BindVarTo writes the placeholder of the last of the statement's values. GORM calls it with
// another writer to repeat the placeholder of a value that is bound already.
func (d *dialector) BindVarTo(writer clause.Writer, stmt *gorm.Statement, v any) {
	if built, ok := writer.(*gorm.Statement); !ok || built != stmt || len(stmt.Vars) == 0 {
		if !ok {
			d.plugin.examinePart(stmt)
		}
		d.Dialector.BindVarTo(writer, stmt, v)
		return
	}
	if members, ok := d.plugin.pointedList(stmt, v); ok {
		stmt.Vars = stmt.Vars[:len(stmt.Vars)-1]
		if strings.HasSuffix(stmt.SQL.String(), "(") && len(members) > 0 {
			stmt.AddVar(writer, members...)
		} else {
			stmt.AddVar(writer, members)
		}
		return
	}
	a, changed, err := d.plugin.bind(stmt, v)
	if err != nil {
		if stmt.Error == nil { // one error says it
			_ = stmt.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		a, changed = columntype.Argument{Value: columntype.Refused{Err: err}}, true
	}
	if !changed {
		d.Dialector.BindVarTo(writer, stmt, v)
		return
	}
	last := len(stmt.Vars) - 1
	if a.IsLiteral {
		stmt.Vars = stmt.Vars[:last]
		_, _ = stmt.WriteString(a.Before)
		return
	}
	stmt.Vars[last] = a.Value
	_, _ = stmt.WriteString(a.Before)
	d.Dialector.BindVarTo(writer, stmt, a.Value)
	_, _ = stmt.WriteString(a.After)
}
