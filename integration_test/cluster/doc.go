// Package cluster tests that IDs are the keys of a cluster whose nodes all accept writes:
// MariaDB with Galera, MySQL Group Replication with several primaries, and PostgreSQL
// servers with logical replication. docs/nodes.md has the figures.
//
//	go test ./integration_test/cluster -v -clusters
//	go test ./integration_test/cluster -run TestKill -v -clusters -kills 10
//
// Writers on all nodes insert at once, in all formats, with database/sql and GORM, or by
// the functions in the server. No key is made twice, the keys of each session ascend, and
// the nodes hold the same rows at the end, also if a node is killed under its writers and
// joins again.
//
// The documentation of internal/dbserver says how clusters are started, or named by DSNs.
// TestKill needs clusters that it can kill, in containers.
package cluster
