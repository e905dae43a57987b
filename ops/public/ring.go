package public

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Key is a key of a [Ring]. Package fmt, package log/slog and encoders of text show its number
// alone.
type Key struct {
	// Number is in each text that the key writes. Two keys of a ring differ in it.
	Number uint8
	// AES is 16 or 32 random bytes. Keep them: without them, nobody can read the texts.
	AES Secret
	// Tag, if it is not the zero value, is 16 or more other random bytes. Texts are then eight
	// digits longer, and a text that was not written with the key is an error.
	Tag Secret
}

// String returns the number of the key in parentheses: public.Key(7).
func (k Key) String() string { return "public.Key(" + strconv.Itoa(int(k.Number)) + ")" }

// Format writes String for all verbs.
func (k Key) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, k.String()) }

// MarshalText returns String, which nothing reads back: encoders do not write keys.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Ring is a set of keys that does not change. It is safe for concurrent use. The zero value has no
// key.
type Ring struct{ read func() *keySet } // a function hides the keys, as in Secret

// keySet is the keys of a ring.
type keySet struct {
	write *key
	keys  [256]*key
}

// set returns nil for a ring without keys.
func (r *Ring) set() *keySet {
	if r == nil || r.read == nil {
		return nil
	}
	return r.read()
}

// String returns the number of the key that writes in parentheses: public.Ring(7).
func (r Ring) String() string {
	if set := r.set(); set != nil {
		return "public.Ring(" + strconv.Itoa(int(set.write.number)) + ")"
	}
	return "public.Ring(no key)"
}

// Format writes String for all verbs.
func (r Ring) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, r.String()) }

// MarshalText returns String, which nothing reads back.
func (r Ring) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// NewRing returns a ring that writes with one key and reads with all. Each key must have a
// number of its own, and secrets that no other key has. The errors name a key by its number.
func NewRing(write Key, read ...Key) (*Ring, error) {
	set := new(keySet)
	all := append([]Key{write}, read...)
	for i, k := range all {
		made, err := newKey(k)
		if err == nil {
			err = k.differsFrom(all[:i])
		}
		if err != nil {
			return nil, fmt.Errorf("public: key %d: %w", k.Number, err)
		}
		set.keys[k.Number] = made
	}
	set.write = set.keys[write.Number]
	return &Ring{func() *keySet { return set }}, nil
}

// differsFrom returns an error if the key has the number or a secret of another one. The same
// tag's key is allowed: a tag covers the number.
func (k Key) differsFrom(others []Key) error {
	for _, o := range others {
		switch {
		case o.Number == k.Number:
			return errors.New("the ring has another key of that number: give each key its own")
		case o.AES.overlaps(k.AES):
			return fmt.Errorf("its AES is that of key %d: use other random bytes, or keep the number", o.Number)
		case o.AES.overlaps(k.Tag), o.Tag.overlaps(k.AES):
			return fmt.Errorf("the key of AES of one of the keys %d and %d is the tag's key of the other: use other random bytes", k.Number, o.Number)
		}
	}
	return nil
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
	secret, tag := k.AES.bytes(), k.Tag.bytes()
	switch {
	case len(secret) != 16 && len(secret) != 32:
		return nil, fmt.Errorf("the key of AES has %d bytes: use 16 or 32 random bytes", len(secret))
	case k.AES.isRepeated():
		return nil, errors.New("the key of AES is zeros or another byte repeated: use random bytes")
	case tag != nil && len(tag) < minTagKey:
		return nil, fmt.Errorf("the tag's key has %d bytes: use 16 or more random bytes, or the zero Secret for texts without a tag", len(tag))
	case k.Tag.isRepeated():
		return nil, errors.New("the tag's key is zeros or another byte repeated: use random bytes")
	case k.Tag.overlaps(k.AES):
		return nil, errors.New("the keys of AES and of the tag are the same, or one contains the other: use other random bytes")
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	f, err := newFF1(ff1Key(secret))
	if err != nil {
		return nil, err
	}
	return &key{number: k.Number, block: block, ff1: f, tag: tag}, nil
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
