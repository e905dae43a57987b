package gormtype

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

// register puts the plugin around the callbacks of GORM that build and execute a statement, so that a
// callback of the program can look at the statement's ConnPool, or change it, until that moment, and sees
// it after it. A library can put a callback of its own in the place of GORM's, such as one that reads from
// a cache: the plugin is before and after that one.
func (p *plugin) register(db *gorm.DB) error {
	own := db.Logger
	db.Logger = logger.Discard // GORM notes each callback that is replaced
	defer func() { db.Logger = own }()
	c := db.Callback()
	return errors.Join(
		surround(c.Create(), "gorm:create", "gorm:save_after_associations", p.beforeCreate, p.afterCreate),
		surround(c.Query(), "gorm:query", "gorm:preload", p.before, p.afterQuery),
		surround(c.Row(), "gorm:row", "", p.beforeRow, p.after),
		surround(c.Update(), "gorm:update", "gorm:save_after_associations", p.before, p.after),
		surround(c.Delete(), "gorm:delete", "gorm:after_delete", p.before, p.after),
		surround(c.Raw(), "gorm:raw", "", p.beforeRaw, p.afterRaw),
	)
}

// surround calls before and after around a callback of GORM, which the one named next follows.
func surround[P processor[C], C callback[C]](of P, name, next string, before, after func(*gorm.DB)) (err error) {
	var own uintptr                              // the code of the plugin's callback in the place of GORM's
	if execute := of.Get(name); execute != nil { // nil if the program removed it
		f := func(db *gorm.DB) {
			if isEntered(db.Statement) {
				execute(db)
				return
			}
			before(db)
			execute(db)
			after(db)
		}
		own = reflect.ValueOf(f).Pointer()
		err = of.Replace(name, f)
	}
	early := func(db *gorm.DB) { // another library put a callback in the place of the plugin's
		if f := of.Get(name); f == nil || reflect.ValueOf(f).Pointer() != own {
			before(db)
		}
	}
	late := func(db *gorm.DB) {
		if isEntered(db.Statement) {
			after(db)
		}
	}
	return errors.Join(err, of.Before(name).Register(pluginName, early), of.After(name).Before(next).Register(pluginName+":after", late))
}

// processor has the callbacks of a kind of statement. GORM exports neither its type nor C.
type processor[C any] interface {
	Get(name string) func(*gorm.DB)
	Replace(name string, f func(*gorm.DB)) error
	Before(name string) C
	After(name string) C
}

type callback[C any] interface {
	Before(name string) C
	Register(name string, f func(*gorm.DB)) error
}

// before examines a statement and its model. GORM drops the error of a subquery, also one of a scope such as After, and writes
// none, so that "NOT IN ()" would be true for each row on SQLite: an argument fails in its place.
func (p *plugin) before(db *gorm.DB) {
	stmt := db.Statement
	if db.Error == nil {
		known := p.learn(db, stmt.Schema)
		if stmt.AddError(known.models[stmt.Schema].tag) == nil {
			p.examine(stmt, known)
		}
	}
	if db.Error != nil && db.DryRun && stmt.SQL.Len() == 0 {
		stmt.AddVar(stmt, columntype.Refused{Err: db.Error})
	}
}

// beforeRow returns the error of a statement that is refused in its row: GORM's Row would return nil.
func (p *plugin) beforeRow(db *gorm.DB) {
	isRight := db.Error == nil
	p.before(db)
	isRows, _ := db.Get("rows")
	if entered := poolOf(db.Statement.ConnPool); entered != nil {
		entered.isRows = isRows == true
	}
	if isRight && db.Error != nil && isRows != true {
		db.Statement.Dest = failingRow(db.Error)
	}
}

// beforeRaw examines a program's own SQL, in which the tags of a model do not matter.
func (p *plugin) beforeRaw(db *gorm.DB) {
	if db.Error == nil {
		p.examine(db.Statement, p.learn(db, db.Statement.Schema))
	}
}

// examine examines a statement and the rest of its model.
func (p *plugin) examine(stmt *gorm.Statement, known *catalog) {
	model := known.models[stmt.Schema]
	isOwn := stmt.SQL.Len() > 0 // the program's SQL, which GORM reads into any struct
	if model.fault != nil && !isOwn && (stmt.Table == "" || isOwnTable(stmt)) {
		_ = stmt.AddError(model.fault)
	}
	if model.hasIDs {
		if err, ok := p.misfits.Load(stmt.Schema); ok && isOwnTable(stmt) {
			_ = stmt.AddError(err.(error))
		}
		if len(known.expanded) > 0 {
			_ = stmt.AddError(known.lost(stmt))
		}
		if len(p.plains) > 0 {
			_ = stmt.AddError(p.joinFault(stmt))
		}
		examineConditions(stmt)
	}
	p.enter(stmt)
}

// isOwnTable reports whether the table of a statement is that of its model.
func isOwnTable(stmt *gorm.Statement) bool { return table.Of(stmt) == table.Parse(stmt.Schema.Table) }

// joinFault returns what is wrong with a join model of a model, which SetupJoinTable can set after db.Use. GORM would make
// several errors of it when the owner is stored.
func (p *plugin) joinFault(stmt *gorm.Statement) error {
	for _, r := range stmt.Schema.Relationships.Many2Many {
		if err := p.learn(stmt.DB, r.JoinTable).models[r.JoinTable].fault; err != nil {
			return err
		}
	}
	return nil
}

// examineConditions examines the conditions of a model with IDs.
func examineConditions(stmt *gorm.Statement) {
	c := stmt.Clauses["WHERE"]
	where, ok := c.Expression.(clause.Where)
	if !ok || len(where.Exprs) == 0 {
		return
	}
	known, err := examined(stmt.Schema, where.Exprs)
	if stmt.AddError(err) == nil && &known[0] != &where.Exprs[0] {
		c.Expression = clause.Where{Exprs: known}
		stmt.Clauses["WHERE"] = c
	}
}

func (p *plugin) after(db *gorm.DB) {
	if db.DryRun && db.Error == nil {
		p.showDry(db.Statement)
	}
	leave(db.Statement)
}

// afterRaw makes the syntax error of a column type that a migration refuses the refusal itself.
func (p *plugin) afterRaw(db *gorm.DB) {
	p.forget(db.Statement.SQL.String())
	if db.Error != nil {
		if refused := columntype.Refusal(db.Statement.SQL.String()); refused != "" {
			db.Error = fmt.Errorf("%s (%w)", refused, db.Error)
		}
	}
	p.after(db)
}

// beforeCreate fills the keys that GORM does not show to column types: those of Unscoped
// statements, and of a table without a model.
func (p *plugin) beforeCreate(db *gorm.DB) {
	p.before(db)
	stmt := db.Statement
	sch := stmt.Schema
	switch {
	case db.Error != nil:
		return
	case sch == nil:
		c := p.catalog.Load()
		known, _ := c.ofTable(stmt, table.Of(stmt))
		if len(known) == 0 || stmt.AddError(c.models[known[0]].tag) != nil {
			return
		}
		sch = known[0]
		stmt.Schema = sch
		defer func() { stmt.Schema = nil }()
	case !stmt.Unscoped:
		return
	}
	for _, c := range sch.CreateClauses {
		if f, ok := c.(filler); ok {
			f.ModifyStatement(stmt)
		}
	}
}

func (p *plugin) afterCreate(db *gorm.DB) {
	p.after(db)
	db.Error = unreadable(db)
	for _, b := range p.blocks {
		b.Finish(db.Statement)
	}
}

// unreadable returns the error of a create, and says what becomes of its rows if it is one of the keys
// that the server made.
func unreadable(db *gorm.DB) error {
	var e *sqltype.ColumnError
	if !errors.As(db.Error, &e) || e.Op != "Scan" {
		return db.Error
	}
	rows := "the rows are stored"
	if _, ok := db.InstanceGet("gorm:started_transaction"); ok {
		rows = "GORM rolls the rows back"
	} else if _, ok := db.Statement.ConnPool.(gorm.TxCommitter); ok {
		rows = "roll the transaction back, which has the rows"
	}
	return fmt.Errorf("gormtype: Create: the server's default made a key of another format: %s: fix the default of %s: %w", rows, db.Statement.Table, db.Error)
}

func (p *plugin) afterQuery(db *gorm.DB) {
	p.after(db)
	switch c := p.catalog.Load(); {
	case db.DryRun:
	case db.Error != nil:
		db.Error = c.explained(db.Statement, db.Error)
	case len(c.held) > 0:
		showMaps(db.Statement.Dest)
	}
}
