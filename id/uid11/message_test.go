package uid11_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/uid11"
)

// TestNegative: the error names the number, the rule and the remedy.
func TestNegative(t *testing.T) {
	_, err := uid11.FromInt64(-1)
	for _, want := range []string{`int64 "-1": overflow`, "a uid11 is not negative", "check where"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
