package column

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

func checkRaw[T id.Fixed](t *testing.T, v T, want []byte) {
	t.Helper()
	if RawSize[T]() != len(want) {
		t.Errorf("RawSize[%T] is %d", v, RawSize[T]())
	}
	if got := AppendRaw([]byte{0xEE}, &v); !bytes.Equal(got, append([]byte{0xEE}, want...)) {
		t.Errorf("AppendRaw(%v) = %x", v, got)
	}
	var got T
	if SetRaw(&got, want); got != v {
		t.Errorf("SetRaw[%T](%x) = %v", v, want, got)
	}
}

func TestRaw(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}
	checkRaw(t, octets(b), b[:8])
	checkRaw(t, array(b), b[:16])
	checkRaw(t, long(b), b)
	checkRaw(t, signed(0x0102030405060708), b[:8])
	checkRaw(t, word(0x0102030405060708), b[:8])
	checkRaw(t, signed(-2), []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE})
	checkRaw(t, word(1<<63), []byte{0x80, 0, 0, 0, 0, 0, 0, 0})
}

func TestArray16(t *testing.T) {
	want := [16]byte{1, 15: 2}
	for _, src := range []any{want, array(want)} {
		if got, ok := Array16(src); !ok || got != want {
			t.Errorf("Array16(%T) = %x, %v", src, got, ok)
		}
	}
	for _, src := range []any{nil, want[:], &want, long{}, octets{}, [16]int8{}, [16]uint16{}, "0123456789abcdef", 1} {
		if got, ok := Array16(src); ok || got != ([16]byte{}) {
			t.Errorf("Array16(%T) = %x", src, got)
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
