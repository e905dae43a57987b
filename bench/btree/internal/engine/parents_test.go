package engine

import (
	"database/sql/driver"
	"testing"
)

type number int64

func (n number) Value() (driver.Value, error) { return int64(n), nil }

func TestParents(t *testing.T) {
	p := NewParents([]driver.Valuer{number(1), number(2)})
	for i := range 5 * ChildrenOf {
		if got, want := p.Next(), number(1+i/ChildrenOf%2); got != want {
			t.Fatalf("row %d has the parent %v, want %v", i, got, want)
		}
	}
}
