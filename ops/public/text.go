package public

import (
	"bytes"
	"crypto/hmac"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
)

var (
	// ErrKey means that the text names a key that the ring does not have.
	ErrKey = id.NewReason("unknown key")
	// ErrTag means that the text was not written with the key that it names, or that it was
	// changed since.
	ErrTag = id.NewReason("wrong tag")
	// ErrNoID means that the text decrypts to a value that is no ID of the type.
	ErrNoID = id.NewReason("not an ID of the type")
)

var works = sync.Pool{New: func() any { return new(work) }}

// Text returns the public text of an ID. The zero ID is an error that matches [id.ErrZero], and
// a nil ring one that matches [id.ErrConfig]. No error contains the plain ID.
func Text[T id.Fixed](r *Ring, x T) (string, error) {
	b, err := appendText(r, nil, x)
	if err == nil && len(b) == 0 {
		err = refuse[T]("", id.ErrZero, "set the ID")
	}
	return column.String(b), err
}

// appendText appends the public text of an ID, and nothing for the zero ID.
func appendText[T id.Fixed](r *Ring, b []byte, x T) ([]byte, error) {
	var zero T
	if x == zero {
		return b, nil
	}
	set := r.set()
	if set == nil {
		return b, noRing[T]()
	}
	k, size := set.write, column.RawSize[T]()
	boxed := any(&x)
	out := slices.Grow(b, maxText)
	out, err := column.AppendText(out, boxed, x)
	if err != nil {
		// The error of the ID's own type contains the plain ID.
		return b, refuse[T]("", ErrNoID, "the value in the program is not valid: check where it was set")
	}
	out = out[:len(b)+prefixLength(out[len(b):])]

	w := works.Get().(*work)
	defer works.Put(w)
	raw := column.AppendRaw(w.id[:0], &x)
	k.encrypt(raw, w)
	out = hex.AppendEncode(append(out, hexDigits[k.number>>4], hexDigits[k.number&15]), raw[:size])
	if k.tag != nil {
		out = hex.AppendEncode(out, k.sum(out[len(b):]))
	}
	return out, nil
}

const (
	hexDigits = "0123456789abcdef"
	// maxText is the length of the longest text: a prefix of 63 letters, its underscore, a
	// number, an ID of 20 bytes and a tag.
	maxText = 64 + 2 + 40 + 8
)

// prefixLength returns the length of the prefix of a text, with its underscore.
func prefixLength(text []byte) int { return bytes.LastIndexByte(text, '_') + 1 }

// Parse returns the ID of a public text. Errors are a [*id.SyntaxError] with the text, and
// never with what it decrypts to.
func Parse[T id.Fixed](r *Ring, s string) (T, error) {
	x, err := parse[T](r, s)
	if err != nil {
		var zero T
		return zero, err
	}
	return x, nil
}

func parse[T id.Fixed](r *Ring, s string) (x T, err error) {
	set := r.set()
	if set == nil {
		return x, noRing[T]()
	}
	size := column.RawSize[T]()
	short, long := 2+2*size, 2+2*size+2*tagSize
	prefix, digits := s[:strings.LastIndexByte(s, '_')+1], s[strings.LastIndexByte(s, '_')+1:]
	if len(s) > maxText || len(digits) != short && len(digits) != long {
		return x, refuse[T](s, id.ErrLength, "it has "+strconv.Itoa(len(digits))+" bytes behind the prefix, not "+
			strconv.Itoa(short)+", or "+strconv.Itoa(long)+" with a tag: this is no public text of the type")
	}
	for i := range len(digits) {
		if c := digits[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return x, refuse[T](s, id.ErrCharacter, strconv.QuoteToASCII(digits[i:i+1])+" is not one of the digits "+hexDigits)
		}
	}
	w := works.Get().(*work)
	defer works.Put(w)
	number := nibble(digits[0])<<4 | nibble(digits[1])
	k := set.keys[number]
	if k == nil {
		return x, refuse[T](s, ErrKey, "the ring has no key "+strconv.Itoa(int(number))+": add it, or refuse the text")
	}
	if len(digits) != k.digits(size) {
		return x, refuse[T](s, id.ErrLength, "key "+strconv.Itoa(int(number))+" writes "+strconv.Itoa(k.digits(size))+" bytes behind the prefix")
	}
	body := len(s) - len(digits) + short
	if k.tag != nil && !hmac.Equal(hex.AppendEncode(nil, k.sum([]byte(s[:body]))), []byte(s[body:])) {
		return x, refuse[T](s, ErrTag, "the text was changed, is of another kind, or was not written with key "+strconv.Itoa(int(number)))
	}
	raw := w.id[:size]
	for i := range raw {
		raw[i] = nibble(digits[2+2*i])<<4 | nibble(digits[3+2*i])
	}
	k.decrypt(raw, w)
	column.SetRaw(&x, raw)
	return x, accept(s, prefix, &x)
}

// accept returns an error for a value that no text is written for, or that has another prefix.
func accept[T id.Fixed](s, prefix string, x *T) error {
	var zero T
	var buf [maxText]byte
	plain, err := column.AppendText(buf[:0], any(x), *x)
	if *x == zero || err != nil {
		return refuse[T](s, ErrNoID, "the text was changed, or was not written with the key that it names")
	}
	if want := plain[:prefixLength(plain)]; string(want) != prefix {
		return refuse[T](s, id.ErrPrefix, "the prefix is "+strconv.Quote(prefix)+", and that of the type is "+strconv.Quote(string(want))+
			": check which kind of ID is meant")
	}
	return nil
}

// nibble returns the value of a hexadecimal digit.
func nibble(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}

//go:noinline
func refuse[T any](input string, reason id.Reason, detail string) error {
	return &id.SyntaxError{Format: "public " + typename.For[T](), Form: "text", Input: column.Quote(input), Reason: reason, Detail: detail}
}

//go:noinline
func noRing[T any]() error {
	return refuse[T]("", id.ErrConfig, "there is no key: let PublicRing return a ring of NewRing")
}
