// Package raw reads and writes the raw form of an identifier, which is its
// fixed-size big-endian bytes, for any type that package id's Fixed describes.
// It is the one place of the column packages that uses package unsafe.
package raw

import (
	"encoding/binary"
	"reflect"
	"unsafe"

	"github.com/sortid/sortid/id"
)

// Max is the greatest size of a raw form in bytes.
const Max = 20

// Size returns the size of T's raw form: 8, 16 or 20 bytes.
func Size[T id.Fixed]() int {
	var v T
	return int(unsafe.Sizeof(v))
}

// IsInteger tells a 64-bit integer from an array of 8 bytes, which have the same
// size. A type switch cannot: T is a type with a name of its own.
func IsInteger[T id.Fixed]() bool { return reflect.TypeFor[T]().Kind() != reflect.Array }

// IsUnsigned reports whether T is an integer without a sign.
func IsUnsigned[T id.Fixed]() bool { return reflect.TypeFor[T]().Kind() == reflect.Uint64 }

// memory returns the bytes that v is made of, as they stand in memory.
func memory[T id.Fixed](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// Put writes the raw form of v to the beginning of dst, which has room for it,
// and returns its size.
func Put[T id.Fixed](dst []byte, v *T) int {
	if !IsInteger[T]() {
		return copy(dst, memory(v))
	}
	binary.BigEndian.PutUint64(dst, Uint64(v))
	return 8
}

// Get makes src, which has the size of T's raw form, the value of dst.
func Get[T id.Fixed](dst *T, src []byte) {
	if !IsInteger[T]() {
		copy(memory(dst), src)
		return
	}
	SetUint64(dst, binary.BigEndian.Uint64(src))
}

// Append appends the raw form of v, which is an array: the caller has asked
// IsInteger once, and not for each value.
func Append[T id.Fixed](b []byte, v *T) []byte { return append(b, memory(v)...) }

// Set makes src, which has the size of T's raw form, the value of v, which is an
// array.
func Set[T id.Fixed](v *T, src []byte) { copy(memory(v), src) }

// Uint64 returns the bits of v, which is an integer. Both kinds have the size and
// the alignment of a uint64.
func Uint64[T id.Fixed](v *T) uint64 { return *(*uint64)(unsafe.Pointer(v)) }

// SetUint64 makes n the bits of v, which is an integer.
func SetUint64[T id.Fixed](v *T, n uint64) { *(*uint64)(unsafe.Pointer(v)) = n }

// AppendInteger appends the raw form of v, which is an integer.
func AppendInteger[T id.Fixed](b []byte, v *T) []byte {
	return binary.BigEndian.AppendUint64(b, Uint64(v))
}

// SetInteger makes the 8 bytes of src the value of v, which is an integer.
func SetInteger[T id.Fixed](v *T, src []byte) { SetUint64(v, binary.BigEndian.Uint64(src)) }

// Array16 returns the bytes of src if it is an array of 16 bytes with a name of
// its own, such as the UUID type of a driver or of the standard library.
func Array16(src any) (out [16]byte, ok bool) {
	t := reflect.TypeOf(src)
	if t == nil || t.Kind() != reflect.Array || t.Len() != 16 || t.Elem().Kind() != reflect.Uint8 {
		return out, false
	}
	reflect.Copy(reflect.ValueOf(&out).Elem(), reflect.ValueOf(src))
	return out, true
}

// String returns b as a string without copying it. The caller gives b up: nobody
// writes to it any more.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
