package raw

import (
	"bytes"
	"testing"

	"github.com/sortid/sortid/id"
)

type (
	octets [8]byte
	array  [16]byte
	long   [20]byte
	signed int64
	word   uint64
)

func (octets) MarshalText() ([]byte, error) { return nil, nil }
func (array) MarshalText() ([]byte, error)  { return nil, nil }
func (long) MarshalText() ([]byte, error)   { return nil, nil }
func (signed) MarshalText() ([]byte, error) { return nil, nil }
func (word) MarshalText() ([]byte, error)   { return nil, nil }

func check[T id.Fixed](t *testing.T, v T, want []byte) {
	t.Helper()
	if Size[T]() != len(want) {
		t.Errorf("Size[%T] is %d", v, Size[T]())
	}
	dst := bytes.Repeat([]byte{0xEE}, Max+1)
	if n := Put(dst, &v); n != len(want) || !bytes.Equal(dst[:n], want) || dst[n] != 0xEE {
		t.Errorf("Put(%v) gives %x, %d", v, dst, n)
	}
	var got T
	if Get(&got, want); got != v {
		t.Errorf("Get[%T](%x) gives %v", v, want, got)
	}
}

func TestPutGet(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}
	check(t, octets(b), b[:8])
	check(t, array(b), b[:16])
	check(t, long(b), b)
	check(t, signed(0x0102030405060708), b[:8])
	check(t, word(0x0102030405060708), b[:8])
	check(t, signed(-2), []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE})
	check(t, word(1<<63), []byte{0x80, 0, 0, 0, 0, 0, 0, 0})
}

func TestArray16(t *testing.T) {
	want := [16]byte{1, 15: 2}
	for _, src := range []any{want, array(want)} {
		if got, ok := Array16(src); !ok || got != want {
			t.Errorf("Array16(%T) gives %x, %v", src, got, ok)
		}
	}
	for _, src := range []any{nil, want[:], &want, long{}, octets{}, [16]int8{}, [16]uint16{}, "0123456789abcdef", 1} {
		if got, ok := Array16(src); ok || got != ([16]byte{}) {
			t.Errorf("Array16(%T) gives %x", src, got)
		}
	}
}

func TestString(t *testing.T) {
	if s := String([]byte("abc")); s != "abc" {
		t.Error(s)
	}
	if s := String(nil); s != "" {
		t.Error(s)
	}
}
