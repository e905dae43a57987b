// Package leafpage computes what a B+ tree looks like after inserts, page by page,
// without a server. It keeps the order of the keys on every leaf page and splits
// pages by the rules of PostgreSQL's nbtree or of InnoDB, so that the leaf pages
// are those that the server would have after the same keys in the same order over
// one connection. Tests hold it against leaf counts that servers gave.
//
// # Rules
//
// All records of a tree have the same size, so that a page is full at a known number of
// records. Where it splits follows from that number and the place of the new record:
//
//   - nbtree: the split of the rightmost page leaves it fill factor percent full
//     (90 on leaf pages, 70 above), any other one goes half and half. Every page but
//     the rightmost of its level holds a high key as well. The item that comes first
//     on the right page is taken for a high key on the left one, and 8 bytes more, in
//     case a row address had to be added to it;
//   - InnoDB: a page remembers its last insert. If the next one goes beside it, the
//     page splits there, and on a clustered index it does so while a sixteenth of the
//     page is still free; otherwise it splits in the middle. A record that belongs at
//     the end of a full page goes onto the next page where there is room. The
//     records that a split moves leave garbage behind, which later records replace
//     one by one.
//
// integration_test/replay/testdata/recorded.json has the leaf counts of servers' trees: the simulated ones are
// equal. For nbtree, the numbers of the pages are also those of the blocks of the server's
// file.
//
// # Large trees
//
// A [Tree] with more keys than [Options].Keep drops keys to stay within its memory. Pages
// that no insert has changed for long are replaced by their counts, which does not change
// the figures; keys that belong to such a page later are counted as strays. If most pages
// still change, half of them are not followed any more, and the figures are estimates from
// the others: [Stats].Error is the standard error.
//
// # Buffer pool
//
// With [Options].Pool one pass computes how many pages would have been read with a buffer
// pool of any size that evicts the least recently used page, see [Curve]. Servers do
// nearly that: pools.json beside it has what they read, and the simulated reads are within
// 10 % of it.
package leafpage
