package public

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// Key is a key of a [Ring]. Package fmt shows its number alone.
type Key struct {
	// Number is in each text that the key writes. Two keys of a ring differ in it.
	Number uint8
	// AES is 16 or 32 random bytes. Keep it: without it, nobody can read the texts.
	AES []byte
	// Tag, if not nil, is 16 or more other random bytes. Texts are then eight digits longer,
	// and a text that was not written with the key is an error.
	Tag []byte
}

// Format writes the number of the key.
func (k Key) Format(s fmt.State, _ rune) { fmt.Fprintf(s, "public.Key(%d)", k.Number) }

// Ring is a set of keys that does not change. It is safe for concurrent use.
type Ring struct {
	write *key
	keys  [256]*key
}

// Format writes the number of the key that writes.
func (r *Ring) Format(s fmt.State, _ rune) {
	if r == nil || r.write == nil {
		fmt.Fprint(s, "public.Ring(no key)")
		return
	}
	fmt.Fprintf(s, "public.Ring(%d)", r.write.number)
}

// NewRing returns a ring that writes with one key and reads with all. It copies the keys. The
// errors name a key by its number.
func NewRing(write Key, read ...Key) (*Ring, error) {
	r := new(Ring)
	for _, k := range append([]Key{write}, read...) {
		if r.keys[k.Number] != nil {
			return nil, fmt.Errorf("public: key %d: the ring has another key of that number: give each key its own", k.Number)
		}
		made, err := newKey(k)
		if err != nil {
			return nil, fmt.Errorf("public: key %d: %w", k.Number, err)
		}
		r.keys[k.Number] = made
	}
	r.write = r.keys[write.Number]
	return r, nil
}

// key is a key that is ready for use.
type key struct {
	number byte
	block  cipher.Block // for IDs of 16 bytes
	ff1    *ff1         // for others
	tag    []byte
}

const minTagKey = 16

func newKey(k Key) (*key, error) {
	switch {
	case len(k.AES) != 16 && len(k.AES) != 32:
		return nil, fmt.Errorf("the key of AES has %d bytes: use 16 or 32 random bytes", len(k.AES))
	case slices.Equal(k.AES, make([]byte, len(k.AES))):
		return nil, errors.New("the key of AES is all zeros: use random bytes")
	case k.Tag != nil && len(k.Tag) < minTagKey:
		return nil, fmt.Errorf("the tag's key has %d bytes: use 16 or more random bytes, or nil for texts without a tag", len(k.Tag))
	case slices.Equal(k.Tag, k.AES):
		return nil, errors.New("the keys of AES and of the tag are the same: use other random bytes")
	}
	block, err := aes.NewCipher(k.AES)
	if err != nil {
		return nil, err
	}
	f, err := newFF1(ff1Key(k.AES))
	if err != nil {
		return nil, err
	}
	return &key{number: k.Number, block: block, ff1: f, tag: slices.Clone(k.Tag)}, nil
}

// tagSize is the length of a tag in bytes.
const tagSize = 4

// digits returns how many digits the texts of IDs of size bytes have behind their prefix.
func (k *key) digits(size int) int {
	if k.tag == nil {
		return 2 + 2*size
	}
	return 2 + 2*size + 2*tagSize
}

// sum returns the tag of a text.
func (k *key) sum(text []byte) []byte {
	h := hmac.New(sha256.New, k.tag)
	h.Write(text)
	return h.Sum(nil)[:tagSize]
}

// encrypt encrypts an ID of 8, 16 or 20 bytes in place.
func (k *key) encrypt(id []byte, w *work) {
	if len(id) == aes.BlockSize {
		k.block.Encrypt(id, id)
		return
	}
	k.ff1.apply(id, w, false)
}

// decrypt is the inverse of encrypt.
func (k *key) decrypt(id []byte, w *work) {
	if len(id) == aes.BlockSize {
		k.block.Decrypt(id, id)
		return
	}
	k.ff1.apply(id, w, true)
}
