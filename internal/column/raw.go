package column

import (
	"encoding/binary"
	"reflect"
	"unsafe"

	"github.com/sortid/sortid/id"
)

// The raw form of an ID is its bytes in big-endian order: 8, 16 or 20 of them. This
// file is the only one of the column packages that reads memory by package unsafe.

// MaxRaw is the greatest size of a raw form in bytes.
const MaxRaw = 20

// RawSize returns the size of T's raw form in bytes: 8, 16 or 20.
func RawSize[T id.Fixed]() int {
	var v T
	return int(unsafe.Sizeof(v))
}

// IsInteger reports whether T is a 64-bit integer. An array of 8 bytes has the same
// size, and a type switch does not see the underlying type.
func IsInteger[T any]() bool {
	var v T
	return unsafe.Sizeof(v) == 8 && reflect.TypeFor[T]().Kind() != reflect.Array
}

// IsUnsigned reports whether T is an integer without a sign.
func IsUnsigned[T any]() bool { return reflect.TypeFor[T]().Kind() == reflect.Uint64 }

// memory returns the bytes of v in the order of memory.
func memory[T id.Fixed](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// AppendRaw appends the raw form of v.
func AppendRaw[T id.Fixed](b []byte, v *T) []byte {
	if IsInteger[T]() {
		return binary.BigEndian.AppendUint64(b, Bits(v))
	}
	return append(b, memory(v)...)
}

// SetRaw sets v to the ID whose raw form is src. The caller has checked the length.
func SetRaw[T id.Fixed](v *T, src []byte) {
	switch {
	case unsafe.Sizeof(*v) == 16: // a constant: no call is left for most IDs
		*(*[16]byte)(unsafe.Pointer(v)) = [16]byte(src)
	case IsInteger[T]():
		SetBits(v, binary.BigEndian.Uint64(src))
	default:
		copy(memory(v), src)
	}
}

// setWords sets v from two words, without a copy whose load would wait for both stores.
func setWords[T ~[16]byte](v *T, hi, lo uint64) {
	m := (*[16]byte)(unsafe.Pointer(v))
	binary.BigEndian.PutUint64(m[:8], hi)
	binary.BigEndian.PutUint64(m[8:], lo)
}

// Bits returns the 64 bits of v, which is an integer.
func Bits[T id.Fixed](v *T) uint64 { return *(*uint64)(unsafe.Pointer(v)) }

// SetBits sets the 64 bits of v, which is an integer.
func SetBits[T id.Fixed](v *T, n uint64) { *(*uint64)(unsafe.Pointer(v)) = n }

// Array16 returns the bytes of src if it is an array of 16 bytes of any type, such as
// the UUID type of a driver or of the standard library.
func Array16(src any) (out [16]byte, ok bool) {
	t := reflect.TypeOf(src)
	if t == nil || t.Kind() != reflect.Array || t.Len() != 16 || t.Elem().Kind() != reflect.Uint8 {
		return out, false
	}
	reflect.Copy(reflect.ValueOf(&out).Elem(), reflect.ValueOf(src))
	return out, true
}

// String returns b as a string without copying it. The caller must not write to b
// afterwards.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Held returns the ID that boxed holds. The type of boxed has the underlying type of T: a
// typed ID is held as its plain ID.
func Held[T id.Fixed](boxed any) (v T) {
	from, to := reflect.ValueOf(boxed), reflect.ValueOf(&v).Elem()
	switch to.Kind() {
	case reflect.Array:
		reflect.Copy(to, from)
	case reflect.Int64:
		to.SetInt(from.Int())
	default:
		to.SetUint(from.Uint())
	}
	return v
}

// HeldPointer returns the pointer that boxed holds, as a *T. The type of boxed is a pointer
// to a type that has the underlying type of T.
func HeldPointer[T id.Fixed](boxed any) *T {
	return (*T)(reflect.ValueOf(boxed).UnsafePointer())
}
