// Package scale computes what tables cost that are too large to measure: the size of the
// key's tree and of its table, the cache that inserts need, the pages that they read with a
// smaller one, and the log.
//
// # Formulas
//
// N are the rows of a node. All constants are measured: those of the tree by the simulator,
// whose trees are those of the servers page by page, those of the log on servers.
//
//	tree(N)    = b·N            b: bytes per row, the mean of the trees from 2^17 to 2^18 rows
//	table(N)   = N·8192/r       r: rows per page of PostgreSQL's heap; 0 for InnoDB
//	cache(N)   = tree(N)        random keys: an insert accesses any page of the tree
//	           = h              ordered keys: h is the least buffer pool without reads at 2^18 rows
//	reads(N)   = 1 - M/cache(N) per row, at least 0; M is the memory of the node
//	log(N)     = l              per row; l is the log of a server without checkpoints
//	           + i·L/n·(1-e^(-n/L))
//
// The last term is for random keys on PostgreSQL, which logs the image of a page at its first
// change after a checkpoint: L leaf pages, n rows between two checkpoints, i bytes in use on
// a page. InnoDB logs no images; it writes changed pages twice, which is not part of the log.
//
// The tests compare the formulas with simulated trees of three sizes and with servers.
package scale
