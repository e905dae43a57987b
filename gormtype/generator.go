package gormtype

import (
	"errors"
	"reflect"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Generator returns a plugin that makes next the generator of all keys of type T in a
// [*gorm.DB] and the sessions that are derived from it:
//
//	err := db.Use(gormtype.Generator(generator.New))
//
// Use it for an ID type of another library, which has no default generator (the standard
// library's uuid.UUID has: with Go 1.27, keys are filled by uuid.NewV7), and for a
// generator with settings, such as a node number or a clock. next must be safe for
// concurrent use. The plugin ignores an ID beside an error and refuses the zero ID.
//
// Use it once for each ID type and DB, before the first statement. Sessions share the
// plugins of their DB, so db.Use returns [gorm.ErrRegistered] for a second generator of
// the same type, with the text "registered".
func Generator[T id.Fixed](next func() (T, error)) gorm.Plugin { return &generator[T]{next} }

// GeneratorOf is [Generator] for a function that returns no error:
//
//	err := db.Use(gormtype.GeneratorOf(ulid.Make))
func GeneratorOf[T id.Fixed](next func() T) gorm.Plugin {
	if next == nil {
		return Generator[T](nil)
	}
	return Generator(func() (T, error) { return next(), nil })
}

type generator[T id.Fixed] struct{ next func() (T, error) }

// Name returns the name under which GORM knows the plugin: one for each ID type.
func (g *generator[T]) Name() string { return generatorName[T]() }

// Initialize refuses a plugin that could never generate.
func (g *generator[T]) Initialize(*gorm.DB) error {
	if g.next == nil {
		return errors.New(g.Name() + ": the function is nil: pass the New method of a generator")
	}
	return nil
}

func generatorName[T id.Fixed]() string {
	t := reflect.TypeFor[T]()
	return "gormtype.Generator[" + t.PkgPath() + "." + t.Name() + "]"
}

// pluginNames are the names under which a DB has the plugins that generate a type.
type pluginNames struct{ generator, blocks string }

func pluginNamesOf[T id.Fixed]() pluginNames {
	return pluginNames{generatorName[T](), blocksName[T]()}
}

// keysOf returns the function that makes the keys of the rows that a statement creates, for
// a field: that of the plugin that its DB has for T, else T's default generator.
func keysOf[T id.Fixed](stmt *gorm.Statement, field *schema.Field, names pluginNames) func() (T, error) {
	plugins := stmt.DB.Plugins
	if g, ok := plugins[names.generator].(*generator[T]); ok {
		return func() (T, error) { return checked(g.next()) }
	}
	if b, ok := plugins[names.blocks].(blockSource); ok {
		next := b.source(stmt, field)
		return func() (v T, err error) {
			raw, err := next()
			column.SetRaw(&v, raw[:column.RawSize[T]()])
			return checked(v, err)
		}
	}
	return generate[T]
}

// generate returns a new ID of T's default generator. The value beside an error is the
// zero value.
func generate[T id.Fixed]() (v T, err error) {
	switch g, ok := any(&v).(id.Generatable); {
	case ok:
		err = g.Generate()
		return checked(v, err)
	case generateStandard(&v):
		return checked(v, nil)
	}
	t := typename.For[T]()
	return v, refuse(describe[T](native), "Generate", "", ErrGenerator, t+
		" has no default generator: set the key, or add a generator by db.Use(gormtype.Generator(func() ("+t+", error) {…}))")
}

func generateInto[T id.Fixed](dst *T) (err error) {
	*dst, err = generate[T]()
	return err
}

func checked[T id.Fixed](v T, err error) (T, error) {
	var zero T
	switch {
	case err != nil:
		return zero, err
	case v == zero:
		return zero, refuse(describe[T](native), "Generate", "", id.ErrZero, "the generator returned the zero ID and no error: fix the function of gormtype.Generator")
	}
	return v, nil
}
