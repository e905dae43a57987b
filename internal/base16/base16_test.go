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
