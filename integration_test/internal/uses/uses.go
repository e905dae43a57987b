// Package uses checks the IDs that holders of node numbers made.
package uses

import (
	"cmp"
	"slices"
	"testing"
)

// Use is an ID that the holder of a number made.
type Use struct {
	ID            uint64
	Number, Token int64
	At            int64 // when it was asked for, in nanoseconds
}

// Check fails the test for each ID that was made twice, and for each number that had two
// holders at a time. It returns how many holders there were.
func Check(t testing.TB, all []Use) (holders int) {
	t.Helper()
	made := map[uint64]bool{}
	for _, u := range all {
		if made[u.ID] {
			t.Errorf("two processes made %d", u.ID)
		}
		made[u.ID] = true
	}
	// In the order of time, the tokens of a number never decrease.
	slices.SortFunc(all, func(a, b Use) int { return cmp.Compare(a.At, b.At) })
	last := map[int64]int64{}
	for _, u := range all {
		switch {
		case u.Token > last[u.Number]:
			holders++
			last[u.Number] = u.Token
		case u.Token < last[u.Number]:
			t.Errorf("the holder %d of the number %d made an ID after the holder %d", u.Token, u.Number, last[u.Number])
		}
	}
	return holders
}
