package server

import (
	"strconv"

	"github.com/sortid/sortid/internal/dbserver"
)

// settings returns those of a server that is started for the benchmark.
//
// Durability is left as the servers come: each commit is flushed to disk, and pages
// are guarded against torn writes. What is set is the size of the pool, the same for
// all, and room for the log, so that no checkpoint falls into the middle of a run of
// some millions of rows. MySQL's binary log is off: the other two have none by
// default, and with it each commit is flushed twice, which is not what a key costs.
func settings(kind dbserver.Kind, writers int) map[string]string {
	const pool = "512M"
	s := map[string]string{"max_connections": strconv.Itoa(writers + spareConnections)}
	switch kind {
	case dbserver.Postgres:
		s["shared_buffers"], s["max_wal_size"], s["checkpoint_timeout"] = pool+"B", "8GB", "1h"
	case dbserver.MySQL:
		s["innodb_buffer_pool_size"], s["innodb_redo_log_capacity"], s["disable_log_bin"] = pool, "4G", ""
	case dbserver.MariaDB:
		s["innodb_buffer_pool_size"], s["innodb_log_file_size"] = pool, "4G"
	}
	return s
}

// spareConnections are those for the readings, for making and dropping the
// database, and those that servers keep back, with some room for a person who
// looks on.
const spareConnections = 50
