package move

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Dependents are what names the columns to move.
type Dependents struct {
	// Query returns the objects, for the preflight of a script. Its columns are kind, relation, name and
	// definition, and more.
	Query   string
	Objects []Object
}

func planOf(s source.Source, columns []joined.Column) *plan {
	return &plan{db: s, server: s.Server(), columns: columns}
}

// DependentsOf reads what names the columns, on PostgreSQL views before those that read them. On MySQL and MariaDB the
// session needs a long group_concat_max_len.
func DependentsOf(ctx context.Context, s source.Source, columns []joined.Column) (v Dependents, err error) {
	p := planOf(s, columns)
	switch p.server.Product {
	case "PostgreSQL":
		v.Objects, err = p.pgItems(ctx)
		v.Query = p.pgDependents()
	case "MySQL", "MariaDB":
		v.Objects, err = p.myItems(ctx)
		v.Query = p.myDependents()
	default:
		return v, fmt.Errorf("%s has no such catalog", p.server.Product)
	}
	return v, err
}

// Resolve returns a column of PostgreSQL that the user named: table.column, with a schema in front if it is not on the
// search path.
func Resolve(ctx context.Context, s source.Source, name string) (joined.Column, error) {
	found, err := planOf(s, nil).pgResolve(ctx, name)
	if err != nil {
		return joined.Column{}, err
	}
	return found[0], nil
}

// Views returns the statements that create each view of PostgreSQL again, with its owner, rights and comment, and without
// casts of the columns that move.
func Views(ctx context.Context, s source.Source, columns []joined.Column, objects []Object) (map[string][]string, error) {
	var schema pgSchema
	err := planOf(s, columns).pgViews(ctx, &schema, objects)
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
