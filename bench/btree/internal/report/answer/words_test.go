package answer

import "testing"

func TestRatioText(t *testing.T) {
	for q, want := range map[float64]string{0.004: "0.00x", 0.36: "0.36x", 9.99: "9.99x", 9.999: "10.0x", 12.34: "12.3x", 99.96: "100x", 640: "640x", 1234: "1.2kx"} {
		if got := ratioText(q); got != want {
			t.Errorf("ratioText(%v) = %s, want %s", q, got, want)
		}
	}
}
