// Package sqlc shows keys of package sqltype in the code that sqlc generates for
// database/sql. Its subpackage postgres shows plain keys in that for pgx. The keys of users
// are typed in both.
//
// Sqlc is not a tool of this module, whose requirements it would multiply: install
// version 1.31.1 to regenerate the code.
package sqlc

//go:generate sqlc generate
