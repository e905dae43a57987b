package replay

import (
	"bytes"
	"encoding/hex"
	"slices"
	"testing"
)

// A trace is the same every time, and its keys are of its width and all different.
func TestTracesRepeat(t *testing.T) {
	for _, tr := range All() {
		const rows = 20_000
		seen := make(map[string]bool, rows)
		next := makeAgain(tr, rows)
		for key := range tr.Keys(rows) {
			if again := next(); !bytes.Equal(key, again) {
				t.Fatalf("%s: key %d is %x and then %x", tr.Name, len(seen)+1, key, again)
			}
			if len(key) != tr.Width {
				t.Fatalf("%s: a key has %d bytes, want %d", tr.Name, len(key), tr.Width)
			}
			seen[string(key)] = true
		}
		if len(seen) != rows {
			t.Errorf("%s: %d different keys, want %d", tr.Name, len(seen), rows)
		}
		if got, ok := Named(tr.Name); !ok || got.Width != tr.Width {
			t.Errorf("%s is not found by its name", tr.Name)
		}
	}
	if _, ok := Named("none"); ok {
		t.Error("a trace was found that there is not")
	}
}

// makeAgain makes the keys of a trace once more, at once.
func makeAgain(tr Trace, rows int) func() []byte {
	var list [][]byte
	for key := range tr.Keys(rows) {
		list = append(list, slices.Clone(key))
	}
	return func() []byte {
		key := list[0]
		list = list[1:]
		return key
	}
}

// The recorded results depend on these keys: a generator that makes other keys for the
// same clock and randomness makes the records wrong.
func TestTracesStay(t *testing.T) {
	for name, want := range map[string]string{
		"sequential": "00000000000000000000000000000001",
		"bigint":     "c000000000000001",
	} {
		tr, _ := Named(name)
		for key := range tr.Keys(1) {
			if got := hex.EncodeToString(key); got != want {
				t.Errorf("%s begins with %s, want %s", name, got, want)
			}
		}
	}
}

func TestInt64(t *testing.T) {
	key := make([]byte, 8)
	var last []byte
	for _, n := range []int64{-1 << 63, -1, 0, 1, 1<<63 - 1} {
		putInt64(key, n)
		if got := Int64(key); got != n {
			t.Errorf("%d came back as %d", n, got)
		}
		if bytes.Compare(last, key) >= 0 {
			t.Errorf("%x of %d does not come after %x", key, n, last)
		}
		last = slices.Clone(key)
	}
}
