// Package partitions tests tables that are partitioned by the time in their key: the SQL that the
// command sortid partition prints runs on each server.
package partitions
