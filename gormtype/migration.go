package gormtype

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// AutoMigrate never changes the type of a key, and SQLite and MySQL change that of another column
// without its values. So a column that holds the other form of an ID, such as the char(36) of another
// library, would get both. GORM tells a column type nothing of the table, and ignores its errors: the
// one way to stop AutoMigrate is to fail the query by which it reads the types of the columns.

// isLook reports whether AutoMigrate asks for the columns of a table: by a query without a model, a
// condition and more than one row. A program can send the same one, so that the callers decide.
func isLook(stmt *gorm.Statement) bool {
	if stmt.Schema != nil || stmt.Table == "" {
		return false
	}
	limit, ok := stmt.Clauses["LIMIT"].Expression.(clause.Limit)
	if !ok || limit.Limit == nil || *limit.Limit != 1 {
		return false
	}
	_, hasCondition := stmt.Clauses["WHERE"]
	return !hasCondition && isAutoMigrate()
}

// isAutoMigrate reports whether AutoMigrate is among the callers.
func isAutoMigrate() bool { return columntype.IsCalledBy(".Migrator.AutoMigrate") }

// look returns a misfit if no model of a table fits its columns. If no model is known, the first
// statement of one asks again.
func (p *plugin) look(stmt *gorm.Statement, rows *sql.Rows) error {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil //nolint:nilerr // GORM asks for the types as well, and reports it
	}
	live := map[string]string{}
	for _, t := range types {
		live[strings.ToLower(t.Name())] = strings.ToLower(t.DatabaseTypeName())
	}
	name := table.Of(stmt)
	models := p.modelsOf(name)
	if len(models) == 0 {
		p.seen.Store(name, live)
	}
	err = p.misfitOf(models, live)
	for _, sch := range models { // programs ignore the error of AutoMigrate
		switch {
		case table.Parse(sch.Table) != name:
		case err == nil:
			p.misfits.Delete(sch)
		default:
			p.misfits.Store(sch, err)
		}
	}
	return err
}

// modelsOf returns the models that a migration can mean by a table: those of the same name without a schema if none has it, as
// in db.Table("tenant.orders").AutoMigrate(&Order{}), which does not tell its model.
func (p *plugin) modelsOf(name table.Name) []*schema.Schema {
	c := p.catalog.Load()
	if models := c.tables[name]; models != nil {
		return models
	}
	return c.tables[table.Name{Table: name.Table}]
}

// A misfit is the error of a column that holds IDs in another form than the field of a model.

// misfitOf returns a misfit if no model of a table fits its columns.
func (p *plugin) misfitOf(models []*schema.Schema, live map[string]string) (err error) {
	for _, sch := range models {
		if err = p.misfitIn(sch, sch.Fields, live); err == nil {
			return nil
		}
	}
	return err
}

// lookAtRow is look for SQLite, where a column of each type holds texts and bytes: it reads a row.
func (p *plugin) lookAtRow(ctx context.Context, pool gorm.ConnPool, stmt *gorm.Statement, b binding) error {
	c, models := p.catalog.Load(), p.modelsOf(table.Of(stmt))
	if !slices.ContainsFunc(models, func(sch *schema.Schema) bool { return c.models[sch].hasIDs }) {
		return nil
	}
	rows, err := pool.QueryContext(ctx, b.query, b.args...)
	if err != nil {
		return nil //nolint:nilerr // GORM executes the same
	}
	err = p.look(stmt, rows)
	if err == nil {
		var live map[string]string
		if live, err = textsOf(rows); err == nil {
			err = p.misfitOf(models, live) // which a program can change without a change of the table
		}
	}
	return errors.Join(err, rows.Close())
}

// textsOf returns the columns of which the first row has a text.
func textsOf(rows *sql.Rows) (map[string]string, error) {
	names, err := rows.Columns()
	if err != nil || !rows.Next() {
		return nil, errors.Join(err, rows.Err())
	}
	values, dest := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		dest[i] = &values[i]
	}
	if err = rows.Scan(dest...); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for i, name := range names {
		if _, ok := values[i].(string); ok {
			texts[strings.ToLower(name)] = "text"
		}
	}
	return texts, nil
}

// misfitKey returns a misfit if AutoMigrate saw a table whose key does not fit a model, or nil.
func (p *plugin) misfitKey(sch *schema.Schema) error {
	live, ok := p.seen.Load(table.Parse(sch.Table))
	if !ok {
		return nil
	}
	return p.misfitIn(sch, sch.PrimaryFields, live.(map[string]string))
}

// forget forgets the types of the columns of the tables that a statement of a program can change.
func (p *plugin) forget(sql string) {
	begin := append(strings.Fields(strings.ToUpper(sql[:min(len(sql), 100)])), "", "")
	switch begin[0] {
	case "ALTER", "DROP", "RENAME", "CREATE":
		p.learning.Lock()
		next := *p.catalog.Load() // what statements use goes on as it is
		next.live, next.plans = new(sync.Map), new(plans)
		p.catalog.Store(&next)
		p.learning.Unlock()
		if begin[0] == "CREATE" && begin[1] != "OR" { // REPLACE
			return
		}
	default:
		return
	}
	if isAutoMigrate() {
		return
	}
	isAll := begin[1] == "SCHEMA" || begin[1] == "DATABASE" || begin[1] == "OWNED" // whose tables it does not name
	sql = strings.ToLower(sql)
	names := func(n table.Name) bool { return isAll || strings.Contains(sql, strings.ToLower(n.Table)) }
	for name := range p.seen.Range {
		if names(name.(table.Name)) {
			p.seen.Delete(name)
		}
	}
	for sch := range p.misfits.Range {
		if names(table.Parse(sch.(*schema.Schema).Table)) {
			p.misfits.Delete(sch)
		}
	}
}

// misfitIn returns the misfit of the first of the fields that has one, or nil. GORM has
// PostgreSQL make a uuid of a text that is no key.
func (p *plugin) misfitIn(sch *schema.Schema, fields []*schema.Field, live map[string]string) error {
	for _, field := range fields {
		t := traitsIn(sch, field)
		if t == nil || field.DBName == "" {
			continue
		}
		columnType := live[strings.ToLower(field.DBName)]
		other := t.TypeFor(p.dialect, columnType)
		if other == "" || !field.PrimaryKey && t.Form(p.dialect) == columntype.UUIDForm {
			continue
		}
		return columntype.Refuse(t.Description, subject{field: field, traits: t}.name(), "", ErrForm, "the column is "+columnType+
			", and AutoMigrate does not convert its values: make the field a "+other+", or move the column to "+
			t.Types(p.dialect, field)[0]+
			" first (github.com/sortid/sortid/blob/main/docs/moving.md)")
	}
	return nil
}
