// Package engine defines what the benchmark asks of an engine: to prepare an empty tree
// for a form of key, to insert rows, and to read the tree's pages. Each engine is a
// package below this one. To add an engine, implement [Engine], [Tree] and
// [Writer], and add its name to [Names] and a case to Open of package run. A method that an engine
// has no answer for returns a [*Missing] error with the reason.
//
// # Vocabulary
//
// The lab uses these terms, in code, messages, results and documentation:
//
//	engine             what grows trees: sqlite, postgres, mysql, mariadb or sim
//	server             a running database server, by a DSN or in a container
//	                   (package dbserver); sqlite and sim have none
//	database           a database on a server; the lab makes its own and drops it
//	layout             how rows are stored under a key: in its tree or beside it
//	shape              what a table has besides the key and the payload, for a scenario
//	tree               the B+ tree of the key's index, the one whose pages are counted
//	key                a primary key's value; a kind of key has a name, such as uuidv7
//	row, payload       a row is a key and a payload of a fixed size
//	writer, reader     one client that inserts or reads, on its own connection
//	batch              the rows of one transaction
//	statement          one INSERT; a batch has one or more
//	trial              one measured run: an empty tree, its rows, its readings
//	reading            the value of one metric in one trial, or the reason why it is
//	                   missing
//	leaf page          a page of the tree's lowest level
//	leaf fill          the bytes in use on the leaf pages, of all their bytes
//	page split         what makes two pages of a full one
//	buffer pool        the memory that holds pages: shared_buffers,
//	                   innodb_buffer_pool_size, SQLite's page cache
//	log                PostgreSQL's and SQLite's write-ahead log, InnoDB's redo log
//	checkpoint regime  whether the server makes checkpoints during a trial
package engine
