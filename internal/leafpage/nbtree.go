package leafpage

import "math"

// Sizes of nbtree's pages of 8192 bytes (PostgreSQL's default), in bytes.
const (
	nbPage        = 8192
	nbUsable      = nbPage - 24 - 16 // without the page header and the links
	nbLinePointer = 4
	nbTupleHeader = 8
	nbAlign       = 8
	nbRowAddress  = 8 // aligned; what a high key may need in addition
	nbLeafFill    = 90
	nbInnerFill   = 70
)

// NBTreeOptions describe an index of PostgreSQL of one column, unique keys.
type NBTreeOptions struct {
	// Key is the width of the key in bytes, 1 to 126.
	Key int
	// Varlena reports whether the column stores a length before its value: bytea does,
	// uuid and bigint do not.
	Varlena bool
	// FillFactor is the index's fill factor in percent, 10 to 100; 0 is the server's
	// default, 90.
	FillFactor int
}

// NBTree returns the rules of a unique index of PostgreSQL 13 or later with pages
// of 8192 bytes.
func NBTree(o NBTreeOptions) (Rules, error) {
	if o.Key < 1 || o.Key > 126 {
		return Rules{}, sizeError("nbtree", "the key's width", o.Key, "use 1 to 126 bytes, which have a length of one byte")
	}
	if o.FillFactor == 0 {
		o.FillFactor = nbLeafFill
	}
	if o.FillFactor < 10 || o.FillFactor > 100 {
		return Rules{}, sizeError("nbtree", "the fill factor", o.FillFactor, "use 10 to 100 percent, or 0 for the default")
	}
	data := o.Key
	if o.Varlena {
		data++
	}
	item := align(nbTupleHeader+data) + nbLinePointer
	return Rules{
		name: "nbtree", key: o.Key, pageSize: nbPage, usable: nbUsable,
		front: 1, // the meta page
		leaf:  newNBFormat(nbFormat{item: item, first: item, reserve: nbRowAddress}, o.FillFactor),
		inner: newNBFormat(nbFormat{item: item, first: nbTupleHeader + nbLinePointer, inner: true}, nbInnerFill),
	}, nil
}

func align(n int) int { return (n + nbAlign - 1) / nbAlign * nbAlign }

// nbFormat is a sort of page whose items all have one size but for the first: on
// inner pages that has no key.
type nbFormat struct {
	item, first int // bytes, the line pointer included
	reserve     int // bytes that a new high key may need beyond its item
	inner       bool

	// full is how many items a page holds, and left how many of those and the new
	// one stay on the left when it splits; [1] is of the rightmost page.
	full, left [2]int
}

func newNBFormat(f nbFormat, fillFactor int) nbFormat {
	for i, highKey := range []int{f.item, 0} {
		f.full[i] = (nbUsable-highKey-f.first)/f.item + 1
		f.left[i] = f.splitPoint(f.full[i], highKey, i == 1, float64(fillFactor)/100)
	}
	return f
}

// splitPoint returns how many of n items and a new one go left: as many as leave
// the free space of both sides as even as can be, or on a rightmost page in the
// proportion of the fill factor. The server compares whole bytes.
func (f nbFormat) splitPoint(n, highKey int, rightmost bool, fill float64) int {
	best, least := 0, math.MaxInt
	for s := 1; s <= n; s++ {
		left := nbUsable - f.bytes(s) - f.item - f.reserve
		right := nbUsable - highKey - f.item*(n+1-s)
		if f.inner {
			right += f.item - f.first
		}
		if left < 0 || right < 0 {
			continue
		}
		delta := left - right
		if rightmost {
			delta = int(fill*float64(left) - (1-fill)*float64(right))
		}
		if delta = max(delta, -delta); delta < least {
			best, least = s, delta
		}
	}
	return best
}

func (f nbFormat) bytes(n int) int { return f.first + f.item*(n-1) }

func (f nbFormat) most() int { return f.full[1] }

func (f nbFormat) fits(p *page, _ int) bool { return p.n < f.full[p.rightmost()] }

func (f nbFormat) cut(p *page, at int) cut {
	left := f.left[p.rightmost()]
	if at < left {
		return cut{stay: left - 1}
	}
	return cut{stay: left, upper: true}
}

func (f nbFormat) spill() bool { return false }

func (f nbFormat) used(n int, rightmost bool) int {
	if n == 0 {
		return 0
	}
	if rightmost {
		return f.bytes(n)
	}
	return f.bytes(n) + f.item
}
