package ulidflake

import (
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/instance"
)

// TestReserveBase: with a step of 2^7, a block of n IDs takes n times 128 values. In a new millisecond, and in a copy of
// the process, it begins at a random one of those from which it fits, and else behind the last ID.
func TestReserveBase(t *testing.T) {
	for _, c := range []struct {
		name   string
		random idtest.Repeat
		g      *Generator
		values int64
	}{
		{"least", 0, &Generator{}, 1 << 20},
		{"greatest", 0xFF, &Generator{}, 1 << 20},
		{"least, scalable", 0, &Generator{Scalable: true, Machine: id.NodeOf(3)}, 1 << 15},
		{"greatest, scalable", 0xFF, &Generator{Scalable: true, Machine: id.NodeOf(3)}, 1 << 15},
	} {
		g := c.g
		g.Rand = c.random
		base := func(millis, n int) int64 {
			t.Helper()
			b, err := g.reserve(EpochUnixMillis+int64(millis), n)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			x := b.base
			if g.Scalable {
				return int64(x.Scalable().Random)
			}
			return int64(x.Fields().Random)
		}
		first := func(n int64) int64 { // of a new millisecond
			if c.random == 0 {
				return 0
			}
			return c.values - n*128
		}
		if got, want := base(5, 3), first(3); got != want {
			t.Errorf("%s: the first block begins at %d, want %d", c.name, got, want)
		}
		if got, want := base(6, 2), first(2); got != want {
			t.Errorf("%s: the block of the next millisecond begins at %d, want %d", c.name, got, want)
		}
		if c.random != 0 {
			continue // the millisecond is full
		}
		if got, want := base(6, 2), int64(2*128); got != want {
			t.Errorf("%s: the second block begins at %d, want %d", c.name, got, want)
		}
		if got, want := base(5, 1), int64(4*128); got != want {
			t.Errorf("%s: after the clock went back, a block begins at %d, want %d", c.name, got, want)
		}
		g.Rand = idtest.Repeat(0xFF)
		instance.Renew()
		if got, want := base(6, 1), c.values-128; got != want {
			t.Errorf("%s: in a copy, a block begins at %d, want %d", c.name, got, want)
		}
	}
}
