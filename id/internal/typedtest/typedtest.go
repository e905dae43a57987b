// Package typedtest tests that the typed IDs of a format are its plain IDs in everything
// but their type and the prefix of their texts.
package typedtest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// prefixed lists the methods whose result has the prefix, or the name of the type.
var prefixed = []string{"String", "AppendText", "MarshalText", "Value", "GormDataType", "GoString"}

// Methods tests that the methods of F, the typed ID, are methods of T, the plain one, with the
// same types but for T itself, and that those without arguments return the same. F has no
// prefix.
func Methods[T, F any](t *testing.T, ids []T) {
	plain, typed := reflect.TypeFor[*T](), reflect.TypeFor[*F]()
	want := methods(plain)
	for _, m := range methods(typed) {
		if !slices.Contains(want, m) {
			t.Errorf("%v has the method %s, and %v has none like it:\n%s", typed, m, plain, strings.Join(want, "\n"))
		}
	}
	for _, x := range ids {
		v := reflect.ValueOf(x)
		f := v.Convert(typed.Elem())
		for i := range v.NumMethod() {
			name := v.Type().Method(i).Name
			if v.Method(i).Type().NumIn() > 0 || !f.MethodByName(name).IsValid() || name == "Value" || name == "GormDataType" || name == "GoString" {
				continue
			}
			got, want := results(f.MethodByName(name)), results(v.Method(i))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %v returns %v, want %v", name, x, got, want)
			}
		}
	}
}

// Unprefixed tests that the methods of F, a typed ID with a prefix, return the same as
// those of T, the plain ID. It leaves out methods with arguments and those whose results
// contain the prefix or the type's name.
func Unprefixed[T, F any](t *testing.T, ids []T) {
	for _, x := range ids {
		v := reflect.ValueOf(x)
		f := v.Convert(reflect.TypeFor[F]())
		for i := range v.NumMethod() {
			name := v.Type().Method(i).Name
			if v.Method(i).Type().NumIn() > 0 || !f.MethodByName(name).IsValid() || slices.Contains(prefixed, name) {
				continue
			}
			if got, want := results(f.MethodByName(name)), results(v.Method(i)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %v returns %v, want %v", name, x, got, want)
			}
		}
	}
}

func results(m reflect.Value) (out []any) {
	for _, v := range m.Call(nil) {
		out = append(out, v.Interface())
	}
	return out
}

// methods returns the names and types of all methods of a pointer type, with "ID" for its
// element.
func methods(pointer reflect.Type) (out []string) {
	for i := range pointer.NumMethod() {
		m := pointer.Method(i)
		signature := m.Name
		for j := 1; j < m.Type.NumIn(); j++ {
			signature += " " + named(m.Type.In(j), pointer.Elem())
		}
		signature += " ->"
		for j := range m.Type.NumOut() {
			signature += " " + named(m.Type.Out(j), pointer.Elem())
		}
		_, byValue := pointer.Elem().MethodByName(m.Name)
		if byValue {
			signature = "value " + signature
		}
		out = append(out, signature)
	}
	return out
}

func named(t, self reflect.Type) string {
	if t == self {
		return "ID"
	}
	return t.String()
}
