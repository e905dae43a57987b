package ulid_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulid"
)

// TestBlockOverflow: a block that has no room in the millisecond is refused, and the
// IDs that are left remain available.
func TestBlockOverflow(t *testing.T) {
	for _, begun := range []bool{false, true} {
		full := string(append([]byte{0xFF, 0xFF}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-3)...))
		random := full + full // a block that is refused has drawn one
		if begun {
			random = full
		}
		c := idtest.NewClock(time.UnixMilli(5))
		g := ulid.Generator{Clock: c.Read, Rand: io.MultiReader(strings.NewReader(random), idtest.Repeat(0))}
		if begun {
			idtest.Must(g.New())
		}
		if b, err := g.Block(5); !errors.Is(err, id.ErrOverflow) || b.Len() != 0 {
			t.Fatalf("begun %v: five of the last four: %d, %v", begun, b.Len(), err)
		}
		left := 4
		if begun {
			left = 3
		}
		block := idtest.Must(g.Block(left))
		last := ulid.ID{}
		for x := range block.All() {
			last = x
		}
		if last.UnixMillis() != 5 || last.Fields().Random != [10]byte(slices.Repeat([]byte{0xFF}, 10)) {
			t.Errorf("begun %v: the last of the last four is %v", begun, last)
		}
		for range 3 {
			if _, err := g.Block(1); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("begun %v: after the last: %v", begun, err)
			}
			if _, err := g.New(); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("begun %v: after the last: %v", begun, err)
			}
		}
		c.Set(time.UnixMilli(6))
		if b := idtest.Must(g.Block(ulid.MaxBlock)); b.AppendTo(nil)[0].String() != "00000000060000000000000000" {
			t.Errorf("begun %v: the next millisecond begins with %v", begun, b.AppendTo(nil)[0])
		}
	}
}
