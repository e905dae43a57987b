package base32

import "testing"

func BenchmarkGet26(b *testing.B) {
	s := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	for b.Loop() {
		Crockford.Get26(s)
	}
}
func BenchmarkGet26N(b *testing.B) {
	s := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	for i := 0; i < b.N; i++ {
		Crockford.Get26(s)
	}
}
func BenchmarkPut26(b *testing.B) {
	var d [26]byte
	for b.Loop() {
		Crockford.Put26(&d, 0x123456789abcdef, 0xfedcba9876543210)
	}
}
