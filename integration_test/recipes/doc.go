// Package recipes shows the column types of package sqltype in other database
// libraries: sqlx, bun, ent and sqlc. Each folder contains code to copy and a test of what
// the library does with it on SQLite, Postgres, MySQL and MariaDB. The code of sqlc is for
// SQLite, and in its subpackage for pgx, and runs there. Of squirrel there are only tests.
//
// It is a module apart, so that importing sortid requires none of these libraries.
package recipes
