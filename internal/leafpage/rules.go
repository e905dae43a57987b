package leafpage

import "fmt"

// Rules holds the size of a tree's pages and where they split. NBTree and InnoDB return
// them.
type Rules struct {
	name  string
	key   int // bytes of a key
	leaf  format
	inner format
	// pageSize is of a page, and usable is what the leaf fill is a share of, both in
	// bytes.
	pageSize, usable int
	// front is how many pages of the file are in front of the tree's first.
	front uint32
}

// Name returns "nbtree" or "innodb".
func (r Rules) Name() string { return r.name }

// PageSize returns the bytes of a page.
func (r Rules) PageSize() int { return r.pageSize }

// KeyWidth returns the bytes of a key.
func (r Rules) KeyWidth() int { return r.key }

// format is the layout of the pages of one sort, leaf or inner.
type format interface {
	// most is how many records such a page holds at most.
	most() int
	// fits reports whether a record goes onto the page at that place as it is. The
	// place is the number of records before it.
	fits(p *page, at int) bool
	// cut says where the page splits for a record that does not fit.
	cut(p *page, at int) cut
	// spill is whether a record at the end of a full page may go onto the next one.
	spill() bool
	// used is how many bytes of Rules.usable the records of a page take.
	used(n int, rightmost bool) int
}

// cut is how a page splits in two. The new record may go to either.
type cut struct {
	stay  int  // how many of the old records are on the lower page afterwards
	upper bool // whether the new record goes to the upper page
	down  bool // whether the lower page is the new one, and not the upper
}

// maxKey is the width of the widest key, in bytes.
const maxKey = 255

// sizeError reports a size that the rules do not cover.
func sizeError(rules, what string, value int, rule string) error {
	return fmt.Errorf("sim: %s: %s is %d: %s", rules, what, value, rule)
}
