package sqlitetree

// Table is the b-tree of a rowid table, whose rows get the numbers 1, 2, 3 and so on. Each is the
// last one of the tree, for which SQLite adds a leaf page where the last one is full (balance_quick
// in its file btree.c). It is not for concurrent use.
type Table struct {
	tree Tree
	rows uint64
}

// NewTable adds an empty table to a file.
func (f *File) NewTable() *Table { return &Table{tree: *f.NewTree()} }

// Append adds a row with a record of so many bytes.
func (t *Table) Append(record int) {
	local, overflow := spill(record, t.tree.file.size)
	for range overflow {
		t.tree.file.next()
	}
	size := varint(uint64(record)) + varint(t.rows+1) + local + pointer
	p := t.last()
	if p.used+size > p.room(t.tree.file.size) {
		p = t.add()
	}
	p.used += size
	t.rows++
}

// last returns the last leaf page, to which it makes the path.
func (t *Table) last() *page {
	p := t.tree.root
	t.tree.path = t.tree.path[:0]
	for p.child != nil {
		at := len(p.child) - 1
		t.tree.path = append(t.tree.path, step{p, at})
		p = p.child[at]
	}
	return p
}

// add adds a leaf page behind the last one. The cell before it has the number of the last row.
func (t *Table) add() *page {
	if len(t.tree.path) == 0 {
		t.tree.deepen()
	}
	above := t.tree.up().page
	p := &page{number: t.tree.file.next()}
	between := cell{size: int32(varint(t.rows))}
	above.cells, above.child = append(above.cells, between), append(above.child, p)
	above.used += int(between.size) + above.extra()
	t.tree.balance(above)
	return p
}
