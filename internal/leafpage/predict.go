package leafpage

import (
	"fmt"
	"iter"
)

// Predict returns the figures of a tree after the keys, inserted in their order.
func Predict(r Rules, keys iter.Seq[[]byte]) (Stats, error) {
	t, err := New(r, Options{})
	if err != nil {
		return Stats{}, err
	}
	n := 0
	for k := range keys {
		if err := t.Insert(k); err != nil {
			return Stats{}, fmt.Errorf("key %d: %w", n+1, err)
		}
		n++
	}
	return t.Stats(), nil
}
