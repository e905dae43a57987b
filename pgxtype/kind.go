package pgxtype

import (
	"encoding"
	"reflect"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
)

// kind is what the plans know of the type T. It is made once, and all connections use
// it at the same time.
type kind[T id.Fixed] struct {
	name              string // such as "wiji.ID"
	size              int    // of the raw form, in bytes
	integer, unsigned bool
	reads             bool // *T has UnmarshalText
	// typed is the typed ID that the plans serve as a T; nil for T itself.
	typed, typedPointer reflect.Type
}

func newKind[T id.Fixed]() *kind[T] {
	k := &kind[T]{name: typename.For[T](), size: column.RawSize[T](), integer: column.IsInteger[T](), unsigned: column.IsUnsigned[T]()}
	_, k.reads = any(new(T)).(encoding.TextUnmarshaler)
	return k
}

// value returns the identifier of an argument, a T or a *T. A pointer that is nil
// is NULL.
func (k *kind[T]) value(c column.Kind, arg any) (v T, isNull bool, err error) {
	switch a := arg.(type) {
	case T:
		return a, false, nil
	case *T:
		if a == nil {
			return v, true, nil
		}
		return *a, false, nil
	}
	if t := reflect.TypeOf(arg); k.typed != nil && t == k.typed {
		return column.Held[T](arg), false, nil
	} else if k.typed == nil || t != k.typedPointer {
		return v, false, badValue(k.name, c, arg)
	}
	a := column.HeldPointer[T](arg)
	if a == nil {
		return v, true, nil
	}
	return *a, false, nil
}

// pointer returns the identifier of a target, and nil for a target of another type.
func (k *kind[T]) pointer(dst any) *T {
	if v, ok := dst.(*T); ok {
		return v
	}
	if k.typed != nil && reflect.TypeOf(dst) == k.typedPointer {
		return column.HeldPointer[T](dst)
	}
	return nil
}

// clear sets a target of a plan to zero.
func (k *kind[T]) clear(target any) {
	if v := k.pointer(target); v != nil {
		var zero T
		*v = zero
	}
}

// refuseZero reports a zero value as an argument.
//
//go:noinline
func (k *kind[T]) refuseZero(c column.Kind) error {
	return refuse(k.name, c, opEncode, "", id.ErrZero,
		"the key was never set: generate one; for the first page of rows, compare with pgxtype.After(id) or Before(id); "+
			"send zero on purpose by sqltype.NullOf(sqltype."+goName(c)+"(id))", nil)
}

// refuseValue reports an argument that could be stored and not be read again.
//
//go:noinline
func (k *kind[T]) refuseValue(c column.Kind, boxed any, cause error) error {
	return refuse(k.name, c, opEncode, showID(boxed), column.Reason(cause, sqltype.ErrInvalid), "the ID could be stored but not read again: send one that the format's own functions made or parsed", cause)
}

// refuseSource reports what the server sent and T does not take.
//
//go:noinline
func (k *kind[T]) refuseSource(c column.Kind, src []byte, format int16, cause error) error {
	detail := ""
	if cause == column.ErrIsValid {
		detail = column.NoSuchID
	}
	return refuse(k.name, c, opScan, show(src, format), column.Reason(cause, sqltype.ErrInvalid), detail, cause)
}
