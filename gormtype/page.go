package gormtype

import (
	"errors"
	"reflect"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// After returns a scope that reads a page of rows in the order of their primary key:
//
//	err := db.Scopes(gormtype.After(last)).Limit(50).Find(&orders).Error
//
// last is the key of the last row of the page before. The zero ID is for the first page. The
// scope adds the condition and the order. A statement with another Order is an error, and so
// is a model whose primary key has several columns and none with the name ID.
func After[T id.Fixed](last T) func(*gorm.DB) *gorm.DB {
	return page("After", last, false)
}

// Before is [After] in the descending order of the keys, the newest row first.
//
// MySQL can leave rows out of a page in descending order while it merges leaf pages whose rows
// were deleted (its bug 114248, seen on 9.7). [After] always reads all rows.
func Before[T id.Fixed](last T) func(*gorm.DB) *gorm.DB {
	return page("Before", last, true)
}

var primaryKey = clause.Column{Table: clause.CurrentTable, Name: clause.PrimaryKey}

func page[T id.Fixed](name string, last T, desc bool) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB {
		condition, fault := conditionOf(db.Statement, last, desc)
		if fault != "" {
			_ = db.AddError(errors.New("gormtype: " + name + ": " + fault))
			return db
		}
		db = db.Order(clause.OrderByColumn{Column: primaryKey, Desc: desc})
		var zero T
		if last == zero {
			return db
		}
		return db.Where(condition)
	}
}

// conditionOf returns the condition of a page, or says why a statement has no pages in the order
// of its key. GORM itself refuses a statement without a model.
func conditionOf(stmt *gorm.Statement, last any, desc bool) (condition clause.Expression, fault string) {
	if _, ordered := stmt.Clauses["ORDER BY"]; ordered {
		return nil, "the statement has another order, in which rows would be missing from its pages: " +
			"remove Order, and use Find or Take in place of First and Last"
	}
	model := stmt.Model
	if model == nil {
		model = stmt.Dest
	}
	parsed := &gorm.Statement{DB: stmt.DB}
	if parsed.Parse(model) == nil {
		key := parsed.Schema.PrioritizedPrimaryField
		if key == nil {
			return nil, "the primary key of " + parsed.Schema.Name + " is not one column: compare a unique column by Where and Order"
		}
		if t := traitsIn(parsed.Schema, key); t != nil {
			stored, err := t.store(key, last)
			if reflect.TypeOf(last) != t.ID || err != nil {
				return nil, "the key of " + parsed.Schema.Name + " is a " + typename.Of(t.ID) + ", not a " + typename.Of(reflect.TypeOf(last))
			}
			last = stored
		}
	}
	if desc {
		return clause.Lt{Column: primaryKey, Value: last}, ""
	}
	return clause.Gt{Column: primaryKey, Value: last}, ""
}
