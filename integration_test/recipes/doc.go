// Package recipes shows the column types of package sqltype in other database
// libraries: sqlx, bun, ent and sqlc. Each folder is a small program part that
// can be copied, and a test that says what the library does with it. The tests
// run on an embedded SQLite, so nothing has to be installed.
//
// It is a module of its own, so that none of these libraries is a requirement of
// the module that it shows.
package recipes
