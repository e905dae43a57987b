package column

import (
	"encoding"
	"errors"
	"reflect"
	"sync"
	"unsafe"

	"github.com/sortid/sortid/id"
)

// The rule for every column: an ID goes in only if it would be read again, and what
// comes out is checked the same way. A type's IsValid method decides where it has one.
// Otherwise its UnmarshalBinary or UnmarshalText decides, which must read what was
// written. A type without these methods accepts any raw bytes.
//
// The functions take an ID twice: boxed is the ID, or a pointer to it, in an interface
// that the caller has already, so that a call of a method does not allocate.

// The reasons for which an ID is refused, where its type gives no error.
var (
	ErrIsValid         = errors.New("its IsValid method refuses the value")
	ErrEmptyText       = errors.New("its text is empty")
	ErrOtherText       = errors.New("its text is that of another value")
	ErrRaw             = errors.New("its UnmarshalBinary does not read the raw bytes of the array or integer as they are")
	ErrNoMarshalText   = errors.New("it has no MarshalText method")
	ErrNoUnmarshalText = errors.New("it has no UnmarshalText method")
)

// NoSuchID is the detail of an error whose cause is ErrIsValid.
const NoSuchID = "no ID of this type has that value: check that the column is the right one, and what other programs store there"

// Reason returns the reason that cause carries, and otherwise if it carries none.
func Reason(cause error, otherwise id.Reason) id.Reason {
	errors.As(cause, &otherwise)
	return otherwise
}

// scratch is memory for one call of a method through an interface, whose arguments
// would otherwise be allocated. A method must not keep its arguments, as package
// encoding says.
type scratch struct {
	value   [3]uint64 // an ID
	in, out [64]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// room returns memory for a T: that of s if a T fits in and holds no pointer.
func room[T any](s *scratch) *T {
	t := reflect.TypeFor[T]()
	switch t.Kind() {
	case reflect.Int64, reflect.Uint64:
		return (*T)(unsafe.Pointer(&s.value))
	case reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && t.Size() <= unsafe.Sizeof(s.value) {
			return (*T)(unsafe.Pointer(&s.value))
		}
	}
	return new(T)
}

// validator is an ID whose type decides which values are IDs.
type validator interface{ IsValid() bool }

// VerifyNumber returns ErrIsValid for an ID that its type refuses as a number. It does
// not call UnmarshalBinary, which need not have to do with the number.
func VerifyNumber(boxed any) error {
	if c, ok := boxed.(validator); ok && !c.IsValid() {
		return ErrIsValid
	}
	return nil
}

// Verify returns an error for an ID that its type refuses as raw bytes: that of its
// UnmarshalBinary, ErrRaw or ErrIsValid. boxed is v or *v.
func Verify[T id.Fixed](boxed any, v *T) error {
	if c, ok := boxed.(validator); ok && c.IsValid() {
		return nil
	}
	return verifyRaw(boxed, v)
}

// verifyRaw is Verify for an ID that has no IsValid method or that this method refuses.
// It is a separate function so that Verify is inlined.
func verifyRaw[T id.Fixed](boxed any, v *T) error {
	cause := readAgain(*v)
	if _, decided := boxed.(validator); decided && cause == nil {
		return ErrIsValid
	}
	return cause
}

// readAgain has UnmarshalBinary read the raw form of v.
func readAgain[T id.Fixed](v T) error {
	s := scratches.Get().(*scratch)
	again := (*T)(unsafe.Pointer(&s.value)) // at most 20 bytes, and no pointers
	var err error
	if decoder, ok := any(again).(encoding.BinaryUnmarshaler); ok {
		*again = v
		err = decoder.UnmarshalBinary(AppendRaw(s.in[:0], &v))
		if err == nil && *again != v {
			err = ErrRaw
		}
	}
	scratches.Put(s)
	return err
}

// AppendForm appends the text form of an ID, unchecked. Beside an error it returns b.
func AppendForm(b []byte, boxed any) ([]byte, error) {
	switch m := boxed.(type) {
	case encoding.TextAppender:
		out, err := m.AppendText(b)
		if err != nil {
			return b, err
		}
		return out, nil
	case encoding.TextMarshaler:
		text, err := m.MarshalText()
		if err != nil {
			return b, err
		}
		return append(b, text...), nil
	}
	return b, ErrNoMarshalText
}

// AppendText appends the text form of an ID that ReadText would read, and returns b
// beside an error for any other.
func AppendText[T id.Text](b []byte, boxed any, v T) ([]byte, error) {
	c, decided := boxed.(validator)
	if decided && !c.IsValid() {
		return b, ErrIsValid
	}
	out, err := AppendForm(b, boxed)
	switch {
	case err != nil:
		return b, err
	case len(out) == len(b):
		return b, ErrEmptyText
	case !decided:
		if err := readTextAgain(v, out[len(b):]); err != nil {
			return b, err
		}
	}
	return out, nil
}

// readTextAgain has UnmarshalText read the text of v.
func readTextAgain[T id.Text](v T, text []byte) error {
	s := scratches.Get().(*scratch)
	again := room[T](s)
	err := ErrNoUnmarshalText
	if decoder, ok := any(again).(encoding.TextUnmarshaler); ok {
		*again = v
		err = decoder.UnmarshalText(append(s.in[:0], text...))
		if err == nil && *again != v {
			err = ErrOtherText
		}
	}
	scratches.Put(s)
	return err
}

// Text returns what AppendText appends.
func Text[T id.Text](boxed any, v T) (string, error) {
	s := scratches.Get().(*scratch)
	out, err := AppendText(s.out[:0], boxed, v)
	text := string(out) // empty beside an error
	scratches.Put(s)
	return text, err
}

// ReadText sets dst to the ID of a text in its canonical spelling, the one that
// MarshalText writes: a column with two spellings of an ID has neither the order nor
// the uniqueness of the IDs. For another spelling the error is id.ErrNotCanonical, and
// canonical is the right one. Beside an error *dst is zero.
func ReadText[T id.Text, S string | []byte](dst *T, text S) (canonical string, err error) {
	return ReadBoxedText(dst, any(dst), text)
}

// ReadBoxedText is ReadText by the methods of boxed, which holds dst as a pointer to
// another type.
func ReadBoxedText[T id.Text, S string | []byte](dst *T, boxed any, text S) (canonical string, err error) {
	var zero T
	*dst = zero
	decoder, ok := boxed.(encoding.TextUnmarshaler)
	if !ok {
		return "", ErrNoUnmarshalText
	}
	s := scratches.Get().(*scratch)
	in, ok := any(text).([]byte)
	if !ok {
		in = append(s.in[:0], text...)
	}
	if err = decoder.UnmarshalText(in); err == nil {
		err = VerifyNumber(boxed)
	}
	var out []byte
	if err == nil {
		out, err = AppendForm(s.out[:0], boxed)
	}
	if err == nil && string(out) != string(text) {
		canonical, err = string(out), id.ErrNotCanonical
	}
	scratches.Put(s)
	if err != nil {
		*dst = zero
	}
	return canonical, err
}
