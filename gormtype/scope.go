package gormtype

import (
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
)

// scope is what the names in the conditions of a statement can mean.
type scope struct {
	stmt *gorm.Statement
	dl   dialect
	// tables are that of the model, then those that the statement joins.
	tables []table
	// joins are, for each join, the index of the table that is the relation it names, or 0.
	joins []int
	// home is the index of the table to which the names without a table belong first.
	home int
	// wrapper is the type in which the last plain ID was put.
	wrapper *traits
}

// table is a table of a statement.
type table struct {
	name   string // by which conditions name it
	schema *schema.Schema
	// certain is false for a table that the statement names itself, as Table("archive")
	// does: its columns can be others than the model's.
	certain bool
}

// subject is what a condition compares an argument with. Its field is nil if the name is
// none of the statement's models, and its traits are nil if the field has no column type
// of this package.
type subject struct {
	field   *schema.Field
	traits  *traits
	certain bool
}

func newScope(stmt *gorm.Statement) *scope {
	s := &scope{stmt: stmt, dl: dialectOf(stmt.DB)}
	s.tables = append(s.tables, table{stmt.Table, stmt.Schema, isTableOf(stmt, stmt.Schema)})
	for _, join := range stmt.Joins {
		home := 0
		if path := relations(stmt.Schema, join.Name); path != nil {
			s.tables = append(s.tables, joinedTables(path, alias(join))...)
			home = len(s.tables) - 1
		} else {
			s.tables = append(s.tables, s.namedTables(join.Name)...)
		}
		s.joins = append(s.joins, home)
	}
	if from, ok := stmt.Clauses["FROM"].Expression.(clause.From); ok {
		for _, join := range from.Joins {
			if sch := s.known(join.Table.Name); sch != nil {
				name := join.Table.Alias
				if name == "" {
					name = join.Table.Name
				}
				s.tables = append(s.tables, table{name, sch, true})
			}
		}
	}
	return s
}

// baseTable returns the table that a statement reads, which it may name as
// Table("orders AS o") does.
func baseTable(stmt *gorm.Statement) string {
	if stmt.TableExpr != nil {
		if list, ok := terms(stmt.TableExpr.SQL, dialectOf(stmt.DB)); ok && len(list) > 0 && list[0].kind == wordTerm {
			return list[0].text
		}
	}
	return stmt.Table
}

// isTableOf reports whether a statement reads the table of its model.
func isTableOf(stmt *gorm.Statement, sch *schema.Schema) bool {
	name := baseTable(stmt)
	return name == sch.Table || name == unqualified(sch.Table)
}

func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// relations returns the relations that a join such as Joins("Owner.Company") names, or
// nil for a join in SQL.
func relations(sch *schema.Schema, name string) []*schema.Relationship {
	var path []*schema.Relationship
	for part := range strings.SplitSeq(name, ".") {
		relation, ok := sch.Relationships.Relations[part]
		if !ok {
			return nil
		}
		path, sch = append(path, relation), relation.FieldSchema
	}
	return path
}

// joinedTables returns the tables of joined relations, under the aliases that GORM gives
// them. own is the alias that the statement gives the last one, or empty.
func joinedTables(path []*schema.Relationship, own string) []table {
	list := make([]table, len(path))
	for i, relation := range path {
		name := relation.Name
		if i > 0 {
			name = utils.NestedRelationName(list[i-1].name, name)
		}
		list[i] = table{name, relation.FieldSchema, true}
	}
	if own != "" {
		list[len(list)-1].name = own
	}
	return list
}

// alias returns the alias of a join, which GORM has since 1.31.
func alias(join any) string {
	if v := reflect.ValueOf(join).FieldByName("Alias"); v.IsValid() {
		return v.String()
	}
	return ""
}

// namedTables returns the known tables that a join in SQL names.
func (s *scope) namedTables(sql string) []table {
	list, _ := terms(sql, s.dl)
	var found []table
	for i := 1; i < len(list); i++ {
		if !list[i-1].is("JOIN") || list[i].kind != wordTerm {
			continue
		}
		sch := s.known(list[i].text)
		if sch == nil {
			continue
		}
		name, j := list[i].text, i+1
		if j < len(list) && list[j].is("AS") {
			j++
		}
		if j < len(list) && list[j].kind == wordTerm && !list[j].isOneOf("ON", "USING") {
			name = list[j].text
		}
		found = append(found, table{name, sch, true})
	}
	return found
}

// known returns the model of a table: the statement's own, one of its relations, or one of
// the plugin's.
func (s *scope) known(name string) *schema.Schema {
	own := s.stmt.Schema
	if own.Table == name {
		return own
	}
	for _, relation := range own.Relationships.Relations {
		for _, sch := range []*schema.Schema{relation.FieldSchema, relation.JoinTable} {
			if sch != nil && sch.Table == name {
				return sch
			}
		}
	}
	return guardedTable(s.stmt.DB, name)
}

// subject returns what a column's name means.
func (s *scope) subject(name any) subject {
	var qualifier, column string
	switch c := name.(type) {
	case string:
		column = c
	case clause.Column:
		if c.Raw {
			return subject{}
		}
		qualifier, column = c.Table, c.Name
	default:
		return subject{}
	}
	if i := strings.LastIndexByte(column, '.'); i >= 0 {
		qualifier, column = column[:i], column[i+1:]
	}
	if qualifier == "" || qualifier == clause.CurrentTable {
		if t := s.tables[s.home].subject(column); t.field != nil || qualifier != "" {
			return t
		}
	}
	for i := range s.tables {
		if t := &s.tables[i]; qualifier == "" || t.is(qualifier) {
			if found := t.subject(column); found.field != nil {
				return found
			}
		}
	}
	return subject{}
}

func (t *table) is(name string) bool {
	return strings.EqualFold(name, t.name) || t.certain && t.name == unqualified(t.schema.Table) && name == t.schema.Table
}

func (t *table) subject(name string) subject {
	field := t.schema.LookUpField(name)
	if name == clause.PrimaryKey {
		field = t.schema.PrioritizedPrimaryField
	}
	if field == nil {
		return subject{}
	}
	return subject{field, traitsIn(t.schema, field), t.certain}
}

// guards calls yield for each field of a model that has a column type.
func guards(sch *schema.Schema, yield func(guard) bool) {
	for _, c := range sch.QueryClauses {
		if g, ok := c.(guard); ok && !yield(g) {
			return
		}
	}
}

func traitsIn(sch *schema.Schema, field *schema.Field) (found *traits) {
	guards(sch, func(g guard) bool {
		if g.field == field {
			found = g.traits
		}
		return found == nil
	})
	return found
}

// eachColumn calls yield for each column of the statement's models that has a column type,
// until it returns false.
func (s *scope) eachColumn(yield func(guard) bool) {
	more := true
	for i := range s.tables {
		guards(s.tables[i].schema, func(g guard) bool {
			more = yield(g)
			return more
		})
		if !more {
			return
		}
	}
}

// holds reports whether a column of the statement's models has IDs of the type t.
func (s *scope) holds(t reflect.Type) bool {
	found := false
	s.eachColumn(func(g guard) bool {
		found = g.traits.id == t
		return !found
	})
	return found
}

// columnsOf returns the columns of the statement's models that hold IDs of the type t, and
// whether a field has the type t itself.
func (s *scope) columnsOf(t reflect.Type) (columns []guard, plain bool) {
	var seen []*schema.Schema
	for i := range s.tables {
		sch := s.tables[i].schema
		if slices.Contains(seen, sch) {
			continue
		}
		seen = append(seen, sch)
		guards(sch, func(g guard) bool {
			if g.traits.id == t {
				columns = append(columns, g)
			}
			return true
		})
		plain = plain || slices.ContainsFunc(sch.Fields, func(f *schema.Field) bool { return f.IndirectFieldType == t })
	}
	return columns, plain
}
