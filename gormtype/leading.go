package gormtype

import (
	"reflect"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// leading is a value with which an operand of a statement begins, as in "? = id". GORM binds it
// before it writes the column, so that it is examined when the column is there.
type leading struct {
	value  any
	before string // the statement before the value
	index  int    // of its argument
	bound  columntype.Argument
}

// leadings are the leading values of a statement that are not examined yet.
type leadings struct {
	stmt   *gorm.Statement
	values []leading
}

type leadingsKey struct{}

func leadingsOf(stmt *gorm.Statement) *leadings {
	held, _ := stmt.Settings.Load(leadingsKey{})
	if l, ok := held.(*leadings); ok && l.stmt == stmt {
		return l
	}
	return nil
}

// remember keeps the last value of a statement for [plugin.examine], if it is a leading one.
func (d destination) remember(stmt *gorm.Statement, v any, bound columntype.Argument) {
	if !d.leads {
		return
	}
	l := leadingsOf(stmt)
	if l == nil {
		l = &leadings{stmt: stmt}
		stmt.Settings.Store(leadingsKey{}, l)
	}
	l.values = append(l.values, leading{v, stmt.SQL.String(), len(stmt.Vars) - 1, bound})
}

// examined returns a builder of a clause that examines its leading values. next is the builder
// of the dialect, or nil.
func (p *plugin) examined(next clause.ClauseBuilder) clause.ClauseBuilder {
	return func(c clause.Clause, builder clause.Builder) {
		if next != nil {
			next(c, builder)
		} else {
			c.Build(builder)
		}
		if stmt, ok := builder.(*gorm.Statement); ok {
			p.examine(stmt)
		}
	}
}

// examine reports the leading values of a statement that are none of the column behind them,
// or not in its form.
func (p *plugin) examine(stmt *gorm.Statement) {
	l := leadingsOf(stmt)
	if l == nil {
		return
	}
	for _, v := range l.values {
		if err := p.refuse(stmt, v); err != nil {
			if stmt.Error == nil { // one error says it
				_ = stmt.AddError(err)
			}
			// GORM drops the errors of a subquery, so that an argument must fail as well.
			if v.bound.IsLiteral {
				v.index = len(stmt.Vars)
				stmt.Vars = append(stmt.Vars, nil)
				_, _ = stmt.WriteString(" ?")
			}
			stmt.Vars[v.index] = columntype.Refused{Err: err}
		}
	}
	l.values = l.values[:0]
}

func (p *plugin) refuse(stmt *gorm.Statement, v leading) error {
	rest, ok := strings.CutPrefix(stmt.SQL.String(), v.before+v.bound.Before)
	if !ok || !v.bound.IsLiteral && v.index >= len(stmt.Vars) { // a literal has no argument
		return nil // of another statement that was built before
	}
	placeholder := 0
	if !v.bound.IsLiteral {
		number := strings.TrimLeft(strings.TrimPrefix(rest, "$"), "0123456789")
		placeholder = max(len(rest)-len(number), len("?"))
	}
	end := len(v.before) + len(v.bound.Before) + placeholder + len(v.bound.After)
	isMySQL := columntype.DialectOf(stmt.DB) == columntype.MySQL
	read := place.Statement{MySQL: isMySQL}
	read.Read(stmt.SQL.String())
	columns, until := read.Following(end)
	if len(columns) == 0 {
		return nil
	}
	b := &building{stmt: stmt, read: place.Statement{MySQL: isMySQL}}
	b.read.Read(stmt.SQL.String()[:until]) // up to there, for the tables of an open subquery
	at := destination{subject: p.subjectOf(stmt, b, place.Place{Columns: columns}, true)}
	if x, ok := v.value.(lateColumn); ok {
		return at.accepts(x.traits(), columntype.DialectOf(stmt.DB))
	}
	t := reflect.TypeOf(v.value)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if at.field == nil {
		return nil
	}
	a, changed, err := p.bindAt(stmt, at, t, v.value)
	if err == nil && changed && !reflect.DeepEqual(a, v.bound) {
		err = columntype.Refuse(at.traits.Description, at.name(), shown(v.value), ErrForm, "GORM binds a value before it writes what follows: "+
			"write the column first, as in "+at.field.DBName+" = ?")
	}
	return err
}
