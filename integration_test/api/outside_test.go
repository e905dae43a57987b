package api_test

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// TestOutside: a program in a module of its own can use each exported name. It writes the type of every function,
// method, field, variable and constant, and the compiler takes it. A function with an argument of a type of an internal
// package, which no program outside can make, is an error.
func TestOutside(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	modules, err := modproxy.Modules(root)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Dir: root}, modproxy.RootPath+"/...")
	if err != nil {
		t.Fatal(err)
	}
	o := outsider{titles: map[string]string{}, imports: map[string]bool{}}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors)
		}
		if p.Name != "main" && !internal(p.PkgPath) && owner(p.PkgPath, modules).Tagged() {
			before := o.names
			o.usePackage(p.Types)
			t.Logf("%s exports %d names", p.PkgPath, o.names-before)
		}
	}
	for _, fault := range o.faults {
		t.Error(fault)
	}
	if o.names < 1000 {
		t.Errorf("found %d names", o.names)
	}
	o.compile(t, root, modules)
}

// internal reports whether a program in another module cannot import a package.
func internal(path string) bool { return strings.Contains("/"+path+"/", "/internal/") }

// owner returns the module of a package.
func owner(path string, modules []modproxy.Module) modproxy.Module {
	return slices.MaxFunc(modules, func(m, n modproxy.Module) int { return cmp.Compare(prefix(m, path), prefix(n, path)) })
}

// prefix returns the length of a module's path if the package belongs below it.
func prefix(m modproxy.Module, path string) int {
	if !strings.HasPrefix(path+"/", m.Path+"/") {
		return 0
	}
	return len(m.Path)
}

// outsider is a program that uses packages.
type outsider struct {
	titles  map[string]string // names of packages in the program, by paths
	imports map[string]bool   // the paths that it imports
	uses    []string          // a line for each name
	names   int
	faults  []error
}

// usePackage uses all that a package exports.
func (o *outsider) usePackage(p *types.Package) {
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		title := p.Name() + "." + name
		switch object := object.(type) {
		case *types.TypeName:
			o.useType(title, object)
		case *types.Func:
			own, s := object.Signature().TypeParams(), object.Signature()
			typ := types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
			o.add(title, own, func(w *writer) string {
				return "var _ " + w.spell(typ) + " = " + w.title(p) + "." + name + arguments(own)
			})
		default:
			typ := types.Default(object.Type())
			o.add(title, nil, func(w *writer) string { return "var _ " + w.spell(typ) + " = " + w.title(p) + "." + name })
		}
	}
}

// useType uses a type with its methods and fields.
func (o *outsider) useType(title string, name *types.TypeName) {
	var own *types.TypeParamList
	if generic, ok := name.Type().(interface{ TypeParams() *types.TypeParamList }); ok {
		own = generic.TypeParams()
	}
	instance := name.Type()
	if own.Len() > 0 {
		list := make([]types.Type, own.Len())
		for i := range list {
			list[i] = own.At(i)
		}
		var err error
		if instance, err = types.Instantiate(nil, name.Type(), list, false); err != nil {
			o.faults = append(o.faults, fmt.Errorf("%s: %w", title, err))
			return
		}
	}
	if i, ok := instance.Underlying().(*types.Interface); ok && !i.IsMethodSet() {
		o.add(title, own, func(w *writer) string { // only a type parameter can have it
			w.parameters = append(w.parameters, "Any "+w.spell(instance))
			return ""
		})
		return
	}
	o.add(title, own, func(w *writer) string { return "var _ " + w.spell(instance) })
	receiver := instance
	if !types.IsInterface(instance) {
		receiver = types.NewPointer(instance) // which has all methods
	}
	for selection := range types.NewMethodSet(receiver).Methods() {
		method := selection.Obj().(*types.Func)
		if !method.Exported() {
			continue
		}
		s := selection.Type().(*types.Signature)
		parameters := []*types.Var{types.NewVar(token.NoPos, nil, "_", receiver)}
		for v := range s.Params().Variables() {
			parameters = append(parameters, types.NewVar(token.NoPos, nil, "_", v.Type()))
		}
		typ := types.NewSignatureType(nil, nil, nil, types.NewTuple(parameters...), s.Results(), s.Variadic())
		o.add(title+"."+method.Name(), own, func(w *writer) string {
			return "var _ " + w.spell(typ) + " = (" + w.spell(receiver) + ")." + method.Name()
		})
	}
	fields, ok := instance.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for field := range fields.Fields() {
		if field.Exported() {
			o.add(title+"."+field.Name(), own, func(w *writer) string {
				return "var x " + w.spell(instance) + "; var _ " + w.spell(field.Type()) + " = x." + field.Name()
			})
		}
	}
}

// arguments returns type parameters as arguments.
func arguments(own *types.TypeParamList) string {
	var names []string
	for p := range own.TypeParams() {
		names = append(names, p.Obj().Name())
	}
	if names == nil {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// add adds a function that uses a name and has its type parameters.
func (o *outsider) add(title string, own *types.TypeParamList, write func(w *writer) string) {
	o.names++
	w := writer{titles: o.titles}
	for p := range own.TypeParams() {
		w.parameters = append(w.parameters, p.Obj().Name()+" "+w.spell(p.Constraint()))
	}
	if len(w.hidden) > 0 {
		return // It has no other arguments than its package's, as gormtype.Column, whose names are gormtype.ID and others.
	}
	body := write(&w)
	if len(w.hidden) > 0 {
		o.faults = append(o.faults, fmt.Errorf("%s needs %s, which no program outside can name", title, strings.Join(w.hidden, ", ")))
		return
	}
	for _, path := range w.imports {
		o.imports[path] = true
	}
	parameters := ""
	if len(w.parameters) > 0 {
		parameters = "[" + strings.Join(w.parameters, ", ") + "]"
	}
	o.uses = append(o.uses, "func _"+parameters+"() { "+body+" } // "+title)
}

// writer writes one function of the program.
type writer struct {
	titles     map[string]string
	parameters []string // of type
	imports    []string
	hidden     []string // types that the program cannot name
}

// unexported matches a type of another package that is not exported.
var unexported = regexp.MustCompile(`\b\w+\.[\p{Ll}_]\w*`)

// spell returns a type as the program writes it.
func (w *writer) spell(t types.Type) string {
	text := types.TypeString(t, w.title)
	w.hidden = append(w.hidden, unexported.FindAllString(text, -1)...)
	return text
}

// title returns the name of a package in the program, and imports it.
func (w *writer) title(p *types.Package) string {
	if internal(p.Path()) {
		w.hidden = append(w.hidden, "a type of "+p.Path())
	}
	if w.titles[p.Path()] == "" {
		w.titles[p.Path()] = fmt.Sprintf("%s%d", p.Name(), len(w.titles))
	}
	w.imports = append(w.imports, p.Path())
	return w.titles[p.Path()]
}

// compile compiles the program in a workspace with the modules.
func (o *outsider) compile(t *testing.T, root string, modules []modproxy.Module) {
	t.Helper()
	dir := t.TempDir()
	var work, program strings.Builder
	work.WriteString("go 1.26.0\n\nuse .\n")
	for _, m := range modules {
		fmt.Fprintf(&work, "use %q\n", filepath.Join(root, m.Dir))
	}
	program.WriteString("package outside\n\n")
	for _, path := range slices.Sorted(maps.Keys(o.imports)) {
		fmt.Fprintf(&program, "import %s %q\n", o.titles[path], path)
	}
	program.WriteString(strings.Join(o.uses, "\n"))
	sums, err := os.ReadFile(filepath.Join(root, "go.work.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod": "module example.com/outside\n\ngo 1.26.0\n", "go.work": work.String(), "go.work.sum": string(sums), "outside.go": program.String(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-gcflags=-e", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"))
	out, err := cmd.CombinedOutput()
	if err == nil {
		return
	}
	lines := strings.Split(program.String(), "\n")
	for line := range strings.Lines(string(out)) {
		var n int
		if _, err := fmt.Sscanf(line, "./outside.go:%d:", &n); err == nil {
			line += lines[n-1]
		}
		t.Error(line)
	}
}
