package gormtype

import (
	"database/sql/driver"
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
	value any
	start int // in the statement, of what is bound
	index int // of its argument
	bound columntype.Argument
}

// leadings holds the leading values of a statement that are not examined yet.
type leadings struct {
	stmt   *gorm.Statement
	before string // the statement before the last value
	values []leading
	err    error // of a statement that becomes a subquery of another
}

type leadingsKey struct{}

func leadingsOf(stmt *gorm.Statement) *leadings {
	held, _ := stmt.Settings.Load(leadingsKey{})
	l, _ := held.(*leadings)
	return l
}

// subqueryError returns the error of a statement that becomes a subquery of another.
func subqueryError(stmt *gorm.Statement) error {
	if l := leadingsOf(stmt); l != nil && l.stmt == stmt {
		return l.err
	}
	return nil
}

// remember keeps the last value of a statement for [plugin.examine], if it is a leading one.
// It returns the error of the subquery that the statement is, if it is one.
func (d destination) remember(stmt *gorm.Statement, v any, bound columntype.Argument) error {
	if !d.leads {
		return nil
	}
	l := leadingsOf(stmt)
	if l == nil || l.stmt != stmt {
		l = &leadings{stmt: stmt}
		stmt.Settings.Store(leadingsKey{}, l)
	}
	sql := stmt.SQL.String()
	if !strings.HasPrefix(sql, l.before) {
		l.values = nil // of another statement that was built before
	}
	l.before = sql
	l.values = append(l.values, leading{v, len(sql), len(stmt.Vars) - 1, bound})
	return l.err
}

// examined returns a builder of a clause that examines the leading values of the statement. next
// is the builder of the dialect, or nil.
func (p *plugin) examined(next clause.ClauseBuilder) clause.ClauseBuilder {
	return func(c clause.Clause, builder clause.Builder) {
		if next != nil {
			next(c, builder)
		} else {
			c.Build(builder)
		}
		stmt, ok := builder.(*gorm.Statement)
		if !ok {
			return
		}
		if l := leadingsOf(stmt); l != nil && l.stmt == stmt {
			p.examine(stmt, l, stmt.Vars)
		}
	}
}

// examineRaw examines the leading values of Raw and Exec, which built the statement or the one
// that it is a copy of. The model into which it reads says nothing of its tables.
func (p *plugin) examineRaw(stmt *gorm.Statement) {
	if l := leadingsOf(stmt); l != nil {
		model := stmt.Schema
		stmt.Schema = nil
		p.examine(stmt, l, stmt.Vars)
		stmt.Schema = model
	}
}

// examinePart examines the leading values of a statement that becomes a part of another: a
// subquery of Raw, or the conditions of a relation's join. GORM asks for the placeholders that it
// has, and then binds its values again.
func (p *plugin) examinePart(stmt *gorm.Statement) {
	l := leadingsOf(stmt)
	switch {
	case l == nil:
	case l.stmt == stmt: // of a join; GORM has cut the arguments behind the one that it asks for
		p.examine(stmt, l, stmt.Vars[:cap(stmt.Vars)])
	default:
		part := &leadings{stmt: stmt}
		stmt.Settings.Store(leadingsKey{}, part)
		p.wrong(stmt, l, func(_ leading, err error) { part.err = err })
	}
}

// wrong calls f with the leading values of a statement that are none of the column behind them,
// or not in its form.
func (p *plugin) wrong(stmt *gorm.Statement, l *leadings, f func(leading, error)) {
	sql := stmt.SQL.String()
	if len(l.values) == 0 || !strings.HasPrefix(sql, l.before) {
		return
	}
	e := newExamination(p, stmt, sql)
	for _, v := range l.values {
		if err := e.refuse(v); err != nil {
			f(v, err)
		}
	}
}

// examine makes a statement fail that has wrong leading values. args has its arguments. A copy
// leaves the values to the statement that it is of.
func (p *plugin) examine(stmt *gorm.Statement, l *leadings, args []any) {
	p.wrong(stmt, l, func(v leading, err error) {
		if stmt.Error == nil { // one error says it
			_ = stmt.AddError(err)
		}
		// GORM drops the errors of a subquery, so that an argument must fail as well.
		switch refused := (columntype.Refused{Err: err}); {
		case v.bound.IsLiteral:
			stmt.Vars = append(stmt.Vars, refused)
			_, _ = stmt.WriteString(" ?")
		case v.index < len(args):
			args[v.index] = refused
		}
	})
	if l.stmt == stmt {
		l.values = nil
	}
}

// examination reads a statement for its leading values, from the first to the last.
type examination struct {
	plugin *plugin
	stmt   *gorm.Statement
	sql    string
	whole  place.Statement
	// until is read up to the column of a value, and query up to the end of the query that its
	// column is in, for the tables behind. That query has the offsets from and to.
	until, query       place.Statement
	subquery, from, to int
}

func newExamination(p *plugin, stmt *gorm.Statement, sql string) *examination {
	e := &examination{plugin: p, stmt: stmt, sql: sql}
	e.whole.MySQL = columntype.DialectOf(stmt.DB) == columntype.MySQL
	e.whole.Read(sql)
	e.until.MySQL, e.query.MySQL = e.whole.MySQL, e.whole.MySQL
	return e
}

// tables returns the statement from which the tables of a column are read that ends there.
func (e *examination) tables(until int) *place.Statement {
	e.until.Read(e.sql[:until])
	if len(e.until.Sources()) > 0 {
		return &e.until
	}
	at := e.until.Subquery()
	if at != e.subquery || until < e.from || until > e.to {
		e.subquery, e.from, e.to = at, until, e.whole.QueryEnd(at, until)
		e.query.Read(e.sql[:e.to])
	}
	return &e.query
}

func (e *examination) refuse(v leading) error {
	rest, ok := strings.CutPrefix(e.sql[v.start:], v.bound.Before)
	placeholder := 0
	if !v.bound.IsLiteral {
		rest = rest[:min(len(rest), len("$65535"))]
		number := strings.TrimLeft(strings.TrimLeft(rest, "?$"), "0123456789")
		placeholder = len(rest) - len(number)
		ok = ok && placeholder > 0
	}
	if !ok {
		return nil
	}
	columns, until := e.whole.Following(v.start + len(v.bound.Before) + placeholder + len(v.bound.After))
	var wrong error
	for _, column := range columns { // one that it can be is enough
		err := e.refuseIn(v, column, until)
		if err == nil {
			return nil
		}
		if wrong == nil {
			wrong = err
		}
	}
	return wrong
}

// refuseIn returns the error of a value that is none of a column, which ends at an offset.
func (e *examination) refuseIn(v leading, column place.Column, until int) error {
	at := destination{subject: e.plugin.subjectOf(e.stmt, e.tables(until), []place.Column{column}, true), compares: true}
	if x, ok := v.value.(lateColumn); ok {
		return at.accepts(x.traits(), columntype.DialectOf(e.stmt.DB))
	}
	value, t := e.plugin.plain(v.value)
	if at.field == nil || value == nil {
		return nil
	}
	a, changed, err := e.plugin.bindAt(e.stmt, at, t, value)
	if err == nil && changed && !v.isBoundAs(a, value) {
		err = columntype.Refuse(at.traits.Description, at.name(), shown(v.value), ErrForm, "GORM binds a value before it writes what follows: "+
			"write the column first, as in "+at.field.DBName+" = ?")
	}
	return err
}

// plain returns a value as database/sql sees it, unless it is an ID, and its type.
func (p *plugin) plain(v any) (any, reflect.Type) {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	t := rv.Type()
	if p.catalog.Load().held[t].traits != nil || isID(t) {
		return v, t
	}
	if x, ok := v.(driver.Valuer); ok {
		plain, err := x.Value()
		if err != nil || plain == nil {
			return nil, nil
		}
		return plain, reflect.TypeOf(plain)
	}
	switch {
	case t.Kind() == reflect.String:
		return rv.String(), reflect.TypeFor[string]()
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return rv.Bytes(), reflect.TypeFor[[]byte]()
	}
	return v, t
}

// isBoundAs reports whether the server reads the bound value as it reads a.
func (v leading) isBoundAs(a columntype.Argument, value any) bool {
	if v.bound != (columntype.Argument{}) {
		return a.Equal(v.bound)
	}
	if raw, ok := value.([]byte); ok { // beside UNHEX, a literal or bytea
		return a.IsBytes(raw)
	}
	return a.Before == "" && a.After == "" && reflect.DeepEqual(a.Value, value)
}
