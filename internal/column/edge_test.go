package column

import (
	"bytes"
	"strings"
	"testing"
)

// TestTextEdges: the edges are below and above all texts of IDs, among them those with the
// greatest prefix, in a column that compares bytes.
func TestTextEdges(t *testing.T) {
	for _, text := range []string{"0", strings.Repeat("0", 26), "user_069q6zxr120002m45bsqqg28t5", "jpXCZedGfVQ", strings.Repeat("z", 63) + "_zzzzzzzzzzz"} {
		if text <= TextBelow || text >= TextAbove {
			t.Errorf("%q is not between %q and %q", text, TextBelow, TextAbove)
		}
	}
}

func TestAppendEdge(t *testing.T) {
	if got, want := AppendEdge([]byte{7}, 3, false), []byte{7, 0, 0, 0}; !bytes.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := AppendEdge([]byte{7}, 2, true), []byte{7, 0xFF, 0xFF}; !bytes.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
