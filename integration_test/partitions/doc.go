// Package partitions tests tables that are partitioned by the time in their key: the SQL of the command
// sortid partition, the procedures of the migrations, the recipe of docs/partitions.md, and drivers, on each server.
package partitions
