package gormtype

import (
	"sync"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// modifier is a clause that writes nothing, and whose ModifyStatement GORM calls
// before it builds a statement.
type modifier struct {
	field   *schema.Field
	traits  *traits
	verdict *verdict
}

// verdict keeps what is wrong with the tags of a field, for each dialect: to know
// it takes a text of T, and may take the generation of an ID.
type verdict [columntype.SQLite + 1]struct {
	once  sync.Once
	fault string
}

func modify(field *schema.Field, c *traits) modifier { return modifier{field, c, new(verdict)} }

// Name returns the empty name: the clause is in no statement.
func (modifier) Name() string { return "" }

// Column returns the field and what its type is.
func (m modifier) Column() (*schema.Field, *columntype.Description) {
	return m.field, &m.traits.Description
}

// Build writes nothing.
func (modifier) Build(clause.Builder) {}

// MergeClause changes nothing.
func (modifier) MergeClause(*clause.Clause) {}

// ModifyStatement refuses a statement of a model whose tags contradict a type, or one that
// needs the plugin. The plugin examines a model once.
func (m modifier) ModifyStatement(stmt *gorm.Statement) {
	if pluginOf(stmt.DB) != nil || stmt.Schema == nil || m.refuses(stmt) {
		return
	}
	if d := m.traits.Description; !d.StoresInteger() && !m.traits.refusesPlain {
		_ = stmt.AddError(columntype.Refuse(d, "field "+m.field.Schema.Name+"."+m.field.Name, "", ErrPlugin,
			"without it, a plain "+typename.Of(d.ID)+" would match other rows: add db.Use(gormtype.New()) where the DB is opened"))
	}
}

// refuses reports a tag that contradicts the type. A migration may have passed over
// it: GORM does not look at the type of a key that exists.
func (m modifier) refuses(stmt *gorm.Statement) bool {
	err := m.contradiction(columntype.DialectOf(stmt.DB))
	_ = stmt.AddError(err)
	return err != nil
}

// contradiction returns the error of a tag that contradicts the type, or nil.
func (m modifier) contradiction(dl columntype.Dialect) error {
	d := m.traits.Description
	if dl == columntype.Unknown {
		return nil // the arguments report it
	}
	v := &m.verdict[dl]
	v.once.Do(func() { v.fault = columntype.Contradiction(d, dl, m.field) })
	if v.fault == "" {
		return nil
	}
	return columntype.Refuse(d, "field "+m.field.Schema.Name+"."+m.field.Name, "", columntype.ErrTag, v.fault)
}
