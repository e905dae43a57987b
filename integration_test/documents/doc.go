// Package documents runs the SQL and the commands of README.md and the pages in docs as
// they are printed, with the clients that readers paste them into: psql, mysql, mariadb and
// sqlite3. A program of the machine is used if there is one, else that in the server's image.
//
// The words after the language say where a block of SQL runs:
//
//	```sql mysql mariadb move
//
// are its servers and scenes. The blocks of a scene run in one session, in the order of
// the page, in an empty database with the functions of package migrations and what setups has
// for the scene. The word fragment says that a block cannot run, and the words after it why:
//
//	```sql postgres fragment: pg_cron is an extension
package documents
