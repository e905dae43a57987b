// Package check compares GORM models with the tables of a live database.
package check

import (
	"cmp"
	"fmt"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Run reads the live schema of the models' tables and of their many2many join tables.
// It reports each column of the types of package gormtype that would lose, reorder, repeat or
// refuse IDs, with a remedy:
//
//	findings, err := check.Run(db, &User{}, &Order{})
//
// It also looks for values that other programs stored and that are not IDs, one among
// many good ones: for each column of these types the server reads the whole
// table once, and returns at most a hundred values. If the table lacks the model's key,
// the server also groups all its rows by it. Pass db.WithContext to limit the time.
//
// Run reports a trigger in SQL or PL/pgSQL whose text assigns the column, unless the text also
// looks for NULL or a constant there. It does not read the trigger's program, sees none in other
// languages, and on MySQL and MariaDB none at all without the privilege TRIGGER.
//
// Run changes nothing, and a role that can SELECT from the tables can call it. An error
// means that the schema could not be read.
func Run(db *gorm.DB, models ...any) ([]Finding, error) {
	c := &checker{db: db.Session(&gorm.Session{NewDB: true}), dialect: columntype.DialectOf(db),
		seen: map[string]bool{}, tables: map[string]liveTable{}, related: map[string]bool{}}
	if c.dialect == columntype.Unknown {
		return nil, fmt.Errorf("check: dialect %s: %w: %s", columntype.DialectName(db), columntype.ErrDialect, columntype.DialectDetail)
	}
	for _, model := range models {
		stmt := &gorm.Statement{DB: c.db}
		if err := stmt.Parse(model); err != nil {
			return nil, fmt.Errorf("check: %T is not a model: %w", model, err)
		}
		if err := c.schema(stmt.Schema); err != nil {
			return nil, fmt.Errorf("check: table %s: %w", stmt.Schema.Table, err)
		}
	}
	return c.findings, nil
}

// checker collects the findings of one call.
type checker struct {
	db       *gorm.DB
	dialect  columntype.Dialect
	seen     map[string]bool      // by table
	tables   map[string]liveTable // by schema and name
	related  map[string]bool      // by foreign key
	findings []Finding
}

func (c *checker) schema(s *schema.Schema) error {
	if c.seen[s.Table] {
		return nil
	}
	c.seen[s.Table] = true
	if err := c.table(s); err != nil {
		return err
	}
	for _, relation := range s.Relationships.Many2Many {
		if err := c.schema(relation.JoinTable); err != nil {
			return err
		}
	}
	return nil
}

// target is a field to look at, and its column.
type target struct {
	table string
	field *schema.Field
	*columntype.Description
	live liveColumn
}

func (c *checker) table(s *schema.Schema) error {
	var targets []target
	for _, name := range s.DBNames {
		field := s.FieldsByDBName[name]
		c.judgePlain(s.Table, field)
		if d := columntype.Of(field); d != nil {
			targets = append(targets, target{table: s.Table, field: field, Description: d})
		}
	}
	if len(targets) == 0 {
		return nil
	}
	live, err := c.live(s.Table)
	if err != nil {
		return err
	}
	if len(live.columns) == 0 {
		c.report(target{table: s.Table}, finding.MissingTable, "the model "+s.Name+" has no table", "run AutoMigrate, or name the table by TableName")
		return nil
	}
	if err := c.judgeKey(s, live); err != nil {
		return err
	}
	if err := c.judgeRelations(s); err != nil {
		return err
	}
	for _, t := range targets {
		if err := c.field(t, live); err != nil {
			return err
		}
	}
	return nil
}

// judgePlain reports a field whose type is a plain ID.
func (c *checker) judgePlain(table string, field *schema.Field) {
	if !columntype.IsPlain(field.IndirectFieldType) && !columntype.IsStandard(field.IndirectFieldType) {
		return
	}
	name := typename.Of(field.IndirectFieldType)
	c.report(target{table: table, field: field}, finding.PlainField, "the field "+field.Schema.Name+"."+field.Name+" is a "+name+
		", which is not a column type", "make it a gormtype.ID["+name+"], or, for a column of text or of raw bytes on every server, a gormtype.Text or gormtype.Binary")
}

func (c *checker) report(t target, name finding.Name, detail, remedy string) {
	f := Finding{Name: string(name), Table: t.table, Detail: detail, Remedy: remedy}
	if t.field != nil {
		f.Column = t.field.DBName
	}
	c.findings = append(c.findings, f)
}

func (c *checker) field(t target, live liveTable) error {
	fault := columntype.Contradiction(*t.Description, c.dialect, t.field)
	isKey := t.field.Schema.PrioritizedPrimaryField == t.field
	if p, ok := c.db.Plugins[columntype.PluginName].(columntype.Generators); ok && isKey && t.field.HasDefaultValue && p.Generates(t.ID) {
		fault = cmp.Or(fault, columntype.GeneratorFault(*t.Description, t.field))
	}
	if fault != "" {
		c.report(t, finding.ContradictingTag, fault, "fix the tag of "+t.field.Schema.Name+"."+t.field.Name)
		return nil
	}
	var ok bool
	if t.live, ok = live.columns[t.field.DBName]; !ok {
		c.report(t, finding.MissingColumn, "the field "+t.field.Schema.Name+"."+t.field.Name+" has no column", "run AutoMigrate")
		return nil
	}
	if t.live.nullable && !live.isView && !columntype.CanBeNil(t.field) {
		c.report(t, finding.NullableColumn, "a plain field shows NULL as the zero ID",
			c.alter(t, " SET NOT NULL", c.kept(t))+", or make the field a pointer")
	}
	if t.field.Creatable || t.field.Updatable {
		c.judgeMaker(t)
	}
	c.judgeTriggers(t, live.triggers)
	if t.live.maker == byStatement {
		c.judgeDefault(t)
	}
	if err := c.judgeReferences(t, live.references); err != nil {
		return err
	}
	if c.judge(t) { // the values of a column that is of another type say nothing more
		return c.values(t)
	}
	return nil
}
