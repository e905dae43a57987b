package idtest

import (
	"io"
	"testing"
	"time"

	"github.com/sortid/sortid/id/blocks"
)

// allocs tests that a function allocates only what it returns.
func (s suite[T, P]) allocs(t *testing.T) {
	var x T
	var err error
	good := s.New()
	text, _ := good.MarshalText()
	raw, _ := good.MarshalBinary()
	parsed, room := string(text), make([]byte, 0, 64)
	at, hex := good.Time(), good.Hex()
	uuid, hasUUID := any(good).(interface {
		UUID() string
		AppendUUID([]byte) []byte
	})
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
	for name, call := range s.NoAllocs {
		if n := testing.AllocsPerRun(1000, call); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	for _, form := range s.Forms {
		if text := form(good); testing.AllocsPerRun(1000, func() { x, err = s.Parse(text) }) > 0 || testing.AllocsPerRun(1000, func() { form(good) }) > 1 {
			t.Errorf("writing %s allocates more than its text, or reading it at all", text)
		}
	}
	if hasUUID && (testing.AllocsPerRun(1000, func() { room = uuid.AppendUUID(room[:0]) }) > 0 || testing.AllocsPerRun(1000, func() { uuid.UUID() }) > 1) {
		t.Error("AppendUUID allocates, or UUID allocates more than its text")
	}
	if hex != good.Hex() {
		t.Errorf("Hex returns %s, then %s", hex, good.Hex())
	}
}

// generatorAllocs is allocs for a generator and its blocks.
func (s suite[T, P]) generatorAllocs(t *testing.T) {
	var b blocks.Block[T]
	var err error
	ids := make([]T, 0, 10)
	for name, random := range map[string]io.Reader{"crypto/rand": nil, "a reader": Repeat(1)} {
		g := s.Generator(nil, random)
		s.allocates(t, "New with "+name, 0, func() error { _, err = g.New(); return err })
		if s.MaxBlock == 0 {
			continue
		}
		n := min(10, s.MaxBlock)
		s.allocates(t, "Block with "+name, 1, func() error { b, err = g.Block(n); return err })
		s.allocates(t, "Next", 0, func() error { b.Next(); return nil })
		s.allocates(t, "AppendTo", 0, func() error { ids = b.TwoPass().AppendTo(ids[:0]); return nil })
	}
}

// allocates tests how often call allocates. A few calls usually have room in a tick. The error
// of one without room allocates, and so does the pool of randomness now and then.
func (s suite[T, P]) allocates(t *testing.T, name string, want float64, call func() error) {
	t.Helper()
	var n float64
	var err error
	for range 100 {
		failed := false
		n = testing.AllocsPerRun(5, func() {
			if err = call(); err != nil {
				failed = true
			}
		})
		if !failed && (n == want || raceDetector && want > 0) {
			return
		}
		time.Sleep(s.Resolution)
	}
	t.Errorf("%s: %v allocations, want %v, or an error: %v", name, n, want, err)
}
