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
	before := make(seen)
	for len(keys) < cap(keys) {
		k, err := source.Next(ctx)
		if err != nil {
			return nil, err
		}
		fresh, err := before.fresh([]driver.Valuer{k})
		if err != nil {
			return nil, err
		}
		keys = append(keys, fresh...)
	}
	return keys, nil
}

// seen are values of keys.
type seen map[string]bool

// fresh adds keys and returns those that were not there.
func (s seen) fresh(keys []driver.Valuer) ([]driver.Valuer, error) {
	var list []driver.Valuer
	for _, k := range keys {
		v, err := k.Value()
		if err != nil {
			return nil, err
		}
		if text := fmt.Sprint(v); !s[text] {
			s[text] = true
			list = append(list, k)
		}
	}
	return list, nil
}
