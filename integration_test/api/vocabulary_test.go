package api_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// maxNames is how many names a format exports at most, those of the methods of ID and For once.
const maxNames = 60

// exported returns the number of names that a package exports: constants, functions, types and
// their methods.
func exported(scope *types.Scope) int {
	names := make(map[string]bool)
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if !o.Exported() {
			continue
		}
		names[name] = true
		named, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType {
			continue
		}
		owner := name
		if name == "For" {
			owner = "ID"
		}
		for m := range named.Methods() {
			// GORM and gqlgen call theirs, and nobody else.
			if m.Exported() && m.Name() != "GormDataType" && !strings.Contains(m.Name(), "GQL") {
				names[owner+"."+m.Name()] = true
			}
		}
	}
	return len(names)
}

// TestVocabulary: the typed IDs of all formats have the same functions, each beside the
// function for plain IDs, and the methods that all formats have.
func TestVocabulary(t *testing.T) {
	functions := []string{"NewFor", "ParseFor"}
	methods := []string{
		"AppendBinary", "AppendText", "Bytes", "Compare", "Generate", "GoString", "Hex", "IsValid", "IsZero", "MarshalBinary",
		"MarshalGQLContext", "MarshalText", "String", "Time", "UnixMillis", "UnmarshalBinary", "UnmarshalGQLContext", "UnmarshalParam",
		"UnmarshalText", "Value",
	}
	for _, format := range formats {
		loaded, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Dir: "../.."}, "./id/"+format)
		if err != nil || len(loaded) != 1 || len(loaded[0].Errors) > 0 {
			t.Fatalf("%s: %v, %v", format, loaded, err)
		}
		scope := loaded[0].Types.Scope()
		var found []string
		for _, name := range scope.Names() {
			f, ok := scope.Lookup(name).(*types.Func)
			plain, isFor := strings.CutSuffix(name, "For")
			if !ok || !f.Exported() || !isFor {
				continue
			}
			if found = append(found, name); scope.Lookup(plain) == nil {
				t.Errorf("%s has %s and no %s", format, name, plain)
			}
		}
		if !slices.Equal(found, functions) {
			t.Errorf("%s has the functions %v, want %v", format, found, functions)
		}
		most := maxNames
		if format == "uid11" { // four formats: its profiles
			most = 77
		}
		if n := exported(scope); n > most {
			t.Errorf("%s exports %d names, more than %d", format, n, most)
		}
		for _, name := range []string{"ID", "For"} {
			set := types.NewMethodSet(types.NewPointer(scope.Lookup(name).Type()))
			for _, m := range methods {
				if set.Lookup(nil, m) == nil {
					t.Errorf("%s.%s has no method %s", format, name, m)
				}
			}
		}
	}
}
