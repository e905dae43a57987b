package gormtype

import (
	"database/sql/driver"
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// store returns the column value of v, which a program sets by the name of a field: in
// the map of a Create or Update, in an upsert or by clause.Set. Any other value is an
// error: GORM would pass it to the server as it is, and a text that a column of bytes
// stores makes each later Find fail. Expressions and subqueries are returned as they are.
func (o operationsOf[T, F]) store(v any) (any, error) {
	switch x := v.(type) {
	case nil, clause.Expression, clause.Column, clause.Table, *gorm.DB:
		return v, nil
	case T:
		return o.wrap(x), nil
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil, nil
	}
	own := traitsOf[T, F]()
	switch x := v.(type) {
	case columnField:
		if t := x.traits(); t != own {
			return nil, otherColumn(own.Description, "SET", t.Description)
		}
		return v, nil
	case *T:
		return o.wrap(*x), nil
	case gorm.Valuer:
		return v, nil
	case driver.Valuer:
		plain, err := x.Value()
		if err != nil {
			return v, nil //nolint:nilerr // database/sql returns the error
		}
		return o.store(plain)
	}
	if rv.Kind() == reflect.Pointer {
		return o.store(rv.Elem().Interface())
	}
	x, ok := columntype.Parsed[T](kindOf[F](), rv)
	if !ok {
		return nil, columntype.Refuse(own.Description, "SET", shown(v), ErrValue, "parse the text of an ID, and pass "+own.Kind.Constructor()+"(id)")
	}
	return o.wrap(x), nil
}

// otherColumn reports a column type in the place of another one.
func otherColumn(d columntype.Description, op string, other columntype.Description) error {
	if other.ID != d.ID {
		return columntype.Refuse(d, op, typename.Of(other.ID), ErrKind, "the column holds a "+typename.Of(d.ID)+": pass the ID of that type")
	}
	return columntype.Refuse(d, op, other.Name(), ErrForm, "the column stores another form than this type: pass "+d.Kind.Constructor()+"(id)")
}

// storeAssignments converts the values of the field in assignments, and returns a copy
// if there is one.
func (m modifier) storeAssignments(stmt *gorm.Statement, set []clause.Assignment) ([]clause.Assignment, error) {
	copied := false
	for i, a := range set {
		if stmt.Schema.LookUpField(a.Column.Name) != m.field {
			continue
		}
		stored, err := m.traits.store(a.Value)
		if err != nil {
			return set, err
		}
		if !copied {
			set, copied = append([]clause.Assignment(nil), set...), true
		}
		set[i].Value = stored
	}
	return set, nil
}
