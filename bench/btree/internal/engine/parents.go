package engine

import (
	"database/sql/driver"
	"sync/atomic"
)

// ChildrenOf is the number of rows that refer to the same parent, one after the other, in a
// tree of the shape Child.
const ChildrenOf = 10

// Parents are the rows of the table parent.
type Parents struct {
	keys     []driver.Valuer
	children atomic.Int64
}

// NewParents returns the parents of these keys, of which there must be one at least.
func NewParents(keys []driver.Valuer) *Parents { return &Parents{keys: keys} }

// Next returns the key of the next row's parent. It is for concurrent use. After the last
// parent comes the first one.
func (p *Parents) Next() driver.Valuer {
	n := p.children.Add(1) - 1
	return p.keys[n/ChildrenOf%int64(len(p.keys))]
}
