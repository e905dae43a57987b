package idtesting

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing/quick"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/format/dynamic"
)

// Random IDs have times of these hundred years, which all formats have.
var (
	firstTime = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	lastTime  = time.Date(2125, 1, 1, 0, 0, 0, 0, time.UTC)
)

// Random returns a valid ID of the years 2025 to 2124, plain or typed, for a faker, a fuzz
// corpus or a table of tests. The same state of r gives the same ID. It panics if T is not an
// ID of this module.
func Random[T id.Fixed](r *rand.Rand) T {
	v, ok := random(reflect.TypeFor[T](), r)
	if !ok {
		panic(fmt.Sprintf("idtesting: Random of a %s: use a type of this module, such as wiji.ID or wiji.For[User]", reflect.TypeFor[T]()))
	}
	return v.Interface().(T)
}

// Values returns the function for [quick.Config.Values] of a property: valid IDs for its
// parameters that are IDs or slices of IDs, plain or typed, and what package quick makes for
// the others.
//
//	quick.Check(property, &quick.Config{Values: idtesting.Values(property)})
func Values(property any) func(args []reflect.Value, r *rand.Rand) {
	t := reflect.TypeOf(property)
	return func(args []reflect.Value, r *rand.Rand) {
		for i := range args {
			args[i] = value(t.In(i), r)
		}
	}
}

func value(t reflect.Type, r *rand.Rand) reflect.Value {
	if v, ok := random(t, r); ok {
		return v
	}
	if t.Kind() == reflect.Slice && isID(t.Elem()) {
		list := reflect.MakeSlice(t, 0, 0)
		for range r.Intn(50) {
			list = reflect.Append(list, value(t.Elem(), r))
		}
		return list
	}
	v, ok := quick.Value(t, r)
	if !ok {
		panic(fmt.Sprintf("idtesting: package quick makes no value of a %s", t))
	}
	return v
}

// formats has all formats.
var formats = dynamic.All()

// formatOf returns the format of an ID type, or nil.
func formatOf(t reflect.Type) *dynamic.Format {
	for _, f := range formats {
		if t.PkgPath() == f.Type.PkgPath() && t.Kind() == f.Type.Kind() && t.ConvertibleTo(f.Type) && t.Implements(textType) {
			return f
		}
	}
	return nil
}

var textType = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()

func isID(t reflect.Type) bool { return formatOf(t) != nil }

func random(t reflect.Type, r *rand.Rand) (reflect.Value, bool) {
	f := formatOf(t)
	if f == nil {
		return reflect.Value{}, false
	}
	at := firstTime.Add(time.Duration(r.Int63n(int64(lastTime.Sub(firstTime)))))
	src := NewSource(r.Uint64(), at)
	x, err := f.Generate(src.Now, src)
	if err != nil {
		panic(err) // a Source does not fail, and all formats have these times
	}
	return reflect.ValueOf(x).Convert(t), true
}
