// Package ent_test is the recipe for entgo.io/ent: keys of package sqltype in the schema,
// and in testdata/accounts code that uses what ent generates from it. The generated code,
// some 5,000 lines, is not kept: the test generates it and runs the tests of that code.
package ent_test

import (
	"os"
	"os/exec"
	"path"
	"reflect"
	"testing"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"

	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
)

// TestGenerated generates testdata/ent, which git ignores, and tests the package that uses
// it. No ./... pattern matches either package, so all else compiles without the code.
func TestGenerated(t *testing.T) {
	const target = "testdata/ent"
	if err := os.RemoveAll(target); err != nil {
		t.Fatal(err)
	}
	recipe := path.Dir(reflect.TypeFor[schema.Account]().PkgPath())
	if err := entc.Generate("./schema", &gen.Config{Target: target, Package: path.Join(recipe, target)}); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-v", "./testdata/accounts").CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("go test: %v", err)
	}
	// The go command does not see what the tests above depend on, such as their servers. It
	// caches no result of a test that used a file of this second.
	if err := os.WriteFile(target+"/tested", nil, 0o600); err != nil {
		t.Error(err)
	}
}
