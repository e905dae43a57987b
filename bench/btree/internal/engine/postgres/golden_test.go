package postgres

import "testing"

// The figures stay what they are.
func TestGolden(t *testing.T) {
	subject(open(t)).Golden(t, []string{Primary, Secondary})
}
