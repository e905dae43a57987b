package run

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// parents makes the keys of the parents of a trial's rows, which all differ.
func parents(ctx context.Context, p planned, column key.Column) ([]driver.Valuer, error) {
	source := p.kind.Open(1, key.Options{Column: column}).Writer(0)
	keys := make([]driver.Valuer, 0, (p.Rows+engine.ChildrenOf-1)/engine.ChildrenOf)
	seen := make(map[string]bool)
	for len(keys) < cap(keys) {
		k, err := source.Next(ctx)
		if err != nil {
			return nil, err
		}
		v, err := k.Value()
		if err != nil {
			return nil, err
		}
		if text := fmt.Sprint(v); !seen[text] {
			seen[text] = true
			keys = append(keys, k)
		}
	}
	return keys, nil
}
