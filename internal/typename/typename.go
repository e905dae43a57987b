// Package typename names types in errors as an engineer writes them: wiji.For[app.User].
// Reflection shows the import path of a type argument.
package typename

import (
	"reflect"
	"strings"
)

// For returns the name of T.
func For[T any]() string { return Of(reflect.TypeFor[T]()) }

// Of returns the name of t: that of [reflect.Type.String], with the last element of each
// import path, and without the number of a type that a function declares.
func Of(t reflect.Type) string {
	name := t.String()
	if !strings.Contains(name, "[") {
		return name
	}
	var b strings.Builder
	for name != "" {
		n := strings.IndexAny(name, "[],(){}*; ")
		if n < 0 {
			n = len(name)
		}
		word := name[strings.LastIndexByte(name[:n], '/')+1 : n]
		word, _, _ = strings.Cut(word, "·")
		b.WriteString(word)
		if n < len(name) {
			b.WriteByte(name[n])
			n++
		}
		name = name[n:]
	}
	return b.String()
}
