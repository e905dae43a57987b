package columntype

import (
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// Raw returns the raw form of v, unchecked.
func Raw[T id.Fixed](v T) []byte {
	return column.AppendRaw(make([]byte, 0, column.RawSize[T]()), &v)
}

// HandedOver is an ID that Value returns: the number of its type in two bytes and its raw form. It is a text,
// because GORM takes a struct or an array for something else. No driver returns this type.
type HandedOver string

// String returns the raw form, by which GORM compares keys in memory: that of a typed ID is the
// one of the plain ID.
func (h HandedOver) String() string { return string(h[2:]) }

// Text returns the text of the ID.
func (h HandedOver) Text() string { return h.handed().text(h.String()) }

// MarshalText returns the text, which a cache of GORM's results stores.
func (h HandedOver) MarshalText() ([]byte, error) { return []byte(h.Text()), nil }

func (h HandedOver) handed() handedType {
	found, _ := handedTypes.Load([2]byte{h[0], h[1]})
	return found.(handedType)
}

// The ID types whose Value was called, and their numbers.
var (
	handedTypes   sync.Map // of a number, [2]byte, to a handedType
	handedNumbers sync.Map // of a reflect.Type to its number
	lastHanded    atomic.Uint32
)

type handedType struct {
	id   reflect.Type
	text func(raw string) string
}

// handedNumber returns the number of an ID type.
func handedNumber[T id.Fixed]() [2]byte {
	t := reflect.TypeFor[T]()
	found, ok := handedNumbers.Load(t)
	if !ok {
		n := lastHanded.Add(1) // and is lost if another goroutine is faster
		number := [2]byte{byte(n >> 8), byte(n)}
		handedTypes.Store(number, handedType{t, heldText[T]})
		found, _ = handedNumbers.LoadOrStore(t, number)
	}
	return found.([2]byte)
}

func heldText[T id.Fixed](raw string) string {
	var v T
	column.SetRaw(&v, []byte(raw))
	if column.Verify(any(&v), &v) != nil {
		return "0x" + hex.EncodeToString([]byte(raw))
	}
	return ToString(v)
}

// ErrOutsideGORM is what the Value methods return.
var ErrOutsideGORM = errors.New("gormtype: database/sql cannot use a column type of GORM: " +
	"use the column types of package sqltype; if GORM sets a plain field from one, name its model, such as a join model, in gormtype.Models")

// HandOver is what the Value methods return. GORM ignores the error in all the
// places where it calls Value: the value stands for the ID where GORM compares keys
// in memory, where it reads rows into maps, and where it sets a pointer field from a value,
// by way of Scan.
func HandOver[T id.Fixed](v T) (driver.Value, error) {
	var buffer [2 + column.MaxRaw]byte
	number := handedNumber[T]()
	return HandedOver(column.AppendRaw(append(buffer[:0], number[:]...), &v)), ErrOutsideGORM
}

// takeOver reads what HandOver wrote, also of a plain ID for a typed one and the reverse, as from a
// key to a foreign key.
func takeOver[T id.Fixed](dst *T, src any) bool {
	h, ok := src.(HandedOver)
	if !ok {
		return false
	}
	own, other := reflect.TypeFor[T](), h.handed().id
	if !IsKindOf(own, other) && !IsKindOf(other, own) {
		return false
	}
	column.SetRaw(dst, []byte(h.String()))
	return true
}

// IsKindOf reports whether a type is plain, or that of its typed IDs, such as wiji.For[User].
func IsKindOf(t, plain reflect.Type) bool {
	return t == plain || t.PkgPath() == plain.PkgPath() && t.PkgPath() != "" && plain.Name() == "ID" && strings.HasPrefix(t.Name(), "For[")
}
