package ulidflake_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulidflake"
)

// TestNegative: the error names the number, the rule and the remedy.
func TestNegative(t *testing.T) {
	_, err := ulidflake.FromInt64(-1)
	for _, want := range []string{`int64 "-1": overflow`, "the sign bit of a Ulid-Flake is 0", "check where"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
