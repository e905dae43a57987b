package uuidform

import (
	"strings"
	"testing"
)

const text = "00112233-4455-6677-8899-aabbccddeeff"

var raw = [16]byte{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}

func TestRoundTrip(t *testing.T) {
	var b [Size]byte
	if Put(&b, raw); string(b[:]) != text {
		t.Errorf("Put gives %s", b)
	}
	if got, ok := Get(text); !ok || got != raw {
		t.Errorf("Get gives %x, %v", got, ok)
	}
	if got, ok := Get([]byte(text)); !ok || got != raw {
		t.Errorf("Get gives %x, %v", got, ok)
	}
}

// TestStrict puts every byte at every place: one of them is right, or sixteen.
func TestStrict(t *testing.T) {
	for i := range len(text) {
		right := "0123456789abcdef"
		if text[i] == '-' {
			right = "-"
		}
		for c := range 256 {
			s := text[:i] + string([]byte{byte(c)}) + text[i+1:]
			got, ok := Get(s)
			if want := strings.IndexByte(right, byte(c)) >= 0; ok != want {
				t.Errorf("Get(%q) is %v", s, ok)
			}
			if !ok && got != ([16]byte{}) {
				t.Errorf("Get(%q): %x stands beside false", s, got)
			}
		}
	}
	for _, s := range []string{"", text[1:], text[:35], text + "0", strings.ReplaceAll(text, "-", "")} {
		if _, ok := Get(s); ok || Hyphens(s) {
			t.Errorf("%q is taken", s)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add(raw[:])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 16 {
			return
		}
		var b [Size]byte
		Put(&b, [16]byte(data))
		if got, ok := Get(b[:]); !ok || got != [16]byte(data) {
			t.Errorf("%x comes back from %s as %x, %v", data[:16], b, got, ok)
		}
	})
}
