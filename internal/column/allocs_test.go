//go:build !race

package column

import "testing"

type (
	appends16  [16]byte
	appends24  [24]byte
	appendsInt int64
)

func (appends16) MarshalText() ([]byte, error)         { return nil, nil }
func (appends16) AppendText(b []byte) ([]byte, error)  { return append(b, "16"...), nil }
func (x *appends16) UnmarshalText([]byte) error        { return nil }
func (x *appends16) UnmarshalBinary([]byte) error      { return nil }
func (appends24) MarshalText() ([]byte, error)         { return nil, nil }
func (appends24) AppendText(b []byte) ([]byte, error)  { return append(b, "24"...), nil }
func (x *appends24) UnmarshalText([]byte) error        { return nil }
func (appendsInt) MarshalText() ([]byte, error)        { return nil, nil }
func (appendsInt) AppendText(b []byte) ([]byte, error) { return append(b, "int"...), nil }
func (x *appendsInt) UnmarshalText([]byte) error       { return nil }
func (x *appendsInt) UnmarshalBinary([]byte) error     { return nil }

// TestAllocs: an ID whose methods do not allocate is written, read and verified without memory, and its text is one
// allocation.
func TestAllocs(t *testing.T) {
	var (
		x   appends16
		y   appends24
		n   appendsInt
		dst appends16
		b   = make([]byte, 0, 64)
	)
	for name, c := range map[string]struct {
		run  func()
		want float64
	}{
		"AppendText, 16 bytes": {func() { _, _ = AppendText(b, &x, x) }, 0},
		"AppendText, 24 bytes": {func() { _, _ = AppendText(b, &y, y) }, 0},
		"AppendText, integer":  {func() { _, _ = AppendText(b, &n, n) }, 0},
		"Verify, 16 bytes":     {func() { _ = Verify(&x, &x) }, 0},
		"Verify, integer":      {func() { _ = Verify(&n, &n) }, 0},
		"Text":                 {func() { _, _ = Text(&x, x) }, 1}, // the text itself
		"ReadText":             {func() { _, _ = ReadText(&dst, "16") }, 0},
	} {
		if got := testing.AllocsPerRun(200, c.run); got > c.want {
			t.Errorf("%s allocates %v times, want %v", name, got, c.want)
		}
	}
}
