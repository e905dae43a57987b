// Package dynamic has the functions of each format without the type of its IDs, for programs that
// take a format by name. It imports all formats: a library that needs facts only imports package
// format.
package dynamic

import (
	"encoding"
	"io"
	"path"
	"reflect"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/format"
)

// ID is an ID of any format.
type ID interface {
	String() string
	Hex() string
	Time() time.Time
	encoding.TextMarshaler
}

// Format is a format with its functions. The ID beside an error is nil.
type Format struct {
	format.Format
	// Type is the type of plain IDs.
	Type reflect.Type
	// New is New of the package.
	New func() (ID, error)
	// Generate makes an ID with a new generator.
	Generate func(clock now, rand io.Reader) (ID, error)
	// Fields returns the struct of the fields of an ID of the format.
	Fields func(ID) any

	// The functions of these names.
	Parse     func(string) (ID, error)
	FromBytes func([]byte) (ID, error)
	At, MinAt func(time.Time) (ID, error)
}

// defined has the functions. The rest of a row comes from package format.
var defined = []*Format{
	define(wiji.ID.Fields, wiji.Parse, wiji.FromBytes, wiji.At, wiji.MinAt, func(clock now, rand io.Reader) generator[wiji.ID] {
		return &wiji.Generator{Clock: clock, Rand: rand}
	}),
	define(ulid.ID.Fields, ulid.Parse, ulid.FromBytes, ulid.At, ulid.MinAt, func(clock now, rand io.Reader) generator[ulid.ID] {
		return &ulid.Generator{Clock: clock, Rand: rand}
	}),
	define(uuidv7.ID.Fields, uuidv7.Parse, uuidv7.FromBytes, uuidv7.At, uuidv7.MinAt, func(clock now, rand io.Reader) generator[uuidv7.ID] {
		return &uuidv7.Generator{Clock: clock, Rand: rand}
	}),
	define(scru160.ID.Fields, scru160.Parse, scru160.FromBytes, scru160.At, scru160.MinAt, func(clock now, rand io.Reader) generator[scru160.ID] {
		return &scru160.Generator{Clock: clock, Rand: rand}
	}),
	define(ulidflake.ID.Fields, ulidflake.Parse, ulidflake.FromBytes, ulidflake.At, ulidflake.MinAt, func(clock now, rand io.Reader) generator[ulidflake.ID] {
		return &ulidflake.Generator{Clock: clock, Rand: rand}
	}),
	define(uid11.ID.Fields, uid11.Parse, uid11.FromBytes, uid11.At, uid11.MinAt, func(clock now, rand io.Reader) generator[uid11.ID] {
		return &uid11.Generator{Clock: clock, Rand: rand}
	}),
}

var formats = inOrder(defined)

// All returns all formats in the order of package format.
func All() []*Format { return append([]*Format(nil), formats...) }

type now = func() time.Time

type generator[T any] interface{ New() (T, error) }

// maker is a pointer to an ID.
type maker[T any] interface {
	*T
	Generate() error
}

func define[T ID, F any, P maker[T]](fields func(T) F, parse func(string) (T, error), fromBytes func([]byte) (T, error),
	at, minAt func(time.Time) (T, error), newGenerator func(now, io.Reader) generator[T]) *Format {
	return &Format{
		Type: reflect.TypeFor[T](),
		New: func() (ID, error) {
			var x T
			if err := P(&x).Generate(); err != nil {
				return nil, err
			}
			return x, nil
		},
		Generate: func(clock now, rand io.Reader) (ID, error) {
			x, err := newGenerator(clock, rand).New()
			if err != nil {
				return nil, err
			}
			return x, nil
		},
		Fields: func(x ID) any { return fields(x.(T)) },
		Parse:  hide(parse), FromBytes: hide(fromBytes), At: hide(at), MinAt: hide(minAt),
	}
}

// hide returns the function without the type of its result.
func hide[A any, T ID](f func(A) (T, error)) func(A) (ID, error) {
	return func(a A) (ID, error) {
		x, err := f(a)
		if err != nil {
			return nil, err
		}
		return x, nil
	}
}

// inOrder gives the formats their rows in the table of package format, and its order.
func inOrder(defined []*Format) (list []*Format) {
	for _, row := range format.All() {
		for _, f := range defined {
			if path.Base(f.Type.PkgPath()) == row.Name {
				f.Format = row
				list = append(list, f)
			}
		}
	}
	return list
}
