package typed_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	table "github.com/sortid/sortid/internal/format"
)

// form is a format with the underlying type of its IDs.
type form struct{ name, kind string }

// variants has the declarations that are not in all formats, or not the same in all. Each is the same, or missing, in
// the formats for which the function returns the same.
var variants = map[string]func(form) any{
	"For":      func(f form) any { return f.name }, // the example
	"textForm": func(f form) any { return f.name }, // the size
	"Bytes":    func(f form) any { return strings.TrimPrefix(f.kind, "u") },

	// The text of a TypeID is not that of the plain UUID. IDs of 16 bytes are parsed in place.
	"String":     isUUID,
	"AppendText": isUUID,
	"ParseFor":   func(f form) any { return [2]any{isUUID(f), has16Bytes(f)} },

	"UUID":          has16Bytes,
	"Equal":         isArray,
	"IsZero":        isArray,
	"NewFor":        isArray,
	"UnmarshalJSON": isArray,
	"Value":         isArray,
	"Int64":         isArray,
	"Scan":          isArray,
	"Uint64":        isArray,
}

func isUUID(f form) any { return f.name == "uuidv7" }

func has16Bytes(f form) any { return f.kind == "[16]byte" }

func isArray(f form) any { return strings.HasPrefix(f.kind, "[") }

// TestFormats: the declarations of typed.go are the same in all formats but for the name of the format. They are
// written out in each, because a type whose underlying type is an array or an integer takes no methods from another.
func TestFormats(t *testing.T) {
	kind := regexp.MustCompile(`(?m)^type For\[K any\] (\S+)$`)
	texts := map[string]map[string]string{} // by format and declaration
	all := map[string]bool{}
	var forms []form
	for _, format := range table.Names() {
		texts[format] = declarations(t, format)
		for name := range texts[format] {
			all[name] = true
		}
		m := kind.FindStringSubmatch(texts[format]["For"])
		if m == nil {
			t.Fatalf("id/%s/typed.go has no type For[K any]", format)
		}
		forms = append(forms, form{format, m[1]})
	}
	for name := range variants {
		if !all[name] {
			t.Errorf("no typed.go has %s: delete it from variants", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		group := variants[name]
		if group == nil {
			group = func(form) any { return nil }
		}
		first := map[any]string{} // the first format of each group
		for _, f := range forms {
			one, found := first[group(f)]
			if !found {
				first[group(f)] = f.name
			} else if texts[one][name] != texts[f.name][name] {
				t.Errorf("%s in id/%s/typed.go and in id/%s/typed.go:\n%s\n%s", name, one, f.name, texts[one][name], texts[f.name][name])
			}
		}
	}
}

// declarations returns the declarations of a format's typed.go by their names, without the format's name.
func declarations(t *testing.T, format string) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join("..", "..", format, "typed.go"), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	own := regexp.MustCompile(`\b` + format + `\b`)
	texts := map[string]string{}
	for _, d := range file.Decls {
		var name string
		switch d := d.(type) {
		case *ast.FuncDecl:
			name = d.Name.Name
		case *ast.GenDecl:
			switch spec := d.Specs[0].(type) {
			case *ast.ImportSpec:
				continue
			case *ast.TypeSpec:
				name = spec.Name.Name
			case *ast.ValueSpec:
				name = spec.Names[0].Name
			}
		}
		var text bytes.Buffer
		// CommentedNode prints the comments inside the declaration, too.
		if err := printer.Fprint(&text, fset, &printer.CommentedNode{Node: d, Comments: file.Comments}); err != nil {
			t.Fatal(err)
		}
		texts[name] = own.ReplaceAllString(text.String(), "format")
	}
	return texts
}
