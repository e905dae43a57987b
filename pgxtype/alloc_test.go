package pgxtype_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
)

// TestAllocs: to encode a value that is in an interface already, and to scan,
// allocates nothing, in any column and format, for any type.
func TestAllocs(t *testing.T) {
	eachFormat(t, func(c cell) {
		if !c.fits {
			return
		}
		x := c.ids[len(c.ids)-1]
		src, dst, buf := c.want(x), c.target(), make([]byte, 0, 128)
		for _, arg := range []any{x, c.pointer(x)} {
			if n := testing.AllocsPerRun(100, func() {
				if _, err := c.m.Encode(c.oid, c.format, arg, buf); err != nil {
					c.Fatal(err)
				}
			}); n > allowed(c, x) {
				c.Errorf("Encode(%T) allocates %v times", arg, n)
			}
		}
		if n := testing.AllocsPerRun(100, func() {
			if err := c.m.Scan(c.oid, c.format, src, dst); err != nil {
				c.Fatal(err)
			}
		}); n > allowed(c, x) {
			c.Errorf("Scan allocates %v times", n)
		}
	})
}

// allowed is what the methods of the type allocate themselves: the text of
// foreign, by way of a string.
func allowed(c cell, x any) float64 {
	if _, ok := x.(foreign); ok && c.column == column.KindText {
		return 1
	}
	return 0
}

// TestAllocsOfLists: a list allocates for itself and not for its elements.
func TestAllocsOfLists(t *testing.T) {
	m := newMap(t)
	w, f := make([]wiji.ID, 100), make([]ulidflake.ID, 100)
	for i := range w {
		w[i], f[i] = wiji.New(), ulidflake.New()
	}
	buf := make([]byte, 0, 4096)
	for _, c := range []struct {
		oid  uint32
		arg  any
		dst  any
		most float64
	}{
		{pgtype.UUIDArrayOID, w, new([]wiji.ID), 6},
		{pgtype.Int8ArrayOID, f, new([]ulidflake.ID), 6},
	} {
		if n := testing.AllocsPerRun(20, func() {
			out, err := m.Encode(c.oid, binaryFormat, c.arg, buf)
			if err != nil || len(out) < 100*8 {
				t.Fatal(err)
			}
		}); n > c.most {
			t.Errorf("Encode(%T) allocates %v times", c.arg, n)
		}
		src, err := m.Encode(c.oid, binaryFormat, c.arg, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(20, func() {
			if err := m.Scan(c.oid, binaryFormat, src, c.dst); err != nil {
				t.Fatal(err)
			}
		}); n > 2*c.most {
			t.Errorf("Scan into %T allocates %v times", c.dst, n)
		}
	}
}
