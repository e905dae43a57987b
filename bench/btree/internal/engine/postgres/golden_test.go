package postgres

import "testing"

// The figures stay what they are. Older versions count one item pointer of 4 bytes less
// as free on each leaf page, of 8152 bytes.
func TestGolden(t *testing.T) {
	s := subject(open(t))
	s.FillTolerance = 0.06
	s.Golden(t, []string{Primary})
}
