// Package sqlc shows keys of the standard library's uuid in the code that sqlc generates for
// database/sql, and its subpackage postgres in that for pgx. Sqlc is not a tool of this module:
// install version 1.31.1 to regenerate the code.
package sqlc

//go:generate sqlc generate
