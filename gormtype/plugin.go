package gormtype

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/gormtype/internal/blockkeys"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// New returns the plugin that makes any ID right wherever GORM binds a value:
//
//	err := db.Use(gormtype.New(gormtype.Models(&User{}, &Order{})))
//
// The plugin sees each finished statement, with all its arguments, when GORM executes it: those
// of models, and of Table, Raw, Exec, Select, Order and subqueries. It changes nothing but IDs. A
// value that is compared with a column of IDs, on either side, or set in one, gets the form of the
// column:
//
//   - An ID, plain or in a column type, is bound in the form of the column. An ID of another type
//     is an error that names both: that of another format, and a typed ID of another kind, such as
//     wiji.For[Order] for a wiji.For[User]. A column of the plain type, such as wiji.ID, takes
//     every kind.
//   - The text of an ID and its raw bytes are the ID there. Any other text, other bytes and
//     numbers are an error. A [Text] column is also compared with any text and pattern.
//   - Beside a text, as in "doc->>'owner' = ?" or "'user:' || ?", an ID is its text.
//   - A text that a function makes, as in "id = TRIM(?)", is an error beside a column of bytes, and
//     that of an ID beside one of integers. PostgreSQL refuses it itself.
//   - Elsewhere, as in "LOWER(code) = ?" or in a table or view without a model, the plugin does not
//     know the column. A plain ID is an error there that matches [ErrPlain]. A column type has its
//     own form. Other values are not examined. A table that has the name of a model's table in
//     another schema, such as a tenant's, has its columns of bytes, if they are of the same type.
//
// New also has the generators and blocks of a database, and makes plain fields right: see
// [Generator], [Blocks] and [Plain]. Keys are generated in Unscoped statements, too.
//
// Call db.Use once for each DB, before the first statement and before sessions are derived. It
// returns [gorm.ErrRegistered] the second time, and an error for an option that fits no field of
// the models, and for a model with a field that no option makes right.
//
// Without the plugin, GORM generates keys and binds the column types, and a plain ID of this
// module's formats is an error. An ID type whose plain IDs are none, such as uuid.UUID of another
// library, needs the plugin: queries, updates and deletes of its models fail without it, see
// [ErrPlugin].
func New(options ...Option) gorm.Plugin {
	p := &plugin{generators: map[reflect.Type]generator{}, plains: map[reflect.Type]adopter{}}
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

const pluginName = columntype.PluginName

type plugin struct {
	models     []any
	generators map[reflect.Type]generator // of an ID type
	plains     map[reflect.Type]adopter   // of an ID type
	blocks     []blockkeys.Source
	needs      []need
	faults     []error
	learning   sync.Mutex
	catalog    atomic.Pointer[catalog]
	dialect    columntype.Dialect
	misfits    sync.Map // of a *schema.Schema to the misfit that AutoMigrate found
	seen       sync.Map // of a table without a known model to the types of its columns, which AutoMigrate saw
}

// Name returns the name under which GORM knows the plugin.
func (*plugin) Name() string { return pluginName }

// Initialize reads the models and registers the callbacks.
func (p *plugin) Initialize(db *gorm.DB) error {
	for _, err := range p.faults {
		return err
	}
	dl := columntype.DialectOf(db)
	if p.dialect != columntype.Unknown && p.dialect != dl {
		return fmt.Errorf("gormtype.New: the plugin is in use on another kind of database than %s: make one for each: %w", columntype.DialectName(db), ErrDialect)
	}
	if p.dialect == columntype.Unknown {
		p.dialect = dl
		p.catalog.Store(newCatalog(dl))
	}
	for _, model := range p.models {
		stmt := &gorm.Statement{DB: db}
		if err := stmt.Parse(model); err != nil {
			return fmt.Errorf("gormtype.New: model %T: %w", model, err)
		}
		if err := p.adopt(db, stmt.Schema); err != nil {
			return err
		}
		if err := p.learn(db, stmt.Schema).models[stmt.Schema].fault; err != nil { // before those of related models
			return err
		}
	}
	if err := p.firstFault(); err != nil {
		return err
	}
	if p.dialect == columntype.Postgres && !isPgx(db) {
		columntype.ReadTextBytes()
	}
	if err := p.register(db); err != nil {
		return fmt.Errorf("gormtype.New: %w", err)
	}
	return nil
}

// isPgx reports whether the driver is pgx, or unknown.
func isPgx(db *gorm.DB) bool {
	pool, err := db.DB()
	if err != nil || pool.Driver() == nil { // as of connectors that tests write
		return true
	}
	return strings.HasPrefix(pointedTo(reflect.TypeOf(pool.Driver())).PkgPath(), "github.com/jackc/pgx")
}

// pluginOf returns the plugin of a DB, or nil.
func pluginOf(db *gorm.DB) *plugin {
	if db == nil || db.Config == nil {
		return nil
	}
	p, _ := db.Plugins[pluginName].(*plugin)
	return p
}

// generator appends the raw form of a new ID.
type generator func(raw []byte) ([]byte, error)

// Generator returns the option that makes next the generator of all keys of type T:
//
//	err := db.Use(gormtype.New(gormtype.Generator(generator.New)))
//
// A generator of a plain type of this module, such as uid11.ID, also makes the keys of all its
// typed IDs, unless they have their own.
//
// Use it for an ID type of another library, which has no default generator (the standard
// library's uuid.UUID has: with Go 1.27, keys are filled by uuid.NewV7), and for a
// generator with settings, such as a node number or a clock. next must be safe for
// concurrent use. The plugin ignores an ID beside an error and refuses the zero ID.
func Generator[T id.Fixed](next func() (T, error)) Option {
	t := reflect.TypeFor[T]()
	need := need{"gormtype.Generator[" + typename.Of(t) + "]" + noField, func(_ *schema.Schema, own *traits) bool { return columntype.IsKindOf(own.ID, t) }}
	return func(p *plugin) {
		if next == nil {
			p.faults = append(p.faults, fmt.Errorf("gormtype.Generator[%v]: the function is nil: pass the New method of a generator", t))
		} else if _, ok := p.generators[t]; ok {
			p.faults = append(p.faults, fmt.Errorf("gormtype.Generator[%v]: a second generator of the type: remove one", t))
		}
		p.needs = append(p.needs, need)
		p.generators[t] = func(raw []byte) ([]byte, error) {
			v, err := next()
			return column.AppendRaw(raw, &v), err
		}
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

// generatorOf returns what makes n keys of an ID type, one after the other, for a field of a statement that creates so
// many rows.
func generatorOf[T id.Fixed](p *plugin, stmt *gorm.Statement, field *schema.Field, rows, n int) func(*T) error {
	next := p.generator(reflect.TypeFor[T]())
	for _, b := range p.blocks {
		if next == nil && rows > 1 && b.Makes(field.Schema.ModelType, reflect.TypeFor[T]()) {
			next = b.Keys(stmt, inner(stmt.ConnPool), field, n)
		}
	}
	if next == nil {
		return columntype.Generate[T]
	}
	raw := make([]byte, 0, column.MaxRaw)
	return func(key *T) error {
		made, err := next(raw)
		if err == nil {
			column.SetRaw(key, made)
		}
		return columntype.Checked(key, err)
	}
}

// generator returns the generator of an ID type, or of the plain type of a typed one, that an option names, or nil.
func (p *plugin) generator(t reflect.Type) generator {
	if own := p.generators[t]; own != nil {
		return own
	}
	for plain, g := range p.generators {
		if columntype.IsKindOf(t, plain) {
			return g
		}
	}
	return nil
}
