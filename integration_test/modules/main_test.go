package modules

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// repository is the root of the repository under test.
const repository = "../.."

// Versions of the modules that the tests publish.
const (
	older = "v0.98.0"
	newer = "v0.99.0"
)

// release is the working tree, published to a proxy.
type release struct {
	proxy   modproxy.Proxy
	modules []modproxy.Module
}

// module returns the module in a folder of the repository.
func (r release) module(t *testing.T, dir string) modproxy.Module {
	t.Helper()
	for _, m := range r.modules {
		if m.Dir == dir {
			return m
		}
	}
	t.Fatalf("go.work has no module %s", dir)
	return modproxy.Module{}
}

// stated returns the go.mod of a module as it is published.
func (r release) stated(t *testing.T, m modproxy.Module) string {
	t.Helper()
	data, err := os.ReadFile(r.proxy.GoMod(m, newer))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var scratch string // a folder that TestMain removes

// published publishes the working tree as version newer, once.
var published = sync.OnceValues(func() (release, error) {
	proxy := modproxy.Proxy{Dir: filepath.Join(scratch, "proxy")}
	tree := filepath.Join(scratch, "newer")
	if err := modproxy.CopyTree(repository, tree); err != nil {
		return release{}, err
	}
	modules, err := proxy.PublishTree(tree, newer)
	return release{proxy, modules}, err
})

func publish(t *testing.T) release {
	t.Helper()
	r, err := published()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	if scratch, err = os.MkdirTemp("", "sortid-modules-"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	if scratch, err = filepath.EvalSymlinks(scratch); err != nil {
		return 0, err
	}
	return m.Run(), nil
}
