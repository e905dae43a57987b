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
	// bound returns what the driver gets of the ID.
	bound(b *binder) (columntype.Bound, error)
}

// traits is what the code without type parameters does with a column type. A field
// gets its traits once, when GORM parses the model.
type traits struct {
	columntype.Description
	operations
	// refusesPlain is true if a plain ID is an error outside of the plugin.
	refusesPlain bool
	// isPlain is true for a plain field, which the option Plain makes a column.
	isPlain bool
}

type operations interface {
	// readType returns the column type that reads an ID in each form.
	readType() reflect.Type
	// keys returns a list of n new keys in the column type, for a field of a statement that creates so many rows.
	keys(stmt *gorm.Statement, field *schema.Field, rows, n int) (reflect.Value, error)
	// bind returns what the driver gets of a plain ID, or of a pointer to one. ok is false for other
	// values.
	bind(b *binder, v any) (bound columntype.Bound, ok bool, err error)
	// lates returns the values of a list of column types as those that the plugin binds, or nil.
	lates(list any) []any
	// read returns the plain ID that a driver returned, and show its text.
	read(v any) (any, bool)
	show(v any) (string, bool)
	// text returns the text of a plain ID, or of a pointer to one.
	text(v any) (string, bool)
	// assign sets a field to what GORM scanned, and reports whether it was of the type.
	assign(field reflect.Value, scanned any) bool
	// store returns the column value of a value that a program sets by name.
	store(field *schema.Field, v any) (any, error)
}

// knownTraits holds the traits of all column types.
var knownTraits sync.Map

func traitsOf[T id.Fixed, F form]() *traits {
	key := reflect.TypeFor[Column[T, F]]()
	found, ok := knownTraits.Load(key)
	if !ok {
		found, _ = knownTraits.LoadOrStore(key, &traits{columntype.Describe[T](kindOf[F]()), operationsOf[T, F]{}, columntype.RefusesPlain[T](), false})
	}
	return found.(*traits)
}

type operationsOf[T id.Fixed, F form] struct{}

func (operationsOf[T, F]) readType() reflect.Type { return reflect.TypeFor[ID[T]]() }

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

func (o operationsOf[T, F]) bind(b *binder, v any) (bound columntype.Bound, ok bool, err error) {
	x, ok := o.plain(v)
	if ok {
		bound, err = columntype.Bind(&b.Binder, kindOf[F](), &x)
	}
	return bound, ok, err
}

func (o operationsOf[T, F]) text(v any) (string, bool) {
	x, ok := o.plain(v)
	return columntype.ToString(x), ok
}

func (operationsOf[T, F]) lates(list any) []any {
	var lates []late[T, F]
	switch list := list.(type) {
	case []Column[T, F]:
		lates = make([]late[T, F], len(list))
		for i, x := range list {
			lates[i] = late[T, F](x)
		}
	case []any:
		lates = make([]late[T, F], len(list))
		for i, v := range list {
			x, ok := v.(Column[T, F])
			if !ok {
				return nil
			}
			lates[i] = late[T, F](x)
		}
	default: // of a program's own type of lists
		return nil
	}
	values := make([]any, len(lates))
	for i := range lates {
		values[i] = &lates[i]
	}
	return values
}

func (operationsOf[T, F]) read(v any) (any, bool) {
	if text, ok := v.(string); ok && !traitsOf[T, F]().StoresInteger() && len(text) == column.RawSize[T]() {
		v = []byte(text)
	}
	var x Column[T, F]
	err := x.Scan(v)
	return x.V(), err == nil
}

func (o operationsOf[T, F]) show(v any) (string, bool) {
	x, ok := o.read(v)
	if !ok {
		return "", false
	}
	return o.text(x)
}

// late is a Column that GORM leaves to the plugin.
type late[T id.Fixed, F form] [1]cell[T, F]

func (late[T, F]) traits() *traits { return traitsOf[T, F]() }

func (x late[T, F]) bound(b *binder) (columntype.Bound, error) {
	return columntype.Bind(&b.Binder, kindOf[F](), &x[0][0])
}

// String returns the text of the ID, which logs and the keys of caches show.
func (x late[T, F]) String() string { return columntype.ToString(x[0][0]) }

// Value always fails: the plugin binds the argument. A log shows the text beside the error.
func (x late[T, F]) Value() (driver.Value, error) { return x.String(), columntype.ErrOutsideGORM }

// lateColumn is a late without its type parameters.
type lateColumn interface {
	columnField
	driver.Valuer
	String() string
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
	if x, ok := o.plain(v); ok {
		return o.wrap(x), nil
	}
	if v == nil || isComputed(v) {
		return v, nil
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil, nil
	}
	if null := reflect.Indirect(rv); nullValue(null.Type()) != nil { // whose Value fails for a plain ID
		if !null.Field(1).Bool() {
			return nil, nil
		}
		return o.store(field, null.Field(0).Interface())
	}
	own := traitsOf[T, F]()
	switch x := v.(type) {
	case columnField:
		if t := x.traits(); t.Kind != own.Kind || !columntype.IsKindOf(t.ID, own.ID) {
			return nil, subject{field: field, traits: own}.otherColumn(t)
		}
		return v, nil
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
	x, ok := columntype.Convert[T](kindOf[F](), rv)
	if !ok {
		return nil, subject{field: field, traits: own}.noID(v)
	}
	return o.wrap(x), nil
}

// isComputed reports whether a value is one that the server computes.
func isComputed(v any) bool {
	switch v.(type) {
	case clause.Expression, clause.Column, clause.Table, *gorm.DB:
		return true
	}
	return false
}
