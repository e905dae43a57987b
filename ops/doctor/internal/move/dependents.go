package move

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Column is a column as statements write it: the table is quoted on PostgreSQL, with its schema.
type Column struct{ Table, Name string }

// Object is an object of the schema that names a column to move.
type Object struct {
	Kind, Table, Name string
	Definition        string
	// Expression is that of a check, an index or a trigger's state, whose meaning a move may change.
	Expression string
	// Problem says why it does not come back by itself; empty if it does.
	Problem string
}

func (o Object) String() string { return o.item().String() }

// Hash is of the definition, so that a script stops if it has changed.
func (o Object) Hash() string { return o.item().hash() }

func (o Object) item() item {
	return item{kind: o.Kind, table: o.Table, name: o.Name, definition: o.Definition, expression: o.Expression, problem: o.Problem}
}

// Dependents are what names the columns to move.
type Dependents struct {
	// Query returns the objects, for the preflight of a script. Its columns are kind, relation, name and
	// definition, and more.
	Query   string
	Objects []Object
}

func planOf(s source.Source, columns []Column) *plan {
	p := &plan{db: s, server: s.Server()}
	for _, c := range columns {
		p.columns = append(p.columns, column{c.Table, c.Name})
	}
	return p
}

// DependentsOf reads what names the columns, views before those that read them. On MySQL and MariaDB the
// session needs a long group_concat_max_len.
func DependentsOf(ctx context.Context, s source.Source, columns []Column) (v Dependents, err error) {
	p := planOf(s, columns)
	var list []item
	switch p.server.Product {
	case "PostgreSQL":
		list, err = p.pgItems(ctx)
		v.Query = p.pgDependents()
	case "MySQL", "MariaDB":
		list, err = p.myItems(ctx)
		v.Query = p.myDependents()
	default:
		return v, fmt.Errorf("%s has no such catalog", p.server.Product)
	}
	for _, i := range list {
		v.Objects = append(v.Objects, Object{i.kind, i.table, i.name, i.definition, i.expression, i.problem})
	}
	return v, err
}

// Resolve returns a column of PostgreSQL that the user named: table.column, with a schema in front if it is not on the
// search path.
func Resolve(ctx context.Context, s source.Source, name string) (Column, error) {
	found, err := planOf(s, nil).pgResolve(ctx, name)
	if err != nil {
		return Column{}, err
	}
	return Column{found[0].table, found[0].name}, nil
}

// Views returns the statements that create each view of PostgreSQL again, with its owner, rights and comment, and without
// casts of the columns that move.
func Views(ctx context.Context, s source.Source, columns []Column, objects []Object) (map[string][]string, error) {
	var items []item
	for _, o := range objects {
		items = append(items, o.item())
	}
	var schema pgSchema
	err := planOf(s, columns).pgViews(ctx, &schema, items)
	list := map[string][]string{}
	for name, v := range schema.views {
		for _, statement := range v.create {
			list[name] = append(list[name], statement+";")
		}
	}
	return list, err
}

// Keeps reports whether an expression means the same after a move that changes all columns of moved: it asks whether they
// are NULL, compares them with each other, or uses none.
func Keeps(expression string, moved []string) bool { return keeps(expression, moved) }
