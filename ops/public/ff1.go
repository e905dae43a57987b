package public

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"slices"
)

// work is memory that a cipher reads and writes through an interface.
type work struct {
	id    [20]byte
	round [aes.BlockSize]byte
}

// ff1Rounds is the number of rounds that NIST SP 800-38G has in FF1.
const ff1Rounds = 10

// ff1Parameters returns the block P of NIST SP 800-38G for radix 2, two halves of a number of
// bytes, and an empty tweak.
func ff1Parameters(half int) []byte {
	return []byte{1, 2, 1, 0, 0, 2, ff1Rounds, byte(8 * half), 0, 0, 0, byte(16 * half), 0, 0, 0, 0}
}

// ff1 is FF1 of NIST SP 800-38G with a key, radix 2 and no tweak. Bits in groups of eight are the
// bytes, so that numbers are added as bytes are.
type ff1 struct {
	block cipher.Block
	// The encrypted block P, for halves of 4 and of 10 bytes.
	first4, first10 [aes.BlockSize]byte
}

// ff1Key derives FF1's key from a key of AES. With one key for both, the public text of a
// 16-byte ID, which a client may choose, would be what AES makes of a block inside FF1.
func ff1Key(key []byte) []byte {
	sum := sha256.Sum256(slices.Concat(key, []byte("FF1")))
	return sum[:len(key)]
}

func newFF1(key []byte) (*ff1, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	f := &ff1{block: block}
	block.Encrypt(f.first4[:], ff1Parameters(4))
	block.Encrypt(f.first10[:], ff1Parameters(10))
	return f, nil
}

// apply encrypts or decrypts an ID of 8 or 20 bytes in place.
func (f *ff1) apply(id []byte, w *work, inverse bool) {
	half := len(id) / 2
	a, b := id[:half], id[half:]
	first, last := &f.first4, 8 // the round's number ends at that byte
	if half == 10 {
		first, last = &f.first10, 16
	}
	for i := range ff1Rounds {
		if inverse {
			i = ff1Rounds - 1 - i
			a, b = b, a
		}
		// The CBC-MAC of P and Q, whose last bytes are the number of the round and b.
		w.round = *first
		w.round[aes.BlockSize-half-1] ^= byte(i)
		for j, c := range b {
			w.round[aes.BlockSize-half+j] ^= c
		}
		f.block.Encrypt(w.round[:], w.round[:])
		addTo(a, w.round[last-half:last], inverse)
		if !inverse {
			a, b = b, a
		}
	}
}

// addTo adds y to the big-endian number a, or subtracts it, modulo the power of 2 that a has room for.
func addTo(a, y []byte, subtract bool) {
	carry := 0
	for i := len(a) - 1; i >= 0; i-- {
		v := int(a[i]) + carry
		if subtract {
			v -= int(y[i])
		} else {
			v += int(y[i])
		}
		a[i] = byte(v)
		carry = v >> 8 // -1, 0 or 1
	}
}
