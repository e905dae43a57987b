package base32

import "testing"

func BenchmarkGet26(b *testing.B) {
	for b.Loop() {
		crockford.Get26("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	}
}

func BenchmarkPut26(b *testing.B) {
	var dst [26]byte
	for b.Loop() {
		crockford.Put26(&dst, 0x0123456789ABCDEF, 0xFEDCBA9876543210)
	}
}
