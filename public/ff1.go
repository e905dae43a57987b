package public

import "crypto/aes"

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

// ff1 encrypts or decrypts an ID of 8 or 20 bytes in place: FF1 of NIST SP 800-38G, with radix 2
// and no tweak. Bits in groups of eight are the bytes, so that numbers are added as bytes are.
func (k *key) ff1(id []byte, w *work, inverse bool) {
	half := len(id) / 2
	a, b := id[:half], id[half:]
	first, last := &k.first4, 8 // the round's number ends at that byte
	if half == 10 {
		first, last = &k.first10, 16
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
		k.block.Encrypt(w.round[:], w.round[:])
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
