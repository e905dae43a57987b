package gormtype

import (
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// GuardTables returns a plugin that applies the rules of the models' columns to statements
// without a model, such as db.Table("orders").Where("id = ?", id).Delete(nil):
//
//	err := db.Use(gormtype.GuardTables(&Order{}, &Customer{}))
//
// GORM does not ask column types in such a statement. Without the plugin, a plain 64-bit ID
// is an integer there and the text of an ID is a text, which a column of bytes never
// matches. The plugin also knows the tables that a join in SQL names. It does not read
// db.Raw and db.Exec.
//
// Use it once for each DB, with all models. db.Use returns [gorm.ErrRegistered] the second
// time, and the error of a model that GORM cannot parse.
func GuardTables(models ...any) gorm.Plugin { return &tableGuard{models: models} }

type tableGuard struct {
	models []any
	tables map[string]*schema.Schema
}

const tableGuardName = "gormtype.GuardTables"

// Name returns the name under which GORM knows the plugin.
func (*tableGuard) Name() string { return tableGuardName }

// Initialize reads the models and registers the plugin's callbacks.
func (p *tableGuard) Initialize(db *gorm.DB) error {
	p.tables = map[string]*schema.Schema{}
	for _, model := range p.models {
		stmt := &gorm.Statement{DB: db}
		if err := stmt.Parse(model); err != nil {
			return fmt.Errorf("%s: model %T: %w", tableGuardName, model, err)
		}
		p.tables[stmt.Schema.Table] = stmt.Schema
	}
	query := func(s *schema.Schema) []clause.Interface { return s.QueryClauses }
	insert := func(s *schema.Schema) []clause.Interface { return s.CreateClauses }
	update := func(s *schema.Schema) []clause.Interface { return s.UpdateClauses }
	remove := func(s *schema.Schema) []clause.Interface { return s.DeleteClauses }
	callbacks := db.Callback()
	for _, register := range []func() error{
		func() error { return callbacks.Query().Before("gorm:query").Register(tableGuardName, p.reading(query)) },
		func() error { return callbacks.Row().Before("gorm:row").Register(tableGuardName, p.reading(query)) },
		func() error { return callbacks.Create().Before("gorm:create").Register(tableGuardName, p.with(insert)) },
		func() error { return callbacks.Update().Before("gorm:update").Register(tableGuardName, p.with(update)) },
		func() error { return callbacks.Delete().Before("gorm:delete").Register(tableGuardName, p.with(remove)) },
	} {
		if err := register(); err != nil {
			return fmt.Errorf("%s: %w", tableGuardName, err)
		}
	}
	return nil
}

// reading is with for a query. A subquery that is refused must be written nevertheless:
// its argument makes the statement fail, whose error is this one.
func (p *tableGuard) reading(clauses func(*schema.Schema) []clause.Interface) func(*gorm.DB) {
	examine := p.with(clauses)
	return func(db *gorm.DB) {
		if db.Error != nil {
			return
		}
		examine(db)
		if where, ok := db.Statement.Clauses["WHERE"].Expression.(clause.Where); ok && isRefused(where) {
			db.Error = nil
		}
	}
}

// with returns a callback that shows a statement without a model to the clauses of its
// table's columns.
func (p *tableGuard) with(clauses func(*schema.Schema) []clause.Interface) func(*gorm.DB) {
	return func(db *gorm.DB) {
		stmt := db.Statement
		if db.Error != nil || stmt.SQL.Len() > 0 {
			return
		}
		if stmt.Schema != nil {
			if len(stmt.Joins) > 0 && !isGuarded(stmt.Schema) {
				newScope(stmt).settle(true)
			}
			return
		}
		sch := p.tables[baseTable(stmt)]
		if sch == nil {
			return
		}
		stmt.Schema = sch
		defer func() { stmt.Schema = nil }()
		for _, c := range clauses(sch) {
			switch c := c.(type) {
			case guard:
				c.ModifyStatement(stmt)
			case updater:
				c.ModifyStatement(stmt)
			case filler:
				c.ModifyStatement(stmt)
			}
		}
	}
}

// guardedTable returns the model of a table that the plugin GuardTables has, or nil.
func guardedTable(db *gorm.DB, name string) *schema.Schema {
	if db == nil || db.Config == nil {
		return nil
	}
	p, ok := db.Plugins[tableGuardName].(*tableGuard)
	if !ok {
		return nil
	}
	return p.tables[name]
}
