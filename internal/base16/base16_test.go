package base16

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBytes puts every byte at every place of each form: what is taken, and as
// which value, is what encoding/hex says.
func TestBytes(t *testing.T) {
	const digits = "0123456789abcdefFEDCBA9876543210"
	uuid := digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
	for i := range len(uuid) {
		for c := range 256 {
			b := []byte(uuid)
			b[i] = byte(c)
			hi, lo, ok := GetUUID(string(b))
			want, err := hex.DecodeString(strings.ReplaceAll(string(b), "-", ""))
			hyphens := b[8] == '-' && b[13] == '-' && b[18] == '-' && b[23] == '-'
			if ok != (err == nil && hyphens && len(want) == 16) {
				t.Fatalf("GetUUID(%q): ok = %v", b, ok)
			}
			if ok && (binary.BigEndian.Uint64(want) != hi || binary.BigEndian.Uint64(want[8:]) != lo) {
				t.Fatalf("GetUUID(%q) = %x, %x", b, hi, lo)
			}
		}
	}
	for i := range 16 {
		for c := range 256 {
			b := []byte(digits[8:24])
			b[i] = byte(c)
			v, ok := GetHex(string(b))
			want, err := hex.DecodeString(string(b))
			if ok != (err == nil) || ok && binary.BigEndian.Uint64(want) != v {
				t.Fatalf("GetHex(%q) = %x, %v", b, v, ok)
			}
			v8, ok := GetHex8(string(b[:8]))
			want, err = hex.DecodeString(string(b[:8]))
			if ok != (err == nil) || ok && binary.BigEndian.Uint32(want) != v8 {
				t.Fatalf("GetHex8(%q) = %x, %v", b[:8], v8, ok)
			}
		}
	}
	for c := range 256 {
		if _, err := hex.DecodeString("0" + string([]byte{byte(c)})); IsDigit(byte(c)) != (err == nil) {
			t.Errorf("IsDigit(%q) = %v", byte(c), IsDigit(byte(c)))
		}
	}
}

func TestLengths(t *testing.T) {
	for n := range 80 {
		s := strings.Repeat("0", n)
		if _, ok := GetHex(s); ok != (n == 16) {
			t.Errorf("GetHex of %d digits: %v", n, ok)
		}
		if _, ok := GetHex8(s); ok != (n == 8) {
			t.Errorf("GetHex8 of %d digits: %v", n, ok)
		}
		if _, _, ok := GetUUID(s); ok {
			t.Errorf("GetUUID of %d digits is ok", n)
		}
	}
}

func TestPut(t *testing.T) {
	for range 1000 {
		hi, lo := rand.Uint64(), rand.Uint64()
		raw := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hi), lo)
		want := []byte(hex.EncodeToString(raw))
		var sixteen [16]byte
		var eight [8]byte
		PutHex(&sixteen, hi)
		PutHex8(&eight, uint32(lo))
		uuid := AppendUUID(nil, (*[16]byte)(raw))
		if !bytes.Equal(sixteen[:], want[:16]) || !bytes.Equal(eight[:], want[24:]) {
			t.Fatalf("%s is put as %s and %s", want, sixteen, eight)
		}
		hyphened := bytes.Join([][]byte{want[:8], want[8:12], want[12:16], want[16:20], want[20:]}, []byte("-"))
		if !bytes.Equal(uuid, hyphened) {
			t.Fatalf("%s is put as %s", hyphened, uuid)
		}
	}
}

// TestStrings: each function writes the digits that encoding/hex writes, and AppendUUID uses the room that there is.
func TestStrings(t *testing.T) {
	x := [16]byte{0x00, 0x19, 0x2A, 0x3B, 0x4C, 0x5D, 0x6E, 0x7F, 0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7}
	const uuid = "00192a3b-4c5d-6e7f-8091-a2b3c4d5e6f7"
	if got := UUID(&x); got != uuid {
		t.Errorf("UUID = %s", got)
	}
	if got, want := Hex16(&x), strings.ReplaceAll(uuid, "-", ""); got != want {
		t.Errorf("Hex16 = %s", got)
	}
	if got := Hex(0x0123456789ABCDEF); got != "0123456789abcdef" {
		t.Errorf("Hex = %s", got)
	}
	for _, room := range []int{0, 35, 36, 37} {
		b := append(make([]byte, 0, 3+room), "id "...)
		got := AppendUUID(b, &x)
		if string(got) != "id "+uuid {
			t.Errorf("AppendUUID with room for %d = %s", room, got)
		}
		if inPlace := &got[0] == &b[0]; inPlace != (room >= 36) {
			t.Errorf("AppendUUID with room for %d writes in place: %v", room, inPlace)
		}
	}
}

// TestHasUpper puts a letter in upper case at each place of a text.
func TestHasUpper(t *testing.T) {
	for _, lower := range []string{"00112233-4455-6677-8899-001122334455", "abcdefab-cdef-abcd-efab-cdefabcdefab"} {
		if HasUpper(lower) {
			t.Errorf("%s has a digit in upper case", lower)
		}
		for i := range lower {
			b := []byte(lower)
			if b[i] == '-' {
				continue
			}
			for _, c := range "AF" {
				if b[i] = byte(c); !HasUpper(string(b)) {
					t.Errorf("%s has no digit in upper case", b)
				}
			}
		}
	}
}

// TestHyphens: four places have a hyphen, whatever the others have.
func TestHyphens(t *testing.T) {
	const right = "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz"
	if !Hyphens(right) || !Hyphens(strings.Repeat("-", 36)) {
		t.Error("hyphens at their places are not seen")
	}
	for _, i := range []int{8, 13, 18, 23} {
		if Hyphens(right[:i] + "z" + right[i+1:]) {
			t.Errorf("the hyphen at %d is not missed", i)
		}
	}
}
