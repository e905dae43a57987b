// Package sqlitetree computes what the b-trees of SQLite look like after inserts, page by page,
// without a database: an index b-tree, which a WITHOUT ROWID table or an index has, and the table
// beside an index, whose pages lie between those of the index.
//
// SQLite does not split a page where a cell does not fit. It takes the page and the ones beside it,
// three at most, and distributes their cells, and those between them on the page above, over as
// many pages as they need (balance_nonroot in its file btree.c): first each page from the left takes
// all that fits, then cells move right until two neighbours are about as full. The pages then get
// their numbers in ascending order. A test compares the pages with those of SQLite after the same
// keys.
package sqlitetree
