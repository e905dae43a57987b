package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var replicate = Scenario{
	Name: trial.Replicate, Shape: engine.Replicated, Drawn: []string{metric.LogBytes},
	Columns: []string{metric.LogBytes, metric.ReplicaBytes, metric.FullPages, metric.RowsPerSecond},
	About:   "The rows go to replicas: MySQL and MariaDB write them to the binary log as well, and PostgreSQL's logical replication sends them. These bytes are the rows' own, whatever the order of the keys. A physical standby of PostgreSQL receives the whole log.",
}
