package column

import (
	"strings"
	"testing"
)

const uuidText = "00112233-4455-6677-8899-aabbccddeeff"

var raw = [16]byte{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}

func TestUUID(t *testing.T) {
	var b [UUIDSize]byte
	if PutUUID(&b, raw); string(b[:]) != uuidText {
		t.Errorf("PutUUID gives %s", b)
	}
	var got [16]byte
	if !SetUUID(&got, uuidText) || got != raw {
		t.Errorf("SetUUID gives %x", got)
	}
}

// TestStrictUUID puts every byte at every place: one of them is right, or sixteen.
func TestStrictUUID(t *testing.T) {
	for i := range len(uuidText) {
		right := "0123456789abcdef"
		if uuidText[i] == '-' {
			right = "-"
		}
		for c := range 256 {
			s := uuidText[:i] + string([]byte{byte(c)}) + uuidText[i+1:]
			got := raw
			ok := SetUUID(&got, s)
			if want := strings.IndexByte(right, byte(c)) >= 0; ok != want {
				t.Errorf("SetUUID(%q) is %v", s, ok)
			}
			if !ok && got != ([16]byte{}) {
				t.Errorf("SetUUID(%q): %x beside false", s, got)
			}
		}
	}
	for _, s := range []string{"", uuidText[1:], uuidText[:35], uuidText + "0", strings.ReplaceAll(uuidText, "-", "")} {
		var got [16]byte
		if SetUUID(&got, s) || HasHyphens(s) {
			t.Errorf("%q is taken", s)
		}
	}
}
