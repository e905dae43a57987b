package gormtype

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm/migrator"
	"gorm.io/gorm/schema"
)

// firstFault returns what is wrong with the models, or an option that none of their fields needs, or nil.
func (p *plugin) firstFault() error {
	c := p.catalog.Load()
	known := slices.SortedFunc(maps.Keys(c.models), func(a, b *schema.Schema) int { // join tables last
		return cmp.Or(cmp.Compare(len(b.ModelType.Name()), len(a.ModelType.Name())), cmp.Compare(a.Table, b.Table))
	})
	for _, sch := range known {
		if model := c.models[sch]; model.fault != nil || model.tag != nil {
			return cmp.Or(model.fault, model.tag)
		}
		for _, field := range sch.Fields {
			if columntype.IsPlain(field.IndirectFieldType) && field.DBName != "" && field.TagSettings["TYPE"] == "" && field.Serializer == nil {
				return plainFault(field)
			}
		}
	}
	if len(p.models) == 0 {
		return nil
	}
	for _, n := range p.needs {
		if !c.has(n.fits) {
			return errors.New(n.fault)
		}
	}
	return nil
}

// contradiction returns the error of the first tag of a model that contradicts a type or an option, or nil.
func (p *plugin) contradiction(sch *schema.Schema) error {
	for _, c := range sch.CreateClauses {
		f, ok := c.(filler)
		if !ok {
			continue
		}
		if err := f.contradiction(p.dialect); err != nil {
			return err
		}
		if f.field.HasDefaultValue && f.isGenerated() && p.Generates(f.traits.ID) {
			return columntype.Refuse(f.traits.Description, "field "+sch.Name+"."+f.field.Name, "", ErrTag, columntype.GeneratorFault(f.traits.Description, f.field))
		}
	}
	return nil
}

// Generates reports whether an option names a generator of an ID type. Package check asks it.
func (p *plugin) Generates(t reflect.Type) bool {
	return p.generator(t) != nil
}

// need is a column that an option needs among those of the models.
type need struct {
	fault string // if there is none
	fits  func(sch *schema.Schema, own *traits) bool
}

const noField = ": no field of the models has this type: add the model to gormtype.Models, or remove the option"

// has reports whether a column of the models fits.
func (c *catalog) has(fits func(*schema.Schema, *traits) bool) bool {
	for sch := range c.models {
		for _, field := range sch.Fields {
			if own := traitsIn(sch, field); own != nil && fits(sch, own) {
				return true
			}
		}
	}
	return false
}

// faultOf returns what is wrong with a model: a field whose IDs GORM would store or compare in
// another form without an error, or nil.
func (p *plugin) faultOf(sch *schema.Schema) error {
	if err := p.misfitKey(sch); err != nil {
		return err
	}
	for _, field := range sch.Fields {
		t := field.IndirectFieldType
		switch {
		case field.DBName == "" || field.Serializer != nil || traitsIn(sch, field) != nil:
		case p.adopterOf(t) != nil:
			return fault(field, "a plain "+typename.Of(t)+" is a key in the models of gormtype.Models: add "+sch.Name+
				" to it, also if it is a join model, or make the field a gormtype.ID["+typename.Of(t)+"], as in a migration")
		case columntype.IsStandard(t):
			return plainFault(field)
		case t.PkgPath() == sqltypePath:
			return fault(field, typename.Of(t)+" is for database/sql, and GORM expands its bytes into a list: make it a gormtype.ID, Text or Binary")
		case isNullColumn(t):
			return fault(field, "GORM knows no column for "+typename.Of(t)+": make it a pointer to the column type")
		case p.isOptional(field):
			return fault(field, "GORM makes a column of texts for "+typename.Of(t)+": make it a pointer to the ID or to the column type")
		}
	}
	return nullFault(sch)
}

// isOptional reports whether a field has a type of a program that is an ID or none, such as optional.Of[uuid.UUID], and that does
// not say which column it needs.
func (p *plugin) isOptional(field *schema.Field) bool {
	t := field.IndirectFieldType
	_, isTyped := reflect.TypeAssert[schema.GormDataTypeInterface](reflect.New(t))
	_, isDBTyped := reflect.TypeAssert[migrator.GormDataTypeInterface](reflect.New(t))
	if _, hasTag := field.TagSettings["TYPE"]; isTyped || isDBTyped || hasTag {
		return false
	}
	_, argument, isGeneric := strings.Cut(t.Name(), "[")
	argument = strings.TrimSuffix(argument, "]")
	isPlain := func(plain reflect.Type) bool { return argument == plain.PkgPath()+"."+plain.Name() }
	return isGeneric && (argument == "uuid.UUID" || strings.HasPrefix(argument, modulePath) || slices.ContainsFunc(slices.Collect(maps.Keys(p.plains)), isPlain))
}

// nullFault returns what is wrong with a value that a constraint sets to NULL, or nil.
func nullFault(sch *schema.Schema) error {
	for _, r := range relation.All(sch) {
		constraint := schema.ParseTagSetting(r.Field.TagSettings["CONSTRAINT"], ",")
		if !strings.EqualFold(constraint["ONDELETE"], "SET NULL") && !strings.EqualFold(constraint["ONUPDATE"], "SET NULL") {
			continue
		}
		for _, ref := range r.References {
			if field := ref.ForeignKey; field != nil && traitsIn(field.Schema, field) != nil && !columntype.CanBeNil(field) {
				return fault(field, "the constraint of "+sch.Name+"."+r.Name+" sets it to NULL, and a value has no NULL: make it a pointer")
			}
		}
	}
	return nil
}

const (
	modulePath  = "github.com/sortid/sortid/"
	sqltypePath = modulePath + "sqltype"
)

func plainFault(field *schema.Field) error {
	name := typename.Of(field.IndirectFieldType)
	return fault(field, "a plain "+name+" is no column type: make it a gormtype.ID["+name+"], or add gormtype.Plain["+plainName(field.IndirectFieldType)+
		"]() to gormtype.New, and the model to gormtype.Models")
}

// plainName returns the name of the plain ID of a type.
func plainName(t reflect.Type) string {
	name := typename.Of(t)
	if before, _, ok := strings.Cut(name, ".For["); ok {
		return before + ".ID"
	}
	return name
}

func fault(field *schema.Field, detail string) error {
	return fmt.Errorf("gormtype: field %s.%s: %w: %s", field.Schema.Name, field.Name, ErrPlain, detail)
}

// isNullColumn reports whether a type is a sql.Null of a column type or of the standard UUID.
func isNullColumn(t reflect.Type) bool {
	v := nullValue(t)
	return v != nil && (v.Implements(columnType) || columntype.IsStandard(v))
}

// nullValue returns the type of the value of a sql.Null or sql.NullString, or nil for another type.
func nullValue(t reflect.Type) reflect.Type {
	if t.PkgPath() != "database/sql" || t.Kind() != reflect.Struct || !strings.HasPrefix(t.Name(), "Null") {
		return nil
	}
	return t.Field(0).Type
}
