// Package statements asks whether the plugin finds the columns of the IDs in the SQL that a program writes, and
// whether it refuses what it cannot read.
package statements
