package modules

import (
	"fmt"
	"strings"
	"testing"
)

// lightTest is the test of the program.
const lightTest = `package main

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

func TestRoundTrip(t *testing.T) {
	x := wiji.New()
	if y, err := wiji.Parse(x.String()); err != nil || y != x {
		t.Errorf("%v, %v", y, err)
	}
}
`

// TestNoRequirements: a program that imports every package of the root module
// requires that module and no other, and its go.sum names no other. go mod tidy
// reads the tests of the packages that it finds, so a driver in one of them would
// show.
func TestNoRequirements(t *testing.T) {
	r := publish(t)
	root := r.module(t, ".")
	p := newProgram(t, r).offline(r)
	p.write(t, "main.go", lightProgram(t, importable(t, ".")))
	p.write(t, "main_test.go", lightTest)
	p.write(t, "go.mod", "module example.com/light\n\ngo 1.25.0\n")
	p.require(t, newer, root)
	p.run(t, "mod", "tidy")
	if got := p.run(t, "run", "."); got != "26 16 <nil>\n" {
		t.Errorf("the program prints %q", got)
	}
	p.run(t, "test", "-short", ".")

	goMod := p.read(t, "go.mod")
	if want := "module example.com/light\n\ngo 1.25.0\n\nrequire " + root.Path + " " + newer + "\n"; goMod != want {
		t.Errorf("after go mod tidy, go.mod is\n%swant\n%s", goMod, want)
	}
	sum := strings.Split(strings.TrimSpace(p.read(t, "go.sum")), "\n")
	if len(sum) != 2 || !strings.HasPrefix(sum[0], root.Path+" "+newer+" h1:") ||
		!strings.HasPrefix(sum[1], root.Path+" "+newer+"/go.mod h1:") {
		t.Errorf("go.sum names more than %s:\n%s", root.Path, strings.Join(sum, "\n"))
	}
	if got, want := p.run(t, "list", "-m", "all"), "example.com/light\n"+root.Path+" "+newer+"\n"; got != want {
		t.Errorf("the program builds with\n%swant\n%s", got, want)
	}
}

// lightProgram returns a program that imports all of the packages and uses two.
func lightProgram(t *testing.T, imports []string) string {
	t.Helper()
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n\t\"fmt\"\n\n")
	used := map[string]bool{"github.com/sortid/sortid/id/wiji": false, "github.com/sortid/sortid/sqltype": false}
	for _, path := range imports {
		blank := "_ "
		if _, ok := used[path]; ok {
			blank, used[path] = "", true
		}
		fmt.Fprintf(&source, "\t%s%q\n", blank, path)
	}
	for path, found := range used {
		if !found {
			t.Fatalf("the root module has no package %s among %q", path, imports)
		}
	}
	source.WriteString(`)

func main() {
	x := wiji.New()
	v, err := sqltype.BinaryOf(x).Value()
	fmt.Println(len(x.String()), len(v.([]byte)), err)
}
`)
	return source.String()
}
