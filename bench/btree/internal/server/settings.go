package server

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/internal/dbserver"
)

// defaultPool is the default size in bytes of the buffer pool of a server that Open
// starts.
const defaultPool = 512 << 20

// settings returns the settings of a server that Open starts.
//
// Durability keeps the servers' defaults: each commit is flushed to disk, and pages are
// protected against torn writes. The settings are the size of the buffer pool, which is
// the same for all servers, and the size of the log, which decides when checkpoints
// happen. MySQL and MariaDB have a binary log, as MySQL does by default, and transactions stay
// out of it: with it each commit would be flushed twice, whatever the key.
func settings(kind dbserver.Kind, o Options) map[string]string {
	pool := o.Conditions.BufferPool
	if pool == 0 {
		pool = defaultPool
	}
	s := map[string]string{"max_connections": strconv.Itoa(o.Writers + spareConnections)}
	switch kind {
	case dbserver.Postgres:
		s["shared_buffers"] = strconv.FormatInt(pool>>10, 10) + "kB"
	case dbserver.MySQL, dbserver.MariaDB:
		s["innodb_buffer_pool_size"] = strconv.FormatInt(pool, 10)
		s["log_bin"], s["binlog_format"], s["server_id"], s["log_bin_trust_function_creators"] = "binlog", "ROW", "1", "ON"
	}
	if depth := engine.ScanDepth(pool); kind != dbserver.Postgres && depth != engine.UsualScanDepth {
		s["innodb_lru_scan_depth"] = strconv.Itoa(depth)
	}
	maps.Copy(s, logRoom(kind, o.Conditions.Checkpoints))
	return s
}

// logRoom returns the settings of the log's size for a checkpoint regime: so large that no
// checkpoint falls into a trial of some millions of rows, or so small that InnoDB uses it up, and
// writes its pages for that, in one of some ten thousand. PostgreSQL's log cannot be that small: the
// benchmark asks for checkpoints.
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

// spareConnections are for the readings, for creating and dropping the database, for the
// server's reserve and for a person who watches.
const spareConnections = 50

// Unmet returns a note for each condition that was asked for and that the server does not
// run under. Its buffer pool has so many bytes, 0 for unknown.
func Unmet(c engine.Conditions, pool int64) []string {
	var notes []string
	if c.BufferPool != 0 && pool != c.BufferPool {
		is := "is not known"
		if pool != 0 {
			is = fmt.Sprintf("has %d MB", pool>>20)
		}
		notes = append(notes, fmt.Sprintf("A buffer pool of %d MB was asked for, and the server's %s: a server that is running keeps its settings.", c.BufferPool>>20, is))
	}
	return notes
}
