// Package client has the clients that insert rows into the table item (id, payload) of a
// database server and read them by key. Each client has its own connection and prepares
// its statements. PostgreSQL is reached through pgconn, the other servers through
// database/sql.
package client
