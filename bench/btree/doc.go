// Btree shows what a primary key does to a B+ tree. It inserts rows with the keys
// of every format into a database, reads the pages of the tree that they made,
// and compares them with those of sequential keys:
//
//	go run ./bench/btree
//
// Nothing has to be installed, and no argument is needed: the database is SQLite,
// embedded, in a scratch directory that is removed afterwards.
//
// # Keys
//
// Keys of one width are compared among themselves, each width with sequential
// keys of its own, which are added where nobody asked for them:
//
//	16 bytes         seq16   uuidv4 uuidv7 ulid wiji
//	20 bytes         seq20   scru160
//	64-bit integer   bigint  ulidflake xid
//
// The sequential 64-bit integers count from 2^62: SQLite stores smaller ones in
// fewer bytes, and their trees would be smaller for that and not for their order.
//
// Real generators make the keys, and the column types of this module's package
// sqltype hand them to database/sql. Each writer has a generator of its own where
// the format has room for independent generators; the sequential keys and the
// 64-bit formats have one for all. Where a specification has the application wait
// because the generator used up its tick (ulidflake), the application, this
// program, waits; where it has the application repeat an INSERT because the key was
// there already (xid), it makes another key and repeats. How often is in the
// results. For every other key a duplicate is a failure.
//
// # Layouts
//
// Each key goes into two tables, with the same statements for every key:
//
//   - clustered: a WITHOUT ROWID table, whose rows are in the key's tree;
//   - index: a table whose rows are elsewhere, with a unique index on the key. The
//     pages counted are the index's alone.
//
// # Measurements
//
//   - rows/s: rows divided by the time from the first key to the last commit, the
//     making of the keys included; median, and interval of the median at 95 %;
//   - leaf pages: pages on the tree's lowest level;
//   - leaf fill: bytes in use on the leaf pages, of all their bytes;
//   - fragmented: of the leaf pages after the first in key order, the share that is
//     not the tree's next leaf page in the file. A scan in key order jumps there;
//   - page splits: leaf pages that the inserts added to the tree;
//   - bytes/row: all pages of the tree divided by the rows;
//   - written/row: pages written to the write-ahead log per row, for the whole
//     database. Copying them into the database at a checkpoint is not counted;
//   - read/row: pages per row that the page cache did not hold and that were read.
//
// SQLite moves cells to neighbouring pages before it splits one, so that leaf fill
// is high for random keys as well: there, pages written, pages read, fragmentation
// and rows/s show the difference. A WITHOUT ROWID table keeps rows on its interior
// pages too.
//
// Below each key's medians stand the same as multiples of the sequential key's.
// A ~ marks what the repeats do not tell from it: the exact Mann-Whitney U test at
// 5 %. A reading that could not be taken is blank, with the reason; nothing is
// estimated.
//
// # Order in flight
//
// With -writers and -batch several generators have keys in flight at the same
// time: a writer makes -batch keys, then sends them in one transaction. With
// -batch 1 each key is made at its own INSERT. SQLite lets one transaction write at
// a time, so that the writers stand in a queue, first come, first served: they do
// not make SQLite faster, they disturb the order of the keys.
//
// # Output
//
// The table goes to standard output; -format json or -format bench writes the
// same as JSON, or in the Go benchmark format:
//
//	go run ./bench/btree -out results
//	benchstat -col /key -filter '/width:16' results/results.txt
//
// -out writes both into a directory. Every run is in there with its readings, and
// the machine, the settings that the database reports, and the order of the runs:
// repeats are made in blocks, each a shuffled row of all combinations.
//
// Interrupted by Ctrl-C, the program stops within a row, removes its files, and
// shows what was measured, marked as incomplete. A failing database has the same
// effect. The exit code is 0, 1 after a failure, 2 for an argument that is not
// understood, 130 after an interrupt.
package main
