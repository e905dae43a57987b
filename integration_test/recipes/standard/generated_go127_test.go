//go:build go1.27

package standard_test

import (
	"os"
	"os/exec"
	"path"
	"reflect"
	"testing"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
	"github.com/99designs/gqlgen/api"
	gqlgen "github.com/99designs/gqlgen/codegen/config"

	"github.com/sortid/sortid/integration_test/recipes/standard/schema"
)

// The code that ent and gqlgen generate, some 5,000 lines, is not kept: a test generates it into
// testdata, where git ignores it and no ./... pattern matches it, and runs the tests that use it.

func TestStandardEnt(t *testing.T) {
	generated(t, "testdata/ent", "./testdata/orders", func(target string) error {
		recipe := path.Dir(reflect.TypeFor[schema.Order]().PkgPath())
		return entc.Generate("./schema", &gen.Config{Target: target, Package: path.Join(recipe, target)})
	})
}

func TestStandardGraphQL(t *testing.T) {
	generated(t, "testdata/graph", "./testdata/graphs", func(string) error {
		config, err := gqlgen.LoadConfig("graphql/gqlgen.yml")
		if err != nil {
			return err
		}
		return api.Generate(config)
	})
}

// generated makes the code of a target and tests the package that uses it.
func generated(t *testing.T, target, tests string, generate func(target string) error) {
	t.Helper()
	if err := os.RemoveAll(target); err != nil {
		t.Fatal(err)
	}
	if err := generate(target); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-v", tests).CombinedOutput()
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
