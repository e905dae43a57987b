package gormtype

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// TestEmptyText: the text of the zero ID is empty and not nil, which BurntSushi/toml takes for a
// failure.
func TestEmptyText(t *testing.T) {
	if text, err := (ID[wiji.ID]{}).MarshalText(); text == nil || len(text) > 0 || err != nil {
		t.Errorf("the text is %#v, %v", text, err)
	}
}
