// Btree shows what a primary key does to a B+ tree. It inserts rows with the keys
// of every format into a database, reads the pages of the tree that they made,
// and compares them with those of sequential keys:
//
//	go run ./bench/btree
//	go run ./bench/btree -db postgres,mysql,mariadb
//
// For the first nothing has to be installed, and no argument is needed: the
// database is SQLite, embedded, in a scratch directory that is removed afterwards.
//
// # Servers
//
// A PostgreSQL, MySQL or MariaDB server is the one that -dsn names, or a container
// of the image that -image names. Without these, SORTID_POSTGRES_DSN,
// SORTID_MYSQL_DSN and SORTID_MARIADB_DSN are looked at; and if they are not set, a
// server is started, in a container where Docker is, or else from the server's
// binaries on this machine. A line says which it is and why, and the results keep
// it. At the end a server that was started is removed, and from one that runs
// already the database that was made on it.
//
//	go run ./bench/btree -db postgres -image postgres=postgres:17
//	go run ./bench/btree -db mysql -dsn 'mysql=root:secret@tcp(127.0.0.1:3306)/'
//
// A server that is started flushes each commit and guards pages against torn
// writes, as it does by default. It gets a pool of 512 MB, a log so large that no
// checkpoint falls into a run of some millions of rows (max_wal_size 8 GB and
// checkpoint_timeout 1 h; innodb_redo_log_capacity or innodb_log_file_size 4 GB), no
// binary log, and connections for the writers. Whatever the settings are, they are
// read back and printed with the results.
//
// # Keys
//
// Each key is in a column of its native type: uuid, bytea and bigint on
// PostgreSQL, BINARY and BIGINT on MySQL and MariaDB, BLOB and BIGINT on SQLite.
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
// Each key goes into these tables, with the same statements for every key:
//
//   - sqlite, clustered: a WITHOUT ROWID table, whose rows are in the key's tree;
//   - sqlite, index: a table whose rows are elsewhere, with a unique index on the
//     key. The pages counted are the index's alone;
//   - postgres, primary: a table with a primary key. The rows are in the heap, and
//     the pages counted are the index's alone;
//   - mysql and mariadb, clustered: an InnoDB table with a primary key, whose tree
//     the rows are in.
//
// On servers a batch is one transaction of prepared INSERTs of up to 100 rows each,
// and with -batch 1 each row is a prepared INSERT that commits by itself. The one
// exception is xid, whose keys may be there already: its INSERT leaves such rows out
// (ON CONFLICT DO NOTHING, INSERT IGNORE), and others are made for them; PostgreSQL
// logs some 40 bytes more a row for that.
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
//   - read/row: pages per row that the page cache did not hold and that were read;
//   - log B/row: bytes per row that went into the write-ahead or redo log. For
//     SQLite it is in the files of results only, as it follows from written/row.
//
// They come from SQLite's dbstat table; from PostgreSQL's extensions pgstattuple and
// pageinspect, which are installed into the benchmark's own database, its statistics
// and its position in the log; and from InnoDB's persistent statistics, after
// ANALYZE TABLE, and its status counters. What an account may not read is blank, and
// so is what a server does not show: a column that would be blank for all keys is
// left out of the table, and a note gives the reason. The log of a server, and the
// pages that InnoDB read, are counted for the server as a whole.
//
// Full pages look different: SQLite and InnoDB count all bytes of a page,
// PostgreSQL those that entries can take. Ordered keys leave PostgreSQL's pages 90 %
// full, InnoDB's 92 %.
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
// -batch 1 each key is made at its own INSERT. On servers each writer has a
// connection. SQLite lets one transaction write at a time, so that the writers
// stand in a queue, first come, first served: they do not make SQLite faster, they
// disturb the order of the keys.
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
// the machine, the settings that the databases report, and the order of the runs:
// repeats are made in blocks, each a shuffled row of all combinations.
//
// Interrupted by Ctrl-C, the program stops within a row, removes its files, its
// databases and the servers that it started, and shows what was measured, marked as
// incomplete. A failing database and a lost connection have the same effect. The
// exit code is 0, 1 after a failure, 2 for an argument that is not understood, 130
// after an interrupt.
package main
