package gormtype

import (
	"maps"
	"reflect"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// catalog is what the plugin knows of models. It is not changed, but replaced.
type catalog struct {
	schemas map[*schema.Schema]bool
	tables  map[string]*schema.Schema
	// names holds the columns of all IDs, in lower case.
	names map[string]bool
	held  map[reflect.Type]holding
	// members holds the types of IDs and of their columns, which lists can have.
	members map[reflect.Type]*traits
}

// holding is how the models hold the IDs of a type.
type holding struct {
	traits  *traits // of the first column, nil if there is none
	several bool    // in different forms
	plain   bool    // a field has the type itself
}

// learn adds a model and those to which it is related.
func (p *plugin) learn(sch *schema.Schema) *catalog {
	known := p.catalog.Load()
	if sch == nil || known.schemas[sch] {
		return known
	}
	p.learning.Lock()
	defer p.learning.Unlock()
	known = p.catalog.Load()
	next := &catalog{maps.Clone(known.schemas), maps.Clone(known.tables), maps.Clone(known.names), maps.Clone(known.held), maps.Clone(known.members)}
	if next.schemas == nil {
		next = &catalog{map[*schema.Schema]bool{}, map[string]*schema.Schema{}, map[string]bool{}, map[reflect.Type]holding{}, map[reflect.Type]*traits{}}
	}
	next.add(sch)
	p.catalog.Store(next)
	return next
}

func (c *catalog) add(sch *schema.Schema) {
	if sch == nil || c.schemas[sch] {
		return
	}
	c.schemas[sch] = true
	c.tables[sch.Table] = sch
	if _, ok := c.tables[unqualified(sch.Table)]; !ok {
		c.tables[unqualified(sch.Table)] = sch
	}
	for _, field := range sch.Fields {
		if field.DBName == "" {
			continue
		}
		t := traitsIn(sch, field)
		if t == nil {
			h := c.held[field.IndirectFieldType]
			h.plain = true
			c.held[field.IndirectFieldType] = h
			continue
		}
		c.names[strings.ToLower(field.DBName)] = true
		h := c.held[t.ID]
		h.several = h.several || h.traits != nil && h.traits.Kind != t.Kind
		if h.traits == nil {
			h.traits = t
		}
		c.held[t.ID] = h
		c.members[t.ID], c.members[field.IndirectFieldType] = t, t
	}
	for _, relation := range relation.All(sch) {
		c.add(relation.FieldSchema)
		c.add(relation.JoinTable)
	}
}

func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// traitsIn returns the traits of a field's column type, or nil.
func traitsIn(sch *schema.Schema, field *schema.Field) *traits {
	for _, c := range sch.CreateClauses {
		if f, ok := c.(filler); ok && f.field == field {
			return f.traits
		}
	}
	return nil
}

// subject is a column that holds IDs.
type subject struct {
	field  *schema.Field
	traits *traits
}

func (s subject) name() string { return s.field.Schema.Table + "." + s.field.DBName }

// subjectOf returns the column with which the next value of the statement is compared, or in
// which it is set. The field is nil if it is unknown, and the traits are nil if it has no column
// type of this package. Without others, it looks only for columns of IDs.
func (p *plugin) subjectOf(stmt *gorm.Statement, read *place.Statement, columns []place.Column, others bool) subject {
	c := p.catalog.Load()
	var found subject
	for _, column := range columns {
		if !others && !c.isNamed(column.Name) {
			continue
		}
		if s := c.find(stmt, read, column); s.traits != nil {
			return s
		} else if found.field == nil {
			found = s
		}
	}
	return found
}

func (c *catalog) isNamed(name string) bool {
	return c.names[name] || strings.ToLower(name) != name && c.names[strings.ToLower(name)]
}

// find returns what a column's name means in a statement.
func (c *catalog) find(stmt *gorm.Statement, read *place.Statement, column place.Column) subject {
	own := stmt.Schema
	if own != nil && stmt.Table != own.Table && stmt.Table != unqualified(own.Table) {
		own = nil // of db.Table("archive"), whose columns can be others
	}
	if own != nil && column.Qualifier == stmt.Table {
		return fieldOf(own, column.Name)
	}
	sources := read.Sources()
	for _, s := range sources {
		if column.Qualifier != "" && !strings.EqualFold(column.Qualifier, s.Alias) {
			continue
		}
		sch := c.tables[s.Table]
		if own != nil && (s.Table == own.Table || s.Table == unqualified(own.Table)) {
			sch = own
		}
		if sch == nil {
			continue
		}
		if f := fieldOf(sch, column.Name); f.field != nil || column.Qualifier != "" {
			return f
		}
	}
	if len(sources) > 0 || read.Subquery() >= 0 { // the tables of a subquery can follow
		return subject{}
	}
	// GORM writes the conditions of a relation's join, and the columns of a SELECT, before the
	// tables.
	if stmt.Schema == nil && stmt.DB.Statement != nil && stmt.DB.Statement.Schema != nil {
		if column.Qualifier == "" || column.Qualifier == stmt.Table {
			return fieldOf(relation.Joined(stmt.DB.Statement, stmt.Table), column.Name)
		}
		return subject{}
	}
	if column.Qualifier == "" {
		return fieldOf(own, column.Name)
	}
	return subject{}
}

func fieldOf(sch *schema.Schema, name string) subject {
	if sch == nil {
		return subject{}
	}
	field := sch.LookUpField(name)
	if field == nil {
		if field = sch.LookUpField(strings.ToLower(name)); field == nil {
			return subject{}
		}
	}
	return subject{field, traitsIn(sch, field)}
}
