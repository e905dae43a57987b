package gorm_test

import (
	"testing"

	"github.com/sortid/sortid/.ci/libraries/internal/gomodule"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// runGenerated runs the tests of a module on SQLite and on servers.
func runGenerated(t *testing.T, m *gomodule.Module) {
	t.Run("sqlite", func(t *testing.T) { m.With(t).Run("test", "-count=1", ".") })
	for _, kind := range []dbserver.Kind{dbserver.Postgres, dbserver.MySQL} {
		t.Run(string(kind), func(t *testing.T) {
			m.With(t, "DIALECT="+string(kind), "DSN="+dbtest.Open(t, kind).DSN).Run("test", "-count=1", ".")
		})
	}
}

// TestGen runs a program with the code that gorm.io/gen makes of models with IDs, and of an interface with
// queries. Models need nothing. In the interface, gen drops the type arguments of parameters and results: name
// the column type there by an alias, such as
//
//	type OrderID = gormtype.ID[uuidv7.ID]
//
// Declare it in the file of the interface, or in another package. gen writes the name of one in another file
// of the same package without its package, which does not compile.
//
// The module requires dbresolver, as gen asks for a version that does not compile with GORM 1.31.
func TestGen(t *testing.T) {
	m := gomodule.New(t, "gen", "shared")
	m.Run("mod", "tidy")
	m.Run("run", "./generate")
	m.Run("mod", "tidy") // what was generated imports more
	runGenerated(t, m)
}

// TestCLI runs a program with the code that gorm.io/cli/gorm makes of models with keys of the standard
// library's uuid.UUID, and of an interface with templates. The generator takes a type without the methods of
// sql.Scanner and driver.Valuer for the struct of an association, unless a genconfig.Config beside the models
// maps it:
//
//	FieldTypeMap: map[any]any{uuid.UUID{}: field.Field[uuid.UUID]{}},
//	FieldNameMap: map[string]any{"uuid": field.Field[uuid.UUID]{}},
//
// The second line is for pointers, which need the tag gen:"uuid". A column type needs no Config but an alias.
//
// The program leaves out what is wrong with each type of key: a template of a condition, where(…), which is
// lost, and Create of a belongs-to relation, which does nothing.
func TestCLI(t *testing.T) {
	m := gomodule.New(t, "cli", "shared").With(t, "GOTOOLCHAIN=go1.27.0")
	m.Run("mod", "tidy")
	m.Run("tool", "gorm", "gen", "-i", "./model", "-o", "./generated")
	m.Run("mod", "tidy") // what was generated imports more
	runGenerated(t, m)
}
