// Package recipes shows the column types of package sqltype in other database
// libraries: sqlx, bun, ent and sqlc. Each folder contains code to copy and a test
// of what the library does with it. The tests run on an embedded SQLite database.
//
// It is a module apart, so that importing sortid requires none of these libraries.
package recipes
