package gormtype

import (
	"strconv"
	"strings"
	"testing"
)

// TestPlansKept: the plan of a large INSERT is kept, and all plans have a bound.
func TestPlansKept(t *testing.T) {
	p := new(plans)
	large := planKey{sql: strings.Repeat("(?,?),", 1000)}
	p.store(large, &plan{holders: make([]planned, 5000)})
	if _, ok := p.kept.Load(large); !ok {
		t.Error("the plan of a large statement is not kept")
	}
	huge := planKey{sql: strings.Repeat("x", planBytes)}
	p.store(huge, new(plan))
	if _, ok := p.kept.Load(huge); ok {
		t.Error("a huge statement is kept")
	}
	for i := range 10_000 {
		p.store(planKey{sql: large.sql + strconv.Itoa(i)}, new(plan))
	}
	n, bytes := 0, 0
	p.kept.Range(func(key, _ any) bool {
		n, bytes = n+1, bytes+len(key.(planKey).sql)
		return true
	})
	if n == 0 || bytes > keptBytes {
		t.Errorf("%d plans with %d bytes of statements are kept", n, bytes)
	}
}
