package inspect

import (
	"testing"

	"github.com/sortid/sortid/doctor/internal/source"
)

// An index is redundant only if another one has the same columns in front.
func TestCovered(t *testing.T) {
	for _, c := range []struct {
		x, o []string
		want bool
	}{
		{[]string{"id"}, []string{"id", "at"}, true},
		{[]string{"id", "at"}, []string{"id"}, false},
		{[]string{"id"}, []string{"id", ""}, true}, // lower(name)
		{[]string{"id", ""}, []string{"id", ""}, false},
	} {
		list := []source.Index{{Name: "o", Columns: c.o}, {Name: "x", Columns: c.x}}
		if other, got := covered(list, 1); got != c.want || got && other.Name != "o" {
			t.Errorf("%q and %q: %t, %s", c.x, c.o, got, other.Name)
		}
	}
}
