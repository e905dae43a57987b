//go:build !amd64 || !gc || purego

package store

import "encoding/binary"

// Big16 writes hi and lo to dst in big-endian order.
func Big16(dst *[16]byte, hi, lo uint64) {
	binary.BigEndian.PutUint64(dst[:8], hi)
	binary.BigEndian.PutUint64(dst[8:], lo)
}
