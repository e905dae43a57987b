// Package postgres has the code that sqlc generates for pgx.
package postgres
