// Btree shows what a primary key does to a B+ tree. It inserts rows with the keys of each
// format into a database, reads the pages of the tree, and compares them with those of
// sequential keys of the same width:
//
//	go run ./bench/btree
//	go run ./bench/btree -dsn postgres://user:password@host/database
//	go run ./bench/btree -preset server -out results
//
// The first command takes 40 seconds and needs nothing installed: it measures
// SQLite, embedded, and simulates the trees of PostgreSQL and InnoDB. The last one
// measures servers in containers and writes a page with pictures.
//
// # Plan
//
// An engine is a database or the simulator. A trial fills one tree: its coordinates are an
// engine, one of the engine's layouts, a scenario, a kind of key, and a value of each list
// that a flag names. The plan has a trial for every combination, -repeat times; it leaves
// out what an engine cannot run and says so in a note. Trials run in blocks: each block
// holds every combination once, in its own random order. Trials with another buffer pool
// or other checkpoints need another server, and follow in their own stage.
//
// A preset sets the defaults of the flags:
//
//   - quick, the default: SQLite and the simulator, 40 seconds;
//   - server: PostgreSQL, MySQL and MariaDB, one writer, 4 minutes;
//   - concurrency: 1 and 8 writers, batches of 1 to 1000, 20 minutes;
//   - outgrow: tables of ten times the buffer pool, read while they grow, half an hour;
//   - migration: tables that hold UUIDv4 already, 6 minutes;
//   - full: every key and scenario on every engine, a day.
//
// The times are those of a machine with two cores that does nothing else; the program prints
// an estimate for the plan before the first trial, and then how much is left at the pace of
// your machine.
//
// A flag that affects no trial is rejected at startup, such as -pace without the engine
// sim. A value of a preset that affects no trial is ignored.
//
// # Engines
//
// The engine sqlite is embedded. The engine sim simulates how PostgreSQL and InnoDB put
// entries on leaf pages and split them; it has no times. Its keys take the time from a
// virtual clock, which moves at the pace of a server: a row of a batch of 100 takes what
// -pace says, by default 15 µs, and a commit as long as 20 rows. With one writer, every
// kind of key has the leaf pages that it has on a server of that pace within 1 %, besides
// chance. The pace matters to keys that have no order within a tick of their clock: xid,
// ulid-plain and ksuid.
//
// A server is, in this order: the one that -dsn names; a container of the image that
// -image names; the one that SORTID_POSTGRES_DSN, SORTID_MYSQL_DSN or SORTID_MARIADB_DSN
// names; a container. A line says which one is used and why, and the results contain it. At the end the program
// removes the servers that it started, and its database from a server that was running.
// The account must be allowed to create databases.
//
// The DSNs of several nodes of one cluster, each with its own -dsn, spread the writers and
// the readers over them in turn: nodes of MariaDB with Galera, of MySQL Group Replication in
// multi-primary mode, of TiDB, CockroachDB and YugabyteDB. The settings in the results name
// the cluster by its own answers. Beside the other metrics there are then the conflicts,
// which are transactions that the cluster rolled back and a writer repeated, the leaf fill on
// each node, and the bytes for replicas. A standby is refused.
//
// A server that the program starts has the default durability: it flushes each commit and
// protects pages against torn writes. It gets a buffer pool of 512 MB or of the size that
// -pool says, and a log large enough that no checkpoint happens during a trial of some
// millions of rows (max_wal_size 8 GB and checkpoint_timeout 1 h; innodb_redo_log_capacity
// or innodb_log_file_size 4 GB). Transactions are in no binary log. With -checkpoints
// several the log is so small that several happen. A server that was running keeps its settings. The
// results contain the settings that the server reports.
//
// # Keys
//
// Each key is in a column of its native type: uuid, bytea and bigint on PostgreSQL, BINARY
// and BIGINT on MySQL and MariaDB, BLOB and BIGINT on SQLite. Keys of one form are compared
// with sequential keys of that form, the control, which the program adds. The command
// btree -h keys lists all kinds; those with a star are inserted by default:
//
//	16 bytes         seq16* time16 uuidv4* uuidv7* uuidv7-google uuidv7-gofrs
//	                 ulid* ulid-oklog ulid-plain wiji*
//	                 server-uuidv4 server-uuidv7 server-ulid server-wiji
//	20 bytes         seq20* scru160* ksuid server-scru160
//	64-bit integer   bigint* ulidflake* xid* uid11-snowish uid11-tsseq snowflake
//	                 identity server-ulidflake
//	8 bytes          seq8 uid11-random
//
// The sequential 64-bit integers count from 2^62, because SQLite stores smaller ones in
// fewer bytes. Time16 has the fields of a Wiji and a counter for its clock: it tells the
// effect of a key's form from that of its clock.
//
// Real generators make the keys, and the column types of package sqltype pass them to
// database/sql. Each writer has its own generator if the format allows independent ones,
// unless -generators one is given. Sequential keys, some 64-bit formats and google/uuid,
// which has one per process, share one generator. If a specification requires the
// application to wait for the next tick (ulidflake), the program waits. If it requires
// the application to repeat an INSERT whose key exists (xid), the program makes another
// key and repeats it. The notes say how often. For other kinds a duplicate is an error.
//
// The engine generates the keys identity and server-…: their INSERT has no key, or calls a
// function of the server or of this module's migrations. Engines without such a function
// leave them out.
//
// # Layouts
//
// Each key goes into these tables, with the same statements for every key:
//
//   - sqlite, clustered: a WITHOUT ROWID table, whose rows are in the key's tree;
//   - sqlite, index: a unique index on the key, beside the table;
//   - postgres, primary: the index of the primary key, beside the heap;
//   - mysql and mariadb, clustered: an InnoDB table, whose rows are in the primary key's
//     tree;
//   - secondary: a unique index on the key, in a table with a sequential primary key. Only
//     the scenario secondary uses it;
//   - sim, nbtree, innodb and innodb-secondary: PostgreSQL's index, InnoDB's clustered
//     index and its secondary index. Two rows of a clustered index must fit a page: the
//     plan leaves out payloads of more than some 8000 bytes.
//
// Pages, fill and bytes per row are those of the key's tree alone.
//
// On servers a batch is one transaction of prepared INSERTs of up to 100 rows each; with
// -batch 1 each row is a prepared INSERT that commits by itself. The INSERT of xid skips
// rows whose key exists (ON CONFLICT DO NOTHING, INSERT IGNORE), for which PostgreSQL logs
// some 40 bytes more per row.
//
// # Scenarios
//
//   - insert: all rows go into an empty table;
//   - migration: the first half of the rows has random keys, UUIDv4 if they fit the column,
//     and is not timed. Rates and values per row are of the second half, which has the
//     key; leaf pages and fill are of the whole tree;
//   - secondary: the key is in a secondary index;
//   - update: after all inserts each row is updated once by its key, in random order, with
//     a statement for each row and -batch rows in a transaction; recent rows, the last
//     hundredth of each writer's, after all others. Its payload gets a quarter
//     longer. PostgreSQL runs VACUUM after each fifth of the updates, as autovacuum does, and
//     the program waits for InnoDB's purge. Rates and values per row are of the updates;
//   - indexes: the table has three other indexes, of the time of the INSERT, of one of
//     10,000 customers and of one of 8 states. InnoDB and WITHOUT ROWID tables store the
//     primary key in their entries. Pages read from PostgreSQL's are of all indexes;
//   - read: after all inserts, a tenth of as many rows, 1000 to 50,000, are read by key by
//     as many clients as there were writers: first any of the rows with equal
//     probability, then the last hundredth of each writer's. Half as many reads before
//     that warm the buffer pool up;
//   - pages: after all inserts, as many clients as there were writers read rows in the order
//     of time, at random places: pages of 20, 50 and 100 rows before a place (WHERE id < …
//     ORDER BY id DESC LIMIT 50), and ranges of 1,000 rows (WHERE id >= … AND id < …
//     ORDER BY id). For keys that follow time, MinAt of their format gives the bounds of a range.
//     Random keys do not: their table has the column created and an index on
//     (created, id), and the same pages are read by these two. A 200th of as many rows, 200
//     to 1000, are places of pages, and a fifth of that are ranges. SQLite and PostgreSQL 17 or
//     later read ten of each with an empty buffer pool as well, to count their pages;
//     InnoDB cannot empty it, and takes a -pool that is smaller than the table. The simulator
//     is left out.
//
// # Measurements
//
//   - rows/s: rows divided by the time from the first key to the last commit, which
//     includes making the keys; the median, and its interval at 95 %;
//   - leaf pages: pages on the lowest level of the tree;
//   - leaf fill: bytes in use on the leaf pages, of all their bytes;
//   - range pages: leaf pages that 1,000 rows in key order are on, on average;
//   - range skips: bytes in the file between those pages, in either direction, which a
//     reader of the range skips;
//   - pages apart: the median distance in the file of leaf pages that are neighbours in key
//     order, 1 if they follow one another. Up to 16 pages, what Linux reads ahead, the
//     distance does not count as a difference;
//   - bytes/row: all pages of the tree divided by the rows;
//   - written/row: pages written to the write-ahead log per row, for the whole database,
//     without those that checkpoints copy;
//   - read/row: pages read per row because the buffer pool did not hold them;
//   - log B/row: bytes written to the write-ahead or redo log per row;
//   - bloat, in the scenario update: leaf pages at the end, divided by those
//     after the first fill, which had as many rows;
//   - HOT, in update: updates of PostgreSQL that found room on the row's page and wrote no
//     index;
//   - recent/s, in update: updates of recent rows per second; the page has their pages and
//     log as well;
//   - others B/row and total B/row, in child and indexes: all pages of the other indexes, and of the
//     table and all its indexes, divided by the rows;
//   - cost/month: see Cost in money.
//
// Files of results have more metrics and say what each one counts: see btree -format json.
// Each trial also has the distribution of its latencies (HdrHistogram, accurate to 1 %).
// The first repeat of each trial lists the leaf pages with their place in the file and
// their fill, in key order; with one writer it also has the leaf pages of the simulator's
// tree after the same keys.
//
// The values come from SQLite's dbstat table; from PostgreSQL's extensions pgstattuple and
// pageinspect, which the program installs into its own database, and its statistics; and from InnoDB's pages, persistent statistics and status counters. A
// value that an account may not read, or that a server does not show, is blank, and a note
// gives the reason; nothing is estimated. The log of a server, and the pages that InnoDB reads, are counted
// for the whole server.
//
// SQLite and InnoDB count all bytes of a page, PostgreSQL those that entries can take. So
// sequential keys leave PostgreSQL's pages 90 % full and InnoDB's 92 %. SQLite moves cells
// to neighbouring pages before it splits one: its leaf fill is high for random keys as
// well, and pages written, pages read, their order and rows/s show the difference.
//
// The row below a key's medians has its ratios to the control at the same coordinates: the
// median of the ratios of the blocks, because a disturbance of the machine affects all
// trials of a block. The 99.5 % interval of that median (order statistics, no
// assumption about the distribution) decides:
//
//   - ~ no difference: the interval is within 5 % of 1, so the two are equivalent;
//   - no mark: the interval is beyond 5 %, a difference; or all trials of both keys agree
//     exactly, as page counts of one writer do, and the ratio is exact;
//   - ? not enough runs: anything else. It takes 9 trials for an interval, and more of
//     them (-repeat) for a narrow one.
//
// With -rate the writers start their transactions on a schedule, so many rows per second
// together, and latency counts from the intended start (open loop). Otherwise each writer
// starts a transaction when the one before has ended (closed loop).
//
// With -curve the tree is read so many times while it grows, and the clock stops meanwhile.
// If -pool has a size, the page shows the rate and the pages read of each part by the size
// of the table, in buffer pools.
//
// # Several writers
//
// With several writers, keys of several generators are in flight at the same time, which
// costs a counter as well. The verdict therefore compares their trees with the tree of the
// control that one writer inserts, which the program adds; times are compared with the
// control of the same writers.
//
// Each writer makes -batch keys and sends them in one transaction. The flag -make changes
// when keys are made: statement makes the keys of each INSERT just before it is sent; row
// makes each key before its own INSERT, within the transaction; block takes the keys from
// blocks of 16,384 consecutive keys that a writer reserves from its generator, in order;
// twopass takes about every other key of a block first and the others afterwards. A writer
// uses the rest of a block for its next batch.
//
// The simulator has one writer: which rows of several meet depends on a server's machine.
// It is left out where there are several, and a note says so.
//
// On servers each writer has a connection. SQLite allows one writing transaction at a
// time, and the writers wait for one another in order of arrival: several writers do not
// make SQLite faster, but they change the order of the keys.
//
// # Output
//
// Standard output has a verdict for each scenario and database, and tables in which keys
// that are as good as the control share its row: that of the first verdict, and others as
// long as all of it fits 40 lines. If the verdicts do not fit, they are short. The flag -v
// adds a table for each engine, layout and set of conditions, one for the leaf fill by
// writers and batch, the meaning of the columns, notes and settings. The flag -format
// prints JSON, CSV with a line for each trial, an HTML page, or the Go benchmark format
// instead:
//
//	go run ./bench/btree -format bench >results.txt
//	benchstat -col /key -filter '/width:16' results.txt
//
// The flag -out writes the page and results.json into a directory, and -pictures the
// pictures of the page beside it, as SVG and PNG. The file results.json contains every trial
// with its readings, the machine, the settings that the engines report, and the order of
// the trials. The flag -load reads such files and shows them, several as one, also in
// another format:
//
//	go run ./bench/btree -load monday/results.json,tuesday/results.json -out both
//
// It rejects files that contain the same trials. Trials of an engine with another version,
// other settings or on another machine are kept apart, under a name with a number, and a
// note says why.
//
// Standard error says before the first trial about how long the plan takes, and after it
// what it measured. On a terminal a progress bar shows the trial and the time that is left;
// elsewhere a line is printed every ten seconds.
//
// After Ctrl-C the program stops within a row, removes its files, its databases and the
// servers that it started, and shows what was measured, marked as incomplete. If an engine
// fails or a connection is lost, the other engines go on. If nothing was measured, -out
// writes nothing. TMPDIR is where databases have their files. The exit code is 0, 1 after a
// failure, 2 for invalid arguments, 130 after an interrupt.
//
// The same metrics as Go benchmarks, for benchstat:
//
//	go test -run '^$' -bench . -benchtime 1x -count 6 ./bench/btree/...
package main
