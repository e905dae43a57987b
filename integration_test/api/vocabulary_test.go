package api_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestVocabulary: the typed IDs of all formats have the same functions, each beside the
// function for plain IDs, and the methods that all formats have.
func TestVocabulary(t *testing.T) {
	functions := []string{"FromBytesFor", "MaxAtFor", "MinAtFor", "MustParseFor", "NewFor", "ParseFor", "ValidFor"}
	methods := []string{
		"AppendBinary", "AppendText", "Bytes", "Compare", "Fields", "Generate", "Hex", "IsValid", "IsZero", "MarshalBinary", "MarshalText",
		"String", "Time", "UnixMillis", "UnmarshalBinary", "UnmarshalParam", "UnmarshalText", "Value",
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
		want := functions
		if scope.Lookup("At") != nil {
			want = append([]string{"AtFor"}, functions...)
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s has the functions %v, want %v", format, found, want)
		}
		for _, name := range []string{"ID", "For"} {
			set := types.NewMethodSet(types.NewPointer(scope.Lookup(name).Type()))
			for _, m := range methods {
				// The 64-bit IDs are integers to database/sql, without a Value.
				isInteger := types.Identical(scope.Lookup("ID").Type().Underlying(), types.Typ[types.Int64]) ||
					types.Identical(scope.Lookup("ID").Type().Underlying(), types.Typ[types.Uint64])
				if set.Lookup(nil, m) == nil && (m != "Value" || !isInteger) {
					t.Errorf("%s.%s has no method %s", format, name, m)
				}
			}
		}
	}
}
