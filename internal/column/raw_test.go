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
	if MaxRaw != RawSize[long]() {
		t.Errorf("MaxRaw is %d", MaxRaw)
	}
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

// TestIntegers: an array of the size of an integer is none.
func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		name                                string
		integer, unsigned, want, wantNoSign bool
	}{
		{"int64", IsInteger[signed](), IsUnsigned[signed](), true, false},
		{"uint64", IsInteger[word](), IsUnsigned[word](), true, true},
		{"[8]byte", IsInteger[octets](), IsUnsigned[octets](), false, false},
		{"[16]byte", IsInteger[array](), IsUnsigned[array](), false, false},
		{"[20]byte", IsInteger[long](), IsUnsigned[long](), false, false},
	} {
		if c.integer != c.want || c.unsigned != c.wantNoSign {
			t.Errorf("%s is an integer: %v, without a sign: %v", c.name, c.integer, c.unsigned)
		}
	}
}

// TestHeld: an ID of another type with the same underlying type is the same ID.
func TestHeld(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	if got := Held[array]([16]byte(b)); got != array(b) {
		t.Errorf("%x", got)
	}
	if got := Held[octets]([8]byte(b[:8])); got != octets(b[:8]) {
		t.Errorf("%x", got)
	}
	if got := Held[signed](int64(-5)); got != -5 {
		t.Errorf("%d", got)
	}
	if got := Held[word](uint64(1 << 63)); got != 1<<63 {
		t.Errorf("%d", got)
	}
	other := [16]byte(b)
	p := HeldPointer[array](&other)
	if p[0] = 7; other[0] != 7 {
		t.Errorf("the pointer is that of another array: %x", other)
	}
}
