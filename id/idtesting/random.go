package idtesting

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing/quick"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
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

// makers make an ID of each format.
var makers = map[reflect.Type]func(*Source) (any, error){
	reflect.TypeFor[wiji.ID]():      func(s *Source) (any, error) { return (&wiji.Generator{Clock: s.Now, Rand: s}).New() },
	reflect.TypeFor[ulid.ID]():      func(s *Source) (any, error) { return (&ulid.Generator{Clock: s.Now, Rand: s}).New() },
	reflect.TypeFor[uuidv7.ID]():    func(s *Source) (any, error) { return (&uuidv7.Generator{Clock: s.Now, Rand: s}).New() },
	reflect.TypeFor[scru160.ID]():   func(s *Source) (any, error) { return (&scru160.Generator{Clock: s.Now, Rand: s}).New() },
	reflect.TypeFor[ulidflake.ID](): func(s *Source) (any, error) { return (&ulidflake.Generator{Clock: s.Now, Rand: s}).New() },
	reflect.TypeFor[uid11.ID]():     func(s *Source) (any, error) { return (&uid11.Generator{Clock: s.Now, Rand: s}).New() },
}

// plainOf returns the plain ID type of an ID type.
func plainOf(t reflect.Type) (plain reflect.Type, ok bool) {
	for plain := range makers {
		if t.PkgPath() == plain.PkgPath() && t.Kind() == plain.Kind() && t.ConvertibleTo(plain) && t.Implements(textType) {
			return plain, true
		}
	}
	return nil, false
}

var textType = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()

func isID(t reflect.Type) bool {
	_, ok := plainOf(t)
	return ok
}

func random(t reflect.Type, r *rand.Rand) (reflect.Value, bool) {
	plain, ok := plainOf(t)
	if !ok {
		return reflect.Value{}, false
	}
	at := firstTime.Add(time.Duration(r.Int63n(int64(lastTime.Sub(firstTime)))))
	x, err := makers[plain](NewSource(r.Uint64(), at))
	if err != nil {
		panic(err) // a Source does not fail, and all formats have these times
	}
	return reflect.ValueOf(x).Convert(t), true
}
