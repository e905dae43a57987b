package wiji_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

// TestGreatTexts: the error of a text that is too great names no text that Parse
// refuses as well.
func TestGreatTexts(t *testing.T) {
	for first, reason := range map[string]id.Reason{
		"2": id.ErrFirstCharacter, "7": id.ErrFirstCharacter, "8": id.ErrOverflow, "Z": id.ErrOverflow,
	} {
		_, err := wiji.Parse(first + strings.Repeat("Z", 25))
		if !errors.Is(err, reason) || !strings.Contains(err.Error(), "the first character must be 0 or 1") ||
			strings.Contains(strings.ReplaceAll(err.Error(), first+strings.Repeat("Z", 25), ""), "ZZZ") {
			t.Errorf("a text that begins with %s: %v", first, err)
		}
	}
}
