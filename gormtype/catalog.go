package gormtype

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// catalog is what the plugin knows of models. It is not changed, but replaced.
type catalog struct {
	models map[*schema.Schema]knownModel
	tables map[table.Name][]*schema.Schema
	// live holds what the server said of tables, by a table.Name.
	live *sync.Map
	// held holds the types of the IDs in the models' columns, and of plain fields.
	held map[reflect.Type]*traits
	// expanded holds those of them that GORM takes for lists of numbers.
	expanded []reflect.Type
	dialect  place.Dialect
	plans    *plans
}

type knownModel struct {
	hasIDs bool
	fault  error // what is wrong with its table, or with a plain field, or nil
	tag    error // a tag that contradicts a type, or nil
}

func newCatalog(dl columntype.Dialect) *catalog {
	return &catalog{map[*schema.Schema]knownModel{}, map[table.Name][]*schema.Schema{}, new(sync.Map), map[reflect.Type]*traits{}, nil, placeDialects[dl], new(plans)}
}

// learn adds a model of a DB and those to which it is related.
func (p *plugin) learn(db *gorm.DB, sch *schema.Schema) *catalog {
	known := p.catalog.Load()
	if sch == nil {
		return known
	}
	if _, ok := known.models[sch]; ok {
		return known
	}
	p.learning.Lock()
	defer p.learning.Unlock()
	known = p.catalog.Load()
	next := &catalog{maps.Clone(known.models), maps.Clone(known.tables), known.live, maps.Clone(known.held), slices.Clip(known.expanded), known.dialect, new(plans)}
	next.add(db, sch, p)
	p.catalog.Store(next)
	return next
}

func (c *catalog) add(db *gorm.DB, sch *schema.Schema, p *plugin) {
	if _, ok := c.models[sch]; ok {
		return
	}
	known := knownModel{hasTraits(sch), p.faultOf(sch), p.contradiction(sch)}
	c.models[sch] = known
	if known.fault == nil || p.misfitKey(sch) != nil { // the columns of a wrong model are unknown
		name := table.Parse(sch.Table)
		c.tables[name] = append(slices.Clip(c.tables[name]), sch)
	}
	for _, field := range sch.Fields {
		if t := traitsIn(sch, field); t != nil && field.DBName != "" {
			if c.held[t.ID] == nil && isExpanded(t.ID) {
				c.expanded = append(c.expanded, t.ID)
			}
			c.held[t.ID] = t
		}
	}
	for _, relation := range relation.All(sch) {
		for _, related := range []*schema.Schema{relation.FieldSchema, relation.JoinTable} {
			if related != nil { // and that another goroutine can still be parsing: this waits for it
				_ = (&gorm.Statement{DB: db}).Parse(reflect.New(related.ModelType).Interface())
				c.add(db, related, p)
			}
		}
	}
}

// ofTable returns the models of a table of a statement. If only one of the names has a schema, and the models have IDs, the server
// says whether they mean the same table. isSure is false if it does not.
func (c *catalog) ofTable(stmt *gorm.Statement, name table.Name) (models []*schema.Schema, isSure bool) {
	if models = c.tables[name]; models != nil {
		return models, true
	}
	isSure = true
	for known, list := range c.tables {
		switch {
		case !strings.EqualFold(known.Table, name.Table):
		case strings.EqualFold(known.Schema, name.Schema):
			return list, true
		case (known.Schema == "" || name.Schema == "") && slices.ContainsFunc(list, func(sch *schema.Schema) bool { return c.models[sch].hasIDs }):
			live, isKnown := c.ask(stmt, table.Name{Table: known.Table})
			isSure = isSure && isKnown
			if strings.EqualFold(known.Schema+name.Schema, live.Schema) {
				models = list
			}
		}
	}
	return models, isSure
}

// ask returns what the server says of a table. It asks once, again after a while if there is no such table, and each time if it
// gets no answer: a mock gives none, and neither does a context that has ended. Without a statement it asks nothing.
func (c *catalog) ask(stmt *gorm.Statement, name table.Name) (table.Live, bool) {
	const while = time.Second // another program can make the table
	type answer struct {
		table.Live
		ok bool
		at time.Time
	}
	if known, ok := c.live.Load(name); ok {
		if a := known.(answer); a.ok || time.Since(a.at) < while {
			return a.Live, a.ok
		}
	}
	if stmt == nil {
		return table.Live{}, false
	}
	live, ok, err := name.Ask(stmt, inner(stmt.ConnPool))
	if err == nil || ok {
		c.live.Store(name, answer{live, ok, time.Now()})
	}
	return live, ok
}

// traitsIn returns the traits of a field's column type, or nil.
func traitsIn(sch *schema.Schema, field *schema.Field) *traits {
	for _, c := range sch.CreateClauses {
		if f, ok := c.(filler); ok && f.field == field {
			return f.traits
		}
	}
	return nil
}

func hasTraits(sch *schema.Schema) bool {
	return slices.ContainsFunc(sch.Fields, func(field *schema.Field) bool { return traitsIn(sch, field) != nil })
}

// subject is a column. Its traits are nil if it holds no IDs of this package's types.
type subject struct {
	field  *schema.Field
	traits *traits
	table  table.Name // as the statement names it
	isTwin bool       // of a table without a model
}

func (s subject) name() string { return s.field.Schema.Table + "." + s.field.DBName }

func fieldOf(sch *schema.Schema, name string) subject {
	if sch == nil {
		return subject{}
	}
	field := sch.LookUpField(name)
	if field == nil || field.DBName == "" {
		if field = sch.LookUpField(strings.ToLower(name)); field == nil || field.DBName == "" {
			return subject{}
		}
	}
	return subject{field: field, traits: traitsIn(sch, field)}
}
