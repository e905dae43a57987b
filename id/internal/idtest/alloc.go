package idtest

import "testing"

// allocs tests that a function allocates only what it returns.
func (s suite[T, P]) allocs(t *testing.T) {
	var x T
	var err error
	good := s.New()
	text, _ := good.MarshalText()
	raw, _ := good.MarshalBinary()
	parsed, room := string(text), make([]byte, 0, 64)
	at, hex := good.Time(), good.Hex()
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"New", 0, func() { x = s.New() }},
		{"Generate", 0, func() { err = P(&x).Generate() }},
		{"Parse", 0, func() { x, err = s.Parse(parsed) }},
		{"Valid", 0, func() { _ = s.Valid(parsed) }},
		{"FromBytes", 0, func() { x, err = s.FromBytes(raw) }},
		{"UnmarshalText", 0, func() { err = P(&x).UnmarshalText(text) }},
		{"UnmarshalBinary", 0, func() { err = P(&x).UnmarshalBinary(raw) }},
		{"AppendText", 0, func() { room, err = good.AppendText(room[:0]) }},
		{"AppendBinary", 0, func() { room, err = good.AppendBinary(room[:0]) }},
		{"MinAt", 0, func() { x, err = s.MinAt(at) }},
		{"MaxAt", 0, func() { x, err = s.MaxAt(at) }},
		{"Compare", 0, func() { _ = x.Compare(good) }},
		{"String", 1, func() { parsed = good.String() }},
		{"Hex", 1, func() { hex = good.Hex() }},
		{"MarshalText", 1, func() { text, err = good.MarshalText() }},
		{"MarshalBinary", 1, func() { raw, err = good.MarshalBinary() }},
	} {
		if n := testing.AllocsPerRun(1000, c.call); n != c.want && !(raceDetector && c.want > 0) {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
	}
	if hex != good.Hex() {
		t.Errorf("Hex returns %s, then %s", hex, good.Hex())
	}
}
