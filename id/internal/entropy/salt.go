package entropy

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/sortid/sortid/id/internal/instance"
)

// salt keeps the buffers of copies of a process apart even if crypto/rand returns the
// same bytes to them. It can: since Linux 6.11 and Go 1.24 a part of the kernel's
// generator, the getrandom of the vDSO, has its state in the process. CRIU restores it,
// and the kernel replaces it only within a minute. (A fork clears it.)
type salt struct {
	mark  instance.Mark
	words [4]uint64
}

// present is the salt of this instance of the process; the first one has none.
var present atomic.Pointer[salt]

// saltOf returns the salt of an instance.
func saltOf(mark instance.Mark) *salt {
	s := present.Load()
	if s == nil || s.mark != mark {
		// Goroutines that get here together use different salts, which does no harm.
		s = &salt{mark: mark}
		var b [32]byte
		readKernel(b[:])
		for i := range s.words {
			s.words[i] = binary.NativeEndian.Uint64(b[8*i:])
		}
		present.Store(s)
	}
	return s
}

// mix combines random bytes, a multiple of 8, with the salt. They remain as random as
// they are.
func (s *salt) mix(p []byte) {
	for i := 0; i < len(p); i += 8 {
		word := p[i : i+8]
		binary.NativeEndian.PutUint64(word, binary.NativeEndian.Uint64(word)^s.words[i/8%len(s.words)])
	}
}
