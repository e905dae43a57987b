package gormtype

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// plan is what the plugin knows of a statement by its text: the place of each argument.
type plan struct {
	holders []planned
	// hasIDs is true if a place is a column of IDs.
	hasIDs bool
}

// planned is a placeholder.
type planned struct {
	start, end, argument int
	*target
}

// target is a place, and the column that it means.
type target struct {
	place.Site
	subject
	others []subject // of "? IN (a, b)", that hold IDs as well
	// reads is true if the value is read as a text, and no column of bytes is.
	reads bool
	// table is the model of an INSERT that names no columns.
	table *schema.Schema
}

// planKey is a statement. The text alone does not say which model has the table of a Table().
type planKey struct {
	sql   string
	model *schema.Schema
	table string
}

// A plan is kept for so many texts of such a length.
const keptPlans, keptLength = 4096, 4096

// plans holds the plans of a catalog.
type plans struct {
	kept  sync.Map // of planKey to *plan
	count atomic.Int64
	texts sync.Map // of *schema.Schema to the fields of texts that can get IDs
}

func (p *plans) load(key planKey) *plan {
	if found, ok := p.kept.Load(key); ok {
		return found.(*plan)
	}
	return nil
}

func (p *plans) store(key planKey, made *plan) {
	if len(key.sql) > keptLength {
		return
	}
	if p.count.Add(1) > keptPlans {
		p.kept.Clear()
		p.count.Store(1)
	}
	key.sql = strings.Clone(key.sql)
	p.kept.Store(key, made)
}

var statements = sync.Pool{New: func() any { return new(place.Statement) }}

func dialectOf(stmt *gorm.Statement) place.Dialect {
	switch columntype.DialectOf(stmt.DB) {
	case columntype.Postgres:
		return place.Postgres
	case columntype.MySQL:
		return place.MySQL
	}
	return place.SQLite
}

// plan returns what is known of a statement by its text.
func (c *catalog) plan(stmt *gorm.Statement, sql string) *plan {
	key := planKey{sql, stmt.Schema, stmt.Table}
	if found := c.plans.load(key); found != nil {
		return found
	}
	read := statements.Get().(*place.Statement)
	defer statements.Put(read)
	read.Read(sql, dialectOf(stmt))
	made := new(plan)
	if !read.IsBroken() {
		f := finder{c, stmt, read}
		var last *target
		var site *place.Site
		targets := map[*place.Site]*target{}
		for _, h := range read.Holders() {
			if h.Site != site {
				if site, last = h.Site, targets[h.Site]; last == nil {
					last = f.target(h.Site)
					targets[site] = last
				}
			}
			made.hasIDs = made.hasIDs || last.traits != nil || last.table != nil
			made.holders = append(made.holders, planned{h.Start, h.End, h.Argument, last})
		}
	}
	c.plans.store(key, made)
	return made
}

// finder finds the models of a statement's columns.
type finder struct {
	*catalog
	stmt *gorm.Statement
	read *place.Statement
}

func (f finder) target(site *place.Site) *target {
	t := &target{Site: *site}
	for _, column := range site.Columns {
		switch s := f.find(column, 0); {
		case t.traits != nil && s.traits != nil:
			t.others = append(t.others, s)
		case t.traits == nil && (s.traits != nil || t.field == nil):
			t.subject = s
		}
	}
	t.reads = site.Use == place.Reads && !slices.ContainsFunc(site.Within, func(c place.Column) bool {
		s := f.find(c, 0)
		return s.traits != nil && s.traits.Kind != columntype.Text
	})
	if site.IsWhole {
		t.table = f.model(site.Table, hasTraits)
	}
	return t
}

// model returns the model of a table that suits. The model of the statement comes before others.
func (f finder) model(table string, suits func(*schema.Schema) bool) *schema.Schema {
	var found *schema.Schema
	own := f.stmt.Schema
	if own != nil && (table == f.stmt.Table || table == unqualified(f.stmt.Table) || table == own.Table || table == unqualified(own.Table)) {
		if suits(own) {
			return own
		}
		found = own
	}
	for _, sch := range f.tables[table] {
		if suits(sch) {
			return sch
		}
		if found == nil {
			found = sch
		}
	}
	return found
}

// A column is looked for in so many queries around and below its own.
const mostQueries = 16

// find returns what a column's name means. The field is nil if it is unknown, and the traits are
// nil if it holds no IDs of this package's types.
func (f finder) find(column place.Column, depth int) subject {
	if depth > mostQueries {
		return subject{}
	}
	for query := column.Query; query >= 0 && depth <= mostQueries; query = f.read.Parent(query) {
		depth++
		sources := f.read.Sources(query)
		for _, s := range slices.Backward(sources) {
			if column.Qualifier != "" && !strings.EqualFold(column.Qualifier, s.Alias) {
				continue
			}
			found := f.in(s, column.Name, depth)
			if found.field != nil || column.Qualifier != "" {
				return found
			}
		}
	}
	return subject{}
}

// in returns the column that a table has under a name.
func (f finder) in(s place.Source, name string, depth int) subject {
	if s.Query >= 0 {
		output, isStar, ok := f.read.Output(s.Query, name)
		switch {
		case isStar:
			return f.find(place.Column{Name: name, Query: s.Query}, depth)
		case ok:
			return f.find(output, depth)
		}
		return subject{}
	}
	return fieldOf(f.model(s.Table, func(sch *schema.Schema) bool { return fieldOf(sch, name).traits != nil }), name)
}

// outputs finds the column that a statement returns under a name, or the only one that it returns.
type outputs func(name string) subject

func (c *catalog) outputs(stmt *gorm.Statement, sql string) outputs {
	read := new(place.Statement)
	read.Read(sql, dialectOf(stmt))
	f := finder{c, stmt, read}
	return func(name string) subject {
		if read.IsBroken() {
			return subject{}
		}
		if name == "" {
			only, ok := read.Only(read.Last())
			if !ok {
				return subject{}
			}
			return f.find(only, 0)
		}
		return f.in(place.Source{Query: read.Last()}, name, 0)
	}
}
