//go:build gc && !purego

package store

// Big16 writes hi and lo to dst in big-endian order, by one store.
//
//go:noescape
func Big16(dst *[16]byte, hi, lo uint64)
