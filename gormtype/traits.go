package gormtype

import (
	"database/sql/driver"
	"reflect"
	"sync"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// columnField is a column type without its type parameters.
type columnField interface {
	traits() *traits
	argument(stmt *gorm.Statement) (columntype.Argument, error)
}

// traits is what the code without type parameters does with a column type. A field
// gets its traits once, when GORM parses the model.
type traits struct {
	columntype.Description
	operations
	// refusesPlain is true if a plain ID is an error outside of the plugin.
	refusesPlain bool
}

type operations interface {
	// keys returns what makes the keys of n rows that a statement creates, for a field.
	keys(stmt *gorm.Statement, field *schema.Field, n int) keySource
	// adopt returns the column value of a plain ID or of a pointer to one.
	adopt(v any) (any, bool)
	// binder returns what binds IDs of a statement.
	binder(db *gorm.DB) binder
	// members returns the members of a list of plain IDs or of column types as values that the
	// plugin binds.
	members(list any) ([]any, bool)
	// late returns a value of the column type as one that the plugin binds.
	late(v any) (any, bool)
	// raw returns the plain ID of raw bytes, which it does not check, if b has their length.
	raw(b []byte) (any, bool)
	// assign sets a field to what GORM scanned, and reports whether it was of the type.
	assign(field reflect.Value, scanned any) bool
	// store returns the column value of a value that a program sets by name.
	store(field *schema.Field, v any) (any, error)
}

// known holds the traits of all column types.
var known sync.Map

func traitsOf[T id.Fixed, F form]() *traits {
	key := reflect.TypeFor[Column[T, F]]()
	found, ok := known.Load(key)
	if !ok {
		found, _ = known.LoadOrStore(key, &traits{columntype.Describe[T](kindOf[F]()), operationsOf[T, F]{}, columntype.RefusesPlain[T]()})
	}
	return found.(*traits)
}

// columnOf returns the traits of a field's type, which may be a pointer to a column
// type.
func columnOf(t reflect.Type) (*traits, bool) {
	c, ok := reflect.TypeAssert[columnField](reflect.New(t))
	if !ok {
		return nil, false
	}
	return c.traits(), true
}

type operationsOf[T id.Fixed, F form] struct{}

// wrap returns v in the column type.
func (operationsOf[T, F]) wrap(v T) any { return Column[T, F]{cell[T, F]{v}} }

// plain returns the ID that v is or to which it points.
func (operationsOf[T, F]) plain(v any) (x T, ok bool) {
	switch v := v.(type) {
	case T:
		return v, true
	case *T:
		if v != nil {
			return *v, true
		}
	}
	return x, false
}

func (o operationsOf[T, F]) adopt(v any) (any, bool) {
	x, ok := o.plain(v)
	return o.wrap(x), ok
}

// binder binds IDs of a statement.
type binder interface {
	// bind returns the argument of an ID, plain or in the column type, or of a pointer to one.
	bind(v any) (columntype.Argument, bool, error)
	// bindColumn replaces a value of the column type by its argument.
	bindColumn(v any, to *bound) (bool, error)
}

type binderOf[T id.Fixed, F form] struct {
	operationsOf[T, F]
	*columntype.Binder[T]
}

func (o operationsOf[T, F]) binder(db *gorm.DB) binder {
	return binderOf[T, F]{o, columntype.NewBinder[T](kindOf[F](), db)}
}

func (b binderOf[T, F]) bind(v any) (columntype.Argument, bool, error) {
	x, ok := b.plain(v)
	if l, isLate := v.(*late[T, F]); isLate {
		x, ok = l[0][0], true
	}
	if !ok {
		return columntype.Argument{}, false, nil
	}
	a, err := b.Argument(x)
	return a, true, err
}

func (b binderOf[T, F]) bindColumn(v any, to *bound) (ok bool, err error) {
	c, ok := v.(Column[T, F])
	if ok {
		to.Argument, err = b.Argument(c.V())
	}
	return ok, err
}

// late is a Column that GORM leaves to the plugin.
type late[T id.Fixed, F form] [1]cell[T, F]

func (*late[T, F]) traits() *traits { return traitsOf[T, F]() }

// Value always fails: the plugin binds the argument.
func (*late[T, F]) Value() (driver.Value, error) { return nil, columntype.ErrOutsideGORM }

// lateColumn is a late without its type parameters.
type lateColumn interface {
	driver.Valuer
	traits() *traits
}

func (operationsOf[T, F]) late(v any) (any, bool) {
	c, ok := v.(Column[T, F])
	if !ok {
		return nil, false
	}
	boxed := late[T, F](c)
	return &boxed, true
}

func (operationsOf[T, F]) members(list any) ([]any, bool) {
	switch list := list.(type) {
	case []T:
		members := make([]any, len(list))
		for i := range list {
			members[i] = &list[i]
		}
		return members, true
	case []Column[T, F]:
		members := make([]any, len(list))
		for i := range list {
			members[i] = (*late[T, F])(&list[i])
		}
		return members, true
	}
	return nil, false
}

func (operationsOf[T, F]) raw(b []byte) (any, bool) {
	var v T
	if len(b) != column.RawSize[T]() {
		return nil, false
	}
	column.SetRaw(&v, b)
	return v, true
}

// assign sets a field of the column type, or of a pointer to it, to a value that was scanned
// into a pointer, nil for NULL. GORM's own Set makes three steps of it, each with an allocation.
func (operationsOf[T, F]) assign(field reflect.Value, scanned any) bool {
	if !field.CanAddr() {
		return false
	}
	switch p := field.Addr().Interface().(type) {
	case *Column[T, F]:
		switch v := scanned.(type) {
		case Column[T, F]:
			*p = v
			return true
		case **Column[T, F]:
			if *v == nil {
				*p = Column[T, F]{}
			} else {
				*p = **v
			}
			return true
		}
	case **Column[T, F]:
		if v, ok := scanned.(**Column[T, F]); ok {
			*p = *v
			return true
		}
	}
	return false
}

// store returns the column value of v, which a program sets by the name of a field: in
// the map of a Create or Update, in an upsert or by clause.Set. Any other value is an
// error: GORM would pass it to the server as it is, and a text that a column of bytes
// stores makes each later Find fail. Expressions and subqueries are returned as they are.
func (o operationsOf[T, F]) store(field *schema.Field, v any) (any, error) {
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
			return nil, subject{field, own}.otherColumn(t)
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
		return o.store(field, plain)
	}
	if rv.Kind() == reflect.Pointer {
		return o.store(field, rv.Elem().Interface())
	}
	x, ok := columntype.Parsed[T](kindOf[F](), rv)
	if !ok {
		return nil, subject{field, own}.noID(v)
	}
	return o.wrap(x), nil
}

// storeAssignments converts the values of the field in assignments, and returns a copy
// if there is one.
func (m modifier) storeAssignments(stmt *gorm.Statement, set []clause.Assignment) ([]clause.Assignment, error) {
	copied := false
	for i, a := range set {
		if stmt.Schema.LookUpField(a.Column.Name) != m.field {
			continue
		}
		stored, err := m.traits.store(m.field, a.Value)
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
