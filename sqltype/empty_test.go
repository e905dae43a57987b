package sqltype_test

import (
	"encoding"
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// TestEmptyText: the text of the zero ID is empty and not nil, which BurntSushi/toml takes for a
// failure.
func TestEmptyText(t *testing.T) {
	for _, x := range []encoding.TextMarshaler{
		sqltype.Binary[wiji.ID]{}, sqltype.UUID[wiji.ID]{}, sqltype.Text[wiji.ID]{}, sqltype.Int64[ulidflake.ID]{}, sqltype.Uint64[uid11.ID]{},
		sqltype.Binary[wiji.For[struct{}]]{},
	} {
		if text, err := x.MarshalText(); text == nil || len(text) > 0 || err != nil {
			t.Errorf("%T has the text %#v, %v", x, text, err)
		}
	}
}
