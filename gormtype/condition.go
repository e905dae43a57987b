package gormtype

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

func conditionClauses(c *traits, field *schema.Field) []clause.Interface {
	return []clause.Interface{guard{modify(field, c)}}
}

func updateClauses(c *traits, field *schema.Field) []clause.Interface {
	return []clause.Interface{updater{guard{modify(field, c)}}}
}

// updater converts the values that an update sets by name, and is a guard.
type updater struct{ guard }

// ModifyStatement does not change the map of the caller.
func (u updater) ModifyStatement(stmt *gorm.Statement) {
	if stmt.Schema != nil {
		stmt.AddError(u.store(stmt))
	}
	u.guard.ModifyStatement(stmt)
}

func (u updater) store(stmt *gorm.Statement) error {
	dest, ok := stmt.Dest.(map[string]any)
	if p, isPointer := stmt.Dest.(*map[string]any); isPointer {
		dest, ok = *p, true
	}
	if ok {
		stored, err := u.storeIn(stmt, dest)
		if err != nil {
			return err
		}
		stmt.Dest = stored
	}
	c := stmt.Clauses["SET"]
	set, ok := c.Expression.(clause.Set)
	if !ok {
		return nil
	}
	stored, err := u.storeAssignments(stmt, set)
	c.Expression = clause.Set(stored)
	stmt.Clauses["SET"] = c
	return err
}

// guard is the clause by which GORM shows this package the conditions of a statement. It
// puts a plain ID into its column type, and refuses what the column would not match: the
// text of an ID in place of the ID, a column type of another form.
//
// Given a plain ID that is an array, GORM makes db.Delete(&user, id) a DELETE … WHERE id
// IN (1, 155, 0, …), and a server that compares bytes with numbers deletes other rows; pgx
// takes it for text, which it looks for in a column of bytes.
type guard struct{ modifier }

// ModifyStatement looks through the conditions of a statement. GORM calls it for each
// field. The first field looks for all of them.
func (g guard) ModifyStatement(stmt *gorm.Statement) {
	if stmt.Schema == nil {
		g.joined(stmt)
		return
	}
	if !g.refuses(stmt) && stmt.Error == nil && g.leads(stmt.Schema) && hasConditions(stmt) {
		newScope(stmt).settle(true)
	}
}

// joined looks through a statement that joins the field's model. GORM shows a guard the
// conditions of a join only then, and before they are known.
func (g guard) joined(on *gorm.Statement) {
	if on.DB == nil || on.DB.Statement == nil {
		return
	}
	stmt := on.DB.Statement
	if stmt.Schema != nil && stmt.Error == nil && !isGuarded(stmt.Schema) && g.leads(g.field.Schema) {
		newScope(stmt).settle(false)
	}
}

// leads reports whether the field is the first one of a model with a column type.
func (g guard) leads(sch *schema.Schema) bool {
	leads := false
	guards(sch, func(first guard) bool {
		leads = first.field == g.field
		return false
	})
	return leads
}

// hasConditions reports whether a statement has a clause that settle reads.
func hasConditions(stmt *gorm.Statement) bool {
	return stmt.Clauses["WHERE"].Expression != nil || stmt.Clauses["GROUP BY"].Expression != nil || len(stmt.Joins) > 0
}

// isGuarded reports whether a model has a column type.
func isGuarded(sch *schema.Schema) bool {
	guarded := false
	guards(sch, func(guard) bool {
		guarded = true
		return false
	})
	return guarded
}

// settle rewrites the conditions of the statement. joins is false where GORM is
// writing the joins already.
func (s *scope) settle(joins bool) {
	err := s.settleWhere()
	if err == nil {
		err = s.settleHaving()
	}
	if err == nil {
		err = s.settleJoins(joins)
	}
	if err == nil {
		return
	}
	s.stmt.AddError(err)
	if s.stmt.DB.DryRun {
		// GORM drops the errors of a subquery, so that its argument must fail as well.
		s.stmt.Clauses["WHERE"] = clause.Clause{Name: "WHERE", Expression: refusedWhere(err)}
		s.stmt.Joins = nil // whose arguments may fail before
	}
}

// refusedWhere returns a condition that makes the statement fail in database/sql.
func refusedWhere(err error) clause.Where {
	return clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "?", Vars: []any{refused{err}}}}}
}

func isRefused(where clause.Where) bool {
	if len(where.Exprs) != 1 {
		return false
	}
	e, ok := where.Exprs[0].(clause.Expr)
	if !ok || len(e.Vars) != 1 {
		return false
	}
	_, ok = e.Vars[0].(refused)
	return ok
}

func (s *scope) settleWhere() error {
	c := s.stmt.Clauses["WHERE"]
	where, ok := c.Expression.(clause.Where)
	if !ok {
		return nil
	}
	exprs, changed, err := s.conditions(where.Exprs)
	if err != nil || !changed {
		return err
	}
	if s.stmt.SQL.Len() > 0 {
		return refuseCondition(s.wrapper, "", "another field has written the statement before: declare the ID before "+
			"gorm.DeletedAt, or "+passIn(s.wrapper))
	}
	where.Exprs = exprs
	c.Expression = where
	s.stmt.Clauses["WHERE"] = c
	return nil
}

func (s *scope) settleHaving() error {
	c := s.stmt.Clauses["GROUP BY"]
	group, ok := c.Expression.(clause.GroupBy)
	if !ok {
		return nil
	}
	exprs, changed, err := s.conditions(group.Having)
	if changed {
		group.Having = exprs
		c.Expression = group
		s.stmt.Clauses["GROUP BY"] = c
	}
	return err
}

// settleJoins rewrites the conditions of the joins, unless GORM is writing them.
func (s *scope) settleJoins(changeable bool) error {
	for i := range s.stmt.Joins {
		join := &s.stmt.Joins[i]
		var on []clause.Expression
		var vars []any
		var changed bool
		var err error
		switch s.home = s.joins[i]; {
		case s.home == 0:
			vars, changed, err = s.namedArguments(join.Name, join.Conds)
		case join.On != nil:
			on, changed, err = s.conditions(join.On.Exprs)
		}
		isRelation := s.home > 0
		s.home = 0
		switch {
		case err != nil:
			return err
		case !changed:
		case !changeable:
			return refuseCondition(s.wrapper, "", "GORM shows the conditions of the join "+join.Name+" too late, because the model "+
				s.stmt.Schema.Name+" has no column type of this package: "+passIn(s.wrapper))
		case isRelation:
			join.On = &clause.Where{Exprs: on}
		default:
			join.Conds = vars
		}
	}
	return nil
}
