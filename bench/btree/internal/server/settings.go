package server

import (
	"fmt"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/dbserver"
)

// DefaultPool is the size in bytes of the pool of a server that is started, unless
// another is asked for.
const DefaultPool = 512 << 20

// settings returns those of a server that is started for the benchmark.
//
// Durability is left as the servers come: each commit is flushed to disk, and pages
// are guarded against torn writes. What is set is the size of the pool, the same for
// all, and the room for the log, which decides when there are checkpoints. MySQL's
// binary log is off: the other two have none by default, and with it each commit is
// flushed twice, which is not what a key costs.
func settings(kind dbserver.Kind, o Options) map[string]string {
	pool := o.Conditions.BufferPool
	if pool == 0 {
		pool = DefaultPool
	}
	s := map[string]string{"max_connections": strconv.Itoa(o.Writers + spareConnections)}
	switch kind {
	case dbserver.Postgres:
		s["shared_buffers"] = strconv.FormatInt(pool>>10, 10) + "kB"
	case dbserver.MySQL:
		s["innodb_buffer_pool_size"], s["disable_log_bin"] = strconv.FormatInt(pool, 10), ""
	case dbserver.MariaDB:
		s["innodb_buffer_pool_size"] = strconv.FormatInt(pool, 10)
	}
	if kind != dbserver.Postgres {
		s["innodb_monitor_enable"] = "module_index"
		if pool < smallPool {
			// As many pages as that are kept free in each part of the pool, by default
			// 16 MB of a pool that may have no more.
			s["innodb_lru_scan_depth"] = strconv.FormatInt(max(leastScanDepth, pool/scanShare/innodbPage), 10)
		}
	}
	for name, value := range logRoom(kind, o.Conditions.Checkpoints) {
		s[name] = value
	}
	return s
}

// A pool of InnoDB below smallPool bytes would be reserved to a good part by the
// default innodb_lru_scan_depth of 1024 pages. A smaller one keeps the same share free
// that the default is of a pool of 512 MB.
const (
	smallPool      = 128 << 20
	scanShare      = 32
	leastScanDepth = 100
	innodbPage     = 16 << 10
)

// logRoom returns the settings of the log: so large that no checkpoint falls into a
// run of some millions of rows, or so small that several fall into one of a hundred
// thousand. PostgreSQL's cannot be that small: there checkpoints are asked for.
func logRoom(kind dbserver.Kind, regime string) map[string]string {
	few := regime == engine.SeveralCheckpoints
	switch {
	case kind == dbserver.Postgres:
		return map[string]string{"max_wal_size": "8GB", "checkpoint_timeout": "1h"}
	case kind == dbserver.MySQL && few:
		return map[string]string{"innodb_redo_log_capacity": "16M"}
	case kind == dbserver.MySQL:
		return map[string]string{"innodb_redo_log_capacity": "4G"}
	case few:
		return map[string]string{"innodb_log_file_size": "16M"}
	}
	return map[string]string{"innodb_log_file_size": "4G"}
}

// spareConnections are those for the readings, for making and dropping the
// database, and those that servers keep back, with some room for a person who
// looks on.
const spareConnections = 50

// LittleLog is the size in bytes of a log that is full several times in a run of a
// hundred thousand rows.
const LittleLog = 64 << 20

// Unmet returns a note for each condition that was asked for and that the server does
// not run under: its pool is of so many bytes, 0 for unknown, and its log is little or
// not.
func Unmet(c engine.Conditions, pool int64, littleLog bool) []string {
	var notes []string
	if c.BufferPool != 0 && pool != c.BufferPool {
		is := "is not known"
		if pool != 0 {
			is = fmt.Sprintf("has %d MB", pool>>20)
		}
		notes = append(notes, fmt.Sprintf("A pool of %d MB was asked for, and the server's %s: a server that runs already keeps its settings.", c.BufferPool>>20, is))
	}
	if c.Checkpoints == engine.SeveralCheckpoints && !littleLog {
		notes = append(notes, "Several checkpoints in a run were asked for, and the server has a large log: a server that runs already keeps its settings.")
	}
	return notes
}
