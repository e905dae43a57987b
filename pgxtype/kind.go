package pgxtype

import (
	"encoding"
	"errors"
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/raw"
)

// validator is how an identifier's type says which values it holds for
// identifiers.
type validator interface{ IsValid() bool }

// kind is what the plans know of the type T. It is made once, and used by all
// connections at the same time.
type kind[T id.Fixed] struct {
	name              string // such as "wiji.ID"
	size              int    // of the raw form, in bytes
	integer, unsigned bool
	judges            bool // T has IsValid
	decodes           bool // *T has UnmarshalBinary
	appends           bool // T has AppendText
	reads             bool // *T has UnmarshalText
	spare             sync.Pool
}

// scratch is memory for one call of a method of T that is reached through an
// interface: what such a method is given would otherwise be allocated each time.
// No method may keep its argument, as package encoding says.
type scratch[T any] struct {
	v    T
	text [64]byte
}

func newKind[T id.Fixed]() *kind[T] {
	k := &kind[T]{name: typeOf[T]().String(), size: raw.Size[T](), integer: raw.IsInteger[T](), unsigned: raw.IsUnsigned[T]()}
	v := any(new(T))
	_, k.judges = v.(validator)
	_, k.decodes = v.(encoding.BinaryUnmarshaler)
	_, k.appends = v.(encoding.TextAppender)
	_, k.reads = v.(encoding.TextUnmarshaler)
	k.spare.New = func() any { return new(scratch[T]) }
	return k
}

var (
	errIsValid   = errors.New("its IsValid method refuses the value")
	errEmptyText = errors.New("its text is empty")
	errOtherText = errors.New("its text is that of another value")
	errRawForm   = errors.New("its UnmarshalBinary does not read the raw bytes as they are")
)

// value returns the identifier of an argument, a T or a *T. A pointer that is nil
// is NULL.
func (k *kind[T]) value(c Column, arg any) (v T, isNull bool, err error) {
	switch a := arg.(type) {
	case T:
		return a, false, nil
	case *T:
		if a == nil {
			return v, true, nil
		}
		return *a, false, nil
	}
	return v, false, badValue(k.name, c, arg)
}

// isValid reports whether v is sound without a look at anything but IsValid.
// boxed is v, or a pointer to it: to put v into an interface would allocate.
func (k *kind[T]) isValid(boxed any) bool {
	return k.judges && boxed.(validator).IsValid()
}

// verify reports why T refuses the value of v, whose raw form goes into a column
// or comes from one. IsValid decides where T has it, else UnmarshalBinary; a type
// with neither takes any bytes.
func (k *kind[T]) verify(boxed any, v T) error {
	if k.isValid(boxed) || !k.judges && !k.decodes {
		return nil
	}
	var cause error
	if k.decodes {
		cause = k.decodeAgain(v)
	}
	if cause == nil && k.judges {
		return errIsValid
	}
	return cause
}

// decodeAgain has T's UnmarshalBinary decode the raw form of v.
func (k *kind[T]) decodeAgain(v T) error {
	s := k.spare.Get().(*scratch[T])
	defer k.spare.Put(s)
	s.v = v
	err := any(&s.v).(encoding.BinaryUnmarshaler).UnmarshalBinary(k.appendRaw(s.text[:0], &v))
	if err == nil && s.v != v {
		return errRawForm
	}
	return err
}

// verifyNumber is verify for a value that is read or written as a number:
// UnmarshalBinary need not have to do with that.
func (k *kind[T]) verifyNumber(boxed any) error {
	if k.judges && !k.isValid(boxed) {
		return errIsValid
	}
	return nil
}

func (k *kind[T]) appendRaw(b []byte, v *T) []byte {
	if k.integer {
		return raw.AppendInteger(b, v)
	}
	return raw.Append(b, v)
}

func (k *kind[T]) setRaw(v *T, src []byte) {
	if k.integer {
		raw.SetInteger(v, src)
		return
	}
	raw.Set(v, src)
}

// appendText appends the text form of boxed, a T or a *T.
func (k *kind[T]) appendText(b []byte, boxed any) ([]byte, error) {
	if k.appends {
		return boxed.(encoding.TextAppender).AppendText(b)
	}
	text, err := boxed.(encoding.TextMarshaler).MarshalText()
	return append(b, text...), err
}

// refuseZero reports a zero value as an argument.
//
//go:noinline
func (k *kind[T]) refuseZero(c Column) error {
	return refuse(k.name, c, opEncode, "", id.ErrZero,
		"this is a key that was never set: generate one, or send it on purpose as "+c.null()+" with Valid true", nil)
}

// refuseValue reports an argument that could be stored and not be read again.
//
//go:noinline
func (k *kind[T]) refuseValue(c Column, boxed any, cause error) error {
	return refuse(k.name, c, opEncode, showID(boxed), reasonOf(cause), "the ID could be stored and not read again", cause)
}

// refuseSource reports what the server sent and T does not take.
//
//go:noinline
func (k *kind[T]) refuseSource(c Column, src []byte, format int16, cause error) error {
	detail := ""
	if cause == errIsValid { // which says no more than no
		detail = "no ID of this type has that value: check that the column is the right one, and what other programs store there"
	}
	return refuse(k.name, c, opScan, show(src, format), reasonOf(cause), detail, cause)
}
