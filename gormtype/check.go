package gormtype

import (
	"fmt"
	"reflect"

	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Check reads the live schema of the models' tables and of their many2many join tables.
// It reports each column of this package's types that would lose, reorder, repeat or
// refuse IDs, with a remedy:
//
//	findings, err := gormtype.Check(db, &User{}, &Order{})
//
// It also looks for values that other programs stored and that are not IDs, one among
// many good ones: for each column of this package's types the server reads the whole
// table once, and returns at most a hundred values. If the table lacks the model's key,
// the server also groups all its rows by it. Pass db.WithContext to limit the time.
//
// Check reports a trigger in SQL or PL/pgSQL whose text assigns the column, unless the text also
// looks for NULL or a constant there. It does not read the trigger's program, sees none in other
// languages, and on MySQL and MariaDB none at all without the privilege TRIGGER.
//
// Check changes nothing, and a role that can SELECT from the tables can call it. An error
// means that the schema could not be read.
func Check(db *gorm.DB, models ...any) ([]Finding, error) {
	c := &checker{db: db.Session(&gorm.Session{NewDB: true}), dialect: dialectOf(db),
		seen: map[string]bool{}, tables: map[string]liveTable{}, related: map[string]bool{}}
	for _, model := range models {
		stmt := &gorm.Statement{DB: c.db}
		if err := stmt.Parse(model); err != nil {
			return nil, fmt.Errorf("gormtype.Check: %T is not a model: %w", model, err)
		}
		if err := c.schema(stmt.Schema); err != nil {
			return nil, fmt.Errorf("gormtype.Check: table %s: %w", stmt.Schema.Table, err)
		}
	}
	return c.findings, nil
}

// checker collects the findings of one call.
type checker struct {
	db       *gorm.DB
	dialect  dialect
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
	*traits
	live liveColumn
}

func (c *checker) table(s *schema.Schema) error {
	var targets []target
	for _, name := range s.DBNames {
		field := s.FieldsByDBName[name]
		c.judgePlain(s.Table, field)
		if c, ok := columnOf(field.IndirectFieldType); ok {
			targets = append(targets, target{table: s.Table, field: field, traits: c})
		}
	}
	if len(targets) == 0 {
		return nil
	}
	if c.dialect == unknown {
		c.report(target{table: s.Table}, UnknownDialect, "dialect "+dialectName(c.db), dialectDetail)
		return nil
	}
	live, err := c.live(s.Table)
	if err != nil {
		return err
	}
	if len(live.columns) == 0 {
		c.report(target{table: s.Table}, MissingTable, "the model "+s.Name+" has no table", "run AutoMigrate, or name the table by TableName")
		return nil
	}
	if err := c.judgeKey(s, live); err != nil {
		return err
	}
	c.judgeRelations(s)
	for _, t := range targets {
		if err := c.field(t, live); err != nil {
			return err
		}
	}
	return nil
}

// judgePlain reports a field whose type is a plain ID.
func (c *checker) judgePlain(table string, field *schema.Field) {
	if !isPlainType(field.IndirectFieldType) {
		return
	}
	name := typename.Of(field.IndirectFieldType)
	c.report(target{table: table, field: field}, PlainField, "the field "+field.Schema.Name+"."+field.Name+" is a "+name+
		", which is not a column type", "make it a gormtype.ID["+name+"], or, for a column of text or of raw bytes on every server, a gormtype.Text or gormtype.Binary")
}

func (c *checker) report(t target, p Problem, detail, remedy string) {
	f := Finding{Table: t.table, Problem: p, Detail: detail, Remedy: remedy}
	if t.field != nil {
		f.Column = t.field.DBName
	}
	c.findings = append(c.findings, f)
}

func (c *checker) field(t target, live liveTable) error {
	if fault := contradiction(t.description, c.dialect, t.field); fault != "" {
		c.report(t, ContradictingTag, fault, "fix the tag of "+t.field.Schema.Name+"."+t.field.Name)
		return nil
	}
	var ok bool
	if t.live, ok = live.columns[t.field.DBName]; !ok {
		c.report(t, MissingColumn, "the field "+t.field.Schema.Name+"."+t.field.Name+" has no column", "run AutoMigrate")
		return nil
	}
	if t.live.nullable && !live.isView && t.field.FieldType.Kind() != reflect.Pointer {
		c.report(t, NullableColumn, "a plain field shows NULL as the zero ID",
			c.alter(t, " SET NOT NULL", c.definition(t))+", or make the field a pointer")
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
