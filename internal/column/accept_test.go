package column

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// even accepts even numbers, by its IsValid method.
type even uint64

func (x even) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d", uint64(x)), nil }

func (x *even) UnmarshalText(b []byte) error {
	_, err := fmt.Sscan(string(b), (*uint64)(x))
	return err
}

func (x even) IsValid() bool { return x%2 == 0 }

var errOdd = errors.New("odd")

// decoded accepts what its UnmarshalBinary accepts, whose text is in upper case.
type decoded [8]byte

func (x decoded) MarshalText() ([]byte, error) {
	return []byte(strings.ToUpper(hex.EncodeToString(x[:]))), nil
}

func (x *decoded) UnmarshalText(b []byte) error {
	_, err := hex.Decode(x[:], b)
	return err
}

func (x *decoded) UnmarshalBinary(b []byte) error {
	if copy(x[:], b); b[7]%2 == 1 {
		return errOdd
	}
	return nil
}

// swapped does not read its raw bytes as they are.
type swapped [16]byte

func (x swapped) MarshalText() ([]byte, error) { return nil, nil }

func (x *swapped) UnmarshalBinary(b []byte) error {
	copy(x[:8], b[8:])
	copy(x[8:], b[:8])
	return nil
}

// bare has nothing but MarshalText; its text is not read back.
type bare [20]byte

func (bare) MarshalText() ([]byte, error) { return []byte("bare"), nil }

// lossy reads another value than it writes.
type lossy string

func (x lossy) MarshalText() ([]byte, error) { return []byte(x[:1]), nil }

func (x *lossy) UnmarshalText(b []byte) error {
	*x = lossy(b)
	return nil
}

// half fails after it has appended a part, by AppendText or by MarshalText.
type (
	half        [16]byte
	halfMarshal [16]byte
)

var errHalf = errors.New("half")

func (half) MarshalText() ([]byte, error)        { return nil, nil }
func (half) AppendText(b []byte) ([]byte, error) { return append(b, "half"...), errHalf }
func (halfMarshal) MarshalText() ([]byte, error) { return []byte("half"), errHalf }

func TestVerify(t *testing.T) {
	verify := func(want, got error) {
		t.Helper()
		if !errors.Is(got, want) || (want == nil) != (got == nil) {
			t.Errorf("error %v, want %v", got, want)
		}
	}
	two, e, d := even(2), even(3), decoded{7: 3}
	verify(nil, Verify(two, &two))
	verify(ErrIsValid, Verify(e, &e))
	verify(ErrIsValid, Verify(&e, &e))
	verify(ErrIsValid, VerifyNumber(e))
	verify(nil, VerifyNumber(d))
	verify(nil, Verify(decoded{7: 2}, &decoded{7: 2}))
	verify(errOdd, Verify(&d, &d))
	verify(ErrRaw, Verify(swapped{1}, &swapped{1}))
	verify(nil, Verify(bare{1}, &bare{1}))
	if e != 3 || d != (decoded{7: 3}) {
		t.Errorf("the IDs are %v and %v now", e, d)
	}
}

func TestAppendText(t *testing.T) {
	check := func(want string, wantErr error) func([]byte, error) {
		return func(b []byte, err error) {
			t.Helper()
			if string(b) != want || !errors.Is(err, wantErr) {
				t.Errorf("got %q, error %v, want %q, %v", b, err, want, wantErr)
			}
		}
	}
	b := []byte("ab")
	check("ab12", nil)(AppendText(b, even(12), even(12)))
	check("ab", ErrIsValid)(AppendText(b, even(3), even(3)))
	check("ab", ErrEmptyText)(AppendText(b, swapped{1}, swapped{1}))
	check("ab", ErrNoUnmarshalText)(AppendText(b, bare{}, bare{}))
	check("ab00000000000000FF", nil)(AppendText(b, decoded{7: 0xFF}, decoded{7: 0xFF}))
	check("ab", ErrOtherText)(AppendText(b, lossy("xy"), lossy("xy")))
	check("abx", nil)(AppendText(b, lossy("x"), lossy("x")))
	check("ab", ErrNoMarshalText)(AppendForm(b, 1))
	check("ab", errHalf)(AppendForm(b, half{}))
	check("ab", errHalf)(AppendForm(b, halfMarshal{}))
	check("ab", errHalf)(AppendText(b, half{}, half{}))
	check("ab12", nil)(AppendForm(b, even(12)))
	check("ab3", nil)(AppendForm(b, even(3))) // unchecked
	if s, err := Text(even(3), even(3)); s != "" || err != ErrIsValid {
		t.Errorf("got %q, error %v", s, err)
	}
}

func TestReadText(t *testing.T) {
	read := func(text string, want decoded, wantCanonical string, wantErr error) {
		t.Helper()
		for range 2 {
			v := decoded{1, 2, 3}
			canonical, err := ReadText(&v, text)
			if v != want || canonical != wantCanonical || !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) {
				t.Errorf("%q: got %x, %q, error %v", text, v, canonical, err)
			}
		}
	}
	read("00000000000000FF", decoded{7: 0xFF}, "", nil)
	read("00000000000000ff", decoded{}, "00000000000000FF", id.ErrNotCanonical)
	read("x", decoded{}, "", hex.InvalidByteError('x'))
	e := even(2)
	if _, err := ReadText(&e, []byte("3")); err != ErrIsValid || e != 0 {
		t.Errorf("got %d, error %v", e, err)
	}
	var x bare
	if _, err := ReadText(&x, "bare"); err != ErrNoUnmarshalText {
		t.Errorf("error %v", err)
	}
}
