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

// wrapDialector returns a dialector with the optional interfaces of the one that it wraps.
func wrapDialector(p *plugin, inner gorm.Dialector) gorm.Dialector {
	d := &dialector{inner, p}
	savePointer, saves := inner.(gorm.SavePointerDialectorInterface)
	translator, translates := inner.(gorm.ErrorTranslator)
	switch {
	case saves && translates:
		return struct {
			*dialector
			gorm.SavePointerDialectorInterface
			gorm.ErrorTranslator
		}{d, savePointer, translator}
	case saves:
		return struct {
			*dialector
			gorm.SavePointerDialectorInterface
		}{d, savePointer}
	case translates:
		return struct {
			*dialector
			gorm.ErrorTranslator
		}{d, translator}
	}
	return d
}

// BindVarTo writes the placeholder of the last of the statement's values. GORM calls it with
// another writer to repeat the placeholder of a value that is bound already.
func (d *dialector) BindVarTo(writer clause.Writer, stmt *gorm.Statement, v any) {
	if built, ok := writer.(*gorm.Statement); !ok || built != stmt || len(stmt.Vars) == 0 {
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
		_ = stmt.AddError(err)
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
