package gormtype

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
)

// New returns the plugin that makes any ID right wherever GORM binds a value:
//
//	err := db.Use(gormtype.New(gormtype.Models(&User{}, &Order{})))
//
// The plugin wraps the dialector, through which GORM binds every value of a statement: of
// models, and of Table, Raw, Exec, Select, Order and subqueries. A value that is compared with
// the column of an ID, or set in it, gets the form of the column. This is how the plugin
// treats values:
//
//   - An ID, plain or in a column type, is bound in the form of the column before it in the
//     statement, as in "boss_id = ?", "id IN ?", "(n, id) < (?, ?)" or "SET ref = ?". An ID
//     of another type is an error that names both: that of another format, and a typed ID of
//     another kind, such as wiji.For[Order] for a wiji.For[User].
//   - The text of an ID and its raw bytes are the ID there. Any other text, other bytes and
//     numbers are an error. A [Text] column is also compared with any text.
//   - GORM binds the value of "? = id" before it writes the column. Once the column is there, the
//     plugin examines the value: an ID of another kind and a wrong text are errors as above, and
//     a value that another form would bind right is an error that matches [ErrForm]: write the
//     column first. On SQLite, unless statements are prepared, an ID in a subquery of db.Raw, and
//     in the conditions of a join by db.Joins("User", …), is not examined.
//   - Elsewhere, as in "LOWER(code) = ?", the plugin does not know the column. It binds a plain
//     ID in the form in which all models hold its type. If they hold it in several, the ID is an
//     error that matches [ErrPlain]. Other values are not examined.
//
// New also has the generators and blocks of a database: see [Generator] and [Blocks]. Keys are
// generated in Unscoped statements, too.
//
// Call db.Use once for each DB, before the first statement and before sessions are derived. It
// returns [gorm.ErrRegistered] the second time.
//
// Without the plugin, GORM generates keys and binds the column types, and a plain ID of this
// module's formats is an error. An ID type whose plain IDs are none, such as uuid.UUID of another
// library, needs the plugin: queries, updates and deletes of its models fail without it, see
// [ErrPlugin].
func New(options ...Option) gorm.Plugin {
	p := &plugin{generators: map[reflect.Type]any{}}
	p.catalog.Store(new(catalog))
	for _, option := range options {
		option(p)
	}
	return p
}

// Option is an argument of [New].
type Option func(*plugin)

// Models returns the option that tells the plugin the models of db.Table, db.Raw and db.Exec.
// The plugin learns those of other statements by itself.
func Models(models ...any) Option {
	return func(p *plugin) { p.models = append(p.models, models...) }
}

const pluginName = "gormtype"

type plugin struct {
	models     []any
	generators map[reflect.Type]any // of an ID type to a func() (T, error)
	blocks     []blockSource
	faults     []error
	learning   sync.Mutex
	catalog    atomic.Pointer[catalog]
}

// Name returns the name under which GORM knows the plugin.
func (*plugin) Name() string { return pluginName }

// Initialize reads the models, wraps the dialector and registers the callbacks.
func (p *plugin) Initialize(db *gorm.DB) error {
	for _, err := range p.faults {
		return err
	}
	for _, model := range p.models {
		stmt := &gorm.Statement{DB: db}
		if err := stmt.Parse(model); err != nil {
			return fmt.Errorf("gormtype.New: model %T: %w", model, err)
		}
		p.learn(stmt.Schema)
	}
	if err := p.register(db); err != nil {
		return fmt.Errorf("gormtype.New: %w", err)
	}
	db.Config.Dialector = &dialector{db.Dialector, p}
	db.ClauseBuilders["VALUES"] = bindValues(db.ClauseBuilders["VALUES"])
	for _, name := range []string{"FROM", "SET", "WHERE", "GROUP BY", "ORDER BY"} {
		db.ClauseBuilders[name] = p.examined(db.ClauseBuilders[name])
	}
	return nil
}

// pluginOf returns the plugin of a DB, or nil.
func pluginOf(db *gorm.DB) *plugin {
	if db == nil || db.Config == nil {
		return nil
	}
	p, _ := db.Plugins[pluginName].(*plugin)
	return p
}

// Generator returns the option that makes next the generator of all keys of type T:
//
//	err := db.Use(gormtype.New(gormtype.Generator(generator.New)))
//
// Use it for an ID type of another library, which has no default generator (the standard
// library's uuid.UUID has: with Go 1.27, keys are filled by uuid.NewV7), and for a
// generator with settings, such as a node number or a clock. next must be safe for
// concurrent use. The plugin ignores an ID beside an error and refuses the zero ID.
func Generator[T id.Fixed](next func() (T, error)) Option {
	return func(p *plugin) {
		t := reflect.TypeFor[T]()
		switch {
		case next == nil:
			p.faults = append(p.faults, fmt.Errorf("gormtype.Generator[%v]: the function is nil: pass the New method of a generator", t))
		case p.generators[t] != nil:
			p.faults = append(p.faults, fmt.Errorf("gormtype.Generator[%v]: a second generator of the type: remove one", t))
		}
		p.generators[t] = next
	}
}

// GeneratorOf is [Generator] for a function that returns no error:
//
//	err := db.Use(gormtype.New(gormtype.GeneratorOf(ulid.Make)))
func GeneratorOf[T id.Fixed](next func() T) Option {
	if next == nil {
		return Generator[T](nil)
	}
	return Generator(func() (T, error) { return next(), nil })
}
