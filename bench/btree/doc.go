// Btree shows what a primary key does to a B+ tree. It inserts rows with the keys
// of every format into a database, reads the pages of the tree that they made,
// and compares them with those of sequential keys:
//
//	go run ./bench/btree
//	go run ./bench/btree -preset server -out results
//
// For the first nothing has to be installed, and no argument is needed: it takes
// less than a minute with SQLite, embedded, in a scratch directory that is removed
// afterwards, and with a simulator of PostgreSQL's and InnoDB's trees. What this
// program does can be had from Go as well: package btreebench beside it.
//
// # Plans
//
// Most flags are lists, and the runs are their product: keys, scenarios, rows,
// writers, generators, batches, modes of making keys, payloads, pool sizes,
// checkpoint regimes. Each combination that a database can run is one run on each of
// its layouts, -repeat times; what a database cannot run is left out, and a note
// says so. Runs are made in blocks, each a shuffled row of all combinations; under
// other pool sizes or regimes a server has to be started anew, so that these come
// one after the other.
//
// A flag that no run heeds is an error before the first one, which says what is
// lacking: -jump, -skew and -block without their scenario or mode, -checkpoints several
// without a server, -pgbench without a run to stand beside, -dsn and -image for what is
// not in -db. A preset is values for flags that are not given; what no run heeds of
// these goes without a word:
//
//   - quick, the default: SQLite and the simulator;
//   - server: PostgreSQL, MySQL and MariaDB, one writer;
//   - concurrency: 1 and 8 writers, batches of 1 to 1000;
//   - outgrow: trees that become larger than the pool, read while they grow;
//   - migration: tables that hold UUIDv4 already, and a clock that jumped ahead;
//   - full: every key and scenario on every database, for hours.
//
// # Databases
//
// Sqlite is embedded. Sim is a simulator: it follows the rules by which PostgreSQL
// and InnoDB put entries on leaf pages and split them, and computes what is measured
// elsewhere. Its figures are exact and have no times; -db postgres,sim puts both
// beside each other.
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
// writes, as it does by default. It gets a pool of 512 MB or of the size that -pool
// says, no binary log, and connections for the writers; and a log so large that no
// checkpoint falls into a run of some millions of rows (max_wal_size 8 GB and
// checkpoint_timeout 1 h; innodb_redo_log_capacity or innodb_log_file_size 4 GB), or,
// with -checkpoints several, so small that several do. A server that runs already
// keeps what it has. Whatever the settings are, they are read back and printed with
// the results.
//
// # Keys
//
// Each key is in a column of its native type: uuid, bytea and bigint on
// PostgreSQL, BINARY and BIGINT on MySQL and MariaDB, BLOB and BIGINT on SQLite.
// Keys of one width are compared among themselves, each width with sequential
// keys of its own, which are added where nobody asked for them. Those with a star
// are inserted if none are named:
//
//	16 bytes         seq16* time16 uuidv4* uuidv4-gofrs uuidv7* uuidv7-gofrs
//	                 ulid* ulid-oklog ulid-plain wiji*
//	                 server-uuidv4 server-uuidv7 server-ulid server-wiji
//	20 bytes         seq20* scru160* ksuid server-scru160
//	64-bit integer   bigint* ulidflake* xid* uid11-snowish uid11-tsseq snowflake
//	                 identity server-ulidflake
//	8 bytes          seq8 uid11-random
//
// The sequential 64-bit integers count from 2^62: SQLite stores smaller ones in
// fewer bytes, and their trees would be smaller for that and not for their order.
// Time16 has the fields of a Wiji and a counter for its clock, and so tells what the
// shape of a key does from what its generator does.
//
// Real generators make the keys, and the column types of this module's package
// sqltype hand them to database/sql. Each writer has a generator of its own where
// the format has room for independent generators, unless -generators one says
// otherwise; the sequential keys, some of the 64-bit formats, and google/uuid, of
// which a process has one, have one for all. Where a specification has the
// application wait because the generator used up its tick (ulidflake), the
// application, this program, waits; where it has the application repeat an INSERT
// because the key was there already (xid), it makes another key and repeats. How
// often is in the results. For every other key a duplicate is a failure.
//
// The database makes the keys identity and server-…: their INSERT names no key, or a
// function in its place, one of the server's own or of this module's migrations. A
// database that has no such function leaves them out.
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
//     the rows are in;
//   - secondary: a table with a sequential primary key and a unique index on the key,
//     whose pages are counted. It is for the scenario secondary alone;
//   - sim, nbtree, innodb and innodb-secondary: PostgreSQL's index, InnoDB's
//     clustered index, and a secondary one. A row of the clustered one has to fit
//     a page twice: payloads of more than some 8000 bytes are left out
//     there before the first run, with a note.
//
// On servers a batch is one transaction of prepared INSERTs of up to 100 rows each,
// and with -batch 1 each row is a prepared INSERT that commits by itself. The one
// exception is xid, whose keys may be there already: its INSERT leaves such rows out
// (ON CONFLICT DO NOTHING, INSERT IGNORE), and others are made for them; PostgreSQL
// logs some 40 bytes more a row for that.
//
// # Scenarios
//
//   - insert: all rows go into an empty table;
//   - migration: the first half of the rows has random keys, UUIDv4 where they fit
//     the column, and is not on the clock. Rates and what is counted per row are of
//     the second half, which has the key; leaf pages and fill are of the whole tree;
//   - jump: the first -jump keys come from a generator whose clock is a day ahead, as
//     of a machine that learnt the time too late; then the others' begin. Counters
//     are ahead by as many microseconds;
//   - skew: the generators' clocks are apart, at even distances, -skew from the first
//     to the last. It means something with several writers alone;
//   - secondary: the key is in a secondary index;
//   - read: all rows are inserted, and then a tenth of as many, 1000 to 50,000, is
//     read by key by as many clients as there were writers: first any of the rows,
//     each with the same chance, then the last hundredth of each writer's. Half as
//     many reads before that do not count.
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
//   - log B/row: bytes per row that went into the write-ahead or redo log.
//
// More are in the files of results, with what is counted in each: btree -format json
// lists them. Each run also has the distribution of the time that a transaction took
// (HdrHistogram, to one part in a hundred); the first run of each combination lists
// the leaf pages, their place in the file and their fill in key order, and, with one
// writer, how many leaf pages the simulator's tree of the very same keys has.
//
// They come from SQLite's dbstat table; from PostgreSQL's extensions pgstattuple,
// pageinspect and pg_walinspect, which are installed into the benchmark's own
// database, its statistics and its position in the log; and from InnoDB's pages,
// persistent statistics and status counters. What an account may not read is blank,
// and so is what a server does not show: a column that would be blank for all keys is
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
// Below each key's medians stand the same as multiples of the sequential key's at the
// same point of all axes. A ~ marks what the repeats do not tell from it: the exact
// Mann-Whitney U test at 5 %. A reading that could not be taken is blank, with the
// reason; nothing is estimated.
//
// With -rate the writers begin their transactions on a schedule, together so many
// rows a second, and times count from the beginning that was intended (an open
// loop): the time that a transaction waited for the one before it is the user's as
// well. Without it each begins when the one before is done, as fast as can be.
//
// With -curve the tree is read so many times while it grows, and the clock stands
// still meanwhile. With -pgbench, PostgreSQL's own benchmark inserts as many rows by
// the same prepared INSERT with as many clients, right after each run of single-row
// INSERTs of bigint keys: the ratio says what this program itself costs.
//
// # Order in flight
//
// With -writers and -batch several generators have keys in flight at the same
// time: a writer makes -batch keys, then sends them in one transaction. With
// -batch 1 each key is made at its own INSERT. Between the two is -make: statement
// makes the keys of each INSERT just before it is sent, and row those of INSERTs of
// one row, within the transaction; block takes the keys of a batch out of a block of
// -block consecutive keys that the writer has reserved from its generator, one after
// the other, and twopass about every other key of the block first, and then those in
// between. Those that are left of a block are for the writer's next batch.
//
// On servers each writer has a connection. SQLite lets one transaction write at a
// time, so that the writers stand in a queue, first come, first served: they do not
// make SQLite faster, they disturb the order of the keys.
//
// # Output
//
// The table goes to standard output, one for each point of the axes; where there are
// several numbers of writers or sizes of batches, one more has the leaf fill of all of
// them. -format writes the same as JSON, as CSV with a
// line for each run, as an HTML page, or in the Go benchmark format:
//
//	go run ./bench/btree -out results
//	benchstat -col /key -filter '/width:16' results/results.txt
//
// -out writes all of these and the page's pictures into a directory. Every run is in
// there with its readings, and the machine, the settings that the databases report,
// and the order of the runs. -load reads results.json files back and shows them again,
// several as one:
//
//	go run ./bench/btree -load monday/results.json,tuesday/results.json -out both
//
// Files that have the same runs are refused, also where one was merged from the other:
// a run that is counted twice would pass for a repeat.
// Runs of a database that ran in another version, with other settings or on another
// machine are kept apart there, under a name with a number, and a note says so.
//
// While the runs are made, a line on the terminal shows how far they are. Where standard
// error is none, a plain line says it once a minute.
//
// Interrupted by Ctrl-C, the program stops within a row, removes its files, its
// databases and the servers that it started, and shows what was measured, marked as
// incomplete. A failing database and a lost connection have the same effect. If nothing
// was measured yet, -out writes nothing, and leaves no directory that it made. The
// exit code is 0, 1 after a failure, 2 for an argument that is not understood, 130
// after an interrupt.
//
// The same metrics as Go benchmarks, for benchstat:
//
//	go test -run '^$' -bench . -benchtime 1x -count 6 ./bench/btree/...
package main
