// Btree shows what a primary key does to a B+ tree. It inserts rows with the keys of each
// format into a database, reads the pages of the tree, and compares them with those of
// a counter of the same width:
//
//	go run -v ./bench/btree
//	go run ./bench/btree -dsn postgres://user:password@host/database
//	go run ./bench/btree -preset server -out results
//
// The first command needs nothing installed: it measures SQLite, embedded, and simulates the trees of
// PostgreSQL and InnoDB. It answers a minute after its start; before that, on a new machine, Go downloads
// 74 modules of 157 MB and compiles them for minutes, of which -v shows each package. The second one measures a
// server, in a database of its own that it drops afterwards; the account must be allowed
// to create one. The third one starts PostgreSQL, MySQL and MariaDB in containers and writes
// a page with pictures. The command btree -h lists the flags and their defaults, and btree
// -h keys the kinds of key.
//
// # Trials
//
// A trial fills one tree. The plan has a trial for every combination of engine, layout,
// scenario, key and the values of the flags, -repeat times; a note names what an engine cannot
// run. Each block of trials holds every combination once, in a random order. With a time, the
// first nine blocks are those of the first layout and width, and compare random keys with a counter:
// of ordered keys whose trees are simulated, only the first block has a trial. A flag that affects
// no trial is rejected at startup.
//
// Real generators make the keys, and the column types of package sqltype store them, in the
// native column of each server. Each writer has its own generator where the format allows it.
//
// PostgreSQL makes a checkpoint after each tenth of the rows, while the writers go on, so that its log
// has the images of pages that a server in use writes. The command CHECKPOINT writes as fast as it can,
// where a server spreads the checkpoints of its own over minutes.
// Latency is that of transactions in a closed loop: each writer begins the next one when the one
// before is committed.
//
// # Verdicts
//
// Standard output has a verdict for each scenario and database, and one table. The row below
// a key's medians has its ratios to the counter: the median of the ratios of
// the blocks, whose 99.5 % interval decides.
//
//   - = equal: each trial has the value of the counter's;
//   - ~ no difference: the interval is within 5 % of 1;
//   - no mark: the interval is beyond 5 %, or all trials agree exactly;
//   - ? not enough runs: anything else. It takes 9 trials for an interval, and more of them
//     for a narrow one. Of pages read and written and of the log, which are counted and scatter
//     little, 3 give one: that of the mean of the ratios' logarithms, if they are normal.
//
// A rate or a time has the 95 % interval of its median, or is in parentheses if it is of fewer than the
// 6 trials that give one. Its bar in a picture is empty then.
//
// With several writers, the keys are compared with a counter of as many writers, and that with
// a counter of one writer, because it loses leaf fill as well.
//
// Of one writer that inserts up to a million rows into a server, the simulator grows the same
// trees while the server starts: up to 40 of a key, and 12 without a server. One trial and these
// trees decide size and order, if the measured leaf pages lie where the simulated ones do, within
// 1 % and by chance; the verdict says so, or that the two contradict each other. Trials decide all
// else: times and the log, several writers, scenarios besides insert and migration, and keys
// without an order within a tick of their clock.
//
// The flag -for ends the measurement when every comparison is decided, at the latest that time after
// the start of the program, and one trial of each key; without -repeat that is a minute, and two with
// a server. The program looks after 9, 18, 36, 72 and 144 blocks, and leaves out keys of which all
// is decided. What is not decided then has its interval, and a hint says how long would
// probably do.
//
// The flag -like takes the payload, the other indexes and the rows of an INSERT from the
// statistics of a table, for example -like 'postgres://user:password@host/shop#orders'.
//
// # Output
//
// The flag -v prints all tables, the meaning of the columns, notes and settings; -format
// prints JSON or an HTML page instead.
//
// The flag -out writes the page and results.json into a directory: every trial with its
// readings, the machine and the settings of the engines. The flag -load shows such files,
// several as one. It rejects files that contain the same trials, and keeps trials of another
// machine, version or setting apart.
//
// After Ctrl-C the program stops within a row, removes its files, databases and servers,
// and shows what was measured. The exit code is 0, 1 after a failure, 2 for invalid
// arguments and 130 after an interrupt.
//
// Which server is measured, what the scenarios do and what each metric counts is in
// [docs/benchmark.md], with the figures of real runs.
//
// [docs/benchmark.md]: https://github.com/sortid/sortid/blob/main/docs/benchmark.md
package main
