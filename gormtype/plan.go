package gormtype

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// plan is what the plugin knows of a statement by its text: the place of each argument.
type plan struct {
	holders []planned
	// ids is the number of places that can be columns of IDs.
	ids int
	// arguments is the number of values that the placeholders need.
	arguments int
	// isBroken is true if the statement cannot be parsed.
	isBroken    bool
	outputs     sync.Map // of the name of an output to a subject
	conversions sync.Map // of a conversionKey to its *conversion
	// canReturnID is what the method of a destination returns, which once sets.
	canReturnID bool
	once        sync.Once
}

// planned is a placeholder.
type planned struct {
	place.Holder
	*target
}

// target is a place, and the column that it means.
type target struct {
	place.Site
	subject
	others []subject // of "? IN (a, b)", that hold IDs as well
	// takesText is true if the value is taken as a text, and no column of bytes is.
	takesText bool
	// beside is the column of IDs, but not of their texts, that a text made of the value is compared with, or set in.
	beside subject
	// table is the model of an INSERT that names no columns.
	table *schema.Schema
}

// planKey is a statement. The text alone does not say which model has the table of a Table().
type planKey struct {
	sql         string
	model       *schema.Schema
	table, expr string // as GORM has it
}

// The plans that are kept have so many bytes, and each one at most a part of it: that of an INSERT of a
// thousand rows, which programs repeat, has some 300 KiB.
const keptBytes, planBytes = 8 << 20, 1 << 20

// plans holds the plans of a catalog.
type plans struct {
	kept sync.Map // of planKey to *plan
	size atomic.Int64
}

func (p *plans) store(key planKey, made *plan) {
	const overhead, holder = 1 << 10, 32
	size := int64(overhead + len(key.sql) + holder*len(made.holders))
	if size > planBytes {
		return
	}
	if p.size.Add(size) > keptBytes {
		p.kept.Clear()
		p.size.Store(size)
	}
	key.sql = strings.Clone(key.sql)
	p.kept.Store(key, made)
}

var statements = sync.Pool{New: func() any { return new(place.Statement) }}

// placeDialects holds the dialects of the parser. It parses a statement of an unknown one as SQLite does.
var placeDialects = map[columntype.Dialect]place.Dialect{columntype.Postgres: place.Postgres, columntype.MySQL: place.MySQL}

// plan returns what is known of a statement by its text.
func (c *catalog) plan(stmt *gorm.Statement, sql string) *plan {
	key := planKey{sql, stmt.Schema, stmt.Table, ""}
	if stmt.TableExpr != nil {
		key.expr = stmt.TableExpr.SQL
	}
	if found, ok := c.plans.kept.Load(key); ok {
		return found.(*plan)
	}
	parsed := statements.Get().(*place.Statement)
	defer statements.Put(parsed)
	made := &plan{isBroken: !parsed.Parse(sql, c.dialect), arguments: parsed.Arguments}
	f := finder{catalog: c, stmt: stmt, asking: stmt, parsed: parsed}
	if !made.isBroken {
		f.askAll()
		holders, sites := parsed.Holders()
		targets := make([]*target, len(sites))
		made.holders = make([]planned, len(holders))
		for i, h := range holders {
			t := &targets[h.Place]
			if *t == nil { // not of each site: that of an inner expression can give way to an outer one
				*t = f.target(sites[h.Place])
			}
			made.holders[i] = planned{h, *t}
			if (*t).traits != nil || (*t).table != nil || (*t).beside.traits != nil {
				made.ids++
			}
		}
	}
	if !f.isUnsure {
		c.plans.store(key, made)
	}
	return made
}

// finder finds the models of a statement's columns.
type finder struct {
	*catalog
	stmt     *gorm.Statement
	asking   *gorm.Statement // nil while rows are open, when the server cannot be asked
	parsed   *place.Statement
	isUnsure bool // the server did not say what a name means
}

// nameOf returns the name of a table of a statement.
func nameOf(s place.Source) table.Name { return table.Name{Schema: s.Schema, Table: s.Table} }

// askAll asks the server for the tables of a statement for which it has to be asked, before it executes the statement.
func (f *finder) askAll() {
	for query := range f.parsed.Queries() {
		for _, s := range f.parsed.Sources(query) {
			if s.Query < 0 && f.model(s, hasTraits) == nil && len(f.namesakes(nameOf(s))) > 0 {
				f.live(nameOf(s))
			}
		}
	}
}

func (f *finder) target(site place.Site) *target {
	t := &target{Site: site}
	for _, column := range site.Columns {
		switch s := f.find(column); {
		case t.traits != nil && s.traits != nil:
			t.others = append(t.others, s)
		case t.traits == nil && (s.traits != nil || t.field == nil):
			t.subject = s
		}
	}
	t.IsTyped = t.IsTyped && f.hasType(t.subject)
	t.beside = f.noText(site.Beside)
	t.takesText = site.Use == place.TakesText && t.beside.traits == nil && f.noText(site.Within).traits == nil
	if site.Table.Table != "" {
		if t.table = f.model(site.Table, hasTraits); t.table == nil {
			t.table = f.twinModel(nameOf(site.Table))
		}
	}
	return t
}

// hasType reports whether a column of PostgreSQL has the type of its IDs: with another one, the server must refuse a statement.
func (f *finder) hasType(s subject) bool {
	if s.traits == nil || s.table.Table == "" || f.dialect != place.Postgres {
		return true
	}
	columnType, _, _ := strings.Cut(f.live(s.table).Type(s.field.DBName), " ") // without a collation
	return columnType == "" || "::"+columnType == s.traits.Form(columntype.Postgres).Cast(columntype.Postgres)
}

// noText returns the first of the columns that holds IDs, but not their texts.
func (f *finder) noText(columns []place.Column) subject {
	for _, c := range columns {
		if s := f.find(c); s.traits != nil && !s.traits.StoresText() {
			return s
		}
	}
	return subject{}
}

// model returns the model of a table that suits. The model of the statement comes before others, and stands for the
// statement's table if that has no model.
func (f *finder) model(s place.Source, suits func(*schema.Schema) bool) *schema.Schema {
	name := nameOf(s)
	list, isSure := f.ofTable(f.asking, name)
	f.isUnsure = f.isUnsure || !isSure
	if own := f.stmt.Schema; own != nil && (slices.Contains(list, own) || list == nil && name.IsOf(f.stmt, s.Alias)) {
		list = append([]*schema.Schema{own}, list...)
	}
	if i := slices.IndexFunc(list, suits); i > 0 {
		return list[i]
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// A column is looked for under so many names: a query in FROM or WITH can return another one for it, a recursive
// query itself.
const mostNames = 250

// find returns what a column's name means. The field is nil if it is unknown, and the traits are
// nil if it holds no IDs of this package's types.
func (f *finder) find(column place.Column) subject { return f.findAmong(column, new(int)) }

func (f *finder) findAmong(column place.Column, names *int) subject {
	if *names++; *names > mostNames {
		return subject{}
	}
	for query := column.Query; query >= 0; query = f.parsed.Parent(query) {
		isHere := false // it is, or can be, a column of one of these tables
		for _, s := range f.parsed.Sources(query) {
			if !f.names(s, column) {
				continue
			}
			if found := f.in(s, column.Name, names); found.field != nil {
				return found
			}
			isHere = isHere || column.Qualifier != "" || f.canHave(s, column.Name, names)
		}
		if isHere || column.IsOwn {
			break
		}
		if found := f.first(f.parsed.Alias(column, query), names); found.field != nil {
			return found
		}
	}
	if row, ok := f.parsed.Written(column.Query); ok && isRow(column.Qualifier) && !f.isAlias(column) {
		return f.in(row, column.Name, names)
	}
	return subject{}
}

// names reports whether a column can be one of a table.
func (f *finder) names(s place.Source, c place.Column) bool {
	isSchema := func(s place.Source) bool { return strings.EqualFold(s.Schema, c.Schema) }
	return c.Qualifier == "" || strings.EqualFold(c.Qualifier, s.Alias) &&
		(c.Schema == "" || isSchema(s) || s.Schema == "" && !slices.ContainsFunc(f.parsed.Sources(c.Query), isSchema))
}

// isAlias reports whether a table of the query, or of one around it, has the name before a column.
func (f *finder) isAlias(c place.Column) bool {
	for query := c.Query; query >= 0; query = f.parsed.Parent(query) {
		if slices.ContainsFunc(f.parsed.Sources(query), func(s place.Source) bool { return strings.EqualFold(s.Alias, c.Qualifier) }) {
			return true
		}
	}
	return false
}

// isRow reports whether a qualifier stands for the row that a statement writes.
func isRow(qualifier string) bool {
	return strings.EqualFold(qualifier, "excluded") || strings.EqualFold(qualifier, "new") || strings.EqualFold(qualifier, "old")
}

// canHave reports whether a table can have a column that is none of IDs: one without a model, or a query that names the column
// or returns all columns of such a table.
func (f *finder) canHave(s place.Source, name string, names *int) bool {
	if s.Query < 0 {
		return f.model(s, hasTraits) == nil
	}
	isItem, isAll := f.parsed.Returns(s, name)
	*names++
	return isItem || isAll && (*names > mostNames || slices.ContainsFunc(f.parsed.Sources(s.Query), func(s place.Source) bool { return f.canHave(s, name, names) }))
}

// first returns the first of the columns that holds IDs, or that is known.
func (f *finder) first(columns []place.Column, names *int) (found subject) {
	for _, c := range columns {
		if s := f.findAmong(c, names); s.traits != nil {
			return s
		} else if found.field == nil {
			found = s
		}
	}
	return found
}

// in returns the column that a table has under a name. The model of a statement is that of its
// query in the place of a table, too: db.Table("(?) AS o", query).
func (f *finder) in(s place.Source, name string, names *int) (found subject) {
	if s.Query < 0 {
		own := nameOf(s)
		if sch := f.model(s, func(sch *schema.Schema) bool { return fieldOf(sch, name).traits != nil }); sch != nil {
			found = fieldOf(sch, name)
		} else {
			found = f.twin(own, name)
		}
		found.table = own
		return found
	}
	if found = f.first(f.parsed.Output(s, name), names); found.field == nil && f.stmt.Schema != nil && s.Alias != "" && s.Alias == f.stmt.Table {
		found = fieldOf(f.stmt.Schema, name)
	}
	return found
}

// twin returns the column of bytes that a model has under a name, if a table without a model has the table's name in another
// schema, such as that of a tenant, and the server says that the column is of the field's type. A value that is no such ID is another one.
func (f *finder) twin(own table.Name, name string) (found subject) {
	for _, sch := range f.namesakes(own) {
		s := fieldOf(sch, name)
		switch {
		case s.traits == nil || !s.traits.StoresBytes() || !f.canStore(s, f.live(own).Type(s.field.DBName)):
		case found.traits != nil && found.traits != s.traits: // of two schemas with different IDs
			return subject{}
		default:
			found, found.isTwin = s, true
		}
	}
	return found
}

// namesakes returns the models with IDs whose tables have the name of a table, in any schema.
func (f *finder) namesakes(own table.Name) (found []*schema.Schema) {
	for known, list := range f.tables {
		if strings.EqualFold(known.Table, own.Table) && slices.ContainsFunc(list, hasTraits) {
			found = append(found, list...)
		}
	}
	return found
}

// canStore reports whether a column of a type can be that of a field.
func (f *finder) canStore(s subject, columnType string) bool {
	types := s.traits.Types(columntype.DialectOf(f.stmt.DB), s.field)
	return slices.ContainsFunc(types, func(t string) bool { return strings.EqualFold(t, columnType) })
}

// twinModel returns the model of which a table without a model has a column, or nil.
func (f *finder) twinModel(own table.Name) *schema.Schema {
	for _, sch := range f.namesakes(own) {
		if slices.ContainsFunc(sch.Fields, func(field *schema.Field) bool { return field.DBName != "" && f.twin(own, field.DBName).traits != nil }) {
			return sch
		}
	}
	return nil
}

// live returns what the server says of a table.
func (f *finder) live(of table.Name) table.Live {
	live, isSure := f.ask(f.asking, of)
	f.isUnsure = f.isUnsure || !isSure
	return live
}

// output returns the column that the statement returns under a name, or the only one that it returns.
func (f *finder) output(name string) subject { return f.in(f.parsed.Result(), name, new(int)) }
