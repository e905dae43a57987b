// Package sim computes what a B+ tree looks like after inserts, page by page,
// without a server. It keeps the order of the keys on every leaf page and splits
// pages by the rules of PostgreSQL's nbtree or of InnoDB, so that the leaf pages
// are those that the server would have after the same keys in the same order over
// one connection. Tests hold it against leaf counts that servers gave.
//
// # Rules
//
// Records of one tree all have the same size here, so a page is full at a known
// number of records, and where it splits follows from that number and from the
// place of the new record:
//
//   - nbtree: the split of the rightmost page leaves it fill factor percent full
//     (90 on leaf pages, 70 above), any other one goes half and half. Every page but
//     the rightmost of its level holds a high key as well. The item that comes first
//     on the right page is taken for a high key on the left one, and 8 bytes more, in
//     case a row address had to be added to it;
//   - InnoDB: a page remembers its last insert. If the next one goes beside it, the
//     page splits there, and on a clustered index it does so while a sixteenth of the
//     page is still free; otherwise it splits in the middle. A record that belongs at
//     the end of a full page goes onto the next page where there is room. What a split
//     moved away leaves garbage behind, which later records take over one by one.
//
// The figures are those of the trees in testdata/recorded.json, which servers counted:
// each is met exactly. For nbtree the pages are also the blocks of the file that the
// server has put them in.
//
// # Large trees
//
// A [Tree] that holds more keys than [Options].Keep allows gives up pages to stay
// within its memory. Pages that no insert has touched for long are replaced by their
// counts, which changes no figure; a key that comes to one of them after all is
// counted. If the keys go everywhere, half of the pages are no longer followed, and
// from then on the figures are estimates from the others: [Stats].Error is the standard
// error. [PredictRandom] goes without the keys for pages that are not followed. To see
// how long it takes, and how far estimates are off beside what they state:
//
//	go test ./bench/btree/internal/sim -run '^$' -bench 'Insert/.*/sequential' -benchtime 1000000000x -timeout 1h
//	go test ./bench/btree/internal/sim -run '^$' -bench PredictRandom -benchtime 1x -timeout 1h
//	go test ./bench/btree/internal/sim -run '^$' -bench SampleError -benchtime 4x -timeout 1h
//
// # Page cache
//
// With [Options].Pool one pass tells how many pages would have been read with a page
// cache of any size, see [Curve]: for a cache that gives up the page that was not used
// for longest. Servers do nearly that: testdata/pools.json is what they read, and the
// simulated reads are within a tenth of it.
package sim
